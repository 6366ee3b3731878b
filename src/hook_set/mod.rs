//! The compiled rules, and what they say about an event.

mod bases;
mod build;
mod compile;
mod hash;
mod hosts;
mod image;
mod keys;
mod limits;
mod name_regex;
mod path_blob;
mod predicate;
pub mod reference;
pub mod regex;
mod run;
mod scan;
mod set;
mod table;
#[cfg(test)]
mod tests;
mod text_blob;

pub use hash::digest;
pub use image::ImageError;
pub use keys::KeyKind;
pub use limits::{CompileError, Limits};
pub use run::Scratch;
pub use set::{Bytes, HookSet, Listed, Stats};

use crate::ir::RuleId;

/// Where in an event a rule matched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Place {
    /// The call as a whole.
    Call,
    /// A simple command, by index.
    Unit(u32),
    /// A file use, by index of [`crate::subject::Subjects::paths`].
    Path(u32),
}

/// A rule that matches, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Match {
    /// The rule.
    pub rule: RuleId,
    /// One of the places. Allow rules report every place they cover; the
    /// others only the first.
    pub place: Place,
}
