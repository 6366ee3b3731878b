//! Names that may stand at a place.

use hookset::event::{EventKind, tools};
use hookset::json::{Tape, Value as Json};
use serde_json::{Value, json};

/// What may stand beside each other in a handler.
const HANDLER: &[&str] = &[
    "args",
    "async",
    "command",
    "if",
    "once",
    "prompt",
    "shell",
    "statusMessage",
    "timeout",
    "type",
    "url",
];
const PERMISSIONS: &[&str] =
    &["additionalDirectories", "allow", "ask", "defaultMode", "deny"];
const TOP: &[&str] = &["disableAllHooks", "hooks", "permissions"];
const GROUP: &[&str] = &["hooks", "matcher"];

pub(super) fn at(text: &str, at: u32) -> Value {
    let tape = Tape::of(text);
    let Some(root) = tape.root(text) else { return json!([]) };
    let (path, is_key) = way(root, at);
    let path: Vec<&str> = path.iter().map(String::as_str).collect();
    let names: Vec<&str> = match (path.as_slice(), is_key) {
        (["permissions", "allow" | "ask" | "deny", ..], _) => names(),
        (["hooks", _, .., "matcher" | "if"], false) => names(),
        (["hooks"], true) => {
            EventKind::all().map(|kind| kind.name()).collect()
        }
        (["hooks", _, "hooks"], true) => HANDLER.to_vec(),
        (["hooks", _], true) => GROUP.to_vec(),
        (["permissions"], true) => PERMISSIONS.to_vec(),
        ([], true) => TOP.to_vec(),
        _ => Vec::new(),
    };
    // 14 is a keyword, the kind that fits best.
    let items =
        names.into_iter().map(|name| json!({ "label": name, "kind": 14 }));
    items.collect()
}

fn names() -> Vec<&'static str> {
    tools::names().collect()
}

/// The keys that lead to a place, and whether a key may stand there.
fn way(root: Json<'_>, at: u32) -> (Vec<String>, bool) {
    let inside = |value: Json<'_>| {
        let span = value.span();
        span.start < at && at <= span.end
    };
    let mut path = Vec::new();
    let mut here = root;
    loop {
        let mut entries = here.entries();
        let mut items = here.items();
        if let Some(entry) = entries.find(|entry| inside(entry.value)) {
            path.push(entry.name().to_owned());
            here = entry.value;
        } else if let Some(item) = items.find(|item| inside(*item)) {
            here = item;
        } else {
            return (path, here.is_object());
        }
    }
}
