//! Looking for runs of bytes that stand anywhere.

use super::super::hash::{eight, mix};
use super::super::keys::{
    Below, GRAMS, PAIRS_BYTES, Tag, gram_number, pair, triple,
};
use super::{Index, Node, Work};

impl Index<'_> {
    /// Looks up runs of bytes that stand anywhere.
    pub(super) fn grams(&self, root: &Node, work: &mut Work) {
        let has = |class: usize| root.below.kinds & Below::GRAM << class != 0;
        let base = mix(root.chain, Tag::Gram as u64);
        if has(0) {
            let mut at = 0;
            while at + 4 <= work.len {
                let gram = eight(&work.text, at) as u32;
                self.look(mix(base, gram_number(0, gram)), work);
                at += 4;
            }
        }
        let set = usize::from(root.starts).wrapping_sub(1);
        let Some(set) = self.starts.get(set) else { return };
        let (pairs, triples) = set.split_at(PAIRS_BYTES);
        if has(1) || has(2) {
            for at in 0..work.len {
                let four = eight(&work.text, at) as u32;
                if in_set(triples, triple(four)) {
                    self.gram(base, 1, at, four, work);
                    self.gram(base, 2, at, four, work);
                }
            }
        }
        if has(3) || has(4) {
            for at in 0..work.len {
                let four = eight(&work.text, at) as u32;
                if in_set(pairs, pair(four)) {
                    self.gram(base, 3, at, four, work);
                    self.gram(base, 4, at, four, work);
                }
            }
        }
    }

    fn gram(
        &self,
        base: u64,
        class: usize,
        at: usize,
        four: u32,
        work: &mut Work,
    ) {
        let width = GRAMS.get(class).map_or(4, |gram| gram.0);
        if at + width <= work.len {
            let gram = four & u32::MAX >> (32 - width * 8);
            self.look(mix(base, gram_number(class, gram)), work);
        }
    }
}

#[inline]
fn in_set(set: &[u8], bit: usize) -> bool {
    set.get(bit / 8).is_some_and(|byte| byte >> (bit % 8) & 1 != 0)
}
