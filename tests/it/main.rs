//! tests

mod shell_split;
