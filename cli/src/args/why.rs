use clap::Args;

use super::{Format, HostName};

/// What is asked, and of which policy.
#[derive(Debug, Args)]
pub(crate) struct AskedArgs {
    /// Calls as they would be made where you stand, in the mode that the
    /// settings start in, such as `Bash(git push -f)`, `Read(.env)`,
    /// `mcp__tickets__close`.
    #[arg(value_name = "CALL", conflicts_with = "event")]
    pub(crate) calls: Vec<String>,
    /// Settings or hook files; all are in force together [default: what is
    /// in force where you stand: the settings of the project, yours, and
    /// those of the organisation].
    #[arg(long, short, num_args = 1.., value_name = "FILE")]
    pub(crate) policy: Vec<String>,
    /// A file with one event, or one event per line; `-` is standard input
    /// [default: `-`].
    #[arg(long, short, value_name = "FILE")]
    pub(crate) event: Option<String>,
    /// Whose events these are, to read their names of tools and fields as
    /// `hookset hook` does [default: those of policies].
    #[arg(long, value_enum, value_name = "HOST", conflicts_with = "calls")]
    pub(crate) host: Option<HostName>,
    /// How to read the policy: `hookset` is strict, `claude` predicts that
    /// runner [default: as `hookset.toml` says for the file, else
    /// `hookset`].
    #[arg(long, value_name = "NAME[@VERSION]")]
    pub(crate) dialect: Option<String>,
    /// What the event does not say, as JSON; see `hookset help context`.
    #[arg(long, value_name = "FILE")]
    pub(crate) context: Option<String>,
}

/// Say why rules match an event, or the first place where they do not.
///
/// For each rule and hook near the event, the part of its text and the part
/// of the command, path, URL or name are shown where the two part.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  hookset why 'Bash(git push --force)'
  hookset why 'Read(.env)' --policy .claude/settings.json
  hookset why --policy .claude/settings.json --event event.json
  hookset why --policy .claude/settings.json --event event.json \\
    --rule 'Bash(git push *)'
  hookset why --policy a.json --event log.jsonl --format json --all

Exit codes: 0 explained, 3 input that cannot be used.")]
pub(crate) struct WhyArgs {
    #[command(flatten)]
    pub(crate) asked: AskedArgs,
    /// Only the rule, `if` or matcher of this text.
    #[arg(long, value_name = "TEXT")]
    pub(crate) rule: Option<String>,
    /// Every rule, not only those near the event.
    #[arg(long)]
    pub(crate) all: bool,
    /// How to print the answers; `json` is one object per event, each on a
    /// line, schema `hookset.why/1`, or `hookset.check/1` with why there is no
    /// answer.
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: Format,
}
