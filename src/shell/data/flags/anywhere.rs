//! The names of options, whatever the program, for guards that say none
//! (`* --force*`): made when hookset is compiled, for a policy may hold
//! thousands of such guards, and a hook starts for each call.

use super::FLAGS;
use super::names::{COUNT, NAMES, SLOTS, Takes};
use crate::shell::data::mixed::{mixed, same};

/// Where names stand among all.
struct Places {
    /// For each value of the hash the number of the last of a name, counted
    /// from one; others of the same value stand behind each other.
    slots: [u16; SLOTS],
    /// For each the number of the one before it that is written the same.
    before: [u16; COUNT],
}

static PLACES: Places = Places::new();

/// An option that may be told otherwise: by another name, or with its value
/// in another word.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spelled {
    /// The programs that have it.
    pub(crate) programs: &'static [&'static str],
    /// Whether the name that it was found by is its usual one.
    pub(crate) usual: bool,
}

/// The options with this name that some program may be told otherwise.
pub(crate) fn spelled(name: &str) -> impl Iterator<Item = Spelled> {
    let mut slot = slot(name.as_bytes());
    let mut number = loop {
        let number = PLACES.slots.get(slot).copied().unwrap_or(0);
        let other = NAMES.names.get(usize::from(number).wrapping_sub(1));
        if other.is_none_or(|other| other.0 == name) {
            break number;
        }
        slot = (slot + 1) % SLOTS;
    };
    let all = std::iter::from_fn(move || {
        let at = usize::from(number).checked_sub(1)?;
        number = PLACES.before.get(at).copied().unwrap_or(0);
        Some(at)
    });
    all.filter_map(|at| {
        let (name, flag) = NAMES.names.get(at)?;
        let row = NAMES.row_of(at);
        let usual = *name == flag.name;
        let next = NAMES.names.get(at + 1);
        let another = next.is_some_and(|next| next.1.name == flag.name)
            && NAMES.row_of(at + 1) == row;
        let programs = FLAGS.get(row)?.programs;
        let counts = !usual || another || flag.takes == Takes::Yes;
        counts.then_some(Spelled { programs, usual })
    })
}

#[allow(
    clippy::indexing_slicing,
    reason = "runs when hookset is compiled; a wrong index stops that"
)]
impl Places {
    const fn new() -> Places {
        let mut places = Places { slots: [0; SLOTS], before: [0; COUNT] };
        let mut at = 0;
        while at < COUNT {
            let name = NAMES.names[at].0.as_bytes();
            let mut slot = slot(name);
            let mut number = places.slots[slot] as usize;
            while number != 0
                && !same(NAMES.names[number - 1].0.as_bytes(), name)
            {
                slot = (slot + 1) % SLOTS;
                number = places.slots[slot] as usize;
            }
            places.before[at] = number as u16;
            at += 1;
            places.slots[slot] = at as u16;
        }
        places
    }
}

const fn slot(name: &[u8]) -> usize {
    (mixed(name) >> 20) as usize % SLOTS
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the index says is what the rows say.
    #[test]
    fn each_name_is_found_in_each_of_its_rows() {
        let slowly = |name: &str| {
            let mut all = Vec::new();
            for row in FLAGS {
                let others = [row.plain, row.joined].map(|list| (list, false));
                for (list, valued) in
                    [(row.valued, true)].iter().chain(&others)
                {
                    for names in list.split(", ") {
                        let nth = names.split(' ').position(|n| n == name);
                        let several = names.contains(' ');
                        if nth.is_some() && (*valued || several) {
                            all.push((row.programs, nth == Some(0)));
                        }
                    }
                }
            }
            all.sort();
            all
        };
        let names = NAMES.names.iter().map(|(name, _)| *name);
        let names: std::collections::BTreeSet<&str> = names.collect();
        for name in names.into_iter().chain(["no such option"]) {
            let found = spelled(name).map(|one| (one.programs, one.usual));
            let mut found: Vec<_> = found.collect();
            found.sort();
            assert_eq!(found, slowly(name), "{name}");
        }
    }
}
