//! The JSON a hook answers with.

use super::{Decision, Outcome, fields};
use crate::dialect::Dialect;
use crate::event::EventKind;
use crate::event::table::Facets;
use crate::json::{self, Kind, Tape, Value, compact};

/// Why an answer cannot be used.
pub(super) type Fault = String;

/// So many seconds are more likely meant as milliseconds.
const LONG: u64 = 1000;

/// Whether a text is meant as JSON: its first character that is no blank is
/// an opening brace.
pub(super) fn is_meant(text: &str) -> bool {
    unmarked(text).starts_with('{')
}

/// The text without blanks in front, and without the mark that programs of
/// Windows put before UTF-8.
fn unmarked(text: &str) -> &str {
    text.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}')
}

/// Reads an answer into an outcome; the class is still that of success.
pub(super) fn read(
    text: &str,
    kind: EventKind,
    dialect: &Dialect,
) -> Result<Outcome, Fault> {
    let text = unmarked(text);
    let tape = Tape::of(text);
    let root = tape.root(text).filter(|root| root.is_object());
    let Some(root) = root.filter(|_| is_readable(&tape)) else {
        return Err("the answer is not plain JSON".to_owned());
    };
    let mut reader = Reader::new(kind, dialect);
    reader.root(root)?;
    reader.detached(root)?;
    reader.settle();
    Ok(reader.out)
}

/// Whether a text is JSON. A key that stands twice is no fault of it: every
/// runner reads on, and an answer that stops something must not be lost.
pub(super) fn is_readable(tape: &Tape) -> bool {
    let mut problems = tape.problems().iter();
    problems.all(|found| found.fault == json::Fault::DuplicateKey)
}

pub(super) struct Reader<'a> {
    kind: EventKind,
    dialect: &'a Dialect,
    pub(super) out: Outcome,
    /// Whether `decision` says no.
    refused: bool,
}

impl<'a> Reader<'a> {
    pub(super) fn new(kind: EventKind, dialect: &'a Dialect) -> Reader<'a> {
        Reader { kind, dialect, out: Outcome::default(), refused: false }
    }

    fn root(&mut self, root: Value<'_>) -> Result<(), Fault> {
        for entry in root.entries() {
            let (key, value) = (entry.name(), entry.value);
            match key {
                "continue" => self.goes_on(flag(key, value)?),
                "stopReason" => self.out.stop_reason = Some(text(key, value)?),
                "suppressOutput" => self.out.suppress = flag(key, value)?,
                "systemMessage" => self.out.message = Some(text(key, value)?),
                "reason" => {
                    let reason = text(key, value)?;
                    self.out.reason.get_or_insert(reason);
                }
                "decision" => self.decision(value)?,
                "hookSpecificOutput" => self.own(value)?,
                "terminalSequence" => self.extra(key, value),
                // What they say together is read behind this.
                "async" | "asyncTimeout" => {}
                _ => self.out.notices.push(format!("`{key}` means nothing")),
            }
        }
        Ok(())
    }

    /// `continue`: the runner does not look at it where a task is made.
    pub(super) fn goes_on(&mut self, goes_on: bool) {
        if !goes_on && self.kind == EventKind::TASK_CREATED {
            let notice = "`continue` does not count on `TaskCreated`";
            self.out.notices.push(notice.to_owned());
            return;
        }
        self.out.halt |= !goes_on;
    }

    /// `async` and `asyncTimeout`: only where the first is true does the
    /// handler go on, so that nobody waits for what it decides.
    fn detached(&mut self, root: Value<'_>) -> Result<(), Fault> {
        // Of two, the one that waits counts.
        let (mut goes_on, mut waits) = (false, false);
        for entry in root.entries().filter(|e| e.name() == "async") {
            let flag = flag("async", entry.value)?;
            (goes_on, waits) = (goes_on || flag, waits || !flag);
        }
        let mut timeout = None;
        if let Some(value) = root.get("asyncTimeout") {
            let seconds = value.number().and_then(|n| n.parse::<f64>().ok());
            let Some(seconds) = seconds.filter(|n| *n >= 0.0) else {
                return Err(wrong("asyncTimeout", "a number of seconds"));
            };
            timeout = Some(seconds.ceil() as u64);
        }
        if timeout.is_some_and(|seconds: u64| seconds >= LONG) {
            let notice = "`asyncTimeout` looks like milliseconds; it is read \
                          as seconds";
            self.out.notices.push(notice.to_owned());
        }
        self.out.detached = (goes_on && !waits).then_some(timeout);
        Ok(())
    }

    /// `decision` at the top.
    fn decision(&mut self, value: Value<'_>) -> Result<(), Fault> {
        let word = text("decision", value)?;
        let words = self.dialect.answers.decision_words;
        let Some(meaning) = words.meaning(&word) else {
            return Err(format!("`{word}` is no decision"));
        };
        let meaning = Decision::from(meaning);
        match self.kind {
            kind if !self.dialect.answers.decides_on.has(kind) => {
                self.out.notices.push(format!(
                    "`decision` at the top does not count on `{}`",
                    kind.name()
                ));
            }
            EventKind::PRE_TOOL_USE => self.decide(meaning),
            _ => self.refused |= meaning == Decision::Deny,
        }
        Ok(())
    }

    /// A decision, wherever it stood.
    pub(super) fn meant(&mut self, decision: Decision) {
        if self.kind.is_decided() {
            self.decide(decision);
        } else {
            self.refused |= decision == Decision::Deny;
        }
    }

    fn decide(&mut self, decision: Decision) {
        self.out.decision = self.out.decision.max(decision);
    }

    fn own(&mut self, value: Value<'_>) -> Result<(), Fault> {
        if !value.is_object() {
            return Err(wrong("hookSpecificOutput", "an object"));
        }
        let name = value.get("hookEventName").and_then(Value::str);
        let known = name.and_then(EventKind::named);
        if known != Some(self.kind) {
            return Err(match name {
                Some(name) => format!(
                    "`hookEventName` is `{name}`, the event is `{}`",
                    self.kind.name()
                ),
                None => "`hookSpecificOutput` has no `hookEventName`".into(),
            });
        }
        for entry in value.entries() {
            let (key, value) = (entry.name(), entry.value);
            if key == "hookEventName" {
                continue;
            }
            if fields::own(self.kind).contains(&key) {
                self.field(key, value)?;
            } else if fields::is_known(key) {
                self.out.notices.push(format!(
                    "`{key}` does not count on `{}`, only on {}",
                    self.kind.name(),
                    fields::events_of(key)
                ));
            } else {
                self.out.notices.push(format!("`{key}` means nothing"));
            }
        }
        Ok(())
    }

    fn field(&mut self, key: &str, value: Value<'_>) -> Result<(), Fault> {
        match key {
            "additionalContext" => {
                self.out.context = Some(text(key, value)?);
            }
            "permissionDecision" => {
                let word = text(key, value)?;
                let words = self.dialect.answers.permission_words;
                let Some(meaning) = words.meaning(&word) else {
                    return Err(format!("`{word}` is no permission decision"));
                };
                self.decide(meaning.into());
            }
            "permissionDecisionReason" => {
                self.out.reason = Some(text(key, value)?);
            }
            "updatedInput" => self.out.input = Some(object(key, value)?),
            "updatedMCPToolOutput" | "updatedToolOutput" => {
                let mut output = String::new();
                compact(value, &mut output);
                self.out.output = Some(output);
            }
            "decision" => self.request(value)?,
            "action" => {
                let word = text(key, value)?;
                self.refused |= matches!(&*word, "cancel" | "decline");
                self.extra(key, value);
            }
            _ => self.extra(key, value),
        }
        Ok(())
    }

    /// The answer to a request for permission.
    fn request(&mut self, value: Value<'_>) -> Result<(), Fault> {
        if !value.is_object() {
            return Err(wrong("decision", "an object"));
        }
        for entry in value.entries() {
            let (key, value) = (entry.name(), entry.value);
            match key {
                "behavior" => match &*text(key, value)? {
                    "allow" => self.decide(Decision::Allow),
                    "deny" => self.decide(Decision::Deny),
                    word => return Err(format!("`{word}` is no behavior")),
                },
                "message" => self.out.reason = Some(text(key, value)?),
                "interrupt" => self.out.halt |= flag(key, value)?,
                "updatedInput" => self.out.input = Some(object(key, value)?),
                _ => self.extra(key, value),
            }
        }
        Ok(())
    }

    fn extra(&mut self, key: &str, value: Value<'_>) {
        let mut json = String::new();
        compact(value, &mut json);
        self.out.extra.push((key.to_owned(), json));
    }

    /// What the fields come to on this event.
    pub(super) fn settle(&mut self) {
        let facets = self.dialect.facets(self.kind);
        let out = &mut self.out;
        if out.halt {
            // `continue: false` stops the operation and the agent. Who stops
            // an agent's stopping keeps it going.
            out.veto |= facets.has(Facets::VETO) && !is_stop(self.kind);
        }
        if out.decision == Decision::Deny {
            out.veto = true;
        }
        if !self.refused {
            return;
        }
        if facets.has(Facets::VETO) {
            out.veto = true;
        } else if facets.has(Facets::FEEDBACK) {
            out.feedback = Some(told(out.reason.as_deref()));
        } else {
            out.notices.push(format!(
                "a decision stops nothing on `{}`",
                self.kind.name()
            ));
        }
    }
}

/// Whether the operation is the agent's stopping.
pub(super) fn is_stop(kind: EventKind) -> bool {
    matches!(kind, EventKind::STOP | EventKind::SUBAGENT_STOP)
}

/// What the model is told of a no behind what it did.
pub(super) fn told(reason: Option<&str>) -> String {
    let said = reason.filter(|reason| !reason.trim().is_empty());
    said.unwrap_or("a hook says no, without a reason").to_owned()
}

fn text(key: &str, value: Value<'_>) -> Result<String, Fault> {
    let text = value.str().map(str::to_owned);
    text.ok_or_else(|| wrong(key, "a text"))
}

fn flag(key: &str, value: Value<'_>) -> Result<bool, Fault> {
    value.bool().ok_or_else(|| wrong(key, "true or false"))
}

fn object(key: &str, value: Value<'_>) -> Result<String, Fault> {
    if value.kind() != Kind::Object {
        return Err(wrong(key, "an object"));
    }
    let mut json = String::new();
    compact(value, &mut json);
    Ok(json)
}

fn wrong(key: &str, wanted: &str) -> Fault {
    format!("`{key}` must be {wanted}")
}
