//! Looking for runs of bytes that stand anywhere.

use std::ops::Range;

use super::super::hash::{FOLD, eight, mix};
use super::super::image::Table;
use super::super::keys::{
    Below, SETS_BYTES, STARTS, STARTS_BYTES, Tag, gram_number, start_word,
};
use super::found::Found;
use super::text::Text;
use super::{Index, Node};

/// How many places one read of eight bytes serves: each needs three of them.
const PLACES: usize = 6;
/// How many are looked at before what was found there is looked up.
const WINDOW: usize = 8 * PLACES;

/// Places in the list of widths.
const TRIPLE: usize = 0;
const PAIR: usize = 1;
const SINGLE: usize = 2;

impl Index<'_> {
    /// Looks up runs of bytes that start anywhere in a part of the text. At
    /// every place the first bytes are looked for in a set; few are there, and
    /// only those are looked up.
    pub(super) fn grams(
        &self,
        root: &Node,
        text: &Text,
        part: Range<usize>,
        found: &mut Found,
    ) {
        let set = (root.starts as usize).wrapping_sub(1);
        let sets = self.table(Table::Starts);
        let sets = sets.bytes(set.saturating_mul(SETS_BYTES), SETS_BYTES);
        let Some((starts, singles)) = sets.split_first_chunk::<STARTS_BYTES>()
        else {
            return;
        };
        let base = mix(root.chain, Tag::Gram as u64);
        let kinds = root.below.kinds;
        if kinds & Below::GRAM << SINGLE != 0 {
            self.single_bytes(base, singles, text, part.start, found);
        }
        let Some(starts) = starts.as_chunks::<8>().0.first_chunk() else {
            return;
        };
        if kinds & (Below::GRAM << PAIR | Below::GRAM << TRIPLE) == 0 {
            return;
        }
        match text.segments {
            false => self.runs::<0>(base, starts, text, part, found),
            true => self.runs::<FOLD>(base, starts, text, part, found),
        }
    }

    /// Looks for the places where runs of two or three bytes start, in many
    /// bytes at once; then looks these up. The bits of `FOLDS` are set in
    /// every byte.
    fn runs<const FOLDS: u64>(
        &self,
        base: u64,
        starts: &[[u8; 8]; STARTS],
        text: &Text,
        part: Range<usize>,
        found: &mut Found,
    ) {
        let end = part.end.min(text.len.saturating_sub(1));
        let last_triple = part.end.min(text.len.saturating_sub(2));
        let mut at = part.start;
        while at < end {
            let mut known = 0;
            let eights = (end - at).div_ceil(PLACES);
            for n in 0..eights.min(WINDOW / PLACES) {
                let bytes = eight(&text.bytes, at + n * PLACES) | FOLDS;
                known |= known_starts(starts, bytes) << (n * PLACES);
            }
            known &= first_bits(end - at);
            while known != 0 {
                let at = at + known.trailing_zeros() as usize;
                known &= known - 1;
                let bytes = eight(&text.bytes, at) | FOLDS;
                if at < last_triple {
                    let gram = gram_number(TRIPLE, bytes as u32 & 0xFF_FFFF);
                    self.look(mix(base, gram), at, found);
                }
                if is_pair(starts, bytes) {
                    let gram = gram_number(PAIR, bytes as u32 & 0xFFFF);
                    self.look(mix(base, gram), at, found);
                }
            }
            at += WINDOW;
        }
    }

    fn single_bytes(
        &self,
        base: u64,
        singles: &[u8],
        text: &Text,
        from: usize,
        found: &mut Found,
    ) {
        let own = text.bytes.get(from..text.len).unwrap_or(&[]);
        let [fold, ..] = FOLD.to_le_bytes();
        for (n, bits) in singles.as_chunks().0.iter().enumerate() {
            let mut bits = u64::from_le_bytes(*bits);
            while bits != 0 {
                let byte = (n * 64) as u32 + bits.trailing_zeros();
                bits &= bits - 1;
                let byte = byte as u8;
                let at = match text.segments {
                    true => memchr::memchr2(byte, byte & !fold, own),
                    false => memchr::memchr(byte, own),
                };
                if let Some(at) = at {
                    let gram = gram_number(SINGLE, u32::from(byte));
                    self.look(mix(base, gram), from + at, found);
                }
            }
        }
    }
}

/// At which of the first places of eight bytes a run of two or three of them
/// may start.
#[inline]
fn known_starts(starts: &[[u8; 8]; STARTS], bytes: u64) -> u64 {
    let thirds = bytes >> 16 & u64::from_le_bytes([31; 8]);
    (0..PLACES).fold(0, |known, place| {
        let (word, _) = start_word(bytes >> (place * 8));
        let word = starts.get(word).map_or(0, |w| u64::from_le_bytes(*w));
        known | (word >> (thirds >> (place * 8) & 63) & 1) << place
    })
}

/// Whether the first two bytes may be a run of two.
#[inline]
fn is_pair(starts: &[[u8; 8]; STARTS], bytes: u64) -> bool {
    let (word, pair) = start_word(bytes);
    let word = starts.get(word).map_or(0, |w| u64::from_le_bytes(*w));
    word >> pair & 1 != 0
}

/// The lowest bits.
#[inline]
const fn first_bits(count: usize) -> u64 {
    if count < 64 { (1 << count) - 1 } else { !0 }
}
