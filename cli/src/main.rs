//! The `hookset` command: check, explain and evaluate the rules and hooks of
//! coding agents.
//!
//! Exit codes: 0 clean or answered, 1 findings at error level, 3 usage or
//! input that cannot be used, 4 a fault of our own. Never 2, which runners
//! read as "deny", but for `hook` when that is meant.

mod absent;
mod answer;
mod args;
mod commands;
mod config;
mod context;
mod diff;
mod discover;
mod engine;
mod events;
mod excerpt;
mod fault;
mod here;
mod image;
mod input;
mod links;
mod ready;
mod report;
mod repository;
mod save;
mod searched;
mod tables;
mod terminal;
mod text;
mod tracked;

use std::ffi::OsString;
use std::io::{self, Write};
use std::process::ExitCode;

use clap::Parser;
use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, ErrorKind};

use args::{Cli, Color, Command};

// What musl has of its own asks the system page by page: a hook would start
// later by a sixth, and `check` take 1.6 times as long.
#[cfg(target_env = "musl")]
#[global_allocator]
static MEMORY: dlmalloc::GlobalDlmalloc = dlmalloc::GlobalDlmalloc;
use terminal::Stream;

/// What a command ends with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Exit {
    Clean = 0,
    Findings = 1,
    Unusable = 3,
    Internal = 4,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit as u8)
    }
}

fn main() -> ExitCode {
    let args: Vec<_> = std::env::args_os().collect();
    if commands::hook::is_meant(&args) {
        return commands::hook::main(&args);
    }
    std::panic::set_hook(Box::new(|info| {
        let text = format!(
            "hookset: internal error: {info}\n\
             this is a fault of hookset, not of your files; please report \
             it with the command you ran\n"
        );
        terminal::write(Stream::Err, &text);
        std::process::exit(Exit::Internal as i32);
    }));
    match Cli::try_parse() {
        Ok(cli) => {
            cli.color.apply();
            arrived(run(cli.command)).into()
        }
        Err(error) => {
            Color::among(&args).apply();
            usage(&advised(error, &args)).into()
        }
    }
}

/// What was asked for and did not arrive is no answer: a disk may be full.
fn arrived(exit: Exit) -> Exit {
    let Some(why) = terminal::unwritten() else { return exit };
    let text = format!("hookset: the output cannot be written: {why}\n");
    terminal::write(Stream::Err, &text);
    Exit::Unusable
}

/// A usage error with what was meant, where other tools are used so.
fn advised(mut error: clap::Error, args: &[OsString]) -> clap::Error {
    let text = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => text.as_str(),
        _ => "",
    };
    let tip = match error.kind() {
        ErrorKind::UnknownArgument
            if text(ContextKind::InvalidArg) == "--json" =>
        {
            "commands that answer programs take `--format json`".to_owned()
        }
        ErrorKind::UnknownArgument
            if matches!(text(ContextKind::InvalidArg), "--policy" | "-p") =>
        {
            let Some(line) = without_policy(args) else { return error };
            format!("files are named without an option: `{line}`")
        }
        ErrorKind::InvalidSubcommand => {
            let name = text(ContextKind::InvalidSubcommand);
            if engine::dialect(name).is_err() {
                return error;
            }
            format!("`hookset dialect show {name}` shows a dialect")
        }
        _ => return error,
    };
    let tip = ContextValue::StyledStrs(vec![StyledStr::from(tip)]);
    error.insert(ContextKind::Suggested, tip);
    error
}

/// The command line without `--policy`, for commands that take files.
fn without_policy(args: &[OsString]) -> Option<String> {
    let mut words = args.iter().skip(1).map(|word| word.to_str());
    let command = words.next()??;
    if !matches!(command, "check" | "list" | "fmt") {
        return None;
    }
    let mut line = format!("hookset {command}");
    for word in words {
        let word = word?;
        if matches!(word, "--policy" | "-p") {
            continue;
        }
        let word = word.strip_prefix("--policy=").unwrap_or(word);
        let is_sign = |c: char| !c.is_alphanumeric() && !"_-./=@".contains(c);
        line.push_str(&match word.contains(is_sign) {
            true => format!(" '{word}'"),
            false => format!(" {word}"),
        });
    }
    Some(line)
}

/// Help and version are answers; everything else is a usage error, which
/// must not end with clap's own 2.
fn usage(error: &clap::Error) -> Exit {
    let printed = error.print();
    match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => {
            let printed = printed.and_then(|()| io::stdout().flush());
            terminal::note(Stream::Out, printed);
            arrived(Exit::Clean)
        }
        // Nothing is left to tell anybody when that cannot be written.
        _ => Exit::Unusable,
    }
}

fn run(command: Command) -> Exit {
    match command {
        Command::Check(args) => commands::check::run(&args),
        Command::Compile(args) => commands::compile::run(&args),
        Command::Eval(args) => commands::eval::run(&args),
        Command::Diff(args) => commands::diff::run(&args),
        Command::List(args) => commands::list::run(&args),
        Command::Fmt(args) => commands::fmt::run(&args),
        Command::Schema(args) => commands::schema::run(&args),
        Command::Lsp(args) => commands::lsp::run(&args),
        Command::Test(args) => commands::test::run(&args),
        Command::Why(args) => commands::why::run(&args),
        // Taken care of before the arguments are looked at.
        Command::Hook(_) => Exit::Internal,
        Command::Plan(args) => commands::plan::run(&args),
        Command::Convert(args) => commands::convert::run(&args),
        Command::Install(args) => commands::install::run(&args),
        Command::Compose(args) => commands::compose::run(&args),
        Command::Dialect(args) => commands::dialect::run(&args),
        Command::New(args) => commands::new::run(&args),
        Command::Explain(args) => commands::explain::run(&args),
        Command::Help(args) => commands::help::run(&args),
        Command::Completions(args) => commands::completions::run(&args),
    }
}
