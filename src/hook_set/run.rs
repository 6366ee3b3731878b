//! What a compiled set says about an event.
//!
//! First the banks find every atom that holds, and where (*hits*); then each
//! hit leads to the rules that are reached through its atom; then the rest
//! of the condition of those rules is evaluated over the hits.

mod commands;
mod paths;
mod reach;
mod values;

use super::Match;
use super::Place;
use super::compile::{BOUNDARY, ONE_ATOM};
use super::image::Reader;
use super::name_regex::Regexes;
use super::predicate::Hit;
use super::records::{AtomRecord, Roots, Tables};
use super::scan::{Node, Words, Work};
use super::text_blob;
use crate::event::EventKind;
use crate::ir::RuleId;
use crate::shell::Effects;
use crate::source::Span;
use crate::subject::Subjects;

/// The memory of a caller, kept from event to event.
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    work: Work,
    hits: Vec<Hit>,
    /// Atoms that match the texts of the unit at hand, with the view.
    views: Vec<(Span, u32, u32)>,
    view_atoms: Vec<u32>,
    /// Where the path at hand goes on below each base.
    below: Vec<u32>,
    candidates: Vec<u32>,
    places: Vec<Match>,
    matches: Vec<Match>,
}

impl Scratch {
    /// How many patterns were tested against the texts of the last event:
    /// the measure of what an event costs beyond its own length.
    pub fn tested(&self) -> usize {
        self.work.tested
    }
}

/// An atom that may match, and where its key stands.
struct Found<'a> {
    atom: u32,
    record: AtomRecord<'a>,
    at: usize,
}

/// One evaluation.
pub(super) struct Run<'a> {
    pub(super) tables: Tables<'a>,
    pub(super) roots: &'a Roots,
    pub(super) regexes: &'a Regexes,
    pub(super) subjects: &'a Subjects,
    pub(super) kind: EventKind,
    pub(super) scratch: &'a mut Scratch,
    /// Effects of which one rule is enough; none for all matches.
    pub(super) until: Effects,
    /// The rule that was enough.
    pub(super) enough: Option<Match>,
}

impl<'a> Run<'a> {
    /// All matches, sorted.
    pub(super) fn matches(mut self) -> &'a [Match] {
        self.find_hits();
        if self.scratch.hits.is_empty() && self.roots.always.is_empty() {
            return &[];
        }
        self.find_matches();
        &self.scratch.matches
    }

    /// Some match of a rule with one of the effects of `until`.
    pub(super) fn first(mut self) -> Option<Match> {
        self.find_hits();
        if self.enough.is_some() {
            return self.enough;
        }
        self.find_matches();
        let (tables, until) = (self.tables, self.until);
        let mut matches = self.scratch.matches.iter();
        let wanted = |m: &&Match| tables.rule(m.rule.0).bit().meets(until);
        matches.find(wanted).copied()
    }

    fn find_hits(&mut self) {
        self.scratch.hits.clear();
        self.scratch.work.tested = 0;
        self.names();
        if self.enough.is_none() && !self.subjects.commands.views.is_empty() {
            self.commands();
        }
        if self.enough.is_none() && !self.subjects.paths.is_empty() {
            self.paths();
        }
        if self.enough.is_none() {
            self.values();
        }
        self.doubts();
        if self.scratch.hits.len() > 1 {
            self.scratch.hits.sort_unstable();
            self.scratch.hits.dedup();
        }
    }

    fn hit(&mut self, atom: u32, place: Place) {
        self.scratch.hits.push((atom, place));
        if self.until != Effects::default() && self.enough.is_none() {
            self.enough = self.decided(atom, place);
        }
    }

    /// A rule that this one atom decides, if its effect is enough.
    fn decided(&self, atom: u32, place: Place) -> Option<Match> {
        let rules = self.tables.atom(atom).rules();
        let mut rules = self.tables.index.members(rules);
        let rule = rules.find(|&rule| {
            let record = self.tables.rule(rule);
            record.shape() == ONE_ATOM
                && record.bit().meets(self.until)
                && self.tables.event_set(record.events()).has(self.kind)
        });
        rule.map(|rule| Match { rule: RuleId(rule), place })
    }

    #[inline]
    fn scan(&mut self, root: &Node, text: &[u8], words: Words) {
        let work = &mut self.scratch.work;
        self.tables.index.scan(root, text, words, work);
    }

    /// Goes through what the last scan found.
    #[inline]
    fn found(&self, i: usize) -> Option<Found<'a>> {
        let (atom, at) = *self.scratch.work.atoms.get(i)?;
        let record = self.tables.atom(atom);
        Some(Found { atom, record, at: at as usize })
    }

    /// Whether a text glob matches; a look near the place of its key mostly
    /// tells that it does.
    #[inline]
    fn text_matches(
        &self,
        found: &Found<'_>,
        blob: Reader<'_>,
        text: &[u8],
    ) -> bool {
        let boundary = found.record.has(BOUNDARY);
        text_blob::matches_near(blob, boundary, text, found.at)
            || text_blob::matches(blob, boundary, text)
    }
}
