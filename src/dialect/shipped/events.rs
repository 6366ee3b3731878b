//! Sets of events that dialects differ in.

use crate::event::{EventKind, EventSet};

/// Events that only the documented runner has.
pub(super) const RUNNER_ONLY: &[EventKind] = &[
    EventKind::USER_PROMPT_EXPANSION,
    EventKind::POST_TOOL_BATCH,
    EventKind::MESSAGE_DISPLAY,
    EventKind::DIRECTORY_ADDED,
    EventKind::PRE_MODEL_SWITCH,
    EventKind::POST_MODEL_SWITCH,
];

/// The four tool events of source document 004.
pub(super) const FOUR_TOOL_EVENTS: EventSet = EventSet::of(&[
    EventKind::PRE_TOOL_USE,
    EventKind::POST_TOOL_USE,
    EventKind::POST_TOOL_USE_FAILURE,
    EventKind::PERMISSION_REQUEST,
]);

/// The six of SEP-2282.
pub(super) const SIX_EVENTS: EventSet = EventSet::of(&[
    EventKind::SESSION_START,
    EventKind::SESSION_END,
    EventKind::PRE_TOOL_USE,
    EventKind::POST_TOOL_USE,
    EventKind::USER_PROMPT_SUBMIT,
    EventKind::STOP,
]);

/// Where the documented runner looks at a `decision` at the top of an answer;
/// elsewhere it has another way to say no, or none.
pub(super) const DECIDED_AT_TOP: EventSet = EventSet::of(&[
    EventKind::USER_PROMPT_SUBMIT,
    EventKind::USER_PROMPT_EXPANSION,
    EventKind::PRE_TOOL_USE,
    EventKind::POST_TOOL_USE,
    EventKind::POST_TOOL_USE_FAILURE,
    EventKind::POST_TOOL_BATCH,
    EventKind::SUBAGENT_STOP,
    EventKind::TASK_CREATED,
    EventKind::STOP,
    EventKind::CONFIG_CHANGE,
    EventKind::PRE_COMPACT,
]);

/// What is answered there the documented runner discards.
pub(super) const UNHEARD: EventSet =
    EventSet::of(&[EventKind::STOP_FAILURE, EventKind::INSTRUCTIONS_LOADED]);
