//! What a compiled set may cost, and what is said when it would cost more.

use super::image::ImageError;
use crate::ir::{AtomId, RuleId};

/// Bounds on a compiled set. Every one is named in the error it causes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The number of rules that somebody wrote.
    pub rules: usize,
    /// The number of distinct atoms.
    pub atoms: usize,
    /// The bytes of one pattern; more than 32 KiB cannot be allowed.
    pub pattern_bytes: usize,
    /// How deep `&&`, `||` and `!` may be nested.
    pub predicate_depth: usize,
    /// The nodes of one rule's predicate. Of more than 16,384 no predicate is
    /// compiled, whatever this says: each may take several steps for every
    /// level it lies on, and an evaluation has a fixed number of steps.
    pub predicate_nodes: usize,
    /// The bytes of the whole image.
    pub image_bytes: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            rules: 100_000,
            atoms: 1_000_000,
            pattern_bytes: 32 * 1024,
            predicate_depth: MAX_DEPTH,
            predicate_nodes: 4096,
            image_bytes: 512 << 20,
        }
    }
}

/// How deep a predicate may be nested whatever the limits say; the evaluator
/// holds it too, so that a forged image cannot exhaust the stack.
pub(super) const MAX_DEPTH: usize = 64;

/// The most names that one list may have, `a|b|c` of a matcher; they are
/// counted in 16 bits.
pub(super) const MAX_NAMES: usize = 32 * 1024;

/// How many steps the evaluation of a rule may take, so that a forged image
/// cannot make it endless. A rule for which they do not suffice would be
/// taken not to hold, also below a negation.
pub(super) const MAX_STEPS: u32 = 1 << 20;

/// How many nodes a predicate may have whatever the limits say. A node takes
/// at most one step for each level above it, and three more: when the matcher
/// is looked at, when the predicate is, and for the places.
pub(super) const MAX_NODES: usize = MAX_STEPS as usize / MAX_DEPTH;

/// Why a set could not be compiled.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CompileError {
    /// More of something than a limit allows.
    TooMany {
        /// What there is too much of; the name of the limit.
        what: &'static str,
        /// How much was found.
        found: usize,
        /// The limit.
        limit: usize,
    },
    /// A rule's predicate is larger or deeper than the limit.
    Predicate {
        /// The rule.
        rule: RuleId,
        /// Which limit.
        what: &'static str,
        /// The limit.
        limit: usize,
    },
    /// A rule names an atom that does not exist.
    MissingAtom {
        /// The rule.
        rule: RuleId,
        /// The atom.
        atom: AtomId,
    },
    /// A regular expression cannot be compiled within its bounds.
    Regex {
        /// Its source text.
        pattern: String,
        /// What is wrong.
        reason: String,
    },
    /// What was compiled cannot be read again.
    Image(ImageError),
}

impl std::fmt::Display for CompileError {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            CompileError::TooMany { what, found, limit } => write!(
                out,
                "{found} {what} found, but the limit is {limit}; raise the \
                 limit or split the policy"
            ),
            CompileError::Predicate { rule, what, limit } => write!(
                out,
                "the condition of rule {} is over the limit of {limit} \
                 {what}",
                rule.0
            ),
            CompileError::MissingAtom { rule, atom } => write!(
                out,
                "rule {} uses test {}, which does not exist",
                rule.0, atom.0
            ),
            CompileError::Regex { pattern, reason } => write!(
                out,
                "the regular expression `{pattern}` cannot be used: {reason}"
            ),
            CompileError::Image(error) => {
                write!(out, "what was compiled cannot be read: {error}")
            }
        }
    }
}

impl std::error::Error for CompileError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            CompileError::Image(error) => Some(error),
            _ => None,
        }
    }
}
