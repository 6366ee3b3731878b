//! The findings that several readers share, and the reader's memory.

use std::collections::HashSet;

use super::hooks::guards_in;
use super::{Document, Mode};
use crate::diagnostic::suggest::nearest;
use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::event::tools;
use crate::json::{Entry, Kind, Value};
use crate::source::{Decoded, SourceId};

/// Findings that are kept of one file.
const MAX_FINDINGS: usize = 1_000;

/// The key that takes another mapping in, in YAML; written without quotes.
pub(super) const MERGE: &str = "<<";

/// What was found so far in one file.
pub(super) struct Notes {
    pub(super) source: SourceId,
    pub(super) found: Vec<Diagnostic>,
    /// Which finding says that there are more of them.
    more: Option<usize>,
    /// What the owner of the file does where a value has another type than
    /// its schema says; none where it ignores that value alone.
    pub(super) refusal: Option<&'static str>,
    /// Whether it does so.
    pub(super) refuses: bool,
}

impl Notes {
    /// Of one file, with what was found in it already.
    pub(super) fn new(source: SourceId, found: Vec<Diagnostic>) -> Notes {
        Notes { source, found, more: None, refusal: None, refuses: false }
    }

    /// Adds a finding; of very many only the first are kept, which is said
    /// by a finding as grave as the gravest that was left out.
    pub(super) fn push(&mut self, found: Diagnostic) {
        if self.found.len() < MAX_FINDINGS {
            return self.found.push(found);
        }
        let more = self.more.and_then(|at| self.found.get_mut(at));
        let is_more =
            |one: &&mut Diagnostic| one.code == Code::TOO_MANY_FINDINGS;
        if let Some(more) = more.filter(is_more) {
            more.severity = more.severity.max(found.severity);
            return;
        }
        let span = found.primary().map(|l| l.span);
        let more = Diagnostic::new(
            Code::TOO_MANY_FINDINGS,
            "there are more findings in this file than are shown",
            self.source,
            span.unwrap_or_default(),
        );
        let severity = more.severity.max(found.severity);
        self.more = Some(self.found.len());
        self.found.push(more.severity(severity).help("mend the first ones"));
    }

    /// A finding at a value.
    pub(super) fn at(
        &self,
        code: Code,
        message: impl Into<String>,
        value: Value<'_>,
    ) -> Diagnostic {
        Diagnostic::new(code, message, self.source, value.span())
    }

    /// What the owner of the file does because of a value that its schema
    /// does not take; none where it ignores that value alone.
    pub(super) fn refused(&mut self) -> Option<&'static str> {
        self.refuses |= self.refusal.is_some();
        self.refusal
    }

    /// A value of the wrong type, with what happens and what to write. A
    /// value that could not be read at all was reported with the JSON.
    pub(super) fn wrong_type(
        &mut self,
        value: Value<'_>,
        name: &str,
        wanted: &str,
        help: &str,
    ) {
        if value.kind() == Kind::Broken {
            return;
        }
        let what = self.refused().unwrap_or("it is ignored");
        let message = format!("`{name}` must be {wanted}; {what}");
        let found = self.at(Code::WRONG_TYPE, message, value);
        let found =
            found.labelled(format!("this is {}", value.kind().words()));
        self.push(if help.is_empty() { found } else { found.help(help) });
    }

    /// A boolean; anything else is reported and ignored.
    pub(super) fn bool(
        &mut self,
        value: Value<'_>,
        name: &str,
    ) -> Option<bool> {
        let read = value.bool();
        if read.is_none() {
            let meant = value.str().map(str::to_ascii_lowercase);
            let help = match meant.as_deref() {
                Some("true" | "yes" | "on" | "1") => "write `true`",
                Some("false" | "no" | "off" | "0") => "write `false`",
                _ => "write `true` or `false`, without quotes",
            };
            self.wrong_type(value, name, "true or false", help);
        }
        read
    }

    /// A text; anything else is reported and ignored.
    pub(super) fn text(
        &mut self,
        value: Value<'_>,
        name: &str,
    ) -> Option<Decoded> {
        let read = value.decoded();
        if read.is_none() {
            let help = match value.kind() {
                Kind::Array | Kind::Object | Kind::Null => "write one text",
                _ => "write it in quotes",
            };
            self.wrong_type(value, name, "a text", help);
        }
        read
    }

    /// A text that is one of these; anything but a text is reported and
    /// ignored.
    pub(super) fn word<'w>(
        &mut self,
        value: Value<'_>,
        name: &str,
        words: impl IntoIterator<Item = &'w str>,
    ) -> Option<Decoded> {
        let read = value.decoded();
        if read.is_none() {
            let words = words.into_iter().map(|word| format!("`\"{word}\"`"));
            let words: Vec<_> = words.collect();
            let help = format!("write one of {}", words.join(", "));
            self.wrong_type(value, name, "a text", &help);
        }
        read
    }

    /// A permission mode; anything else is reported and ignored.
    pub(super) fn mode(
        &mut self,
        value: Value<'_>,
        name: &str,
    ) -> Option<Mode> {
        let names = || Mode::ALL.iter().map(|row| row.1);
        let text = self.word(value, name, names())?;
        let mode = Mode::named(text.as_str());
        if mode.is_none() {
            let near = match text.as_str() {
                "allowEdits" | "autoEdit" => Some("acceptEdits"),
                "ask" => Some("default"),
                other => nearest(other, names()),
            };
            let message = format!(
                "`{}` is no permission mode; the default stays",
                text.as_str()
            );
            let found = self.at(Code::UNKNOWN_MODE, message, value);
            let all: Vec<_> = names().collect();
            self.push(match near {
                Some(near) => found.help(format!("did you mean `{near}`?")),
                None => found.help(format!("write one of {}", all.join(", "))),
            });
        }
        mode
    }

    /// A list of texts; what is no text in it is reported and left out.
    pub(super) fn texts(
        &mut self,
        value: Value<'_>,
        name: &str,
    ) -> Option<Vec<Decoded>> {
        if !value.is_array() {
            let help = match value.kind() {
                Kind::String => format!("write `[{}]`", value.raw()),
                _ => "write a list of texts, such as `[\"a\", \"b\"]`".into(),
            };
            self.wrong_type(value, name, "a list", &help);
            return None;
        }
        let name = format!("{name}[…]");
        let items = value.items();
        Some(items.filter_map(|item| self.text(item, &name)).collect())
    }

    /// Whether nothing is kept any more.
    pub(super) fn is_full(&self) -> bool {
        self.found.len() > MAX_FINDINGS && self.more.is_some()
    }

    /// Rules or decisions under a key that means nothing in a file of this
    /// kind: no guard among them counts.
    pub(super) fn stray(&mut self, document: &mut Document, entry: Entry<'_>) {
        document.loses(true, entry.key.span());
        let message = format!(
            "`{}` means nothing in a file of this kind; no rule or decision \
             in it counts",
            entry.name()
        );
        let found = self.at(Code::UNKNOWN_KEY, message, entry.key);
        let found = found.severity(Severity::Error);
        self.push(found.help(
            "write it into settings, or have the file read as what it is",
        ));
    }

    /// A key that means nothing here. Keys that are remarks are fine.
    pub(super) fn unknown_key(&mut self, entry: Entry<'_>, known: &[&str]) {
        self.unknown(entry, known, Severity::Info);
    }

    /// A key that no handler has, where each may change what runs.
    pub(super) fn unknown_handler_key(
        &mut self,
        entry: Entry<'_>,
        known: &[&str],
    ) {
        self.unknown(entry, known, Severity::Warning);
    }

    /// A key that means nothing, told as this where it is like none.
    fn unknown(&mut self, entry: Entry<'_>, known: &[&str], far: Severity) {
        let key = entry.name();
        if is_remark(key) || self.is_full() || entry.key.raw() == MERGE {
            return;
        }
        let lists = known.contains(&"deny");
        let meant = list_meant(key).filter(|_| lists);
        let near = meant.or_else(|| nearest(key, known.iter().copied()));
        let message =
            format!("the key `{key}` means nothing here; it is ignored");
        let found = self.at(Code::UNKNOWN_KEY, message, entry.key);
        self.push(match near {
            Some(near) => found.help(format!("did you mean `{near}`?")),
            None => found
                .severity(far)
                .help(format!("known keys: {}", known.join(", "))),
        });
    }
}

/// Whether a key that its reader does not know may hold a guard: rules that
/// deny or ask, or decisions of hooks. What is a remark holds none.
pub(super) fn may_guard(entry: Entry<'_>) -> bool {
    let (key, value) = (entry.name(), entry.value);
    if is_remark(key) {
        return false;
    }
    let is_list = matches!(list_meant(key), Some("ask" | "deny"));
    is_list && value.items().any(|item| item.str().is_some_and(is_rule))
        || matches!(key, "permission" | "permissions") && says_no(value)
        || denies_rules(value)
        || guards_in(value) > 0
}

/// The list of rules that a key with another name is meant for, in any
/// letter case, with or without `tools`, `rules` and their like behind it and
/// `command` in front.
pub(super) fn list_meant(key: &str) -> Option<&'static str> {
    const STARTS: &[&str] = &["bash", "command", "shell", "tool"];
    const ENDS: &[&str] =
        &["commands", "list", "patterns", "rule", "rules", "tool", "tools"];
    const NAMES: &[(&str, &str)] = &[
        ("allow", "allow"),
        ("allowed", "allow"),
        ("approve", "allow"),
        ("approved", "allow"),
        ("autoallow", "allow"),
        ("autoapprove", "allow"),
        ("permit", "allow"),
        ("permitted", "allow"),
        ("white", "allow"),
        ("ask", "ask"),
        ("askfor", "ask"),
        ("confirm", "ask"),
        ("confirmation", "ask"),
        ("prompt", "ask"),
        ("black", "deny"),
        ("block", "deny"),
        ("blocked", "deny"),
        ("denied", "deny"),
        ("denies", "deny"),
        ("deny", "deny"),
        ("disallow", "deny"),
        ("disallowed", "deny"),
        ("exclude", "deny"),
        ("excluded", "deny"),
        ("forbid", "deny"),
        ("forbidden", "deny"),
        ("never", "deny"),
        ("prohibit", "deny"),
        ("prohibited", "deny"),
        ("reject", "deny"),
        ("rejected", "deny"),
        ("restrict", "deny"),
        ("restricted", "deny"),
    ];
    if key.len() > 32 {
        return None;
    }
    let letters = key.chars().filter(char::is_ascii_alphanumeric);
    let word: String = letters.map(|c| c.to_ascii_lowercase()).collect();
    let ends = ENDS.iter().filter_map(|end| word.strip_suffix(end));
    let mut words = ends.chain([word.as_str()]);
    words.find_map(|word| {
        let start = STARTS.iter().find_map(|start| word.strip_prefix(start));
        let is_it = |name: &str| name == word || start == Some(name);
        NAMES.iter().find(|row| is_it(row.0)).map(|row| row.1)
    })
}

/// Whether a value says somewhere that something must not run or be asked
/// about: a list under such a name, or such a word.
pub(super) fn says_no(value: Value<'_>) -> bool {
    let guards = |word| matches!(list_meant(word), Some("ask" | "deny"));
    let mut open = vec![value];
    while let Some(value) = open.pop() {
        if value.str().is_some_and(guards) {
            return true;
        }
        for entry in value.entries() {
            let below = entry.value;
            let holds =
                below.str().is_some() || below.is_array() || below.is_object();
            if guards(entry.name()) && holds {
                return true;
            }
            open.push(below);
        }
        open.extend(value.items());
    }
    false
}

/// Whether a value of another format says somewhere that tools must not be
/// used: rules in a list under such a name, or beside such a word.
pub(super) fn denies_rules(value: Value<'_>) -> bool {
    let guards = |word| matches!(list_meant(word), Some("ask" | "deny"));
    let mut open = vec![(value, false)];
    while let Some((value, denied)) = open.pop() {
        if denied && value.str().is_some_and(is_rule) {
            return true;
        }
        let mut texts = value.entries().filter_map(|one| one.value.str());
        let says_so = texts.any(guards);
        for entry in value.entries() {
            open.push((
                entry.value,
                denied || says_so || guards(entry.name()),
            ));
        }
        open.extend(value.items().map(|item| (item, denied)));
    }
    false
}

/// Whether a text is a rule: the name of a tool, alone or before a bracket.
fn is_rule(text: &str) -> bool {
    let name = text.split('(').next().unwrap_or("").trim_end();
    name.starts_with("mcp__")
        || tools::find(name).is_some()
        || tools::foreign(name).is_some()
}

/// Whether each key of an object is one of these or words for people, and
/// stands there once: two readers then read it alike.
pub(super) fn is_understood(value: Value<'_>, known: &[&str]) -> bool {
    let mut seen = HashSet::new();
    let mut keys = value.entries().map(|entry| entry.name());
    keys.all(|key| is_remark(key) || known.contains(&key) && seen.insert(key))
}

/// Whether a key holds words for people.
pub(super) fn is_remark(key: &str) -> bool {
    key.starts_with(['_', '$', '/', '#'])
        || matches!(
            key,
            "comment" | "comments" | "description" | "id" | "name" | "notes"
        )
}
