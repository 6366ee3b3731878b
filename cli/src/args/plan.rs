use clap::Args;

use super::{AskedArgs, Format};

/// Say what would be done about events, without doing it.
///
/// For each event: the hooks that run, in order, with everything filled in,
/// what they cost and how long they may take; those that do not run, with
/// the reason; and what is decided already. Nothing is executed.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  hookset plan 'Edit(src/main.rs)'
  hookset plan --policy .claude/settings.json --event event.json
  hookset plan --policy a.json --event event.json --explain
  hookset plan --policy a.json --event log.jsonl --state state.json

A state holds what is remembered between events:
  {\"now\": 70, \"trusted\": true, \"stop_blocks\": 0,
   \"servers\": [{\"name\": \"annal\", \"trusted\": true}],
   \"caps\": {\"hooks\": 2, \"characters\": 1000, \"cooldown\": 60}}
With --format json each answer holds the state after it.

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
    /// How to print the plans; `json` is one object per event, each on a
    /// line, schema `hookset.plan/1`, or `hookset.check/1` with why there is no
    /// answer.
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: Format,
}
