//! The command line, as clap reads it. The doc comments are what `--help`
//! prints.

mod compile;
mod hook;
mod install;

use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::commands::fmt::FmtArgs;
use crate::commands::lsp::LspArgs;
use crate::commands::schema::SchemaArgs;
use crate::commands::test::TestArgs;

/// Check, explain and evaluate the rules and hooks of coding agents.
///
/// hookset reads permission rules and hooks as the agent's runner does,
/// says which of them do not do what they seem to, and answers what they
/// decide about a call, with the rule and the place it was written.
#[derive(Debug, Parser)]
#[command(
    name = "hookset",
    version,
    disable_help_subcommand = true,
    arg_required_else_help = true,
    subcommand_required = true,
    after_help = "\
Examples:
  hookset check                         the project you stand in
  hookset eval --policy .claude/settings.json --event event.json
  hookset explain invalid-rule          what a finding means
  hookset help syntax                   how rules are written

Exit codes: 0 fine, 1 findings, 3 usage or unreadable input, 4 internal."
)]
pub(crate) struct Cli {
    /// When to use colour.
    #[arg(
        long,
        global = true,
        value_enum,
        default_value_t,
        value_name = "WHEN"
    )]
    pub(crate) color: Color,
    #[command(subcommand)]
    pub(crate) command: Command,
}

pub(crate) use compile::CompileArgs;
pub(crate) use hook::{HookArgs, HostName, OnError};
pub(crate) use install::InstallArgs;

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Check(CheckArgs),
    Compile(CompileArgs),
    Eval(EvalArgs),
    Why(WhyArgs),
    Diff(DiffArgs),
    Hook(HookArgs),
    Plan(PlanArgs),
    Test(TestArgs),
    Fmt(FmtArgs),
    Schema(SchemaArgs),
    Lsp(LspArgs),
    List(ListArgs),
    Compose(ComposeArgs),
    Convert(ConvertArgs),
    Install(InstallArgs),
    Dialect(DialectArgs),
    New(NewArgs),
    Explain(ExplainArgs),
    Help(HelpArgs),
    Completions(CompletionsArgs),
}

/// When to use colour.
#[derive(Clone, Copy, Debug, Default, ValueEnum)]
pub(crate) enum Color {
    /// On a terminal, unless `NO_COLOR` is set.
    #[default]
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

impl Color {
    pub(crate) fn apply(self) {
        let choice = match self {
            Color::Auto => anstream::ColorChoice::Auto,
            Color::Always => anstream::ColorChoice::Always,
            Color::Never => anstream::ColorChoice::Never,
        };
        choice.write_global();
    }
}

/// Find what is wrong with rule files.
///
/// Looks for settings files (`.claude/settings.json`,
/// `settings.local.json`, managed settings), plugin hooks, agents, skills
/// and commands under each PATH, or under the project you stand in. Files
/// that are named themselves are read whatever they are called.
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
    /// `hookset-baseline.json`; only what is new is told from then on.
    #[arg(long, conflicts_with_all = ["fix", "diff", "unsafe_fixes"])]
    pub(crate) write_baseline: bool,
    /// Apply the fixes that are safe, then check what is left.
    ///
    /// Only the bytes of the fixes change; comments, order and layout stay.
    #[arg(long, conflicts_with = "diff")]
    pub(crate) fix: bool,
    /// Print what `--fix` would change; write nothing.
    #[arg(long)]
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

/// Say what policies decide about events.
///
/// An event is the JSON that a runner gives to its hooks. For each, the
/// verdict of the permission rules is printed with the rule and the place
/// it was written, and the hooks that fire. Nothing is executed.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  hookset eval --policy .claude/settings.json --event event.json
  echo '{\"hook_event_name\":\"PreToolUse\",\"tool_name\":\"Bash\",\
\"tool_input\":{\"command\":\"rm -rf x\"}}' |
    hookset eval --policy .claude/settings.json
  hookset eval --policy a.json b.json --event log.jsonl --format json

With --batch, every line stands alone and brings its own policy:
  {\"id\":\"1\",\"policy\":{\"permissions\":{\"deny\":[\"Bash(rm *)\"]}},\
\"event\":{…},\"context\":{\"cwd\":\"/srv\"}}
`event_text` in place of `event` holds the raw bytes a runner would send;
`dialect` overrides --dialect. Each line is answered by one line of JSON,
also when it is in error; an error is never an allow.

Exit codes: 0 every event answered, 3 input that cannot be used.")]
pub(crate) struct EvalArgs {
    /// Settings or hook files; all are in force together.
    #[arg(
        long,
        short,
        num_args = 1..,
        value_name = "FILE",
        required_unless_present_any = ["batch", "image"]
    )]
    pub(crate) policy: Vec<String>,
    /// A compiled policy instead, as `hookset compile` writes it.
    #[arg(
        long,
        value_name = "IMAGE",
        conflicts_with_all = ["policy", "dialect"]
    )]
    pub(crate) image: Option<String>,
    /// A file with one event, or one event per line; `-` is standard input.
    #[arg(
        long,
        short,
        value_name = "FILE",
        default_value = "-",
        conflicts_with = "batch"
    )]
    pub(crate) event: String,
    /// Lines of `{id, policy, event, context}`, each on its own.
    #[arg(
        long,
        value_name = "FILE",
        conflicts_with_all = ["policy", "image", "context"]
    )]
    pub(crate) batch: Option<String>,
    /// How to print the answers.
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: EvalFormat,
    /// How to read the policy: `hookset` is strict, `claude` predicts that
    /// runner.
    #[arg(long, value_name = "NAME[@VERSION]", default_value = "hookset")]
    pub(crate) dialect: String,
    /// What the event does not say, as JSON: `cwd`, `home`,
    /// `project_root`, `settings_source`, `settings_dir`, `links`,
    /// `platform`, `shell`, `case_sensitive`, `mcp_servers`, `mode`.
    #[arg(long, value_name = "FILE")]
    pub(crate) context: Option<String>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum EvalFormat {
    /// For people.
    #[default]
    Text,
    /// One object per event, each on a line.
    Json,
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
    /// Settings or hook files; all are in force together.
    #[arg(long, short, num_args = 1.., value_name = "FILE", required = true)]
    pub(crate) policy: Vec<String>,
    /// A file with one event, or one event per line; `-` is standard input.
    #[arg(long, short, value_name = "FILE", default_value = "-")]
    pub(crate) event: String,
    /// Only the rule, `if` or matcher of this text.
    #[arg(long, value_name = "TEXT")]
    pub(crate) rule: Option<String>,
    /// Every rule, not only those near the event.
    #[arg(long)]
    pub(crate) all: bool,
    /// How to print the answers.
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: EvalFormat,
    /// How to read the policy: `hookset` is strict, `claude` predicts that
    /// runner.
    #[arg(long, value_name = "NAME[@VERSION]", default_value = "hookset")]
    pub(crate) dialect: String,
    /// What the event does not say, as JSON; see `hookset help eval`.
    #[arg(long, value_name = "FILE")]
    pub(crate) context: Option<String>,
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
    /// Settings or hook files; all are in force together.
    #[arg(long, short, num_args = 1.., value_name = "FILE", required = true)]
    pub(crate) policy: Vec<String>,
    /// A file with one event, or one event per line; `-` is standard input.
    #[arg(long, short, value_name = "FILE", default_value = "-")]
    pub(crate) event: String,
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
    /// How to read the policy: `hookset` is strict, `claude` predicts that
    /// runner.
    #[arg(long, value_name = "NAME[@VERSION]", default_value = "hookset")]
    pub(crate) dialect: String,
    /// What the event does not say, as JSON; see `hookset help eval`.
    #[arg(long, value_name = "FILE")]
    pub(crate) context: Option<String>,
}

/// Make one document of the guidance that is due.
///
/// Guidance is a text for the model with the moment it belongs to and the
/// strength of its claim. Each is defined in a JSON or YAML file below DIR, its
/// text stands in a file beside the definition. What is due is grouped by
/// claim, in the words of RFC 2119; what is left out is said with the
/// reason, on standard error.
#[derive(Debug, Args)]
#[command(after_help = "\
A definition, `hooks/welcome.json`, and its text, `hooks/welcome.md`:
  {\"tag\": \"welcome\", \"type\": \"session\", \"lifecycle\": \"start\",
   \"name\": \"Welcome\", \"requirementLevel\": \"SHOULD\"}
A file may also hold a list of them. Optional are: app, description,
priority (50; larger comes first), contentFile, tags, requestId, sessionId,
blocking, dependencies, and
  \"conditions\": {\"requiresStorage\": [\"memory\", \"file\"],
                 \"requiresFeatures\": [\"sampling\"],
                 \"requiresConfig\": {\"debug\": true}}

Examples:
  hookset compose hooks
  hookset compose hooks --type session --lifecycle start --app my-server
  hookset compose hooks --storage memory --features tools,sampling
  hookset compose hooks --config debug=true --format json
  hookset compose hooks --lifecycle cancel --request 7

The sentences around the texts can be replaced: --words FILE, an object with
some of MUST, \"MUST NOT\", SHOULD, \"SHOULD NOT\", MAY, reference, skipped,
failed, tail. `{count}` and `{list}` in them are filled in.

Exit codes: 0 composed, 1 a definition or a text cannot be used (the rest
is composed), 3 no definitions or input that cannot be used.")]
pub(crate) struct ComposeArgs {
    /// The directory of the definitions; nothing outside of it is read.
    #[arg(value_name = "DIR")]
    pub(crate) dir: String,
    /// The application of definitions that name none.
    #[arg(long, value_name = "NAME")]
    pub(crate) app: Option<String>,
    /// Only this type: session, action, storage, config.
    #[arg(long = "type", value_name = "TYPE")]
    pub(crate) kind: Option<String>,
    /// Only this phase: start, running, progress, cancel, end.
    #[arg(long, value_name = "PHASE")]
    pub(crate) lifecycle: Option<String>,
    /// Only those with one of these words in `tags`.
    #[arg(long, value_name = "WORD", value_delimiter = ',')]
    pub(crate) tag: Vec<String>,
    /// Only what belongs to this request or to none.
    #[arg(long, value_name = "ID")]
    pub(crate) request: Option<String>,
    /// Only what belongs to this session or to none.
    #[arg(long, value_name = "ID")]
    pub(crate) session: Option<String>,
    /// The places where data is kept.
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    pub(crate) storage: Vec<String>,
    /// What the other side can do: tools, resources, prompts, sampling,
    /// elicitation.
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    pub(crate) features: Vec<String>,
    /// The configuration, pair by pair, or as one JSON object.
    #[arg(long, value_name = "KEY=VALUE")]
    pub(crate) config: Vec<String>,
    /// How to print it: the document, or an object with what is included,
    /// skipped and failed.
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: EvalFormat,
    /// Lay it out and choose as the toolkit's code does where that departs
    /// from its documentation.
    #[arg(long)]
    pub(crate) compat: bool,
    /// What stands between the texts of a section; `\n` is a line end.
    #[arg(long, value_name = "TEXT")]
    pub(crate) separator: Option<String>,
    /// Do not say what each level means.
    #[arg(long)]
    pub(crate) no_preambles: bool,
    /// Do not begin with what the levels are.
    #[arg(long)]
    pub(crate) no_reference: bool,
    /// At most this many texts, the strongest claims first.
    #[arg(long, value_name = "N")]
    pub(crate) max_texts: Option<usize>,
    /// At most this many characters of texts, the strongest claims first.
    #[arg(long, value_name = "N")]
    pub(crate) max_characters: Option<usize>,
    /// Sentences to use in place of ours, as JSON.
    #[arg(long, value_name = "FILE")]
    pub(crate) words: Option<String>,
}

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
        /// How to print it.
        #[arg(long, value_enum, default_value_t)]
        format: EvalFormat,
    },
    /// What a runner calls an event that servers can name.
    Map {
        /// The event, such as `post_tool_use`; without it, all of them.
        event: Option<String>,
        /// The runner: `claude`, `codex` or `gemini`.
        runner: Option<String>,
    },
    /// The choices in which two dialects differ.
    Diff {
        /// One dialect.
        #[arg(value_name = "NAME[@VERSION]")]
        left: String,
        /// The other.
        #[arg(value_name = "NAME[@VERSION]")]
        right: String,
        /// How to print them.
        #[arg(long, value_enum, default_value_t)]
        format: EvalFormat,
    },
}

/// Say what a change of the rules changes.
///
/// Compares what two policies decide and which hooks they fire: on events
/// made up from the rules of both, so that each difference is shown with an
/// event that both have really answered, and with --events on a log.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  hookset diff old.json .claude/settings.json
  hookset diff old.json new.json --events log.jsonl
  hookset diff old.json new.json --deny-widening --format markdown

Exit codes: 0 no difference, 1 a difference (with --deny-widening only one
that lets more happen), 3 input that cannot be used.")]
pub(crate) struct DiffArgs {
    /// The policy as it was: a file, or a directory with rule files.
    pub(crate) old: String,
    /// The policy as it is now.
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
    /// How to read both policies.
    #[arg(long, value_name = "NAME[@VERSION]", default_value = "hookset")]
    pub(crate) dialect: String,
    /// What the events do not say, as JSON; see `hookset help eval`.
    #[arg(long, value_name = "FILE", requires = "events")]
    pub(crate) context: Option<String>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum DiffFormat {
    /// For people.
    #[default]
    Text,
    /// One object, schema `hookset.diff/1`.
    Json,
    /// For the description of a pull request.
    Markdown,
}

/// List the rules and hooks that are in force, by event.
///
/// Reads all files together as one policy: those under each PATH, or of the
/// project you stand in. What stands in a file but is not in force is
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
    /// `hookset.list/1`.
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: EvalFormat,
    /// How to read the files.
    #[arg(long, value_name = "NAME[@VERSION]", default_value = "claude")]
    pub(crate) dialect: String,
}

/// Write a policy as another runner reads it.
///
/// Reads FROM (settings, an agent, skill or command, declarations, policies
/// of Gemini CLI, rules of Codex), writes TO, says what gets lost, and
/// compares what both answer on sample events. A file that exists is not
/// overwritten.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  hookset convert policy.toml settings.json
  hookset convert declarations.json - --to claude
  hookset convert .claude/settings.json hooks.yaml

Exit codes: 0 both answer alike, 1 they differ or a rule that stops was
lost, 3 a file that cannot be read or written.")]
pub(crate) struct ConvertArgs {
    /// The file to read.
    pub(crate) from: String,
    /// The file to write; `-` is standard output.
    pub(crate) to: String,
    /// How to read FROM [default: by its place and content].
    #[arg(long = "from", value_name = "NAME[@VERSION]")]
    pub(crate) from_dialect: Option<String>,
    /// What to write: `agent`, `claude`, `hookset`, `pattern` or `sep2282`
    /// [default: by the name of TO].
    #[arg(long = "to", value_name = "NAME")]
    pub(crate) to_dialect: Option<String>,
}

/// Print a piece of settings to start from.
///
/// Without a name, lists what there is, by goal.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  hookset new
  hookset new block-command > .claude/settings.json")]
pub(crate) struct NewArgs {
    /// What it is for, such as `block-command`.
    pub(crate) recipe: Option<String>,
}

/// Explain a finding: what it is, why it matters, how to fix it.
///
/// Without a code, lists all of them.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  hookset explain invalid-rule")]
pub(crate) struct ExplainArgs {
    /// The code in the brackets of a finding, such as `invalid-rule`.
    pub(crate) code: Option<String>,
}

/// Print help, for a command or on how rules are written.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  hookset help syntax\n  hookset help eval"
)]
pub(crate) struct HelpArgs {
    /// A command, or `syntax` for the reference of the rule language.
    pub(crate) topic: Option<String>,
}

/// Print completions for a shell.
#[derive(Debug, Args)]
#[command(after_help = "\
Example:
  hookset completions bash > ~/.local/share/bash-completion/completions/hookset")]
pub(crate) struct CompletionsArgs {
    /// The shell.
    pub(crate) shell: clap_complete::Shell,
}
