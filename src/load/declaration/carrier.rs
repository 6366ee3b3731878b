//! Where declarations stand, and who made them.

use super::LIMITS;
use crate::diagnostic::suggest::nearest;
use crate::event::EventKind;
use crate::json::{Tape, Value, one_spelling};
use crate::load::settings::KEYS;
use crate::source::{Decoded, Span};

/// The lists that say which hooks there are, or which events are taken.
pub(super) const LISTS: [&str; 2] = ["declarations", "supported_events"];

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
    LISTS.iter().any(|key| value.get(key).is_some())
}

/// Whether a value was meant to say so. Vendors have extensions of their own.
fn is_meant(carrier: &Carrier, value: Value<'_>) -> bool {
    let mut keys = value.entries().map(|entry| entry.name());
    !matches!(carrier, Carrier::Extension(_))
        || is_capability(&value)
        || value.is_array()
        || keys.any(|key| nearest(key, LISTS).is_some())
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
    let named =
        ["\"capabilities\"", "\"declarations\"", "\"supported_events\""];
    if !named.iter().any(|key| text.contains(key)) {
        return false;
    }
    let mut tape = Tape::new();
    tape.read(text, &LIMITS);
    tape.root(text).is_some_and(|root| listed(root).is_some() || says(root))
}

/// Whether a value within others holds hooks of a server.
pub(in super::super) fn holds(value: Value<'_>) -> bool {
    listed(value).is_some()
}

/// Whether a message has hooks among its capabilities, though without a
/// list: a slip that its reader tells. Settings are no message, and what
/// stands below the names of events is a policy's.
fn says(root: Value<'_>) -> bool {
    let mut keys = root.entries().map(|entry| entry.name());
    let is_event = |value: Value<'_>| {
        let mut keys = value.entries().map(|entry| entry.name());
        keys.any(|key| EventKind::named(key).is_some())
    };
    let is_ours = |(carrier, value): (Carrier, Value<'_>)| {
        (value.is_object() || value.is_array())
            && is_meant(&carrier, value)
            && !is_event(value)
    };
    !keys.any(|key| KEYS.contains(&key))
        && message(root).get("capabilities").is_some()
        && carriers(capabilities(root)).any(is_ours)
}

/// The capability in a file: the file itself, the capabilities in it, or
/// those in a message. Of several places, the first that has a list; where
/// none has one, the first that capabilities have.
pub(super) fn found(root: Value<'_>) -> Option<Value<'_>> {
    let is_told = message(root).get("capabilities").is_some();
    let mut places = carriers(capabilities(root)).filter(|_| is_told);
    let first = places.find(|(carrier, value)| is_meant(carrier, *value));
    listed(root).or(first.map(|(_, value)| value))
}

/// The first place that has a list.
fn listed(root: Value<'_>) -> Option<Value<'_>> {
    let all = capabilities(root);
    let places = carriers(all).map(|(_, value)| value);
    places.chain([all]).find(is_capability)
}

/// A place that is not read, where another one is.
pub(super) struct Other<'a> {
    /// The path of the place.
    pub(super) path: String,
    pub(super) value: Value<'a>,
    /// Whether it would be read, did it have a list.
    pub(super) is_first: bool,
}

/// The places that hold hooks beside the one that is read. One that says the
/// same in other words is none.
pub(super) fn others<'a>(root: Value<'a>, read: Value<'a>) -> Vec<Other<'a>> {
    let all = capabilities(root);
    let list = |value: Value<'a>| {
        let mut lists = LISTS.iter();
        lists.find_map(|key| Some((*key, value.get(key)?)))
    };
    let spelled =
        |value: Value<'a>| one_spelling(list(value).map_or(value, |it| it.1));
    let said = spelled(read);
    let mut levels = vec![all, message(root), root];
    levels.dedup_by_key(|level| level.span());
    let (mut out, mut before) = (Vec::new(), true);
    for level in levels {
        let is_told = level.span() == all.span();
        let places = carriers(level).filter(|(carrier, value)| {
            let is_it = is_told && is_meant(carrier, *value);
            is_it || is_capability(value)
        });
        let places = places.map(|(carrier, value)| (carrier.path(), value));
        for (path, value) in places {
            if value.span() == read.span() {
                before = false;
            } else if said.is_none() || spelled(value) != said {
                let is_first = before && !is_capability(&value);
                out.push(Other { path, value, is_first });
            }
        }
        let own = list(level).filter(|_| level.span() != read.span());
        if let Some((key, value)) = own
            && (said.is_none() || one_spelling(value) != said)
        {
            let path = key.to_owned();
            out.push(Other { path, value, is_first: false });
        }
    }
    out
}

/// What a message says, or the file itself.
fn message(root: Value<'_>) -> Value<'_> {
    let result = root.get("result").or_else(|| root.get("params"));
    result.unwrap_or(root)
}

/// The object with the capabilities.
fn capabilities(root: Value<'_>) -> Value<'_> {
    let message = message(root);
    message.get("capabilities").unwrap_or(message)
}

/// Whether a message is one of a client rather than of a server.
pub(super) fn is_client(root: Value<'_>) -> bool {
    let mut keys = ["clientInfo", "method", "params"].iter();
    keys.any(|key| root.get(key).is_some())
}

/// Who declares: as it says itself, or as the file is called.
pub(super) fn server(root: Value<'_>, name: &str) -> Decoded {
    let info = message(root).get("serverInfo");
    let said = info.and_then(|info| info.get("name")?.decoded());
    let said = said.filter(|name| !name.as_str().trim().is_empty());
    said.unwrap_or_else(|| {
        let file = name.rsplit(['/', '\\']).next().unwrap_or(name);
        let stem = file.split('.').next().unwrap_or(file);
        let stem = if stem.is_empty() { "server" } else { stem };
        Decoded::plain(stem, Span::default())
    })
}
