use clap::{Args, ValueEnum};

/// Be a hook: an event on standard input, the host's answer on standard
/// output.
///
/// To be written into the hooks of a coding agent, for the events before a
/// tool runs and for any other. Rules and `type: "decision"` hooks answer;
/// nothing is executed. No opinion is no output. What only lets a call run
/// is said with --allow alone, so that the host's own questions stay.
#[derive(Debug, Args)]
#[command(after_help = "\
Example, in .claude/settings.json:
  {\"hooks\": {\"PreToolUse\": [{\"hooks\": [{\"type\": \"command\",
    \"command\": \"hookset\", \"args\": [\"hook\", \"--image\", \
\"/home/u/policy.hsi\"]}]}]}}

Names of tools and fields are those of the policy's language; those of other
hosts are translated. Where a host cannot ask, a question stops the call.

Exit codes: 0 with one JSON object or nothing; 2 for an intended block where
the event knows no other way. Anything that goes wrong (no policy, no event,
a wrong option, a fault of our own) ends as --on-error says, never with 2 by
accident.")]
pub(crate) struct HookArgs {
    /// Settings or hook files; all are in force together.
    #[arg(
        long,
        short,
        num_args = 1..,
        value_name = "FILE",
        required_unless_present = "image"
    )]
    pub(crate) policy: Vec<String>,
    /// A compiled policy instead, as `hookset compile` writes it.
    #[arg(
        long,
        value_name = "IMAGE",
        conflicts_with_all = ["policy", "dialect"]
    )]
    pub(crate) image: Option<String>,
    /// Who calls: whose events are read, whose answers are given.
    #[arg(long, value_enum, default_value_t)]
    pub(crate) host: HostName,
    /// What to answer when there is no answer. `ask` where the event can
    /// ask; elsewhere it lets pass, and says so on standard error.
    #[arg(long, value_enum, default_value_t)]
    pub(crate) on_error: OnError,
    /// Also say `allow`, which makes the host ask nothing.
    #[arg(long)]
    pub(crate) allow: bool,
    /// How to read the policy: `hookset` is strict, `claude` predicts that
    /// runner.
    #[arg(long, value_name = "NAME[@VERSION]", default_value = "hookset")]
    pub(crate) dialect: String,
}

/// The agents whose hooks are understood.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum HostName {
    /// Claude Code.
    #[default]
    Claude,
    /// Codex.
    Codex,
    /// Gemini CLI.
    Gemini,
    /// Qwen Code.
    Qwen,
    /// Copilot, on the command line and in VS Code.
    Copilot,
    /// Cursor.
    Cursor,
}

/// What to answer when there is no answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum OnError {
    /// Nothing: the host goes on.
    Open,
    /// A question to the person.
    #[default]
    Ask,
    /// A block.
    Deny,
}
