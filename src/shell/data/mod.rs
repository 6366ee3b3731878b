//! What is known about programs: tables, no code beyond look-up
//! ([`programs`]).
//!
//! Facts come from the programs' own manuals (GNU, util-linux, POSIX and
//! the projects named in the rows) and, where a row says *documented*, from
//! the runner's published list.

pub(super) mod alike;
pub(super) mod alters;
pub(super) mod asks;
pub(super) mod authors;
pub(super) mod builtins;
pub(super) mod changers;
pub(super) mod changes;
pub(super) mod cmdlets;
pub(super) mod compilers;
pub(super) mod elsewhere;
pub(super) mod environment;
pub(super) mod exec_flags;
pub(super) mod families;
pub(super) mod fed;
pub(super) mod fetches;
pub(super) mod files;
pub(super) mod filters;
pub(super) mod finders;
pub(super) mod flags;
pub(super) mod formats;
pub(super) mod git_keys;
pub(super) mod globals;
pub(super) mod handed;
pub(super) mod images;
pub(super) mod implied;
pub(super) mod interpreters;
pub(super) mod javascript;
pub(super) mod kinds;
pub(super) mod known;
pub(super) mod looked;
pub(super) mod looped;
pub(super) mod manifests;
mod mixed;
pub(super) mod modes;
pub(super) mod outputs;
pub(super) mod packs;
pub(super) mod places;
pub(super) mod power_types;
pub(super) mod powershell;
pub(super) mod prints;
pub(super) mod programs;
pub(super) mod protected;
pub(super) mod puts;
pub(super) mod python;
pub(super) mod python_attributes;
pub(super) mod read_only;
pub(super) mod readers;
pub(super) mod respell;
pub(super) mod rest;
pub(crate) mod runners;
pub(super) mod sent;
pub(super) mod sessions;
pub(super) mod settled;
pub(super) mod shorter;
pub(super) mod shown;
pub(super) mod sifted;
pub(super) mod sifters;
pub(super) mod signals;
pub(super) mod sources;
pub(super) mod starters;
pub(super) mod subcommands;
pub(super) mod synonyms;
pub(super) mod tasks;
pub(super) mod usual;
pub(super) mod valued;
pub(super) mod variables;
mod versions;
pub(super) mod windows;
pub(super) mod wrappers;
pub(super) mod written;
