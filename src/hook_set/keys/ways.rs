//! The ways to atoms: words, and the candidates behind them.

use super::super::hash::mix;
use super::{Candidate, DEPTH};

/// The hashes of the first words, one after the other: the steps on the way
/// to a node.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Path {
    chains: [u64; DEPTH],
    len: usize,
}

impl Path {
    /// The steps.
    pub(super) fn steps(&self) -> &[u64] {
        self.chains.get(..self.len).unwrap_or(&[])
    }

    /// Where the way from `root` has led; `root` where it has not begun.
    pub(super) fn end(&self, root: u64) -> u64 {
        self.steps().last().copied().unwrap_or(root)
    }

    /// Takes one more step, if there may be one.
    pub(super) fn go(&mut self, root: u64, word: u64) -> bool {
        let chain = mix(self.end(root), word);
        let Some(place) = self.chains.get_mut(self.len) else { return false };
        *place = chain;
        self.len += 1;
        true
    }
}

/// The ways to find atoms, in groups: one key of *each* group of an atom is
/// needed (a list of names has a group per name), and a group without
/// candidates means: always test it. All of them stand one behind the other,
/// for there are many thousand groups and few candidates in each.
#[derive(Debug, Default)]
pub(in super::super) struct Ways {
    pub(super) candidates: Vec<Candidate>,
    steps: Vec<u64>,
    groups: Vec<Group>,
}

/// How many candidates and steps there are up to the end of a group.
#[derive(Clone, Copy, Debug, Default)]
struct Group {
    candidates: usize,
    steps: usize,
}

impl Ways {
    /// Room for the ways to so many atoms, most of which have one group, a
    /// step and two candidates.
    pub(in super::super) fn of_so_many(atoms: usize) -> Ways {
        Ways {
            candidates: Vec::with_capacity(atoms * 2),
            steps: Vec::with_capacity(atoms),
            groups: Vec::with_capacity(atoms),
        }
    }

    /// Ends a group that `path` leads to.
    pub(super) fn end_group(&mut self, path: &Path) {
        self.steps.extend(path.steps());
        let (candidates, steps) = (self.candidates.len(), self.steps.len());
        self.groups.push(Group { candidates, steps });
    }

    /// A group without candidates.
    pub(in super::super) fn none(&mut self) {
        self.end_group(&Path::default());
    }

    /// How many groups there are.
    pub(in super::super) fn groups(&self) -> usize {
        self.groups.len()
    }

    /// The candidates of all groups.
    pub(in super::super) fn candidates(&self) -> &[Candidate] {
        &self.candidates
    }

    /// The candidates of a group, and the steps on the way to them.
    pub(in super::super) fn group(&self, n: usize) -> (&[Candidate], &[u64]) {
        let end = |n: usize| self.groups.get(n).copied().unwrap_or_default();
        let from = n.checked_sub(1).map(end).unwrap_or_default();
        let to = end(n);
        let candidates = self.candidates.get(from.candidates..to.candidates);
        let steps = self.steps.get(from.steps..to.steps);
        (candidates.unwrap_or(&[]), steps.unwrap_or(&[]))
    }
}
