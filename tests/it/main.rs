//! Everything that is tested through the public API, in one binary.

#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::string_slice,
    clippy::unwrap_used,
    reason = "these are tests: what fails here should stop them"
)]

mod addresses;
mod advice;
mod analysis;
mod ask;
mod definitions;
mod doubts;
mod fixes;
mod formatted;
mod generate;
mod guide;
mod images;
mod laws;
mod lints;
mod loaders;
mod matchers;
mod mended;
mod metamorphic;
mod oracle_git;
mod oracle_node;
#[cfg(unix)]
mod oracle_shell;
mod problems;
mod properties;
mod refused;
mod regex_agree;
mod regressions;
mod requirements;
mod sarif;
mod shared;
mod shell_split;
mod shell_views;
mod sources;
mod suite;
mod swapped;
mod targets;
mod tidy;
mod together;
mod told;
mod why;
