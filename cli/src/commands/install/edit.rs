//! Changes of a settings text that leave every other byte alone.

use hookset::json::{Tape, Value as Node};
use serde_json::{Map, Value};

/// The key that says by which name a group was installed.
pub(super) const MARK: &str = "_hookset";

/// What a level is set in by where nothing else is seen.
const USUAL: &str = "  ";

/// The text without the groups of this name, and how many there were. Lists
/// and objects that are left empty by that go as well.
pub(super) fn without(text: &str, name: &str) -> (String, usize) {
    let mut text = text.to_owned();
    let mut count = 0;
    while let Some(shorter) = without_one(&text, name) {
        text = shorter;
        count += 1;
    }
    (text, count)
}

fn without_one(text: &str, name: &str) -> Option<String> {
    let tape = Tape::of(text);
    let root = tape.root(text)?;
    let hooks = root.get("hooks")?;
    let events: Vec<_> = hooks.entries().collect();
    let is_ours = |group: &Node<'_>| {
        let mark = group.get(MARK).and_then(Node::str);
        mark == Some(name)
    };
    for (at, event) in events.iter().enumerate() {
        let groups: Vec<_> = event.value.items().collect();
        let Some(place) = groups.iter().position(is_ours) else { continue };
        if groups.len() > 1 {
            let spans = groups.iter().map(|group| place_of(*group));
            return Some(cut(text, &spans.collect::<Vec<_>>(), place));
        }
        let whole = |key: Node<'_>, value: Node<'_>| {
            (place_of(key).0, place_of(value).1)
        };
        if events.len() > 1 {
            let spans = events.iter().map(|e| whole(e.key, e.value));
            return Some(cut(text, &spans.collect::<Vec<_>>(), at));
        }
        let keys: Vec<_> = root.entries().collect();
        let at = keys.iter().position(|key| key.name() == "hooks")?;
        let spans = keys.iter().map(|key| whole(key.key, key.value));
        return Some(cut(text, &spans.collect::<Vec<_>>(), at));
    }
    None
}

fn place_of(value: Node<'_>) -> (usize, usize) {
    let range = value.span().range();
    (range.start, range.end)
}

/// The text without one of the parts of a list, and without its comma.
fn cut(text: &str, parts: &[(usize, usize)], at: usize) -> String {
    let own = parts.get(at).copied().unwrap_or((0, 0));
    let before = at.checked_sub(1).and_then(|at| parts.get(at));
    let next = parts.get(at + 1);
    let (from, to) = match (before, next) {
        (Some(before), _) => (before.1, own.1),
        (None, Some(next)) => (own.0, next.0),
        // The only one: the blanks around it go, too.
        (None, None) => {
            let front = text.get(..own.0).unwrap_or("");
            let behind = text.get(own.1..).unwrap_or("");
            let blanks = behind.len() - behind.trim_start().len();
            (front.trim_end().len(), own.1 + blanks)
        }
    };
    let front = text.get(..from).unwrap_or("");
    format!("{front}{}", text.get(to..).unwrap_or(""))
}

/// The text with a group behind the others of its event.
pub(super) fn with(text: &str, event: &str, group: &Value) -> String {
    let tape = Tape::of(text);
    let Some(root) = tape.root(text) else { return text.to_owned() };
    let hooks = root.get("hooks");
    let groups = hooks.and_then(|hooks| hooks.get(event));
    let list = || Value::Array(vec![group.clone()]);
    let entry =
        |key: &str, value: Value| Map::from_iter([(key.to_owned(), value)]);
    match (hooks, groups) {
        (_, Some(groups)) => put(text, groups, &Part::Item(group), 2),
        (Some(hooks), None) => {
            put(text, hooks, &Part::Entry(event, &list()), 1)
        }
        (None, None) => {
            let all = Value::Object(entry(event, list()));
            put(text, root, &Part::Entry("hooks", &all), 0)
        }
    }
}

enum Part<'v> {
    Item(&'v Value),
    Entry(&'v str, &'v Value),
}

/// Puts a part behind the last one of a list or object that stands `level`
/// levels deep.
fn put(text: &str, into: Node<'_>, part: &Part<'_>, level: usize) -> String {
    let unit = unit(text);
    let outer = unit.repeat(level);
    let inner = unit.repeat(level + 1);
    let shown = |value: &Value| {
        let pretty = serde_json::to_string_pretty(value).unwrap_or_default();
        let lines = pretty.lines().enumerate().map(|(number, line)| {
            let body = line.trim_start_matches(' ');
            let deep = (line.len() - body.len()) / USUAL.len();
            match number {
                0 => body.to_owned(),
                _ => format!("{inner}{}{body}", unit.repeat(deep)),
            }
        });
        lines.collect::<Vec<_>>().join("\n")
    };
    let shown = match part {
        Part::Item(value) => shown(value),
        Part::Entry(key, value) => {
            format!("{}: {}", Value::from(*key), shown(value))
        }
    };
    let last_item = into.items().last();
    let last_entry = into.entries().last().map(|entry| entry.value);
    let (start, end) = place_of(into);
    let (from, to, new) = match last_item.or(last_entry) {
        Some(last) => {
            let at = place_of(last).1;
            (at, at, format!(",\n{inner}{shown}"))
        }
        None => {
            let (open, close) = match part {
                Part::Item(_) => ('[', ']'),
                Part::Entry(..) => ('{', '}'),
            };
            let new = format!("{open}\n{inner}{shown}\n{outer}{close}");
            (start, end, new)
        }
    };
    let new = match text.contains("\r\n") {
        true => new.replace('\n', "\r\n"),
        false => new,
    };
    let front = text.get(..from).unwrap_or("");
    format!("{front}{new}{}", text.get(to..).unwrap_or(""))
}

/// What one level is set in by: the blanks in front of the first key.
fn unit(text: &str) -> &str {
    let mut lines = text.lines().skip(1);
    let line = lines.find(|line| line.trim_start().starts_with('"'));
    let blanks = line.map(|line| {
        let end = line.len() - line.trim_start().len();
        line.get(..end).unwrap_or("")
    });
    blanks.filter(|blanks| !blanks.is_empty()).unwrap_or(USUAL)
}

/// Whether two texts say the same but for the groups of this name.
pub(super) fn keeps(old: &str, new: &str, name: &str) -> bool {
    let read = |text: &str| {
        let mut value: Value = serde_json::from_str(text).ok()?;
        strip(&mut value, name);
        Some(value)
    };
    let (old, new) = (read(old), read(new));
    old.is_some() && old == new
}

fn strip(root: &mut Value, name: &str) {
    let Some(root) = root.as_object_mut() else { return };
    let Some(hooks) = root.get_mut("hooks") else { return };
    if let Some(hooks) = hooks.as_object_mut() {
        for groups in hooks.values_mut() {
            if let Some(groups) = groups.as_array_mut() {
                groups.retain(|group| {
                    group.get(MARK).and_then(Value::as_str) != Some(name)
                });
            }
        }
        hooks.retain(|_, groups| {
            groups.as_array().is_none_or(|all| !all.is_empty())
        });
    }
    if hooks.as_object().is_some_and(Map::is_empty) {
        root.shift_remove("hooks");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn group(name: &str) -> Value {
        json!({"hooks": [{"type": "command", "command": "x"}], MARK: name})
    }

    #[test]
    fn in_and_out_again_is_the_same_text() {
        for text in [
            "{}\n",
            "{\"hooks\": {\"Stop\": [{\"a\": 1}]}}",
            "{\n    \"permissions\": {\"allow\": [\"Bash(*)\"]}\n}\n",
            "{\n\t\"hooks\": {\n\t\t\"Stop\": [\n\t\t\t{}\n\t\t]\n\t}\n}",
            "{\r\n  \"a\": 1\r\n}\r\n",
            "{\"hooks\": {\"Start\": [{}], \"Stop\": [{}, {}]}, \"x\": 1e400}",
        ] {
            let more = with(text, "Stop", &group("a"));
            let more = with(&more, "Stop", &group("b"));
            let more = with(&more, "Start", &group("a"));
            let value: Value =
                serde_json::from_str(&more.replace("1e400", "1")).unwrap();
            let lines = more.matches('\n').count();
            let theirs = text.contains("\r\n");
            assert!(!theirs || more.matches("\r\n").count() == lines);
            let stop = value["hooks"]["Stop"].as_array().unwrap();
            assert!(stop.ends_with(&[group("a"), group("b")]), "{more}");
            let (back, count) = without(&more, "a");
            assert_eq!(count, 2, "{back}");
            let (back, count) = without(&back, "b");
            assert_eq!((back.as_str(), count), (text, 1));
        }
    }

    #[test]
    fn a_level_is_set_in_as_the_file_does() {
        let text = "{\n\t\"a\": 1\n}";
        let more = with(text, "Stop", &json!({"hooks": []}));
        let wanted = "{\n\t\"a\": 1,\n\t\"hooks\": {\n\t\t\"Stop\": [\n\
                      \t\t\t{\n\t\t\t\t\"hooks\": []\n\t\t\t}\n\t\t]\n\t}\n}";
        assert_eq!(more, wanted);
    }
}
