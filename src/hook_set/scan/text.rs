//! A text as a scan sees it: bytes with zeros behind them, cut into words;
//! and what is found in it.

use super::super::hash::{eight, hash_at};

/// Memory of a scan.
#[derive(Clone, Debug, Default)]
pub(in super::super) struct Work {
    pub(super) text: Text,
    pub(super) found: Found,
    /// How many atoms were found for this event.
    pub(in super::super) tested: usize,
    /// What was found: atoms whose key is there, few of them twice, each
    /// with a place where its key is.
    pub(in super::super) atoms: Vec<(u32, u32)>,
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
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Word {
    pub(super) start: u32,
    pub(super) end: u32,
    pub(super) hash: u64,
}

/// What keys led to.
#[derive(Clone, Debug)]
pub(super) struct Found {
    /// Packed values, each with a place where its key is.
    pub(super) values: Vec<(u32, u32)>,
    /// Some of the keys, so that the same one is seldom looked up twice.
    seen: [u64; SEEN],
    any_seen: bool,
    /// How many values may pile up before equal ones are dropped.
    room: usize,
}

const SEEN: usize = 64;

/// In every place a key that does not belong there.
const UNSEEN: [u64; SEEN] = {
    let mut unseen = [0; SEEN];
    unseen[0] = 1 << SEEN_SHIFT;
    unseen
};

/// The bits of a key above this one choose its place.
const SEEN_SHIFT: u32 = 40;

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
        self.found.values.clear();
        if self.found.any_seen {
            self.found.seen = UNSEEN;
            self.found.any_seen = false;
        }
        self.atoms.clear();
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
        match words {
            Words::Blanks => own.split(b' '),
            Words::Segments => own.split(b'/'),
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

impl Default for Found {
    fn default() -> Found {
        Found { values: Vec::new(), seen: UNSEEN, any_seen: false, room: 0 }
    }
}

impl Found {
    /// Whether a key was just looked up.
    #[inline]
    pub(super) fn knows(&mut self, key: u64) -> bool {
        self.any_seen = true;
        match self.seen.get_mut((key >> SEEN_SHIFT) as usize % SEEN) {
            Some(place) => std::mem::replace(place, key) == key,
            None => false,
        }
    }

    /// Notes what a key at a place led to.
    #[inline]
    pub(super) fn push(&mut self, packed: u32, at: usize) {
        if packed == 0 {
            return;
        }
        if self.values.len() >= self.room {
            // Long texts find the same keys again and again.
            self.distinct();
            self.room = (self.values.len() * 2).max(1024);
        }
        self.values.push((packed, at as u32));
    }

    fn distinct(&mut self) {
        distinct(&mut self.values);
    }
}

/// Sorts by the first number and leaves one of those with the same; in a
/// short list a few may stay.
pub(super) fn distinct(list: &mut Vec<(u32, u32)>) {
    if list.len() > 16 {
        list.sort_unstable();
        list.dedup_by_key(|entry| entry.0);
    }
}

/// Which of the eight bytes at `at` are `byte`: the high bit of each.
#[inline]
pub(super) fn matching_bytes(text: &[u8], at: usize, byte: u8) -> u64 {
    zero_bytes(eight(text, at) ^ u64::from_le_bytes([byte; 8]))
}

/// The high bit of every byte that is zero.
#[inline]
const fn zero_bytes(eight: u64) -> u64 {
    const LOW: u64 = u64::from_le_bytes([0x7F; 8]);
    !(((eight & LOW) + LOW) | eight | LOW)
}
