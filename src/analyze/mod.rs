//! What can be proved about rules, each claim with an example.
//!
//! Every test of one text is turned into a small automaton; on products of
//! them it is found out whether one rule covers another, whether two
//! overlap, whether a rule can match at all. The example of a claim is run
//! through the evaluator before anything is said; what goes over a limit or
//! is not confirmed is not decided, never claimed.

mod automaton;
mod cell;
mod cover;
mod dfa;
mod diff;
mod hooks;
mod nfa;
mod pairs;
mod regex;
mod relate;
mod survey;
mod witness;

pub use cover::Cover;
pub use diff::{Change, Differ, HookName, Side};
pub use hooks::HookClaim;
pub use pairs::{Covered, Overlap};
pub use relate::{Language, Relation};
pub use survey::Survey;
pub use witness::{Sample, sample_context};

#[cfg(test)]
mod tests;
