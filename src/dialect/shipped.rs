//! The dialects that come with hookset, as records.

mod claude;
mod events;
mod words;

use super::{
    AddressGuard, Answers, Dedup, Dialect, Fallback, HandlerSet,
    InputConflict, InputMerge, JsonOn, OnDoubt, Once, Priorities,
    PromptAnswer, Running, Slot, SlotRule, Slots, Strategy, Surface, Timeouts,
    ToolMatch, Unknown, Version,
};
use crate::event::table::{Exit, Row};
use crate::event::{EventKind, EventSet};
use crate::load::HandlerKind;
use crate::shell::Profile;
use crate::syntax::regex::Flavor;

use claude::claude;
use events::{
    DECIDED_AT_TOP, FOUR_TOOL_EVENTS, RUNNER_ONLY, SIX_EVENTS, UNHEARD,
};
use words::{
    ALLOW_ASK_DENY, ALLOW_BLOCK, APPROVE_BLOCK, EVERY_WORD, NO_WORDS,
    WITH_DEFER,
};

/// The newest runner version whose behaviour is described.
const CLAUDE_LATEST: Version = Version(2, 1, 329);

/// The names that [`Dialect::named`] knows.
pub fn names() -> &'static [&'static str] {
    &["hookset", "claude", "agent", "pattern", "cascade", "sep2282", "toolkit"]
}

pub(super) fn named(name: &str, version: Option<Version>) -> Option<Dialect> {
    match (name, version) {
        ("claude", version) => Some(claude(version.unwrap_or(CLAUDE_LATEST))),
        ("hookset", None) => Some(hookset()),
        ("agent", None) => Some(agent()),
        ("pattern", None) => Some(pattern()),
        ("cascade", None) => Some(cascade()),
        ("sep2282", None) => Some(sep2282()),
        ("toolkit", None) => Some(toolkit()),
        _ => None,
    }
}

const ALL: &[HandlerKind] = &[
    HandlerKind::Command,
    HandlerKind::Http,
    HandlerKind::McpTool,
    HandlerKind::Prompt,
    HandlerKind::Agent,
    HandlerKind::Decision,
    HandlerKind::Inject,
];
const RUNNER: &[HandlerKind] = &[
    HandlerKind::Command,
    HandlerKind::Http,
    HandlerKind::McpTool,
    HandlerKind::Prompt,
    HandlerKind::Agent,
];
const WITHOUT_TOOL: &[HandlerKind] = &[
    HandlerKind::Command,
    HandlerKind::Http,
    HandlerKind::Prompt,
    HandlerKind::Agent,
];
const COMMAND: &[HandlerKind] = &[HandlerKind::Command];
const COMMAND_HTTP: &[HandlerKind] =
    &[HandlerKind::Command, HandlerKind::Http];
const INJECT: &[HandlerKind] = &[HandlerKind::Inject];

/// The events whose row in the table says so.
fn rows(says: fn(&Row) -> bool) -> EventSet {
    EventSet::default().with(EventKind::all().filter(|kind| says(kind.row())))
}

const fn slot(syntax: Slot, unknown: Unknown) -> SlotRule {
    SlotRule { syntax, unknown }
}

const SLOTS: Slots = Slots {
    context: slot(Slot::Braces, Unknown::Keep),
    input: slot(Slot::Fields, Unknown::Empty),
    prompt: slot(Slot::Arguments, Unknown::Keep),
    header: slot(Slot::Environment, Unknown::Empty),
    command: slot(Slot::Plain, Unknown::Keep),
};

const TIMEOUTS: Timeouts = Timeouts {
    command: 600_000,
    http: 600_000,
    mcp_tool: 600_000,
    prompt: 30_000,
    agent: 60_000,
    by_event: true,
};

const READERS: &[&str] = &["Read", "Grep", "Glob"];
/// Those of source document 003, whose agents also run commands.
const READERS_AND_SHELL: &[&str] = &["Read", "Grep", "Glob", "Bash"];

/// Our own: strict, with every extension.
pub(super) fn hookset() -> Dialect {
    let base = claude(CLAUDE_LATEST);
    Dialect {
        name: "hookset",
        version: None,
        shell: Profile::STRICT,
        own_path_rules: true,
        path_alternation: true,
        boolean_conditions: true,
        if_server: true,
        mcp_params: true,
        doubts_count: true,
        matcher_regexes: Flavor::Linear,
        surface: Surface {
            conditions: EventSet::ALL,
            handlers: HandlerSet(ALL),
            priorities: Priorities::Named,
            unheard_tools: &[],
            ..base.surface
        },
        running: Running {
            once: Once::Session,
            address_guard: AddressGuard::Strict,
            on_failure: true,
            ..base.running
        },
        answers: Answers {
            permission_words: EVERY_WORD,
            decision_words: EVERY_WORD,
            decides_on: EventSet::ALL,
            unheard: EventSet::of(&[]),
            tool_text_is_context: true,
            faulty_stops: true,
            prompt_answer: PromptAnswer::ObjectOrWord,
            input_merge: InputMerge::Keys,
            input_conflict: InputConflict::Ask,
            suppresses: true,
            ..base.answers
        },
        ..base
    }
}

/// The agent of source document 004: the documented runner's settings under
/// another brand, with `|` between path patterns.
fn agent() -> Dialect {
    let base = claude(CLAUDE_LATEST);
    let off = RUNNER_ONLY.iter().copied().chain([EventKind::SETUP]);
    Dialect {
        name: "agent",
        version: None,
        config_dir: ".agent",
        env_prefix: "AGENT",
        path_alternation: true,
        surface: Surface {
            events: EventSet::ALL.without(off),
            conditions: FOUR_TOOL_EVENTS,
            handlers: HandlerSet(WITHOUT_TOOL),
            handlers_by_event: false,
            ..base.surface
        },
        running: Running {
            dedup: Dedup::Action,
            copies_apart: false,
            once: Once::Session,
            timeouts: Timeouts { http: 30_000, by_event: false, ..TIMEOUTS },
            any_file_disables: true,
            unawaited: EventSet::of(&[
                EventKind::POST_TOOL_USE,
                EventKind::POST_TOOL_USE_FAILURE,
                EventKind::PERMISSION_DENIED,
                EventKind::SUBAGENT_START,
                EventKind::SESSION_START,
                EventKind::PRE_COMPACT,
            ]),
            ..base.running
        },
        answers: Answers {
            permission_words: ALLOW_ASK_DENY,
            decides_on: EventSet::ALL,
            json_on: JsonOn::Zero,
            exits: &[
                (EventKind::PERMISSION_REQUEST, Exit::Blocks),
                (EventKind::WORKTREE_CREATE, Exit::Blocks),
                (EventKind::PRE_COMPACT, Exit::Shown),
            ],
            prompt_answer: PromptAnswer::ObjectOrWord,
            prompt_no_halts: false,
            ..base.answers
        },
        ..base
    }
}

/// The hooks of source document 003, written in YAML.
fn pattern() -> Dialect {
    let base = agent();
    let off = RUNNER_ONLY.iter().copied();
    Dialect {
        name: "pattern",
        own_path_rules: true,
        covers_below: false,
        surface: Surface {
            events: EventSet::ALL.without(off),
            conditions: EventSet::ALL,
            async_handlers: HandlerSet(COMMAND_HTTP),
            ..base.surface
        },
        running: Running {
            parallel: false,
            dedup: Dedup::Handler,
            once: Once::Store,
            timeouts: Timeouts { http: 600_000, ..base.running.timeouts },
            any_file_disables: false,
            unawaited: EventSet::of(&[]),
            agent_tools: READERS_AND_SHELL,
            address_guard: AddressGuard::Seed,
            ..base.running
        },
        slots: Slots { command: slot(Slot::Exported, Unknown::Keep), ..SLOTS },
        answers: Answers {
            permission_words: ALLOW_BLOCK,
            decision_words: ALLOW_BLOCK,
            json_on: JsonOn::Always,
            exits: &[],
            prompt_answer: PromptAnswer::Object,
            input_merge: InputMerge::Keys,
            suppresses: true,
            ..base.answers
        },
        ..base
    }
}

/// The permissions of the page that document 003 points at for its
/// evaluator: sources in an order, the first that says anything decides, and
/// what none speaks of is denied.
fn cascade() -> Dialect {
    Dialect {
        name: "cascade",
        strategy: Strategy::FirstSource,
        fallback: Fallback::Deny,
        ..pattern()
    }
}

/// The hooks that servers declare: text for the model, nothing is run.
fn sep2282() -> Dialect {
    let base = hookset();
    Dialect {
        name: "sep2282",
        surface: Surface {
            tool_match: ToolMatch::Glob,
            events: SIX_EVENTS,
            conditions: EventSet::tools(),
            handlers: HandlerSet(INJECT),
            handlers_by_event: false,
            async_handlers: HandlerSet(&[]),
            carriers: &["hooks", "experimental.hooks", "extensions"],
            priorities: Priorities::Named,
            unheard_tools: &[],
        },
        slots: Slots { input: slot(Slot::Braces, Unknown::Keep), ..SLOTS },
        answers: Answers {
            permission_words: NO_WORDS,
            decision_words: NO_WORDS,
            ..base.answers
        },
        ..base
    }
}

/// The hooks of source document 001: text in files, asked for by type.
fn toolkit() -> Dialect {
    let base = sep2282();
    Dialect {
        name: "toolkit",
        surface: Surface {
            events: EventSet::of(&[]),
            carriers: &[],
            priorities: Priorities::LargerFirst,
            unheard_tools: &[],
            ..base.surface
        },
        slots: Slots { context: slot(Slot::Plain, Unknown::Keep), ..SLOTS },
        ..base
    }
}
