use clap::{Args, Subcommand};

use super::Format;

/// Show how a runner reads a policy, or where two differ.
///
/// A dialect is a record of choices: which events and handlers there are,
/// how placeholders are written, what exit codes and words mean. Without a
/// command, lists the names.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  hookset dialect show claude@2.1.118
  hookset dialect diff claude hookset
  hookset dialect diff agent claude --format json
  hookset dialect map post_tool_use gemini

Exit codes: 0 shown, 1 a runner without such an event, 3 a dialect, event or
runner that is not known.")]
pub(crate) struct DialectArgs {
    #[command(subcommand)]
    pub(crate) command: Option<DialectCommand>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum DialectCommand {
    /// Every choice of a dialect.
    Show {
        /// The dialect, such as `claude@2.1.118`.
        #[arg(value_name = "NAME[@VERSION]")]
        name: String,
        /// How to print it; `json` is one object, schema
        /// `hookset.dialect/1`.
        #[arg(long, value_enum, default_value_t)]
        format: Format,
    },
    /// What a runner calls an event that servers can name.
    Map {
        /// The event, such as `post_tool_use`; without it, all of them.
        event: Option<String>,
        /// The runner: `claude`, `codex` or `gemini`.
        runner: Option<String>,
    },
    /// Help on these commands.
    #[command(hide = true)]
    Help {
        /// Which of them.
        topic: Option<String>,
    },
    /// The choices in which two dialects differ.
    Diff {
        /// One dialect.
        #[arg(value_name = "NAME[@VERSION]")]
        left: String,
        /// The other.
        #[arg(value_name = "NAME[@VERSION]")]
        right: String,
        /// How to print them; `json` is one object, schema
        /// `hookset.dialect-diff/1`.
        #[arg(long, value_enum, default_value_t)]
        format: Format,
    },
}
