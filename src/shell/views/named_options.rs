//! Options that guards name right behind a program: they are looked for
//! wherever they stand. `sed -n -i x` may be what a guard on `sed -i` means;
//! whether it is, only the program knows, so that asks.

use super::options::WHOLE;
use crate::shell::guards::named::{SEED, hash, letters};
use crate::shell::scene::{Level, Scene};
use crate::shell::words::Words;
use crate::shell::{Effects, Reason};
use crate::source::Span;

impl Scene<'_> {
    /// Views of a command, up to the word `end`, in which an option that a
    /// guard names stands right behind the program.
    pub(super) fn named_options(
        &mut self,
        base: Span,
        level: Level,
        end: usize,
    ) {
        let line = self.line;
        let name = base.of(&line.text);
        // A program that is not known is in doubt for that.
        let known = self.literal_at(level.words.start);
        if !level.guards() || !known {
            return;
        }
        let program = hash(SEED, name);
        if !self.is_named(program, "") {
            return;
        }
        let words = level.words.from(level.words.start + 1);
        let looked = Words { end: end.max(words.start), ..words };
        let open = level.any_words() && end == words.end;
        let sent_to = name == "kill" && !open && self.only_sent_to(looked);
        if !sent_to && self.may_be_options(looked, open, true) {
            self.open_option(name);
        }
        let mut count = 0;
        for at in looked.iter() {
            let text = self.text_at(at);
            if text == "--" {
                break;
            }
            let option = text.strip_prefix('-').filter(|o| !o.is_empty());
            let whole = option.is_some_and(|o| self.is_named(program, o));
            let is_named = |(_, letter)| self.is_named(program, letter);
            // One letter is the whole option.
            let within = || text.len() > 2 && letters(text).any(is_named);
            if !whole && !within() {
                continue;
            }
            count += 1;
            if count > WHOLE || self.out.text.len() > self.room(64) {
                return self.open_option(name);
            }
            if whole && at > words.start {
                self.turned(name, &[], words, at, at);
            }
            self.within_option(name, words, at);
        }
    }

    /// Whether a guard may name an option; see [`NamedOptions::has`].
    pub(crate) fn is_named(&self, program: u64, option: &str) -> bool {
        let options = self.places.options;
        options.is_none_or(|options| options.has(program, option))
    }

    /// What is written in one word with an option: other options, or its
    /// value.
    fn within_option(&mut self, name: &str, words: Words, at: usize) {
        let line = self.line;
        let Some(word) = line.words.get(at) else { return };
        let text = word.cooked.of(&line.text);
        let behind = at + 1;
        if text.starts_with("--") {
            if let Some((option, value)) = text.split_once('=') {
                let parts = [" ", option, " ", value];
                self.turned(name, &parts, words, at, behind);
            }
            return;
        }
        let program = hash(SEED, name);
        for (place, letter) in letters(text) {
            if text.len() == 2 || !self.is_named(program, letter) {
                continue;
            }
            self.turned(name, &[" -", letter], words, at, behind);
            let value = text.get(place + 1..).unwrap_or("");
            if !value.is_empty() {
                let parts = [" -", letter, " ", value];
                self.turned(name, &parts, words, at, behind);
            }
        }
    }

    /// The program, the parts of an option, the words from `from` on, those
    /// before `at`.
    fn turned(
        &mut self,
        name: &str,
        option: &[&str],
        words: Words,
        at: usize,
        from: usize,
    ) {
        let start = self.out.text.len();
        self.out.text.push_str(name);
        option.iter().for_each(|part| self.out.text.push_str(part));
        self.cooked_words(from..words.end);
        self.cooked_words(words.start..at);
        self.push_view(start, Effects::TURNED);
        if let Some(word) = self.word(at) {
            let span = word.span;
            self.doubt(Reason::OptionPlace, span, Effects::OPEN);
        }
    }

    /// A view of a program and an option that is not known.
    pub(crate) fn open_option(&mut self, head: &str) {
        let start = self.out.text.len();
        self.out.text.push_str(head);
        self.out.text.push_str(" -");
        self.push_view(start, Effects::OPEN);
    }
}
