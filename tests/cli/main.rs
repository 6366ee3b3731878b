//! The command as people run it: golden runs and bad input.
//!
//! A golden run is a directory with a file `cmd` (the command line), the
//! files it reads, and what it must print: `stdout`, `stderr` (absent where
//! empty) and `code`. `UPDATE=1 cargo test -p hookset-cli` writes what it
//! prints now; look at the difference before committing it.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test may stop where it stands"
)]

mod agreed;
mod bad_input;
mod calls;
mod claims;
mod config;
mod converted;
mod declared;
mod diff;
mod examples;
mod files;
mod fix;
mod golden;
mod guidance;
mod hook;
mod image;
mod installed;
mod losses;
mod lsp;
mod mistakes;
mod options;
mod packs;
mod readme;
mod run;
mod schemas;
mod stdin;
mod unread;
mod world;
