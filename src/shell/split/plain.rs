//! Plain words, read at once: most lines are nothing else. Each is what
//! [`Lexer::begin_word`], [`Lexer::bare`] and [`Lexer::finish_word`] come to
//! for it; `tests::plain_words_are_words` holds the two together.

use super::bytes::plain;
use super::compound::is_keyword;
use super::lexer::Lexer;
use super::state::{Kind, Role};
use super::{Line, Simple, Word, WordBytes, WordFlags};
use crate::source::Span;

/// What the next word may be for a plain word to be nothing but a word of
/// the command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Next {
    /// Where a command starts: no keyword, no assignment.
    Command,
    /// Behind assignments: no assignment.
    NoAssignment,
    /// Anything.
    Any,
    /// No plain word is.
    None,
}

impl Next {
    fn takes(self, word: &[u8], bytes: WordBytes) -> bool {
        match self {
            Next::Any => true,
            Next::None => false,
            _ if bytes.any(WordBytes::EQUALS) => false,
            Next::NoAssignment => true,
            Next::Command => !is_keyword(word),
        }
    }
}

/// Words that were read at once.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Run {
    /// How many.
    count: u32,
    /// Where the first one starts.
    start: usize,
    /// Where the last one ends.
    end: usize,
    /// What stands in them.
    bytes: WordBytes,
    /// Whether they are one blank apart.
    even: bool,
    /// The bytes of the longest one.
    longest: usize,
    /// Where the text goes on, behind blanks.
    at: usize,
    /// How many plain bytes a word there starts with that is more than
    /// these.
    open: usize,
}

/// Reads words of `bytes` from `at` up to the first that is more than plain
/// bytes; `base` is where the bytes start in [`Line::text`].
fn words(
    bytes: &[u8],
    at: usize,
    base: usize,
    zsh: bool,
    mut next: Next,
    out: &mut Vec<Word>,
) -> Run {
    let mut seen = WordBytes::default();
    let (mut count, mut first, mut end) = (0, at, at);
    let (mut even, mut longest) = (true, 0);
    let mut at = at;
    let mut rest = bytes.get(at..).unwrap_or(b"");
    let open = loop {
        let mut before = 0;
        while let Some((&blank @ (b' ' | b'\t'), behind)) = rest.split_first()
        {
            (rest, before) = (behind, blank);
            at += 1;
        }
        let (len, bytes) = plain(rest);
        let Some((word, behind)) = rest.split_at_checked(len) else { break 0 };
        match word.first() {
            None | Some(b'#') => break 0,
            Some(b'=') if zsh => break 0,
            Some(_) => {}
        }
        let ends = behind.first().is_none_or(|&b| ends_word(b));
        if !ends || !next.takes(word, bytes) {
            break len;
        }
        next = Next::Any;
        if count == 0 {
            first = at;
        } else {
            even &= at == end + 1 && before == b' ';
        }
        longest = len.max(longest);
        count += 1;
        end = at + len;
        seen = seen.and(bytes);
        let span = Span::new(at, end);
        let cooked = match base {
            0 => span,
            _ => Span::new(base + at, base + end),
        };
        let flags = WordFlags::default();
        out.push(Word { span, cooked, flags, bytes });
        (at, rest) = (end, behind);
    };
    let (start, bytes) = (first, seen);
    Run { count, start, end, bytes, even, longest, at, open }
}

/// Whether a bare word of plain bytes ends before this byte, and nothing but
/// a blank, a separator or a closing bracket follows.
fn ends_word(b: u8) -> bool {
    matches!(b, b' ' | b'\t' | b'\n' | b';' | b'&' | b'|' | b')')
}

/// The words that `text` starts with, for the lexer to go on behind them.
pub(super) fn start(text: &str, zsh: bool, out: &mut Line) -> Run {
    let words = &mut out.scratch.words;
    words.clear();
    #[cfg(test)]
    if out.scratch.word_by_word {
        return Run::default();
    }
    let bytes = text.as_bytes();
    self::words(bytes, 0, 0, zsh, Next::Command, words)
}

/// Writes the words that `text` starts with as its only command, if it is
/// nothing else. Whether it is.
pub(super) fn whole(text: &str, run: Run, out: &mut Line) -> bool {
    // Some characters deserve a mark.
    const MARKED: u16 = WordBytes::SPECIAL | WordBytes::WIDE;
    if run.count == 0 || run.at < text.len() || run.bytes.any(MARKED) {
        return false;
    }
    out.text.push_str(text);
    out.words.append(&mut out.scratch.words);
    let words = Span::new(0, out.words.len());
    let span = Span::new(run.start, run.end);
    let words = (words.start, words.end);
    let Run { bytes, even, .. } = run;
    let longest = u32::try_from(run.longest).unwrap_or(u32::MAX);
    let simple = Simple { span, words, bytes, even, longest, ..Simple::EMPTY };
    out.simples.push(simple);
    true
}

impl Lexer<'_, '_> {
    /// Reads words up to the first that is more than plain bytes; none where
    /// a word could be more than a part of a command. Whether anything was
    /// read.
    pub(super) fn plain_words(&mut self) -> bool {
        #[cfg(test)]
        if self.s.word_by_word {
            return false;
        }
        let open = &self.c.open;
        if open.test || open.role != Role::Argument || self.discards() {
            return false;
        }
        let next = if open.started {
            match open.assignments < open.count {
                true => Next::Any,
                false => Next::NoAssignment,
            }
        } else if open.after || self.kind == Kind::ForBody {
            Next::None
        } else {
            Next::Command
        };
        let bytes = self.bytes.get(..self.c.end).unwrap_or(b"");
        let known = self.s.words.len();
        let out = &mut self.s.words;
        let run = words(bytes, self.at, self.base, self.zsh, next, out);
        if let Some(place) = self.place {
            for word in self.s.words.get_mut(known..).into_iter().flatten() {
                word.span = place;
                word.bytes.0 |= WordBytes::CHANGED;
            }
        }
        self.go_on(run)
    }

    /// Goes on behind words that were read at once. Whether there were any.
    pub(super) fn go_on(&mut self, run: Run) -> bool {
        self.at = run.at;
        if run.count > 0 {
            self.s.steps += run.count as usize;
            self.owner_of(run.start);
            let open = &mut self.c.open;
            open.count += run.count;
            open.end = run.end;
            open.needed = false;
        }
        if run.open > 0 {
            self.begin_word();
            self.at += run.open;
            self.c.pen.run = (run.at, self.at);
        }
        run.count > 0 || run.open > 0
    }
}
