//! What a rule says and where it stands, as bytes of an image: read only
//! when somebody is told about the rule, so it lies apart from what matching
//! reads, and is as small as its numbers. Most of what it says stands in its
//! pattern already ([`super::wording`]). A rule and what was made of it for
//! the case of doubt share one.

use std::borrow::Cow;

use super::image::Reader;
use super::wording;
use crate::ir::{Effect, Origin, Rule};
use crate::source::{SourceId, Span};

/// A rule as a person finds it, but for what it says.
pub(super) struct Written {
    /// The position of its handler, for a rule that fires one.
    pub(super) handler: u32,
    pub(super) origin: Origin,
    /// Line and column, both from 1.
    pub(super) place: (u32, u32),
    /// How long what it says is, what it takes from, and where it stands.
    len: u32,
    pattern: Option<u32>,
    at: usize,
}

/// The first byte says which numbers follow; the others are zero.
const HANDLER: u8 = 1;
const SOURCE: u8 = 2;
const PLACE: u8 = 4;
/// The origin is as long as the text, or two bytes longer, for its quotes.
const SAME_SIZE: u8 = 8;
const QUOTED: u8 = 16;
/// The text takes from a pattern.
const PATTERN: u8 = 32;

/// Appends a byte that says what follows, up to eight numbers, and the text:
/// as it is, or made of the pattern that stands in `blobs` at `pattern`.
pub(super) fn encode(
    rule: &Rule,
    place: (u32, u32),
    blobs: &[u8],
    pattern: Option<u32>,
    out: &mut Vec<u8>,
) {
    let Origin { source, span } = rule.origin;
    let handler = match rule.effect {
        Effect::Fire(handler) => handler,
        _ => 0,
    };
    let text = rule.text.as_bytes();
    let len = u32::try_from(text.len()).unwrap_or(u32::MAX);
    let size = span.end.saturating_sub(span.start);
    let (same, quoted) = (size == len, size.checked_sub(2) == Some(len));
    let made = pattern.and_then(|at| {
        let made = wording::encode(text, blobs.get(at as usize..)?)?;
        Some((at, made))
    });
    let flag = |set: bool, flag: u8| if set { flag } else { 0 };
    let flags = flag(handler != 0, HANDLER)
        | flag(source.0 != 0, SOURCE)
        | flag(place != (0, 0), PLACE)
        | flag(same, SAME_SIZE)
        | flag(quoted, QUOTED)
        | flag(made.is_some(), PATTERN);
    out.push(flags);
    let at = made.as_ref().map_or(0, |made| made.0);
    let numbers = [
        (handler != 0, handler),
        (source.0 != 0, source.0),
        (true, span.start),
        (!same && !quoted, size),
        (place != (0, 0), place.0),
        (place != (0, 0), place.1),
        (true, len),
        (made.is_some(), at),
    ];
    for (_, n) in numbers.iter().filter(|(follows, _)| *follows) {
        push(*n, out);
    }
    out.extend_from_slice(made.as_ref().map_or(text, |made| &made.1));
}

/// What stands at a place of the table.
pub(super) fn decode(table: Reader<'_>, at: u32) -> Written {
    let flags = table.u8(at as usize);
    let mut at = (at as usize).saturating_add(1);
    let mut next = |follows: bool| {
        if !follows {
            return 0;
        }
        let (n, behind) = pull(table, at);
        at = behind;
        n
    };
    let has = |flag: u8| flags & flag != 0;
    let (handler, source) = (next(has(HANDLER)), next(has(SOURCE)));
    let start = next(true);
    let size = next(!has(SAME_SIZE) && !has(QUOTED));
    let place = (next(has(PLACE)), next(has(PLACE)));
    let len = next(true);
    let pattern = next(has(PATTERN));
    let size = match (has(SAME_SIZE), has(QUOTED)) {
        (true, _) => len,
        (_, true) => len.saturating_add(2),
        _ => size,
    };
    let end = start.saturating_add(size);
    Written {
        handler,
        origin: Origin { source: SourceId(source), span: Span { start, end } },
        place,
        len,
        pattern: has(PATTERN).then_some(pattern),
        at,
    }
}

impl Written {
    /// What the rule says; `table` is that of the texts, `blobs` that of the
    /// patterns.
    pub(super) fn text<'a>(
        &self,
        table: Reader<'a>,
        blobs: Reader<'a>,
    ) -> Cow<'a, str> {
        let len = self.len as usize;
        let Some(pattern) = self.pattern else {
            let text = table.bytes(self.at, len);
            return std::str::from_utf8(text).unwrap_or("").into();
        };
        let made = table.0.get(self.at..).unwrap_or(&[]);
        let pattern = blobs.0.get(pattern as usize..).unwrap_or(&[]);
        let text = wording::decode(made, len, pattern);
        String::from_utf8(text).unwrap_or_default().into()
    }
}

/// Appends a number, seven bits a byte, the lowest first; the eighth bit
/// says that there is more.
fn push(mut n: u32, out: &mut Vec<u8>) {
    while n > 0x7F {
        out.push(n as u8 | 0x80);
        n >>= 7;
    }
    out.push(n as u8);
}

/// The number at a place, and what is behind it.
fn pull(table: Reader<'_>, at: usize) -> (u32, usize) {
    let mut n = 0u32;
    for i in 0..5 {
        let byte = table.u8(at.saturating_add(i));
        n |= u32::from(byte & 0x7F) << (7 * i as u32);
        if byte & 0x80 == 0 {
            return (n, at.saturating_add(i + 1));
        }
    }
    (n, at.saturating_add(5))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_back() {
        let mut numbers: Vec<u32> = vec![0, u32::MAX];
        for bit in 0..32 {
            numbers.extend([1 << bit, (1 << bit) - 1, u32::MAX >> bit]);
        }
        for n in numbers {
            let mut out = vec![7];
            push(n, &mut out);
            assert_eq!(pull(Reader(&out), 1), (n, out.len()));
        }
    }

    #[test]
    fn any_bytes_are_something() {
        for byte in [0, 0x7F, 0x80, 0xFF] {
            for len in 0..20 {
                let bytes = vec![byte; len];
                for at in [0, 3, u32::MAX] {
                    let table = Reader(&bytes);
                    let text = decode(table, at).text(table, table);
                    assert!(text.len() <= len * 256);
                }
            }
        }
    }
}
