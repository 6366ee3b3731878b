//! One file per command.

pub(crate) mod batch;
pub(crate) mod check;
pub(crate) mod completions;
pub(crate) mod eval;
pub(crate) mod explain;
pub(crate) mod help;
pub(crate) mod list;
mod verdict;
pub(crate) mod why;
