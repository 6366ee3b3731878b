//! The command line, as clap reads it. The doc comments are what `--help`
//! prints.

mod check;
mod compile;
mod compose;
mod convert;
mod dialect;
mod diff;
mod eval;
mod hook;
mod install;
mod list;
mod plan;
mod why;

use std::ffi::OsString;

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

pub(crate) use check::{CheckArgs, CheckFormat, Deny};
pub(crate) use compile::CompileArgs;
pub(crate) use compose::ComposeArgs;
pub(crate) use convert::ConvertArgs;
pub(crate) use dialect::{DialectArgs, DialectCommand};
pub(crate) use diff::{DiffArgs, DiffFormat};
pub(crate) use eval::EvalArgs;
pub(crate) use hook::{HookArgs, HostName, OnError};
pub(crate) use install::InstallArgs;
pub(crate) use list::ListArgs;
pub(crate) use plan::PlanArgs;
pub(crate) use why::{AskedArgs, WhyArgs};

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
    /// What a command line says, of which no more is read than that: one
    /// that asks for help, or is wrong.
    pub(crate) fn among(args: &[OsString]) -> Color {
        let words = args.iter().map(|word| word.to_str().unwrap_or(""));
        let words: Vec<_> = words.take_while(|word| *word != "--").collect();
        let apart = words.windows(2).filter_map(|pair| match pair {
            ["--color", value] => Some(*value),
            _ => None,
        });
        let joined = words.iter().filter_map(|w| w.strip_prefix("--color="));
        let said = apart.chain(joined).next_back();
        let said = said.and_then(|value| Color::from_str(value, false).ok());
        said.unwrap_or_default()
    }

    pub(crate) fn apply(self) {
        let choice = match self {
            Color::Auto => anstream::ColorChoice::Auto,
            Color::Always => anstream::ColorChoice::Always,
            Color::Never => anstream::ColorChoice::Never,
        };
        choice.write_global();
    }
}

/// How a command prints what it has to say.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For people.
    #[default]
    Text,
    /// For programs.
    Json,
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
    /// A command, `syntax` for the reference of the rule language,
    /// `decisions` for what it answers where documents are silent, `config`
    /// for `hookset.toml`, or `context` for the keys of `--context`. After a
    /// command name one of its own: `dialect show`.
    pub(crate) topic: Vec<String>,
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
