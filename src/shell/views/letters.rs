//! Options behind a program or a subcommand that a guard names in other
//! words: their letters in another order (`git clean -df`), or cut short
//! (`git reset --har`).

use super::options::Around;
use super::subcommands::Head;
use crate::shell::data::synonyms::SHORT;
use crate::shell::guards::named::{Behind, Letters, Which};
use crate::shell::scene::Scene;
use crate::shell::words::Words;
use crate::shell::{Effects, Reason};

impl Scene<'_> {
    /// Views of a command in which its options are written as guards may
    /// write them. Whether letters are options, or the value of one, only
    /// the program knows, so that such views ask.
    pub(super) fn other_letters(
        &mut self,
        around: Around<'_>,
        head: Head,
        words: Words,
        behind: Behind,
    ) {
        let named = self.places.options;
        let dashes = words.iter().find(|&at| self.is_at(at, "--"));
        let before = Words { end: dashes.unwrap_or(words.end), ..words };
        let mut letters = Letters::default();
        let mut open = false;
        for at in before.iter() {
            let text = self.text_at(at);
            if text.starts_with("--") {
                open |= named.is_none_or(|named| named.has_long(behind, text));
                let short = SHORT.iter().find(|(long, _)| *long == text);
                if let Some((_, short)) =
                    short.filter(|_| around.name == "git")
                {
                    letters.add(short);
                }
            } else {
                letters.add(text);
            }
        }
        let first = self.out.views.len();
        if let Some(named) = named {
            named.letters(behind, letters, |some, which| match which {
                Which::All if self.is_alone(before, some) => {}
                Which::All => self.ordered(around, head, words, some),
                Which::Others => open = true,
            });
        } else {
            open |= letters.any();
        }
        let span = self.span_of(words);
        self.unsure(first, span, Reason::OptionPlace);
        if open {
            let start = self.out.text.len();
            self.head(around.name, head);
            self.out.text.push_str(" -");
            self.push_view(start, Effects::OPEN);
            let span = self.span_of(words);
            self.doubt(Reason::OptionPlace, span, Effects::OPEN);
        }
    }

    /// Whether this is one letter, and a word of its own: as it stands it is
    /// looked for wherever that is.
    fn is_alone(&self, words: Words, some: Letters) -> bool {
        words.iter().any(|at| {
            let text = self.text_at(at);
            text.len() == 2 && Letters::of(text) == some
        })
    }

    /// Views with options of these letters, in every order: in one word, and
    /// each in one of its own.
    fn ordered(
        &mut self,
        around: Around<'_>,
        head: Head,
        words: Words,
        some: Letters,
    ) {
        for order in some.orders() {
            let letters = order.iter().flatten();
            let count = letters.clone().count();
            for together in [false, true] {
                if together && count < 2 {
                    continue;
                }
                let start = self.out.text.len();
                self.head(around.name, head);
                for (n, letter) in letters.clone().enumerate() {
                    if n == 0 || !together {
                        self.out.text.push_str(" -");
                    }
                    self.out.text.push(*letter);
                }
                self.lettered(around, words, start);
            }
            let same = |&&(_, short): &&(&str, &str)| {
                count == 1 && short.chars().nth(1) == order[0]
            };
            if around.name == "git"
                && let Some((long, _)) = SHORT.iter().find(same)
            {
                let start = self.out.text.len();
                self.head(around.name, head);
                self.out.text.push(' ');
                self.out.text.push_str(long);
                self.lettered(around, words, start);
            }
        }
    }

    /// A view that goes on with the words that are no short options.
    fn lettered(&mut self, around: Around<'_>, words: Words, start: usize) {
        if start > self.room(64) {
            self.out.text.truncate(start);
            return self.open_option(around.name);
        }
        for at in words.iter() {
            let text = self.text_at(at);
            let short = self.is_option(at) && !text.starts_with("--");
            if !short {
                self.cooked_words(at..at + 1);
            }
        }
        self.push_view(start, around.guard);
    }
}
