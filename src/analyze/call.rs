//! Calls of tools that are about a text.

use super::cell::Cell;
use super::fuel::Fuel;
use super::relate::Language;
use super::sample::{HOME, PROJECT, Sample};
use super::style;
use super::texts::Text;
use crate::event::EventKind;
use crate::event::tools::{self, Governs};
use crate::ir::{BaseId, Uses};
use crate::syntax::TextGlob;

/// What the text of an example is.
#[derive(Clone, Copy, Debug)]
pub(super) enum What {
    Nothing,
    Command,
    Host,
    /// A path that a tool is called with.
    File,
    /// A path that is used in one of these ways.
    Path(Uses),
}

/// Where a base lies for examples.
pub(super) fn directory(
    base: &BaseId,
    config: &str,
    cwd: &str,
) -> Option<String> {
    Some(match base {
        BaseId::Root => String::new(),
        BaseId::Home => HOME.to_owned(),
        BaseId::Project => PROJECT.to_owned(),
        BaseId::Cwd | BaseId::Session => cwd.to_owned(),
        BaseId::UserConfig => format!("{HOME}/{config}"),
        BaseId::Fixed(directory) => directory.clone(),
        BaseId::Above(base, by) => {
            let mut directory = directory(base, config, cwd)?;
            for _ in 0..*by {
                let end = directory.rfind('/').unwrap_or(0);
                directory.truncate(end);
            }
            directory
        }
    })
}

/// A call of a tool with a text and the fields of a cell.
pub(super) fn call(
    kind: EventKind,
    name: &str,
    text: &Text,
    cell: &Cell,
) -> Option<Sample> {
    let Text { what, text, cwd } = text;
    let tool = tools::find_canonical(name);
    let governs = tool.map_or(Governs::Name, |tool| tool.governs);
    let key = match (tool.and_then(|tool| tool.primary), what) {
        (Some(key), _) => key,
        (None, What::Command) => "command",
        (None, _) => "x",
    };
    let shell = governs.is_shell();
    let (mut input, mut top) = (Vec::new(), Vec::new());
    let mut put = |value: String| input.push((key.to_owned(), value));
    match (what, governs) {
        (What::Command | What::File | What::Path(_), _) => {
            put(text.to_owned());
        }
        (What::Host, _) => put(format!("https://{text}/")),
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
                // Of two patterns one is enough to try.
                input.retain(|(key, _)| key != "skill" && key != "args");
                input.push(("skill".to_owned(), skill.to_owned()));
                if !args.is_empty() {
                    input.push(("args".to_owned(), args.to_owned()));
                }
            }
            Some(key) if !key.contains('.') => {
                // Of several ways to read a field any may be written.
                let key = key.split('+').next().unwrap_or(key);
                input.retain(|(other, _)| other != key);
                input.push((key.to_owned(), value));
            }
            None if !path.contains('.') => top.push((path.clone(), value)),
            _ => return None,
        }
    }
    top.extend(cwd.map(|cwd| ("cwd".to_owned(), cwd.to_owned())));
    Some(Sample::made(kind, name, input, &top))
}

fn field_value(pattern: Option<&TextGlob>) -> Option<String> {
    let Some(glob) = pattern else { return Some("x".to_owned()) };
    let fuel = Fuel::default();
    let language = Language::text_in(glob, &fuel)?;
    style::best(&[&language], &[], ' ', &fuel)
}

/// Events that are no calls of a tool.
pub(super) fn other_event(
    kind: EventKind,
    cell: &Cell,
    fuel: &Fuel,
) -> Vec<Sample> {
    use crate::event::table::MatcherField;
    let tools = &cell.tools;
    let mut more = Vec::new();
    for (path, pattern) in &cell.fields {
        let value = field_value(pattern.as_ref());
        let Some(value) = value.filter(|_| !path.contains('.')) else {
            return Vec::new();
        };
        more.push((path.clone(), value));
    }
    let row = kind.row();
    let field = match row.matcher {
        MatcherField::Field(field) | MatcherField::BaseName(field) => field,
        MatcherField::None => return vec![Sample::of_kind(kind, more)],
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
        all.extend(style::best(&inside, &outside, '_', fuel));
    }
    let rest = || more.iter().filter(|(key, _)| key != field).cloned();
    let event = |value: String| {
        let own = (field.to_owned(), value);
        Sample::of_kind(kind, std::iter::once(own).chain(rest()).collect())
    };
    // An event may come without the field: then any matcher keeps its hooks
    // from running.
    let without = tools.is_all().then(|| rest().collect());
    let without = without.map(|fields| Sample::of_kind(kind, fields));
    all.into_iter().map(event).chain(without).collect()
}
