//! One file per command.

pub(crate) mod batch;
pub(crate) mod check;
pub(crate) mod compile;
pub(crate) mod completions;
pub(crate) mod compose;
pub(crate) mod convert;
pub(crate) mod dialect;
pub(crate) mod diff;
pub(crate) mod eval;
pub(crate) mod explain;
pub(crate) mod fmt;
pub(crate) mod help;
pub(crate) mod hook;
pub(crate) mod install;
pub(crate) mod list;
pub(crate) mod lsp;
pub(crate) mod new;
pub(crate) mod plan;
pub(crate) mod schema;
pub(crate) mod test;
mod verdict;
pub(crate) mod why;
