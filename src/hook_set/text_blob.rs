//! Text globs as bytes of an image, and the exact test of one.
//!
//! A blob is a count of parts, then each part behind its length, both in one
//! byte where they are below 255 and else in two behind that byte. Of a
//! pattern with a word boundary the empty last part is left out and the one
//! before it is stored with the blank behind it: the text either ends where
//! that blank would stand or goes on with it.

use super::image::Reader;
use crate::syntax::TextGlob;
use memchr::memmem;

/// Appends the blob of `glob`.
pub(super) fn encode(glob: &TextGlob, out: &mut Vec<u8>) {
    let parts: &[String] = match glob.parts.as_slice() {
        [body @ .., _] if glob.boundary => body,
        parts => parts,
    };
    push_short(out, parts.len());
    for (at, part) in parts.iter().enumerate() {
        // The blank of a word boundary belongs to the last part.
        let blank = glob.boundary && at + 1 == parts.len();
        push_short(out, part.len() + usize::from(blank));
        out.extend_from_slice(part.as_bytes());
        out.extend(blank.then_some(b' '));
    }
}

/// Appends the blob of "these bytes stand somewhere".
pub(super) fn encode_contains(needle: &[u8], out: &mut Vec<u8>) {
    push_short(out, 3);
    for part in [&[][..], needle, &[][..]] {
        push_short(out, part.len());
        out.extend_from_slice(part);
    }
}

/// A number that the limits keep below 65,536 and that is mostly below 255,
/// which then is one byte.
pub(super) fn push_short(out: &mut Vec<u8>, n: usize) {
    match u8::try_from(n) {
        Ok(short) if short != u8::MAX => out.push(short),
        _ => {
            out.push(u8::MAX);
            push_u16(out, n);
        }
    }
}

/// Such a number at the start of bytes, and what is behind it.
#[inline]
pub(super) fn pull_short(bytes: &[u8]) -> Option<(u16, &[u8])> {
    let (&short, rest) = bytes.split_first()?;
    if short != u8::MAX {
        return Some((u16::from(short), rest));
    }
    let (number, rest) = rest.split_first_chunk()?;
    Some((u16::from_le_bytes(*number), rest))
}

/// A number that the limits keep below 65,536.
pub(super) fn push_u16(out: &mut Vec<u8>, n: usize) {
    let n = u16::try_from(n).unwrap_or(u16::MAX);
    out.extend_from_slice(&n.to_le_bytes());
}

/// What of a blob is still to be read.
pub(super) struct Parts<'a>(&'a [u8]);

impl<'a> Parts<'a> {
    /// The parts of a blob, and their number.
    #[inline]
    pub(super) fn of(blob: Reader<'a>) -> (u16, Parts<'a>) {
        match pull_short(blob.0) {
            Some((count, rest)) => (count, Parts(rest)),
            None => (0, Parts(&[])),
        }
    }

    #[inline]
    pub(super) fn next(&mut self) -> &'a [u8] {
        let Some((len, rest)) = pull_short(self.0) else { return &[] };
        let len = usize::from(len);
        let (part, rest) = rest.split_at_checked(len).unwrap_or((&[], &[]));
        self.0 = rest;
        part
    }
}

/// Whether the whole of `text` matches; linear in both.
pub(super) fn matches(blob: Reader<'_>, boundary: bool, text: &[u8]) -> bool {
    let (count, mut parts) = Parts::of(blob);
    if count == 0 {
        return false;
    }
    let first = parts.next();
    if count == 1 {
        return match boundary {
            false => text == first,
            true => starts_at_boundary(text, first),
        };
    }
    if !starts_with(text, first) {
        return false;
    }
    let mut rest = text.get(first.len()..).unwrap_or(&[]);
    for _ in 2..count {
        let part = parts.next();
        let Some(at) = find(rest, part) else { return false };
        rest = rest.get(at + part.len()..).unwrap_or(&[]);
    }
    let last = parts.next();
    match boundary {
        false => rest.ends_with(last),
        true => {
            rest.ends_with(without_blank(last)) || find(rest, last).is_some()
        }
    }
}

/// What a test at a place says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Here {
    Matches,
    /// It does not match; it would not with another start of the text.
    InVain,
    /// It does not match because of how the text starts.
    NotWithThisStart,
}

/// Whether `text` matches because the second part of the pattern stands in
/// it so that its byte number `offset` is at the place `at`. For patterns of
/// one start and one text that stands anywhere behind it.
pub(super) fn matches_at(
    blob: Reader<'_>,
    boundary: bool,
    text: &[u8],
    at: usize,
    offset: usize,
) -> Here {
    let (_, mut parts) = Parts::of(blob);
    let (first, part) = (parts.next(), parts.next());
    let Some(start) = at.checked_sub(offset) else {
        return Here::NotWithThisStart;
    };
    let here = text.get(start..).unwrap_or(&[]);
    if !stands_in(here, part, boundary) {
        // What differs before the key may be another start of the text.
        let behind = part.get(offset..).unwrap_or(&[]);
        let here = text.get(at..).unwrap_or(&[]);
        return match stands_in(here, behind, boundary) {
            true => Here::NotWithThisStart,
            false => Here::InVain,
        };
    }
    match start >= first.len() && starts_with(text, first) {
        true => Here::Matches,
        false => Here::NotWithThisStart,
    }
}

/// Whether a text starts with a part of a pattern; the blank of a boundary
/// may be missing at its end.
#[inline]
fn stands_in(text: &[u8], part: &[u8], boundary: bool) -> bool {
    starts_with(text, part)
        || boundary && text.len() + 1 == part.len() && part.starts_with(text)
}

/// Whether a text starts with another: told without a call where that is
/// short, as most are.
#[inline]
pub(super) fn starts_with(text: &[u8], start: &[u8]) -> bool {
    let Some(own) = text.get(..start.len()) else { return false };
    if let (Some(a), Some(b)) =
        (own.first_chunk::<8>(), start.first_chunk::<8>())
    {
        let same_end = own.last_chunk::<8>() == start.last_chunk::<8>();
        return a == b && same_end && (own.len() <= 16 || own == start);
    }
    if let (Some(a), Some(b)) =
        (own.first_chunk::<4>(), start.first_chunk::<4>())
    {
        return a == b && own.last_chunk::<4>() == start.last_chunk::<4>();
    }
    match (own, start) {
        ([], _) => true,
        ([a], [b]) => a == b,
        ([a, c], [b, d]) => a == b && c == d,
        ([a, c, e], [b, d, f]) => a == b && c == d && e == f,
        _ => false,
    }
}

/// Where `needle` stands first. Most texts are so short that preparing a
/// search would cost more than the search.
pub(super) fn find(hay: &[u8], needle: &[u8]) -> Option<usize> {
    let last = hay.len().checked_sub(needle.len())?;
    if hay.len() > 256 {
        return memmem::find(hay, needle);
    }
    // A blank is too frequent to look for.
    let skip = usize::from(needle.first() == Some(&b' ') && needle.len() > 1);
    let Some(&rare) = needle.get(skip) else { return Some(0) };
    let mut at = 0;
    while let Some(places) = hay.get(at + skip..=last + skip) {
        at += memchr::memchr(rare, places)?;
        if hay.get(at..).is_some_and(|rest| rest.starts_with(needle)) {
            return Some(at);
        }
        at += 1;
    }
    None
}

/// Whether `text` is `prefix` without its blank, or starts with all of it.
fn starts_at_boundary(text: &[u8], prefix: &[u8]) -> bool {
    starts_with(text, prefix) || text == without_blank(prefix)
}

fn without_blank(part: &[u8]) -> &[u8] {
    part.split_last().map_or(part, |(_, start)| start)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The definition, by trying every split.
    fn naive(parts: &[String], text: &str) -> bool {
        let Some((first, rest)) = parts.split_first() else { return false };
        if rest.is_empty() {
            return text == first;
        }
        let Some(after) = text.strip_prefix(first.as_str()) else {
            return false;
        };
        (0..=after.len())
            .filter_map(|cut| after.get(cut..))
            .any(|after| naive(rest, after))
    }

    fn defined(glob: &TextGlob, text: &str) -> bool {
        if !glob.boundary {
            return naive(&glob.parts, text);
        }
        let mut body = glob.parts.clone();
        body.pop();
        let mut longer = body.clone();
        longer.last_mut().unwrap().push(' ');
        longer.push(String::new());
        naive(&body, text) || naive(&longer, text)
    }

    #[test]
    fn equals_the_definition_on_all_short_texts() {
        let texts = words("ab ", 5);
        let patterns = words("ab *", 4);
        for pattern in &patterns {
            for boundary in [false, true] {
                let mut parts: Vec<String> =
                    pattern.split('*').map(str::to_owned).collect();
                if boundary {
                    parts.push(String::new());
                }
                let glob = TextGlob { parts, boundary };
                let mut blob = Vec::new();
                encode(&glob, &mut blob);
                for text in &texts {
                    assert_eq!(
                        matches(Reader(&blob), boundary, text.as_bytes()),
                        defined(&glob, text),
                        "{glob:?} on {text:?}"
                    );
                }
            }
        }
    }

    fn words(letters: &str, longest: usize) -> Vec<String> {
        let mut all = vec![String::new()];
        let mut last = all.clone();
        for _ in 0..longest {
            last = last
                .iter()
                .flat_map(|w| letters.chars().map(move |c| format!("{w}{c}")))
                .collect();
            all.extend(last.iter().cloned());
        }
        all
    }
}
