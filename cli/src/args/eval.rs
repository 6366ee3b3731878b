use clap::Args;

use super::{Format, HostName};

/// Say what policies decide about events.
///
/// An event is the JSON that a runner gives to its hooks. For each, the
/// verdict of the permission rules is printed with the rule and the place
/// it was written, and the hooks that fire. Nothing is executed.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  hookset eval 'Bash(npm test && rm -rf build)' 'Read(.env)'
  hookset eval --policy .claude/settings.json --event event.json
  echo '{\"hook_event_name\":\"PreToolUse\",\"tool_name\":\"Bash\",\
\"tool_input\":{\"command\":\"rm -rf x\"}}' |
    hookset eval --policy .claude/settings.json
  hookset eval --policy a.json b.json --event log.jsonl --format json
  hookset eval --policy a.json --event sent.json --host gemini

With --batch, every line stands alone and brings its own policy:
  {\"id\":\"1\",\"policy\":{\"permissions\":{\"deny\":[\"Bash(rm *)\"]}},\
\"event\":{…},\"context\":{\"cwd\":\"/srv\"}}
`event_text` in place of `event` holds the raw bytes a runner would send;
`dialect` overrides --dialect. Each line is answered by one line of JSON,
also when it is in error: then `error` says why, the exit code stays 0, and
an error is never an allow.

In JSON, `matched` holds the rules that match. One that only may match,
because something is in doubt, is named in `permission` alone, where
`hookset why` says that it may match.

Exit codes: 0 every event answered, 3 input that cannot be used.")]
pub(crate) struct EvalArgs {
    /// Calls as they would be made where you stand, in the mode that the
    /// settings start in, such as `Bash(git push -f)`, `Read(.env)`,
    /// `mcp__tickets__close`.
    #[arg(value_name = "CALL", conflicts_with_all = ["event", "batch"])]
    pub(crate) calls: Vec<String>,
    /// Settings or hook files; all are in force together [default: what is
    /// in force where you stand: the settings of the project, yours, and
    /// those of the organisation].
    #[arg(long, short, num_args = 1.., value_name = "FILE")]
    pub(crate) policy: Vec<String>,
    /// A compiled policy instead, as `hookset compile` writes it.
    #[arg(
        long,
        value_name = "IMAGE",
        conflicts_with_all = ["policy", "dialect"]
    )]
    pub(crate) image: Option<String>,
    /// A file with one event, or one event per line; `-` is standard input
    /// [default: `-`].
    #[arg(long, short, value_name = "FILE", conflicts_with = "batch")]
    pub(crate) event: Option<String>,
    /// Whose events these are, to read their names of tools and fields as
    /// `hookset hook` does [default: those of policies].
    #[arg(long, value_enum, value_name = "HOST",
        conflicts_with_all = ["calls", "batch"])]
    pub(crate) host: Option<HostName>,
    /// Lines of `{id, policy, event, context}`, each on its own.
    #[arg(
        long,
        value_name = "FILE",
        conflicts_with_all = ["policy", "image", "context"]
    )]
    pub(crate) batch: Option<String>,
    /// How to print the answers; `json` is one object per event, each on a
    /// line, as `hookset schema eval` says.
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: Format,
    /// How to read the policy: `hookset` is strict, `claude` predicts that
    /// runner [default: as `hookset.toml` says for the file, else
    /// `hookset`].
    #[arg(long, value_name = "NAME[@VERSION]")]
    pub(crate) dialect: Option<String>,
    /// What the event does not say, as JSON: `cwd`, `home`, `project_root`,
    /// `links`, `platform`, `mode` and more; `hookset help context` says what
    /// the keys mean.
    #[arg(long, value_name = "FILE")]
    pub(crate) context: Option<String>,
}
