//! The names of events, as keys of an object.

use crate::diagnostic::{Code, Edit, Fix};
use crate::event::EventKind;
use crate::json::{Entry, Value, escaped};
use crate::load::wrong::Notes;
use std::collections::HashSet;

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
pub(super) fn event(
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
