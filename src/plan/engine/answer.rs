//! What an engine answers.

use super::super::Permission;
use super::super::alone::Alone;
use super::super::fire::Considered;
use crate::hook_set::Match;
use crate::subject::Subjects;

/// What a policy says about one event.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Answer<'a> {
    /// What the permission rules say.
    pub permission: Permission,
    /// Every rule that matches, in configuration order.
    pub matches: &'a [Match],
    /// Every hook that waits for events of this kind.
    pub hooks: Vec<Considered>,
    /// What the event is about.
    pub subjects: &'a Subjects,
    /// What is in doubt for each guard alone, where somebody asked.
    pub(in crate::plan) alone: Alone,
}

impl Answer<'_> {
    /// Whether a match is one of words that may not be run at all: a guard
    /// with no other match may match, and is not said to.
    pub fn is_maybe(&self, found: &Match) -> bool {
        found.place.is_maybe(self.subjects)
    }
}
