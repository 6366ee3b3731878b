//! Examples: events that rules match.

use super::call::{What, call, directory, other_event};
use super::cell::Cell;
use super::guess;
use super::relate::{Found, Language, search};
use super::sample::Sample;
use super::style::{self, Style};
use super::survey::Survey;
use crate::event::EventKind;
use crate::event::tools;
use crate::ir::{Atom, AtomId, BaseId, RuleId};

/// What it costs to ask the evaluator about an example, in steps.
const ASKED: usize = 2_000;

/// What an example is made for.
struct Wanted<'c> {
    /// One of the rule's alternatives.
    cell: &'c Cell,
    /// What it must match besides.
    also: Option<AtomId>,
    /// What it must not match.
    avoid: &'c [Cell],
    style: Style,
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
        let found =
            self.examples(id, &own, &avoid, enough, |survey, sample| {
                survey.matches(id, sample)
                    && !others.iter().any(|rule| survey.matches(*rule, sample))
            });
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
            let wanted = Wanted { cell, also: None, avoid: &[], style };
            let mut samples = self.of_cell(kind, &wanted).into_iter();
            let right = samples.find(|sample| self.matches(id, sample));
            if right.is_some() {
                self.lives(id);
                return right;
            }
        }
        None
    }

    /// Examples of alternatives of a rule, as many as are enough.
    pub(super) fn examples(
        &mut self,
        id: RuleId,
        cells: &[Cell],
        avoid: &[Cell],
        enough: usize,
        mut right: impl FnMut(&mut Self, &Sample) -> bool,
    ) -> Vec<Sample> {
        let kind = self.kind(id);
        let mut found: Vec<Sample> = Vec::new();
        for cell in cells {
            for style in Style::SEARCHED {
                let wanted = Wanted { cell, also: None, avoid, style };
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
                let both = Cell {
                    tools: cell.tools.and(&with.tools),
                    content: cell.content.or(with.content),
                    fields: [&*cell.fields, &*with.fields].concat(),
                    doubtful: cell.doubtful || with.doubtful,
                };
                let also = cell.content.and(with.content);
                let none = both.tools.names == Some(Vec::new());
                if none || !kind.is_tool() || self.apart(cell, also) {
                    continue;
                }
                let mut samples = Style::SEARCHED.into_iter();
                let shown = samples.find_map(|style| {
                    let wanted =
                        Wanted { cell: &both, also, avoid: &[], style };
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
        !matches!(found, Found::Text(_))
    }

    fn of_cell(
        &mut self,
        kind: EventKind,
        wanted: &Wanted<'_>,
    ) -> Vec<Sample> {
        let cell = wanted.cell;
        if !kind.is_tool() {
            let once = matches!(wanted.style, Style::Searched(0));
            let events = || other_event(kind, &cell.tools, &self.fuel);
            return if once { events() } else { Vec::new() };
        }
        if cell.doubtful {
            return Vec::new();
        }
        let Some((content, text)) = self.text(wanted) else {
            return Vec::new();
        };
        let names = self.tool_names(wanted);
        let calls = names.iter();
        let calls =
            calls.filter_map(|name| call(kind, name, content, &text, cell));
        calls.collect()
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
    fn is_alike(&self, one: AtomId, other: AtomId) -> bool {
        let (Some(one), Some(other)) =
            (self.rules.atom(one), self.rules.atom(other))
        else {
            return false;
        };
        std::mem::discriminant(one) == std::mem::discriminant(other)
            && base(one) == base(other)
    }

    /// A text that a call must bring along, and what it is.
    fn text(&mut self, wanted: &Wanted<'_>) -> Option<(What, String)> {
        let Some(id) = wanted.cell.content else {
            return Some((What::Nothing, String::new()));
        };
        let rules = self.rules;
        let own = rules.atom(id)?;
        let between = match own {
            Atom::Command { .. } => ' ',
            Atom::Host(_) => '.',
            Atom::Path { .. } => '/',
            Atom::Mcp { .. } => return Some((What::Nothing, String::new())),
            _ => return None,
        };
        let text = match wanted.style {
            Style::Guessed => match own {
                Atom::Command { pattern, .. } => guess::text(pattern),
                Atom::Host(glob) => guess::host(glob),
                Atom::Path { pattern, .. } => guess::path(pattern),
                _ => return None,
            },
            Style::Searched(kind) => {
                self.searched(id, wanted, between, kind)?
            }
        };
        Some(match own {
            Atom::Command { .. } => (What::Command, text),
            Atom::Path { uses, anchor, .. } => {
                let directory = directory(anchor, self.dialect.config_dir)?;
                let path = match text.is_empty() {
                    true if directory.is_empty() => "/".to_owned(),
                    true => directory,
                    false => format!("{directory}/{text}"),
                };
                (What::Path(*uses), path)
            }
            _ => (What::Host, text),
        })
    }

    fn searched(
        &mut self,
        id: AtomId,
        wanted: &Wanted<'_>,
        between: char,
        kind: usize,
    ) -> Option<String> {
        let language = self.language(id)?;
        let mut outside = Vec::new();
        for other in wanted.avoid.iter().filter_map(|cell| cell.content) {
            if self.is_alike(id, other) {
                outside.extend(self.language(other));
            }
        }
        let outside: Vec<_> = outside.iter().collect();
        let also = match wanted.also {
            Some(also) if self.is_alike(id, also) => {
                Some(self.language(also)?)
            }
            Some(_) => return None,
            None => None,
        };
        let mut inside = vec![&language];
        inside.extend(&also);
        style::example(&inside, &outside, between, kind, &self.fuel)
    }

    /// A few tools whose calls a cell is about, those first that the others
    /// are not about.
    fn tool_names(&mut self, wanted: &Wanted<'_>) -> Vec<String> {
        let (cell, avoid) = (wanted.cell, wanted.avoid);
        let whole: Vec<_> = avoid
            .iter()
            .filter(|other| {
                let wide = |f| cell.fields.contains(f);
                other.content.is_none() && other.fields.iter().all(wide)
            })
            .map(|other| &other.tools)
            .collect();
        let free = |name: &String| !whole.iter().any(|t| t.has(name));
        if let Some(names) = &cell.tools.names {
            let names = names.iter().filter(|name| free(name));
            return names.take(3).cloned().collect();
        }
        let Style::Searched(kind) = wanted.style else {
            return self.guessed_name(cell).into_iter().collect();
        };
        let mut outside: Vec<Language> = Vec::new();
        for id in avoid.iter().filter_map(|other| other.content) {
            if matches!(self.rules.atom(id), Some(Atom::Mcp { .. })) {
                outside.extend(self.language(id));
            }
        }
        for tools in whole.iter().filter(|tools| tools.names.is_none()) {
            if let ([one], []) = (&*tools.inside, &*tools.outside) {
                outside.push(one.clone());
            }
        }
        let known = tools::names().filter(|name| cell.tools.has(name));
        let known = known.map(str::to_owned).filter(&free).take(2);
        let mut names: Vec<String> = known.collect();
        let mut away: Vec<_> = cell.tools.outside.iter().collect();
        away.extend(&outside);
        let inside: Vec<_> = cell.tools.inside.iter().collect();
        names.extend(style::example(&inside, &away, '_', kind, &self.fuel));
        names.retain(&free);
        names
    }

    fn guessed_name(&self, cell: &Cell) -> Option<String> {
        match self.rules.atom(cell.content?)? {
            Atom::Mcp { server, tool, .. } => {
                Some(guess::mcp(server, tool.as_ref()))
            }
            _ => None,
        }
    }
}

fn base(atom: &Atom) -> Option<&BaseId> {
    match atom {
        Atom::Path { anchor, .. } => Some(anchor),
        _ => None,
    }
}
