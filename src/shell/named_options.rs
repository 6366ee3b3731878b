//! Options that guards name right behind a program: they are looked for
//! wherever they stand. `sed -n -i x` may be what a guard on `sed -i` means;
//! whether it is, only the program knows, so that asks.

use super::analyze::{Level, Scene};
use super::options::WHOLE;
use super::words::Words;
use super::{Effects, Reason};
use crate::source::Span;

/// How many bits there are for each option, and at most.
const BITS: usize = 16;
const MOST: usize = 1 << 16;

/// The hash of nothing.
const SEED: u64 = 0xCBF2_9CE4_8422_2325;

/// Options, each of a program, as a small filter. Says of few others that
/// they are among them, and of none of them that it is not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NamedOptions<'a> {
    /// As many bytes as a power of two.
    bits: &'a [u8],
}

impl<'a> NamedOptions<'a> {
    /// What [`NamedOptions::write`] wrote; `None` for bytes of another form.
    pub fn read(bits: &'a [u8]) -> Option<NamedOptions<'a>> {
        bits.len().is_power_of_two().then_some(NamedOptions { bits })
    }

    /// The filter of the options that patterns name, if they start with a
    /// program and an option. Linear in the patterns.
    pub fn write<'p>(patterns: impl Iterator<Item = &'p str>) -> Vec<u8> {
        let found = patterns.filter_map(|pattern| {
            let mut words = pattern.split_ascii_whitespace();
            let (program, option) = (words.next()?, words.next()?);
            let option = option.strip_prefix('-')?;
            let program = hash(SEED, program);
            Some([named(program, ""), named(program, option)])
        });
        let found: Vec<u64> = found.flatten().collect();
        let bits = (found.len() * BITS).next_power_of_two();
        let mut out = vec![0; bits.clamp(64, MOST) / 8];
        for hash in found {
            let (at, bit) = place(hash, out.len());
            if let Some(byte) = out.get_mut(at) {
                *byte |= bit;
            }
        }
        out
    }

    /// Whether a guard may name an option, here without its first dash, of
    /// the program with a hash; without a name, any.
    fn has(&self, program: u64, option: &str) -> bool {
        let (at, bit) = place(named(program, option), self.bits.len());
        self.bits.get(at).is_some_and(|byte| byte & bit != 0)
    }
}

/// The byte and the bit of an option among so many bytes.
fn place(hash: u64, bytes: usize) -> (usize, u8) {
    let at = (hash >> 8) as usize & bytes.wrapping_sub(1);
    (at, 1 << (hash & 7))
}

/// The hash of an option of the program with a hash, which is looked at once
/// for all its words. What stands behind an `=` does not count.
fn named(program: u64, option: &str) -> u64 {
    let end = option.bytes().position(|byte| byte == b'=');
    let option = option.get(..end.unwrap_or(option.len())).unwrap_or("");
    let hash = hash(add(program, 0xFF), option);
    hash ^ hash >> 32
}

/// What a text makes of the hash before it. Letter case does not count.
fn hash(before: u64, text: &str) -> u64 {
    text.bytes().fold(before, add)
}

fn add(hash: u64, byte: u8) -> u64 {
    let byte = byte.to_ascii_lowercase();
    (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3)
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
        if self.may_be_options(looked, open, true) {
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
    fn is_named(&self, program: u64, option: &str) -> bool {
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
    pub(super) fn open_option(&mut self, head: &str) {
        let start = self.out.text.len();
        self.out.text.push_str(head);
        self.out.text.push_str(" -");
        self.push_view(start, Effects::OPEN);
    }
}

/// The letters of options that stand in one word, each once, with the places
/// where they first stand.
fn letters(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let short = text.starts_with('-') && !text.starts_with("--");
    let text = if short { text } else { "" };
    let places = text.char_indices().skip(1);
    let places = places.take_while(|(_, c)| c.is_ascii_alphanumeric());
    let mut seen = 0_u128;
    let places = places.filter(move |&(_, c)| {
        let bit = 1 << (u32::from(c) & 127);
        let first = seen & bit == 0;
        seen |= bit;
        first
    });
    places.filter_map(|(at, _)| Some((at, text.get(at..=at)?)))
}
