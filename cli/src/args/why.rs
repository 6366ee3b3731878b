use clap::Args;

use super::EvalFormat;

/// What is asked, and of which policy.
#[derive(Debug, Args)]
pub(crate) struct AskedArgs {
    /// Settings or hook files; all are in force together.
    #[arg(long, short, num_args = 1.., value_name = "FILE", required = true)]
    pub(crate) policy: Vec<String>,
    /// A file with one event, or one event per line; `-` is standard input.
    #[arg(long, short, value_name = "FILE", default_value = "-")]
    pub(crate) event: String,
    /// How to read the policy: `hookset` is strict, `claude` predicts that
    /// runner [default: as `hookset.toml` says for the file, else
    /// `hookset`].
    #[arg(long, value_name = "NAME[@VERSION]")]
    pub(crate) dialect: Option<String>,
    /// What the event does not say, as JSON; see `hookset help eval`.
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
    /// How to print the answers.
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: EvalFormat,
}

/// Say what would be done about events, without doing it.
///
/// For each event: the hooks that run, in order, with everything filled in,
/// what they cost and how long they may take; those that do not run, with
/// the reason; and what is decided already. Nothing is executed.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  hookset plan --policy .claude/settings.json --event event.json
  hookset plan --policy a.json --event event.json --explain
  hookset plan --policy a.json --event log.jsonl --state state.json

A state holds what is remembered between events:
  {\"now\": 70, \"trusted\": true, \"stop_blocks\": 0,
   \"servers\": [{\"name\": \"annal\", \"trusted\": true}],
   \"caps\": {\"hooks\": 2, \"characters\": 1000, \"cooldown\": 60}}
With --format json each answer holds the state behind it.

Exit codes: 0 every event planned, 3 input that cannot be used.")]
pub(crate) struct PlanArgs {
    #[command(flatten)]
    pub(crate) asked: AskedArgs,
    /// Say everything about each hook: its id, cost, time, what is filled
    /// in, and why each of the others does not run.
    #[arg(long)]
    pub(crate) explain: bool,
    /// What is remembered from earlier events, as JSON.
    #[arg(long, value_name = "FILE")]
    pub(crate) state: Option<String>,
    /// How to print the plans.
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: EvalFormat,
}
