//! What an answer says that cannot be used as it is: what stops or asks
//! counts all the same, what allows or changes does not.

use super::json::Reader;
use super::objects::objects;
use super::{Decision, Outcome};
use crate::dialect::Dialect;
use crate::event::{EventKind, same_word};
use crate::json::{Kind, Tape, Value};

/// The keys that say something against going on; `permission` is that of
/// another host.
const KEYS: &[&str] = &[
    "action",
    "behavior",
    "continue",
    "decision",
    "hookSpecificOutput",
    "message",
    "ok",
    "permission",
    "permissionDecision",
    "permissionDecisionReason",
    "reason",
];

/// What people write for a decision, besides the words that there are for it.
const WORDS: &[(&str, Decision)] = &[
    ("blocked", Decision::Deny),
    ("cancel", Decision::Deny),
    ("cancelled", Decision::Deny),
    ("confirm", Decision::Ask),
    ("denied", Decision::Deny),
    ("disallow", Decision::Deny),
    ("disallowed", Decision::Deny),
    ("false", Decision::Deny),
    ("forbid", Decision::Deny),
    ("forbidden", Decision::Deny),
    ("never", Decision::Deny),
    ("no", Decision::Deny),
    ("prompt", Decision::Ask),
    ("refuse", Decision::Deny),
    ("refused", Decision::Deny),
    ("reject", Decision::Deny),
    ("rejected", Decision::Deny),
];

/// The key that somebody meant: `permission_decision`, `Decision`.
fn meant(key: &str) -> &str {
    let known = KEYS.iter().find(|known| same_word(key, known));
    known.copied().unwrap_or(key)
}

/// How many texts within each other are read.
const QUOTED: usize = 3;

/// What the objects in a text say against going on.
#[derive(Debug, Default)]
pub(super) struct Objection {
    /// The strictest word of a decision.
    pub(super) decision: Decision,
    /// Whether the agent is not to go on.
    pub(super) halt: bool,
    /// Whether an `ok` does not say yes.
    pub(super) not_ok: bool,
    /// Why, as far as that is said.
    pub(super) reason: Option<String>,
}

/// What stands against going on in a text, whatever is around it. Linear.
pub(super) fn objection(text: &str, dialect: &Dialect) -> Objection {
    let mut found = Objection::default();
    found.read(text, dialect, QUOTED);
    found
}

impl Objection {
    /// What its objects say, or the text that it is in quotes.
    fn read(&mut self, text: &str, dialect: &Dialect, quoted: usize) {
        let Some(within) = quoted.checked_sub(1) else { return };
        if text.trim_start().starts_with('"') {
            let tape = Tape::of(text);
            let inner = tape.root(text).and_then(Value::decoded);
            if let Some(inner) = inner {
                self.read(inner.as_str(), dialect, within);
            }
        }
        for object in objects(text) {
            let tape = Tape::of(object);
            if let Some(root) = tape.root(object) {
                self.look(root, dialect, within);
            }
        }
    }

    /// The tape holds no more than [`crate::json::Limits::depth`] levels,
    /// which bounds the recursion.
    fn look(&mut self, value: Value<'_>, dialect: &Dialect, quoted: usize) {
        for item in value.items().filter(|_| value.is_array()) {
            self.look(item, dialect, quoted);
        }
        if let Some(text) = value.decoded() {
            self.read(text.as_str(), dialect, quoted);
        }
        for entry in value.entries() {
            let value = entry.value;
            match meant(entry.name()) {
                "hookSpecificOutput" => self.look(value, dialect, quoted),
                "behavior" | "decision" | "permission"
                | "permissionDecision" => {
                    self.look(value, dialect, quoted);
                    let items = value.items().filter(|_| value.is_array());
                    for value in items.chain([value]) {
                        self.decided(value, dialect);
                    }
                }
                "action" if is_any(value, &["cancel", "decline"]) => {
                    self.decision = Decision::Deny;
                }
                "continue" => self.halt |= is_false(value),
                "ok" => self.not_ok |= !is_true(value),
                "reason" | "permissionDecisionReason" | "message" => {
                    let said = value.str().map(str::to_owned);
                    self.reason = self.reason.take().or(said);
                }
                _ => {}
            }
        }
    }

    /// The word of a decision.
    fn decided(&mut self, value: Value<'_>, dialect: &Dialect) {
        let word = word(value).trim().to_ascii_lowercase();
        let words = dialect.answers.permission_words;
        let meaning = words.meaning(&word).map(Decision::from);
        let other = || WORDS.iter().find(|row| row.0 == word);
        let meaning = match value.bool() {
            Some(false) => Some(Decision::Deny),
            _ => meaning.or_else(|| Some(other()?.1)),
        };
        let meaning = meaning.filter(stops).unwrap_or(Decision::None);
        self.decision = self.decision.max(meaning);
    }

    /// What it comes to on an event, where it comes to anything.
    pub(super) fn outcome(
        self,
        kind: EventKind,
        dialect: &Dialect,
    ) -> Option<Outcome> {
        let mut reader = Reader::new(kind, dialect);
        reader.out.reason = self.reason;
        if self.halt {
            reader.goes_on(false);
        }
        reader.meant(self.decision);
        reader.settle();
        Some(reader.out).filter(is_heard)
    }
}

/// Whether an outcome holds something up.
pub(super) fn is_heard(out: &Outcome) -> bool {
    let stops = out.veto || out.halt || stops(&out.decision);
    stops || out.feedback.is_some()
}

/// Whether a decision asks or stops.
fn stops(decision: &Decision) -> bool {
    *decision > Decision::Allow
}

fn is_false(value: Value<'_>) -> bool {
    value.bool() == Some(false) || is_any(value, &["false"])
}

fn is_true(value: Value<'_>) -> bool {
    value.bool() == Some(true) || is_any(value, &["true", "yes"])
}

/// Whether a value is one of some words, in any letter case.
fn is_any(value: Value<'_>, words: &[&str]) -> bool {
    let word = word(value).trim();
    words.iter().any(|other| word.eq_ignore_ascii_case(other))
}

/// A text, or a word that no quotes are around: programs print `False`.
fn word(value: Value<'_>) -> &str {
    let bare = || Some(value.raw()).filter(|_| value.kind() == Kind::Broken);
    value.str().or_else(bare).unwrap_or("")
}
