//! Looking for runs of bytes that stand anywhere.

use super::super::hash::{eight, mix};
use super::super::image::Table;
use super::super::keys::{
    Below, SETS_BYTES, STARTS, STARTS_BYTES, Tag, gram_number, start_word,
};
use super::found::Found;
use super::text::Text;
use super::{Index, Node};

/// How many places one read of eight bytes serves: each needs three of them.
const PLACES: usize = 6;

/// Places in the list of widths.
const TRIPLE: usize = 0;
const PAIR: usize = 1;
const SINGLE: usize = 2;

impl Index<'_> {
    /// Looks up runs of bytes that stand anywhere before `end`. At every
    /// place the first three bytes are looked for in a set; few are there,
    /// and only those are looked up.
    pub(super) fn grams(
        &self,
        root: &Node,
        text: &Text,
        end: usize,
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
            self.single_bytes(base, singles, text, found);
        }
        let Some(starts) = starts.as_chunks::<8>().0.first_chunk() else {
            return;
        };
        if kinds & (Below::GRAM << TRIPLE | Below::GRAM << PAIR) == 0 {
            return;
        }
        let mut at = 0;
        while at < end {
            let bytes = eight(&text.bytes, at);
            let mut places = known_starts(starts, bytes);
            while places != 0 {
                let place = places.trailing_zeros() as usize;
                places &= places - 1;
                let bytes = bytes >> (place * 8);
                self.run(base, starts, at + place, bytes, text.len, found);
            }
            at += PLACES;
        }
    }

    /// Looks up the runs that start with some bytes.
    #[inline]
    fn run(
        &self,
        base: u64,
        starts: &[[u8; 8]; STARTS],
        at: usize,
        bytes: u64,
        len: usize,
        found: &mut Found,
    ) {
        if at + 3 <= len {
            let gram = gram_number(TRIPLE, bytes as u32 & 0xFF_FFFF);
            self.look(mix(base, gram), at, found);
        }
        // A pair stands for itself whatever follows.
        if start_bits(starts, bytes) == !0 && at + 2 <= len {
            let gram = gram_number(PAIR, bytes as u32 & 0xFFFF);
            self.look(mix(base, gram), at, found);
        }
    }

    fn single_bytes(
        &self,
        base: u64,
        singles: &[u8],
        text: &Text,
        found: &mut Found,
    ) {
        let own = text.bytes.get(..text.len).unwrap_or(&[]);
        for (n, bits) in singles.as_chunks().0.iter().enumerate() {
            let mut bits = u64::from_le_bytes(*bits);
            while bits != 0 {
                let byte = (n * 64) as u32 + bits.trailing_zeros();
                bits &= bits - 1;
                if let Some(at) = memchr::memchr(byte as u8, own) {
                    self.look(mix(base, gram_number(SINGLE, byte)), at, found);
                }
            }
        }
    }
}

/// At which of the first places of eight bytes a run may start.
#[inline]
fn known_starts(starts: &[[u8; 8]; STARTS], bytes: u64) -> u32 {
    let known = |place: usize| {
        let bytes = bytes >> (place * 8);
        let third = (bytes >> 16) as u32 & 63;
        (start_bits(starts, bytes) >> third & 1) as u32
    };
    (0..PLACES).fold(0, |all, place| all | known(place) << place)
}

#[inline]
fn start_bits(starts: &[[u8; 8]; STARTS], bytes: u64) -> u64 {
    starts.get(start_word(bytes)).map_or(0, |word| u64::from_le_bytes(*word))
}
