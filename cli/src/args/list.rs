use clap::Args;

use super::Format;

/// List the rules and hooks that are in force, by event.
///
/// Reads all files together as one policy: those under each PATH, or of the
/// project you stand in, with your own and those of your organisation. What stands in a file but is not in force is
/// listed with the reason.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  hookset list
  hookset list ~/.claude/settings.json .claude/settings.json --format json

Exit codes: 0 listed, 3 a file that cannot be read or nothing to list.")]
pub(crate) struct ListArgs {
    /// Files, or directories to look for rule files in.
    #[arg(value_name = "PATH")]
    pub(crate) paths: Vec<String>,
    /// How to print the list; `json` is one object, schema
    /// `hookset.list/1`, or `hookset.check/1` with why there is none.
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: Format,
    /// How to read the files [default: as `hookset.toml` says for them, else
    /// `claude`].
    #[arg(long, value_name = "NAME[@VERSION]")]
    pub(crate) dialect: Option<String>,
}
