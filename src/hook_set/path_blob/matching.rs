//! The exact test of a path against the bytes of a pattern.

use super::super::image::Reader;
use super::super::text_blob::starts_with;
use super::{
    DEEP, LITERAL, NEGATED, ONE, SHORT, STAR, TEXT, TWICE, Tail, pull_short,
};

/// Where one way through the pattern stands.
#[derive(Clone, Copy)]
struct State<'a> {
    /// What of the pattern is left.
    program: &'a [u8],
    /// How many steps that is.
    left: u16,
    /// The next segment of the path, as an offset; beyond its end when none
    /// is left.
    at: usize,
}

/// Whether the relative path matches; linear in it. `**` needs only its last
/// place remembered, as a star does. With `inside`, an empty path is not the
/// directory itself, but something in it.
pub(in super::super) fn matches(
    blob: Reader<'_>,
    folded: bool,
    path: &[u8],
    inside: bool,
) -> bool {
    let start = match (blob.u8(0), folded) {
        (TWICE, true) => blob.u32(1) as usize,
        (TWICE, false) => 5,
        _ => 1,
    };
    let tail = blob.u8(start);
    let behind = blob.0.get(start + 1..).and_then(pull_short);
    let (left, program) = behind.unwrap_or((0, &[]));
    let at = usize::from(path.is_empty() && !inside);
    let mut now = State { program, left, at };
    let mut deep: Option<State> = None;
    loop {
        let ended = now.at > path.len();
        if now.left == 0 {
            if tail != Tail::Nothing as u8 {
                return tail == Tail::Anything as u8 || !ended;
            }
            if ended {
                return true;
            }
        } else if let Some((&DEEP, rest)) = now.program.split_first() {
            now.program = rest;
            now.left -= 1;
            if now.left == 1 && tail == Tail::Nothing as u8 {
                return last_fits(now, path);
            }
            deep = Some(now);
            continue;
        } else if !ended && let Some(next) = step(now, path) {
            now = next;
            continue;
        }
        let Some(again) = &mut deep else { return false };
        if again.at > path.len() {
            return false;
        }
        again.at += segment(path, again.at).len() + 1;
        now = *again;
    }
}

/// Whether the one step that is left takes the end of the path, wherever it
/// has to start for that.
fn last_fits(mut now: State<'_>, path: &[u8]) -> bool {
    if now.at > path.len() {
        return false;
    }
    let start = match literal(now.program) {
        Some((text, _)) => match path.len().checked_sub(text.len()) {
            Some(start) => start,
            None => return false,
        },
        None => memchr::memrchr(b'/', path).map_or(0, |slash| slash + 1),
    };
    let behind = |slash| path.get(slash) == Some(&b'/');
    let whole = start == now.at || start.checked_sub(1).is_some_and(behind);
    if start < now.at || !whole {
        return false;
    }
    now.at = start;
    step(now, path).is_some_and(|end| end.at > path.len())
}

/// Takes the next step of the pattern, a name or more, if it fits.
fn step<'a>(now: State<'a>, path: &[u8]) -> Option<State<'a>> {
    let rest = path.get(now.at..)?;
    let left = now.left - 1;
    if let Some((text, program)) = literal(now.program) {
        let fits = starts_with(rest, text)
            && matches!(rest.get(text.len()), None | Some(b'/'));
        if !fits {
            return None;
        }
        return Some(State { program, left, at: now.at + text.len() + 1 });
    }
    let blob = Reader(now.program);
    let len = blob.u32(1) as usize;
    let (body, program) = now.program.get(5..)?.split_at_checked(len)?;
    let segment = segment(path, now.at);
    let at = now.at + segment.len() + 1;
    pieces(body, segment).then_some(State { program, left, at })
}

/// The text that a step of only text stands for, and what follows it.
fn literal(program: &[u8]) -> Option<(&[u8], &[u8])> {
    let (&kind, rest) = program.split_first()?;
    if let Some(len) = kind.checked_sub(SHORT) {
        return rest.split_at_checked(usize::from(len));
    }
    let (len, rest) = rest.split_first_chunk()?;
    let len = usize::from(u16::from_le_bytes(*len));
    (kind == LITERAL).then(|| rest.split_at_checked(len))?
}

fn segment(path: &[u8], at: usize) -> &[u8] {
    let rest = path.get(at..).unwrap_or(&[]);
    let end = rest.iter().position(|&b| b == b'/');
    rest.get(..end.unwrap_or(rest.len())).unwrap_or(&[])
}

/// Whether the pieces match the whole segment.
fn pieces<'a>(blob: &'a [u8], segment: &[u8]) -> bool {
    let (mut left, mut from) = (blob, 0);
    // What is behind the last star, and where its run ends.
    let mut star: Option<(&'a [u8], usize)> = None;
    loop {
        let rest = segment.get(from..).unwrap_or(&[]);
        match left.split_first() {
            None if rest.is_empty() => return true,
            None => {}
            Some((&STAR, behind)) => {
                if behind.is_empty() {
                    return true;
                }
                if let Some((text, [])) = text(behind) {
                    return rest.ends_with(text);
                }
                left = behind;
                star = Some((left, from));
                continue;
            }
            Some(_) => {
                if let Some((behind, eaten)) = piece(left, rest) {
                    left = behind;
                    from += eaten;
                    continue;
                }
            }
        }
        let Some((again, end)) = &mut star else { return false };
        let rest = segment.get(*end..).unwrap_or(&[]);
        let Some(step) = step_to(again, rest) else { return false };
        *end += step;
        (left, from) = (*again, *end);
    }
}

/// The text that pieces start with, and what follows it.
fn text(pieces: &[u8]) -> Option<(&[u8], &[u8])> {
    let (&kind, rest) = pieces.split_first()?;
    let (len, rest) = rest.split_first_chunk()?;
    let len = usize::from(u16::from_le_bytes(*len));
    (kind == TEXT).then(|| rest.split_at_checked(len))?
}

/// How much a star takes at least before what follows it can match.
fn step_to(pieces: &[u8], rest: &[u8]) -> Option<usize> {
    let next = first_char(rest)?.1;
    let Some((text, _)) = text(pieces) else { return Some(next) };
    let rest = rest.get(next..).unwrap_or(&[]);
    memchr::memmem::find(rest, text).map(|found| found + next)
}

/// Matches one piece at the start of `rest`: the next piece, and the bytes
/// it takes.
fn piece<'a>(pieces: &'a [u8], rest: &[u8]) -> Option<(&'a [u8], usize)> {
    if let Some((text, behind)) = text(pieces) {
        return rest.starts_with(text).then_some((behind, text.len()));
    }
    let (&kind, behind) = pieces.split_first()?;
    let (c, eaten) = first_char(rest)?;
    if kind == ONE {
        return Some((behind, eaten));
    }
    let blob = Reader(pieces);
    let len = usize::from(blob.u16(1));
    let (ranges, behind) = pieces.get(3..)?.split_at_checked(len * 8)?;
    let inside = ranges.chunks_exact(8).any(|range| {
        let range = Reader(range);
        range.u32(0) <= u32::from(c) && u32::from(c) <= range.u32(4)
    });
    (inside != (kind == NEGATED)).then_some((behind, eaten))
}

/// The first character of a text, and its bytes.
fn first_char(text: &[u8]) -> Option<(char, usize)> {
    let first = *text.first()?;
    let len = match first {
        0..0x80 => return Some((char::from(first), 1)),
        0x80..0xE0 => 2,
        0xE0..0xF0 => 3,
        _ => 4,
    };
    let c = std::str::from_utf8(text.get(..len)?).ok()?.chars().next()?;
    Some((c, len))
}
