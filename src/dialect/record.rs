//! The record itself: every field with its words, which are also what
//! `hookset dialect show` prints.

use super::show::{Datum, Field, Show};
use super::{
    AddressGuard, Dedup, Fallback, HandlerSet, InputConflict, InputMerge,
    JsonOn, OnDoubt, Once, Priorities, PromptAnswer, SlotRule, Strategy,
    Timeouts, ToolMatch, Version, Words,
};
use crate::event::table::Exit;
use crate::event::{EventKind, EventSet};
use crate::shell::Profile;
use crate::syntax::regex::Flavor;

/// Turns fields into a struct, and into a list of them for people.
macro_rules! record {
    (
        $(#[$meta:meta])* $name:ident {
            $($(#[doc = $doc:literal])+ $field:ident: $type:ty,)*
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct $name {
            $($(#[doc = $doc])+ pub $field: $type,)*
        }

        impl Show for $name {
            fn show(&self) -> Datum {
                Datum::Record(vec![$(Field {
                    name: stringify!($field).to_owned(),
                    about: concat!($($doc),+).trim_start(),
                    value: self.$field.show(),
                }),*])
            }
        }
    };
}

record! {
    /// How a runner reads a policy.
    Dialect {
        /// The name on the command line.
        name: &'static str,
        /// The version of the runner, where the name has versions.
        version: Option<Version>,
        /// The directory of a person's own settings, below the home
        /// directory.
        config_dir: &'static str,
        /// How the names of the runner's environment variables start.
        env_prefix: &'static str,
        /// How far it looks into command lines.
        shell: Profile,
        /// Whether a path in `Write(…)`, `NotebookEdit(…)`, `Grep(…)`,
        /// `Glob(…)` governs that tool; otherwise such rules are kept but
        /// never consulted.
        own_path_rules: bool,
        /// Whether a path in an `if` or an allow rule also means all that
        /// lies below what it names, as in gitignore; otherwise a pattern
        /// with a slash is a plain glob over the whole path. Guards always
        /// mean what lies below.
        covers_below: bool,
        /// Whether `|` joins whole path patterns.
        path_alternation: bool,
        /// Whether conditions may be joined with `&&`, `||`, `!` and test
        /// fields.
        boolean_conditions: bool,
        /// Whether an `if` of a bare MCP server covers its tools, as the
        /// same text does in a permission rule.
        if_server: bool,
        /// Whether deny and ask rules may glob tool names.
        guard_globs: bool,
        /// Whether `Tool(param:value)` is understood in deny and ask rules.
        params: bool,
        /// Whether rules on tools of MCP servers may name parameters, too.
        mcp_params: bool,
        /// Whether a single-segment directory (`src/**`) in allow rules and
        /// `if` means only the one in the current directory.
        narrow_directories: bool,
        /// Whether `*.example.com` is any host below that; otherwise such a
        /// permission rule never matches.
        host_stars: bool,
        /// Whether `Skill(a *)` is the skill `a` with any arguments.
        skill_prefixes: bool,
        /// Whether a star may stand in the middle of a path; otherwise such
        /// a rule is refused.
        inner_stars: bool,
        /// Whether a hook's `if` is known; otherwise the hook runs every time.
        reads_ifs: bool,
        /// Whether an `if` on a path holds for one that is named from the
        /// current directory or home; otherwise only one that starts with
        /// a star, or with a slash.
        anchored_ifs: bool,
        /// Whether an `if` on a PowerShell command can hold.
        powershell_ifs: bool,
        /// Whether a rule on a tool called as what every object of
        /// JavaScript has (`toString`) is one like others; otherwise its
        /// file is refused.
        object_names: bool,
        /// Whether an ask rule on one command of several counts in the modes
        /// `auto` and `bypassPermissions`.
        asks_in_lines: bool,
        /// Whether a Read deny also stops the Edit tool.
        read_denies_edit: bool,
        /// Whether a Read deny also stops the Write tool.
        read_denies_write: bool,
        /// Whether an Edit allow lets the path be read as well.
        edit_allows_read: bool,
        /// Whether `:*` before the end is an error (otherwise literal).
        mid_colon_star_is_error: bool,
        /// Whether commas separate the items of a matcher list.
        matcher_commas: bool,
        /// Whether hyphens may stand in exact matchers.
        matcher_hyphens: bool,
        /// Which regular expressions a matcher may be.
        matcher_regexes: Flavor,
        /// Whether legacy tool names are understood.
        aliases: bool,
        /// What a deny rule becomes when it cannot be decided.
        on_doubt: OnDoubt,
        /// Which rule wins when several match.
        strategy: Strategy,
        /// What happens to a call that nothing decides.
        fallback: Fallback,
        /// Whether `denyInsteadOfPrompting` turns what would ask into a
        /// deny.
        prompts_denied: bool,
        /// Whether `blockReadsOutsideWorkingDirectories` is heeded.
        reads_blocked: bool,
        /// Whether `blockWritesOutsideWorkingDirectories` is heeded.
        writes_blocked: bool,
        /// Whether an event that cannot be read fully, or a policy that
        /// lost a rule, puts answers in doubt.
        doubts_count: bool,
        /// What a policy may hold.
        surface: Surface,
        /// How the hooks of an event are run.
        running: Running,
        /// How texts are filled in.
        slots: Slots,
        /// How answers are read and put together.
        answers: Answers,
    }
}

record! {
    /// What a policy may hold.
    Surface {
        /// How a group's matcher is read.
        tool_match: ToolMatch,
        /// The events there are.
        events: EventSet,
        /// The events on which an `if` is looked at; on others a handler
        /// with `if` never runs.
        conditions: EventSet,
        /// The types of handler there are.
        handlers: HandlerSet,
        /// Whether some events run only some types of handler.
        handlers_by_event: bool,
        /// The types of handler that nobody has to wait for.
        async_handlers: HandlerSet,
        /// Where declarations stand in a server's capabilities, in the
        /// order they are looked for.
        carriers: &'static [&'static str],
        /// Which of several priorities comes first.
        priorities: Priorities,
        /// Tools on whose calls no hook runs.
        unheard_tools: &'static [&'static str],
    }
}

record! {
    /// How the hooks of an event are run.
    Running {
        /// Whether all hooks run at the same time; otherwise one after the
        /// other, in configuration order.
        parallel: bool,
        /// Which handlers count as the same and run once.
        dedup: Dedup,
        /// Whether the copies of a handler in plugins and skills run
        /// besides each other.
        copies_apart: bool,
        /// How often a handler with `once` runs.
        once: Once,
        /// The default time per type of handler.
        timeouts: Timeouts,
        /// Whether any file can turn all hooks off; otherwise the file that
        /// comes before the others says.
        any_file_disables: bool,
        /// The events whose hooks the agent does not wait for, though
        /// others do.
        unawaited: EventSet,
        /// How often in a row a hook may keep the agent from stopping; 0
        /// for no limit.
        stop_cap: u32,
        /// The turns an agent hook may take.
        agent_turns: u32,
        /// The tools an agent hook may use.
        agent_tools: &'static [&'static str],
        /// Which addresses a hook may not be posted to.
        address_guard: AddressGuard,
        /// Whether `onFailure` can make a failing hook block.
        on_failure: bool,
    }
}

record! {
    /// How texts are filled in.
    Slots {
        /// Text that a server declares.
        context: SlotRule,
        /// The texts in the input of a tool.
        input: SlotRule,
        /// What a model is asked.
        prompt: SlotRule,
        /// The values of headers.
        header: SlotRule,
        /// Command lines.
        command: SlotRule,
    }
}

record! {
    /// How answers are read and put together.
    Answers {
        /// The words of `permissionDecision`.
        permission_words: Words,
        /// The words of `decision`.
        decision_words: Words,
        /// The events on which a `decision` at the top of an answer counts.
        decides_on: EventSet,
        /// When JSON on stdout is read.
        json_on: JsonOn,
        /// What exit code 2 does on events where it is not the usual.
        exits: &'static [(EventKind, Exit)],
        /// The events on which plain text on stdout becomes context.
        plain_context: EventSet,
        /// The events on which nothing that is answered counts.
        unheard: EventSet,
        /// Whether the plain text of a tool becomes context on every event
        /// that can tell the model something.
        tool_text_is_context: bool,
        /// Whether what stops or asks counts in an answer that cannot be
        /// used.
        faulty_stops: bool,
        /// How the answer of a model is read.
        prompt_answer: PromptAnswer,
        /// Whether a model's no to a tool call also ends the turn, unless
        /// `continueOnBlock` stands there.
        prompt_no_halts: bool,
        /// How several changes of a tool's input are put together.
        input_merge: InputMerge,
        /// What two different changes of the same key lead to.
        input_conflict: InputConflict,
        /// The characters of a text that reach the model; 0 for all.
        text_cap: u32,
        /// Whether `suppressOutput` hides anything.
        suppresses: bool,
    }
}

impl Dialect {
    /// Every field, those of parts under `part.field`.
    pub fn fields(&self) -> Vec<Field> {
        let mut out = Vec::new();
        self.show().flatten("", "", &mut out);
        out
    }
}
