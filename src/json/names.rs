//! Keys that are looked for, told apart by a few of their bytes.

use super::string::{plain_in, word_at};

/// A set of up to 64 different names of 1 to 15 bytes, no two of which start
/// with the same eight bytes. The number of a name is its place in the list.
pub(crate) struct Names {
    slots: [Slot; SLOTS],
    factor: u64,
}

#[derive(Clone, Copy)]
struct Slot {
    /// Its first eight bytes, zeros behind a shorter one.
    first: u64,
    /// For one of eight bytes or more, its last seven and the quote.
    last: u64,
    len: u8,
    number: u8,
}

const SLOTS: usize = 128;

/// Equal to no text, which has no such bytes.
const EMPTY: Slot =
    Slot { first: u64::MAX, last: u64::MAX, len: 0, number: 0 };

impl Names {
    /// The set of these names, found by a multiplication that keeps them
    /// apart. To be made while the program is compiled.
    pub(crate) const fn of(names: &[&str]) -> Names {
        let mut factor = 0x9E37_79B9_7F4A_7C15;
        loop {
            if let Some(slots) = file(names, factor) {
                return Names { slots, factor };
            }
            factor = factor.wrapping_mul(5).wrapping_add(2) | 1;
        }
    }
}

/// The names in their places, unless two would share one.
#[allow(clippy::indexing_slicing, reason = "runs while compiling")]
const fn file(names: &[&str], factor: u64) -> Option<[Slot; SLOTS]> {
    let mut slots = [EMPTY; SLOTS];
    let mut number = 0;
    while number < names.len() {
        let name = names[number].as_bytes();
        assert!(!name.is_empty() && name.len() < 16 && number < 64);
        let mut slot = EMPTY;
        slot.len = name.len() as u8;
        (slot.first, slot.last) = (0, 0);
        slot.number = number as u8;
        let mut at = 0;
        while at < name.len() {
            if at < 8 {
                slot.first |= (name[at] as u64) << (8 * at);
            }
            if name.len() >= 8 && at + 7 >= name.len() {
                slot.last |= (name[at] as u64) << (8 * (at + 7 - name.len()));
            }
            at += 1;
        }
        if name.len() >= 8 {
            slot.last |= (b'"' as u64) << 56;
        }
        let place = place(slot.first, factor);
        if slots[place].len != 0 {
            return None;
        }
        slots[place] = slot;
        number += 1;
    }
    Some(slots)
}

const fn place(first: u64, factor: u64) -> usize {
    (first.wrapping_mul(factor) >> 57) as usize
}

impl Names {
    #[inline]
    fn slot(&self, first: u64) -> &Slot {
        self.slots.get(place(first, self.factor)).unwrap_or(&EMPTY)
    }

    /// The name of `len` bytes, fewer than eight, that stand in `first`.
    #[inline]
    fn short(&self, first: u64, len: usize) -> Option<&Slot> {
        let first = first & !(u64::MAX << (8 * len));
        let slot = self.slot(first);
        let is_it = slot.first == first && usize::from(slot.len) == len;
        (is_it && len != 0).then_some(slot)
    }
}

/// The name that stands at `start` with a quote behind it: its number and
/// its length.
#[inline]
pub(super) fn name_of(
    names: &Names,
    bytes: &[u8],
    start: usize,
) -> Option<(u8, usize)> {
    let first = match word_at(bytes, start) {
        Some(first) => first,
        // What is missing at the end of all bytes counts as zeros.
        None => {
            let rest = bytes.get(start..)?.iter().rev();
            rest.fold(0, |word, &byte| word << 8 | u64::from(byte))
        }
    };
    let slot = names.slot(first);
    let len = usize::from(slot.len);
    if slot.first == first {
        // It has no zeros, so the name is at least as long.
        let last = word_at(bytes, (start + len).wrapping_sub(7))?;
        return (last == slot.last).then_some((slot.number, len));
    }
    let len = plain_in(first)?;
    let slot = names.short(first, len)?;
    let is_it = bytes.get(start + len) == Some(&b'"');
    is_it.then_some((slot.number, len))
}

/// The name that stands in quotes at `at` with a colon and the quote of a
/// text right behind it. May find none near the end of the bytes.
#[inline]
pub(super) fn name_with_text(
    names: &Names,
    bytes: &[u8],
    at: usize,
) -> Option<(u8, usize)> {
    // One check of the bounds for all that is looked at.
    let window = bytes.get(at..)?.first_chunk::<32>()?;
    if window.first() != Some(&b'"') {
        return None;
    }
    let first = word_at(window, 1)?;
    let mut slot = names.slot(first);
    let len = if slot.first == first {
        let len = usize::from(slot.len & 15);
        let is_it = word_at(window, len.wrapping_sub(6) & 15)? == slot.last;
        is_it.then_some(len)?
    } else {
        let len = plain_in(first)? & 7;
        slot = names.short(first, len)?;
        (window.get(len + 1) == Some(&b'"')).then_some(len)?
    };
    let behind = window.get(len + 2..)?.first_chunk()?;
    (*behind == *b":\"").then_some((slot.number, len))
}
