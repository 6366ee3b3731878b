//! The compiled rules, and what they say about an event.
//!
//! # How matching works
//!
//! Thousands of rules, one event, and an answer that costs about as much as
//! the event is long. Five ideas carry it.
//!
//! **1. Atoms, each found by one key.** Every distinct test of the policy is
//! an *atom*, stored once. For each atom the compiler (`compile`) looks for
//! conditions that must hold wherever the atom matches and that one look
//! into a hash table can test: its *candidates* (`keys`). It takes the one
//! that fewest other atoms could use (`build`), because a shared key leads
//! to a long list.
//!
//! | kind of key | example | what a scan looks up |
//! |---|---|---|
//! | exact | `git status` | the hash of all words, once |
//! | prefix | `git push *` | the hash of the first 1 to 8 words, once each |
//! | start | `git pu*` | below the node `git`: what comes next, cut to the lengths in use |
//! | end | `git * --force`, `*.sh` | the last word, or the last bytes by length |
//! | word | `* --force *`, `**/target/**` | every word (path segment) |
//! | extension | `**/*.rs` | every end of a segment that starts with a dot |
//! | few | `git push *` among few | nothing: it is compared by a sketch |
//! | gram | `*sudo*`, `**/*key*` | three bytes at every place that a set of 4 kB lets through |
//! | always | `*` | nothing: the pattern is tested on every text of its kind |
//!
//! The words of a text are hashed into a chain, so the hash of `git push`
//! costs one step more than that of `git`. A chain with more keys below it
//! has a *node* which says what kinds and lengths hang there; nothing else
//! is tried. A kind that no rule uses costs nothing.
//!
//! **2. One table behind a bit filter** (`table`). Keys lie in buckets of a
//! few, each behind bits of its own. Most looks fail; those touch one bucket
//! head. A hit gives an atom, a list of atoms, or a node. Every step on the
//! way to a node has its bits set, too, so the walk along the first words
//! ends at the first of them that no rule knows.
//!
//! **3. Exact verification.** What the table found is tested with the
//! pattern itself (`text_blob`, `path_blob`, `hosts`), which is linear
//! in the text. Hashes may collide as they like: a collision costs a test,
//! it never changes an answer. Of a pattern that looks for one text anywhere
//! (`* --force *`, `*sudo*`) it is known where in that text its key stands,
//! so it is tested where the key was found, and nothing is searched. The
//! first four places of a key in a long text are tested so; if there are
//! more, the pattern is once tested against the whole.
//!
//! **4. Rules are reached, not visited.** A verified atom leads to the rules
//! that chose it as their way in (the cheapest set of atoms one of which
//! must hold, `predicate::cover`). Most atoms are all that their rules ask
//! for: their record names the rule and its events, so the match is noted at
//! once and nothing else is read. For the others the rest of the condition
//! is evaluated over the atoms that were found. Only rules that can hold
//! without any atom (`!x`) are evaluated for every event of their kind. Of
//! a rule that does not allow only the first place counts: atoms all of
//! whose rules are such are tested no more once they have matched an event.
//!
//! **5. The set is its image** (`image`). Compiling writes flat tables of
//! little-endian numbers; matching reads them in place. So loading an image
//! is checking a header, a loaded set cannot answer differently from the set
//! it came from, and clones share one block of memory. Every read is
//! bounds-checked; bytes that were tampered with give wrong answers at worst
//! (the checksum tells), never a panic or an endless loop.
//!
//! Partitions of up to 128 atoms have no keys (`few`): each atom is known by
//! four bytes its texts start with, four they end with, and a set of pairs
//! of bytes they contain. Comparing that with the same of the text takes a
//! few instructions, most atoms are skipped by the first byte, and the text
//! is neither copied nor cut nor hashed.
//!
//! Names of tools are keyed like any text. A regular expression over names
//! is compiled when a name is first tested that holds the text it asks for
//! (`mcp__` of `mcp__.*`): once for a set, some 50 µs each, and a process
//! that answers one event pays for those alone.
//!
//! Paths are cut into their segments once and seen from each base. What may
//! stand in any directory (`**/target/**`) hangs at one root for all bases;
//! the rest starts at the base.
//!
//! The texts of one event are much alike. A long command has views that end
//! like it (behind `sudo`, with options in another order), so a view keeps
//! what was found in the end that it shares with the one before it, and what
//! was tested there in vain. A command's files lie in one directory, so a
//! path keeps the segments it shares with the one before it, and what was
//! found in them.
//!
//! Matches are numbers while they are found, the rule above the place; few
//! are sorted by comparing them, many by the two halves of the bits of their
//! rule, which takes time in proportion to their number.
//!
//! What it costs: reading an event's text once, one filter test for each
//! word, prefix and kind of key in use; about one cache line for every atom
//! found; the verification; the matches. [`Scratch::tested`] counts the
//! verifications, and the tests hold that no text makes it grow with its
//! length.
//!
//! Compiling is linear in the rules; what it costs stands in
//! `benches/baseline.md`. Sets in use stay as they are: when texts change,
//! [`Policy::with`] reads the policy anew, [`Policy::compile`] makes an
//! engine of it, and a watcher swaps that in when it is ready. For sets of
//! rules without hooks, [`Rules::with`] and [`HookSet::compile`] do the same,
//! to the bytes that a fresh start would give; their image is none that an
//! engine can be made of.
//!
//! [`Policy::with`]: crate::policy::Policy::with
//! [`Policy::compile`]: crate::policy::Policy::compile
//! [`Rules::with`]: crate::ir::Rules::with

mod bases;
mod build;
mod compile;
mod few;
mod hash;
mod hosts;
mod image;
mod keys;
mod limits;
mod name_regex;
mod names;
mod origins;
mod path_blob;
mod predicate;
mod records;
pub mod reference;
pub mod regex;
mod run;
mod scan;
mod set;
mod stars;
mod stats;
mod table;
#[cfg(test)]
mod tests;
mod text_blob;
mod wording;

pub use hash::digest;
pub use image::{ImageError, is_image};
pub use keys::KeyKind;
pub use limits::{CompileError, Limits};
pub(crate) use names::ReadyTest;
pub use run::Scratch;
pub use set::{Bytes, HookSet, Listed};
pub use stats::{Cost, Landed, Stats};

use crate::ir::RuleId;
use crate::subject::Subjects;

/// Where in an event a rule matched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Place {
    /// The call as a whole.
    Call,
    /// A simple command, by index.
    Unit(u32),
    /// A file use, by index of [`crate::subject::Subjects::paths`].
    Path(u32),
}

impl Place {
    /// Whether it holds words that may not be run at all.
    pub(crate) fn is_maybe(self, subjects: &Subjects) -> bool {
        let Place::Unit(at) = self else { return false };
        let unit = subjects.commands.units.get(at as usize);
        unit.is_some_and(|unit| unit.maybe.is_some())
    }
}

/// A rule that matches, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Match {
    /// The rule.
    pub rule: RuleId,
    /// One of the places. Allow rules report every place they cover; the
    /// others only the first.
    pub place: Place,
}
