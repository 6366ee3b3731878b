//! Policies and events made from bytes.
//!
//! Every choice takes a byte, and zero is the plainest choice; where no byte
//! is left, zeros follow. So any bytes make something, fewer and smaller
//! bytes make something simpler, and property tests, fuzzing and kept
//! regressions share one generator.

#![allow(
    dead_code,
    unused_imports,
    clippy::indexing_slicing,
    reason = "fuzz targets and tests use different parts; tests may panic"
)]

mod commands;
mod events;
mod paths;
mod policies;
mod wrappers;

use hookset::dialect::Dialect;

pub(crate) use commands::{command, command_rule, simple};
pub(crate) use events::Happening;
pub(crate) use paths::{path, path_rule};
pub(crate) use policies::{Rules, condition, rule};
pub(crate) use wrappers::{Wrapped, wrap};

/// Choices read from bytes.
pub(crate) struct Choices<'a> {
    bytes: &'a [u8],
}

impl<'a> Choices<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Choices<'a> {
        Choices { bytes }
    }

    /// A number below `sides`, at most 256.
    pub(crate) fn below(&mut self, sides: usize) -> usize {
        let Some((&first, rest)) = self.bytes.split_first() else { return 0 };
        self.bytes = rest;
        usize::from(first) % sides.max(1)
    }

    /// Rarely true: once in `sides`; false where no byte is left.
    pub(crate) fn one_in(&mut self, sides: usize) -> bool {
        self.below(sides) + 1 == sides
    }

    pub(crate) fn pick<'t>(&mut self, from: &[&'t str]) -> &'t str {
        from.get(self.below(from.len())).copied().unwrap_or("")
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// A part of the bytes that are left, as text; may hold anything.
    pub(crate) fn raw(&mut self) -> String {
        let length = self.below(24).min(self.bytes.len());
        let (head, rest) = self.bytes.split_at(length);
        self.bytes = rest;
        String::from_utf8_lossy(head).into_owned()
    }

    pub(crate) fn dialect(&mut self) -> Dialect {
        let names = ["hookset", "claude", "agent", "pattern", "claude@2.1.90"];
        Dialect::named(self.pick(&names)).unwrap_or_default()
    }
}
