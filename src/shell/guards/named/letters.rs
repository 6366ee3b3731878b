//! The letters of short options.

use super::{Behind, NAMED, PRIME};

/// Whether some letters are all that a guard names, or others follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Which {
    All,
    Others,
}

/// The letters of short options, a bit for each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Letters(pub(super) u128);

impl Letters {
    /// Adds those of a word.
    pub(crate) fn add(&mut self, word: &str) {
        for (_, letter) in letters(word) {
            let byte = letter.bytes().next().unwrap_or(0);
            self.0 |= 1 << (byte & 127);
        }
    }

    /// Those of one word.
    pub(crate) fn of(word: &str) -> Letters {
        let mut all = Letters::default();
        all.add(word);
        all
    }

    pub(crate) fn any(self) -> bool {
        self.0 != 0
    }

    /// Each of them alone, the least first.
    pub(super) fn each(self) -> impl Iterator<Item = Letters> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let one = left & left.wrapping_neg();
            left &= left.wrapping_sub(1);
            (one != 0).then_some(Letters(one))
        })
    }

    /// Of one letter: those of `all` that are above it.
    pub(super) fn above(self, all: Letters) -> Letters {
        Letters(all.0 & !(self.0 | self.0.wrapping_sub(1)))
    }

    /// Every order of these letters, which are few.
    pub(crate) fn orders(self) -> impl Iterator<Item = [Option<char>; NAMED]> {
        const ORDERS: [[usize; NAMED]; 6] =
            [[0, 1, 2], [1, 0, 2], [0, 2, 1], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
        let mut letters = [None; NAMED];
        for (place, one) in letters.iter_mut().zip(self.each()) {
            *place = Some(char::from(one.0.trailing_zeros() as u8));
        }
        let count = match self.0.count_ones() {
            1 => 1,
            2 => 2,
            _ => ORDERS.len(),
        };
        let order = move |order: [usize; NAMED]| {
            order.map(|at| letters.get(at).copied().flatten())
        };
        ORDERS.into_iter().take(count).map(order)
    }

    /// The hash of options of these letters. Case counts.
    pub(super) fn behind(self, behind: Behind, which: Which) -> u64 {
        let [low, high] = [self.0 as u64, (self.0 >> 64) as u64];
        let which = (which == Which::Others) as u8;
        let bytes = low.to_le_bytes().into_iter().chain(high.to_le_bytes());
        let hash = bytes.chain([which]).fold(behind.0, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(PRIME)
        });
        hash ^ hash >> 32
    }
}

/// The letters of options that stand in one word, each once, with the places
/// where they first stand.
pub(crate) fn letters(text: &str) -> impl Iterator<Item = (usize, &str)> {
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
