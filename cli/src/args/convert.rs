use clap::Args;

/// Write a policy as another runner reads it.
///
/// Reads FROM (settings, an agent, skill or command, declarations, policies
/// of Gemini CLI, rules of Codex), writes TO, says what gets lost, and
/// compares what both answer on sample events. A file that exists is not
/// overwritten, and nothing is written where a part of FROM cannot be read.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  hookset convert policy.toml settings.json
  hookset convert declarations.json - --to claude
  hookset convert .claude/settings.json hooks.yaml

Exit codes: 0 both answer alike, 1 they differ, a rule that stops was lost
or something of FROM counts otherwise than it is written, 3 a file that
cannot be written, or of which a part cannot be read.")]
pub(crate) struct ConvertArgs {
    /// The file to read.
    pub(crate) from: String,
    /// The file to write, as JSON or YAML by its name; `-` is standard
    /// output.
    pub(crate) to: String,
    /// How to read FROM [default: by its place and content].
    // Findings say `--dialect`, which is what the other commands call it.
    #[arg(long = "from", alias = "dialect", value_name = "NAME[@VERSION]")]
    pub(crate) from_dialect: Option<String>,
    /// What to write: `agent`, `claude`, `hookset`, `pattern` or `sep2282`
    /// [default: by the name of TO].
    #[arg(long = "to", value_name = "NAME")]
    pub(crate) to_dialect: Option<String>,
}
