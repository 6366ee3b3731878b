//! The key table: buckets of slots, each behind a few bits of filter.
//!
//! A bucket is sixteen bytes: twelve bytes of filter and where its slots
//! start; they end where those of the next bucket start. A slot is eight
//! bytes: 32 bits of the key's hash and a value. A look that fails, the
//! usual case, touches nothing but the filter of one bucket, of which at
//! most three bits are tested. A slot found by its 32 bits may belong to another key:
//! what it leads to is verified anyway.

use super::image::Reader;
use crate::source::by_bucket;

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

    #[inline]
    pub(super) fn unpack(n: u32) -> Value {
        match n {
            0 => Value::None,
            n if n & NODE != 0 => Value::Node(n & !NODE),
            n if n & LIST != 0 => Value::List(n & !LIST),
            n => Value::Atom(n - 1),
        }
    }
}

/// The bytes of a bucket.
const BUCKET: usize = 16;

/// How many keys, marks included, a bucket holds at most on average.
const KEYS: usize = 6;

/// The same where there would be more than `MANY` buckets. A look touches any
/// of them, and a process that has just started waits for each piece of the
/// image that it is the first to touch: longer than for the few looks more
/// that pass a filter of more keys.
const KEYS_OF_MANY: usize = 16;
const MANY: usize = 1 << 15;

/// The table of an image.
#[derive(Clone, Copy)]
pub(super) struct Keys<'a> {
    buckets: &'a [[u8; BUCKET]],
    slots: &'a [[u8; 8]],
    mask: usize,
}

impl<'a> Keys<'a> {
    /// The table in these bytes. The number of buckets is a power of two;
    /// one more marks the end of the last.
    pub(super) fn new(buckets: Reader<'a>, slots: Reader<'a>) -> Keys<'a> {
        let (buckets, _) = buckets.0.as_chunks();
        let (slots, _) = slots.0.as_chunks();
        let mask = match buckets.len().saturating_sub(1) {
            0 => 0,
            n => (1 << n.ilog2()) - 1,
        };
        Keys { buckets, slots, mask }
    }

    /// Whether the key may be there.
    #[inline]
    pub(super) fn may_have(&self, key: u64) -> bool {
        let Some(bucket) = self.buckets.get(key as usize & self.mask) else {
            return false;
        };
        let number = u128::from_le_bytes(*bucket);
        let (low, high) = (number as u64, (number >> 64) as u64);
        let [one, two, three] = filter_bits(key);
        (low >> one) & (low >> two) & (high >> three) & 1 != 0
    }

    /// Everything filed under a key, packed; only worth asking where
    /// [`Keys::may_have`] says so.
    #[inline]
    pub(super) fn get(&self, key: u64) -> impl Iterator<Item = u32> + use<'a> {
        let mark = mark(key);
        self.bucket(key).iter().filter_map(move |slot| {
            let slot = u64::from_le_bytes(*slot);
            ((slot >> 32) as u32 == mark).then_some(slot as u32)
        })
    }

    /// The same where nothing tells which slots it will be: all are compared
    /// before one is looked at.
    #[inline]
    pub(super) fn get_any(&self, key: u64) -> Hits<'a> {
        let slots = self.bucket(key);
        let mut hits = Hits { slots, mark: mark(key), found: 0 };
        hits.compare();
        hits
    }

    #[inline]
    fn bucket(&self, key: u64) -> &'a [[u8; 8]] {
        let at = key as usize & self.mask;
        let slots = match self.buckets.get(at..at + 2) {
            Some([here, next]) => self.slots.get(start(here)..start(next)),
            _ => None,
        };
        slots.unwrap_or(&[])
    }
}

/// The bytes of a root's record: its seed, and the number of its node.
const ROOT: usize = 12;

/// Appends the record of a root; they stand in the order of their seeds.
pub(super) fn push_root(roots: &mut Vec<u8>, seed: u64, node: u32) {
    roots.extend(seed.to_le_bytes());
    roots.extend(node.to_le_bytes());
}

/// The number of the node of a root. No part of the seed is left out: what
/// is found at a root is all there is of its partition.
pub(super) fn root(roots: Reader<'_>, seed: u64) -> Option<u32> {
    let (records, _) = roots.0.as_chunks::<ROOT>();
    let at = records.partition_point(|one| Reader(one).u64(0) < seed);
    let record = Reader(records.get(at)?);
    (record.u64(0) == seed).then(|| record.u32(8))
}

/// What is filed under a key.
pub(super) struct Hits<'a> {
    /// The slots that are left.
    slots: &'a [[u8; 8]],
    mark: u32,
    /// Which of the first 32 have the mark.
    found: u32,
}

impl Hits<'_> {
    #[inline]
    fn compare(&mut self) {
        let first = self.slots.get(..32).unwrap_or(self.slots);
        // Without a branch for each: which has the mark is hard to guess.
        for (n, slot) in first.iter().enumerate() {
            let mark = (u64::from_le_bytes(*slot) >> 32) as u32;
            self.found |= u32::from(mark == self.mark) << n;
        }
    }

    #[cold]
    fn go_on(&mut self) {
        self.slots = self.slots.get(32..).unwrap_or(&[]);
        self.compare();
    }
}

impl Iterator for Hits<'_> {
    type Item = u32;

    #[inline]
    fn next(&mut self) -> Option<u32> {
        while self.found == 0 {
            if self.slots.len() <= 32 {
                return None;
            }
            self.go_on();
        }
        let slot = self.slots.get(self.found.trailing_zeros() as usize)?;
        self.found &= self.found - 1;
        Some(u64::from_le_bytes(*slot) as u32)
    }
}

/// Where the slots of a bucket start.
#[inline]
fn start(bucket: &[u8; BUCKET]) -> usize {
    (u128::from_le_bytes(*bucket) >> 96) as usize
}

/// Two bits of the first eight bytes, one of the four behind them.
#[inline]
fn filter_bits(key: u64) -> [u64; 3] {
    [key >> 58, key >> 52 & 63, key >> 47 & 31]
}

#[inline]
fn mark(key: u64) -> u32 {
    (key >> 32) as u32
}

/// Builds buckets and slots from keys and packed values; the keys of
/// `marks` pass the filter and lead to nothing.
pub(super) fn write(
    entries: &[(u64, u32)],
    marks: &[u64],
) -> (Vec<u8>, Vec<u8>) {
    let count = buckets_for(entries.len() + marks.len());
    let bucket = |key: u64| key as usize & (count - 1);
    let mut filter = vec![[0u64; 2]; count];
    for &key in entries.iter().map(|entry| &entry.0).chain(marks) {
        if let Some([low, high]) = filter.get_mut(bucket(key)) {
            let [one, two, three] = filter_bits(key);
            *low |= 1 << one | 1 << two;
            *high |= 1 << three;
        }
    }
    let of = |entry: &(u64, u32)| bucket(entry.0);
    let (sorted, starts) = by_bucket(entries, count, of);
    let mut slots = Vec::with_capacity(sorted.len() * 8);
    for (key, value) in sorted {
        let slot = u64::from(mark(key)) << 32 | u64::from(value);
        slots.extend_from_slice(&slot.to_le_bytes());
    }
    let mut buckets = Vec::with_capacity((count + 1) * BUCKET);
    let end = [[0; 2]];
    for ([low, high], start) in filter.iter().chain(&end).zip(starts) {
        buckets.extend_from_slice(&low.to_le_bytes());
        buckets.extend_from_slice(&(*high as u32).to_le_bytes());
        buckets.extend_from_slice(&start.to_le_bytes());
    }
    (buckets, slots)
}

/// How many buckets so many keys get: a power of two.
fn buckets_for(keys: usize) -> usize {
    match (keys / KEYS + 1).next_power_of_two() {
        count if count <= MANY => count,
        _ => (keys / KEYS_OF_MANY + 1).next_power_of_two().max(MANY),
    }
}

#[cfg(test)]
mod tests {
    use super::super::hash::hash;
    use super::*;

    #[test]
    fn every_key_is_found_among_few_and_among_many() {
        let mut bytes_each = Vec::new();
        for count in [0u32, 1, 1000, 190_000, 200_000, 400_000, 600_000] {
            let key = |n: u32| hash(&n.to_le_bytes());
            let entries: Vec<(u64, u32)> =
                (0..count).map(|n| (key(n), n + 1)).collect();
            let mark = key(u32::MAX);
            let (buckets, slots) = write(&entries, &[mark]);
            let table = Keys::new(Reader(&buckets), Reader(&slots));
            assert!(table.may_have(mark));
            for n in 0..count {
                assert!(table.may_have(key(n)), "{n} of {count}");
                let mut found = table.get(key(n));
                assert!(found.any(|value| value == n + 1), "{n} of {count}");
            }
            bytes_each.push(buckets.len() / BUCKET);
        }
        assert_eq!(bytes_each, [2, 2, 257, 32_769, 32_769, 32_769, 65_537]);
    }
}
