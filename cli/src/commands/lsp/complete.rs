//! Names that may stand at a place.

use hookset::event::tools::{self, Governs};
use hookset::event::{EventKind, table};
use hookset::json::{Tape, Value as Json};
use hookset::load::{HandlerKind, Inactive};
use hookset::policy::Policy;
use serde_json::{Value, json};

/// What editors draw beside a name.
#[derive(Clone, Copy)]
enum Kind {
    Field = 5,
    Key = 10,
    Name = 14,
    Value = 20,
}

type Row = (&'static str, &'static [&'static str]);

/// What may stand in a handler of a type, besides what stands in all.
const HANDLERS: &[Row] = &[
    ("agent", &["model", "prompt"]),
    (
        "command",
        &["args", "async", "asyncRewake", "command", "onFailure", "shell"],
    ),
    ("decision", &["additionalContext", "permissionDecision", "reason"]),
    ("http", &["allowedEnvVars", "headers", "onFailure", "url"]),
    ("inject", &["context", "context_tool", "level", "server"]),
    ("mcp_tool", &["input", "onFailure", "server", "tool"]),
    ("prompt", &["continueOnBlock", "model", "prompt"]),
];
const HANDLER: &[&str] = &["if", "once", "statusMessage", "timeout", "type"];
const PERMISSIONS: &[&str] =
    &["additionalDirectories", "allow", "ask", "defaultMode", "deny"];
const TOP: &[&str] = &["disableAllHooks", "hooks", "permissions"];
const GROUP: &[&str] = &["hooks", "matcher"];
const MODES: &[&str] = &[
    "acceptEdits",
    "auto",
    "bypassPermissions",
    "default",
    "dontAsk",
    "plan",
];

/// What every payload holds.
const FIELDS: &[&str] = &[
    "cwd",
    "hook_event_name",
    "permission_mode",
    "session_id",
    "transcript_path",
];

/// The types of handler that a file may have. Some stand only in our own
/// files, and no runner has all of the others.
pub(super) fn types(policy: Option<&Policy>) -> Vec<&'static str> {
    let all = HandlerKind::ALL.iter();
    let Some(policy) = policy else {
        return all.map(|row| row.1).collect();
    };
    let dialect = policy.dialect();
    let is_ours = matches!(dialect.name, "hookset" | "sep2282");
    let fits = |kind: HandlerKind| match HandlerKind::OURS.contains(&kind) {
        true => is_ours,
        false => {
            let event = Some(EventKind::PRE_TOOL_USE);
            let why = dialect.never_runs(event, kind);
            why != Some(Inactive::HandlerType)
        }
    };
    all.filter(|row| fits(row.0)).map(|row| row.1).collect()
}

/// What may stand at a place; of handlers, only those of these types.
pub(super) fn at(text: &str, at: u32, types: &[&'static str]) -> Value {
    let tape = Tape::of(text);
    let Some(root) = tape.root(text) else { return json!([]) };
    let place = Place::of(root, text, at, types);
    let path: Vec<&str> = place.path.iter().map(String::as_str).collect();
    let (names, kind) = place.names(&path);
    let items = names
        .into_iter()
        .map(|name| json!({ "label": name, "kind": kind as i32 }));
    items.collect()
}

/// A place in a file.
struct Place<'a> {
    /// The keys that lead to it.
    path: Vec<String>,
    /// The object or list that holds it.
    holder: Json<'a>,
    /// The group it is in.
    group: Option<Json<'a>>,
    /// Whether a key may stand there.
    is_key: bool,
    /// The text it is in, up to the place.
    before: &'a str,
    /// The types of handler there are.
    types: &'a [&'static str],
}

impl<'a> Place<'a> {
    fn of(
        root: Json<'a>,
        text: &'a str,
        at: u32,
        types: &'a [&'static str],
    ) -> Place<'a> {
        let inside = |value: Json<'_>| {
            let span = value.span();
            span.start < at && at <= span.end
        };
        let mut place = Place {
            path: Vec::new(),
            holder: root,
            group: None,
            is_key: false,
            before: "",
            types,
        };
        let mut here = root;
        loop {
            let entry = here.entries().find(|entry| inside(entry.value));
            let item = here.items().find(|item| inside(*item));
            let next = match (entry, item) {
                (Some(entry), _) => {
                    place.path.push(entry.name().to_owned());
                    entry.value
                }
                (None, Some(item)) => item,
                (None, None) => break,
            };
            place.holder = here;
            if next.is_object() && place.path.len() == 2 {
                place.group = Some(next);
            }
            here = next;
        }
        place.is_key = here.is_object();
        if place.is_key {
            place.holder = here;
        } else {
            let start = here.span().start as usize + 1;
            place.before = text.get(start..at as usize).unwrap_or("");
        }
        place
    }

    fn names(&self, path: &[&str]) -> (Vec<String>, Kind) {
        let own = |names: &[&str]| -> Vec<String> {
            names.iter().map(|name| (*name).to_owned()).collect()
        };
        if !self.is_key && self.opens_placeholder() {
            return (self.fields(path), Kind::Field);
        }
        match (path, self.is_key) {
            (["permissions", "allow" | "ask" | "deny", ..], false)
            | (["hooks", _, .., "if"], false) => self.rule(path),
            (["permissions", "allow" | "ask" | "deny"], true) => {
                (own(&["match", "no_match", "rule"]), Kind::Key)
            }
            (["permissions", "allow" | "ask" | "deny", ..], true) => {
                (own(&["match", "no_match", "rule"]), Kind::Key)
            }
            (["permissions", "defaultMode"], false) => {
                (own(MODES), Kind::Value)
            }
            (["hooks", event, "matcher"], false) => matched(event),
            (["hooks", _, "hooks", "type"], false) => (
                self.rows().map(|row| row.0.to_owned()).collect(),
                Kind::Value,
            ),
            (["hooks", _, "hooks", "shell"], false) => {
                (own(&["bash", "powershell"]), Kind::Value)
            }
            (["hooks", _, "hooks", "onFailure"], false) => {
                (own(&["block", "continue"]), Kind::Value)
            }
            (["hooks", _, "hooks", "permissionDecision"], false) => {
                (own(&["allow", "ask", "deny"]), Kind::Value)
            }
            (["hooks"], true) => {
                let all = EventKind::all().map(|kind| kind.name().to_owned());
                (all.collect(), Kind::Name)
            }
            (["hooks", _, "hooks"], true) => (self.handler(), Kind::Key),
            (["hooks", _], true) => (own(GROUP), Kind::Key),
            (["permissions"], true) => (own(PERMISSIONS), Kind::Key),
            ([], true) => (own(TOP), Kind::Key),
            _ => (Vec::new(), Kind::Name),
        }
    }

    /// The types of handler there are, and their keys.
    fn rows(&self) -> impl Iterator<Item = &'static Row> {
        HANDLERS.iter().filter(|row| self.types.contains(&row.0))
    }

    /// The keys of a handler, by its type.
    fn handler(&self) -> Vec<String> {
        let kind = self.holder.get("type").and_then(Json::str);
        let rows = self.rows().filter(|row| kind.is_none_or(|k| k == row.0));
        let own = rows.flat_map(|row| row.1.iter());
        let mut keys: Vec<_> = HANDLER.iter().chain(own).copied().collect();
        keys.sort_unstable();
        keys.dedup();
        keys.into_iter().map(str::to_owned).collect()
    }

    /// In a rule: the tools, or in the brackets what may begin there.
    fn rule(&self, path: &[&str]) -> (Vec<String>, Kind) {
        let Some((name, content)) = self.before.split_once('(') else {
            return (tools::names().map(str::to_owned).collect(), Kind::Name);
        };
        let Some(tool) = tools::find(name.trim()) else {
            return (Vec::new(), Kind::Field);
        };
        if !content.is_empty() {
            return (Vec::new(), Kind::Field);
        }
        let mut found = Vec::new();
        if tool.governs == Governs::Host {
            found.push("domain:".to_owned());
        }
        // Parameters are for the rules that stop or ask.
        if matches!(path, ["permissions", "ask" | "deny", ..]) {
            let open = tool.params.iter();
            found.extend(open.map(|name| format!("{name}:")));
        }
        (found, Kind::Field)
    }

    /// Whether a `${` before the place is not closed yet.
    fn opens_placeholder(&self) -> bool {
        let open = self.before.rfind("${");
        open.is_some_and(|at| {
            self.before.get(at..).is_some_and(|rest| !rest.contains('}'))
        })
    }

    /// The fields that the event of this place has.
    fn fields(&self, path: &[&str]) -> Vec<String> {
        let event = path.get(1).and_then(|name| EventKind::named(name));
        let row = event.map(EventKind::row);
        let own = row.map_or(&[][..], |row: &table::Row| row.fields);
        let mut all: Vec<String> =
            FIELDS.iter().chain(own).map(|name| (*name).to_owned()).collect();
        let matcher = self.group.and_then(|group| group.get("matcher"));
        let names = matcher.and_then(Json::str).unwrap_or("");
        for name in names.split(['|', ',']).map(str::trim) {
            let Some(tool) = tools::find(name) else { continue };
            let params = tool.primary.iter().chain(tool.params);
            all.extend(params.map(|name| format!("tool_input.{name}")));
        }
        all.sort_unstable();
        all.dedup();
        all
    }
}

/// What a matcher of an event can be compared with.
fn matched(event: &str) -> (Vec<String>, Kind) {
    let row = EventKind::named(event).map(EventKind::row);
    let Some(row) = row else { return (Vec::new(), Kind::Value) };
    match row.matcher {
        table::MatcherField::Field("tool_name") => {
            (tools::names().map(str::to_owned).collect(), Kind::Name)
        }
        _ => {
            let values = row.values.iter();
            (values.map(|value| (*value).to_owned()).collect(), Kind::Value)
        }
    }
}
