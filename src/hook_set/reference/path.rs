//! Path patterns, slowly: every table filled in, as gitignore is explained.

use std::collections::BTreeSet;

use crate::syntax::{PathGlob, Piece, Segment};

/// Whether a path below the pattern's anchor matches. A pattern matches what
/// it names and, unless it is `whole`, all that lies below. `relative` has
/// no `.` and `..`; a `/` at its end says "something below this directory",
/// as does `inside` of the anchor, where nothing is left. With `fold_case`, it
/// was folded by [`crate::syntax::fold`].
pub fn matches(
    glob: &PathGlob,
    relative: &str,
    inside: bool,
    fold_case: bool,
) -> bool {
    let glob = if fold_case { glob.folded() } else { glob.clone() };
    let names: Vec<&str> = match relative {
        "" if !inside => Vec::new(),
        _ => relative.split('/').collect(),
    };
    if glob.whole {
        return names_match(&glob, &names);
    }
    (0..=names.len()).any(|taken| {
        let below = taken < names.len();
        let parent = names.get(..taken).unwrap_or(&[]);
        (below || !glob.directory) && names_match(&glob, parent)
    })
}

/// Whether the segments match exactly these names: goes through the segments
/// with the set of all numbers of names that those so far can match.
fn names_match(glob: &PathGlob, names: &[&str]) -> bool {
    let mut reach = BTreeSet::from([0]);
    for (at, segment) in glob.segments.iter().enumerate() {
        let last = at + 1 == glob.segments.len();
        let mut next = BTreeSet::new();
        for from in reach {
            match segment {
                Segment::Deep => {
                    // A last `**` means what is inside: at least one name.
                    let least = usize::from(last && !glob.whole);
                    next.extend(from + least..=names.len());
                }
                Segment::Name(pieces) => {
                    let name = names.get(from);
                    if name.is_some_and(|name| name_matches(pieces, name)) {
                        next.insert(from + 1);
                    }
                }
            }
        }
        reach = next;
    }
    reach.contains(&names.len())
}

/// Whether the pieces match exactly this name: the same, over characters.
fn name_matches(pieces: &[Piece], name: &str) -> bool {
    let chars: Vec<char> = name.chars().collect();
    let mut reach = BTreeSet::from([0]);
    for piece in pieces {
        let mut next = BTreeSet::new();
        for from in reach {
            let rest = chars.get(from..).unwrap_or(&[]);
            match piece {
                Piece::Text(text) => {
                    let text: Vec<char> = text.chars().collect();
                    if rest.starts_with(&text) {
                        next.insert(from + text.len());
                    }
                }
                Piece::Star => next.extend(from..=chars.len()),
                Piece::One => next.extend(rest.first().map(|_| from + 1)),
                Piece::Class { negated, ranges } => {
                    let inside =
                        |c: char| ranges.iter().any(|r| r.0 <= c && c <= r.1);
                    if rest.first().is_some_and(|&c| inside(c) != *negated) {
                        next.insert(from + 1);
                    }
                }
            }
        }
        reach = next;
    }
    reach.contains(&chars.len())
}
