//! Atoms whose rules have said all they say.

/// A set of atoms that is soon empty again. Of rules that do not allow only
/// the first place counts, so what else matches them need not be found.
#[derive(Clone, Debug, Default)]
pub(super) struct Said {
    /// A bit for each.
    bits: Vec<u64>,
    atoms: Vec<u32>,
}

impl Said {
    #[inline]
    pub(super) fn clear(&mut self) {
        for &atom in &self.atoms {
            if let Some(word) = self.bits.get_mut(atom as usize / 64) {
                *word = 0;
            }
        }
        self.atoms.clear();
    }

    #[inline]
    pub(super) fn has(&self, atom: u32) -> bool {
        let word = self.bits.get(atom as usize / 64);
        word.is_some_and(|word| word >> (atom % 64) & 1 != 0)
    }

    pub(super) fn add(&mut self, atom: u32) {
        let at = atom as usize / 64;
        if self.bits.len() <= at {
            self.bits.resize(at + 1, 0);
        }
        if let Some(word) = self.bits.get_mut(at)
            && *word >> (atom % 64) & 1 == 0
        {
            *word |= 1 << (atom % 64);
            self.atoms.push(atom);
        }
    }
}
