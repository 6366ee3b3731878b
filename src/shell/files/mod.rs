//! The files that a line names: what is read and written by redirections
//! and by programs of the tables ([`uses`]), with the directories and links
//! that stand for more of them, and the paths that no allow rule approves
//! writing to ([`protected`]).

mod altered;
mod behind_cd;
mod below;
mod comes;
pub(super) mod critical;
mod feeds;
mod fetched;
mod followed;
mod formatted;
mod found;
mod git_changes;
mod git_config;
mod git_files;
mod git_grep;
mod globbed;
mod linked;
mod looked;
mod maybe;
pub(super) mod operands;
mod outputs;
mod piped;
mod process;
pub(crate) mod programs;
pub(super) mod protected;
mod puts;
mod read_only;
pub(super) mod reads;
mod sent;
pub(super) mod shown;
mod started;
mod trees;
pub(super) mod uses;
pub(super) mod written;
