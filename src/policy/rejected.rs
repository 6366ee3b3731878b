//! A policy that is refused because of what is wrong with it.

use std::error::Error;
use std::fmt;

use super::Policy;
use crate::diagnostic::{Diagnostic, Severity};

/// A policy with an error in it, refused by [`Policy::into_strict`].
#[derive(Clone)]
pub struct Rejected {
    policy: Box<Policy>,
    diagnostics: Vec<Diagnostic>,
}

impl Rejected {
    /// The policy, where nothing in it is an error.
    pub(super) fn of(policy: Policy) -> Result<Policy, Rejected> {
        let is_error = |found: &Diagnostic| found.severity == Severity::Error;
        if !policy.diagnostics().iter().any(is_error) {
            return Ok(policy);
        }
        let mut diagnostics = policy.diagnostics().to_vec();
        diagnostics.sort_by_key(|found| {
            found.primary().map(|at| (at.source, at.span, found.code))
        });
        Err(Rejected { policy: Box::new(policy), diagnostics })
    }

    /// All that was found, errors and others, in the order of place.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    /// The policy, with the texts that places are in.
    pub fn policy(&self) -> &Policy {
        &self.policy
    }

    /// The policy, for whoever goes on with what is left of it.
    pub fn into_policy(self) -> Policy {
        *self.policy
    }
}

impl Error for Rejected {}

/// As it is displayed: a `main` that returns it prints this, and the policy
/// with all its tables would say nothing to anybody.
impl fmt::Debug for Rejected {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_tuple("Rejected").field(&self.to_string()).finish()
    }
}

impl fmt::Display for Rejected {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_error = |found: &&Diagnostic| found.severity == Severity::Error;
        let mut errors = self.diagnostics.iter().filter(is_error);
        let Some(first) = errors.next() else { return Ok(()) };
        if let Some(label) = first.primary()
            && let Some(source) = self.policy.source(label.source)
        {
            write!(out, "{}: ", source.place(label.span))?;
        }
        out.write_str(&first.message)?;
        match errors.count() {
            0 => Ok(()),
            1 => out.write_str(" (and one more error)"),
            more => write!(out, " (and {more} more errors)"),
        }
    }
}
