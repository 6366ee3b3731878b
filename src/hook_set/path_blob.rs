//! Path globs as bytes of an image, and the exact test of one.
//!
//! A blob is a head and the segments; where the pattern has capitals a
//! second, folded pattern lies behind the first, for file systems that
//! ignore case (their subjects come in lower case). The head holds what may
//! follow below the last segment:
//! nothing (`Cd`), anything or nothing (gitignore), at least one segment
//! (`dir/`, `dir/**`).

mod matching;

use std::borrow::Cow;

use super::text_blob::{pull_short, push_short, push_u16};
use crate::syntax::{PathGlob, Piece, Segment};
pub(super) use matching::matches;

const DEEP: u8 = 0;
const LITERAL: u8 = 1;
const PIECES: u8 = 2;
/// From here on the kind of a segment is the length of a short literal, too.
const SHORT: u8 = 3;

/// How a blob starts: with the pattern, or with the place of a second one.
const ALONE: u8 = 0;
const TWICE: u8 = 1;

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
    let folded = (!is_folded(glob)).then(|| glob.folded());
    let Some(folded) = folded.filter(|folded| folded != glob) else {
        out.push(ALONE);
        return encode_program(glob, out);
    };
    let start = out.len();
    out.extend_from_slice(&[TWICE, 0, 0, 0, 0]);
    encode_program(glob, out);
    let at = u32::try_from(out.len() - start).unwrap_or(0);
    if let Some(place) = out.get_mut(start + 1..start + 5) {
        place.copy_from_slice(&at.to_le_bytes());
    }
    encode_program(&folded, out);
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
    push_short(out, steps(segments) + usize::from(inside));
    while let [segment, rest @ ..] = segments {
        segments = rest;
        match segment {
            Segment::Deep => out.push(DEEP),
            Segment::Name(pieces) => match literal(pieces) {
                Some(text) => encode_literal(&text, &mut segments, out),
                None => encode_pieces(pieces, out),
            },
        }
    }
    if inside {
        encode_pieces(&[Piece::Star], out);
    }
}

/// The number of steps that segments are: names that are only text and stand
/// side by side are one.
fn steps(segments: &[Segment]) -> usize {
    let is_text = |segment: &Segment| match segment {
        Segment::Deep => false,
        Segment::Name(pieces) => literal(pieces).is_some(),
    };
    let starts = segments.chunk_by(|a, b| is_text(a) && is_text(b));
    starts.count()
}

/// A name and those behind it, as far as they are only text: compared at
/// once.
fn encode_literal(name: &str, behind: &mut &[Segment], out: &mut Vec<u8>) {
    let names = behind.iter().map_while(|segment| match segment {
        Segment::Deep => None,
        Segment::Name(pieces) => literal(pieces),
    });
    let (count, len) = names
        .clone()
        .fold((0, name.len()), |(n, len), name| (n + 1, len + 1 + name.len()));
    match u8::try_from(len + usize::from(SHORT)) {
        Ok(short) => out.push(short),
        Err(_) => {
            out.push(LITERAL);
            push_u16(out, len);
        }
    }
    out.extend_from_slice(name.as_bytes());
    for name in names {
        out.push(b'/');
        out.extend_from_slice(name.as_bytes());
    }
    *behind = behind.get(count..).unwrap_or(&[]);
}

fn encode_pieces(pieces: &[Piece], out: &mut Vec<u8>) {
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
    let texts = pieces.iter().map_while(|piece| match piece {
        Piece::Text(text) => Some(text.as_str()),
        _ => None,
    });
    let only_text = texts.clone().count() == pieces.len();
    only_text.then(|| Cow::Owned(texts.collect()))
}

#[cfg(test)]
mod tests;
