//! What a rule says and where it stands, as bytes of an image: read only
//! when somebody is told about the rule, so it lies apart from what matching
//! reads, and is as small as its numbers. A rule and what was made of it for
//! the case of doubt share one.

use super::image::Reader;
use crate::ir::{Effect, Origin, Rule};
use crate::source::{SourceId, Span};

/// A rule as a person finds it.
pub(super) struct Written<'a> {
    /// The position of its handler, for a rule that fires one.
    pub(super) handler: u32,
    pub(super) origin: Origin,
    /// Line and column, both from 1.
    pub(super) place: (u32, u32),
    pub(super) text: &'a str,
}

/// Appends seven numbers and the rule's text.
pub(super) fn encode(rule: &Rule, place: (u32, u32), out: &mut Vec<u8>) {
    let Origin { source, span } = rule.origin;
    let handler = match rule.effect {
        Effect::Fire(handler) => handler,
        _ => 0,
    };
    let text = rule.text.as_bytes();
    let len = u32::try_from(text.len()).unwrap_or(u32::MAX);
    let size = span.end.saturating_sub(span.start);
    for n in [handler, source.0, span.start, size, place.0, place.1, len] {
        push(n, out);
    }
    out.extend_from_slice(text);
}

/// What stands at a place of the table.
pub(super) fn decode(table: Reader<'_>, at: u32) -> Written<'_> {
    let mut at = at as usize;
    let mut next = || {
        let (n, behind) = pull(table, at);
        at = behind;
        n
    };
    let [handler, source, start, size] = [next(), next(), next(), next()];
    let place = (next(), next());
    let len = next() as usize;
    let end = start.saturating_add(size);
    Written {
        handler,
        origin: Origin { source: SourceId(source), span: Span { start, end } },
        place,
        text: std::str::from_utf8(table.bytes(at, len)).unwrap_or(""),
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
                    assert!(decode(Reader(&bytes), at).text.len() <= len);
                }
            }
        }
    }
}
