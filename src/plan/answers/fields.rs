//! What the answer to each event may say.

use crate::event::EventKind;

/// The fields of `hookSpecificOutput` that count on an event.
pub(super) fn own(kind: EventKind) -> &'static [&'static str] {
    let row = OWN.iter().find(|row| row.0 == kind);
    row.map_or(&[], |row| row.1)
}

/// Whether a field of `hookSpecificOutput` counts on an event.
pub fn takes(kind: EventKind, field: &str) -> bool {
    own(kind).contains(&field)
}

/// Whether a field counts on some event.
pub(super) fn is_known(name: &str) -> bool {
    OWN.iter().any(|row| row.1.contains(&name))
}

/// Whether a field lets something happen that would not: it comes with an
/// approval and counts for nothing where there is none.
pub(super) fn grants(key: &str, value: &str) -> bool {
    match key {
        "content" | "retry" | "updatedPermissions" => true,
        "action" => !matches!(value, "\"cancel\"" | "\"decline\""),
        _ => false,
    }
}

/// The events on which a field of `hookSpecificOutput` counts, in words.
pub fn events_of(name: &str) -> String {
    let rows = OWN.iter().filter(|row| row.1.contains(&name));
    let names: Vec<_> = rows.map(|row| row.0.name()).collect();
    names.join(", ")
}

const OWN: &[(EventKind, &[&str])] = &[
    (
        EventKind::SESSION_START,
        &[
            "additionalContext",
            "initialUserMessage",
            "reloadSkills",
            "sessionTitle",
            "watchPaths",
        ],
    ),
    (EventKind::SETUP, &["additionalContext"]),
    (
        EventKind::USER_PROMPT_SUBMIT,
        &["additionalContext", "sessionTitle", "suppressOriginalPrompt"],
    ),
    (EventKind::USER_PROMPT_EXPANSION, &["additionalContext"]),
    (
        EventKind::PRE_TOOL_USE,
        &[
            "additionalContext",
            "permissionDecision",
            "permissionDecisionReason",
            "updatedInput",
        ],
    ),
    (EventKind::PERMISSION_REQUEST, &["decision"]),
    (EventKind::PERMISSION_DENIED, &["retry"]),
    (
        EventKind::POST_TOOL_USE,
        &[
            "additionalContext",
            "classifierContext",
            "updatedMCPToolOutput",
            "updatedToolOutput",
        ],
    ),
    (EventKind::POST_TOOL_USE_FAILURE, &["additionalContext"]),
    (EventKind::POST_TOOL_BATCH, &["additionalContext"]),
    (EventKind::MESSAGE_DISPLAY, &["displayContent"]),
    (EventKind::SUBAGENT_START, &["additionalContext"]),
    (EventKind::SUBAGENT_STOP, &["additionalContext"]),
    (EventKind::STOP, &["additionalContext"]),
    (EventKind::CWD_CHANGED, &["watchPaths"]),
    (EventKind::FILE_CHANGED, &["watchPaths"]),
    (EventKind::WORKTREE_CREATE, &["worktreePath"]),
    (EventKind::ELICITATION, &["action", "content"]),
    (EventKind::ELICITATION_RESULT, &["action", "content"]),
    (
        EventKind::PRE_MODEL_SWITCH,
        &["permissionDecision", "permissionDecisionReason"],
    ),
    (EventKind::POST_MODEL_SWITCH, &["additionalContext"]),
];
