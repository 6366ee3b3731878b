//! The `hookset` command.

fn main() {}
