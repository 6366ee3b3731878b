//! Options that guards name right behind a program: they are looked for
//! wherever they stand. `sed -n -i x` may be what a guard on `sed -i` means;
//! whether it is, only the program knows, so that asks.

use super::analyze::{Level, Scene};
use super::options::WHOLE;
use super::words::Words;
use super::{Effects, Reason};
use crate::source::Span;

/// Options, each of a program, as a small filter. Says of few others that
/// they are among them, and of none of them that it is not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NamedOptions(pub [u64; 8]);

impl NamedOptions {
    /// Every option of every program.
    pub const ALL: NamedOptions = NamedOptions([!0; 8]);

    /// Adds the option that a pattern names, if it starts with a program and
    /// an option.
    pub fn add(&mut self, pattern: &str) {
        let mut words = pattern.split_ascii_whitespace();
        let (Some(program), Some(option)) = (words.next(), words.next())
        else {
            return;
        };
        let (letter, name) = match option.strip_prefix("--") {
            Some(long) => ("", long.split('=').next().unwrap_or("")),
            None => {
                let Some(short) = option.strip_prefix('-') else { return };
                (short.get(..1).unwrap_or(""), "")
            }
        };
        for key in [key(program, "", ""), key(program, letter, name)] {
            if let Some(word) = self.0.get_mut(key / 64) {
                *word |= 1 << (key % 64);
            }
        }
    }

    fn has(&self, key: usize) -> bool {
        self.0.get(key / 64).is_some_and(|word| word >> (key % 64) & 1 != 0)
    }
}

/// The bit of an option: a letter or a name, or neither for the program.
fn key(program: &str, letter: &str, name: &str) -> usize {
    let texts = [program, letter, name];
    let bytes = texts.iter().flat_map(|text| text.bytes().chain([0xFF]));
    let hash = bytes.fold(0xCBF2_9CE4_8422_2325_u64, |hash, byte| {
        let byte = byte.to_ascii_lowercase();
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3)
    });
    ((hash ^ hash >> 32) % 512) as usize
}

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
        let options = self.places.options;
        if !options.has(key(name, "", "")) || !level.guards() {
            return;
        }
        let words = level.words.from(level.words.start + 1);
        let looked = Words { end: end.max(words.start), ..words };
        let open = level.any_words() && end == words.end;
        if self.may_be_options(looked, open, true) {
            self.open_option(name);
        }
        let mut count = 0;
        for at in looked.iter() {
            let text = self.text_at(at);
            if text == "--" {
                break;
            }
            if !names_one(&options, name, text) {
                continue;
            }
            count += 1;
            if count > WHOLE || self.out.text.len() > self.room(64) {
                return self.open_option(name);
            }
            if at > words.start {
                self.turned(name, &[], words, at, at);
            }
            self.within_option(name, words, at);
        }
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
        for (place, letter) in letters(text) {
            let options = self.places.options;
            if text.len() == 2 || !options.has(key(name, letter, "")) {
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
    pub(super) fn open_option(&mut self, head: &str) {
        let start = self.out.text.len();
        self.out.text.push_str(head);
        self.out.text.push_str(" -");
        self.push_view(start, Effects::OPEN);
    }
}

/// Whether a word may hold an option that a guard names.
fn names_one(options: &NamedOptions, program: &str, text: &str) -> bool {
    if let Some(long) = text.strip_prefix("--") {
        let long = long.split('=').next().unwrap_or("");
        return options.has(key(program, "", long));
    }
    letters(text).any(|(_, letter)| options.has(key(program, letter, "")))
}

/// The letters of options that stand in one word, with their places.
fn letters(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let text = text.strip_prefix('-').map_or("", |_| text);
    let places = text.char_indices().skip(1).take(WHOLE);
    let places = places.take_while(|(_, c)| c.is_ascii_alphanumeric());
    places.filter_map(|(at, _)| Some((at, text.get(at..=at)?)))
}
