//! Path globs as bytes of an image, and the exact test of one.
//!
//! A blob is a head and the segments; where the pattern has capitals a
//! second, folded pattern lies behind the first, for file systems that
//! ignore case (their subjects come in lower case). The head holds what may
//! follow below the last segment:
//! nothing (`Cd`), anything or nothing (gitignore), at least one segment
//! (`dir/`, `dir/**`).

use std::borrow::Cow;

use super::image::Reader;
use super::text_blob::push_u16;
use crate::syntax::{PathGlob, Piece, Segment};

const DEEP: u8 = 0;
const LITERAL: u8 = 1;
const PIECES: u8 = 2;
/// From here on the kind of a segment is the length of a short literal, too.
const SHORT: u8 = 3;

const TEXT: u8 = 0;
const STAR: u8 = 1;
const ONE: u8 = 2;
const CLASS: u8 = 3;
const NEGATED: u8 = 4;

/// What may follow below the last segment.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Tail {
    Nothing = 0,
    Anything = 1,
    Something = 2,
}

/// A bound on the lengths that have to fit 16 bits.
pub(super) fn size(glob: &PathGlob) -> usize {
    let piece = |piece: &Piece| match piece {
        Piece::Text(text) => text.len(),
        Piece::Class { ranges, .. } => ranges.len() * 4,
        Piece::Star | Piece::One => 1,
    };
    let segment = |segment: &Segment| match segment {
        Segment::Deep => 1,
        Segment::Name(pieces) => pieces.iter().map(piece).sum::<usize>() + 1,
    };
    glob.segments.iter().map(segment).sum()
}

/// Appends the blob of `glob`.
pub(super) fn encode(glob: &PathGlob, out: &mut Vec<u8>) {
    let start = out.len();
    out.extend_from_slice(&[0; 4]);
    encode_program(glob, out);
    if is_folded(glob) {
        return;
    }
    let folded = glob.folded();
    if folded != *glob {
        let at = u32::try_from(out.len() - start).unwrap_or(0);
        if let Some(place) = out.get_mut(start..start + 4) {
            place.copy_from_slice(&at.to_le_bytes());
        }
        encode_program(&folded, out);
    }
}

/// Whether folding surely changes nothing.
fn is_folded(glob: &PathGlob) -> bool {
    let plain = |b: u8| b.is_ascii() && !b.is_ascii_uppercase();
    glob.segments.iter().all(|segment| match segment {
        Segment::Deep => true,
        Segment::Name(pieces) => pieces.iter().all(|piece| match piece {
            Piece::Text(text) => text.bytes().all(plain),
            Piece::Star | Piece::One => true,
            Piece::Class { .. } => false,
        }),
    })
}

fn encode_program(glob: &PathGlob, out: &mut Vec<u8>) {
    let mut segments = glob.segments.as_slice();
    let mut deep_end = false;
    while let [start @ .., Segment::Deep] = segments {
        segments = start;
        deep_end = true;
    }
    // `a/**/` names the directories inside of `a`: the same as `a/*/`.
    let inside = deep_end && glob.directory && !glob.whole;
    let tail = match (deep_end, glob.whole) {
        (true, true) => Tail::Anything,
        (false, true) => Tail::Nothing,
        (true, false) => Tail::Something,
        (false, false) if glob.directory => Tail::Something,
        (false, false) => Tail::Anything,
    };
    out.push(tail as u8);
    push_u16(out, segments.len() + usize::from(inside));
    for segment in segments {
        match segment {
            Segment::Deep => out.push(DEEP),
            Segment::Name(pieces) => encode_name(pieces, out),
        }
    }
    if inside {
        encode_name(&[Piece::Star], out);
    }
}

fn encode_name(pieces: &[Piece], out: &mut Vec<u8>) {
    if let Some(text) = literal(pieces) {
        match u8::try_from(text.len() + usize::from(SHORT)) {
            Ok(short) => out.push(short),
            Err(_) => {
                out.push(LITERAL);
                push_u16(out, text.len());
            }
        }
        out.extend_from_slice(text.as_bytes());
        return;
    }
    out.push(PIECES);
    let length_at = out.len();
    out.extend_from_slice(&[0; 4]);
    for piece in pieces {
        match piece {
            Piece::Text(text) => {
                out.push(TEXT);
                push_u16(out, text.len());
                out.extend_from_slice(text.as_bytes());
            }
            Piece::Star => out.push(STAR),
            Piece::One => out.push(ONE),
            Piece::Class { negated, ranges } => {
                out.push(if *negated { NEGATED } else { CLASS });
                push_u16(out, ranges.len());
                for &(low, high) in ranges {
                    for c in [low, high] {
                        out.extend_from_slice(&u32::from(c).to_le_bytes());
                    }
                }
            }
        }
    }
    let length = (out.len() - length_at - 4) as u32;
    if let Some(place) = out.get_mut(length_at..length_at + 4) {
        place.copy_from_slice(&length.to_le_bytes());
    }
}

/// The text of a segment that is only text; an empty segment is text too.
pub(super) fn literal(pieces: &[Piece]) -> Option<Cow<'_, str>> {
    if let [Piece::Text(text)] = pieces {
        return Some(Cow::Borrowed(text));
    }
    let texts = pieces.iter().map(|piece| match piece {
        Piece::Text(text) => Some(text.as_str()),
        _ => None,
    });
    texts.collect::<Option<String>>().map(Cow::Owned)
}

/// Where one way through the pattern stands.
#[derive(Clone, Copy)]
struct State {
    /// The next segment of the pattern, as an offset into the blob.
    at: usize,
    /// How many segments of the pattern are left.
    left: u16,
    /// The next segment of the path, as an offset; beyond its end when none
    /// is left.
    path: usize,
}

/// Whether the relative path matches; linear in it. `**` needs only its last
/// place remembered, as a star does.
pub(super) fn matches(blob: Reader<'_>, folded: bool, path: &str) -> bool {
    let second = blob.u32(0) as usize;
    let start = if folded && second != 0 { second } else { 4 };
    let tail = blob.u8(start);
    let mut now = State { at: start + 3, left: blob.u16(start + 1), path: 0 };
    if path.is_empty() {
        now.path = 1;
    }
    let mut deep: Option<State> = None;
    loop {
        let ended = now.path > path.len();
        if now.left == 0 {
            if tail != Tail::Nothing as u8 {
                return tail == Tail::Anything as u8 || !ended;
            }
            if ended {
                return true;
            }
        } else if blob.u8(now.at) == DEEP {
            now.at += 1;
            now.left -= 1;
            deep = Some(now);
            continue;
        } else if !ended {
            let segment = segment_at(path, now.path);
            let (fits, after) = name(blob, now.at, segment);
            if fits {
                now.at = after;
                now.left -= 1;
                now.path += segment.len() + 1;
                continue;
            }
        }
        let Some(again) = &mut deep else { return false };
        if again.path > path.len() {
            return false;
        }
        again.path += segment_at(path, again.path).len() + 1;
        now = *again;
    }
}

fn segment_at(path: &str, at: usize) -> &str {
    let rest = path.get(at..).unwrap_or("");
    let end = memchr::memchr(b'/', rest.as_bytes()).unwrap_or(rest.len());
    rest.get(..end).unwrap_or("")
}

/// Whether the name at `at` of the blob matches, and where the next begins.
fn name(blob: Reader<'_>, at: usize, segment: &str) -> (bool, usize) {
    let kind = blob.u8(at);
    if let Some(len) = kind.checked_sub(SHORT) {
        let len = usize::from(len);
        let fits = segment.as_bytes() == blob.bytes(at + 1, len);
        return (fits, at + 1 + len);
    }
    if kind == LITERAL {
        let len = usize::from(blob.u16(at + 1));
        let fits = segment.as_bytes() == blob.bytes(at + 3, len);
        return (fits, at + 3 + len);
    }
    let len = blob.u32(at + 1) as usize;
    let body = Reader(blob.bytes(at + 5, len));
    (pieces(body, segment), at + 5 + len)
}

/// Whether the pieces match the whole segment.
fn pieces(blob: Reader<'_>, segment: &str) -> bool {
    let (mut at, mut from) = (0, 0);
    // The place behind the last star, and where its run ends.
    let mut star: Option<(usize, usize)> = None;
    loop {
        let rest = segment.get(from..).unwrap_or("");
        if at >= blob.0.len() {
            if rest.is_empty() {
                return true;
            }
        } else if blob.u8(at) == STAR {
            at += 1;
            if at >= blob.0.len() {
                return true;
            }
            star = Some((at, from));
            continue;
        } else if let Some((piece, eaten)) = piece(blob, at, rest) {
            at = piece;
            from += eaten;
            continue;
        }
        let Some((again, end)) = &mut star else { return false };
        let rest = segment.get(*end..).unwrap_or("");
        let Some(step) = step_to(blob, *again, rest) else { return false };
        *end += step;
        (at, from) = (*again, *end);
    }
}

/// How much a star takes at least before what follows it can match.
fn step_to(blob: Reader<'_>, at: usize, rest: &str) -> Option<usize> {
    let next = rest.chars().next()?.len_utf8();
    if blob.u8(at) != TEXT {
        return Some(next);
    }
    let text = blob.bytes(at + 3, usize::from(blob.u16(at + 1)));
    let rest = rest.as_bytes().get(next..).unwrap_or(&[]);
    memchr::memmem::find(rest, text).map(|found| found + next)
}

/// Matches one piece at the start of `rest`: the next piece, and the bytes
/// it takes.
fn piece(blob: Reader<'_>, at: usize, rest: &str) -> Option<(usize, usize)> {
    let len = usize::from(blob.u16(at + 1));
    match blob.u8(at) {
        TEXT => {
            let text = blob.bytes(at + 3, len);
            let fits = rest.as_bytes().starts_with(text);
            fits.then_some((at + 3 + len, text.len()))
        }
        ONE => Some((at + 1, rest.chars().next()?.len_utf8())),
        kind => {
            let c = rest.chars().next()?;
            let ranges = Reader(blob.bytes(at + 3, len * 8));
            let inside = (0..len).any(|i| {
                let low = ranges.u32(i * 8);
                let high = ranges.u32(i * 8 + 4);
                low <= u32::from(c) && u32::from(c) <= high
            });
            let fits = inside != (kind == NEGATED);
            fits.then_some((at + 3 + len * 8, c.len_utf8()))
        }
    }
}

#[cfg(test)]
mod tests;
