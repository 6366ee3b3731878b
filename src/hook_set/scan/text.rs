//! A text as a scan sees it: bytes with zeros behind them, cut into words;
//! and what is found in it.

use super::super::hash::hash_at;
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
    /// The text with zeros behind it, folded where the bank folds.
    pub(super) bytes: Vec<u8>,
    pub(super) len: usize,
    /// Whether the words are segments of a path.
    pub(super) segments: bool,
    pub(super) words: Vec<Word>,
    /// The ends of path segments that start with a dot.
    pub(super) dots: Vec<Dot>,
}

#[derive(Clone, Copy, Debug)]
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
        if words == Words::Segments {
            own.bytes.make_ascii_lowercase();
        }
        own.len = text.len();
        own.segments = words == Words::Segments;
        self.found.is_long(text.len());
        match words {
            Words::Blanks => own.split(b' '),
            Words::Segments => own.split_path(),
            Words::Labels => {
                own.split(b'.');
                own.words.reverse();
            }
        }
    }

    /// The number of the first word that starts at or behind `at`.
    pub(in super::super) fn word_from(&self, at: usize) -> usize {
        let words = self.text.words.iter();
        words.take_while(|word| (word.start as usize) < at).count()
    }
}

impl Text {
    /// Finds the separators eight bytes at a time.
    fn split(&mut self, separator: u8) {
        let Text { bytes, words, len, .. } = self;
        let bytes = bytes.as_slice();
        let mut word = |start: usize, end: usize| {
            let hash = hash_at(bytes, start, end - start);
            let (start, end) = (start as u32, end as u32);
            words.push(Word { start, end, hash });
        };
        let all = u64::from_le_bytes([separator; 8]);
        let (mut start, mut at) = (0, 0);
        let (chunks, _) = bytes.as_chunks::<8>();
        for chunk in chunks.iter().take(len.div_ceil(8)) {
            let mut found = zero_bytes(u64::from_le_bytes(*chunk) ^ all);
            while found != 0 {
                let end = at + found.trailing_zeros() as usize / 8;
                word(start, end);
                start = end + 1;
                found &= found - 1;
            }
            at += 8;
        }
        word(start, *len);
    }

    /// Finds segments and dots.
    fn split_path(&mut self) {
        let Text { bytes, words, dots, len, .. } = self;
        let bytes = bytes.as_slice();
        let mut open = 0;
        let mut word = |start: usize, end: usize, dots: &mut Vec<Dot>| {
            let hash = hash_at(bytes, start, end - start);
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
                dot.hash = hash_at(bytes, at, end - at);
                dot.word = number;
            }
            open = dots.len();
        };
        // A dot is a slash without its lowest bit.
        let ones = u64::from_le_bytes([1; 8]);
        let slashes = u64::from_le_bytes([b'/'; 8]);
        let (mut start, mut at) = (0, 0);
        let (chunks, _) = bytes.as_chunks::<8>();
        for chunk in chunks.iter().take(len.div_ceil(8)) {
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

    /// The words from the one numbered `first` on.
    #[inline]
    pub(super) fn words_from(&self, first: usize) -> &[Word] {
        self.words.get(first..).unwrap_or(&[])
    }
}

/// The high bit of every byte that is zero.
#[inline]
const fn zero_bytes(eight: u64) -> u64 {
    const LOW: u64 = u64::from_le_bytes([0x7F; 8]);
    !(((eight & LOW) + LOW) | eight | LOW)
}
