//! The rows of the requirement table about guidance (area compose and the
//! pure half of mcp), each test named by its row.

mod compose;
mod definitions;
mod gate;
mod mcp;
mod negotiate;
mod query;
mod registry;
pub(crate) mod rows;
mod schema;

use hookset::guide::{Choices, Content, Guidance, Kind, Level, Phase};
use hookset::json::Tape;
use hookset::source::SourceId;
use std::collections::BTreeMap;

use super::shared;

/// Guidance of a session's start.
pub(super) fn start(tag: &str, level: Level, priority: i64) -> Guidance {
    let name = format!("The {tag}");
    let mut one = Guidance::new(tag, Kind::Session, Phase::Start, name, level);
    one.priority = priority;
    one
}

/// The definition in `text`, and the messages about it.
pub(super) fn read(text: &str) -> (Option<Guidance>, Vec<String>) {
    read_as(text, &Choices::DOCUMENT)
}

pub(super) fn read_as(
    text: &str,
    choices: &Choices,
) -> (Option<Guidance>, Vec<String>) {
    let tape = Tape::of(text);
    let root = tape.root(text).unwrap();
    let (read, found) = Guidance::read(root, SourceId(0), choices);
    let line = |found: &hookset::diagnostic::Diagnostic| {
        let help = found.help.as_deref().unwrap_or("");
        let span = found.primary().unwrap().span;
        format!(
            "{} {}: {} [{}] {help}",
            found.severity.as_str(),
            found.code.name(),
            found.message,
            span.of(text)
        )
    };
    (read, found.iter().map(line).collect())
}

/// A definition with everything it needs and one member more.
pub(super) fn with(member: &str) -> String {
    let fields = [
        "\"tag\":\"t\"",
        "\"type\":\"session\"",
        "\"lifecycle\":\"start\"",
        "\"name\":\"N\"",
        "\"requirementLevel\":\"MUST\"",
    ];
    let key = member.split(':').next().unwrap();
    let mut fields: Vec<&str> =
        fields.into_iter().filter(|field| !field.starts_with(key)).collect();
    fields.push(member);
    format!("{{{}}}", fields.join(","))
}

/// Texts by path.
#[derive(Clone, Debug, Default)]
pub(super) struct Texts(pub(super) BTreeMap<String, String>);

impl Texts {
    pub(super) fn of(texts: &[(&str, &str)]) -> Texts {
        let pair = |(path, text): &(&str, &str)| {
            ((*path).to_owned(), (*text).to_owned())
        };
        Texts(texts.iter().map(pair).collect())
    }
}

impl Content for &Texts {
    fn read(&self, path: &str) -> Result<String, String> {
        let found = self.0.get(path).cloned();
        found.ok_or_else(|| format!("there is no file `{path}`"))
    }
}

/// A source document, where they are at hand.
pub(super) fn source(name: &str) -> Option<String> {
    shared::text(&format!("sources/{name}"))
}
