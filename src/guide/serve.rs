//! Guidance as an MCP server offers it: as a prompt, as tools, as
//! completions.

use super::write::{Object, list, string, strings};
use super::{Composed, Feature, Kind, Phase, Query, Selected, canonical};
use super::{check::Fault, query};
use crate::diagnostic::Code;
use crate::diagnostic::suggest::nearest;
use crate::json::Value;

/// The tools that register and trigger guidance, as data.
const TOOLS: &str = include_str!("tools.json");

/// The most values MCP lets a completion have.
const MAX_VALUES: usize = 100;

/// The answer to `prompts/get`: the document in the role of the assistant.
pub fn prompt(composed: &Composed, description: &str) -> String {
    let content = Object::default()
        .text("type", "text")
        .text("text", &composed.content)
        .end();
    let message = Object::default()
        .text("role", "assistant")
        .raw("content", &content)
        .end();
    Object::default()
        .text("description", description)
        .raw("messages", &list([message]))
        .end()
}

/// The answer to `tools/list`.
pub fn tools() -> &'static str {
    TOOLS
}

/// The answer to a call of `hooks_compose`: the document and, as structured
/// content, the whole result.
pub fn tool_answer(composed: &Composed) -> String {
    let part = Object::default()
        .text("type", "text")
        .text("text", &composed.content)
        .end();
    Object::default()
        .raw("content", &list([part]))
        .raw("structuredContent", &composed.json())
        .end()
}

/// The answer to `completion/complete`: the actions that are due and begin
/// like `prefix`, the strongest claim first.
pub fn completion(selected: &Selected<'_>, prefix: &str) -> String {
    let mut due: Vec<_> = selected.chosen.clone();
    due.retain(|one| one.kind == Kind::Action && one.tag.starts_with(prefix));
    due.sort_by_key(|one| one.level);
    let total = due.len();
    let values = due.iter().take(MAX_VALUES).map(|one| one.tag.as_str());
    let completion = Object::default()
        .raw("values", &strings(values))
        .raw("total", &total.to_string())
        .raw("hasMore", if total > MAX_VALUES { "true" } else { "false" })
        .end();
    Object::default().raw("completion", &completion).end()
}

impl Query {
    /// Reads a query from the arguments of a tool call: `type`, `lifecycle`,
    /// `tags`, `requestId`, `sessionId`, `storage`, `features`, `config`.
    pub fn read(value: Value<'_>) -> (Query, Vec<Fault>) {
        let mut query = Query::default();
        let mut faults = Vec::new();
        for entry in value.entries() {
            let value = entry.value;
            let read = match entry.name() {
                "type" => word(value, Kind::named, Kind::ALL, Kind::as_str)
                    .map(|kind| query.kind = Some(kind)),
                "lifecycle" => {
                    word(value, Phase::named, Phase::ALL, Phase::as_str)
                        .map(|phase| query.phase = Some(phase))
                }
                "tags" => texts(value).map(|tags| query.tags = tags),
                "requestId" => text(value).map(|id| query.request = Some(id)),
                "sessionId" => text(value).map(|id| query.session = Some(id)),
                "storage" => texts(value).map(|all| query.storage = all),
                "features" => features(value).map(|all| query.features = all),
                "config" => query::config(value)
                    .map(|config| query.config = Some(config))
                    .ok_or_else(|| "it must be an object".to_owned()),
                _ => Err("there is no such argument".to_owned()),
            };
            if let Err(why) = read {
                let message =
                    format!("`{}` cannot be used: {why}", entry.name());
                let help = "see the schema of the tool";
                let code = Code::INVALID_VALUE;
                faults.push(Fault::new(code, "query", message, help));
            }
        }
        (query, faults)
    }
}

/// One of a closed set of words; `Err` says what was found.
pub(super) fn word<T: Copy>(
    value: Value<'_>,
    named: impl Fn(&str) -> Option<T>,
    all: &[T],
    name: impl Fn(T) -> &'static str,
) -> Result<T, String> {
    let Some(text) = value.str() else {
        return Err("it must be a text".to_owned());
    };
    if let Some(found) = named(text) {
        return Ok(found);
    }
    let words: Vec<&str> = all.iter().map(|&one| name(one)).collect();
    Err(match nearest(text, words.iter().copied()) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("it must be one of {}", words.join(", ")),
    })
}

fn text(value: Value<'_>) -> Result<String, String> {
    let found = value.str().map(str::to_owned);
    found.or_else(|| canonical(value)).ok_or("it must be a text".to_owned())
}

/// A text or a list of texts.
pub(super) fn texts(value: Value<'_>) -> Result<Vec<String>, String> {
    if let Some(text) = value.str() {
        return Ok(vec![text.to_owned()]);
    }
    let all: Option<Vec<String>> =
        value.items().map(|item| item.str().map(str::to_owned)).collect();
    all.filter(|_| value.is_array())
        .ok_or_else(|| "it must be a list of texts".to_owned())
}

/// A list of features.
pub(super) fn features(value: Value<'_>) -> Result<Vec<Feature>, String> {
    if !value.is_array() {
        return Err("it must be a list of features".to_owned());
    }
    let one = |item: Value<'_>| {
        word(item, Feature::named, Feature::ALL, Feature::as_str)
            .map_err(|why| format!("{} is no feature; {why}", shown(item)))
    };
    value.items().map(one).collect()
}

fn shown(value: Value<'_>) -> String {
    match value.str() {
        Some(text) => string(text),
        None => value.kind().words().to_owned(),
    }
}
