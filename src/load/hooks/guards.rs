//! Decisions that stop or ask, whether or not they can be read.

use crate::diagnostic::suggest::nearest;
use crate::json::Value;
use crate::load::HandlerKind;
use crate::load::wrong::list_meant;

/// How many handlers in a value look like decisions that stop or ask,
/// wherever they stand and whether or not they can be read.
pub(in crate::load) fn guards_in(value: Value<'_>) -> usize {
    let (mut open, mut found) = (vec![value], 0);
    while let Some(value) = open.pop() {
        let entries = value.entries();
        let mut words = entries.filter(|e| e.name() == "permissionDecision");
        let word = value.get("permissionDecision");
        let kind = value.get("type");
        if word.is_none() && kind.is_none() {
            open.extend(value.items());
            open.extend(value.entries().map(|entry| entry.value));
            continue;
        }
        let is_guard = match word {
            Some(_) => words.any(|e| e.value.str() != Some("allow")),
            None => {
                let kind = kind.and_then(Value::str).unwrap_or("");
                let is_decision = nearest(kind, ["decision"]).is_some();
                let told = value.get("additionalContext").is_some();
                is_no_type(kind) || is_decision && (!told || decides_no(value))
            }
        };
        found += usize::from(is_guard);
    }
    found
}

/// Whether a type that is none says what was meant, such as `deny`.
pub(in crate::load) fn is_no_type(kind: &str) -> bool {
    HandlerKind::named(kind).is_none()
        && matches!(list_meant(kind), Some("ask" | "deny"))
}

/// Whether a key that says nothing of a reason holds a word such as `deny`.
fn decides_no(hook: Value<'_>) -> bool {
    const TEXTS: &[&str] = &[
        "additionalContext",
        "if",
        "permissionDecisionReason",
        "reason",
        "statusMessage",
    ];
    hook.entries().filter(|e| !TEXTS.contains(&e.name())).any(|entry| {
        let word = entry.value.str().and_then(list_meant);
        matches!(word, Some("ask" | "deny"))
    })
}
