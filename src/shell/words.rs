//! The words of a line, as those who look at a command read them.

use super::data::programs::Known;
use super::scene::Scene;
use crate::shell::split::{Line, Simple, Word, WordBytes, WordFlags};
use crate::source::Span;

/// How long what stands for a word may be; a longer one is as unknown as
/// others, and asks where a guard matches words in it.
pub(crate) const LONG: usize = 512;

/// A range of the words of a line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Words {
    pub(super) start: usize,
    pub(super) end: usize,
}

impl Words {
    /// Those of a command, without the variables that it sets.
    pub(super) fn of(simple: &Simple) -> Words {
        let (start, end) = simple.words;
        let start = start as usize + simple.assignments as usize;
        Words { start, end: end as usize }
    }

    /// Those of the words that stand at `start` or behind it.
    #[inline]
    pub(super) fn from(self, start: usize) -> Words {
        Words { start: start.max(self.start).min(self.end), end: self.end }
    }

    pub(super) fn len(self) -> usize {
        self.end.saturating_sub(self.start)
    }

    #[inline]
    pub(super) fn is_empty(self) -> bool {
        self.start >= self.end
    }

    #[inline]
    pub(super) fn iter(self) -> std::ops::Range<usize> {
        self.start..self.end
    }
}

/// The program that a command runs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Program<'a> {
    /// Its name: for the strict promise without its directory, and the usual
    /// one of a GNU program.
    pub(super) name: &'a str,
    /// What the tables say about it.
    pub(super) known: Known,
    /// Where the name as written stands in [`Line::text`].
    pub(super) base: Span,
    /// Whether the word that names it holds more than the name.
    pub(super) renamed: bool,
}

impl<'a> Program<'a> {
    /// The program called `name`, which stands at `base`.
    pub(super) fn of(name: &'a str, base: Span) -> Program<'a> {
        Program { name, known: Known::of(name), base, renamed: false }
    }
}

impl<'a> Scene<'a> {
    /// The word at an index of the line.
    #[inline]
    pub(super) fn word(&self, index: usize) -> Option<Word> {
        self.line.words.get(index).copied()
    }

    /// The text of a word without quotes.
    #[inline]
    pub(super) fn cooked(&self, word: Word) -> &str {
        word.cooked.of(&self.line.text)
    }

    /// The text of the word at an index without quotes; empty past the end.
    #[inline]
    pub(super) fn text_at(&self, index: usize) -> &str {
        self.word(index).map_or("", |word| self.cooked(word))
    }

    /// The program that the first of these words names, by its whole text or
    /// by the name alone.
    pub(super) fn program(&self, words: Words, whole: bool) -> Program<'a> {
        let line = self.line;
        let word = line.words.get(words.start);
        let cooked = word.map_or(Span::default(), |word| word.cooked);
        let written = cooked.of(&line.text);
        let bytes = word.map_or(WordBytes::ANY, |word| word.bytes);
        let (from, to) = match whole {
            true => (0, written.len()),
            false => base_within(written, bytes),
        };
        let start = cooked.start as usize;
        let base = Span::new(start + from, start + to);
        let name = base.of(&line.text);
        let renamed = base.len() < written.len();
        let (name, known) =
            if whole { (name, Known::of(name)) } else { Known::usually(name) };
        Program { name, known, base, renamed }
    }

    /// The first byte of the word at an index; 0 where there is none.
    #[inline]
    pub(super) fn first_byte(&self, index: usize) -> u8 {
        let word = self.line.words.get(index);
        let cooked = word.map_or(Span::default(), |word| word.cooked);
        let byte = self.line.text.as_bytes().get(cooked.start as usize);
        byte.copied().filter(|_| !cooked.is_empty()).unwrap_or(0)
    }

    /// Whether the word at an index is this text.
    #[inline]
    pub(super) fn is_at(&self, index: usize, text: &str) -> bool {
        let word = self.line.words.get(index);
        let cooked = word.map_or(Span::default(), |word| word.cooked);
        cooked.len() == text.len()
            && self.line.text.as_bytes().get(cooked.range())
                == Some(text.as_bytes())
    }

    /// Whether the word at an index is known text.
    #[inline]
    pub(super) fn literal_at(&self, index: usize) -> bool {
        self.word(index).is_some_and(|word| word.flags.literal())
    }

    /// Whether the word at an index may become something else.
    pub(super) fn dynamic_at(&self, index: usize) -> bool {
        const DYNAMIC: u16 = WordFlags::PARAMETER | WordFlags::SUBSTITUTION;
        self.word(index).is_some_and(|word| word.flags.any(DYNAMIC))
    }

    /// The bytes that some words cover; without any, the word before them.
    pub(super) fn span_of(&self, words: Words) -> Span {
        let first = self.word(words.start).map(|w| w.span);
        let last = self.word(words.end.wrapping_sub(1)).map(|w| w.span);
        match (first, last) {
            (Some(_), Some(last)) if words.is_empty() => last,
            (Some(first), Some(last)) => first.to(last),
            (Some(only), None) | (None, Some(only)) => only,
            (None, None) => Span::default(),
        }
    }
}

/// The text of the word at an index without quotes; empty past the end.
#[inline]
pub(super) fn cooked_at(line: &Line, index: usize) -> &str {
    line.words.get(index).map_or("", |w| w.cooked.of(&line.text))
}

/// The longest path that systems take, in bytes.
const LONGEST: usize = 4096;

/// Where the name of the program stands in the word that names it: behind
/// the last slash, before `.exe`, behind zsh's `=`.
fn base_range(name: &str) -> (usize, usize) {
    // No name is longer than a path may be; a long word may hold thousands
    // of substitutions, each of which is looked at as well.
    let near = name.len().saturating_sub(LONGEST);
    let end = name.as_bytes().get(near..).unwrap_or(&[]);
    let slash = match end.len() {
        ..64 => end.iter().rposition(|&b| b == b'/'),
        _ => memchr::memrchr(b'/', end),
    };
    // `C:\Git\bin\git.exe`
    let drive = name.get(1..3) == Some(":\\");
    let back = drive.then(|| end.iter().rposition(|&b| b == b'\\'));
    let slash = slash.max(back.flatten());
    let start = slash.map_or(0, |at| near + at + 1);
    let start = if start == name.len() { 0 } else { start };
    let equals = start == 0 && name.len() > 1 && name.starts_with('=');
    let start = if equals { 1 } else { start };
    let lower = |suffix: &str| {
        name.len() > start + suffix.len()
            && name
                .get(name.len() - suffix.len()..)
                .is_some_and(|end| end.eq_ignore_ascii_case(suffix))
    };
    let dot = name.as_bytes().iter().nth_back(3) == Some(&b'.');
    let mut endings = [".exe", ".com", ".cmd", ".bat"].iter();
    let cut = endings.find(|suffix| dot && lower(suffix));
    (start, name.len() - cut.map_or(0, |suffix| suffix.len()))
}

/// The same, where the bytes of the word are known.
pub(super) fn base_within(name: &str, bytes: WordBytes) -> (usize, usize) {
    // Without one of these the word is the name.
    const MORE: u16 = WordBytes::SLASH | WordBytes::DOT | WordBytes::EQUALS;
    match bytes.any(MORE) {
        true => base_range(name),
        false => (0, name.len()),
    }
}

/// The name of the program in the word that names it.
pub(super) fn base_name(name: &str) -> &str {
    let (start, end) = base_range(name);
    name.get(start..end).unwrap_or(name)
}

/// A word as it is written.
pub(crate) fn raw<'t>(line: &'t Line, text: &'t str, at: usize) -> &'t str {
    line.words.get(at).map_or("", |word| word.span.of(text))
}

/// Whether a cluster of short options ends with one that takes the next
/// word.
pub(crate) fn short_takes(text: &str, valued: &str) -> bool {
    let Some(letters) = text.strip_prefix('-') else { return false };
    if letters.starts_with('-') {
        return false;
    }
    let at = letters.find(|c| valued.contains(c));
    at.is_some_and(|at| {
        let mut rest = letters.get(at..).unwrap_or("").chars();
        rest.next().is_some() && rest.next().is_none()
    })
}

/// Whether a word is `NAME=value`.
pub(crate) fn is_assignment(text: &str) -> bool {
    let name = assigned_name(text);
    !name.is_empty()
        && !name.starts_with(|c: char| c.is_ascii_digit())
        && text.get(name.len()..).is_some_and(|rest| {
            rest.starts_with('=') || rest.starts_with("+=")
        })
}

/// Whether a shell reads a text as the words that stand in it, without
/// quotes where it has some: `ssh` hands them to another shell.
pub(crate) fn is_plain(text: &str) -> bool {
    if text.len() > LONG {
        return false;
    }
    let even = |quote| text.matches(quote).count() % 2 == 0;
    is_written_plain(text) && even('\'') && even('"')
}

/// The same of a text that is written in the line, quotes and all.
pub(super) fn is_written_plain(text: &str) -> bool {
    text.len() <= LONG
        && text.chars().all(|c| plain(c) || matches!(c, '\'' | '"'))
}

fn plain(c: char) -> bool {
    c.is_alphanumeric() || " \t._/-~:,=@+%$*?[]{}".contains(c)
}

/// The name an assignment sets: `a` of `a[0]+=1`.
pub(crate) fn assigned_name(text: &str) -> &str {
    let end = text
        .find(|c: char| !(c.is_alphanumeric() || c == '_'))
        .unwrap_or(text.len());
    text.get(..end).unwrap_or("")
}
