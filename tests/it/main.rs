//! tests

mod matchers;
mod oracle_node;
mod shell_split;
