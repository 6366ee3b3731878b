//! Examples: events that rules match.

use super::call::{call, other_event};
use super::cell::Cell;
use super::guess;
use super::relate::{Sought, search};
use super::sample::Sample;
use super::style::Style;
use super::survey::Survey;
use crate::event::EventKind;
use crate::ir::{Atom, AtomId, BaseId, RuleId};

/// What it costs to ask the evaluator about an example, in steps.
const ASKED: usize = 2_000;

/// What an example is made for.
#[derive(Clone)]
pub(super) struct Wanted<'c> {
    /// One of the rule's alternatives.
    pub(super) cell: &'c Cell,
    /// What it must match besides.
    pub(super) also: Option<AtomId>,
    /// What it must not match.
    pub(super) avoid: Vec<&'c Cell>,
    pub(super) style: Style,
}

impl<'c> Wanted<'c> {
    /// The same, where only what is about a tool must not match.
    fn near(&self, tool: &str) -> Wanted<'c> {
        let mut near = self.clone();
        near.avoid.retain(|other| other.tools.has(tool));
        near
    }
}

impl Survey<'_> {
    /// Events that a rule matches, each confirmed by the evaluator.
    pub fn samples(&mut self, id: RuleId) -> Vec<Sample> {
        self.samples_outside(id, &[])
    }

    /// Events that a rule matches and others do not, confirmed likewise.
    pub fn samples_outside(
        &mut self,
        id: RuleId,
        others: &[RuleId],
    ) -> Vec<Sample> {
        self.made(id, others, usize::MAX)
    }

    /// The first of these.
    pub(super) fn sample_outside(
        &mut self,
        id: RuleId,
        others: &[RuleId],
    ) -> Option<Sample> {
        self.made(id, others, 1).pop()
    }

    fn made(
        &mut self,
        id: RuleId,
        others: &[RuleId],
        enough: usize,
    ) -> Vec<Sample> {
        let Some(own) = self.cells(id) else { return Vec::new() };
        let mut avoid = Vec::new();
        for other in others {
            if let Some(cells) = self.cells(*other) {
                avoid.extend(cells.iter().cloned());
            }
        }
        let right = |survey: &mut Self, sample: &Sample| {
            survey.matches(id, sample)
                && !others.iter().any(|rule| survey.matches(*rule, sample))
        };
        let avoided = (&*avoid, None);
        let mut found = self.examples(id, &own, avoided, enough, right);
        // What others leave out may be what is left.
        for left in avoid.iter().flat_map(|cell| &cell.without) {
            if found.is_empty() {
                let avoided = (&*avoid, Some(*left));
                found = self.examples(id, &own, avoided, enough, right);
            }
        }
        if !found.is_empty() {
            self.lives(id);
        }
        found
    }

    /// A call that a rule matches, guessed from its pattern and confirmed.
    pub(super) fn guessed(&mut self, id: RuleId) -> Option<Sample> {
        let own = self.cells(id)?;
        let kind = self.kind(id);
        let style = Style::Guessed;
        for cell in own.iter() {
            let avoid = Vec::new();
            let wanted = Wanted { cell, also: None, avoid, style };
            let mut samples = self.of_cell(kind, &wanted).into_iter();
            let right = samples.find(|sample| self.matches(id, sample));
            if right.is_some() {
                self.lives(id);
                return right;
            }
        }
        None
    }

    /// Examples of alternatives of a rule, as many as are enough; such as
    /// others do not match, and an atom does.
    pub(super) fn examples(
        &mut self,
        id: RuleId,
        cells: &[Cell],
        (avoid, also): (&[Cell], Option<AtomId>),
        enough: usize,
        mut right: impl FnMut(&mut Self, &Sample) -> bool,
    ) -> Vec<Sample> {
        let kind = self.kind(id);
        let mut found: Vec<Sample> = Vec::new();
        for cell in cells {
            for style in Style::SEARCHED {
                let avoid = avoid.iter().collect();
                let wanted = Wanted { cell, also, avoid, style };
                for sample in self.of_cell(kind, &wanted) {
                    if found.contains(&sample) {
                        continue;
                    }
                    if !self.fuel.spend(ASKED) {
                        return found;
                    }
                    if right(self, &sample) {
                        found.push(sample);
                    }
                    if found.len() >= enough {
                        return found;
                    }
                }
            }
        }
        found
    }

    /// An event that two rules match, confirmed by the evaluator.
    pub fn shared(&mut self, one: RuleId, other: RuleId) -> Option<Sample> {
        let (own, others) = (self.cells(one)?, self.cells(other)?);
        let kind = self.kind(one);
        for cell in own.iter() {
            for with in others.iter() {
                let both = cell.beside(with);
                let also = cell.content.and(with.content);
                let none = both.tools.names == Some(Vec::new());
                if none || !kind.is_tool() || self.apart(cell, also) {
                    continue;
                }
                let mut samples = Style::SEARCHED.into_iter();
                let shown = samples.find_map(|style| {
                    let (cell, avoid) = (&both, Vec::new());
                    let wanted = Wanted { cell, also, avoid, style };
                    let samples = self.of_cell(kind, &wanted);
                    samples.into_iter().find(|sample| {
                        self.fuel.spend(ASKED)
                            && self.matches(one, sample)
                            && self.matches(other, sample)
                    })
                });
                if shown.is_some() {
                    return shown;
                }
            }
        }
        None
    }

    /// Whether nothing matches both contents, or it is not known.
    fn apart(&mut self, cell: &Cell, also: Option<AtomId>) -> bool {
        let (Some(own), Some(also)) = (cell.content, also) else {
            return false;
        };
        if !self.is_alike(own, also) {
            return true;
        }
        let (Some(one), Some(other)) =
            (self.language(own), self.language(also))
        else {
            return true;
        };
        let found = search(&[&one.dfa, &other.dfa], &[], &self.fuel);
        !matches!(found, Sought::Text(_))
    }

    fn of_cell(
        &mut self,
        kind: EventKind,
        wanted: &Wanted<'_>,
    ) -> Vec<Sample> {
        let cell = wanted.cell;
        if !kind.is_tool() {
            let once = matches!(wanted.style, Style::Searched(0));
            let events = || other_event(kind, cell, &self.fuel);
            return if once { events() } else { Vec::new() };
        }
        let mut calls = Vec::new();
        for names in self.tools_apart(wanted) {
            let Some(first) = names.first() else { continue };
            let near = wanted.near(first);
            for text in self.texts(first, &near) {
                let names = names.iter();
                let made = names.map(|name| call(kind, name, &text, cell));
                calls.extend(made.flatten());
            }
        }
        calls.extend(self.told_server(kind, wanted));
        calls
    }

    /// A call of which the event says whose tool it is: where other rules
    /// read the name in another way, it counts.
    fn told_server(
        &self,
        kind: EventKind,
        wanted: &Wanted<'_>,
    ) -> Option<Sample> {
        let content = self.rules.atom(wanted.cell.content?)?;
        let Atom::Mcp { server, tool, .. } = content else { return None };
        let first = wanted.style == Style::Searched(0);
        let name = guess::mcp(server, tool.as_ref());
        let told = [("mcp_server_name".to_owned(), server.clone())];
        (first && !wanted.avoid.is_empty())
            .then(|| Sample::made(kind, &name, Vec::new(), &told))
    }

    pub(super) fn kind(&self, id: RuleId) -> EventKind {
        let events = self.rules.rule(id).map(|rule| rule.events);
        let fits =
            |kind: &EventKind| events.is_some_and(|events| events.has(*kind));
        Some(EventKind::PRE_TOOL_USE)
            .filter(fits)
            .or_else(|| EventKind::all().find(fits))
            .unwrap_or(EventKind::PRE_TOOL_USE)
    }

    /// Whether two atoms are about the same text of an event.
    pub(super) fn is_alike(&self, one: AtomId, other: AtomId) -> bool {
        let (Some(one), Some(other)) =
            (self.rules.atom(one), self.rules.atom(other))
        else {
            return false;
        };
        std::mem::discriminant(one) == std::mem::discriminant(other)
            && base(one) == base(other)
    }
}

fn base(atom: &Atom) -> Option<&BaseId> {
    match atom {
        Atom::Path { anchor, .. } => Some(anchor),
        _ => None,
    }
}
