//! Everything that is tested through the public API, in one binary.

mod lints;
mod matchers;
mod oracle_git;
mod oracle_node;
mod regex_agree;
mod shell_split;
mod shell_views;
mod suite;
mod tidy;
mod why;
