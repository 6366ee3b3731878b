//! Where declarations stand, and who made them.

use super::LIMITS;
use crate::json::{Tape, Value};
use crate::source::{Decoded, Span};

/// What stands at the top of a message, of what is in it, or of
/// capabilities.
pub(super) const MEMBERS: &[&str] = &[
    "_meta",
    "capabilities",
    "clientInfo",
    "completions",
    "elicitation",
    "experimental",
    "extensions",
    "hooks",
    "id",
    "instructions",
    "jsonrpc",
    "logging",
    "method",
    "params",
    "prompts",
    "protocolVersion",
    "resources",
    "result",
    "roots",
    "sampling",
    "serverInfo",
    "tasks",
    "tools",
];

/// Where in the capabilities the hooks stand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Carrier {
    /// `hooks`
    Hooks,
    /// `experimental.hooks`
    Experimental,
    /// `extensions["<vendor>/hooks"]`, with that name.
    Extension(String),
}

impl Carrier {
    /// The path in a message.
    pub fn path(&self) -> String {
        match self {
            Carrier::Hooks => "hooks".to_owned(),
            Carrier::Experimental => "experimental.hooks".to_owned(),
            Carrier::Extension(name) => format!("extensions[\"{name}\"]"),
        }
    }
}

/// The hooks in capabilities and where they stand; none where the other side
/// does not know them. Of several places, the first that has a list.
pub fn carried<'a>(capabilities: Value<'a>) -> Option<(Carrier, Value<'a>)> {
    let mut all = carriers(capabilities);
    let first = all.next()?;
    let has_list = |found: &(Carrier, Value<'a>)| is_capability(&found.1);
    match has_list(&first) {
        true => Some(first),
        false => Some(all.find(has_list).unwrap_or(first)),
    }
}

/// Whether a value says which hooks there are, or which events are taken.
fn is_capability(value: &Value<'_>) -> bool {
    let mut keys = ["declarations", "supported_events"].iter();
    keys.any(|key| value.get(key).is_some())
}

/// Every place of capabilities that holds hooks, in the order in which they
/// are looked for.
fn carriers<'a>(all: Value<'a>) -> impl Iterator<Item = (Carrier, Value<'a>)> {
    let hooks = all.get("hooks").map(|value| (Carrier::Hooks, value));
    let experimental =
        all.get("experimental").and_then(|value| value.get("hooks"));
    let experimental =
        experimental.map(|value| (Carrier::Experimental, value));
    let extensions = all.get("extensions");
    let extensions = extensions.into_iter().flat_map(Value::entries);
    let is_ours = |name: &str| {
        name.strip_suffix("/hooks").is_some_and(|vendor| !vendor.is_empty())
    };
    let vendors =
        extensions.filter(move |entry| is_ours(entry.name())).map(|entry| {
            (Carrier::Extension(entry.name().to_owned()), entry.value)
        });
    hooks.into_iter().chain(experimental).chain(vendors)
}

/// Whether a text is a capability with hooks rather than settings.
pub fn is_declaration(text: &str) -> bool {
    let named = ["\"declarations\"", "\"supported_events\""];
    if !named.iter().any(|key| text.contains(key)) {
        return false;
    }
    let mut tape = Tape::new();
    tape.read(text, &LIMITS);
    tape.root(text).and_then(found).is_some()
}

/// The capability in a file: the file itself, the capabilities in it, or
/// those in a message. Of several places, the first that has a list.
pub(super) fn found(root: Value<'_>) -> Option<Value<'_>> {
    let all = capabilities(root);
    let places = carriers(all).map(|(_, value)| value);
    places.chain([all]).find(is_capability)
}

/// The object with the capabilities.
fn capabilities(root: Value<'_>) -> Value<'_> {
    let result = root.get("result").or_else(|| root.get("params"));
    let root = result.unwrap_or(root);
    root.get("capabilities").unwrap_or(root)
}

/// Who declares: as it says itself, or as the file is called.
pub(super) fn server(root: Value<'_>, name: &str) -> Decoded {
    let result = root.get("result").or_else(|| root.get("params"));
    let info = result.unwrap_or(root).get("serverInfo");
    let said = info.and_then(|info| info.get("name")?.decoded());
    let said = said.filter(|name| !name.as_str().trim().is_empty());
    said.unwrap_or_else(|| {
        let file = name.rsplit(['/', '\\']).next().unwrap_or(name);
        let stem = file.split('.').next().unwrap_or(file);
        let stem = if stem.is_empty() { "server" } else { stem };
        Decoded::plain(stem, Span::default())
    })
}
