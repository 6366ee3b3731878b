//! Hashes of what guards name, while they are collected.

use crate::source::sort_by_hash;

/// Hashes as they are found. Patterns name the same again and again, which
/// is why those of late are known.
pub(super) struct Hashes {
    all: Vec<u64>,
    late: Vec<u64>,
}

/// How many of late are known.
const LATE: usize = 1 << 12;

impl Default for Hashes {
    fn default() -> Hashes {
        Hashes { all: Vec::new(), late: vec![0; LATE] }
    }
}

impl Hashes {
    pub(super) fn push(&mut self, hash: u64) {
        match self.late.get_mut(hash as usize % LATE) {
            Some(late) if *late == hash && hash != 0 => {}
            late => {
                self.all.push(hash);
                late.into_iter().for_each(|late| *late = hash);
            }
        }
    }

    pub(super) fn extend(&mut self, hashes: impl IntoIterator<Item = u64>) {
        hashes.into_iter().for_each(|hash| self.push(hash));
    }

    pub(super) fn each_once(mut self) -> Vec<u64> {
        sort_by_hash(&mut self.all, |hash| *hash);
        self.all.dedup();
        self.all
    }
}
