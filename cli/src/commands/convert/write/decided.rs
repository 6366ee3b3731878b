//! What a command says that decides as a hook of type `decision` does.

use hookset::event::EventKind;
use serde_json::{Map, Value, json};

use crate::commands::hook::{self, Stop};

/// Said where the runner must have a reason and the policy gives none.
const NO_REASON: &str = "the policy stops this";

/// The command line of a hook on an event that says what was decided, with
/// what else is in its `hookSpecificOutput`. A no is said as this event hears
/// it: another word would stop nothing.
pub(super) fn command(
    event: &str,
    word: Option<&str>,
    reason: Option<&str>,
    mut own: Map<String, Value>,
) -> String {
    let mut answer = Map::new();
    let kind = EventKind::named(event);
    let is_no = matches!(word, Some("deny" | "block"));
    let stop = kind.filter(|_| is_no).map_or(Stop::Never, hook::usual);
    match (stop, word) {
        (Stop::Exit, _) => {
            let said = quoted(reason.unwrap_or(NO_REASON));
            return format!("printf '%s' {said} >&2; exit 2");
        }
        (Stop::Decision, _) => {
            answer.insert("decision".into(), "block".into());
            let reason = reason.unwrap_or(NO_REASON);
            answer.insert("reason".into(), reason.into());
        }
        (Stop::Action, _) => {
            own.insert("action".into(), "decline".into());
        }
        (_, Some("allow" | "approve" | "deny" | "block"))
            if kind == Some(EventKind::PERMISSION_REQUEST) =>
        {
            let inner = match reason.filter(|_| is_no) {
                Some(why) => json!({ "behavior": "deny", "message": why }),
                None if is_no => json!({ "behavior": "deny" }),
                None => json!({ "behavior": "allow" }),
            };
            own.insert("decision".into(), inner);
        }
        (_, word) => {
            let key = "permissionDecisionReason";
            for (key, text) in [("permissionDecision", word), (key, reason)] {
                if let Some(text) = text {
                    own.insert(key.into(), text.into());
                }
            }
        }
    }
    // The name of the event alone says nothing.
    if own.len() > 1 {
        answer.insert("hookSpecificOutput".into(), own.into());
    }
    printed(&Value::from(answer).to_string())
}

/// A command line that prints a text.
pub(super) fn printed(text: &str) -> String {
    format!("printf '%s' {}", quoted(text))
}

fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', r"'\''"))
}
