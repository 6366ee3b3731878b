//! What says by which name a group of hooks was installed, and which hooks
//! were in it.

use hookset::json::Value as Node;
use serde_json::{Map, Value};

/// The key that says by which name a group was installed.
pub(super) const MARK: &str = "_hookset";

/// The key that says how many hooks of a group were installed.
const COUNT: &str = "_hookset_hooks";

/// The key that says which these were, each as a hash.
const HASHES: &str = "_hookset_hashes";

/// The key that holds what stood there where a group was put into an empty
/// list or object, and in which one: that is what is left behind it.
pub(super) const WAS: &str = "_hookset_was";

/// What an installed group holds.
const KEYS: &[&str] = &["hooks", "matcher", MARK, COUNT, HASHES, WAS];

/// What a person did to a group that was installed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Touched {
    /// They put a hook in it, or changed one.
    Hook,
    /// They wrote this key.
    Key(String),
}

pub(super) fn is_ours(group: Node<'_>, name: &str) -> bool {
    group.get(MARK).and_then(Node::str) == Some(name)
}

/// A group as it is put into settings: with the name it is known by.
pub(super) fn marked(group: &Value, name: &str) -> Value {
    let mut group = group.clone();
    let hashes: Vec<Value> = hooks(&group).map(|h| hash(h).into()).collect();
    if let Some(map) = group.as_object_mut() {
        map.insert(MARK.to_owned(), name.into());
        map.insert(COUNT.to_owned(), hashes.len().into());
        map.insert(HASHES.to_owned(), hashes.into());
    }
    group
}

fn hooks(group: &Value) -> impl Iterator<Item = &Value> {
    let list = group.get("hooks").and_then(Value::as_array);
    list.into_iter().flatten()
}

/// How many hooks stand in a group.
pub(super) fn handlers(group: &Value) -> usize {
    hooks(group).count()
}

/// What stands in a group of this name that was not installed with it.
pub(super) fn touched(text: &str, name: &str) -> Option<Touched> {
    let root: Value = serde_json::from_str(text).ok()?;
    let lists = root.get("hooks")?.as_object()?.values();
    let groups = lists.filter_map(Value::as_array).flatten();
    let mut ours = groups
        .filter_map(Value::as_object)
        .filter(|group| group.get(MARK).and_then(Value::as_str) == Some(name));
    ours.find_map(of_another)
}

fn of_another(group: &Map<String, Value>) -> Option<Touched> {
    let mut keys = group.keys();
    if let Some(key) = keys.find(|key| !KEYS.contains(&key.as_str())) {
        return Some(Touched::Key(key.clone()));
    }
    let hooks = group.get("hooks").and_then(Value::as_array)?;
    let count = group.get(COUNT).and_then(Value::as_u64);
    let known = group.get(HASHES).and_then(Value::as_array);
    let is_own = |hook: &Value| {
        known.is_none_or(|known| known.contains(&hash(hook).into()))
    };
    let more = count.is_some_and(|count| hooks.len() as u64 > count);
    (more || !hooks.iter().all(is_own)).then_some(Touched::Hook)
}

/// A hash of a value that stays when its keys or blanks move (FNV-1a).
fn hash(value: &Value) -> String {
    let text = sorted(value).to_string();
    let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    format!("{hash:016x}")
}

/// The value with the keys of objects in order. How deep it is, its reader
/// bounds.
fn sorted(value: &Value) -> Value {
    match value {
        Value::Object(map) => {
            let mut entries: Vec<_> = map.iter().collect();
            entries.sort_by_key(|(key, _)| *key);
            let entries = entries.into_iter();
            entries.map(|(key, value)| (key.clone(), sorted(value))).collect()
        }
        Value::Array(list) => list.iter().map(sorted).collect(),
        other => other.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn text(change: impl Fn(&mut Value)) -> String {
        let hook = json!({"type": "command", "command": "x", "timeout": 5});
        let mut group = marked(&json!({"hooks": [hook]}), "a");
        change(&mut group);
        json!({"hooks": {"Stop": [{"hooks": []}, group]}}).to_string()
    }

    #[test]
    fn what_a_person_wrote_is_seen() {
        assert_eq!(touched(&text(|_| {}), "a"), None);
        let added = |group: &mut Value| {
            group["hooks"].as_array_mut().unwrap().push(json!({"type": "y"}));
        };
        assert_eq!(touched(&text(added), "a"), Some(Touched::Hook));
        assert_eq!(touched(&text(added), "b"), None);
        // In place of one of ours, there are as many as before.
        let replaced =
            |group: &mut Value| group["hooks"][0]["command"] = json!("mine");
        assert_eq!(touched(&text(replaced), "a"), Some(Touched::Hook));
        let told = |group: &mut Value| group["comment"] = json!("why");
        let key = Touched::Key("comment".to_owned());
        assert_eq!(touched(&text(told), "a"), Some(key));
        // Taken out, or written in another order: nothing of theirs.
        let less = |group: &mut Value| group["hooks"] = json!([]);
        assert_eq!(touched(&text(less), "a"), None);
        let order = |group: &mut Value| {
            group["hooks"][0] =
                json!({"timeout": 5, "command": "x", "type": "command"});
        };
        assert_eq!(touched(&text(order), "a"), None);
    }

    #[test]
    fn of_one_that_was_installed_without_hashes_the_number_counts() {
        let old = |group: &mut Value| {
            group.as_object_mut().unwrap().shift_remove(HASHES);
            group["hooks"][0]["command"] = json!("y");
        };
        assert_eq!(touched(&text(old), "a"), None);
    }
}
