//! Changes of a settings text that leave every other byte alone.

use hookset::json::{Entry, Tape, Value as Node};
use serde_json::{Map, Value, json};

use super::mark::{self, MARK, WAS, is_ours};

/// What a level is set in by where nothing else is seen.
const USUAL: &str = "  ";

/// The text without the groups of this name, and how many hooks there were
/// in them. Lists and objects that are left empty by that go as well, unless
/// they were there before.
pub(super) fn without(text: &str, name: &str) -> (String, usize) {
    let mut text = text.to_owned();
    let count = installed(&text, name);
    while let Some(shorter) = without_one(&text, name, |_| 0) {
        text = shorter;
    }
    (text, count)
}

/// The text with these groups as those of a name. Each takes the place of
/// one that is there, which stays as it is where both say the same: what
/// stands before what may count.
pub(super) fn put_in(
    text: &str,
    name: &str,
    events: &Map<String, Value>,
) -> String {
    let mut text = text.to_owned();
    let wanted = |event: &str| {
        let groups = events.get(event).and_then(Value::as_array);
        groups.map_or(0, Vec::len)
    };
    while let Some(shorter) = without_one(&text, name, wanted) {
        text = shorter;
    }
    for (event, groups) in events {
        for (at, group) in groups.as_array().into_iter().flatten().enumerate()
        {
            let group = mark::marked(group, name);
            let replaced = replaced(&text, (event, name, at), &group);
            text = replaced.unwrap_or_else(|| with(&text, event, &group));
        }
    }
    text
}

/// The text with a group in place of the one of a name that stands at such a
/// place among those of its event, if there is one.
fn replaced(
    text: &str,
    (event, name, at): (&str, &str, usize),
    group: &Value,
) -> Option<String> {
    let tape = Tape::of(text);
    let groups = tape.root(text)?.get("hooks")?.get(event)?.items();
    let old = groups.filter(|group| is_ours(*group, name)).nth(at)?;
    let is: Value = serde_json::from_str(old.raw()).ok()?;
    let mut group = group.clone();
    if let (Some(was), Some(map)) = (is.get(WAS), group.as_object_mut()) {
        map.insert(WAS.to_owned(), was.clone());
    }
    if is == group {
        return Some(text.to_owned());
    }
    let (start, end) = place_of(old);
    let (front, behind) = (text.get(..start)?, text.get(end..)?);
    let shown = with_ends(text, shown(text, &group, 3));
    Some(format!("{front}{shown}{behind}"))
}

/// How many hooks stand in groups of this name.
fn installed(text: &str, name: &str) -> usize {
    let tape = Tape::of(text);
    let hooks = tape.root(text).and_then(|root| root.get("hooks"));
    let events = hooks.into_iter().flat_map(Node::entries);
    let groups = events.flat_map(|event| event.value.items());
    let ours = groups.filter(|group| is_ours(*group, name));
    let lists = ours.filter_map(|group| group.get("hooks"));
    lists.map(|list| list.items().count()).sum()
}

/// The text without one group of this name; of each event, the first ones
/// are spared, as many as `spared` says.
fn without_one(
    text: &str,
    name: &str,
    spared: impl Fn(&str) -> usize,
) -> Option<String> {
    let tape = Tape::of(text);
    let root = tape.root(text)?;
    let hooks = root.get("hooks")?;
    let events: Vec<_> = hooks.entries().collect();
    let is_ours = |group: &Node<'_>| is_ours(*group, name);
    // The first to be put in knows what was there before: it goes last.
    for (at, event) in events.iter().enumerate().rev() {
        let groups: Vec<_> = event.value.items().collect();
        let ours = groups.iter().filter(|group| is_ours(group)).count();
        let Some(place) = groups.iter().rposition(is_ours) else { continue };
        if ours <= spared(event.name()) {
            continue;
        }
        let was = groups.get(place).and_then(|group| Was::of(*group));
        let keys: Vec<_> = root.entries().collect();
        let alone = [groups.len(), events.len(), keys.len()];
        let alone = alone.iter().take_while(|count| **count == 1).count();
        let into = [event.value, hooks, root];
        let known = was.as_ref().filter(|was| was.level < alone);
        if let Some(was) = known {
            let (start, end) = place_of(*into.get(was.level)?);
            let (front, behind) = (text.get(..start)?, text.get(end..)?);
            return Some(format!("{front}{}{behind}", was.text));
        }
        let whole = |key: Node<'_>, value: Node<'_>| {
            (place_of(key).0, place_of(value).1)
        };
        let entries = |all: &[Entry<'_>]| -> Vec<_> {
            all.iter().map(|one| whole(one.key, one.value)).collect()
        };
        let shorter = match alone {
            0 => {
                let spans = groups.iter().map(|group| place_of(*group));
                cut(text, &spans.collect::<Vec<_>>(), place)
            }
            1 => cut(text, &entries(&events), at),
            _ => {
                let at = keys.iter().position(|key| key.name() == "hooks")?;
                cut(text, &entries(&keys), at)
            }
        };
        return Some(match was {
            Some(was) => was.handed_on(shorter, event.name()),
            None => shorter,
        });
    }
    None
}

/// What an empty list or object looked like that a group was put into.
struct Was {
    /// Which one: a place in [`LEVELS`].
    level: usize,
    text: String,
}

/// The list of an event, the object of all, and the file.
const LEVELS: [&str; 3] = ["list", "hooks", "file"];

impl Was {
    fn of(group: Node<'_>) -> Option<Was> {
        let note = group.get(WAS)?;
        LEVELS.iter().enumerate().find_map(|(level, name)| {
            let text = note.get(name)?.str()?.to_owned();
            Some(Was { level, text })
        })
    }

    /// What is to be noted of a list or object that a group is put into.
    fn seen(level: usize, into: Node<'_>) -> Option<Was> {
        let text = into.raw();
        let full =
            into.items().next().is_some() || into.entries().next().is_some();
        // An object that is the whole file stays in any case.
        let needless = full || (level == 2 && text == "{}");
        (!needless).then(|| Was { level, text: text.to_owned() })
    }

    fn json(&self) -> Value {
        let name = LEVELS.get(self.level).copied().unwrap_or_default();
        json!({ name: self.text })
    }

    /// The text where another installed group knows it from now on.
    fn handed_on(&self, text: String, event: &str) -> String {
        let tape = Tape::of(&text);
        let hooks = tape.root(&text).and_then(|root| root.get("hooks"));
        let events = hooks.into_iter().flat_map(Node::entries);
        let mut groups = events
            .filter(|one| self.level > 0 || one.name() == event)
            .flat_map(|one| one.value.items());
        let heir = groups.find(|group| {
            group.get(MARK).is_some() && group.get(WAS).is_none()
        });
        match heir {
            Some(heir) => put(&text, heir, &Part::Entry(WAS, &self.json()), 3),
            None => text,
        }
    }
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
    let (level, into) = match (hooks, groups) {
        (_, Some(groups)) => (0, groups),
        (Some(hooks), None) => (1, hooks),
        (None, None) => (2, root),
    };
    let mut group = group.clone();
    if let Some(was) = Was::seen(level, into)
        && let Some(map) = group.as_object_mut()
    {
        map.insert(WAS.to_owned(), was.json());
    }
    let list = Value::Array(vec![group.clone()]);
    match level {
        0 => put(text, into, &Part::Item(&group), 2),
        1 => put(text, into, &Part::Entry(event, &list), 1),
        _ => {
            let all = json!({ event: list });
            put(text, into, &Part::Entry("hooks", &all), 0)
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
    let shown = match part {
        Part::Item(value) => shown(text, value, level + 1),
        Part::Entry(key, value) => {
            let value = shown(text, value, level + 1);
            format!("{}: {value}", Value::from(*key))
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
    let new = with_ends(text, new);
    let front = text.get(..from).unwrap_or("");
    format!("{front}{new}{}", text.get(to..).unwrap_or(""))
}

/// A value as it is written `level` levels deep.
fn shown(text: &str, value: &Value, level: usize) -> String {
    let unit = unit(text);
    let inner = unit.repeat(level);
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
}

/// What is put into a text, with the ends of lines that stand there.
fn with_ends(text: &str, new: String) -> String {
    match text.contains("\r\n") {
        true => new.replace('\n', "\r\n"),
        false => new,
    }
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
                // What one knows of before is handed on to another.
                let others =
                    groups.iter_mut().filter_map(Value::as_object_mut);
                for group in others.filter(|group| group.contains_key(MARK)) {
                    group.shift_remove(WAS);
                }
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
mod tests;
