//! What a model answers to a prompt or agent hook.

use super::json::{self, Fault};
use super::{Decision, Outcome};
use crate::dialect::{Dialect, PromptAnswer};
use crate::event::EventKind;
use crate::event::table::{Exit, Facets};
use crate::json::{Tape, Value};

/// Reads an answer; the class is still that of success.
pub(super) fn read(
    text: &str,
    kind: EventKind,
    dialect: &Dialect,
    goes_on: bool,
) -> Result<Outcome, Fault> {
    let text = fenced(text.trim_start_matches('\u{feff}').trim());
    let lenient = dialect.answers.prompt_answer == PromptAnswer::ObjectOrWord;
    if json::is_meant(text) {
        let tape = Tape::of(text);
        let root = tape.root(text).filter(|_| json::is_readable(&tape));
        let Some(root) = root else {
            return Err("the model's answer is not plain JSON".to_owned());
        };
        let Some(ok) = root.get("ok") else {
            return match lenient {
                true if decides(root) => json::read(text, kind, dialect),
                true => Err("the model's answer decides nothing".to_owned()),
                false => Err("the model's answer has no `ok`".to_owned()),
            };
        };
        if ok.bool().is_none() {
            return Err("`ok` must be true or false".to_owned());
        }
        // Of two, the one that says no counts.
        let no = |value: Value<'_>| value.bool() == Some(false);
        let mut said = root.entries().filter(|entry| entry.name() == "ok");
        let ok = !said.any(|entry| no(entry.value));
        let reason = root.get("reason").and_then(|reason| reason.str());
        return Ok(answer(ok, reason, kind, dialect, goes_on));
    }
    // `**NO**` and `"NO"` are words, too.
    let text = text.trim_start_matches(|c: char| !c.is_alphanumeric());
    let word = text.split(|c: char| !c.is_alphanumeric()).next();
    let ok = match word.map(str::to_ascii_uppercase).as_deref() {
        Some("YES") if lenient => true,
        Some("NO") if lenient => false,
        _ => return Err("the model's answer is no decision".to_owned()),
    };
    let rest = text.get(word.map_or(0, str::len)..).unwrap_or("");
    let rest = rest.trim_start_matches(|c: char| !c.is_alphanumeric());
    let reason = Some(rest).filter(|rest| !rest.is_empty());
    Ok(answer(ok, reason, kind, dialect, goes_on))
}

/// Whether an object says yes or no, as a hook may.
fn decides(value: Value<'_>) -> bool {
    value.entries().any(|entry| match entry.name() {
        "action" | "continue" | "decision" | "permissionDecision" => true,
        "hookSpecificOutput" => decides(entry.value),
        _ => false,
    })
}

pub(super) fn answer(
    ok: bool,
    reason: Option<&str>,
    kind: EventKind,
    dialect: &Dialect,
    goes_on: bool,
) -> Outcome {
    let mut out =
        Outcome { reason: reason.map(str::to_owned), ..Outcome::default() };
    let facets = dialect.facets(kind);
    let asked = kind == EventKind::PERMISSION_REQUEST;
    // A request is answered by a model only where exit code 2 would block.
    let discarded = kind == EventKind::PERMISSION_DENIED
        || asked && dialect.exit(kind) == Exit::Shown;
    if ok || discarded {
        return out;
    }
    if kind == EventKind::PRE_TOOL_USE || asked {
        out.decision = Decision::Deny;
        out.veto = true;
        out.halt = dialect.answers.prompt_no_halts && !goes_on && !asked;
    } else if facets.has(Facets::VETO) {
        out.veto = true;
    } else if facets.has(Facets::FEEDBACK) {
        out.feedback = Some(json::told(out.reason.as_deref()));
    }
    out
}

/// The text inside a code fence, where the whole answer is one.
fn fenced(text: &str) -> &str {
    let inner = text.strip_prefix("```").and_then(|t| t.strip_suffix("```"));
    let Some(inner) = inner else { return text };
    let body = inner.split_once('\n').map_or(inner, |(_, body)| body);
    body.trim()
}
