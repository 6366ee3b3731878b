//! Examples: events that rules match.

use std::sync::LazyLock;

use super::cell::{Cell, Tools};
use super::relate::{Found, Language, Relation, search, text};
use super::survey::Survey;
use crate::event::Context;
use crate::event::EventKind;
use crate::event::tools::{self, Governs};
use crate::ir::{Atom, AtomId, BaseId, RuleId, Uses};
use crate::syntax::TextGlob;

const HOME: &str = "/home/user";
const PROJECT: &str = "/home/user/project";

/// The surroundings that examples are evaluated in.
pub fn sample_context() -> Context {
    Context {
        cwd: Some(PROJECT.to_owned()),
        home: Some(HOME.to_owned()),
        project_root: Some(PROJECT.to_owned()),
        ..Context::default()
    }
}

/// An event made up to show something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sample {
    tool: String,
    shown: String,
    json: String,
}

impl Sample {
    /// A call of a tool with fields of its input.
    pub fn call(tool: &str, input: &[(&str, &str)]) -> Sample {
        let input = input.iter();
        let input = input.map(|(k, v)| ((*k).to_owned(), (*v).to_owned()));
        Sample::made(EventKind::PRE_TOOL_USE, tool, input.collect(), &[])
    }

    /// A command line.
    pub fn command(line: &str) -> Sample {
        Sample::call("Bash", &[("command", line)])
    }

    /// Another event of a kind, with its matcher's value.
    pub(super) fn of_kind(
        kind: EventKind,
        field: &str,
        value: &str,
    ) -> Sample {
        let json = format!(
            "{{\"hook_event_name\":{},{}:{}}}",
            quoted(kind.name()),
            quoted(field),
            quoted(value)
        );
        let shown = format!("`{}` of `{value}`", kind.name());
        Sample { tool: kind.name().to_owned(), shown, json }
    }

    fn made(
        kind: EventKind,
        tool: &str,
        input: Vec<(String, String)>,
        top: &[(String, String)],
    ) -> Sample {
        let pairs = |all: &[(String, String)]| {
            let pairs = all
                .iter()
                .map(|(k, v)| format!("{}:{}", quoted(k), quoted(v)));
            pairs.collect::<Vec<_>>().join(",")
        };
        let own = tools::find_canonical(tool).and_then(|tool| tool.primary);
        let main = input.iter().find(|(key, _)| Some(&**key) == own);
        let shell = tools::find_canonical(tool).is_some_and(|tool| {
            matches!(tool.governs, Governs::Bash | Governs::PowerShell)
        });
        let shown = match (main.or(input.first()), main.is_some()) {
            (Some((_, value)), true) if shell => format!("`{value}`"),
            (Some((_, value)), true) => format!("`{tool}` of `{value}`"),
            (Some((key, value)), false) => {
                format!("`{tool}` with `{key}` `{value}`")
            }
            (None, _) => format!("`{tool}`"),
        };
        let mut head = vec![
            ("hook_event_name".to_owned(), kind.name().to_owned()),
            ("tool_name".to_owned(), tool.to_owned()),
        ];
        head.extend(top.iter().cloned());
        let json = format!(
            "{{{},\"tool_input\":{{{}}}}}",
            pairs(&head),
            pairs(&input)
        );
        Sample { tool: tool.to_owned(), shown, json }
    }

    /// In words, for a person.
    pub fn shown(&self) -> &str {
        &self.shown
    }

    /// The tool that is called.
    pub fn tool(&self) -> &str {
        &self.tool
    }

    /// The event as a runner would send it.
    pub fn json(&self) -> &str {
        &self.json
    }
}

/// A JSON string.
fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            c if c.is_control() => {
                out.push_str(&format!("\\u{:04x}", u32::from(c)));
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

/// What examples are made of, by what stands between their words: the most
/// readable kind first; the last kind is anything.
static STYLES: LazyLock<Vec<(char, Vec<Option<Language>>)>> =
    LazyLock::new(|| {
        let all = [(' ', false), ('.', false), ('/', false), ('_', true)];
        let style = |(between, units)| (between, styles(between, units));
        all.into_iter().map(style).collect()
    });

fn styles(between: char, units: bool) -> Vec<Option<Language>> {
    const PLAIN: &str = "abcdefghijklmnopqrstuvwxyz\
                         ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
    const LOOSE: &str = "abcdefghijklmnopqrstuvwxyz\
                         ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.-/=:@,+%";
    let characters = if between == ' ' { LOOSE } else { PLAIN };
    let dotted = format!("{PLAIN}.-");
    let characters = if between == '/' { &dotted } else { characters };
    let words = Language::words(characters, between, units);
    // A command with an argument reads better than its name alone.
    let argument = (between == ' ').then(|| Language::plain_end(characters));
    vec![
        argument.flatten().or_else(|| words.clone()),
        words,
        Language::only((' ', '~'), units),
        None,
    ]
}

/// Texts in all of `inside` and none of `outside`: at most one per style.
fn examples(
    inside: &[&Language],
    outside: &[&Language],
    between: char,
) -> Vec<String> {
    let units = inside.first().is_some_and(|language| language.units);
    let mut found: Vec<String> = Vec::new();
    let known = STYLES.iter().find(|row| row.0 == between);
    for style in known.map_or(&[][..], |row| &row.1) {
        let all = inside.iter().copied().chain(style.as_ref());
        let all: Vec<_> = all.map(|language| &*language.dfa).collect();
        let none: Vec<_> = outside.iter().map(|l| &*l.dfa).collect();
        let Found::Text(symbols) = search(&all, &none) else { continue };
        let Some(text) = text(&symbols, units) else { continue };
        if !found.contains(&text) {
            found.push(text);
        }
    }
    found
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
        let Some(own) = self.cells(id) else { return Vec::new() };
        let mut avoid = Vec::new();
        for other in others {
            if let Some(cells) = self.cells(*other) {
                avoid.extend(cells.iter().cloned());
            }
        }
        let mut found: Vec<Sample> = Vec::new();
        for cell in own.iter() {
            for sample in self.of_cell(id, cell, &avoid) {
                let right = self.matches(id, &sample)
                    && !others.iter().any(|rule| self.matches(*rule, &sample));
                if right && !found.contains(&sample) {
                    found.push(sample);
                }
            }
        }
        found
    }

    /// An event that two rules match, confirmed by the evaluator.
    pub fn shared(&mut self, one: RuleId, other: RuleId) -> Option<Sample> {
        let (own, others) = (self.cells(one)?, self.cells(other)?);
        for cell in own.iter() {
            for with in others.iter() {
                let samples = self.of_both(one, cell, with);
                let shown = samples.into_iter().find(|sample| {
                    self.matches(one, sample) && self.matches(other, sample)
                });
                if shown.is_some() {
                    return shown;
                }
            }
        }
        None
    }

    fn of_both(
        &mut self,
        id: RuleId,
        cell: &Cell,
        with: &Cell,
    ) -> Vec<Sample> {
        let kind = self.kind(id);
        let both = Cell {
            tools: cell.tools.and(&with.tools),
            content: cell.content.or(with.content),
            fields: [&*cell.fields, &*with.fields].concat(),
            doubtful: cell.doubtful || with.doubtful,
        };
        if both.doubtful || !kind.is_tool() {
            return Vec::new();
        }
        let also = cell.content.and(with.content);
        let Some((content, texts)) = self.texts(&both, also, &[]) else {
            return Vec::new();
        };
        let mut out = Vec::new();
        for name in self.tool_names(&both, &[]) {
            for text in &texts {
                out.extend(call(kind, &name, content, text, &both));
            }
        }
        out
    }

    fn of_cell(
        &mut self,
        id: RuleId,
        cell: &Cell,
        avoid: &[Cell],
    ) -> Vec<Sample> {
        let kind = self.kind(id);
        if !kind.is_tool() {
            return other_event(kind, &cell.tools);
        }
        if cell.doubtful {
            return Vec::new();
        }
        let Some((content, texts)) = self.texts(cell, None, avoid) else {
            return Vec::new();
        };
        let names = self.tool_names(cell, avoid);
        let mut out = Vec::new();
        for name in names {
            for text in &texts {
                out.extend(call(kind, &name, content, text, cell));
            }
        }
        out
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

    /// The texts that a call must bring along, and what they are.
    fn texts(
        &mut self,
        cell: &Cell,
        also: Option<AtomId>,
        avoid: &[Cell],
    ) -> Option<(What, Vec<String>)> {
        let Some(id) = cell.content else {
            return Some((What::Nothing, vec![String::new()]));
        };
        let rules = self.rules;
        let own = rules.atom(id)?;
        let language = self.language(id)?;
        let alike = |other: &Atom| {
            std::mem::discriminant(other) == std::mem::discriminant(own)
                && base(other) == base(own)
        };
        let mut outside = Vec::new();
        for other in avoid.iter().filter_map(|cell| cell.content) {
            if rules.atom(other).is_some_and(alike) {
                outside.extend(self.language(other));
            }
        }
        let outside: Vec<_> = outside.iter().collect();
        let mut inside = vec![&language];
        let also = match also {
            Some(also) if rules.atom(also).is_some_and(alike) => {
                Some(self.language(also)?)
            }
            Some(_) => return None,
            None => None,
        };
        inside.extend(&also);
        if let Some(also) = &also
            && language.is_disjoint(also) == Relation::Holds
        {
            return None;
        }
        match own {
            Atom::Command { .. } => {
                Some((What::Command, examples(&inside, &outside, ' ')))
            }
            Atom::Host(_) => {
                let hosts = examples(&inside, &outside, '.');
                Some((What::Host, hosts))
            }
            Atom::Path { uses, anchor, .. } => {
                let directory = directory(anchor, self.dialect.config_dir)?;
                let paths = examples(&inside, &outside, '/');
                let paths = paths.into_iter();
                let paths = paths.map(|path| match path.is_empty() {
                    true if directory.is_empty() => "/".to_owned(),
                    true => directory.clone(),
                    false => format!("{directory}/{path}"),
                });
                Some((What::Path(*uses), paths.collect()))
            }
            Atom::Mcp { .. } => Some((What::Nothing, vec![String::new()])),
            _ => None,
        }
    }

    /// A few tools whose calls a cell is about, those first that the others
    /// are not about.
    fn tool_names(&mut self, cell: &Cell, avoid: &[Cell]) -> Vec<String> {
        let whole: Vec<_> = avoid
            .iter()
            .filter(|other| other.content.is_none() && other.fields.is_empty())
            .map(|other| &other.tools)
            .collect();
        let free = |name: &String| !whole.iter().any(|t| t.has(name));
        if let Some(names) = &cell.tools.names {
            return names
                .iter()
                .filter(|n| free(n))
                .take(3)
                .cloned()
                .collect();
        }
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
        names.extend(examples(&inside, &away, '_'));
        names.retain(&free);
        names
    }
}

/// What the text of an example is.
#[derive(Clone, Copy)]
enum What {
    Nothing,
    Command,
    Host,
    Path(Uses),
}

fn base(atom: &Atom) -> Option<&BaseId> {
    match atom {
        Atom::Path { anchor, .. } => Some(anchor),
        _ => None,
    }
}

/// Where a base lies for examples.
fn directory(base: &BaseId, config: &str) -> Option<String> {
    Some(match base {
        BaseId::Root => String::new(),
        BaseId::Home => HOME.to_owned(),
        BaseId::Cwd | BaseId::Project | BaseId::Session => PROJECT.to_owned(),
        BaseId::UserConfig => format!("{HOME}/{config}"),
        BaseId::Fixed(directory) => directory.clone(),
        BaseId::Above(base, by) => {
            let mut directory = directory(base, config)?;
            for _ in 0..*by {
                let end = directory.rfind('/').unwrap_or(0);
                directory.truncate(end);
            }
            directory
        }
    })
}

/// A call of a tool with a text and the fields of a cell.
fn call(
    kind: EventKind,
    name: &str,
    what: What,
    text: &str,
    cell: &Cell,
) -> Option<Sample> {
    let tool = tools::find_canonical(name);
    let governs = tool.map_or(Governs::Name, |tool| tool.governs);
    let key = tool.and_then(|tool| tool.primary).unwrap_or("x");
    let shell = matches!(governs, Governs::Bash | Governs::PowerShell);
    let (mut input, mut top) = (Vec::new(), Vec::new());
    let mut put = |value: String| input.push((key.to_owned(), value));
    match (what, governs) {
        (What::Command, _) => put(text.to_owned()),
        (What::Host, _) => put(format!("https://{text}/")),
        (What::Path(uses), _) if shell => {
            let plain = text.chars().all(|c| {
                c.is_ascii_alphanumeric() || matches!(c, '/' | '.' | '_' | '-')
            });
            let reads = uses.meets(Uses::SHELL_READ);
            let line = match reads {
                true => format!("cat {text}"),
                false => format!("echo x > {text}"),
            };
            put(plain.then_some(line)?);
        }
        (What::Path(_), _) => put(text.to_owned()),
        (What::Nothing, _) if shell => put("x".to_owned()),
        (What::Nothing, Governs::Host) => put("https://x.example/".into()),
        (What::Nothing, Governs::Read | Governs::Edit | Governs::Cd) => {
            put(format!("{PROJECT}/x"))
        }
        (What::Nothing, _) => {}
    }
    for (path, pattern) in &cell.fields {
        let value = field_value(pattern.as_ref())?;
        match path.strip_prefix("tool_input.") {
            Some("skill+args") => {
                let (skill, args) =
                    value.split_once(' ').unwrap_or((&value, ""));
                input.push(("skill".to_owned(), skill.to_owned()));
                if !args.is_empty() {
                    input.push(("args".to_owned(), args.to_owned()));
                }
            }
            Some(key) if !key.contains('.') => {
                input.retain(|(other, _)| other != key);
                input.push((key.to_owned(), value));
            }
            None if !path.contains('.') => top.push((path.clone(), value)),
            _ => return None,
        }
    }
    Some(Sample::made(kind, name, input, &top))
}

fn field_value(pattern: Option<&TextGlob>) -> Option<String> {
    let Some(glob) = pattern else { return Some("x".to_owned()) };
    let language = Language::text(glob)?;
    examples(&[&language], &[], ' ').into_iter().next()
}

/// Events that are no calls of a tool.
fn other_event(kind: EventKind, tools: &Tools) -> Vec<Sample> {
    use crate::event::table::MatcherField;
    let row = kind.row();
    let field = match row.matcher {
        MatcherField::Field(field) | MatcherField::BaseName(field) => field,
        _ => "x",
    };
    let values = row.values.iter().copied().filter(|value| tools.has(value));
    let mut all: Vec<String> = values.take(2).map(str::to_owned).collect();
    if all.is_empty() {
        let named = tools.names.iter().flatten().take(2).cloned();
        all.extend(named);
    }
    if all.is_empty() && tools.names.is_none() {
        let inside: Vec<_> = tools.inside.iter().collect();
        let outside: Vec<_> = tools.outside.iter().collect();
        all.extend(examples(&inside, &outside, '_'));
    }
    all.iter().map(|value| Sample::of_kind(kind, field, value)).collect()
}
