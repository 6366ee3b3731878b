//! Markdown with YAML in front: agents, skills and commands.
//!
//! What stands there holds only while the agent runs or the skill is in
//! use, which [`Document::within`] says.

mod fence;
mod meant;
mod tools;

use super::wrong::{Notes, may_guard};
use super::{Document, Family, List, RuleEntry, Scope, Within, hooks, yaml};
use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::event::EventKind;
use crate::json::{Entry, Kind, Tape, Value};
use crate::source::{SourceId, Span};
use fence::{Fence, fence};

/// What a key that names tools does.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Use {
    /// Only these can be called.
    Available,
    /// These run without asking.
    Allow,
    /// These do not run.
    Deny,
    /// The same, under the name that the key has elsewhere; the right one.
    DenyAs(&'static str),
    /// Nothing; the name of the key that does.
    Nothing(&'static str),
}

/// The keys that name tools, in agents and elsewhere.
const KEYS: &[(&str, Use, Use)] = &[
    ("tools", Use::Available, Use::Nothing("allowed-tools")),
    ("allowed-tools", Use::Nothing("tools"), Use::Allow),
    ("allowedTools", Use::Nothing("tools"), Use::Nothing("allowed-tools")),
    ("allowed_tools", Use::Nothing("tools"), Use::Nothing("allowed-tools")),
    ("disallowedTools", Use::Deny, Use::DenyAs("disallowed-tools")),
    ("disallowed-tools", Use::DenyAs("disallowedTools"), Use::Deny),
    ("disallowed_tools", Use::Nothing("disallowedTools"), DISALLOWED),
];
const DISALLOWED: Use = Use::Nothing("disallowed-tools");

/// Whether a key is one of agents, skills or commands that says which tools
/// there are.
pub(super) fn is_key(name: &str) -> bool {
    KEYS.iter().any(|row| row.0 == name)
}

/// What becomes of rules in front matter that a runner may not read.
const OFF: &str = "; a runner that skips all of it skips the rules and hooks \
                   in it";

/// Whether a key says what may run.
fn decides(entry: Entry<'_>) -> bool {
    let name = entry.name();
    let is_ours = name == "hooks" || KEYS.iter().any(|row| row.0 == name);
    is_ours && entry.value.kind() != Kind::Null
}

/// Reads the front matter of an agent, a skill or a command; `name` is the
/// path of the file, after which it is called where it has no name itself.
pub(super) fn read(
    source: SourceId,
    name: &str,
    text: &str,
    scope: Scope,
) -> (Document, Vec<Diagnostic>) {
    let mut document = Document::new(source, scope, Family::Definition);
    document.within = Some(within(scope, called(name)));
    document.may_be_of_plugin = may_be_of_plugin(name);
    let mut notes = Notes::new(source, Vec::new());
    let span = match fence(text) {
        Fence::None => {
            settings(&mut notes, &mut document, text);
            return (document, notes.found);
        }
        Fence::Misplaced { at, guards } => {
            misplaced(&mut notes, at);
            document.loses(guards, at);
            rename(&mut document, text);
            return (document, notes.found);
        }
        Fence::Unclosed(span) => {
            unclosed(&mut notes, span);
            document.degraded = true;
            document.refused = true;
            rename(&mut document, text);
            return (document, notes.found);
        }
        Fence::Closed(span) => span,
    };
    let mut tape = Tape::new();
    let read = yaml::read(yaml::Part { source, text, span }, &mut tape);
    document.refused = read.broken;
    let matters =
        |key: &String| key == "hooks" || KEYS.iter().any(|row| row.0 == key);
    let restricts = |key: &String| meant::restricts(key, scope);
    // What grants nothing can be lost without harm.
    document.degraded = read.lost.iter().any(matters)
        || read.within.iter().any(restricts)
        || read.merges
        || (read.broken && read.lost.is_empty());
    let root = read.roots.first().map(|&root| tape.value(text, root));
    let decides = root.is_some_and(|root| root.entries().any(decides));
    for mut found in read.found {
        if found.code == Code::INVALID_YAML && !document.degraded {
            // Readers that mend such lines exist.
            let (severity, help) = match decides {
                true => (Severity::Warning, Some(OFF)),
                false => (Severity::Info, None),
            };
            found.severity = severity;
            if let (Some(own), Some(off)) = (&mut found.help, help) {
                own.push_str(off);
            }
        }
        notes.push(found);
    }
    if let Some(&root) = read.roots.first() {
        let root = tape.value(text, root);
        Reader { notes: &mut notes, document: &mut document }.file(root);
    }
    document.text = text.into();
    document.tape = tape;
    (document, notes.found)
}

/// Rules and decisions in a text that is no Markdown: settings that are read
/// as what they are not. They were to count always.
fn settings(notes: &mut Notes, document: &mut Document, text: &str) {
    let start = text.trim_start_matches('\u{feff}').trim_start();
    let is_yaml = |line: &str| {
        ["permissions:", "hooks:", "hooks_config:"]
            .iter()
            .any(|key| line.starts_with(key))
    };
    let mut tape = Tape::new();
    let mut roots = vec![0];
    if start.starts_with('{') {
        tape = Tape::of(text);
    } else if text.lines().any(is_yaml) {
        let span = Span::new(text.len() - start.len(), text.len());
        let part = yaml::Part { source: notes.source, text, span };
        roots = yaml::read(part, &mut tape).roots;
    }
    if tape.root(text).is_none() {
        return;
    }
    for root in roots {
        for entry in tape.value(text, root).entries() {
            if may_guard(entry) {
                notes.stray(document, entry);
                document.within = None;
            }
        }
    }
}

fn unclosed(notes: &mut Notes, span: Span) {
    let message = "the front matter is never closed; nothing in it counts";
    let code = Code::UNCLOSED_FRONT_MATTER;
    let found = Diagnostic::new(code, message, notes.source, span);
    notes.push(found.help("write a line `---` after it"));
}

fn misplaced(notes: &mut Notes, at: Span) {
    let message = "front matter starts on the first line with `---` alone; \
                   nothing in this counts";
    let code = Code::MISPLACED_FRONT_MATTER;
    let found = Diagnostic::new(code, message, notes.source, at);
    notes.push(found.help(
        "write `---` on the first line, and once more after the last key",
    ));
}

/// Calls a document what its front matter says, where that cannot be read.
fn rename(document: &mut Document, text: &str) {
    if let Some(name) = name_in(document.source, text) {
        document.within = Some(within(document.scope, &name));
    }
}

/// The name in front matter that is never closed: what may be lost of it is
/// what goes for the one who is called so.
fn name_in(source: SourceId, text: &str) -> Option<String> {
    let mut at = 0;
    let span = text.split_inclusive('\n').find_map(|line| {
        let start = at;
        at += line.len();
        line.starts_with("name:").then(|| Span::new(start, at))
    })?;
    let mut tape = Tape::new();
    let read = yaml::read(yaml::Part { source, text, span }, &mut tape);
    let root = tape.value(text, *read.roots.first()?);
    let name = root.get("name").and_then(Value::str)?.trim();
    (!name.is_empty()).then(|| name.to_owned())
}

/// What an agent, skill or command is called after its path.
fn called(path: &str) -> &str {
    let mut parts = path.rsplit(['/', '\\']);
    let file = parts.next().unwrap_or("");
    let stem = file.strip_suffix(".yaml").unwrap_or(file);
    let stem = stem.strip_suffix(".md").unwrap_or(stem);
    match stem {
        "SKILL" | "skill" => parts.next().unwrap_or(stem),
        _ => stem,
    }
}

/// Whether a file may be one of a plugin: it is not, where the directory of
/// its kind lies in one of settings.
fn may_be_of_plugin(path: &str) -> bool {
    let parts: Vec<_> = path.split(['/', '\\']).collect();
    !parts.windows(2).any(|pair| {
        matches!(
            pair,
            [".claude" | ".agent", "agents" | "skills" | "commands"]
        )
    })
}

fn within(scope: Scope, name: &str) -> Within {
    match scope {
        Scope::Agent => Within::Agent(name.to_owned()),
        _ => Within::Skill(name.to_owned()),
    }
}

struct Reader<'n> {
    notes: &'n mut Notes,
    document: &'n mut Document,
}

impl Reader<'_> {
    fn file(&mut self, root: Value<'_>) {
        if !root.is_object() {
            if !matches!(root.kind(), Kind::Null | Kind::Broken) {
                let name = "the front matter";
                let help = "write lines such as `name: reviewer`";
                self.notes.wrong_type(root, name, "a mapping", help);
            }
            return;
        }
        let scope = self.document.scope;
        let name = root.get("name").and_then(Value::str);
        if let Some(name) = name.filter(|name| !name.trim().is_empty()) {
            self.document.within = Some(within(scope, name.trim()));
        }
        for entry in root.entries() {
            if entry.name() == "hooks" {
                self.hooks(entry.value);
                continue;
            }
            if entry.name() == "permissionMode" && scope == Scope::Agent {
                self.mode(entry.value);
                continue;
            }
            let row = KEYS.iter().find(|row| row.0 == entry.name());
            let Some(&(_, agent, skill)) = row else {
                self.other(entry);
                continue;
            };
            match scope {
                Scope::Agent => self.tools(entry, agent),
                _ => self.tools(entry, skill),
            }
        }
    }

    fn hooks(&mut self, value: Value<'_>) {
        if value.kind() == Kind::Null {
            return;
        }
        hooks::read(self.notes, self.document, value, false);
        if self.document.scope == Scope::Agent {
            // While the agent runs, the end of its turn is its own end.
            for group in &mut self.document.groups {
                if group.kind == Some(EventKind::STOP) {
                    group.kind = Some(EventKind::SUBAGENT_STOP);
                }
            }
        }
    }

    /// The mode that the agent runs in: no rule depends on it, but one that
    /// is not known is not the one that was meant.
    fn mode(&mut self, value: Value<'_>) {
        if value.kind() != Kind::Null {
            self.notes.mode(value, "permissionMode");
        }
    }

    /// A key that means something elsewhere. One that denies may mean it
    /// here, too, so that it stays in force.
    fn misplaced(&mut self, entry: Entry<'_>, right: &str, is_lost: bool) {
        let what = match self.document.scope {
            Scope::Agent => "an agent",
            _ => "a skill or command",
        };
        let key = entry.name();
        let message = match is_lost {
            true => format!("`{key}` has no effect in {what}"),
            false => format!("a runner may not read `{key}` in {what}"),
        };
        let code = Code::MISPLACED_FIELD;
        let found = self.notes.at(code, message, entry.key);
        let found = found.severity(Severity::Warning);
        self.notes.push(found.help(format!("write `{right}`")));
        let guards = is_lost && meant::denies(right);
        self.document.loses(guards, entry.key.span());
    }

    fn tools(&mut self, entry: Entry<'_>, used: Use) {
        let key = entry.name();
        let is_lost = matches!(used, Use::Nothing(_));
        if let Use::Nothing(right) | Use::DenyAs(right) = used {
            self.misplaced(entry, right, is_lost);
        }
        if is_lost {
            return;
        }
        let denies = used != Use::Available && used != Use::Allow;
        let Some(tools) = self.names(entry.value, key, denies) else {
            return;
        };
        let list = match used {
            Use::Available => {
                let span = entry.key.span().to(entry.value.span());
                tools.iter().for_each(|tool| self.whole(tool));
                self.document.available = Some((tools, span));
                return;
            }
            Use::Allow => List::Allow,
            _ => List::Deny,
        };
        for text in tools {
            let span = text.span();
            self.document.rules.push(RuleEntry { list, text, span });
        }
    }
}

#[cfg(test)]
#[cfg(feature = "yaml")]
mod tests;
