//! How words are written in a view.

use crate::shell::scene::Scene;
use crate::shell::split::{Word, WordBytes};
use crate::shell::words::Words;
use crate::shell::{Effects, Reason};
use crate::source::Span;

/// Words longer than this are cut where the views outgrow the line.
const LONG: usize = 1024;

/// How words are written in a view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Style {
    /// Without quotes where that changes nothing, else as they stand: a
    /// word with a blank must not look like two.
    Canonical,
    /// As they stand.
    AsWritten,
    /// Without quotes.
    Cooked,
}

impl Scene<'_> {
    /// Adds a word that is not written as it stands, or is long.
    pub(super) fn write_word(&mut self, word: Word, style: Style) {
        let (text, line) = (self.text, self.line);
        let cooked = word.cooked.of(&line.text);
        let plain = self.is_plain_in(word, style);
        let written = if plain { cooked } else { word.span.of(text) };
        let written = self.bounded(written, word.span);
        self.out.text.push_str(written);
    }

    /// Whether a view has this word without quotes.
    pub(super) fn is_plain_in(&self, word: Word, style: Style) -> bool {
        match style {
            Style::Cooked => true,
            Style::AsWritten => false,
            Style::Canonical => {
                word.flags.literal() && simple(word, self.cooked(word))
            }
        }
    }

    /// A text of a word as it is written in a view: its start where the
    /// views have outgrown the line, which is then in doubt. Substitutions
    /// nested in each other would be written again and again.
    pub(crate) fn bounded<'t>(
        &mut self,
        text: &'t str,
        span: Span,
    ) -> &'t str {
        if !self.is_cut(text.len()) {
            return text;
        }
        self.doubt(Reason::Depth, span, Effects::ALL);
        let kept = self.long() / 4;
        let end = text.char_indices().nth(kept);
        text.get(..end.map_or(text.len(), |(at, _)| at)).unwrap_or("")
    }

    /// Whether a word of so many bytes is cut and left in doubt, because the
    /// views have outgrown the line.
    pub(super) fn is_cut(&self, len: usize) -> bool {
        let room = match self.deep {
            true => 8 * (LONG + self.outermost.len()),
            false => self.room(80),
        };
        len > self.long() && self.out.text.len() > room
    }

    /// How long a word is at least that may be cut: less in a line that is
    /// in doubt as a whole, because it is nested too deeply.
    pub(crate) fn long(&self) -> usize {
        if self.deep { LONG / 8 } else { LONG }
    }

    /// Whether the words without quotes are another text than the plain
    /// view; not asked of a word that is cut in both.
    pub(super) fn cooked_differs(&self, words: Words) -> bool {
        self.own.bytes.any(WordBytes::CHANGED)
            && words.iter().any(|index| {
                self.word(index).is_some_and(|word| self.differs(word))
            })
    }

    pub(super) fn differs(&self, word: Word) -> bool {
        let cooked = self.cooked(word);
        let changed = word.bytes.any(WordBytes::CHANGED);
        if !changed || self.is_cut(cooked.len()) {
            return false;
        }
        let literal = word.flags.literal();
        if self.profile.strict && literal && simple(word, cooked) {
            return false;
        }
        word.span.of(self.text) != cooked
    }
}

/// Whether a literal word, which is `text`, can be written without quotes
/// and stay one word.
fn simple(word: Word, text: &str) -> bool {
    let odd = |c: char| c.is_whitespace() || c.is_control();
    !text.is_empty()
        && !word.bytes.any(WordBytes::SPECIAL)
        && (!word.bytes.any(WordBytes::WIDE) || !text.contains(odd))
}
