//! The names of all options, looked up by row: made when hookset is compiled,
//! for a command asks about each of its options several times.

use super::{FLAGS, Flags};
use crate::shell::data::mixed::mixed;

/// What is known of one option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Flag {
    /// Its usual name.
    pub(crate) name: &'static str,
    pub(crate) takes: Takes,
}

/// Whether an option takes a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Takes {
    No,
    Yes,
    /// Only in one word with it.
    Joined,
    /// Nobody knows.
    Maybe,
}

/// How many places there are for names; more than twice the names.
pub(super) const SLOTS: usize = 1 << 14;

/// How many names there are.
pub(super) const COUNT: usize = {
    let (mut count, mut rest) = (0, FLAGS);
    while let [row, behind @ ..] = rest {
        let Flags { valued, plain, joined, .. } = *row;
        count += names_in(valued) + names_in(plain) + names_in(joined);
        rest = behind;
    }
    count
};

const _: () = assert!(COUNT * 2 < SLOTS, "names stand too close");

/// The names of all rows.
pub(super) struct Names {
    /// Each as it is written, in the order of the rows.
    pub(super) names: [(&'static str, Flag); COUNT],
    count: usize,
    /// Where the names of a row end.
    ends: [u16; FLAGS.len()],
    /// For each value of the hash the number of a name, counted from one;
    /// names of the same value stand behind each other.
    slots: [u16; SLOTS],
}

pub(super) static NAMES: Names = Names::new();

/// An option of the so many-th row, by one of its names.
pub(crate) fn named(row: usize, name: &str) -> Option<Flag> {
    let own = NAMES.own(row);
    let mut slot = slot(row, name.as_bytes());
    loop {
        let number = NAMES.slots.get(slot).copied().unwrap_or(0);
        let number = usize::from(number).checked_sub(1)?;
        match NAMES.names.get(number) {
            Some((other, flag)) if *other == name && own.contains(&number) => {
                return Some(*flag);
            }
            _ => slot = (slot + 1) % SLOTS,
        }
    }
}

/// The first option of the so many-th row a name of which starts so.
pub(crate) fn started(row: usize, start: &str) -> Option<Flag> {
    let own = NAMES.names.get(NAMES.own(row)).unwrap_or(&[]);
    // Most names end here.
    let first = start.as_bytes().first();
    let like = |name: &str| name.as_bytes().first() == first;
    let mut own = own.iter().filter(|(name, _)| like(name));
    let found = own.find(|(name, _)| name.starts_with(start));
    found.map(|(_, flag)| *flag)
}

impl Names {
    /// The numbers of the names of a row.
    fn own(&self, row: usize) -> std::ops::Range<usize> {
        let end = |row: usize| self.ends.get(row).map_or(0, |&end| end.into());
        row.checked_sub(1).map_or(0, end)..end(row)
    }

    /// The row of the so many-th name.
    pub(super) fn row_of(&self, name: usize) -> usize {
        self.ends.partition_point(|&end| usize::from(end) <= name)
    }
}

#[allow(
    clippy::indexing_slicing,
    reason = "runs when hookset is compiled; a wrong index stops that"
)]
impl Names {
    const fn new() -> Names {
        let none = Flag { name: "", takes: Takes::Maybe };
        let mut names = Names {
            names: [("", none); COUNT],
            count: 0,
            ends: [0; FLAGS.len()],
            slots: [0; SLOTS],
        };
        let mut row = 0;
        while row < FLAGS.len() {
            let Flags { valued, plain, joined, .. } = FLAGS[row];
            names.list(row, valued, Takes::Yes);
            names.list(row, plain, Takes::No);
            names.list(row, joined, Takes::Joined);
            names.ends[row] = names.count as u16;
            row += 1;
        }
        names
    }

    /// Adds options.
    const fn list(&mut self, row: usize, list: &'static str, takes: Takes) {
        let mut rest = list;
        while !rest.is_empty() {
            let (option, behind) = first(rest, b',');
            let (name, mut others) = first(option, b' ');
            let flag = Flag { name, takes };
            self.add(row, name, flag);
            while !others.is_empty() {
                let (other, left) = first(others, b' ');
                self.add(row, other, flag);
                others = left;
            }
            rest = behind;
        }
    }

    /// Adds a name; where a row has it twice, the first is found.
    const fn add(&mut self, row: usize, name: &'static str, flag: Flag) {
        self.names[self.count] = (name, flag);
        self.count += 1;
        let mut slot = slot(row, name.as_bytes());
        while self.slots[slot] != 0 {
            slot = (slot + 1) % SLOTS;
        }
        self.slots[slot] = self.count as u16;
    }
}

/// What stands before the first of these marks, and what behind it and the
/// blank that may follow.
const fn first(text: &'static str, mark: u8) -> (&'static str, &'static str) {
    let (mut bytes, mut at) = (text.as_bytes(), 0);
    while let [byte, behind @ ..] = bytes {
        if *byte == mark {
            let (first, rest) = text.split_at(at);
            let gap = if let [b' ', ..] = behind { 2 } else { 1 };
            return (first, rest.split_at(gap).1);
        }
        bytes = behind;
        at += 1;
    }
    (text, "")
}

/// How many names a list has: each but the first stands behind a blank.
const fn names_in(list: &str) -> usize {
    let (mut bytes, mut names) = (list.as_bytes(), !list.is_empty() as usize);
    while let [byte, more @ ..] = bytes {
        names += (*byte == b' ') as usize;
        bytes = more;
    }
    names
}

const fn slot(row: usize, name: &[u8]) -> usize {
    let mixed = mixed(name) ^ (row as u64).wrapping_mul(0x9E37_79B9);
    (mixed >> 20) as usize % SLOTS
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each name is found in its own row, and as the first that says it.
    #[test]
    fn the_index_says_what_the_rows_say() {
        for (number, row) in FLAGS.iter().enumerate() {
            let lists = [
                (row.valued, Takes::Yes),
                (row.plain, Takes::No),
                (row.joined, Takes::Joined),
            ];
            let all = lists.iter().flat_map(|(list, takes)| {
                let options = list.split(", ").filter(|o| !o.is_empty());
                options.map(move |names| (names, *takes))
            });
            let slowly = |name: &str| {
                let mut all = all.clone();
                let is_it = |names: &str| names.split(' ').any(|n| n == name);
                let (names, takes) = all.find(|(names, _)| is_it(names))?;
                Some(Flag { name: names.split(' ').next()?, takes })
            };
            for name in all.clone().flat_map(|(names, _)| names.split(' ')) {
                assert_eq!(named(number, name), slowly(name), "{name}");
                assert!(started(number, name).is_some(), "{name}");
            }
            assert_eq!(named(number, "no such option"), None);
        }
        assert_eq!(named(FLAGS.len(), "force"), None);
    }
}
