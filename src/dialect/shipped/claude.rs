//! The documented runner, by version.
//!
//! A change that alters an answer is a field here. What others did has no
//! bearing, or is not known well enough to be predicted:
//!
//! * 2.0.70: `mcp__a__*` is read in every version.
//! * 2.1.89: hooks are told the absolute path of a file; here a path is seen
//!   from the directory of the event either way. Allow rules such as
//!   `Edit(//x/**)` also look at what a link leads to: they do here in every
//!   version, so that before that one more is asked about than the runner
//!   asks about.
//! * 2.1.98: forced prompts are told apart by what the runner takes for
//!   unsafe, which no document lists; what it says of ask rules is modelled.
//! * 2.1.101, 2.1.122: before, one event of hooks that is none, or one entry
//!   that cannot be read, had the whole file left out; here what else stands
//!   in it is in force in every version.
//! * 2.1.172, 2.1.176: how an `if` on `*.example.com` and one on a path that
//!   starts with a slash was read before is not said; they are read as later.
//! * 2.1.232: what `<` reads was looked at in this version alone; it is in
//!   none here.
//! * 2.1.321: an `ask` of a hook got lost now and then; nobody says when.

use super::*;
use crate::shell::Conditions;

/// The documented runner, by version (spec 0.3).
pub(super) fn claude(version: Version) -> Dialect {
    let since = |patch: u16| version >= Version(2, 1, patch);
    Dialect {
        name: "claude",
        version: Some(version),
        config_dir: ".claude",
        env_prefix: "CLAUDE",
        shell: claude_shell(version),
        own_path_rules: false,
        covers_below: true,
        path_alternation: false,
        boolean_conditions: false,
        if_server: false,
        guard_globs: since(166),
        params: since(178),
        mcp_params: false,
        narrow_directories: since(214),
        host_stars: since(172),
        skill_prefixes: since(139),
        inner_stars: since(172),
        reads_ifs: since(85),
        anchored_ifs: since(176),
        powershell_ifs: since(147),
        object_names: since(98),
        asks_in_lines: since(98),
        read_denies_edit: since(208),
        read_denies_write: since(228),
        edit_allows_read: true,
        mid_colon_star_is_error: true,
        matcher_commas: since(191),
        matcher_hyphens: since(195),
        matcher_regexes: Flavor::JavaScript,
        aliases: true,
        on_doubt: OnDoubt::Ask,
        strategy: Strategy::DenyOverrides,
        fallback: Fallback::Mode,
        prompts_denied: since(319),
        reads_blocked: since(257),
        writes_blocked: since(314),
        doubts_count: false,
        surface: claude_surface(version),
        running: Running {
            parallel: true,
            dedup: Dedup::Handler,
            copies_apart: true,
            once: Once::Skills,
            timeouts: match since(3) {
                true => TIMEOUTS,
                false => Timeouts { command: 60_000, ..TIMEOUTS },
            },
            any_file_disables: false,
            unawaited: EventSet::of(&[]),
            stop_cap: if since(143) { 8 } else { 0 },
            agent_turns: 50,
            agent_tools: READERS,
            address_guard: AddressGuard::Off,
            on_failure: since(295),
        },
        slots: SLOTS,
        answers: claude_answers(version),
    }
}

/// How far it looks into command lines.
fn claude_shell(version: Version) -> Profile {
    let since = |patch: u16| version >= Version(2, 1, patch);
    Profile {
        exec_wrappers: since(113),
        joins_blanks: since(98),
        whole_lines: !since(7),
        conditions: match () {
            () if since(163) => Conditions::All,
            () if since(89) => Conditions::Outer,
            () => Conditions::Line,
        },
        home_variable: since(163),
        names_below: since(321),
        ..Profile::DOCUMENTED
    }
}

fn claude_answers(version: Version) -> Answers {
    let since = |patch: u16| version >= Version(2, 1, patch);
    Answers {
        permission_words: match since(89) {
            true => WITH_DEFER,
            false => ALLOW_ASK_DENY,
        },
        decision_words: APPROVE_BLOCK,
        decides_on: DECIDED_AT_TOP,
        json_on: JsonOn::Always,
        exits: &[],
        plain_context: rows(|row| row.plain_context),
        unheard: UNHEARD,
        tool_text_is_context: false,
        faulty_stops: false,
        prompt_answer: PromptAnswer::Object,
        prompt_no_halts: since(210),
        input_merge: InputMerge::Whole,
        input_conflict: InputConflict::Later,
        text_cap: 10_000,
        suppresses: false,
    }
}

fn claude_surface(version: Version) -> Surface {
    let since = |patch: u16| version >= Version(2, 1, patch);
    let denied = (!since(89)).then_some(EventKind::PERMISSION_DENIED);
    let models = [EventKind::PRE_MODEL_SWITCH, EventKind::POST_MODEL_SWITCH];
    let models = models.into_iter().filter(|_| !since(251));
    Surface {
        tool_match: ToolMatch::Auto,
        events: EventSet::ALL.without(models).without(denied),
        conditions: rows(|row| row.conditions),
        handlers: HandlerSet(if since(118) { RUNNER } else { WITHOUT_TOOL }),
        handlers_by_event: true,
        async_handlers: HandlerSet(COMMAND),
        carriers: &[],
        priorities: Priorities::None,
        unheard_tools: &["EndConversation"],
    }
}
