use clap::{Args, ValueEnum};

/// Say what a change of the rules changes.
///
/// Compares what two policies decide and which hooks they fire: on events
/// made up from the rules of both, so that each difference is shown with an
/// event that both have really answered, and with --events on a log. Of two
/// directories, the files of each project and runner are compared by
/// themselves, one after the other.
#[derive(Debug, Args)]
#[command(after_help = "\
More may happen than before (--deny-widening) when
  - some event is decided less strictly: deny, ask, no rule, allow
  - a hook that can stop the call no longer fires for some event
  - a hook that can approve the call newly fires where no rule allows or
    denies it: any program, URL or MCP tool on PreToolUse or
    PermissionRequest can, whatever it is meant for, and nothing shows that
    it will not; deny and ask rules, decisions that stop, prompts and agents
    cannot
  - a setting gives way: a freer defaultMode, more additionalDirectories, a
    switch or list that held something back and no longer does
  - a guard that is gone or an allow rule that is new, of which neither an
    example shows nor a proof says what it changes; likewise a hook that can
    stop a call and is gone, or can approve one and is new
  - an error that only one policy has, or a part of a rule that has no
    counterpart here and that only one has: what these change is not known

Examples:
  hookset diff old.json .claude/settings.json
  hookset diff old.json new.json --events log.jsonl
  hookset diff old.json new.json --deny-widening --format markdown

Exit codes: 0 no difference, 1 a difference (with --deny-widening only one
that lets more happen), 3 input that cannot be used, also one event of
a log alone.")]
pub(crate) struct DiffArgs {
    /// The policy as it was: a file, or a directory with rule files.
    pub(crate) old: String,
    /// The policy as it is now; a directory without rule files is no rules
    /// at all.
    pub(crate) new: String,
    /// Events to compare the answers on as well, one per line; `-` is
    /// standard input.
    #[arg(long, short, value_name = "FILE")]
    pub(crate) events: Option<String>,
    /// Fail only when something becomes more permissive.
    #[arg(long)]
    pub(crate) deny_widening: bool,
    /// How to print the differences.
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: DiffFormat,
    /// How to read both policies [default: as `hookset.toml` says for them,
    /// else `hookset`].
    #[arg(long, value_name = "NAME[@VERSION]")]
    pub(crate) dialect: Option<String>,
    /// What the events of `--events` do not say, as JSON; see `hookset help
    /// eval`.
    #[arg(long, value_name = "FILE")]
    pub(crate) context: Option<String>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum DiffFormat {
    /// For people.
    #[default]
    Text,
    /// One object, schema `hookset.diff/1`; `hookset.check/1` with why
    /// nothing can be compared.
    Json,
    /// For the description of a pull request.
    Markdown,
}
