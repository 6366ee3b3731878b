//! Patterns of allow rules whose stars do not stand for everything.

use super::image::Reader;
use super::text_blob::{Parts, find, starts_with};
use crate::shell::{Held, climbs_out, last_up};

/// Whether a text matches a pattern of some parts so that its stars stand
/// for what they may in a view. Linear in the text.
pub(super) fn covers(
    blob: Reader<'_>,
    boundary: bool,
    text: &[u8],
    held: &Held,
    windows: bool,
) -> bool {
    let (count, mut parts) = Parts::of(blob);
    let first = parts.next();
    // The blank of a boundary is none of the first part's bytes.
    let blank = usize::from(boundary && count == 1);
    let closed = held.closed.range();
    if closed.contains(&first.len().saturating_sub(blank)) {
        return false;
    }
    if count <= 1 {
        // In front of a boundary's star there is a blank.
        return true;
    }
    if !starts_with(text, first)
        || behind_slash(first, windows).is_some_and(|at| {
            climbs_out(text, at, held.climbs, windows).is_some()
        })
    {
        return false;
    }
    let mut end = first.len();
    for _ in 2..count {
        let part = parts.next();
        let slash = behind_slash(part, windows);
        loop {
            let rest = text.get(end..).unwrap_or(&[]);
            let Some(at) = find(rest, part) else { return false };
            let start = end + at;
            let up = slash.and_then(|slash| {
                last_up(text, start + slash, held.climbs, windows)
            });
            let Some(up) = up else {
                end = start + part.len();
                break;
            };
            end = up.saturating_sub(part.len()).max(start + 1);
        }
    }
    let last = parts.next();
    let rest = text.get(end..).unwrap_or(&[]);
    let open = match boundary {
        true => last.split_last().map_or(last, |(_, start)| start),
        false => last,
    };
    rest.ends_with(open) || boundary && find(rest, last).is_some()
}

/// Where the last directory ends that the last word of a part names.
fn behind_slash(part: &[u8], windows: bool) -> Option<usize> {
    let blank = |b: &u8| matches!(b, b' ' | b'\t' | b'\n');
    let slash = |b: &u8| *b == b'/' || windows && *b == b'\\';
    let word = part.iter().rposition(blank).map_or(0, |at| at + 1);
    let name = part.iter().rposition(slash)? + 1;
    (name > word).then_some(name)
}
