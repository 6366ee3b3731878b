//! YAML, put on a tape of nodes with spans, so that the readers of JSON
//! serve for it as well.
//!
//! What cannot be read never takes the rest down: in a mapping, the entries
//! at the left margin are then read one by one.

#[cfg(not(feature = "yaml"))]
mod absent;
#[cfg(feature = "yaml")]
mod align;
#[cfg(feature = "yaml")]
mod build;
#[cfg(feature = "yaml")]
mod fault;
#[cfg(feature = "yaml")]
mod read;

use crate::diagnostic::Diagnostic;
use crate::source::{SourceId, Span};
#[cfg(not(feature = "yaml"))]
pub(super) use absent::read;
#[cfg(feature = "yaml")]
pub(super) use read::read;

/// A text to be read as YAML: a part of a file.
#[derive(Clone, Copy)]
pub(super) struct Part<'a> {
    pub(super) source: SourceId,
    /// The whole file.
    #[cfg_attr(
        not(feature = "yaml"),
        allow(dead_code, reason = "nothing is read of it")
    )]
    pub(super) text: &'a str,
    /// What of it is YAML.
    pub(super) span: Span,
}

/// What was read besides the tape.
#[derive(Default)]
pub(super) struct Yaml {
    /// The nodes of the documents.
    pub(super) roots: Vec<u32>,
    /// What is wrong.
    pub(super) found: Vec<Diagnostic>,
    /// Keys at the left margin whose values could not be read.
    pub(super) lost: Vec<String>,
    /// What looks like keys within these.
    pub(super) within: Vec<String>,
    /// Whether there are parts that could not be read.
    pub(super) broken: bool,
    /// Whether a mapping takes in another one, which is not done here.
    #[cfg_attr(
        not(feature = "yaml"),
        allow(dead_code, reason = "is not read")
    )]
    pub(super) merges: bool,
}

#[cfg(test)]
#[cfg(feature = "yaml")]
mod tests;
