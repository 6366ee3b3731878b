//! The events as rows (spec 6.2).

use super::EventKind;

/// One event of the table.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// The name in settings and payloads.
    pub name: &'static str,
    /// What a group's matcher is compared with.
    pub matcher: MatcherField,
    /// What the matcher field can hold, where that is a closed set.
    pub values: &'static [&'static str],
    /// Whether hyphens, spaces and commas make a matcher of this event a
    /// regular expression.
    pub narrow_matcher: bool,
    /// Whether a handler's `if` is looked at; elsewhere a handler with `if`
    /// never runs.
    pub conditions: bool,
    /// The types of handler that run.
    pub handlers: Handlers,
    /// What exit code 2 of a command does.
    pub exit: Exit,
    /// What an answer can do.
    pub facets: Facets,
    /// Whether plain text on stdout becomes context for the model.
    pub plain_context: bool,
    /// The default timeout of command, http and `mcp_tool` handlers in
    /// milliseconds, where it is not the usual one.
    pub timeout: Option<u32>,
    /// The time all handlers share, in milliseconds, and how far a timeout
    /// in a settings file can raise it.
    pub budget: Option<(u32, u32)>,
    /// The fields of the payload that not every event has.
    pub fields: &'static [&'static str],
}

/// What a group's matcher is compared with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MatcherField {
    /// The event has no matcher; one that is written is ignored.
    None,
    /// This field of the payload.
    Field(&'static str),
    /// The last part of the path in this field.
    BaseName(&'static str),
}

/// The types of handler that run on an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Handlers {
    /// Every type.
    All,
    /// `command`, `http` and `mcp_tool`.
    WithoutModel,
    /// `command` and `mcp_tool`.
    Local,
}

/// What the exit code of a command handler does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// Nothing is stopped by it.
    Shown,
    /// Exit code 2 stops the operation.
    Blocks,
    /// Every code but 0 makes the operation fail.
    AnyFails,
}

/// What an answer can do, as a set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Facets(pub u8);

impl Facets {
    /// The runner waits for the answer.
    pub const AWAITED: Facets = Facets(1);
    /// It can stop the operation.
    pub const VETO: Facets = Facets(2);
    /// `continue: false` stops the agent.
    pub const HALT: Facets = Facets(4);
    /// It can change what is done or shown.
    pub const REWRITE: Facets = Facets(8);
    /// It can tell the model something.
    pub const FEEDBACK: Facets = Facets(16);

    /// Whether all of `other` are in this set.
    pub fn has(self, other: Facets) -> bool {
        self.0 & other.0 == other.0
    }
}

const W: u8 = 1;
const V: u8 = 2;
const H: u8 = 4;
const R: u8 = 8;
const F: u8 = 16;

pub(super) const PLAIN: Row = Row {
    name: "",
    matcher: MatcherField::None,
    values: &[],
    narrow_matcher: false,
    conditions: false,
    handlers: Handlers::All,
    exit: Exit::Shown,
    facets: Facets(0),
    plain_context: false,
    timeout: None,
    budget: None,
    fields: &[],
};

const fn field(name: &'static str) -> MatcherField {
    MatcherField::Field(name)
}

/// Turns the rows into a table and one constant per row.
macro_rules! events {
    ($($constant:ident $name:literal $row:tt)*) => {
        #[allow(
            non_camel_case_types,
            clippy::upper_case_acronyms,
            reason = "the variants number the constants and are never seen"
        )]
        enum Number { $($constant),* }

        impl EventKind {
            $(
                #[doc = concat!("`", $name, "`")]
                pub const $constant: EventKind =
                    EventKind(Number::$constant as u8);
            )*
        }

        /// Every event, in the order of its kind.
        pub const ROWS: &[Row] = &[$(events!(@row $name $row)),*];
    };
    (@row $name:literal { $($key:ident: $value:expr,)* }) => {
        Row { name: $name, $($key: $value,)* ..PLAIN }
    };
}

events! {
    SESSION_START "SessionStart" {
        matcher: field("source"),
        values: &["startup", "resume", "clear", "compact", "fork"],
        handlers: Handlers::Local,
        facets: Facets(W | F),
        plain_context: true,
        fields: &[
            "source", "model", "agent_type", "session_title",
            "seconds_since_last_response", "context_tokens",
            "prompt_cache_likely_expired", "estimated_cache_write_usd",
        ],
    }
    SETUP "Setup" {
        matcher: field("trigger"),
        values: &["init", "maintenance"],
        handlers: Handlers::Local,
        facets: Facets(W | F),
        fields: &["trigger"],
    }
    USER_PROMPT_SUBMIT "UserPromptSubmit" {
        exit: Exit::Blocks,
        facets: Facets(W | V | H | F),
        plain_context: true,
        timeout: Some(30_000),
        fields: &["prompt", "source", "session_title"],
    }
    USER_PROMPT_EXPANSION "UserPromptExpansion" {
        matcher: field("command_name"),
        exit: Exit::Blocks,
        facets: Facets(W | V | H | F),
        plain_context: true,
        fields: &[
            "expansion_type", "command_name", "command_args",
            "command_source", "prompt",
        ],
    }
    PRE_TOOL_USE "PreToolUse" {
        matcher: field("tool_name"),
        conditions: true,
        exit: Exit::Blocks,
        facets: Facets(W | V | H | R | F),
        fields: &["tool_name", "tool_input", "tool_use_id", "mcp_server"],
    }
    PERMISSION_REQUEST "PermissionRequest" {
        matcher: field("tool_name"),
        conditions: true,
        facets: Facets(W | V | R),
        fields: &[
            "tool_name", "tool_input", "permission_suggestions",
            "mcp_server",
        ],
    }
    PERMISSION_DENIED "PermissionDenied" {
        matcher: field("tool_name"),
        conditions: true,
        facets: Facets(W),
        fields: &[
            "tool_name", "tool_input", "tool_use_id", "reason",
            "mcp_server",
        ],
    }
    POST_TOOL_USE "PostToolUse" {
        matcher: field("tool_name"),
        conditions: true,
        facets: Facets(W | H | R | F),
        fields: &[
            "tool_name", "tool_input", "tool_use_id", "tool_response",
            "duration_ms", "mcp_server",
        ],
    }
    POST_TOOL_USE_FAILURE "PostToolUseFailure" {
        matcher: field("tool_name"),
        conditions: true,
        facets: Facets(W | F),
        fields: &[
            "tool_name", "tool_input", "tool_use_id", "error",
            "is_interrupt", "duration_ms", "mcp_server",
        ],
    }
    POST_TOOL_BATCH "PostToolBatch" {
        exit: Exit::Blocks,
        facets: Facets(W | V | H | F),
        fields: &["tool_calls"],
    }
    NOTIFICATION "Notification" {
        matcher: field("notification_type"),
        values: &[
            "permission_prompt", "idle_prompt", "auth_success",
            "elicitation_dialog", "elicitation_url_dialog",
            "elicitation_complete", "elicitation_response",
            "agent_needs_input", "agent_completed",
        ],
        handlers: Handlers::WithoutModel,
        fields: &["message", "title", "notification_type"],
    }
    MESSAGE_DISPLAY "MessageDisplay" {
        handlers: Handlers::WithoutModel,
        facets: Facets(R),
        timeout: Some(10_000),
        fields: &["turn_id", "message_id", "index", "final", "delta"],
    }
    SUBAGENT_START "SubagentStart" {
        matcher: field("agent_type"),
        handlers: Handlers::WithoutModel,
        facets: Facets(W | F),
        fields: &["agent_id", "agent_type"],
    }
    SUBAGENT_STOP "SubagentStop" {
        matcher: field("agent_type"),
        exit: Exit::Blocks,
        facets: Facets(W | V | H | F),
        fields: &[
            "stop_hook_active", "agent_id", "agent_type",
            "agent_transcript_path", "last_assistant_message",
            "background_tasks", "session_crons",
        ],
    }
    TASK_CREATED "TaskCreated" {
        exit: Exit::Blocks,
        facets: Facets(W | V),
        fields: &[
            "task_id", "task_subject", "task_description",
            "teammate_name", "team_name",
        ],
    }
    TASK_COMPLETED "TaskCompleted" {
        exit: Exit::Blocks,
        facets: Facets(W | V | H),
        fields: &[
            "task_id", "task_subject", "task_description",
            "teammate_name", "team_name",
        ],
    }
    STOP "Stop" {
        exit: Exit::Blocks,
        facets: Facets(W | V | H | F),
        fields: &[
            "stop_hook_active", "last_assistant_message",
            "background_tasks", "session_crons",
        ],
    }
    STOP_FAILURE "StopFailure" {
        matcher: field("error"),
        values: &[
            "rate_limit", "overloaded", "authentication_failed",
            "oauth_org_not_allowed", "billing_error", "invalid_request",
            "model_not_found", "server_error", "max_output_tokens",
            "unknown",
        ],
        narrow_matcher: true,
        handlers: Handlers::WithoutModel,
        fields: &["error", "error_details", "last_assistant_message"],
    }
    TEAMMATE_IDLE "TeammateIdle" {
        exit: Exit::Blocks,
        facets: Facets(W | V | H),
        fields: &["teammate_name", "team_name"],
    }
    INSTRUCTIONS_LOADED "InstructionsLoaded" {
        matcher: field("load_reason"),
        values: &[
            "session_start", "nested_traversal", "path_glob_match",
            "include", "compact",
        ],
        handlers: Handlers::WithoutModel,
        fields: &[
            "file_path", "memory_type", "load_reason", "globs",
            "trigger_file_path", "parent_file_path",
        ],
    }
    CONFIG_CHANGE "ConfigChange" {
        matcher: field("source"),
        values: &[
            "user_settings", "project_settings", "local_settings",
            "policy_settings", "skills",
        ],
        handlers: Handlers::WithoutModel,
        exit: Exit::Blocks,
        facets: Facets(W | V),
        fields: &["source", "file_path"],
    }
    CWD_CHANGED "CwdChanged" {
        handlers: Handlers::WithoutModel,
        fields: &["old_cwd", "new_cwd"],
    }
    DIRECTORY_ADDED "DirectoryAdded" {
        matcher: field("source"),
        values: &["slash_command", "register_repo_root"],
        handlers: Handlers::WithoutModel,
        fields: &["directory", "source"],
    }
    FILE_CHANGED "FileChanged" {
        matcher: MatcherField::BaseName("file_path"),
        narrow_matcher: true,
        handlers: Handlers::WithoutModel,
        fields: &["file_path", "event"],
    }
    WORKTREE_CREATE "WorktreeCreate" {
        handlers: Handlers::WithoutModel,
        exit: Exit::AnyFails,
        facets: Facets(W | V | R),
        fields: &["name"],
    }
    WORKTREE_REMOVE "WorktreeRemove" {
        handlers: Handlers::WithoutModel,
        fields: &["worktree_path"],
    }
    PRE_COMPACT "PreCompact" {
        matcher: field("trigger"),
        values: &["manual", "auto"],
        handlers: Handlers::WithoutModel,
        exit: Exit::Blocks,
        facets: Facets(W | V),
        fields: &["trigger", "custom_instructions"],
    }
    POST_COMPACT "PostCompact" {
        matcher: field("trigger"),
        values: &["manual", "auto"],
        handlers: Handlers::WithoutModel,
        fields: &["trigger", "compact_summary"],
    }
    ELICITATION "Elicitation" {
        matcher: field("mcp_server_name"),
        handlers: Handlers::WithoutModel,
        exit: Exit::Blocks,
        facets: Facets(W | V | R),
        fields: &[
            "mcp_server_name", "message", "mode", "url", "elicitation_id",
            "requested_schema",
        ],
    }
    ELICITATION_RESULT "ElicitationResult" {
        matcher: field("mcp_server_name"),
        handlers: Handlers::WithoutModel,
        exit: Exit::Blocks,
        facets: Facets(W | V | R),
        fields: &[
            "mcp_server_name", "action", "mode", "elicitation_id",
            "content",
        ],
    }
    SESSION_END "SessionEnd" {
        matcher: field("reason"),
        values: &["clear", "resume", "logout", "prompt_input_exit", "other"],
        handlers: Handlers::WithoutModel,
        budget: Some((1_500, 60_000)),
        fields: &["reason"],
    }
    PRE_MODEL_SWITCH "PreModelSwitch" {
        matcher: field("to_model"),
        handlers: Handlers::WithoutModel,
        exit: Exit::Blocks,
        facets: Facets(W | V),
        fields: &[
            "from_model", "to_model", "requested_model", "source",
            "context_tokens", "prompt_cache_warm", "cache_ttl",
            "estimated_cache_write_usd", "pricing",
        ],
    }
    POST_MODEL_SWITCH "PostModelSwitch" {
        matcher: field("to_model"),
        handlers: Handlers::WithoutModel,
        facets: Facets(F),
        plain_context: true,
        fields: &[
            "from_model", "to_model", "requested_model", "source",
            "context_tokens", "prompt_cache_warm", "cache_ttl",
            "estimated_cache_write_usd", "pricing",
        ],
    }
}

/// The fields that every payload may have.
pub const COMMON_FIELDS: &[&str] = &[
    "agent_id",
    "agent_type",
    "cwd",
    "effort",
    "hook_event_name",
    "permission_mode",
    "prompt_id",
    "session_id",
    "transcript_path",
];

/// What other runners call an event.
pub const ALIASES: &[(&str, EventKind, &str)] = &[
    ("AfterAgent", EventKind::STOP, "gemini"),
    ("AfterTool", EventKind::POST_TOOL_USE, "gemini"),
    ("BeforeAgent", EventKind::USER_PROMPT_SUBMIT, "gemini"),
    ("BeforeTool", EventKind::PRE_TOOL_USE, "gemini"),
    ("PreCompress", EventKind::PRE_COMPACT, "gemini"),
    ("afterFileEdit", EventKind::POST_TOOL_USE, "cursor"),
    ("afterMCPExecution", EventKind::POST_TOOL_USE, "cursor"),
    ("afterShellExecution", EventKind::POST_TOOL_USE, "cursor"),
    ("agentStop", EventKind::STOP, "copilot"),
    ("beforeMCPExecution", EventKind::PRE_TOOL_USE, "cursor"),
    ("beforeReadFile", EventKind::PRE_TOOL_USE, "cursor"),
    ("beforeShellExecution", EventKind::PRE_TOOL_USE, "cursor"),
    ("beforeSubmitPrompt", EventKind::USER_PROMPT_SUBMIT, "cursor"),
    ("post_request", EventKind::STOP, "sep2282"),
    ("pre_request", EventKind::USER_PROMPT_SUBMIT, "sep2282"),
    ("tool.execute.after", EventKind::POST_TOOL_USE, "opencode"),
    ("tool.execute.before", EventKind::PRE_TOOL_USE, "opencode"),
    ("tool_call", EventKind::PRE_TOOL_USE, "cline"),
    ("userPromptSubmitted", EventKind::USER_PROMPT_SUBMIT, "copilot"),
];

/// The events of SEP-2282, a closed set.
pub const SEP_2282: &[(&str, EventKind)] = &[
    ("session_start", EventKind::SESSION_START),
    ("session_end", EventKind::SESSION_END),
    ("pre_tool_use", EventKind::PRE_TOOL_USE),
    ("post_tool_use", EventKind::POST_TOOL_USE),
    ("pre_request", EventKind::USER_PROMPT_SUBMIT),
    ("post_request", EventKind::STOP),
];
