//! What stands there twice.

use crate::diagnostic::Code;
use crate::json::Value;
use crate::load::wrong::Notes;
use std::collections::{HashMap, HashSet};

/// Whether an object has a key twice: which of the two counts is for each
/// reader to say.
pub(super) fn says_twice(value: Value<'_>) -> bool {
    let mut keys = HashSet::new();
    value.entries().any(|entry| !keys.insert(entry.name()))
}

/// Handlers that are written twice under one event and matcher.
pub(super) fn duplicates(notes: &mut Notes, groups: Value<'_>) {
    let mut seen: HashMap<(&str, &str), Value<'_>> = HashMap::new();
    for group in groups.items() {
        let matcher = group.get("matcher").and_then(Value::str);
        let hooks = group.get("hooks").into_iter().flat_map(Value::items);
        for hook in hooks.filter(|hook| hook.is_object()) {
            let key = (matcher.unwrap_or(""), hook.raw());
            let first = *seen.entry(key).or_insert(hook);
            if first.span() == hook.span() {
                continue;
            }
            let message = "the same handler stands here twice; it runs once";
            let found = notes.at(Code::DUPLICATE_HANDLER, message, hook);
            let source = notes.source;
            notes.push(
                found
                    .also(source, first.span(), "first here")
                    .help("remove one of them"),
            );
        }
    }
}
