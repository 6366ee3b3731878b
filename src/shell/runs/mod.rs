//! Commands within commands: behind wrappers ([`strip`]), in words that
//! shells and other languages run ([`code`], [`foreign`]), from the standard
//! input ([`stdin`]), from scripts that the line writes ([`own_scripts`]),
//! and behind programs that nobody knows ([`tails`]).

mod arguments;
pub(super) mod at_home;
mod carried;
mod children;
pub(super) mod code;
mod copied;
mod elsewhere;
mod environment;
mod exec_flags;
mod fed_text;
pub(super) mod filled;
mod foreign;
mod handed;
mod lower;
mod own_files;
pub(super) mod own_scripts;
mod packages;
mod passed;
mod plain_code;
mod posix;
mod printed;
mod prints;
mod projects;
mod scripts;
mod seen;
pub(super) mod stdin;
mod stored;
pub(super) mod strip;
pub(super) mod tails;
mod tasks;
mod told;
mod tools;
mod traps;
mod typed;
