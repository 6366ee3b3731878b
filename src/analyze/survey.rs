//! All rules of a policy, as languages.

use std::cell::OnceCell;
use std::collections::HashMap;
use std::rc::Rc;

use super::cell::{Cell, Ground, cells};
use super::fuel::{self, Fuel};
use super::relate::{Language, Sought, search};
use super::sample::{Sample, sample_context};
use crate::dialect::Dialect;
use crate::event::EventKind;
use crate::event::{Context, Event};
use crate::hook_set::{self, HookSet, Limits, reference};
use crate::ir::{Atom, AtomId, Origin, Predicate, Rule, RuleId, Rules};
use crate::json::Tape;
use crate::subject::{Needs, Subjects};

/// What is made when it is first asked for.
type Lazy<T> = Option<Option<T>>;

/// The rules of a policy under analysis. Each is turned into automata when
/// it is first asked for.
#[derive(Debug)]
pub struct Survey<'a> {
    pub(super) rules: &'a Rules,
    pub(super) dialect: &'a Dialect,
    pub(super) fuel: Fuel,
    languages: Vec<Lazy<Language>>,
    probes: Vec<Lazy<Rc<Vec<u32>>>>,
    cells: Vec<Lazy<Rc<Vec<Cell>>>>,
    /// A few commands that allow rules are about.
    pub(super) allowed: OnceCell<Vec<String>>,
    /// By the place of a guard, what tells where it could match.
    pub(super) open: OnceCell<HashMap<Origin, Vec<RuleId>>>,
    /// Rules about which a question was given up.
    pub(super) undecided: Vec<RuleId>,
    /// Which rules are known to match something.
    alive: Vec<bool>,
    compiled: Lazy<HookSet>,
    scratch: hook_set::Scratch,
    context: Context,
    subjects: Subjects,
    tape: Tape,
}

impl<'a> Survey<'a> {
    /// A survey of the rules of one policy.
    pub fn new(rules: &'a Rules, dialect: &'a Dialect) -> Survey<'a> {
        Survey {
            rules,
            dialect,
            fuel: Fuel::default(),
            languages: vec![None; rules.atoms.len()],
            probes: vec![None; rules.atoms.len()],
            cells: vec![None; rules.rules.len()],
            allowed: OnceCell::new(),
            open: OnceCell::new(),
            undecided: Vec::new(),
            alive: vec![false; rules.rules.len()],
            compiled: None,
            scratch: hook_set::Scratch::default(),
            context: sample_context(),
            subjects: Subjects::default(),
            tape: Tape::new(),
        }
    }

    /// The language of an atom's text; `None` where it has none or a limit
    /// is reached.
    pub(super) fn language(&mut self, id: AtomId) -> Option<Language> {
        let entry = self.languages.get_mut(id.0 as usize)?;
        if let Some(known) = entry {
            return known.clone();
        }
        let fuel = &self.fuel;
        let made = match self.rules.atom(id)? {
            Atom::Tool(test) | Atom::MatcherField(test) => {
                Language::name_in(test, fuel)
            }
            Atom::Command { pattern, .. } => Language::text_in(pattern, fuel),
            Atom::Path { pattern, .. } => Language::path_in(pattern, fuel),
            Atom::Host(glob) => Language::host_in(glob, fuel),
            Atom::Mcp { server, tool, .. } => {
                Language::mcp_in(server, tool.as_ref(), fuel)
            }
            _ => None,
        };
        // What was given up for lack of fuel may be made later.
        if made.is_some() || !fuel.is_empty() {
            *entry = Some(made.clone());
        }
        made
    }

    /// A shortest text of an atom.
    pub(super) fn probe(
        &mut self,
        id: AtomId,
        language: &Language,
    ) -> Option<Rc<Vec<u32>>> {
        let entry = self.probes.get_mut(id.0 as usize)?;
        let fuel = &self.fuel;
        let made = entry.get_or_insert_with(|| {
            match search(&[&language.dfa], &[], fuel) {
                Sought::Text(symbols) => Some(Rc::new(symbols)),
                _ => None,
            }
        });
        made.clone()
    }

    /// The alternatives of a rule, matcher and condition together.
    pub(super) fn cells(&mut self, id: RuleId) -> Option<Rc<Vec<Cell>>> {
        if let Some(known) = self.cells.get(id.0 as usize)? {
            return known.clone();
        }
        let rule = self.rules.rule(id)?;
        let made = match &rule.matcher {
            Predicate::Always => self.cells_of(&rule.predicate),
            matcher => {
                let both = [matcher.clone(), rule.predicate.clone()];
                self.cells_of(&Predicate::all_of(both))
            }
        };
        let made = made.map(Rc::new);
        let entry = self.cells.get_mut(id.0 as usize)?;
        if made.is_some() || !self.fuel.is_empty() {
            *entry = Some(made.clone());
        }
        made
    }

    /// The alternatives of a predicate of these rules.
    pub(super) fn cells_of(&self, predicate: &Predicate) -> Option<Vec<Cell>> {
        let strict = self.dialect.shell.strict;
        let ground = Ground { rules: self.rules, strict, fuel: &self.fuel };
        cells(ground, predicate)
    }

    /// Remembers that a rule matches something.
    pub(super) fn lives(&mut self, id: RuleId) {
        if let Some(alive) = self.alive.get_mut(id.0 as usize) {
            *alive = true;
        }
    }

    pub(super) fn is_alive(&self, id: RuleId) -> bool {
        self.alive.get(id.0 as usize).copied().unwrap_or(false)
    }

    /// The rules about which some question was given up because it would
    /// have cost too much: what was asked about them is not decided.
    pub fn undecided(&self) -> Vec<RuleId> {
        let mut all = self.undecided.clone();
        all.sort();
        all.dedup();
        all
    }

    /// Whether the evaluator says that a rule matches a sample.
    pub fn matches(&mut self, rule: RuleId, sample: &Sample) -> bool {
        let Some(rule) = self.rules.rule(rule) else { return false };
        let kind = self.read(sample);
        matches(self.rules, rule, &self.subjects, kind)
    }

    /// Whether the condition of a rule holds, whatever its matcher says.
    pub(super) fn condition_holds(
        &mut self,
        rule: RuleId,
        sample: &Sample,
    ) -> bool {
        let Some(rule) = self.rules.rule(rule) else { return false };
        let kind = self.read(sample);
        let (rules, subjects) = (self.rules, &self.subjects);
        rule.events.has(kind)
            && reference::predicate_holds(rules, &rule.predicate, subjects)
    }

    /// The rules that match a sample, by the compiled set; `None` where the
    /// rules cannot be compiled, or there is no fuel for it. For finding out
    /// what to look at: a claim asks the reference evaluator.
    pub(super) fn matching(&mut self, sample: &Sample) -> Option<Vec<RuleId>> {
        let kind = self.read(sample);
        let rules = self.rules;
        let compiled = self.compiled.get_or_insert_with(|| {
            HookSet::compile(rules, &Limits::default()).ok()
        });
        let set = compiled.as_ref()?;
        let all = set.matches(&self.subjects, kind, &mut self.scratch);
        let mut all: Vec<RuleId> = all.iter().map(|m| m.rule).collect();
        all.dedup();
        let price = fuel::lookup(self.scratch.tested());
        self.fuel.spend(price).then_some(all)
    }

    fn read(&mut self, sample: &Sample) -> EventKind {
        let event = Event::read(sample.json(), &mut self.tape);
        self.subjects.read(&event, &self.context, self.dialect, Needs::ALL);
        event.kind.unwrap_or(EventKind::PRE_TOOL_USE)
    }
}

/// Whether a rule matches, by the reference evaluator.
fn matches(
    rules: &Rules,
    rule: &Rule,
    subjects: &Subjects,
    kind: EventKind,
) -> bool {
    rule.events.has(kind)
        && reference::predicate_holds(rules, &rule.matcher, subjects)
        && reference::predicate_holds(rules, &rule.predicate, subjects)
}
