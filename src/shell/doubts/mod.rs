//! What cannot be known before the line runs ([`commands`]), and which files
//! words of it may be ([`guess`], [`unsure`]). What no guard can be about is
//! no doubt ([`names`], [`spelled`]).

mod apart;
mod assignments;
mod beyond;
pub(super) mod commands;
mod dated;
mod found;
mod functions;
pub(super) mod guess;
mod later;
mod looped;
mod may_link;
mod may_write;
mod names;
mod other_files;
pub(super) mod sifted;
mod spelled;
mod subscripts;
mod tasks;
mod unsure;
