//! The `hooks` of a file: events, groups, and what can be wrong with them.

mod guards;
mod names;
mod twice;

use super::wrong::{Notes, is_remark, is_understood};
use super::{Document, Family, Group, handler};
use crate::diagnostic::suggest::nearest;
use crate::diagnostic::{Code, Severity};
use crate::event::EventKind;
use crate::event::table::{ALIASES, MatcherField, Row};
use crate::json::{Entry, Kind, Value, escaped};
use crate::source::{Decoded, Span, Spanned};
use std::collections::HashSet;

pub(super) use guards::{guards_in, is_no_type};
use names::{event, is_event, rename, taken};
use twice::{duplicates, says_twice};

/// Reads the value of `hooks` into `document`.
pub(super) fn read(
    notes: &mut Notes,
    document: &mut Document,
    hooks: Value<'_>,
    versioned: bool,
) {
    if document.family == Family::Plugin && is_paths(hooks) {
        // A plugin may name files instead; they are read on their own.
        return;
    }
    if !hooks.is_object() {
        let help =
            "write `{\"PreToolUse\": [{\"matcher\": …, \"hooks\": […]}]}`";
        notes.wrong_type(hooks, "hooks", "an object", help);
        document.degraded |= guards_in(hooks) > 0;
        return;
    }
    // Of an entry that is wrong the runner drops that entry alone; Codex
    // all of them.
    let refusal = match document.family {
        Family::Codex => notes.refusal,
        _ => notes.refusal.take(),
    };
    let foreign = is_foreign(hooks, versioned);
    if foreign {
        let message = "these are events of another agent; here none of \
                       these hooks ever runs";
        let found = notes.at(Code::FOREIGN_HOOKS, message, hooks);
        notes.push(found.help(
            "leave the file to that agent; here events have names such as \
             `PreToolUse`",
        ));
    }
    // In TOML the parts of one key may stand apart.
    let is_toml = document.family == Family::Codex && {
        let mut keys = hooks.entries().map(|entry| entry.key.raw());
        keys.any(|key| !key.starts_with('"'))
    };
    let taken = if is_toml { HashSet::new() } else { taken(hooks) };
    for entry in hooks.entries() {
        let name = entry.name();
        if document.family == Family::Codex && !is_event(entry) {
            continue;
        }
        if EventKind::named(name).is_none() && is_remark(name) {
            // Hooks that somebody put out of use.
            if entry.value.items().any(|group| group.is_object()) {
                let message =
                    format!("`{name}` is a remark; its hooks never run");
                let found = notes.at(Code::UNKNOWN_EVENT, message, entry.key);
                let help = "remove them where they are not needed any more";
                notes.push(found.severity(Severity::Info).help(help));
            }
            continue;
        }
        let before = notes.found.len();
        let kind = event(notes, entry, (document.family, &taken));
        // Once the event is wrong, what is wrong below it says nothing new.
        let keep = before + usize::from(!foreign);
        let first = document.groups.len();
        read_event(notes, document, (entry, kind), refusal);
        let read = document.groups.iter().skip(first);
        let read = read.flat_map(|group| &group.hooks);
        let read = read.filter(|hook| hook.guards()).count();
        document.degraded |= guards_in(entry.value) > read;
        if kind.is_none() || foreign {
            notes.found.truncate(keep);
        }
    }
}

/// Whether no event is ours and one is surely another agent's. A name that
/// is ours but for capitals is a slip, unless the file has a version, which
/// ours never have.
fn is_foreign(hooks: Value<'_>, versioned: bool) -> bool {
    let theirs = |name: &str| {
        let small = name.starts_with(|c: char| c.is_ascii_lowercase());
        (versioned && small) || ALIASES.iter().any(|row| row.0 == name)
    };
    let mut names = hooks.entries().map(|entry| entry.name());
    let ours = names.any(|name| EventKind::named(name).is_some());
    !ours && hooks.entries().any(|entry| theirs(entry.name()))
}

fn read_event(
    notes: &mut Notes,
    document: &mut Document,
    (entry, kind): (Entry<'_>, Option<EventKind>),
    refusal: Option<&'static str>,
) {
    if !entry.value.is_array() {
        list_expected(notes, entry);
        return;
    }
    for group in entry.value.items() {
        let mut reader = Reader { notes, document, entry, kind, refusal };
        reader.group(group);
    }
    duplicates(notes, entry.value);
}

/// Says of each file that a plugin names that its hooks are not here.
pub(super) fn elsewhere(notes: &mut Notes, hooks: Value<'_>) {
    for file in std::iter::once(hooks).chain(hooks.items()) {
        let Some(path) = file.str() else { continue };
        let message = format!(
            "these hooks stand in `{path}`; they count where that file is \
             read as well"
        );
        let found = notes.at(Code::HOOKS_ELSEWHERE, message, file);
        let help = "give the file, too, where it is not found by itself";
        notes.push(found.help(help));
    }
}

fn is_paths(value: Value<'_>) -> bool {
    let text = |value: Value<'_>| value.kind() == Kind::String;
    text(value) || (value.is_array() && value.items().all(text))
}

fn list_expected(notes: &mut Notes, entry: Entry<'_>) {
    let value = entry.value;
    let is_group = value.get("hooks").is_some()
        || value.is_object() && value.entries().next().is_none();
    let help = if is_group {
        "wrap it in `[ ]`"
    } else {
        "write `[{\"hooks\": [{\"type\": \"command\", \"command\": …}]}]`"
    };
    notes.wrong_type(entry.value, entry.name(), "a list of groups", help);
}

struct Reader<'n, 'a> {
    notes: &'n mut Notes,
    document: &'n mut Document,
    entry: Entry<'a>,
    kind: Option<EventKind>,
    /// What the owner of the file does where a matcher is no text.
    refusal: Option<&'static str>,
}

impl Reader<'_, '_> {
    fn group(&mut self, group: Value<'_>) {
        if !group.is_object() {
            let help = "write `{\"matcher\": …, \"hooks\": […]}`";
            let name = format!("{}[…]", self.entry.name());
            self.notes.wrong_type(group, &name, "an object", help);
            return;
        }
        let Some(hooks) = group.get("hooks") else {
            self.no_hooks(group);
            // Reports what is wrong with the matcher as well.
            let _ = self.matcher(group);
            return;
        };
        self.keys(group);
        let matcher = self.matcher(group);
        let Ok(matcher) = matcher else { return };
        if !hooks.is_array() {
            let help = if hooks.is_object() {
                "wrap it in `[ ]`"
            } else {
                "write `[{\"type\": \"command\", \"command\": …}]`"
            };
            let wanted = "a list of handlers";
            self.notes.wrong_type(hooks, "hooks", wanted, help);
            return;
        }
        if hooks.items().next().is_none() {
            let message = "this list of handlers is empty; nothing runs";
            let found = self.notes.at(Code::EMPTY_HOOKS, message, hooks);
            let help = "add a handler, or remove the group";
            self.notes.push(found.help(help));
        }
        let twice = says_twice(group) || hooks.items().any(says_twice);
        self.document.degraded |= twice && guards_in(hooks) > 0;
        let mut handlers = Vec::new();
        for hook in hooks.items() {
            let at = handler::Place {
                kind: self.kind,
                family: self.document.family,
            };
            handlers.extend(handler::read(self.notes, hook, at));
        }
        if !is_understood(group, &["hooks", "matcher"]) {
            // What they let run may have been meant to be less.
            let hooks = hooks.items().filter(|hook| {
                let word = hook.get("permissionDecision");
                word.and_then(Value::str) == Some("allow")
            });
            handlers.retain(|handler| !handler.allows());
            hooks.for_each(|hook| handler::unsure(self.notes, hook));
        }
        self.document.groups.push(Group {
            event: Spanned {
                value: self.entry.name().to_owned(),
                span: self.entry.key.span(),
            },
            kind: self.kind,
            matcher,
            declared: None,
            hooks: handlers,
            span: group.span(),
        });
    }

    /// A group without `hooks`: perhaps a handler that stands one level too
    /// high.
    fn no_hooks(&mut self, group: Value<'_>) {
        let is_handler = ["type", "command", "url", "prompt", "script"]
            .iter()
            .any(|key| group.get(key).is_some());
        if !is_handler {
            let message = "this group has no `hooks`; nothing runs";
            let found = self.notes.at(Code::MISSING_FIELD, message, group);
            let help = "add `\"hooks\": [{\"type\": \"command\", \
                        \"command\": …}]`";
            self.notes.push(found.help(help));
            return;
        }
        let message =
            "a handler stands where a group must stand; it never runs";
        let found = self.notes.at(Code::FLAT_HOOK, message, group);
        let help = "move it into the `hooks` of a group: `{\"matcher\": …, \
                    \"hooks\": [{\"type\": \"command\", \"command\": …}]}`";
        self.notes.push(found.help(help));
    }

    /// The matcher; an error when nothing can be made of it.
    fn matcher(&mut self, group: Value<'_>) -> Result<Option<Decoded>, ()> {
        let entry = group.entries().filter(|e| e.name() == "matcher").last();
        let Some(entry) = entry else { return Ok(None) };
        let value = entry.value;
        let is_codex = self.document.family == Family::Codex;
        if is_codex && value.kind() == Kind::Null {
            return Ok(None);
        }
        let Some(text) = value.decoded() else {
            self.wrong_matcher(value);
            return Err(());
        };
        let Some(kind) = self.kind else { return Ok(Some(text)) };
        let row = kind.row();
        let written = text.as_str();
        if row.matcher == MatcherField::None {
            if !matches!(written, "" | "*") {
                let message = format!(
                    "`{}` has no matcher; this one is ignored and every \
                     `{}` fires",
                    row.name, row.name
                );
                let code = Code::MATCHER_ON_EVENT_WITHOUT_MATCHER;
                let found = self.notes.at(code, message, entry.key);
                self.notes.push(found.help("remove the matcher"));
            }
            return Ok(Some(text));
        }
        self.known_values(value, written, row);
        Ok(Some(text))
    }

    fn wrong_matcher(&mut self, value: Value<'_>) {
        let is_read = value.kind() != Kind::Broken;
        self.notes.refuses |= self.refusal.is_some() && is_read;
        let what = self.refusal.unwrap_or(
            "the group is ignored, and a runner may refuse the whole file",
        );
        let message = format!(
            "`matcher` must be a text, this is {}; {what}",
            value.kind().words()
        );
        let found = self.notes.at(Code::WRONG_TYPE, message, value);
        let names: Option<Vec<_>> = value.items().map(Value::str).collect();
        let joined = names.filter(|names| !names.is_empty());
        let Some(joined) = joined.map(|names| names.join("|")) else {
            self.notes.push(found.help("write a text, such as `\"Bash\"`"));
            return;
        };
        let fix = rename(self.notes, value, &joined);
        let help = format!("write `\"{}\"`", escaped(&joined));
        self.notes.push(found.help(help).fix(fix));
    }

    /// An exact matcher on an event whose values are known.
    fn known_values(&mut self, value: Value<'_>, written: &str, row: &Row) {
        let values = row.values;
        let lists = |c| matches!(c, ',' | ' ') && !row.narrow_matcher;
        let exact = |c: char| {
            let signs = matches!(c, '_' | '|');
            c.is_ascii_alphanumeric() || signs || lists(c)
        };
        let has_items = written.contains(['|', ',']);
        if values.is_empty()
            || written.is_empty()
            || written.contains(' ') && !has_items
            || !written.chars().all(exact)
        {
            return;
        }
        let mut start = 0;
        for piece in written.split(['|', ',']) {
            let item = piece.trim();
            let from = start + piece.len() - piece.trim_start().len();
            let span = Span::new(from, from + item.len());
            start += piece.len() + 1;
            if item.is_empty() || values.contains(&item) {
                continue;
            }
            let name = self.entry.name();
            let why = match item {
                "bypass_permissions_disabled" => " since 2.1.234",
                _ => "",
            };
            let message =
                format!("`{name}` never has `{item}`{why}; it never matches");
            let code = Code::UNKNOWN_MATCHER_VALUE;
            let mut found = self.notes.at(code, message, value);
            let text = value.decoded().filter(|_| item != written);
            if let Some((text, label)) = text.zip(found.labels.first_mut()) {
                label.span = text.place(span);
            }
            let near = nearest(item, values.iter().copied());
            self.notes.push(match near {
                Some(near) => found.help(format!("did you mean `{near}`?")),
                None => {
                    found.help(format!("write one of {}", values.join(", ")))
                }
            });
        }
    }

    fn keys(&mut self, group: Value<'_>) {
        for entry in group.entries() {
            let plain = group.get("matcher").is_none();
            match entry.name() {
                "matcher" | "hooks" => {}
                key @ ("if" | "timeout" | "type" | "command" | "once") => {
                    let message = format!("`{key}` has no effect on a group");
                    let code = Code::MISPLACED_FIELD;
                    let found = self.notes.at(code, message, entry.key);
                    let help = "move it into each handler of the group";
                    self.notes.push(found.help(help));
                }
                key @ ("match" | "tool" | "toolName" | "tool_name"
                | "tools")
                    if plain =>
                {
                    let message = format!(
                        "`{key}` means nothing on a group; its hooks run \
                         every time"
                    );
                    let found =
                        self.notes.at(Code::UNKNOWN_KEY, message, entry.key);
                    self.notes.push(found.help("did you mean `matcher`?"));
                }
                _ => self.notes.unknown_key(entry, &["matcher", "hooks"]),
            }
        }
    }
}
