//! Calls of tools that are about a text.

use super::cell::{Cell, Tools};
use super::fuel::Fuel;
use super::relate::Language;
use super::sample::{HOME, PROJECT, Sample};
use super::style;
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
    Path(Uses),
}

/// Where a base lies for examples.
pub(super) fn directory(base: &BaseId, config: &str) -> Option<String> {
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
pub(super) fn call(
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
    let fuel = Fuel::default();
    let language = Language::text_in(glob, &fuel)?;
    style::best(&[&language], &[], ' ', &fuel)
}

/// Events that are no calls of a tool.
pub(super) fn other_event(
    kind: EventKind,
    tools: &Tools,
    fuel: &Fuel,
) -> Vec<Sample> {
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
        all.extend(style::best(&inside, &outside, '_', fuel));
    }
    all.iter().map(|value| Sample::of_kind(kind, field, value)).collect()
}
