//! A line that is one command of plain words, read at once. Most lines are:
//! the lexer, which knows the rest of the language, gives the same for them
//! (`tests::plain_words_are_words` holds the two together).

use super::bytes::{blank, plain};
use super::compound::is_keyword;
use super::{Line, Simple, Word, WordBytes, WordFlags};
use crate::source::Span;

/// Reads `text` into `out`, which is empty but for marks, if it is nothing
/// but plain words between blanks; otherwise leaves `out` as it was.
pub(super) fn line(text: &str, zsh: bool, out: &mut Line) -> bool {
    // Characters that deserve a mark, and what only another reader of words
    // can tell from an operator or a comment.
    const OTHER: u16 = WordBytes::SPECIAL | WordBytes::WIDE;
    #[cfg(test)]
    if out.scratch.word_by_word {
        return false;
    }
    let mut rest = text.as_bytes();
    let mut seen = WordBytes::default();
    let (mut even, mut longest) = (true, 0);
    let mut at = 0;
    loop {
        let one = rest.first() == Some(&b' ');
        let blanks = rest.iter().take_while(|&&b| blank(b)).count();
        at += blanks;
        rest = rest.get(blanks..).unwrap_or(b"");
        if rest.is_empty() {
            break;
        }
        let (len, bytes) = plain(rest);
        let (word, behind) = rest.split_at(len);
        let first = out.words.is_empty();
        if len == 0
            || bytes.any(OTHER)
            || behind.first().is_some_and(|&b| !blank(b))
            || (first && (bytes.any(WordBytes::EQUALS) || is_keyword(word)))
            || (zsh && word.first() == Some(&b'='))
        {
            out.words.clear();
            return false;
        }
        let span = Span::new(at, at + len);
        let flags = WordFlags::default();
        out.words.push(Word { span, cooked: span, flags, bytes });
        seen = seen.and(bytes);
        even &= first || (one && blanks == 1);
        longest = span.len().max(longest);
        at += len;
        rest = behind;
    }
    let (Some(first), Some(last)) = (out.words.first(), out.words.last())
    else {
        return false;
    };
    let span = first.span.to(last.span);
    let words = Span::new(0, out.words.len());
    let words = (words.start, words.end);
    let longest = u32::try_from(longest).unwrap_or(u32::MAX);
    out.simples.push(Simple {
        span,
        words,
        bytes: seen,
        even,
        longest,
        ..Simple::EMPTY
    });
    out.text.push_str(text);
    true
}
