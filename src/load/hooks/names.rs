//! The names of events, as keys of an object.

use crate::diagnostic::{Code, Edit, Fix, Severity};
use crate::event::EventKind;
use crate::json::{Entry, Value, escaped};
use crate::load::Family;
use crate::load::wrong::Notes;
use std::collections::HashSet;

/// The events of Codex, whose other names are of no use there.
const OF_CODEX: &[&str] = &[
    "Interrupt",
    "PermissionRequest",
    "PostCompact",
    "PostToolUse",
    "PreCompact",
    "PreToolUse",
    "SessionEnd",
    "SessionStart",
    "Stop",
    "SubagentStart",
    "SubagentStop",
    "UserPromptSubmit",
];

/// What stands among the events of Codex and is none: which hooks a person
/// trusts (Codex writes it itself), where managed ones lie.
pub(super) fn is_event(entry: Entry<'_>) -> bool {
    match entry.name() {
        "state" => !entry.value.is_object(),
        "managed_dir" | "windows_managed_dir" => entry.value.str().is_none(),
        _ => true,
    }
}

/// The event of a key, with a finding when there is none, or none of the
/// owner of the file: Codex has fewer, and one more.
pub(super) fn event(
    notes: &mut Notes,
    entry: Entry<'_>,
    (family, taken): (Family, &HashSet<&str>),
) -> Option<EventKind> {
    if family != Family::Codex {
        return event_of_ours(notes, entry, taken);
    }
    let name = entry.name();
    let kind = EventKind::named(name);
    let is_there = OF_CODEX.contains(&name);
    let (code, message, help) = match (is_there, kind) {
        (false, None) => return event_of_ours(notes, entry, taken),
        (true, Some(_)) => return kind,
        (false, Some(_)) => (
            Code::UNKNOWN_EVENT,
            format!(
                "Codex has no event `{name}`; there these hooks never run"
            ),
            format!("events there are {}", OF_CODEX.join(", ")),
        ),
        (true, None) => (
            Code::LOSSY_CONVERSION,
            format!(
                "`{name}` is an event of Codex alone; here these hooks \
                     never run"
            ),
            "leave them to Codex".to_owned(),
        ),
    };
    let found = notes.at(code, message, entry.key);
    notes.push(found.severity(Severity::Warning).help(help));
    kind
}

/// The names that no other key may get: a key with one is there, or more
/// than one is to get it. Of two keys of a name readers take one.
pub(super) fn taken(hooks: Value<'_>) -> HashSet<&'static str> {
    let (mut seen, mut taken) = (HashSet::new(), HashSet::new());
    for entry in hooks.entries() {
        let name = entry.name();
        if let Some(kind) = EventKind::named(name) {
            taken.insert(kind.name());
        } else if let Some(near) = EventKind::suggest(name)
            && !seen.insert(near)
        {
            taken.insert(near);
        }
    }
    taken
}

/// The event of a key, with a finding when there is none.
fn event_of_ours(
    notes: &mut Notes,
    entry: Entry<'_>,
    taken: &HashSet<&str>,
) -> Option<EventKind> {
    let name = entry.name();
    let kind = EventKind::named(name);
    if kind.is_none() {
        let message = format!("`{name}` is no event; these hooks never run");
        let found = notes.at(Code::UNKNOWN_EVENT, message, entry.key);
        notes.push(match EventKind::suggest(name) {
            Some(near) if taken.contains(near) => {
                found.help(format!("did you mean `{near}`? move them there"))
            }
            Some(near) => found
                .help(format!("did you mean `{near}`?"))
                .fix(rename(notes, entry.key, near)),
            None => found.help(
                "events have names such as `PreToolUse`, `PostToolUse`, \
                 `Stop`, `SessionStart`",
            ),
        });
    }
    kind
}

pub(super) fn rename(notes: &Notes, value: Value<'_>, to: &str) -> Fix {
    let text = format!("\"{}\"", escaped(to));
    let edit = Edit { source: notes.source, span: value.span(), text };
    Fix { title: format!("write `{to}`"), edits: vec![edit], safe: false }
}
