//! `hookset schema`: the JSON Schemas of what is read and printed.

use clap::{Args, ValueEnum};

use crate::Exit;
use crate::terminal::{self, Stream};

/// Print the JSON Schema of a format.
///
/// `config` is for `hookset.toml`: editors that know JSON Schema complete
/// and check it. The others are what commands print with `--format json`; why
/// one cannot answer is printed as `check` says, by `eval` and `compose` in
/// their own formats. Keys may be added to a format without a new number.
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
    /// What `hookset check` prints.
    Check,
    /// What `hookset compile` prints.
    Compile,
    /// What `hookset compose` prints.
    Compose,
    /// What `hookset dialect show` prints.
    Dialect,
    /// What `hookset dialect diff` prints.
    DialectDiff,
    /// What `hookset diff` prints.
    Diff,
    /// A line of what `hookset eval` prints.
    Eval,
    /// What `hookset list` prints.
    List,
    /// A line of what `hookset plan` prints.
    Plan,
    /// What `hookset test` prints.
    Test,
    /// A line of what `hookset why` prints.
    Why,
}

pub(crate) fn run(args: &SchemaArgs) -> Exit {
    terminal::write(Stream::Out, text(args.format));
    Exit::Clean
}

fn text(format: SchemaOf) -> &'static str {
    match format {
        SchemaOf::Config => include_str!("../../schema/config.json"),
        SchemaOf::Check => include_str!("../../schema/check.json"),
        SchemaOf::Compile => include_str!("../../schema/compile.json"),
        SchemaOf::Compose => include_str!("../../schema/compose.json"),
        SchemaOf::Dialect => include_str!("../../schema/dialect.json"),
        SchemaOf::DialectDiff => {
            include_str!("../../schema/dialect-diff.json")
        }
        SchemaOf::Diff => include_str!("../../schema/diff.json"),
        SchemaOf::Eval => include_str!("../../schema/eval.json"),
        SchemaOf::List => include_str!("../../schema/list.json"),
        SchemaOf::Plan => include_str!("../../schema/plan.json"),
        SchemaOf::Test => include_str!("../../schema/test.json"),
        SchemaOf::Why => include_str!("../../schema/why.json"),
    }
}
