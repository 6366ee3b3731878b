//! Path patterns, slowly: every table filled in, as gitignore is explained.

use crate::syntax::{PathGlob, Piece, Segment};

/// Whether a path below the pattern's anchor matches. A pattern matches what
/// it names and, unless it is `whole`, all that lies below. `relative` has
/// no `.` and `..`; a `/` at its end says "something below this directory".
/// With `fold_case`, it was folded by [`crate::syntax::fold`].
pub fn matches(glob: &PathGlob, relative: &str, fold_case: bool) -> bool {
    let glob = if fold_case { glob.folded() } else { glob.clone() };
    let names: Vec<&str> = match relative {
        "" => Vec::new(),
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

/// Whether the segments match exactly these names.
fn names_match(glob: &PathGlob, names: &[&str]) -> bool {
    // reach[n]: the segments so far can match the first n names.
    let mut reach = vec![false; names.len() + 1];
    reach[0] = true;
    for (at, segment) in glob.segments.iter().enumerate() {
        let last = at + 1 == glob.segments.len();
        let mut next = vec![false; names.len() + 1];
        for from in (0..=names.len()).filter(|&from| reach[from]) {
            match segment {
                Segment::Deep => {
                    // A last `**` means what is inside: at least one name.
                    let least = usize::from(last && !glob.whole);
                    for to in from + least..=names.len() {
                        next[to] = true;
                    }
                }
                Segment::Name(pieces) => {
                    if let Some(name) = names.get(from) {
                        next[from + 1] |= name_matches(pieces, name);
                    }
                }
            }
        }
        reach = next;
    }
    reach[names.len()]
}

/// Whether the pieces match exactly this name.
fn name_matches(pieces: &[Piece], name: &str) -> bool {
    let chars: Vec<char> = name.chars().collect();
    let mut reach = vec![false; chars.len() + 1];
    reach[0] = true;
    for piece in pieces {
        let mut next = vec![false; chars.len() + 1];
        for from in (0..=chars.len()).filter(|&from| reach[from]) {
            let rest = &chars[from..];
            match piece {
                Piece::Text(text) => {
                    let text: Vec<char> = text.chars().collect();
                    if rest.starts_with(&text) {
                        next[from + text.len()] = true;
                    }
                }
                Piece::Star => next[from..].fill(true),
                Piece::One => {
                    if !rest.is_empty() {
                        next[from + 1] = true;
                    }
                }
                Piece::Class { negated, ranges } => {
                    let inside =
                        |c: char| ranges.iter().any(|r| r.0 <= c && c <= r.1);
                    if rest.first().is_some_and(|&c| inside(c) != *negated) {
                        next[from + 1] = true;
                    }
                }
            }
        }
        reach = next;
    }
    reach[chars.len()]
}
