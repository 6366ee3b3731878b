//! `hookset schema`: the JSON Schemas of what is read and printed.

use clap::{Args, ValueEnum};

use crate::Exit;
use crate::terminal::{self, Stream};

/// Print the JSON Schema of a format.
///
/// `config` is for `hookset.toml`: editors that know JSON Schema complete
/// and check it. The others are what `--format json` prints.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  hookset schema > hookset.schema.json
  hookset schema check")]
pub(crate) struct SchemaArgs {
    /// Which format.
    #[arg(value_enum, default_value_t)]
    pub(crate) format: SchemaOf,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum SchemaOf {
    /// `hookset.toml`.
    #[default]
    Config,
    /// What `hookset check --format json` prints.
    Check,
    /// A line of `hookset eval --format json`.
    Eval,
}

pub(crate) fn run(args: &SchemaArgs) -> Exit {
    let text = match args.format {
        SchemaOf::Config => include_str!("../../schema/config.json"),
        SchemaOf::Check => include_str!("../../schema/check.json"),
        SchemaOf::Eval => include_str!("../../schema/eval.json"),
    };
    terminal::write(Stream::Out, text);
    Exit::Clean
}
