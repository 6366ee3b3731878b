//! What can be proved about rules, each claim with an example.
//!
//! Every test of one text is turned into a small automaton; on products of
//! them it is found out whether one rule covers another, whether two
//! overlap, whether a rule can match at all. The example of a claim is run
//! through the evaluator before anything is said; what goes over a limit or
//! is not confirmed is not decided, never claimed.

mod automaton;
mod call;
mod cell;
mod cover;
mod definitions;
mod dfa;
mod diff;
mod fired;
mod fuel;
mod guess;
mod hooked;
mod hooks;
mod hunt;
mod judge;
mod named;
mod nfa;
mod open;
mod overlap;
mod pairs;
mod regex;
mod relate;
mod sample;
mod samples;
mod seen;
mod settings;
mod sides;
mod style;
mod survey;
mod texts;
mod unnamed;
mod witness;

pub use cover::Cover;
pub use diff::{Change, Differ, Side};
pub use fired::{Bringer, HookName};
pub use hooks::HookClaim;
pub use hunt::{Explored, Unexplored};
pub use judge::Judge;
pub use overlap::Overlap;
pub use pairs::Covered;
pub use relate::{Language, Relation};
pub use sample::{Sample, sample_context};
pub use settings::SettingChange;
pub use survey::Survey;

#[cfg(test)]
mod tests;
