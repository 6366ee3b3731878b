//! What a compiled set says about an event.
//!
//! First the banks find every atom that holds, and where (*hits*); then each
//! hit leads to the rules that are reached through its atom; then the rest
//! of the condition of those rules is evaluated over the hits.

use super::bases::Bases;
use super::compile::{
    ANY_VALUE, ATOM_BYTES, BOUNDARY, Bank, EXACT, MATCHER_FIRST, ONE_ATOM,
    RULE_BYTES,
};
use super::hash::hash;
use super::image::{Layout, Reader, Table};
use super::name_regex::{self, Regexes};
use super::predicate::{Evaluation, Hit};
use super::scan::{Index, Words, Work};
use super::table::Keys;
use super::{Match, Place, hosts, origins, path_blob, text_blob};
use crate::event::{EventKind, EventSet};
use crate::ir::{Effect, RuleId};
use crate::shell::Effects;
use crate::source::Span;
use crate::subject::{PathUse, Subjects};

/// The tables of an image, ready to be read.
#[derive(Clone, Copy)]
pub(super) struct Tables<'a> {
    pub(super) index: Index<'a>,
    pub(super) atoms: Reader<'a>,
    pub(super) blobs: Reader<'a>,
    pub(super) rules: Reader<'a>,
    pub(super) predicates: Reader<'a>,
    pub(super) events: Reader<'a>,
    pub(super) bases: Reader<'a>,
    pub(super) texts: Reader<'a>,
    pub(super) policy: Reader<'a>,
}

impl<'a> Tables<'a> {
    pub(super) fn new(image: &'a [u8], layout: &Layout) -> Tables<'a> {
        let table = |table: Table| {
            let place = layout.get(table as usize).cloned();
            Reader(image.get(place.unwrap_or(0..0)).unwrap_or(&[]))
        };
        Tables {
            index: Index {
                keys: Keys::new(table(Table::Filter), table(Table::Slots)),
                nodes: table(Table::Nodes),
                lists: table(Table::Lists),
                starts: table(Table::Starts),
            },
            atoms: table(Table::Atoms),
            blobs: table(Table::Blobs),
            rules: table(Table::Rules),
            predicates: table(Table::Predicates),
            events: table(Table::Events),
            bases: table(Table::Bases),
            texts: table(Table::Texts),
            policy: table(Table::Policy),
        }
    }

    pub(super) fn atom(self, n: u32) -> AtomRecord<'a> {
        let at = n as usize * ATOM_BYTES;
        AtomRecord(Reader(self.atoms.bytes(at, ATOM_BYTES)))
    }

    pub(super) fn rule(self, n: u32) -> RuleRecord<'a> {
        let at = n as usize * RULE_BYTES;
        RuleRecord(Reader(self.rules.bytes(at, RULE_BYTES)))
    }

    /// What a rule does when it matches.
    pub(super) fn effect(self, n: u32) -> Effect {
        let record = self.rule(n);
        let handler = match record.with_handler(0) {
            Effect::Fire(_) => {
                origins::decode(self.texts, record.written()).handler
            }
            _ => 0,
        };
        record.with_handler(handler)
    }

    fn blob(self, at: u32) -> Reader<'a> {
        Reader(self.blobs.0.get(at as usize..).unwrap_or(&[]))
    }

    fn event_set(self, n: u16) -> EventSet {
        EventSet(self.events.u64(usize::from(n) * 8))
    }
}

/// The record of an atom; its layout stands at `compile::ATOM_BYTES`.
#[derive(Clone, Copy)]
pub(super) struct AtomRecord<'a>(Reader<'a>);

impl AtomRecord<'_> {
    fn has(self, flag: u8) -> bool {
        self.0.u8(1) & flag != 0
    }
    fn effects(self) -> Effects {
        Effects(self.0.u8(2))
    }
    pub(super) fn key_kind(self) -> u8 {
        self.0.u8(3)
    }
    pub(super) fn kind(self) -> u8 {
        self.0.u8(0)
    }
    fn uses(self) -> u16 {
        self.0.u16(4)
    }
    pub(super) fn blob(self) -> u32 {
        self.0.u32(8)
    }
    fn rules(self) -> u32 {
        self.0.u32(12)
    }
}

/// The record of a rule; its layout stands at `compile::RULE_BYTES`.
#[derive(Clone, Copy)]
pub(super) struct RuleRecord<'a>(pub(super) Reader<'a>);

impl RuleRecord<'_> {
    pub(super) fn effect(self) -> u8 {
        self.0.u8(0)
    }
    /// The rule's effect as a set of one.
    fn bit(self) -> Effects {
        self.with_handler(0).bit()
    }
    fn with_handler(self, handler: u32) -> Effect {
        match self.0.u8(0) {
            ALLOW => Effect::Allow,
            1 => Effect::Deny,
            2 => Effect::Ask,
            4 => Effect::MayDeny,
            5 => Effect::MayAsk,
            _ => Effect::Fire(handler),
        }
    }
    /// Where it says what it says, in the table of texts.
    pub(super) fn written(self) -> u32 {
        self.0.u32(4)
    }
    fn shape(self) -> u8 {
        self.0.u8(1)
    }
    pub(super) fn events(self) -> u16 {
        self.0.u16(2)
    }
    fn predicate(self) -> u32 {
        self.0.u32(8)
    }
}

const ALLOW: u8 = 0;

/// The memory of a caller, kept from event to event.
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    work: Work,
    hits: Vec<Hit>,
    /// Atoms that match the texts of the unit at hand, with the view.
    views: Vec<(Span, u32, u32)>,
    view_atoms: Vec<u32>,
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

/// One evaluation.
pub(super) struct Run<'a> {
    pub(super) tables: Tables<'a>,
    /// The banks that hold anything, as bits.
    pub(super) banks: u32,
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
        let banks = [Self::names, Self::commands, Self::paths, Self::values];
        for bank in banks {
            if self.enough.is_none() {
                bank(self);
            }
        }
        self.doubts();
        self.scratch.hits.sort_unstable();
        self.scratch.hits.dedup();
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

    fn scan(&mut self, seed: u64, text: &[u8], words: Words) {
        let work = &mut self.scratch.work;
        self.tables.index.scan(seed, text, words, work);
    }

    /// Goes through what the last scan found.
    fn found(&self, i: usize) -> Option<(u32, AtomRecord<'a>)> {
        let atom = *self.scratch.work.atoms.get(i)?;
        Some((atom, self.tables.atom(atom)))
    }

    fn names(&mut self) {
        let subjects = self.subjects;
        if subjects.is_tool {
            let name = subjects.str(subjects.tool);
            self.name(name, Bank::Tool, Bank::ToolRegex);
        }
        if let Some(span) = subjects.matcher_field {
            let name = subjects.str(span);
            self.name(name, Bank::Matcher, Bank::MatcherRegex);
        }
    }

    fn has(&self, bank: Bank) -> bool {
        self.banks & bank.bit() != 0
    }

    fn name(&mut self, name: &str, bank: Bank, regexes: Bank) {
        if self.has(bank) {
            self.plain_name(name, bank);
        }
        if !self.has(regexes) {
            return;
        }
        let tables = self.tables;
        let known = self.regexes.get_or_init(|| name_regex::compile(tables));
        for atom in self.tables.index.root_list(regexes.seed(0)) {
            let at = known.binary_search_by_key(&atom, |r| r.0);
            let regex = at.ok().and_then(|at| known.get(at));
            if regex.is_some_and(|(_, regex)| regex.is_match(name)) {
                self.hit(atom, Place::Call);
            }
        }
    }

    fn plain_name(&mut self, name: &str, bank: Bank) {
        self.scan(bank.seed(0), name.as_bytes(), Words::Blanks);
        let mut i = 0;
        while let Some((atom, record)) = self.found(i) {
            i += 1;
            let blob = self.tables.blob(record.blob());
            let fits = match record.kind() {
                super::compile::kind::NAMES => {
                    text_blob::is_named(blob, name.as_bytes())
                }
                _ => self.text_matches(record, blob, name.as_bytes()),
            };
            if fits {
                self.hit(atom, Place::Call);
            }
        }
    }

    fn text_matches(
        &self,
        record: AtomRecord<'_>,
        blob: Reader<'_>,
        text: &[u8],
    ) -> bool {
        text_blob::matches(blob, record.has(BOUNDARY), text)
    }

    fn commands(&mut self) {
        let commands = &self.subjects.commands;
        let bank = match self.subjects.powershell {
            true => Bank::PowerShell,
            false => Bank::Posix,
        };
        if !self.has(bank) {
            return;
        }
        let mut unit = None;
        for view in &commands.views {
            if self.enough.is_some() {
                return;
            }
            if unit != Some(view.unit) {
                unit = Some(view.unit);
                self.scratch.views.clear();
                self.scratch.view_atoms.clear();
            }
            let text = view.text.of(&commands.text);
            let (from, to) = self.view_atoms(bank, view.text, text);
            for i in from..to {
                let atom = self.scratch.view_atoms.get(i as usize);
                let Some(&atom) = atom else { break };
                let record = self.tables.atom(atom);
                let effects = record.effects();
                let exact_only = view.exact_only && effects == Effects::ALLOW;
                if view.effects.meets(effects)
                    && (!exact_only || record.has(EXACT))
                {
                    self.hit(atom, Place::Unit(view.unit));
                }
            }
        }
    }

    /// The atoms whose pattern matches a view's text, whatever their
    /// effects; the same text of the same unit is scanned once.
    fn view_atoms(
        &mut self,
        bank: Bank,
        span: Span,
        text: &str,
    ) -> (u32, u32) {
        let commands = &self.subjects.commands;
        let seen = self.scratch.views.iter();
        let mut seen = seen.take(8).filter(|(other, _, _)| {
            *other == span || other.of(&commands.text) == text
        });
        if let Some(&(_, from, to)) = seen.next() {
            return (from, to);
        }
        self.scan(bank.seed(0), text.as_bytes(), Words::Blanks);
        let from = self.scratch.view_atoms.len() as u32;
        let mut i = 0;
        while let Some((atom, record)) = self.found(i) {
            i += 1;
            let blob = self.tables.blob(record.blob());
            if self.text_matches(record, blob, text.as_bytes()) {
                self.scratch.view_atoms.push(atom);
            }
        }
        let to = self.scratch.view_atoms.len() as u32;
        self.scratch.views.push((span, from, to));
        (from, to)
    }

    fn paths(&mut self) {
        let subjects = self.subjects;
        if subjects.paths.is_empty() || self.tables.bases.0.is_empty() {
            return;
        }
        let bases = Bases { table: self.tables.bases, subjects, at: 0 };
        for (number, base) in bases.enumerate() {
            let Some(base) = base else { continue };
            let seed = Bank::Path.seed(number as u64);
            for (at, path_use) in subjects.paths.iter().enumerate() {
                let (from, to) = path_use.spellings;
                let all = subjects.spellings.get(from as usize..to as usize);
                for (i, &span) in all.unwrap_or(&[]).iter().enumerate() {
                    let path = subjects.str(span);
                    let Some(path) = base.relative(path) else { continue };
                    self.scan(seed, path.as_bytes(), Words::Segments);
                    self.path(path, path_use, at as u32, i == 0, |other| {
                        all.unwrap_or(&[]).iter().all(|&span| {
                            let path = base.relative(subjects.str(span));
                            path.is_some_and(&mut *other)
                        })
                    });
                }
            }
        }
    }

    /// Verifies what the scan of one spelling found. An allow rule has to
    /// match all spellings, so it is looked for in the first only.
    fn path(
        &mut self,
        path: &str,
        path_use: &PathUse,
        at: u32,
        first: bool,
        all: impl Fn(&mut dyn FnMut(&str) -> bool) -> bool,
    ) {
        let fold = self.subjects.fold_case;
        let mut i = 0;
        while let Some((atom, record)) = self.found(i) {
            i += 1;
            let effects = record.effects();
            if record.uses() & path_use.kind.0 == 0
                || !effects.meets(path_use.effects)
            {
                continue;
            }
            let blob = self.tables.blob(record.blob());
            let mut fits = |path: &str| path_blob::matches(blob, fold, path);
            let holds = match effects == Effects::ALLOW {
                true => first && all(&mut fits),
                false => fits(path),
            };
            if holds {
                self.hit(atom, Place::Path(at));
            }
        }
    }

    /// Host, MCP tool, fields, input.
    fn values(&mut self) {
        let subjects = self.subjects;
        if let Some(span) = subjects.host
            && self.has(Bank::Host)
        {
            let host = subjects.str(span);
            let seed = Bank::Host.seed(0);
            self.scan(seed, host.as_bytes(), Words::Labels);
            self.verify(|blob, _| hosts::matches(blob, host));
        }
        let ambiguous = subjects.mcp.len() > 1;
        for &(server, tool) in &subjects.mcp {
            let (server, tool) = (subjects.str(server), subjects.str(tool));
            self.named_value(Bank::Mcp, server, tool, |record| {
                !ambiguous || record.effects() != Effects::ALLOW
            });
        }
        for &(path, value) in &subjects.fields {
            if !self.has(Bank::AnyField) {
                break;
            }
            let (path, value) = (subjects.str(path), subjects.str(value));
            self.named_value(Bank::Field, path, value, |_| true);
        }
        if let Some(span) = subjects.input_json
            && self.has(Bank::Input)
        {
            let json = subjects.str(span).as_bytes();
            self.scan(Bank::Input.seed(0), json, Words::Blanks);
            self.verify(|blob, _| text_blob::matches(blob, false, json));
        }
    }

    fn verify(
        &mut self,
        matches: impl Fn(Reader<'_>, AtomRecord<'_>) -> bool,
    ) {
        let mut i = 0;
        while let Some((atom, record)) = self.found(i) {
            i += 1;
            if matches(self.tables.blob(record.blob()), record) {
                self.hit(atom, Place::Call);
            }
        }
    }

    fn named_value(
        &mut self,
        bank: Bank,
        name: &str,
        value: &str,
        counts: impl Fn(AtomRecord<'_>) -> bool,
    ) {
        let seed = bank.seed(hash(name.as_bytes()));
        self.scan(seed, value.as_bytes(), Words::Blanks);
        self.verify(|blob, record| {
            let len = usize::from(blob.u16(0));
            if blob.bytes(2, len) != name.as_bytes() || !counts(record) {
                return false;
            }
            let glob = Reader(blob.0.get(2 + len..).unwrap_or(&[]));
            record.has(ANY_VALUE)
                || text_blob::matches(
                    glob,
                    record.has(BOUNDARY),
                    value.as_bytes(),
                )
        });
    }

    fn doubts(&mut self) {
        if !self.has(Bank::Doubt) {
            return;
        }
        for atom in self.tables.index.root_list(Bank::Doubt.seed(0)) {
            let record = self.tables.atom(atom);
            let holds = self.subjects.doubts().any(|doubt| {
                record.blob() >> (doubt.reason as u8) & 1 != 0
                    && doubt.effects.meets(record.effects())
            });
            if holds {
                self.hit(atom, Place::Call);
            }
        }
    }

    fn find_matches(&mut self) {
        self.scratch.matches.clear();
        self.scratch.candidates.clear();
        let mut at = 0;
        while let Some(&(atom, _)) = self.scratch.hits.get(at) {
            let rest = self.scratch.hits.get(at..).unwrap_or(&[]);
            let len = rest.iter().take_while(|hit| hit.0 == atom).count();
            self.reach(atom, at, at + len);
            at += len;
        }
        let sets = self.tables.events.0.len() / 8;
        for set in (0..sets).filter_map(|n| u16::try_from(n).ok()) {
            if !self.tables.event_set(set).has(self.kind) {
                continue;
            }
            let seed = Bank::Always.seed(u64::from(set));
            let rules = self.tables.index.root_list(seed);
            self.scratch.candidates.extend(rules);
        }
        self.scratch.candidates.sort_unstable();
        self.scratch.candidates.dedup();
        let mut i = 0;
        while let Some(&rule) = self.scratch.candidates.get(i) {
            i += 1;
            self.evaluate(rule);
        }
        self.scratch.matches.sort_unstable();
    }

    /// Goes to the rules that are reached through an atom with these hits.
    fn reach(&mut self, atom: u32, from: usize, to: usize) {
        let rules = self.tables.atom(atom).rules();
        for rule in self.tables.index.members(rules) {
            let record = self.tables.rule(rule);
            if !self.tables.event_set(record.events()).has(self.kind) {
                continue;
            }
            if record.shape() != ONE_ATOM {
                self.scratch.candidates.push(rule);
                continue;
            }
            let to = match record.effect() {
                ALLOW => to,
                _ => from + 1,
            };
            for i in from..to {
                let hit = self.scratch.hits.get(i);
                let Some(&(_, place)) = hit else { break };
                let rule = RuleId(rule);
                self.scratch.matches.push(Match { rule, place });
            }
        }
    }

    fn evaluate(&mut self, rule: u32) {
        let record = self.tables.rule(rule);
        let mut at = record.predicate() as usize;
        let scratch = &mut *self.scratch;
        let mut evaluation = Evaluation {
            predicates: self.tables.predicates,
            hits: &scratch.hits,
            fuel: 1 << 20,
        };
        if record.shape() == MATCHER_FIRST {
            if !evaluation.holds(at, 0) {
                return;
            }
            at = evaluation.after(at);
        }
        if !evaluation.holds(at, 0) {
            return;
        }
        scratch.places.clear();
        evaluation.places(at, 0, RuleId(rule), &mut scratch.places);
        scratch.places.sort_unstable();
        scratch.places.dedup();
        let count = match record.effect() {
            ALLOW => scratch.places.len(),
            _ => 1,
        };
        scratch.matches.extend(scratch.places.iter().take(count));
    }
}
