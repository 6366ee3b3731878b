//! What a scan found, before it is verified.

/// The place of a key that stands at more places than are looked at one by
/// one, or at one that nobody noted.
pub(in super::super) const ANYWHERE: u32 = u32::MAX;

/// In place of a place: whatever a text starts with, its key does not lead
/// to a match there.
const IN_VAIN: u32 = u32::MAX - 1;

/// How many places of one key in a long text are looked at one by one.
const PLACES: u8 = 4;

/// How many atoms are noted before those are left out that are noted
/// already; few in tests, so that it happens there.
const ROOM: usize = if cfg!(test) { 8 } else { 1024 };

/// A text no longer than this has so few places that keys need not be
/// remembered.
pub(in super::super) const SHORT: usize = 128;

/// A list of atoms no longer than this may hold some of them twice.
const TWICE: usize = 16;

const SEEN: usize = 64;
/// The bits of a key above this one choose its place among the seen.
const SEEN_SHIFT: u32 = 40;

/// In every place a key that does not belong there.
const UNSEEN: [u64; SEEN] = {
    let mut unseen = [0; SEEN];
    unseen[0] = 1 << SEEN_SHIFT;
    unseen
};

/// Atoms whose key is in the text.
#[derive(Clone, Debug)]
pub(in super::super) struct Found {
    /// Each with a place where its key is; the same atom once for every
    /// place of its key.
    atoms: Vec<(u32, u32)>,
    /// The keys that were found last in a long text, and how often.
    seen: [u64; SEEN],
    times: [u8; SEEN],
    any_seen: bool,
    is_long: bool,
    /// How many atoms may pile up before places are forgotten.
    room: usize,
    /// Of a list that is not short: atoms that need no further test, a bit
    /// for each.
    done: Vec<u64>,
    many: bool,
    /// How many atoms, from the first on, were found by keys that count
    /// whatever the text starts with; none where that is not known.
    kept: Option<usize>,
    /// What was seen when these had been found.
    kept_seen: [u64; SEEN],
    kept_times: [u8; SEEN],
}

impl Default for Found {
    fn default() -> Found {
        Found {
            atoms: Vec::new(),
            seen: UNSEEN,
            times: [0; SEEN],
            any_seen: false,
            is_long: false,
            room: 0,
            done: Vec::new(),
            many: false,
            kept: None,
            kept_seen: UNSEEN,
            kept_times: [0; SEEN],
        }
    }
}

impl Found {
    pub(super) fn forget(&mut self) {
        if self.any_seen {
            self.seen = UNSEEN;
            self.any_seen = false;
        }
        self.forget_done();
        self.atoms.clear();
        self.is_long = false;
        self.kept = None;
    }

    fn forget_done(&mut self) {
        if self.many {
            for &(atom, _) in &self.atoms {
                if let Some(word) = self.done.get_mut(atom as usize / 64) {
                    *word = 0;
                }
            }
            self.many = false;
        }
    }

    /// To be called when all is found that counts whatever the text starts
    /// with.
    pub(super) fn keep(&mut self) {
        self.kept = Some(self.atoms.len());
        if self.is_long {
            self.kept_seen = self.seen;
            self.kept_times = self.times;
        }
    }

    /// Whether what was found in a text can be had again for another that
    /// ends like it; of a short text that is not worth it.
    pub(super) fn is_kept(&self) -> bool {
        self.kept.is_some() && self.is_long
    }

    /// Forgets what was found from the place `to` on, in a short text; says
    /// whether all that stands before it is still known.
    pub(super) fn only_before(&mut self, to: usize) -> bool {
        let Some(kept) = self.kept else { return false };
        self.forget_done();
        self.atoms.truncate(kept);
        // Of an atom that was found at several places one may be left that
        // stands for all of them.
        self.atoms.retain(|&(_, at)| at < to as u32 || at == ANYWHERE);
        true
    }

    /// Forgets what was found before the place `from` of a text, which now
    /// is the place `to` of one that ends like it.
    pub(super) fn only_behind(&mut self, from: usize, to: usize) {
        self.forget_done();
        self.atoms.truncate(self.kept.unwrap_or(0));
        self.seen = self.kept_seen;
        self.times = self.kept_times;
        self.any_seen = true;
        let by = (to as u32).wrapping_sub(from as u32);
        self.atoms.retain_mut(|(_, at)| {
            let counts = *at >= from as u32 && *at != IN_VAIN;
            if *at < IN_VAIN {
                *at = at.wrapping_add(by);
            }
            counts
        });
    }

    pub(super) fn is_long(&mut self, len: usize) {
        self.is_long = len > SHORT;
    }

    pub(super) fn len(&self) -> usize {
        self.atoms.len()
    }

    /// The place to note for a key that was found at one; none when there is
    /// nothing more to note.
    #[inline]
    pub(super) fn place(&mut self, key: u64, at: usize) -> Option<u32> {
        match self.is_long {
            true => self.place_again(key, at as u32),
            false => Some(at as u32),
        }
    }

    /// The first places of a key are noted one by one; where it stands more
    /// often, that, once; so that a long text of one word is no long list.
    fn place_again(&mut self, key: u64, at: u32) -> Option<u32> {
        self.any_seen = true;
        let slot = (key >> SEEN_SHIFT) as usize % SEEN;
        let (seen, times) = (&mut self.seen, &mut self.times);
        let (seen, times) = (seen.get_mut(slot)?, times.get_mut(slot)?);
        if std::mem::replace(seen, key) != key {
            *times = 0;
        }
        *times += u8::from(*times <= PLACES + 1);
        match *times {
            1..=PLACES => Some(at),
            n if n == PLACES + 1 => Some(ANYWHERE),
            _ => None,
        }
    }

    /// Notes an atom.
    #[inline]
    pub(super) fn push(&mut self, atom: u32, at: u32) {
        if self.atoms.len() >= self.room {
            self.make_room();
        }
        self.atoms.push((atom, at));
    }

    /// Leaves one of each atom, so that the list is never much longer than
    /// there are atoms.
    #[cold]
    fn make_room(&mut self) {
        self.kept = None;
        if self.room > 0 {
            self.atoms.sort_unstable();
            self.atoms.dedup_by(|later, first| {
                let same = later.0 == first.0;
                if same {
                    first.1 = ANYWHERE;
                }
                same
            });
        }
        self.room = (self.atoms.len() * 2).max(ROOM);
    }

    /// To be called when all is found, with the number of all atoms.
    pub(super) fn finish(&mut self, atoms: usize) {
        if self.atoms.len() > TWICE {
            self.many = true;
            let words = atoms / 64 + 1;
            if self.done.len() < words {
                self.done.resize(words, 0);
            }
        }
    }

    /// The next atom that needs a test, from the number `next` on.
    #[inline]
    pub(in super::super) fn next(
        &self,
        next: &mut usize,
    ) -> Option<(u32, u32)> {
        loop {
            let &(atom, at) = self.atoms.get(*next)?;
            *next += 1;
            if !self.many || !self.is_done(atom) {
                return Some((atom, at));
            }
        }
    }

    /// Notes that the atom before the number `next` does not match where its
    /// key stands, whatever the text starts with, or need not be found
    /// again.
    #[inline]
    pub(in super::super) fn in_vain(&mut self, next: usize) {
        if self.kept.is_some()
            && let Some(last) = self.atoms.get_mut(next.wrapping_sub(1))
        {
            last.1 = IN_VAIN;
        }
    }

    fn is_done(&self, atom: u32) -> bool {
        let word = self.done.get(atom as usize / 64);
        word.is_some_and(|word| word >> (atom % 64) & 1 != 0)
    }

    /// Notes that an atom needs no further test; short lists have it tested
    /// again instead.
    #[inline]
    pub(in super::super) fn done(&mut self, atom: u32) {
        if self.many
            && let Some(word) = self.done.get_mut(atom as usize / 64)
        {
            *word |= 1 << (atom % 64);
        }
    }
}
