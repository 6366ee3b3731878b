//! What an answer says that cannot be used as it is: what stops or asks
//! counts all the same, what allows or changes does not.

use super::json::Reader;
use super::{Decision, Outcome};
use crate::dialect::Dialect;
use crate::event::EventKind;
use crate::json::{Tape, Value};

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
    for object in objects(text) {
        let tape = Tape::of(object);
        if let Some(root) = tape.root(object) {
            found.look(root, dialect);
        }
    }
    found
}

impl Objection {
    /// The tape holds no more than [`crate::json::Limits::depth`] levels,
    /// which bounds the recursion.
    fn look(&mut self, value: Value<'_>, dialect: &Dialect) {
        for item in value.items().filter(|_| value.is_array()) {
            self.look(item, dialect);
        }
        for entry in value.entries() {
            let value = entry.value;
            match entry.name() {
                "hookSpecificOutput" => self.look(value, dialect),
                "behavior" | "decision" | "permissionDecision" => {
                    self.look(value, dialect);
                    let word = value.str().unwrap_or("").trim();
                    let word = word.to_ascii_lowercase();
                    let words = dialect.answers.permission_words;
                    let meaning = words.meaning(&word).map(Decision::from);
                    self.decision = self
                        .decision
                        .max(meaning.filter(stops).unwrap_or(Decision::None));
                }
                "action"
                    if matches!(value.str(), Some("cancel" | "decline")) =>
                {
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
    let word = value.str().map(str::trim);
    value.bool() == Some(false)
        || word.is_some_and(|word| word.eq_ignore_ascii_case("false"))
}

fn is_true(value: Value<'_>) -> bool {
    let yes = |word: &str| {
        let is = |other| word.trim().eq_ignore_ascii_case(other);
        is("true") || is("yes")
    };
    value.bool() == Some(true) || value.str().is_some_and(yes)
}

/// The objects in a text, each with what is in it; the last one may have no
/// end.
fn objects(text: &str) -> Vec<&str> {
    let mut out = Vec::new();
    let (mut depth, mut start) = (0_usize, 0);
    let (mut quoted, mut escaped) = (false, false);
    for (at, byte) in text.bytes().enumerate() {
        if quoted {
            // No text of JSON goes over a line end.
            quoted = byte != b'\n' && (escaped || byte != b'"');
            escaped = !escaped && byte == b'\\';
            continue;
        }
        match byte {
            b'{' => {
                if depth == 0 {
                    start = at;
                }
                depth += 1;
            }
            b'}' if depth > 0 => {
                depth -= 1;
                if depth == 0 {
                    out.extend(text.get(start..=at));
                }
            }
            b'"' => (quoted, escaped) = (depth > 0, false),
            _ => {}
        }
    }
    if depth > 0 {
        out.extend(text.get(start..));
    }
    out
}
