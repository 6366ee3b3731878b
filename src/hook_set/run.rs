//! What a compiled set says about an event.
//!
//! First the banks find every atom that holds, and where. Most atoms are all
//! that their rules ask for, so that this is a match; the others are *hits*:
//! each leads to the rules that are reached through its atom, and the rest of
//! the condition of those rules is evaluated over the hits.

mod commands;
mod order;
mod paths;
mod reach;
mod said;
mod values;

use super::Match;
use super::Place;
use super::compile::{ALONE, BOUNDARY, ONE_ATOM, ONE_RULE};
use super::name_regex::Regexes;
use super::predicate::Hit;
use super::records::{AtomRecord, Roots, Tables};
use super::scan::{ANYWHERE, Node, Words, Work};
use super::table::Value;
use super::text_blob::{self, Here};
use crate::event::EventKind;
use crate::ir::RuleId;
use crate::shell::Effects;
use crate::source::Span;
use crate::subject::Subjects;
use said::Said;

/// The memory of a caller, kept from event to event.
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    work: Work,
    /// More such memory: which of the two it is does not matter.
    other: Work,
    hits: Vec<Hit>,
    /// Atoms of which no further place counts.
    said: Said,
    /// Atoms that match the views that were seen last; of each its text and
    /// effects, and where its atoms stand.
    views: Vec<(Span, Effects, u32, u32)>,
    view_atoms: Vec<u32>,
    /// Where the path at hand goes on below each base: the byte, and the
    /// number of the segment.
    below: Vec<(u32, u32)>,
    candidates: Vec<u32>,
    places: Vec<Match>,
    /// Matches as they were found, as numbers.
    packed: Vec<u64>,
    spare: Vec<u64>,
    matches: Vec<Match>,
}

impl Scratch {
    /// How many patterns were tested against the texts of the last event:
    /// the measure of what an event costs beyond its own length.
    pub fn tested(&self) -> usize {
        self.work.tested + self.other.tested
    }
}

/// An atom that may match, and where its key stands.
#[derive(Clone, Copy)]
struct Suspect<'a> {
    atom: u32,
    record: AtomRecord<'a>,
    at: u32,
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
        self.find_matches();
        &self.scratch.matches
    }

    /// All matches, sorted; or the first found of those that are enough.
    pub(super) fn matches_or_enough(mut self) -> Result<&'a [Match], Match> {
        self.find_hits();
        if let Some(enough) = self.enough {
            return Err(enough);
        }
        self.find_matches();
        Ok(&self.scratch.matches)
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
        self.scratch.packed.clear();
        self.scratch.said.clear();
        self.scratch.work.tested = 0;
        self.scratch.other.tested = 0;
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
    }

    /// An atom matches at a place. That is the match of all its rules, or
    /// one hit of several that they need.
    #[inline]
    fn hit(&mut self, atom: u32, record: AtomRecord<'_>, place: Place) {
        if !record.has(ALONE) {
            self.scratch.hits.push((atom, place));
        } else if record.has(ONE_RULE) {
            if let Value::Atom(rule) = Value::unpack(record.rules())
                && self.tables.event_set(record.events()).has(self.kind)
            {
                self.scratch.packed.push(order::pack(rule, place));
            }
        } else {
            self.match_all(record, place);
        }
        if self.until != Effects::default() && self.enough.is_none() {
            self.enough = self.decided(record, place);
        }
    }

    /// Notes all the rules that are nothing but this atom.
    #[inline(never)]
    fn match_all(&mut self, record: AtomRecord<'_>, place: Place) {
        let waiting = self.tables.waiting();
        for rule in self.tables.index.members(record.rules()) {
            if waiting.rule(rule, self.kind).is_some() {
                self.scratch.packed.push(order::pack(rule, place));
            }
        }
    }

    /// A rule that this one atom decides, if its effect is enough.
    #[cold]
    fn decided(&self, record: AtomRecord<'_>, place: Place) -> Option<Match> {
        let mut rules = self.tables.index.members(record.rules());
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

    /// Goes through what the last scan found and still needs a test.
    #[inline]
    fn found(&self, next: &mut usize) -> Option<Suspect<'a>> {
        let (atom, at) = self.scratch.work.found.next(next)?;
        Some(Suspect { atom, record: self.tables.atom(atom), at })
    }

    /// The same for tests that do not depend on the place.
    #[inline]
    fn found_once(&mut self, next: &mut usize) -> Option<Suspect<'a>> {
        let found = self.found(next)?;
        self.scratch.work.found.done(found.atom);
        Some(found)
    }

    /// Whether a text glob matches, tested where its key stands if the
    /// pattern can be told from that. `next` is the number behind it.
    #[inline]
    fn text_matches(
        &mut self,
        found: &Suspect<'_>,
        text: &[u8],
        next: usize,
    ) -> bool {
        let Suspect { atom, record, at } = *found;
        let blob = self.tables.blob(record.blob());
        let boundary = record.has(BOUNDARY);
        let place = usize::from(record.place());
        let (matches, done) = match place.checked_sub(1) {
            Some(offset) if at != ANYWHERE => {
                let at = (at as usize).wrapping_sub(self.scratch.work.start());
                let here =
                    text_blob::matches_at(blob, boundary, text, at, offset);
                if here == Here::InVain {
                    self.scratch.work.found.in_vain(next);
                }
                (here == Here::Matches, here == Here::Matches)
            }
            _ => (text_blob::matches(blob, boundary, text), true),
        };
        if done {
            self.scratch.work.found.done(atom);
        }
        matches
    }
}
