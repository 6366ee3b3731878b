use super::Severity;

/// The name of a finding, such as `write-path-rule`.
///
/// Equal names are equal codes; the table [`CODES`] holds them all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Code(u16);

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
    ALLOW_GLOB "allow-glob" Error
        "a star in the tool name of an allow rule";
    BYTE_ORDER_MARK "byte-order-mark" Warning
        "the file starts with a byte order mark";
    COLON_STAR_NOT_LAST "colon-star-not-last" Error
        "`:*` before the end of a pattern";
    COMMAND_WITH_ARGS "command-with-args" Warning
        "a command of several words beside `args`";
    COMMENT_IN_JSON "comment-in-json" Error
        "a comment in a file that must be plain JSON";
    DUPLICATE_HANDLER "duplicate-handler" Info
        "the same handler twice under one matcher";
    DUPLICATE_KEY "duplicate-key" Error
        "the same key twice in one object";
    EMPTY_FILE "empty-file" Error
        "the file holds nothing";
    EMPTY_HOOKS "empty-hooks" Warning
        "a group without handlers";
    EMPTY_PARAMETER "empty-parameter" Error
        "a parameter rule without a name or a value";
    EMPTY_PARENTHESES "empty-parentheses" Warning
        "brackets with nothing in them";
    EMPTY_PREFIX "empty-prefix" Error
        "`:*` with nothing before it";
    EMPTY_RULE "empty-rule" Error
        "a rule without any text";
    FILE_TOO_LARGE "file-too-large" Error
        "the file is larger than is read";
    FLAT_HOOK "flat-hook" Error
        "a handler where a group must stand";
    GREP_GLOB_PATH_RULE "grep-glob-path-rule" Warning
        "a path on `Grep` or `Glob`, which is never consulted";
    IF_ALTERNATION "if-alternation" Error
        "several rules in one `if`";
    IF_ON_NON_TOOL_EVENT "if-on-non-tool-event" Error
        "an `if` on an event that has no tool call";
    IGNORED_ONCE "ignored-once" Info
        "`once` outside of a skill";
    IGNORED_SPECIFIER "ignored-specifier" Warning
        "a pattern on a tool that takes none";
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
    INVALID_UTF8 "invalid-utf8" Error
        "the file is not UTF-8";
    INVALID_VALUE "invalid-value" Error
        "a value that is not one of the possible ones";
    LITERAL_MCP_PREFIX "literal-mcp-prefix" Warning
        "the name of an MCP server where a tool's name is compared";
    LONE_SURROGATE "lone-surrogate" Error
        "an escape that is half a character";
    MANAGED_ONLY "managed-only" Warning
        "a switch that counts only in managed settings";
    MATCHER_ON_EVENT_WITHOUT_MATCHER "matcher-on-event-without-matcher" Warning
        "a matcher on an event that has none";
    MCP_ARGUMENTS "mcp-arguments" Error
        "a pattern on an MCP tool";
    MISPLACED_FIELD "misplaced-field" Error
        "a key in a place where it has no effect";
    MISSING_FIELD "missing-field" Error
        "something that must be there is not";
    NESTED_TOO_DEEP "nested-too-deep" Error
        "lists or objects nested too deeply";
    NO_RULE_FILES "no-rule-files" Error
        "there is nothing to check";
    NUMBER_OUT_OF_RANGE "number-out-of-range" Error
        "a number that no program can hold";
    PARAMETER_ON_CONTENT "parameter-on-content" Error
        "a parameter rule on what the tool's pattern matches anyway";
    PLUGIN_SERVER "plugin-server" Warning
        "a plugin's server under its short name";
    POLICY_TOO_LARGE "policy-too-large" Error
        "the policy is over a limit of what is compiled";
    PRIVATE_ADDRESS "private-address" Error
        "a hook that posts to a private address";
    RULE_TOO_LONG "rule-too-long" Error
        "a rule longer or deeper than is read";
    TEXT_AFTER_PARENTHESIS "text-after-parenthesis" Error
        "text behind the closing bracket";
    TIMEOUT_IN_MILLISECONDS "timeout-in-milliseconds" Warning
        "a timeout that looks like milliseconds";
    TOO_MANY_FINDINGS "too-many-findings" Info
        "more findings in one file than are shown";
    TRAILING_COMMA "trailing-comma" Error
        "a comma before a closing bracket";
    UNCLOSED_PARENTHESIS "unclosed-parenthesis" Error
        "a bracket that is never closed";
    UNKNOWN_CONTEXT_KEY "unknown-context-key" Warning
        "a key of the context that has no meaning";
    UNKNOWN_DIALECT "unknown-dialect" Error
        "a dialect that is not known";
    UNKNOWN_EVENT "unknown-event" Error
        "hooks on an event that does not exist";
    UNKNOWN_FILE_KIND "unknown-file-kind" Warning
        "a kind of file that is not read";
    UNKNOWN_HANDLER_TYPE "unknown-handler-type" Error
        "a type of handler that does not exist";
    UNKNOWN_KEY "unknown-key" Warning
        "a key that means nothing";
    UNKNOWN_MATCHER_VALUE "unknown-matcher-value" Warning
        "a matcher that its event never has";
    UNKNOWN_MODE "unknown-mode" Error
        "a permission mode that does not exist";
    UNKNOWN_PARAMETER "unknown-parameter" Warning
        "a parameter the tool does not have";
    UNKNOWN_PLACEHOLDER "unknown-placeholder" Warning
        "a placeholder that no field of the event fills";
    UNKNOWN_TOOL "unknown-tool" Error
        "a tool name that no tool has";
    UNLISTED_VARIABLE "unlisted-variable" Warning
        "a variable in a header that may not be sent";
    UNREADABLE_FILE "unreadable-file" Error
        "the file cannot be opened or read";
    UNSUPPORTED_HANDLER "unsupported-handler" Error
        "a type of handler that its event does not run";
    USER_CONFIG_IN_SHELL "user-config-in-shell" Error
        "a plugin's option in a shell command";
    WRITE_PATH_RULE "write-path-rule" Warning
        "a path on `Write`, `NotebookEdit` or `MultiEdit`, which is never consulted";
    WRONG_TYPE "wrong-type" Error
        "a value of the wrong type";
}
