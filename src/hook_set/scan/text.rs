//! A text as a scan sees it: bytes with zeros behind them, cut into words;
//! and what is found in it.

use std::ops::Range;

use super::super::hash::{FOLD, hash_at};
use super::super::keys::EXTENSION;
use super::found::Found;

/// Memory of a scan.
#[derive(Clone, Debug, Default)]
pub(in super::super) struct Work {
    pub(super) text: Text,
    pub(in super::super) found: Found,
    /// How many atoms were found for this event.
    pub(in super::super) tested: usize,
}

/// A text, taken in.
#[derive(Clone, Debug, Default)]
pub(super) struct Text {
    /// The text with zeros behind it, and what is left of texts before.
    pub(super) bytes: Vec<u8>,
    /// Where it starts and ends among these bytes. All places are counted
    /// from the first byte, and words from the first word of all.
    pub(super) start: usize,
    pub(super) len: usize,
    pub(super) first_word: usize,
    /// Whether the words are segments of a path.
    pub(super) segments: bool,
    pub(super) words: Vec<Word>,
    /// The ends of path segments that start with a dot.
    pub(super) dots: Vec<Dot>,
}

/// The end that a text shares with the one before it, from the start of a
/// word on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shared {
    /// Where it starts in the text.
    start: usize,
    /// Where it starts among the bytes of the text before.
    before: usize,
}

/// An end of fewer bytes is not worth sharing; it is at least as long as
/// the longest end that is a key.
const SHARED: usize = 64;

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Word {
    pub(super) start: u32,
    pub(super) end: u32,
    pub(super) hash: u64,
}

/// The end of a path segment, from one of its dots on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Dot {
    pub(super) at: u32,
    /// The number of the segment.
    pub(super) word: u32,
    pub(super) hash: u64,
}

/// How a text falls into words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum Words {
    /// At blanks, from the left.
    Blanks,
    /// At slashes, from the left, capitals folded.
    Segments,
    /// At dots, from the right.
    Labels,
}

/// Zeros behind a text: as many as the longest read past its end.
const PADDING: [u8; 40] = [0; 40];

impl Work {
    /// Forgets what the last scan found.
    pub(in super::super) fn forget(&mut self) {
        self.text.words.clear();
        self.text.dots.clear();
        self.found.forget();
    }

    /// Takes a text in and cuts it into words.
    pub(in super::super) fn load(&mut self, text: &[u8], words: Words) {
        let own = &mut self.text;
        own.bytes.clear();
        own.bytes.extend_from_slice(text);
        own.bytes.extend_from_slice(&PADDING);
        (own.start, own.len, own.first_word) = (0, text.len(), 0);
        own.segments = words == Words::Segments;
        self.found.is_long(text.len());
        match words {
            Words::Blanks => own.split(b' '),
            Words::Segments => own.split_path(0),
            Words::Labels => {
                own.split(b'.');
                own.words.reverse();
            }
        }
    }

    /// To be called when all is found that counts whatever a text starts
    /// with, or a path ends with.
    pub(in super::super) fn keep(&mut self) {
        self.found.keep();
    }

    /// Takes in a short path that is like the one before it up to the place
    /// `from`, where a segment starts; says from which segment on it is to be
    /// looked at.
    pub(in super::super) fn load_behind(
        &mut self,
        text: &[u8],
        from: usize,
    ) -> usize {
        if !self.found.only_before(from) {
            self.forget();
            self.load(text, Words::Segments);
            return 0;
        }
        let own = &mut self.text;
        let is_new = |start: u32| start as usize >= from;
        while own.words.last().is_some_and(|word| is_new(word.start)) {
            own.words.pop();
        }
        while own.dots.last().is_some_and(|dot| is_new(dot.at)) {
            own.dots.pop();
        }
        let first = own.words.len();
        own.bytes.truncate(from);
        own.bytes.extend_from_slice(text.get(from..).unwrap_or(&[]));
        own.bytes.extend_from_slice(&PADDING);
        own.len = text.len();
        own.split_path(from);
        first
    }

    /// The end that a text shares with the one that was loaded last, where
    /// that is long and what was found in it is still known.
    pub(super) fn shared_end(&self, text: &[u8]) -> Option<Shared> {
        if !self.found.is_kept() || text.len() < SHARED {
            return None;
        }
        let before = self.text.own();
        let same = same_end(before, text);
        let (start, from) = (text.len() - same, before.len() - same);
        let at_word = |text: &[u8], at: usize| match at.checked_sub(1) {
            Some(last) => text.get(last) == Some(&b' '),
            None => true,
        };
        let skip = match at_word(text, start) && at_word(before, from) {
            true => 0,
            false => memchr::memchr(b' ', text.get(start..)?)? + 1,
        };
        let (start, before) = (start + skip, self.text.start + from + skip);
        let long = text.len() - start >= SHARED;
        long.then_some(Shared { start, before })
    }

    /// Takes in a text that ends like the one before it; gives the words
    /// that stand before that end. The end stays where it is, if there is
    /// room for them before it.
    pub(super) fn load_before(
        &mut self,
        text: &[u8],
        shared: Shared,
    ) -> Range<usize> {
        let Shared { start, before } = shared;
        let front = text.get(..start.saturating_sub(1)).unwrap_or(&[]);
        let count = match start {
            0 => 0,
            _ => memchr::memchr_iter(b' ', front).count() + 1,
        };
        let own = &mut self.text;
        let word = own.make_room(shared, count);
        self.found.only_behind(before, before.max(start));
        own.start = before.max(start) - start;
        own.first_word = word - count;
        let end = own.start + front.len();
        if let Some(bytes) = own.bytes.get_mut(own.start..end) {
            bytes.copy_from_slice(front);
        }
        if let Some(blank) = own.bytes.get_mut(end..own.start + start) {
            blank.fill(b' ');
        }
        let Text { bytes, words, start, first_word, .. } = own;
        let words = words.get_mut(*first_word..word).unwrap_or(&mut []);
        let mut words = words.iter_mut();
        cut(bytes, *start..end, b' ', |found| {
            if let Some(word) = words.next() {
                *word = found;
            }
        });
        *first_word..word
    }

    /// Where the text starts; places are counted from before that.
    #[inline]
    pub(in super::super) fn start(&self) -> usize {
        self.text.start
    }

    /// The number of the first word that starts at or behind `at`.
    pub(in super::super) fn word_from(&self, at: usize) -> usize {
        let words = self.text.words.iter();
        words.take_while(|word| (word.start as usize) < at).count()
    }
}

impl Text {
    fn split(&mut self, separator: u8) {
        let Text { bytes, words, len, .. } = self;
        cut(bytes, 0..*len, separator, |word| words.push(word));
    }

    /// Its bytes.
    pub(super) fn own(&self) -> &[u8] {
        self.bytes.get(self.start..self.len).unwrap_or(&[])
    }

    /// Moves the end that the next text shares so far that what comes before
    /// it in that text, `count` words, fits before it; gives the number of
    /// its first word.
    fn make_room(&mut self, shared: Shared, count: usize) -> usize {
        let Shared { start, before } = shared;
        let words = self.words.get(self.first_word..).unwrap_or(&[]);
        let is_before = |word: &Word| (word.start as usize) < before;
        let word = self.first_word + words.partition_point(is_before);
        let by = start.saturating_sub(before);
        if by > 0 {
            self.bytes.resize(self.bytes.len() + by, 0);
            self.bytes.copy_within(before..self.len, start);
            self.len += by;
            for word in self.words.iter_mut().skip(word) {
                word.start += by as u32;
                word.end += by as u32;
            }
        }
        let lacking = count.saturating_sub(word);
        self.words.splice(0..0, std::iter::repeat_n(Word::default(), lacking));
        word + lacking
    }

    /// Finds segments and dots from the start of a segment on.
    fn split_path(&mut self, from: usize) {
        let Text { bytes, words, dots, len, .. } = self;
        let bytes = bytes.as_slice();
        let mut open = dots.len();
        let mut word = |start: usize, end: usize, dots: &mut Vec<Dot>| {
            let hash = hash_at(bytes, start, end - start, FOLD);
            let number = words.len() as u32;
            let (from, to) = (start as u32, end as u32);
            words.push(Word { start: from, end: to, hash });
            // A name of very many dots is looked at only as far as the
            // longest extension goes, so that the cost stays linear.
            let own = dots.get_mut(open..).unwrap_or(&mut []);
            let own = own.iter_mut().rev();
            let near = |dot: &&mut Dot| end - dot.at as usize <= EXTENSION;
            for dot in own.take_while(near) {
                let at = dot.at as usize;
                dot.hash = hash_at(bytes, at, end - at, FOLD);
                dot.word = number;
            }
            open = dots.len();
        };
        // A dot is a slash without its lowest bit.
        let ones = u64::from_le_bytes([1; 8]);
        let slashes = u64::from_le_bytes([b'/'; 8]);
        let (mut start, mut at) = (from, from);
        let (chunks, _) = bytes.get(from..).unwrap_or(&[]).as_chunks::<8>();
        let count = (*len - from.min(*len)).div_ceil(8);
        for chunk in chunks.get(..count).unwrap_or(chunks) {
            let eight = u64::from_le_bytes(*chunk);
            let mut found = zero_bytes((eight | ones) ^ slashes);
            while found != 0 {
                let bit = found.trailing_zeros();
                let place = at + bit as usize / 8;
                if eight >> (bit & !7) & 1 != 0 {
                    word(start, place, dots);
                    start = place + 1;
                } else {
                    let (at, word) = (place as u32, u32::MAX);
                    dots.push(Dot { at, word, hash: 0 });
                }
                found &= found - 1;
            }
            at += 8;
        }
        word(start, *len, dots);
    }

    /// Where the word numbered `n` starts; one byte beyond the text where
    /// there is none.
    pub(super) fn start_of(&self, n: usize) -> usize {
        match self.words.get(n) {
            Some(word) => word.start as usize,
            None => self.len + 1,
        }
    }

    /// The hash of some of its bytes.
    #[inline]
    pub(super) fn hash(&self, start: usize, len: usize) -> u64 {
        let fold = if self.segments { FOLD } else { 0 };
        hash_at(&self.bytes, start, len, fold)
    }

    /// The words from the one numbered `first` on.
    #[inline]
    pub(super) fn words_from(&self, first: usize) -> &[Word] {
        self.words.get(first..).unwrap_or(&[])
    }
}

/// Gives the words of a part of some bytes; finds the separators eight bytes
/// at a time.
#[inline]
fn cut(
    bytes: &[u8],
    part: Range<usize>,
    separator: u8,
    mut word: impl FnMut(Word),
) {
    let mut word = |start: usize, end: usize| {
        let hash = hash_at(bytes, start, end - start, 0);
        word(Word { start: start as u32, end: end as u32, hash });
    };
    let all = u64::from_le_bytes([separator; 8]);
    let (mut start, mut at) = (part.start, part.start);
    let rest = bytes.get(part.start..).unwrap_or(&[]);
    let eights = rest.as_chunks().0;
    let eights = eights.get(..part.len().div_ceil(8)).unwrap_or(eights);
    for eight in eights {
        let mut found = zero_bytes(u64::from_le_bytes(*eight) ^ all);
        while found != 0 {
            let end = at + found.trailing_zeros() as usize / 8;
            if end >= part.end {
                break;
            }
            word(start, end);
            start = end + 1;
            found &= found - 1;
        }
        at += 8;
    }
    word(start, part.end);
}

/// How many bytes two texts have in common at their ends, rounded down.
fn same_end(one: &[u8], other: &[u8]) -> usize {
    let ((_, one), (_, other)) = (one.as_rchunks::<32>(), other.as_rchunks());
    let pairs = one.iter().rev().zip(other.iter().rev());
    let same = pairs.take_while(|(one, other)| one == other);
    same.count() * 32
}

/// The high bit of every byte that is zero.
#[inline]
const fn zero_bytes(eight: u64) -> u64 {
    const LOW: u64 = u64::from_le_bytes([0x7F; 8]);
    !(((eight & LOW) + LOW) | eight | LOW)
}
