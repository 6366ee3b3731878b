//! What agents, skills and commands say of themselves by which more or less
//! may happen.

use std::collections::{BTreeMap, BTreeSet};

use super::settings::{SettingChange, field, listed};
use crate::json::Value;
use crate::load::{Document, Within};

/// What the front matter of both policies says otherwise.
pub(super) fn changes(
    old: &[Document],
    new: &[Document],
) -> Vec<SettingChange> {
    let (old, new) = (by_name(old), by_name(new));
    let mut out = Vec::new();
    for (within, is) in &new {
        let was = old.get(within).copied();
        out.extend(was.and_then(|was| invoked(within, was, is)));
        out.extend(servers(within, was, Some(is)));
    }
    for (within, was) in &old {
        if !new.contains_key(within) {
            out.extend(servers(within, Some(was), None));
        }
    }
    out
}

fn by_name(documents: &[Document]) -> BTreeMap<(bool, &str), &Document> {
    let named = documents.iter().filter_map(|document| {
        let key = match document.within.as_ref()? {
            Within::Agent(name) => (true, name.as_str()),
            Within::Skill(name) => (false, name.as_str()),
        };
        Some((key, document))
    });
    named.collect()
}

/// Whether the model may use a skill or command by itself. One that is gone
/// is used by nobody.
fn invoked(
    (is_agent, name): &(bool, &str),
    was: &Document,
    is: &Document,
) -> Option<SettingChange> {
    const KEY: &str = "disable-model-invocation";
    let of = |document| field(document, KEY).and_then(Value::bool);
    let (was, is) = (of(was) == Some(true), of(is) == Some(true));
    let told = |is| format!("{name}: {}", if is { "on" } else { "off" });
    (was != is && !is_agent).then(|| SettingChange {
        name: KEY,
        old: told(was),
        new: told(is),
        widens: was,
    })
}

/// The servers that an agent has besides those of the session.
fn servers(
    (is_agent, name): &(bool, &str),
    was: Option<&Document>,
    is: Option<&Document>,
) -> Option<SettingChange> {
    const KEY: &str = "mcpServers";
    let of = |document: Option<&Document>| -> BTreeSet<String> {
        let value = document.and_then(|document| field(document, KEY));
        value.map(names).unwrap_or_default()
    };
    let (was, is) = (of(was), of(is));
    let told = |all: &BTreeSet<String>| format!("{name}: {}", listed(all));
    (was != is && *is_agent).then(|| SettingChange {
        name: KEY,
        old: told(&was),
        new: told(&is),
        widens: !is.is_subset(&was),
    })
}

/// The names of servers: alone, or in front of what they are.
fn names(value: Value<'_>) -> BTreeSet<String> {
    let keys = |value: Value<'_>| {
        let keys = value.entries();
        keys.map(|entry| entry.name().to_owned()).collect::<Vec<_>>()
    };
    let words = value.str().into_iter().flat_map(|text| text.split(','));
    let words = words.map(|word| word.trim().to_owned());
    let listed = value.items().flat_map(|item| match item.str() {
        Some(name) => vec![name.to_owned()],
        None => keys(item),
    });
    words.chain(listed).chain(keys(value)).collect()
}
