//! Sources and places in them.
//!
//! A [`Source`] is one file or text that a person wrote; a [`Span`] is a
//! range of its bytes. Everything the library reads keeps its span, so every
//! answer can name the place it came from.

mod by_hash;
mod decoded;
mod spare;

pub(crate) use by_hash::{by_bucket, sort_by_hash};
pub use decoded::Decoded;
pub(crate) use spare::{Spare, Text};

use std::sync::Arc;

/// A half-open range of bytes in a text.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord,
)]
pub struct Span {
    /// The first byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// The span from `start` to `end`. What is read is held to far less than
    /// 4 GiB before places in it are made ([`crate::json::Limits`] and its
    /// like), so that a clamped place is never shown. One that ends before it
    /// starts is a mistake, which debug builds stop at.
    #[inline]
    pub fn new(start: usize, end: usize) -> Span {
        debug_assert!(start <= end, "a span from {start} to {end}");
        let clamp = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        Span { start: clamp(start), end: clamp(end.max(start)) }
    }

    /// The number of bytes.
    pub fn len(self) -> usize {
        (self.end - self.start) as usize
    }

    /// Whether the span holds no byte.
    pub fn is_empty(self) -> bool {
        self.start == self.end
    }

    /// The span as a range of `usize`.
    #[inline]
    pub fn range(self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }

    /// The bytes of `text` under this span; empty where it does not fit.
    #[inline]
    pub fn of(self, text: &str) -> &str {
        text.get(self.range()).unwrap_or("")
    }

    /// This span moved `by` bytes to the right.
    pub fn shifted(self, by: usize) -> Span {
        Span::new(self.start as usize + by, self.end as usize + by)
    }

    /// The smallest span that covers both.
    pub fn to(self, other: Span) -> Span {
        Span {
            start: self.start.min(other.start),
            end: self.end.max(other.end),
        }
    }
}

/// A value and the place it was read from.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Spanned<T> {
    /// What was read.
    pub value: T,
    /// Where it stands.
    pub span: Span,
}

/// Names one of the sources of a policy, in the order they were given.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord,
)]
pub struct SourceId(pub u32);

/// One text that was read, with the name a person knows it by.
#[derive(Clone, Debug)]
pub struct Source {
    name: Arc<str>,
    text: Arc<str>,
    lines: LineIndex,
    before: u32,
}

impl Source {
    /// A source called `name` (usually a path as the person wrote it).
    pub fn new(name: impl Into<Arc<str>>, text: impl Into<Arc<str>>) -> Self {
        let text = text.into();
        let lines = LineIndex::new(&text);
        Source { name: name.into(), text, lines, before: 0 }
    }

    /// The same, where so many bytes of the file stand before this text: a
    /// part of a large file need not be held with all that is above it.
    #[must_use]
    pub fn behind(mut self, before: usize) -> Source {
        self.before = u32::try_from(before).unwrap_or(u32::MAX);
        self
    }

    /// A span of this text as one of the whole file.
    pub(crate) fn in_file(&self, span: Span) -> Span {
        span.shifted(self.before as usize)
    }

    /// The name given at the start.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The whole text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The line and column of a byte, both from 1; columns count characters.
    pub fn line_column(&self, offset: u32) -> (u32, u32) {
        self.lines.line_column(&self.text, offset)
    }

    /// The line that holds a byte, without the `\n` at its end; past the end of
    /// the text, the last line. Logarithmic in the number of lines, however
    /// long they are.
    pub fn line(&self, offset: u32) -> Span {
        self.lines.line(&self.text, offset)
    }

    /// `name:line:column` of the start of `span`.
    pub fn place(&self, span: Span) -> String {
        let (line, column) = self.line_column(span.start);
        format!("{}:{line}:{column}", self.name)
    }
}

/// Where lines start and how many characters stand before some places, so
/// that the column of a byte costs the same however long its line is.
#[derive(Clone, Debug)]
pub struct LineIndex {
    starts: Arc<[u32]>,
    /// The characters before every [`STEP`]th byte.
    characters: Arc<[u32]>,
}

/// The bytes between two counts of characters.
const STEP: usize = 128;

impl LineIndex {
    /// Indexes `text`; linear in its length.
    pub fn new(text: &str) -> LineIndex {
        let after = memchr::memchr_iter(b'\n', text.as_bytes())
            .filter_map(|at| u32::try_from(at + 1).ok());
        let starts = std::iter::once(0).chain(after).collect();
        let mut before = 0;
        let counts = text.as_bytes().chunks(STEP).map(|chunk| {
            before += characters(chunk);
            before
        });
        let characters = std::iter::once(0).chain(counts).collect();
        LineIndex { starts, characters }
    }

    /// The line and column of a byte, both from 1; columns count characters.
    /// An offset past the end or inside a character gives the nearest place
    /// before it.
    pub fn line_column(&self, text: &str, offset: u32) -> (u32, u32) {
        let line = self.starts.partition_point(|&start| start <= offset);
        let start = self.starts.get(line.wrapping_sub(1)).copied();
        let start = self.before(text, start.unwrap_or(0) as usize);
        let mut end = (offset as usize).min(text.len());
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        let column = self.before(text, end).saturating_sub(start) + 1;
        (line as u32, column)
    }

    /// The line that holds a byte, without the `\n` at its end.
    fn line(&self, text: &str, offset: u32) -> Span {
        let next = self.starts.partition_point(|&start| start <= offset);
        let start = self.starts.get(next.wrapping_sub(1)).copied();
        let end = self.starts.get(next).map(|&next| next as usize - 1);
        Span::new(start.unwrap_or(0) as usize, end.unwrap_or(text.len()))
    }

    /// The characters that start before a byte.
    fn before(&self, text: &str, at: usize) -> u32 {
        let step = at / STEP;
        let counted = self.characters.get(step).copied().unwrap_or(0);
        let rest = text.as_bytes().get(step * STEP..at);
        counted + rest.map_or(0, characters)
    }
}

/// The characters that start among these bytes of a text.
fn characters(bytes: &[u8]) -> u32 {
    let starts = bytes.iter().filter(|&&byte| byte & 0xC0 != 0x80);
    u32::try_from(starts.count()).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_counted_in_characters() {
        let mut text = String::from("first\n");
        for at in 0..2000 {
            text.push(if at % 3 == 0 { 'ä' } else { '€' });
            text.push_str(if at % 700 == 699 { "\n" } else { "x" });
        }
        let source = Source::new("", text.as_str());
        for at in 0..=text.len() + 2 {
            let mut end = at.min(text.len());
            while !text.is_char_boundary(end) {
                end -= 1;
            }
            let before = text.get(..end).unwrap();
            let start = before.rfind('\n').map_or(0, |at| at + 1);
            let line = before.matches('\n').count() as u32 + 1;
            let column =
                before.get(start..).unwrap().chars().count() as u32 + 1;
            let found = source.line_column(at as u32);
            assert_eq!(found, (line, column), "{at}");
            let after = text.get(end..).unwrap().find('\n');
            let stop = after.map_or(text.len(), |length| end + length);
            let found = source.line(at as u32);
            assert_eq!(found, Span::new(start, stop), "{at}");
        }
    }
}
