use clap::{Args, ValueEnum};

/// Find what is wrong with rule files.
///
/// Looks for settings files (`.claude/settings.json`,
/// `settings.local.json`, managed settings), plugin hooks, agents, skills
/// and commands under each PATH, or under the project you stand in. Files
/// that are named themselves are read whatever they are called. Settings that
/// a runner reads together (of a project, of the person in it, of the person,
/// of the organisation) are also looked at together, as far as they are among
/// these files: rules of one may keep those of another from counting. Managed
/// settings that do not lie where the runner looks for them are among those
/// only if they are named.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  hookset check
  hookset check .claude/settings.json --dialect claude@2.1.118
  hookset check --format sarif > findings.sarif
  hookset check --deny warnings          for CI
  hookset check --diff                   what --fix would change
  hookset check --fix

Exit codes: 0 nothing at error level, 1 errors found (or warnings, with
--deny warnings; with --diff: something to change), 3 a file that cannot be
read or nothing to check.")]
pub(crate) struct CheckArgs {
    /// Files, or directories to look for rule files in.
    #[arg(value_name = "PATH")]
    pub(crate) paths: Vec<String>,
    /// How to print the findings.
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: CheckFormat,
    /// Findings that count as errors.
    #[arg(long, value_enum, value_name = "WHAT")]
    pub(crate) deny: Option<Deny>,
    /// Read every file as this runner does [default: by the file's place].
    #[arg(long, value_name = "NAME[@VERSION]")]
    pub(crate) dialect: Option<String>,
    /// The configuration [default: `hookset.toml`, found upwards from the
    /// first path].
    ///
    /// It may hold `dialect`, `baseline`, `exclude = ["vendor/**"]`, a table
    /// `[severity]` with `error`, `warning`, `info` or `off` by code, and
    /// tables `[path."plugins/**"]` with `dialect` and `severity`.
    #[arg(long, value_name = "FILE")]
    pub(crate) config: Option<String>,
    /// Do not tell what stands in this file; see `--write-baseline`.
    #[arg(long, value_name = "FILE")]
    pub(crate) baseline: Option<String>,
    /// Write all that is found now to the baseline, by default
    /// `hookset-baseline.json`. With `--baseline`, or `baseline` in
    /// `hookset.toml`, only what is new is told from then on.
    #[arg(long, conflicts_with_all = ["fix", "diff", "unsafe_fixes"])]
    pub(crate) write_baseline: bool,
    /// Apply the fixes that are safe, then check what is left.
    ///
    /// Only the bytes of the fixes change; comments, order and layout stay. A
    /// new file takes the place of the old one: hard links to that keep the old
    /// text.
    /// With `-` the text that came in is printed mended, and what is left is
    /// told on standard error.
    #[arg(long, conflicts_with = "diff")]
    pub(crate) fix: bool,
    /// Print what `--fix` would change; write nothing.
    #[arg(long, conflicts_with = "format")]
    pub(crate) diff: bool,
    /// Also apply fixes that may change what a rule means; look at the
    /// result. Without `--diff` this means `--fix`.
    #[arg(long)]
    pub(crate) unsafe_fixes: bool,
    /// Also show commands that get past deny rules under the runner of the
    /// file, though the strict dialect stops them.
    #[arg(long)]
    pub(crate) bypasses: bool,
    /// Print findings only, no closing line.
    #[arg(long, short)]
    pub(crate) quiet: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum CheckFormat {
    /// Drawn for people.
    #[default]
    Text,
    /// One object, schema `hookset.check/1`.
    Json,
    /// SARIF 2.1.0, for code scanning.
    Sarif,
    /// Annotations of GitHub Actions.
    Github,
    /// One line per finding.
    Concise,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Deny {
    /// Warnings fail the check, too.
    Warnings,
}
