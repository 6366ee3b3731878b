//! A text as a scan sees it: bytes with zeros behind them, cut into words.

use super::super::hash::{eight, hash_at};

/// Memory of a scan.
#[derive(Clone, Debug, Default)]
pub(in super::super) struct Work {
    /// The text with zeros behind it, folded where the bank folds.
    pub(super) text: Vec<u8>,
    pub(super) len: usize,
    /// Whether the words are segments of a path.
    pub(super) segments: bool,
    pub(super) words: Vec<Word>,
    /// What the keys led to, packed.
    pub(super) values: Vec<u32>,
    /// How many values may pile up before equal ones are dropped.
    room: usize,
    /// How many atoms were found for this event.
    pub(in super::super) tested: usize,
    /// What was found: atoms whose key is there, sorted, none twice.
    pub(in super::super) atoms: Vec<u32>,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Word {
    pub(super) start: u32,
    pub(super) end: u32,
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
        self.values.clear();
        self.atoms.clear();
        self.words.clear();
    }

    /// Takes a text in and cuts it into words.
    pub(in super::super) fn load(&mut self, text: &[u8], words: Words) {
        self.text.clear();
        match words {
            Words::Segments => {
                self.text.extend(text.iter().map(u8::to_ascii_lowercase));
            }
            _ => self.text.extend_from_slice(text),
        }
        self.text.extend_from_slice(&PADDING);
        self.len = text.len();
        self.segments = words == Words::Segments;
        match words {
            Words::Blanks => self.split(b' '),
            Words::Segments => self.split(b'/'),
            Words::Labels => {
                self.split(b'.');
                self.words.reverse();
            }
        }
    }

    /// Finds the separators eight bytes at a time.
    fn split(&mut self, separator: u8) {
        let (mut start, mut at) = (0, 0);
        while at < self.len {
            let mut found = matching_bytes(&self.text, at, separator);
            while found != 0 {
                let end = at + found.trailing_zeros() as usize / 8;
                self.word(start, end);
                start = end + 1;
                found &= found - 1;
            }
            at += 8;
        }
        self.word(start, self.len);
    }

    #[inline]
    fn word(&mut self, start: usize, end: usize) {
        let hash = hash_at(&self.text, start, end - start);
        let (start, end) = (start as u32, end as u32);
        self.words.push(Word { start, end, hash });
    }

    /// Where the word numbered `n` starts; one byte beyond the text where
    /// there is none.
    pub(super) fn start_of(&self, n: usize) -> usize {
        match self.words.get(n) {
            Some(word) => word.start as usize,
            None => self.len + 1,
        }
    }

    /// The number of the first word that starts at or behind `at`.
    pub(in super::super) fn word_from(&self, at: usize) -> usize {
        let words = self.words.iter();
        words.take_while(|word| (word.start as usize) < at).count()
    }

    /// Notes what a key led to.
    #[inline]
    pub(super) fn push(&mut self, packed: u32) {
        if packed == 0 || self.values.last() == Some(&packed) {
            return;
        }
        if self.values.len() >= self.room {
            // Long texts find the same keys again and again.
            self.distinct();
            self.room = (self.values.len() * 2).max(1024);
        }
        self.values.push(packed);
    }

    pub(super) fn distinct(&mut self) {
        if self.values.len() > 1 {
            self.values.sort_unstable();
            self.values.dedup();
        }
    }
}

/// Which of the eight bytes at `at` are `byte`: the high bit of each.
#[inline]
pub(super) fn matching_bytes(text: &[u8], at: usize, byte: u8) -> u64 {
    zero_bytes(eight(text, at) ^ u64::from_le_bytes([byte; 8]))
}

/// The high bit of every byte that is zero.
const fn zero_bytes(eight: u64) -> u64 {
    const LOW: u64 = u64::from_le_bytes([0x7F; 8]);
    !(((eight & LOW) + LOW) | eight | LOW)
}
