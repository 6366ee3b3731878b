//! The texts under which rules look at a command: as written, and as guards
//! may mean it: without its options, each operand alone, options by their
//! usual names, subcommands by other words. [`make`] says which there are;
//! the other files write one kind each, where a guard names such a thing.

mod anywhere;
mod bare;
mod each;
mod globbed;
mod groups;
mod kinds;
mod letters;
mod make;
mod meant;
mod modes;
mod named_options;
mod numbers;
mod opened;
mod options;
mod other_names;
mod placed;
mod pushed;
mod redirected;
mod respelled;
mod rest;
pub(super) mod sorted;
mod stars;
pub(super) mod subcommands;
mod tasks;
mod told;
mod whole;
mod writing;
