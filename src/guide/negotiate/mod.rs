//! The talk about server-declared hooks (SEP-2282), both sides of it, on
//! JSON: what a client says it supports, what a server then offers, and what
//! of that the client takes.
//!
//! The member `hooks` of the capabilities is not known to current SDKs,
//! which drop it, so that two other carriers are looked at, too:
//! `experimental.hooks` and `extensions["<vendor>/hooks"]`, in this order. A
//! server answers in the carrier that the client used.
//!
//! Declarations can only give text or call a tool of the server that made
//! them; nothing else is ever read from them.

mod accept;
mod declaration;
mod offer;

pub use accept::{
    Accepted, Kept, LeftOut, OnRequired, Policy, accept, missing_tools,
};
pub use declaration::{Declaration, faults};
pub use offer::{Offer, offer};

use super::check::Fault;
use super::write::{Object, strings};
use crate::diagnostic::Code;
use crate::diagnostic::suggest::nearest;
use crate::json::Value;
pub use crate::load::Level as Priority;

/// The member of a request's `_meta` that holds the client's capabilities
/// where there is no `initialize`.
const META: &str = "io.modelcontextprotocol/clientCapabilities";

/// A moment that a server can name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Moment {
    /// A session begins.
    SessionStart,
    /// A session is about to end.
    SessionEnd,
    /// A tool is about to be called.
    PreToolUse,
    /// A tool was called.
    PostToolUse,
    /// A message of the person is about to be looked at.
    PreRequest,
    /// The answer to it is done.
    PostRequest,
}

impl Moment {
    /// All of them.
    pub const ALL: &[Moment] = &[
        Moment::SessionStart,
        Moment::SessionEnd,
        Moment::PreToolUse,
        Moment::PostToolUse,
        Moment::PreRequest,
        Moment::PostRequest,
    ];

    /// The word on the wire.
    pub fn as_str(self) -> &'static str {
        match self {
            Moment::SessionStart => "session_start",
            Moment::SessionEnd => "session_end",
            Moment::PreToolUse => "pre_tool_use",
            Moment::PostToolUse => "post_tool_use",
            Moment::PreRequest => "pre_request",
            Moment::PostRequest => "post_request",
        }
    }

    /// The moment with this word.
    pub fn named(word: &str) -> Option<Moment> {
        Moment::ALL.iter().copied().find(|moment| moment.as_str() == word)
    }

    /// Whether it is about a tool.
    pub fn is_of_tools(self) -> bool {
        matches!(self, Moment::PreToolUse | Moment::PostToolUse)
    }
}

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

    /// A member of the capabilities that holds `hooks`, such as
    /// `"experimental":{"hooks":…}`, inside its object.
    fn wrap(&self, hooks: &str) -> String {
        let object =
            |key: &str, value: &str| Object::default().raw(key, value).end();
        match self {
            Carrier::Hooks => object("hooks", hooks),
            Carrier::Experimental => {
                object("experimental", &object("hooks", hooks))
            }
            Carrier::Extension(name) => {
                object("extensions", &object(name, hooks))
            }
        }
    }
}

/// The hooks in capabilities and where they stand; none where the other side
/// does not know them.
pub fn carried<'a>(capabilities: Value<'a>) -> Option<(Carrier, Value<'a>)> {
    if let Some(hooks) = capabilities.get("hooks") {
        return Some((Carrier::Hooks, hooks));
    }
    let experimental = capabilities.get("experimental");
    if let Some(hooks) = experimental.and_then(|it| it.get("hooks")) {
        return Some((Carrier::Experimental, hooks));
    }
    let extensions = capabilities.get("extensions")?;
    let is_ours = |name: &str| {
        name.strip_suffix("/hooks").is_some_and(|vendor| !vendor.is_empty())
    };
    let found = extensions.entries().find(|entry| is_ours(entry.name()))?;
    let name = found.name().to_owned();
    Some((Carrier::Extension(name), found.value))
}

/// The client's capabilities in a request: those of `initialize`, or those
/// that newer requests carry along.
pub fn client_capabilities(request: Value<'_>) -> Option<Value<'_>> {
    let params = request.get("params")?;
    let along = params.get("_meta").and_then(|meta| meta.get(META));
    along.or_else(|| params.get("capabilities"))
}

/// The server's capabilities in its answer to `initialize` or
/// `server/discover`.
pub fn server_capabilities(answer: Value<'_>) -> Option<Value<'_>> {
    answer.get("result").unwrap_or(answer).get("capabilities")
}

/// What a client says: the object at `carrier` that names the moments it
/// supports.
pub fn client_says(moments: &[Moment], carrier: &Carrier) -> String {
    let mut known: Vec<&str> = Vec::new();
    for moment in moments {
        if !known.contains(&moment.as_str()) {
            known.push(moment.as_str());
        }
    }
    let hooks =
        Object::default().raw("supported_events", &strings(known)).end();
    carrier.wrap(&hooks)
}

/// The moments a client supports, and what is wrong with how it says so.
/// None where it cannot be told that it supports any.
pub fn supported(hooks: Value<'_>) -> (Option<Vec<Moment>>, Vec<Fault>) {
    let mut faults = Vec::new();
    if !hooks.is_object() {
        faults.push(wrong("the capability `hooks` must be an object"));
        return (None, faults);
    }
    for entry in hooks.entries() {
        if entry.name() != "supported_events" {
            let name = entry.name();
            faults.push(wrong(format!("there is no `{name}` in `hooks`")));
        }
    }
    let Some(events) = hooks.get("supported_events") else {
        faults.push(wrong("`supported_events` is missing"));
        return (None, faults);
    };
    if !events.is_array() {
        faults.push(wrong("`supported_events` must be a list"));
        return (None, faults);
    }
    let mut moments = Vec::new();
    for item in events.items() {
        let word = item.str().unwrap_or(item.kind().words());
        match item.str().and_then(Moment::named) {
            Some(moment) if !moments.contains(&moment) => {
                moments.push(moment);
            }
            Some(_) => {}
            None => faults.push(unknown_event(word)),
        }
    }
    (Some(moments), faults)
}

fn wrong(message: impl Into<String>) -> Fault {
    let help = "write `{\"supported_events\": [\"session_start\"]}`";
    Fault::new(Code::INVALID_VALUE, "supported_events", message, help)
}

/// An event that no server can name.
fn unknown_event(word: &str) -> Fault {
    let words: Vec<&str> =
        Moment::ALL.iter().map(|moment| moment.as_str()).collect();
    let message = format!("`{word}` is no event that servers can name");
    let help = match nearest(word, words.iter().copied()) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("there are: {}", words.join(", ")),
    };
    Fault::new(Code::UNKNOWN_EVENT, "event", message, help)
}
