use std::fmt;

use super::Severity;

/// The name of a finding, such as `write-path-rule`.
///
/// Equal names are equal codes; the table [`CODES`] holds them all.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Code(u16);

/// The name: numbers change with the table.
impl fmt::Debug for Code {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.name())
    }
}

impl Code {
    /// The name, in kebab case.
    pub fn name(self) -> &'static str {
        self.row().0
    }

    /// The severity a finding of this code has unless a dialect says
    /// otherwise.
    pub fn severity(self) -> Severity {
        self.row().1
    }

    /// One line on what it finds.
    pub fn summary(self) -> &'static str {
        self.row().2
    }

    /// The code called `name`.
    pub fn named(name: &str) -> Option<Code> {
        let at = CODES.iter().position(|row| row.0 == name)?;
        u16::try_from(at).ok().map(Code)
    }

    /// All codes, in the order of the table.
    pub fn all() -> impl Iterator<Item = Code> {
        (0..CODES.len()).filter_map(|at| u16::try_from(at).ok().map(Code))
    }

    fn row(self) -> Row {
        CODES.get(usize::from(self.0)).copied().unwrap_or((
            "unknown",
            Severity::Error,
            "",
        ))
    }
}

type Row = (&'static str, Severity, &'static str);

/// Turns the rows into a table and one constant per row.
macro_rules! codes {
    ($($constant:ident $name:literal $severity:ident $summary:literal;)*) => {
        #[allow(
            non_camel_case_types,
            clippy::upper_case_acronyms,
            reason = "the variants number the constants and are never seen"
        )]
        enum Number { $($constant),* }

        impl Code {
            $(
                #[doc = $summary]
                pub const $constant: Code = Code(Number::$constant as u16);
            )*
        }

        /// Every code: its name, its default severity, what it finds.
        pub const CODES: &[Row] =
            &[$(($name, Severity::$severity, $summary)),*];
    };
}

// One row per code, sorted by name. A row needs a page of the same name in
// `src/lint/` and code that emits it; `tests/it/tidy.rs` holds both.
codes! {
    ALLOW_EVERY_COMMAND "allow-every-command" Warning
        "an allow rule for every command";
    ALLOW_EVERY_EDIT "allow-every-edit" Warning
        "an allow rule for every change of a file";
    ALLOW_GLOB "allow-glob" Error
        "a star in the tool name of an allow rule";
    ALLOW_UNDOES_DENY "allow-undoes-deny" Warning
        "an allowed program that can do what is denied";
    ALWAYS_MATCHES "always-matches" Info
        "a matcher or condition that leaves nothing out";
    AMBIGUOUS_MCP_NAME "ambiguous-mcp-name" Warning
        "an MCP name that can be split in two ways";
    ANY_HOST "any-host" Warning
        "a host pattern that is every host";
    ASSIGNMENT_IN_RULE "assignment-in-rule" Warning
        "a variable set in front of the program";
    ASYNC_GATE "async-gate" Info
        "a handler that could stop something and that nobody waits for";
    AWAITED_AUDIT "awaited-audit" Info
        "a report over the network that the agent waits for";
    BACKSLASH_IN_PATH "backslash-in-path" Warning
        "a backslash in a path pattern";
    BASH_ONLY_SYNTAX "bash-only-syntax" Warning
        "a hook in bash that another shell may run";
    BLANK_BEFORE_COLON_STAR "blank-before-colon-star" Warning
        "a blank before `:*`";
    BLANK_IN_MATCHER "blank-in-matcher" Info
        "a blank in a list of names";
    BRACE_IN_PATH "brace-in-path" Warning
        "braces in a path pattern";
    BROAD_ALLOW "broad-allow" Warning
        "an allow rule for a program that runs anything";
    BYTE_ORDER_MARK "byte-order-mark" Warning
        "the file starts with a byte order mark";
    CATCH_ALL_REGEX "catch-all-regex" Info
        "a regular expression for everything";
    COLON_STAR_IN_PATH "colon-star-in-path" Warning
        "`:*` at the end of a path pattern";
    COLON_STAR_NOT_LAST "colon-star-not-last" Error
        "`:*` before the end of a pattern";
    COMMAND_WITH_ARGS "command-with-args" Warning
        "a command of several words beside `args`";
    COMMENT_AS_RULE "comment-as-rule" Warning
        "a remark in a list of rules";
    COMMENT_IN_JSON "comment-in-json" Error
        "a comment in a file that must be plain JSON";
    COMPETING_REWRITES "competing-rewrites" Warning
        "two hooks that change the input of the same calls";
    DECISION_ON_NON_BLOCKING_EVENT "decision-on-non-blocking-event" Warning
        "a hook that says no where nothing can be stopped";
    DEEP_IN_NAME "deep-in-name" Warning
        "`**` beside other characters";
    DENY_STEPPED_OVER "deny-stepped-over" Info
        "a deny rule that a command in another form gets past";
    DEPENDENT_HOOKS "dependent-hooks" Warning
        "a hook that reads what another one of the same event writes";
    DOT_SEGMENT "dot-segment" Warning
        "a `.` between slashes";
    DRIVE_COLON "drive-colon" Warning
        "a drive with a colon after a slash";
    DUPLICATE_HANDLER "duplicate-handler" Info
        "the same handler twice under one matcher";
    DUPLICATE_KEY "duplicate-key" Error
        "the same key twice in one object";
    DUPLICATE_RULE "duplicate-rule" Info
        "the same rule twice in one list";
    EARLY_WILDCARD "early-wildcard" Warning
        "an allow rule with a star where the first argument stands";
    EMPTY_FILE "empty-file" Error
        "the file holds nothing";
    EMPTY_HOOKS "empty-hooks" Warning
        "a group without handlers";
    EMPTY_MATCHER_ITEM "empty-matcher-item" Warning
        "an empty item in a matcher";
    EMPTY_PARAMETER "empty-parameter" Error
        "a parameter rule without a name or a value";
    EMPTY_PARENTHESES "empty-parentheses" Error
        "brackets with nothing in them";
    EMPTY_PREFIX "empty-prefix" Error
        "`:*` with nothing before it";
    EMPTY_RULE "empty-rule" Error
        "a rule without any text";
    EMPTY_SEGMENT "empty-segment" Warning
        "two slashes in a row in a path pattern";
    ESCAPED_NEEDLE "escaped-needle" Warning
        "a text to look for that JSON writes with a backslash";
    EXACT_GUARD "exact-guard" Warning
        "a deny or ask rule for one exact command";
    EXIT_CODE_ONE "exit-code-one" Warning
        "`exit 1` where only 2 stops";
    EXPOSED_IMAGE "exposed-image" Warning
        "a compiled policy that others can replace";
    EXTRA_PARENTHESIS "extra-parenthesis" Warning
        "brackets too many in a rule";
    FAILING_EXAMPLE "failing-example" Error
        "a rule that its own examples refute";
    FETCH_DENY_STEPPED_OVER "fetch-deny-stepped-over" Info
        "a host that may not be fetched from beside an allow rule for commands";
    FILE_TOO_LARGE "file-too-large" Error
        "the file is larger than is read";
    FLAG_SPELLING "flag-spelling" Warning
        "a deny or ask rule that hangs on how a flag is written";
    FLAT_HOOK "flat-hook" Error
        "a handler where a group must stand";
    FOREIGN_HOOKS "foreign-hooks" Warning
        "hooks on the events of another agent";
    FOREIGN_TOOL_NAME "foreign-tool-name" Warning
        "a tool of another agent";
    GLOB_IN_IF "glob-in-if" Warning
        "an `if` with a star in the name of a tool";
    GLOB_IN_MATCHER "glob-in-matcher" Warning
        "a matcher that is written as a glob";
    GLOB_IN_SERVER_NAME "glob-in-server-name" Warning
        "a star in the name of an MCP server";
    GREP_GLOB_PATH_RULE "grep-glob-path-rule" Warning
        "a path on `Grep` or `Glob`, which is never consulted";
    GUARD_AT_ANY_DEPTH "guard-at-any-depth" Info
        "a deny or ask rule that holds in more directories than the same text in allow";
    GUARD_ON_ONE_TOOL "guard-on-one-tool" Info
        "a deny rule on one tool of several that do the same with files";
    HOOKS_ELSEWHERE "hooks-elsewhere" Info
        "a manifest that names files of hooks";
    HOOKS_SWITCHED_OFF "hooks-switched-off" Info
        "hooks in a file that switches all hooks off";
    IDLE_MATCHER_TOOL "idle-matcher-tool" Warning
        "a tool of the matcher that no condition is for";
    IDN_DOMAIN "idn-domain" Info
        "a host with letters beyond ASCII";
    IF_ALTERNATION "if-alternation" Error
        "several rules in one `if`";
    IF_ON_NON_TOOL_EVENT "if-on-non-tool-event" Error
        "an `if` on an event that has no tool call";
    IGNORED_ONCE "ignored-once" Info
        "`once` outside of a skill";
    IGNORED_SPECIFIER "ignored-specifier" Warning
        "a pattern on a tool that takes none";
    INLINE_FLAG "inline-flag" Info
        "a flag in a matcher that JavaScript runners refuse";
    INVALID_CONTEXT "invalid-context" Error
        "the context of an event cannot be read";
    INVALID_DOMAIN "invalid-domain" Error
        "a `WebFetch` pattern that is not a domain";
    INVALID_EVENT "invalid-event" Error
        "the event cannot be read";
    INVALID_HEADER "invalid-header" Error
        "a header that cannot be sent";
    INVALID_JSON "invalid-json" Error
        "the text is not JSON";
    INVALID_LINE "invalid-line" Error
        "a line of a batch cannot be read";
    INVALID_PATH_PATTERN "invalid-path-pattern" Error
        "a path pattern that cannot be read";
    INVALID_REGEX "invalid-regex" Error
        "a matcher that is not a regular expression";
    INVALID_RULE "invalid-rule" Error
        "the text is not a rule";
    INVALID_TIMEOUT "invalid-timeout" Error
        "a timeout that is no positive number of seconds";
    INVALID_TOML "invalid-toml" Error
        "the text is not TOML";
    INVALID_UTF8 "invalid-utf8" Error
        "the file is not UTF-8";
    INVALID_VALUE "invalid-value" Error
        "a value that is not one of the possible ones";
    INVALID_YAML "invalid-yaml" Error
        "a text that is not YAML";
    INVISIBLE_CHARACTER "invisible-character" Warning
        "a character that cannot be seen";
    JOINED_RULES "joined-rules" Error
        "two rules in one text";
    LEADING_WILDCARD "leading-wildcard" Warning
        "an allow rule for any program";
    LITERAL_MCP_PREFIX "literal-mcp-prefix" Warning
        "the name of an MCP server where a tool's name is compared";
    LITERAL_SIGN "literal-sign" Warning
        "a sign around a pattern that stands for itself";
    LITERAL_WILDCARD "literal-wildcard" Info
        "a `?`, `[…]` or part of a regular expression in a command pattern";
    LONE_SURROGATE "lone-surrogate" Error
        "an escape that is half a character";
    LOOKALIKE_CHARACTER "lookalike-character" Warning
        "a character that looks like another one";
    LOSSY_CONVERSION "lossy-conversion" Warning
        "something that has no counterpart";
    MANAGED_ONLY "managed-only" Warning
        "a switch that counts only in managed settings";
    MANY_STARS "many-stars" Warning
        "more than two stars in a row";
    MATCHER_EXPRESSION "matcher-expression" Error
        "an expression where a matcher stands";
    MATCHER_ON_EVENT_WITHOUT_MATCHER "matcher-on-event-without-matcher" Warning
        "a matcher on an event that has none";
    MCP_ARGUMENTS "mcp-arguments" Error
        "a pattern on an MCP tool";
    MCP_SERVER_CASE "mcp-server-case" Info
        "capitals in the name of an MCP server";
    MCP_SERVER_CHARACTERS "mcp-server-characters" Warning
        "an MCP name with characters that tool names cannot have";
    MISPLACED_FIELD "misplaced-field" Error
        "a key in a place where it has no effect";
    MISPLACED_FILE "misplaced-file" Error
        "rules or hooks in a file that the runner does not read";
    MISPLACED_FRONT_MATTER "misplaced-front-matter" Error
        "front matter that does not start on the first line";
    MISSING_FIELD "missing-field" Error
        "something that must be there is not";
    MISSING_HOOK_SCRIPT "missing-hook-script" Warning
        "a hook whose script is not there";
    MISSING_POWERSHELL_TWIN "missing-powershell-twin" Warning
        "a deny rule for bash where PowerShell is in use";
    NEGATED_PATH "negated-path" Warning
        "a path pattern that starts with `!`";
    NESTED_TOO_DEEP "nested-too-deep" Error
        "lists or objects nested too deeply";
    NEVER_MATCHES "never-matches" Warning
        "a rule or matcher that nothing can match";
    NO_RULE_FILES "no-rule-files" Error
        "there is nothing to check";
    NO_WORD_BOUNDARY "no-word-boundary" Warning
        "a star right after a word";
    NOT_DECIDED "not-decided" Info
        "rules that were not compared with all others";
    NUMBER_OUT_OF_RANGE "number-out-of-range" Error
        "a number that no program can hold";
    OPEN_ENDED_AGENT "open-ended-agent" Info
        "a task for an agent that names nothing to look at";
    OPERATOR_IN_RULE "operator-in-rule" Warning
        "an operator that parts commands";
    OPTIONS_BEFORE_SUBCOMMAND "options-before-subcommand" Info
        "a rule that an option before the subcommand steps over";
    OTHER_HOME "other-home" Warning
        "`~name`, which is no home directory";
    OVERLAPPING_ALLOW_ASK "overlapping-allow-ask" Info
        "an allow and an ask rule that share a part";
    PADDED_RULE "padded-rule" Warning
        "blanks around a rule";
    PARAMETER_ON_CONTENT "parameter-on-content" Error
        "a parameter rule on what the tool's pattern matches anyway";
    PARENT_IN_PATH "parent-in-path" Warning
        "`..` in a path pattern";
    PATH_ALTERNATION "path-alternation" Error
        "`|` between paths where it is an ordinary character";
    PERMISSION_RULE_AS_MATCHER "permission-rule-as-matcher" Error
        "a permission rule where a tool's name is compared";
    PINNED_FILE "pinned-file" Warning
        "a command rule that means to hold a program to some files";
    PINNED_URL "pinned-url" Warning
        "an allow rule that pins the address of a download";
    PLUGIN_SERVER "plugin-server" Warning
        "a plugin's server under its short name";
    POLICY_TOO_LARGE "policy-too-large" Error
        "the policy is over a limit of what is compiled";
    PRIVATE_ADDRESS "private-address" Error
        "a hook that posts to a private address";
    PROGRAM_PATH_IN_GUARD "program-path-in-guard" Warning
        "a deny or ask rule for one path of a program";
    PROJECT_REENABLES_HOOKS "project-reenables-hooks" Info
        "a project that switches hooks on for people who switched them off";
    PROTECTED_PATH "protected-path" Warning
        "an allow rule for changes that no allow rule approves";
    PROXY_BEFORE_HOOKS "proxy-before-hooks" Warning
        "a proxy that hides the address of a hook";
    PUBLIC_SUFFIX "public-suffix" Warning
        "a star below a domain that everyone can register in";
    READ_DENY_STEPPED_OVER "read-deny-stepped-over" Info
        "a path that may not be read beside an allow rule for any program";
    REDIRECTION_IN_RULE "redirection-in-rule" Warning
        "a redirection in a command pattern";
    REDUNDANT_RULE "redundant-rule" Info
        "a rule that a wider one in the same list covers";
    REFUSED_ANSWER "refused-answer" Error
        "an answer that the runner refuses";
    REGEX_LOOK_AROUND "regex-look-around" Warning
        "a look-around or back-reference in a matcher";
    RELATIVE_HOOK_SCRIPT "relative-hook-script" Warning
        "a hook's script found only from one directory";
    REMOVED_TOOL "removed-tool" Warning
        "a tool that does not exist any more";
    RENAMED_TOOL "renamed-tool" Info
        "a tool under its former name";
    RULE_TOO_LONG "rule-too-long" Error
        "a rule longer or deeper than is read";
    SAVED_SCRIPT "saved-script" Warning
        "a whole script saved as a rule";
    SCRIPT_FAMILY "script-family" Info
        "`run x:*`, which reads like a family of scripts";
    SERVER_AT_START "server-at-start" Info
        "a tool of a server on an event before servers are connected";
    SHADOWED_RULE "shadowed-rule" Warning
        "a rule that a stronger one always comes before";
    SHELL_FRAGMENT "shell-fragment" Warning
        "a piece of a loop or condition saved as a rule";
    SINGLE_SLASH_ABSOLUTE "single-slash-absolute" Warning
        "a path with one leading slash that looks absolute";
    SINGLE_UNDERSCORE_MCP "single-underscore-mcp" Error
        "an MCP name with one underscore";
    SKILL_GUARD "skill-guard" Info
        "a rule that holds for the model and not for people";
    STALE_IMAGE "stale-image" Warning
        "a compiled policy that is older than its sources";
    STAR_BEFORE_PROGRAM "star-before-program" Warning
        "a deny or ask rule that needs a word before the program";
    TEXT_AFTER_PARENTHESIS "text-after-parenthesis" Error
        "text after the closing bracket";
    TIMEOUT_IN_MILLISECONDS "timeout-in-milliseconds" Warning
        "a timeout that looks like milliseconds";
    TIMEOUT_OVER_BUDGET "timeout-over-budget" Warning
        "a timeout beyond what the event allows";
    TOO_MANY_FINDINGS "too-many-findings" Info
        "more findings in one file than are shown";
    TRACKED_LOCAL_SETTINGS "tracked-local-settings" Warning
        "personal settings that git tracks";
    TRAILING_COMMA "trailing-comma" Error
        "a comma before a closing bracket";
    TRAILING_SLASH "trailing-slash" Info
        "a path pattern with a slash at its end";
    UNANCHORED_MATCHER "unanchored-matcher" Warning
        "a regular expression that also matches longer names";
    UNCHECKED_IF "unchecked-if" Info
        "a hook that blocks without looking, behind an `if` that is not exact";
    UNCLOSED_FRONT_MATTER "unclosed-front-matter" Error
        "front matter whose end is missing";
    UNCLOSED_PARENTHESIS "unclosed-parenthesis" Error
        "a bracket that is never closed";
    UNFILTERED_MODEL_HOOK "unfiltered-model-hook" Info
        "a model that is asked about every call";
    UNFINISHED_WORD "unfinished-word" Warning
        "`:*` after a word that is not complete";
    UNGUARDED_STOP_HOOK "unguarded-stop-hook" Warning
        "a hook that may keep the agent from ever stopping";
    UNHEARD_CONTEXT "unheard-context" Warning
        "text for the model on an event that does not pass it on";
    UNHEARD_FIELD "unheard-field" Warning
        "a field of an answer on an event that does not take it";
    UNKNOWN_CONTEXT_KEY "unknown-context-key" Warning
        "a key of the context that has no meaning";
    UNKNOWN_DIALECT "unknown-dialect" Error
        "a dialect that is not known";
    UNKNOWN_EVENT "unknown-event" Error
        "hooks on an event that does not exist";
    UNKNOWN_FIELD "unknown-field" Warning
        "a condition on a field that its event does not have";
    UNKNOWN_FILE_KIND "unknown-file-kind" Warning
        "a kind of file that is not read";
    UNKNOWN_HANDLER_TYPE "unknown-handler-type" Error
        "a type of handler that does not exist";
    UNKNOWN_HOOK_VARIABLE "unknown-hook-variable" Warning
        "a variable that hooks are not given";
    UNKNOWN_KEY "unknown-key" Warning
        "a key that means nothing";
    UNKNOWN_MATCHER_TOOL "unknown-matcher-tool" Warning
        "a matcher with a name that no tool has";
    UNKNOWN_MATCHER_VALUE "unknown-matcher-value" Warning
        "a matcher that its event never has";
    UNKNOWN_MODE "unknown-mode" Error
        "a permission mode that does not exist";
    UNKNOWN_PARAMETER "unknown-parameter" Warning
        "a parameter the tool does not have";
    UNKNOWN_PLACEHOLDER "unknown-placeholder" Warning
        "a placeholder that no field of the event fills";
    UNKNOWN_SERVER "unknown-server" Warning
        "a server that is not configured";
    UNKNOWN_TOOL "unknown-tool" Error
        "a tool name that no tool has";
    UNLISTED_ADDRESS "unlisted-address" Warning
        "a hook whose address no hook may call";
    UNLISTED_VARIABLE "unlisted-variable" Warning
        "a variable in a header that may not be sent";
    UNQUOTED_PROJECT_DIR "unquoted-project-dir" Info
        "a path with a variable that is not quoted";
    UNREACHABLE_IF "unreachable-if" Warning
        "an `if` for a tool that the matcher leaves out";
    UNREADABLE_FILE "unreadable-file" Error
        "the file cannot be opened or read";
    UNSUPPORTED_HANDLER "unsupported-handler" Error
        "a type of handler that its event does not run";
    UNUSABLE_IMAGE "unusable-image" Error
        "a compiled policy that cannot or must not be used";
    UNWRITABLE_FILE "unwritable-file" Error
        "the file cannot be written";
    UPPERCASE_DOMAIN "uppercase-domain" Info
        "capitals in a host";
    USER_CONFIG_IN_SHELL "user-config-in-shell" Error
        "a plugin's option in a shell command";
    VARIABLE_IN_PATH "variable-in-path" Warning
        "a variable in a path pattern";
    WATCHES_NOTHING "watches-nothing" Warning
        "hooks on changes of files that nobody watches";
    WRAPPER_IN_RULE "wrapper-in-rule" Warning
        "a rule for a program that only starts another one";
    WRITE_PATH_RULE "write-path-rule" Warning
        "a path on `Write`, `NotebookEdit` or `MultiEdit`, which is never consulted";
    WRONG_EVENT_NAME "wrong-event-name" Error
        "an answer that names another event than its own";
    WRONG_TYPE "wrong-type" Error
        "a value of the wrong type";
}
