//! All rules of a policy, as languages.

use std::collections::HashMap;
use std::rc::Rc;

use super::cell::{Cell, cells};
use super::relate::{Found, Language, search};
use crate::dialect::Dialect;
use crate::event::EventKind;
use crate::event::{Context, Event};
use crate::hook_set::reference;
use crate::ir::{Atom, AtomId, Rule, RuleId, Rules};
use crate::json::Tape;
use crate::subject::{Needs, Subjects};

use super::witness::{Sample, sample_context};

/// The rules of a policy under analysis. Each is turned into automata when
/// it is first asked for.
#[derive(Debug)]
pub struct Survey<'a> {
    pub(super) rules: &'a Rules,
    pub(super) dialect: &'a Dialect,
    languages: HashMap<AtomId, Option<Language>>,
    probes: HashMap<AtomId, Option<Rc<Vec<u32>>>>,
    cells: HashMap<RuleId, Option<Rc<Vec<Cell>>>>,
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
            languages: HashMap::new(),
            probes: HashMap::new(),
            cells: HashMap::new(),
            context: sample_context(),
            subjects: Subjects::default(),
            tape: Tape::new(),
        }
    }

    /// The language of an atom's text; `None` where it has none or a limit
    /// is reached.
    pub(super) fn language(&mut self, id: AtomId) -> Option<Language> {
        let rules = self.rules;
        let entry = self.languages.entry(id);
        let made = entry.or_insert_with(|| match rules.atom(id)? {
            Atom::Tool(test) | Atom::MatcherField(test) => {
                Language::name(test)
            }
            Atom::Command { pattern, .. } => Language::text(pattern),
            Atom::Path { pattern, .. } => Language::path(pattern),
            Atom::Host(glob) => Language::host(glob),
            Atom::Mcp { server, tool, .. } => {
                Language::mcp(server, tool.as_ref())
            }
            _ => None,
        });
        made.clone()
    }

    /// A shortest text of an atom.
    pub(super) fn probe(
        &mut self,
        id: AtomId,
        language: &Language,
    ) -> Option<Rc<Vec<u32>>> {
        let made = self.probes.entry(id).or_insert_with(|| {
            match search(&[&language.dfa], &[]) {
                Found::Text(symbols) => Some(Rc::new(symbols)),
                _ => None,
            }
        });
        made.clone()
    }

    /// The alternatives of a rule, matcher and condition together.
    pub(super) fn cells(&mut self, id: RuleId) -> Option<Rc<Vec<Cell>>> {
        if let Some(known) = self.cells.get(&id) {
            return known.clone();
        }
        let rules = self.rules;
        let made = rules.rule(id).and_then(|rule| {
            let both = [rule.matcher.clone(), rule.predicate.clone()];
            let both = crate::ir::Predicate::all_of(both);
            cells(rules, &both).map(Rc::new)
        });
        self.cells.insert(id, made.clone());
        made
    }

    /// Whether the evaluator says that a rule matches a sample.
    pub fn matches(&mut self, rule: RuleId, sample: &Sample) -> bool {
        let Some(rule) = self.rules.rule(rule) else { return false };
        let event = Event::read(sample.json(), &mut self.tape);
        let kind = event.kind.unwrap_or(EventKind::PRE_TOOL_USE);
        self.subjects.read(&event, &self.context, self.dialect, Needs::ALL);
        matches(self.rules, rule, &self.subjects, kind)
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
