//! How an atom is found in its partition: by keys, or by sketches where
//! there are few.

use super::super::few::Sketch;
use super::super::keys::{self, Ways};
use super::Bank;
use crate::ir::{Atom, NameTest};
use crate::syntax::TextGlob;

/// Adds the ways to an atom of the partition `seed`.
pub(super) fn ways(seed: u64, atom: &Atom, ways: &mut Ways) {
    match atom {
        Atom::Tool(test) | Atom::MatcherField(test) => match test {
            NameTest::OneOf(names) => {
                for name in names {
                    let name = TextGlob::exact(name.as_str());
                    keys::of_text(seed, &name, ways);
                }
            }
            NameTest::Glob(glob) => keys::of_text(seed, glob, ways),
            NameTest::Regex(_) => {}
        },
        Atom::Command { pattern, .. } => keys::of_text(seed, pattern, ways),
        Atom::Path { pattern, .. } => {
            let anywhere = Bank::AnyPath.seed(0);
            keys::of_path(seed, anywhere, pattern, ways);
        }
        Atom::Host(host) => keys::of_host(seed, host, ways),
        Atom::Mcp { tool: value, .. } | Atom::Field { pattern: value, .. } => {
            with_value(value.as_ref(), |g| keys::of_text(seed, g, ways));
        }
        Atom::InputContains(bytes) => keys::of_contained(seed, bytes, ways),
        Atom::Doubt { .. } => ways.none(),
    }
}

/// How many sketches tell an atom; none where it cannot be told by any.
pub(super) fn sketched(atom: &Atom) -> usize {
    match atom {
        Atom::Tool(NameTest::OneOf(names))
        | Atom::MatcherField(NameTest::OneOf(names)) => names.len(),
        Atom::Doubt { .. } => 0,
        _ => 1,
    }
}

/// What a text has to look like, one way or the other, to match an atom.
pub(super) fn sketches(atom: &Atom) -> Vec<Sketch> {
    match atom {
        Atom::Tool(test) | Atom::MatcherField(test) => match test {
            NameTest::OneOf(names) => {
                let names = names.iter().map(String::as_bytes);
                names.map(Sketch::of_name).collect()
            }
            NameTest::Glob(glob) => vec![Sketch::of_text(glob)],
            NameTest::Regex(_) => Vec::new(),
        },
        Atom::Command { pattern, .. } => vec![Sketch::of_text(pattern)],
        Atom::Path { pattern, .. } => vec![Sketch::of_path(pattern)],
        Atom::Host(host) => vec![Sketch::of_host(host)],
        Atom::Mcp { tool: value, .. } | Atom::Field { pattern: value, .. } => {
            vec![with_value(value.as_ref(), Sketch::of_text)]
        }
        Atom::InputContains(bytes) => vec![Sketch::of_contained(bytes)],
        Atom::Doubt { .. } => Vec::new(),
    }
}

/// What is made of the pattern of a value, which may be any.
pub(super) fn with_value<T>(
    pattern: Option<&TextGlob>,
    make: impl FnOnce(&TextGlob) -> T,
) -> T {
    match pattern {
        Some(pattern) => make(pattern),
        None => make(&TextGlob::stars("*")),
    }
}
