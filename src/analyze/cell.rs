//! Predicates as alternatives of plain conditions.

use std::sync::{Arc, LazyLock};

use super::fuel::Fuel;
use super::relate::{Language, Sought, search};
use crate::event::tools::{self, Governs, Tool};
use crate::ir::{
    Atom, AtomId, CommandShell, NameTest, Predicate, Rules, Uses,
};
use crate::shell::Effects;
use crate::syntax::TextGlob;

/// The most alternatives of one predicate.
const MAX_CELLS: usize = 32;

/// One alternative: all of it must hold.
#[derive(Clone, Debug)]
pub(super) struct Cell {
    /// Which tools are called.
    pub(super) tools: Tools,
    /// What a part of the call must match; `None` for the call as a whole.
    pub(super) content: Option<AtomId>,
    /// Fields and what they must match.
    pub(super) fields: Vec<(String, Option<TextGlob>)>,
    /// Doubts one of which must be raised, of each of these.
    pub(super) doubts: Vec<AtomId>,
    /// What must not match besides.
    pub(super) without: Vec<AtomId>,
}

/// A set of names: some names, or all; those in all of `inside` and none of
/// `outside`.
#[derive(Clone, Debug, Default)]
pub(super) struct Tools {
    pub(super) names: Option<Vec<String>>,
    pub(super) inside: Vec<Language>,
    pub(super) outside: Vec<Language>,
}

impl Tools {
    fn named(names: Vec<String>) -> Tools {
        Tools { names: Some(names), ..Tools::default() }
    }

    fn within_one(language: Language) -> Tools {
        Tools { inside: vec![language], ..Tools::default() }
    }

    /// Whether it is that of all names.
    pub(super) fn is_all(&self) -> bool {
        self.names.is_none()
            && self.inside.is_empty()
            && self.outside.is_empty()
    }

    /// Both conditions together.
    pub(super) fn and(&self, other: &Tools) -> Tools {
        let mut tools = self.clone();
        tools.inside.extend(other.inside.iter().cloned());
        tools.outside.extend(other.outside.iter().cloned());
        let names = match (&self.names, &other.names) {
            (Some(own), Some(other)) => {
                let both = own.iter().filter(|name| other.contains(name));
                Some(both.cloned().collect())
            }
            (Some(names), None) | (None, Some(names)) => Some(names.clone()),
            (None, None) => None,
        };
        tools.names = names.map(|mut names: Vec<String>| {
            names.retain(|name| tools.fits(name));
            names
        });
        tools
    }

    fn fits(&self, name: &str) -> bool {
        self.inside.iter().all(|language| language.has(name))
            && !self.outside.iter().any(|language| language.has(name))
    }

    pub(super) fn has(&self, name: &str) -> bool {
        let listed = self.names.as_ref();
        listed.is_none_or(|names| names.iter().any(|own| own == name))
            && self.fits(name)
    }

    /// Whether all of these are among the others; `None` where it is not
    /// decided.
    pub(super) fn within(&self, other: &Tools, fuel: &Fuel) -> Option<bool> {
        if let Some(names) = &self.names {
            return Some(names.iter().all(|name| other.has(name)));
        }
        let mut all = true;
        let listed = other.names.as_ref().map(|names| {
            let test = NameTest::OneOf(names.clone());
            Language::name_in(&test, fuel)
        });
        if let Some(listed) = listed {
            all &= self.none(&[], &[&listed?], fuel)?;
        }
        for language in &other.inside {
            let same = |own: &Language| Arc::ptr_eq(&own.dfa, &language.dfa);
            all &= self.inside.iter().any(same)
                || self.none(&[], &[language], fuel)?;
        }
        for language in &other.outside {
            all &= self.none(&[language], &[], fuel)?;
        }
        Some(all)
    }

    /// Whether no name is also in all of these and in none of those.
    pub(super) fn none(
        &self,
        inside: &[&Language],
        outside: &[&Language],
        fuel: &Fuel,
    ) -> Option<bool> {
        if let Some(names) = &self.names {
            return Some(!names.iter().any(|name| {
                inside.iter().all(|language| language.has(name))
                    && !outside.iter().any(|language| language.has(name))
            }));
        }
        match self.search(inside, outside, fuel) {
            Sought::Nothing => Some(true),
            Sought::Text(_) => Some(false),
            Sought::NotDecided => None,
        }
    }

    /// A name of the set that is also in all of these and none of those.
    pub(super) fn search(
        &self,
        inside: &[&Language],
        outside: &[&Language],
        fuel: &Fuel,
    ) -> Sought {
        let own = self.inside.iter();
        let inside: Vec<_> =
            own.chain(inside.iter().copied()).map(|l| &*l.dfa).collect();
        let own = self.outside.iter();
        let outside: Vec<_> =
            own.chain(outside.iter().copied()).map(|l| &*l.dfa).collect();
        search(&inside, &outside, fuel)
    }
}

impl Cell {
    fn plain() -> Cell {
        Cell {
            tools: Tools::default(),
            content: None,
            fields: Vec::new(),
            doubts: Vec::new(),
            without: Vec::new(),
        }
    }

    /// Whether it holds only for calls that are in doubt.
    pub(super) fn is_doubtful(&self) -> bool {
        !self.doubts.is_empty()
    }

    /// Whether nothing but the tool counts.
    pub(super) fn is_whole(&self) -> bool {
        self.content.is_none()
            && self.fields.is_empty()
            && self.doubts.is_empty()
            && self.without.is_empty()
    }

    /// The same for the calls of one tool alone.
    pub(super) fn of_tool(&self, name: &str) -> Cell {
        let tools = Tools::named(vec![name.to_owned()]);
        Cell { tools, ..self.clone() }
    }

    fn and(&self, other: &Cell) -> Option<Cell> {
        let one = self.content.is_none() || other.content.is_none();
        one.then(|| self.beside(other))
    }

    /// Both together, where only the content of one is told.
    pub(super) fn beside(&self, other: &Cell) -> Cell {
        Cell {
            tools: self.tools.and(&other.tools),
            content: self.content.or(other.content),
            fields: [&*self.fields, &*other.fields].concat(),
            doubts: [&*self.doubts, &*other.doubts].concat(),
            without: [&*self.without, &*other.without].concat(),
        }
    }
}

/// What atoms of predicates stand for.
#[derive(Clone, Copy)]
pub(super) struct Ground<'a> {
    pub(super) rules: &'a Rules,
    /// Whether guards look at what unknown tools are given.
    pub(super) strict: bool,
    pub(super) fuel: &'a Fuel,
}

/// The alternatives of a predicate; `None` where it is not of such a form.
/// The value that a matcher looks at is taken for the tool's name.
pub(super) fn cells(
    ground: Ground<'_>,
    predicate: &Predicate,
) -> Option<Vec<Cell>> {
    alternatives(ground, predicate, true)
}

/// Where `holds` is false, of what is not so. As deep as the predicate,
/// which is limited when it is read.
fn alternatives(
    ground: Ground<'_>,
    predicate: &Predicate,
    holds: bool,
) -> Option<Vec<Cell>> {
    let members = match (predicate, holds) {
        (Predicate::Always, true) | (Predicate::Never, false) => {
            return Some(vec![Cell::plain()]);
        }
        (Predicate::Never, true) | (Predicate::Always, false) => {
            return Some(Vec::new());
        }
        (Predicate::Atom(id), true) => return atom(ground, *id),
        (Predicate::Atom(id), false) => return not(ground, *id),
        (Predicate::Not(inner), _) => {
            return alternatives(ground, inner, !holds);
        }
        (Predicate::Or(members) | Predicate::And(members), _) => members,
    };
    let any = matches!(predicate, Predicate::Or(_)) == holds;
    let mut all = if any { Vec::new() } else { vec![Cell::plain()] };
    for member in members {
        let next = alternatives(ground, member, holds)?;
        if any {
            all.extend(next);
        } else {
            let mut both = Vec::new();
            for left in &all {
                for right in &next {
                    both.push(left.and(right)?);
                }
            }
            all = both;
        }
        if all.len() > MAX_CELLS {
            return None;
        }
    }
    Some(all)
}

fn atom(ground: Ground<'_>, id: AtomId) -> Option<Vec<Cell>> {
    let mut cell = Cell::plain();
    match ground.rules.atom(id)? {
        Atom::Tool(test) | Atom::MatcherField(test) => {
            cell.tools = tools(test, ground.fuel)?;
        }
        Atom::Field { path, pattern } => {
            cell.fields.push((path.clone(), pattern.clone()));
        }
        Atom::Doubt { .. } => cell.doubts.push(id),
        atom => {
            cell.content = Some(id);
            cell.tools = implied(atom, ground)?;
        }
    }
    Some(vec![cell])
}

/// The calls that an atom does not match.
fn not(ground: Ground<'_>, id: AtomId) -> Option<Vec<Cell>> {
    let mut cell = Cell::plain();
    match ground.rules.atom(id)? {
        Atom::Tool(test) | Atom::MatcherField(test) => {
            let test = Language::name_in(test, ground.fuel)?;
            cell.tools.outside.push(test);
        }
        _ => cell.without.push(id),
    }
    Some(vec![cell])
}

fn tools(test: &NameTest, fuel: &Fuel) -> Option<Tools> {
    if let NameTest::OneOf(names) = test {
        return Some(Tools::named(names.clone()));
    }
    Some(Tools::within_one(Language::name_in(test, fuel)?))
}

/// The tools of which a call can match an atom at all.
fn implied(atom: &Atom, ground: Ground<'_>) -> Option<Tools> {
    let governed = |governs| tools::governed_by(governs).map(str::to_owned);
    let guards = Effects(Effects::DENY.0 | Effects::ASK.0);
    match atom {
        // What an unknown tool is given may be a line that it runs.
        Atom::Command { shell: CommandShell::Posix, effects, .. }
            if ground.strict && effects.meets(guards) =>
        {
            Some(Tools::within_one(RUNNERS.clone()?))
        }
        Atom::Command { shell: CommandShell::Posix, .. } => {
            Some(Tools::named(governed(Governs::Bash).collect()))
        }
        Atom::Command { .. } => {
            Some(Tools::named(governed(Governs::PowerShell).collect()))
        }
        Atom::Host(_) => Some(Tools::named(governed(Governs::Host).collect())),
        // Or a file.
        Atom::Path { uses, .. }
            if ground.strict && uses.meets(Uses::SHELL_MAYBE) =>
        {
            Some(Tools::within_one(USERS.clone()?))
        }
        Atom::Path { uses, .. } => Some(Tools::named(users(*uses))),
        Atom::Mcp { server, tool, .. } => {
            let tool = tool.as_ref();
            let language = Language::mcp_in(server, tool, ground.fuel)?;
            Some(Tools::within_one(language))
        }
        _ => Some(Tools::default()),
    }
}

/// The names of tools that run lines of bash, and all that no table knows.
static RUNNERS: LazyLock<Option<Language>> =
    LazyLock::new(|| unless_known(|tool| tool.governs == Governs::Bash));

/// The names of tools that may use any file, and all that no table knows.
static USERS: LazyLock<Option<Language>> = LazyLock::new(|| {
    unless_known(|tool| tool.uses_file || tool.governs.is_shell())
});

/// All names but those of known tools that are not such.
fn unless_known(such: impl Fn(&Tool) -> bool) -> Option<Language> {
    let others = tools::names().filter(|name| {
        tools::find_canonical(name).is_some_and(|tool| !such(tool))
    });
    let others: Vec<String> = others.map(str::to_owned).collect();
    Language::name(&NameTest::OneOf(others))?.complement()
}

/// The tools that use files in one of these ways.
fn users(uses: Uses) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    let single = [
        (Uses::EDIT_TOOL, "Edit"),
        (Uses::WRITE_TOOL, "Write"),
        (Uses::NOTEBOOK_TOOL, "NotebookEdit"),
        (Uses::CD, "Cd"),
    ];
    if uses.meets(Uses::READ_TOOL) {
        names.extend(tools::governed_by(Governs::Read).map(str::to_owned));
        // What is most usual comes first: examples are made of it.
        names.sort_by_key(|name| name != "Read");
    }
    for (kind, name) in single {
        if uses.meets(kind) {
            names.push(name.to_owned());
        }
    }
    let shell = Uses::SHELL_READ.and(Uses::SHELL_WRITE).and(Uses::BELOW);
    if uses.meets(shell) {
        let shells = [Governs::Bash, Governs::PowerShell];
        let shells = shells.into_iter().flat_map(tools::governed_by);
        names.extend(shells.map(str::to_owned));
    }
    names
}
