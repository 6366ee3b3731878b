//! What is left when the structure of a text is lost: its bare tokens.
//!
//! A shell would refuse most such texts, so nothing of them runs. But our
//! reading may be what is wrong, and a guard must not miss a command then:
//! every run of words between separators becomes a simple command, quotes
//! or not.

use super::{Line, Simple, Word, WordBytes, WordFlags};
use crate::source::Span;

/// Adds a simple command for each run of words in `text` that does not start
/// where one of the first `known` does.
pub(super) fn tokens(text: &str, known: usize, out: &mut Line) {
    let bytes = text.as_bytes();
    let mut next_known = 0;
    let mut at = 0;
    while at < bytes.len() {
        let rest = bytes.get(at..).unwrap_or(b"");
        let len = rest.iter().position(|&b| separator(b));
        let end = at + len.unwrap_or(rest.len());
        let start = first_word(bytes, at, end);
        // Those known from the line itself stand in the order of their
        // starts.
        while next_known < known
            && out
                .simples
                .get(next_known)
                .is_some_and(|s| (s.span.start as usize) < start)
        {
            next_known += 1;
        }
        let simple =
            out.simples.get(next_known).filter(|_| known > next_known);
        if simple.is_none_or(|s| s.span.start as usize != start) {
            command(text, start, end, out);
        }
        at = end + 1;
    }
}

fn separator(b: u8) -> bool {
    matches!(b, b';' | b'&' | b'|' | b'\n' | b'(' | b')' | b'{' | b'}' | b'`')
}

fn between(b: u8) -> bool {
    matches!(b, b' ' | b'\t' | b'<' | b'>')
}

fn quote(b: u8) -> bool {
    matches!(b, b'\'' | b'"' | b'\\')
}

/// Where the first word starts that is no keyword.
fn first_word(bytes: &[u8], mut at: usize, end: usize) -> usize {
    const KEYWORDS: [&[u8]; 9] = [
        b"!", b"do", b"elif", b"else", b"if", b"then", b"time", b"until",
        b"while",
    ];
    loop {
        let run = bytes.get(at..end).unwrap_or(b"");
        let skip = run.iter().position(|&b| !between(b));
        at += skip.unwrap_or(run.len());
        let run = bytes.get(at..end).unwrap_or(b"");
        let len = run.iter().position(|&b| between(b));
        let word = run.get(..len.unwrap_or(run.len())).unwrap_or(b"");
        if word.is_empty() || !KEYWORDS.contains(&word) {
            return at;
        }
        at += word.len();
    }
}

/// Adds the words from `start` to `end` as a simple command.
fn command(text: &str, start: usize, end: usize, out: &mut Line) {
    let bytes = text.as_bytes();
    let first = out.words.len();
    let mut at = start;
    while at < end {
        let run = bytes.get(at..end).unwrap_or(b"");
        let len = run.iter().position(|&b| between(b));
        let stop = at + len.unwrap_or(run.len());
        if stop > at {
            word(text, at, stop, out);
        }
        at = stop + 1;
    }
    if out.words.len() == first {
        return;
    }
    let words = Span::new(first, out.words.len());
    let added = out.words.get(first..).unwrap_or(&[]);
    let flags = added.iter().fold(0, |flags, word| flags | word.flags.0);
    let redirects = Span::new(out.redirects.len(), out.redirects.len());
    out.simples.push(Simple {
        span: Span::new(start, end),
        words: (words.start, words.end),
        redirects: (redirects.start, redirects.end),
        flags: WordFlags(flags),
        bytes: WordBytes::ANY,
        ..Simple::EMPTY
    });
}

/// Adds a word without the quotes in it; nothing if there is only quotes.
fn word(text: &str, start: usize, end: usize, out: &mut Line) {
    let cooked = out.text.len();
    let raw = text.get(start..end).unwrap_or("");
    for piece in raw.split(|c: char| c.is_ascii() && quote(c as u8)) {
        out.text.push_str(piece);
    }
    if out.text.len() == cooked {
        return;
    }
    let cooked = Span::new(cooked, out.text.len());
    let flags = if cooked.len() < raw.len() { WordFlags::QUOTED } else { 0 };
    let span = Span::new(start, end);
    let mut bytes = WordBytes::of(cooked.of(&out.text));
    bytes.0 |= WordBytes::CHANGED;
    out.words.push(Word { span, cooked, flags: WordFlags(flags), bytes });
}
