//! How events other than calls are stopped, and which of them pass on text
//! for the model: rows for all hosts, and what each has otherwise.

use hookset::event::EventKind;

use super::hosts::{Host, Shape};

/// How an event is stopped, apart from calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::commands) enum Stop {
    /// By `decision: "block"`.
    Decision,
    /// The same, there and in `hookSpecificOutput`: one of the programs that
    /// send this name reads it here, the other there.
    Both,
    /// By `continue: false` and a `stopReason`.
    Halt,
    /// By `continue: false` and a `user_message`.
    Prompt,
    /// By what the agent is told to do next: `followup_message`.
    Next,
    /// By `action: "decline"`.
    Action,
    /// By exit code 2.
    Exit,
    /// Not at all.
    Never,
}

type Stops = &'static [(EventKind, Stop)];

const STOPS: Stops = &[
    (EventKind::USER_PROMPT_SUBMIT, Stop::Decision),
    (EventKind::USER_PROMPT_EXPANSION, Stop::Decision),
    (EventKind::POST_TOOL_USE, Stop::Decision),
    (EventKind::POST_TOOL_USE_FAILURE, Stop::Decision),
    (EventKind::POST_TOOL_BATCH, Stop::Decision),
    (EventKind::SUBAGENT_STOP, Stop::Decision),
    (EventKind::TASK_CREATED, Stop::Decision),
    (EventKind::STOP, Stop::Decision),
    (EventKind::CONFIG_CHANGE, Stop::Decision),
    (EventKind::PRE_COMPACT, Stop::Decision),
    (EventKind::TASK_COMPLETED, Stop::Exit),
    (EventKind::TEAMMATE_IDLE, Stop::Exit),
    (EventKind::WORKTREE_CREATE, Stop::Exit),
    (EventKind::ELICITATION, Stop::Action),
    (EventKind::ELICITATION_RESULT, Stop::Action),
];

/// Events whose answer may hold text for the model.
const TELLS: &[EventKind] = &[
    EventKind::SESSION_START,
    EventKind::SETUP,
    EventKind::USER_PROMPT_SUBMIT,
    EventKind::USER_PROMPT_EXPANSION,
    EventKind::PRE_TOOL_USE,
    EventKind::POST_TOOL_USE,
    EventKind::POST_TOOL_USE_FAILURE,
    EventKind::POST_TOOL_BATCH,
    EventKind::SUBAGENT_START,
    EventKind::SUBAGENT_STOP,
    EventKind::STOP,
    EventKind::POST_MODEL_SWITCH,
];

/// What is otherwise on a host: how it is stopped, and of [`TELLS`] what it
/// tells the model nothing on.
#[derive(Debug, Default)]
struct Otherwise {
    stops: Stops,
    quiet: &'static [EventKind],
}

/// Its answers hold no field that its schemas do not know.
const CODEX: Otherwise = Otherwise {
    stops: &[(EventKind::PRE_COMPACT, Stop::Halt)],
    quiet: &[EventKind::STOP, EventKind::SUBAGENT_STOP],
};

const GEMINI: Otherwise = Otherwise {
    stops: &[(EventKind::PRE_COMPACT, Stop::Never)],
    quiet: &[EventKind::STOP, EventKind::PRE_TOOL_USE],
};

/// Copilot on the command line, in its own words.
const COPILOT: Otherwise = Otherwise {
    stops: &[
        (EventKind::USER_PROMPT_SUBMIT, Stop::Never),
        (EventKind::POST_TOOL_USE, Stop::Never),
        (EventKind::POST_TOOL_USE_FAILURE, Stop::Never),
        (EventKind::PRE_COMPACT, Stop::Never),
    ],
    quiet: &[
        EventKind::USER_PROMPT_SUBMIT,
        EventKind::STOP,
        EventKind::SUBAGENT_STOP,
    ],
};

/// VS Code, and Copilot in the words of VS Code.
const VS_CODE: Otherwise = Otherwise {
    stops: &[
        (EventKind::USER_PROMPT_SUBMIT, Stop::Halt),
        (EventKind::PRE_COMPACT, Stop::Halt),
        (EventKind::STOP, Stop::Both),
        (EventKind::SUBAGENT_STOP, Stop::Both),
    ],
    quiet: COPILOT.quiet,
};

/// How an event of this kind and name is stopped, if it is no call.
pub(super) fn stop(kind: EventKind, event: &str, host: &Host) -> Stop {
    if host.shape == Shape::Permission {
        return match kind {
            EventKind::USER_PROMPT_SUBMIT => Stop::Prompt,
            EventKind::STOP | EventKind::SUBAGENT_STOP => Stop::Next,
            _ => Stop::Never,
        };
    }
    let own = otherwise(event, host);
    let mut rows = own.stops.iter().chain(STOPS);
    let row = rows.find(|row| row.0 == kind);
    row.map_or(Stop::Never, |row| row.1)
}

/// The same where the host has nothing of its own.
pub(in crate::commands) fn usual(kind: EventKind) -> Stop {
    let row = STOPS.iter().find(|row| row.0 == kind);
    row.map_or(Stop::Never, |row| row.1)
}

/// Whether an answer to this event may hold text for the model.
pub(super) fn tells(kind: EventKind, event: &str, host: &Host) -> bool {
    match host.shape {
        Shape::Permission => matches!(event, "sessionStart" | "postToolUse"),
        _ => {
            let own = otherwise(event, host);
            TELLS.contains(&kind) && !own.quiet.contains(&kind)
        }
    }
}

fn otherwise(event: &str, host: &Host) -> &'static Otherwise {
    match (host.shape, host.name) {
        (Shape::Flat, _) if is_camel(event) => &COPILOT,
        (Shape::Flat, _) => &VS_CODE,
        (Shape::Decision, _) => &GEMINI,
        (_, "codex") => &CODEX,
        _ => &Otherwise { stops: &[], quiet: &[] },
    }
}

/// Whether the name of an event starts with a small letter, as those do that
/// the command line of Copilot calls its own.
pub(super) fn is_camel(event: &str) -> bool {
    event.starts_with(char::is_lowercase)
}
