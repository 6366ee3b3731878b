//! The key table: an open-addressed hash table behind a bit filter.
//!
//! A slot is eight bytes: 32 bits of the key's hash and a value. A look that
//! fails, the usual case, touches one word of the filter; two bits of it are
//! tested. A slot found by its 32 bits may belong to another key: what it
//! leads to is verified anyway.

use super::image::Reader;

/// What a key leads to: one atom, a list of atoms, or a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Value {
    None,
    Atom(u32),
    List(u32),
    Node(u32),
}

const LIST: u32 = 1 << 30;
const NODE: u32 = 1 << 31;

impl Value {
    /// As it stands in a slot; zero is nothing.
    pub(super) fn pack(self) -> u32 {
        match self {
            Value::None => 0,
            Value::Atom(n) => n + 1,
            Value::List(n) => n | LIST,
            Value::Node(n) => n | NODE,
        }
    }

    pub(super) fn unpack(n: u32) -> Value {
        match n {
            0 => Value::None,
            n if n & NODE != 0 => Value::Node(n & !NODE),
            n if n & LIST != 0 => Value::List(n & !LIST),
            n => Value::Atom(n - 1),
        }
    }
}

/// The table of an image.
#[derive(Clone, Copy)]
pub(super) struct Keys<'a> {
    filter: Reader<'a>,
    slots: Reader<'a>,
    filter_mask: usize,
    slot_mask: usize,
}

impl<'a> Keys<'a> {
    /// The table in these bytes; the sizes are powers of two or the table
    /// is empty.
    pub(super) fn new(filter: Reader<'a>, slots: Reader<'a>) -> Keys<'a> {
        let mask = |bytes: usize| match bytes / 8 {
            0 => 0,
            n => (1 << n.ilog2()) - 1,
        };
        Keys {
            filter_mask: mask(filter.0.len()),
            slot_mask: mask(slots.0.len()),
            filter,
            slots,
        }
    }

    /// Whether the key may be there.
    #[inline]
    pub(super) fn may_have(&self, key: u64) -> bool {
        let word = self.filter.u64(filter_word(key, self.filter_mask) * 8);
        let bits = filter_bits(key);
        word & bits == bits
    }

    /// Everything filed under the key.
    pub(super) fn get(&self, key: u64) -> Found<'_> {
        let left = match self.may_have(key) {
            true => self.slot_mask + 1,
            false => 0,
        };
        Found { keys: self, at: key as usize, mark: mark(key), left }
    }
}

fn filter_word(key: u64, mask: usize) -> usize {
    (key >> 20) as usize & mask
}

fn filter_bits(key: u64) -> u64 {
    1 << (key >> 58) | 1 << (key >> 52 & 63)
}

fn mark(key: u64) -> u32 {
    (key >> 32) as u32
}

/// The values of a key; the walk ends at the first empty slot, and in any
/// case after as many steps as there are slots.
pub(super) struct Found<'a> {
    keys: &'a Keys<'a>,
    at: usize,
    mark: u32,
    left: usize,
}

impl Iterator for Found<'_> {
    type Item = Value;

    fn next(&mut self) -> Option<Value> {
        while self.left > 0 {
            self.left -= 1;
            let at = (self.at & self.keys.slot_mask) * 8;
            let slot = self.keys.slots.u64(at);
            self.at = self.at.wrapping_add(1);
            if slot as u32 == 0 {
                self.left = 0;
            } else if (slot >> 32) as u32 == self.mark {
                return Some(Value::unpack(slot as u32));
            }
        }
        None
    }
}

/// Builds filter and slots from keys and packed values.
pub(super) fn write(entries: &[(u64, u32)]) -> (Vec<u8>, Vec<u8>) {
    let wanted = (entries.len() * 5 / 4 + 1).next_power_of_two();
    let mut slots = vec![0u64; wanted];
    let mut filter = vec![0u64; (wanted / 8).max(1)];
    let mask = wanted - 1;
    let filter_mask = filter.len() - 1;
    for &(key, value) in entries {
        let word = filter_word(key, filter_mask);
        if let Some(word) = filter.get_mut(word) {
            *word |= filter_bits(key);
        }
        let mut at = key as usize & mask;
        while slots.get(at).is_some_and(|&slot| slot != 0) {
            at = (at + 1) & mask;
        }
        if let Some(slot) = slots.get_mut(at) {
            *slot = u64::from(mark(key)) << 32 | u64::from(value);
        }
    }
    (to_bytes(&filter), to_bytes(&slots))
}

fn to_bytes(words: &[u64]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}
