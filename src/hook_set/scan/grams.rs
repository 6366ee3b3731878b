//! Looking for runs of bytes that stand anywhere.

use super::super::hash::mix;
use super::super::keys::{
    Below, GRAMS, PAIRS_BYTES, STARTS_BYTES, TRIPLES_BYTES, Tag, gram_number,
    pair, triple,
};
use super::text::{Found, Text};
use super::{Index, Node};

/// A scan for grams: the root they hang at, and the text.
struct Grams<'t> {
    base: u64,
    kinds: u16,
    sets: &'t [u8; STARTS_BYTES],
    text: &'t Text,
}

impl Index<'_> {
    /// Looks up runs of bytes that stand anywhere.
    pub(super) fn grams(&self, root: &Node, text: &Text, found: &mut Found) {
        let base = mix(root.chain, Tag::Gram as u64);
        let kinds = root.below.kinds;
        if kinds & Below::GRAM != 0 {
            let own = text.bytes.get(..text.len).unwrap_or(&[]);
            for (n, four) in own.as_chunks::<4>().0.iter().enumerate() {
                let gram = gram_number(0, u32::from_le_bytes(*four));
                self.look(mix(base, gram), n * 4, found);
            }
        }
        let set = usize::from(root.starts).wrapping_sub(1);
        let sets =
            self.starts.bytes(set.saturating_mul(STARTS_BYTES), STARTS_BYTES);
        let Some(sets) = sets.first_chunk() else { return };
        let grams = Grams { base, kinds, sets, text };
        if grams.has(1) || grams.has(2) {
            self.even_grams(&grams, found);
        }
        if grams.has(3) || grams.has(4) {
            self.any_grams(&grams, found);
        }
        if grams.has(5) {
            self.single_bytes(&grams, found);
        }
    }

    fn even_grams(&self, grams: &Grams<'_>, found: &mut Found) {
        for (n, four) in grams.windows().step_by(2).enumerate() {
            let four = number(four);
            if grams.starts_triple(four) {
                self.gram(grams, 1, n * 2, four, found);
                self.gram(grams, 2, n * 2, four, found);
            }
        }
    }

    fn any_grams(&self, grams: &Grams<'_>, found: &mut Found) {
        for (at, four) in grams.windows().enumerate() {
            let four = number(four);
            if in_set(grams.sets, pair(four)) {
                if grams.starts_triple(four) {
                    self.gram(grams, 3, at, four, found);
                }
                self.gram(grams, 4, at, four, found);
            }
        }
    }

    fn single_bytes(&self, grams: &Grams<'_>, found: &mut Found) {
        let singles = grams.sets.get(PAIRS_BYTES + TRIPLES_BYTES..);
        let text = grams.text.bytes.get(..grams.text.len).unwrap_or(&[]);
        let singles = singles.unwrap_or(&[]).as_chunks().0;
        for (n, bits) in singles.iter().enumerate() {
            let mut bits = u64::from_le_bytes(*bits);
            while bits != 0 {
                let byte = (n * 64) as u32 + bits.trailing_zeros();
                bits &= bits - 1;
                if let Some(at) = memchr::memchr(byte as u8, text) {
                    self.gram(grams, 5, at, byte, found);
                }
            }
        }
    }

    fn gram(
        &self,
        grams: &Grams<'_>,
        class: usize,
        at: usize,
        four: u32,
        found: &mut Found,
    ) {
        let width = GRAMS.get(class).map_or(4, |gram| gram.0);
        if grams.has(class) && at + width <= grams.text.len {
            let gram = four & u32::MAX >> (32 - width * 8);
            let gram = gram_number(class, gram);
            self.look(mix(grams.base, gram), at, found);
        }
    }
}

impl<'t> Grams<'t> {
    #[inline]
    fn has(&self, class: usize) -> bool {
        self.kinds & Below::GRAM << class != 0
    }

    /// Four bytes from every place on; some of them stand behind the text.
    #[inline]
    fn windows(&self) -> std::slice::Windows<'t, u8> {
        let bytes = self.text.bytes.get(..self.text.len + 3);
        bytes.unwrap_or(&[]).windows(4)
    }

    #[inline]
    fn starts_triple(&self, four: u32) -> bool {
        in_set(self.sets, PAIRS_BYTES * 8 + triple(four))
    }
}

#[inline]
fn number(four: &[u8]) -> u32 {
    four.first_chunk().map_or(0, |four| u32::from_le_bytes(*four))
}

#[inline]
fn in_set(sets: &[u8; STARTS_BYTES], bit: usize) -> bool {
    sets.get(bit / 8).is_some_and(|byte| byte >> (bit % 8) & 1 != 0)
}
