//! Atoms while they are collected, and predicates put together.

use std::collections::HashMap;
use std::hash::{BuildHasher, BuildHasherDefault, Hasher, RandomState};

use super::{Atom, AtomId, Predicate};

/// Atoms while they are collected: an equal atom gets the same id.
#[derive(Clone, Debug, Default)]
pub struct Atoms {
    all: Vec<Atom>,
    /// The last atom of each hash.
    last: Map<u32>,
    /// For each atom the one before it that has the same hash.
    before: Vec<Option<u32>>,
    seeds: Seeds,
}

/// A map whose keys are hashes.
pub(crate) type Map<T> = HashMap<u64, T, BuildHasherDefault<AsIs>>;

/// A map whose keys are halves of hashes, for what is looked at again: now
/// and then two hashes are taken for one.
pub(crate) type Halves<T> = HashMap<u32, T, BuildHasherDefault<AsIs>>;

/// The half of a hash that such a map is asked for.
pub(crate) fn half(hash: u64) -> u32 {
    (hash >> 32) as u32
}

/// Keys are hashes already.
#[derive(Default)]
pub(crate) struct AsIs(u64);

impl Hasher for AsIs {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(byte);
        }
    }

    fn write_u64(&mut self, n: u64) {
        self.0 = n;
    }

    /// Half of a hash; both ends of what a table takes are to differ.
    fn write_u32(&mut self, n: u32) {
        self.0 = u64::from(n) << 32 | u64::from(n);
    }
}

/// Two numbers that differ from run to run, so that no policy can be written
/// whose atoms all get the same hash.
#[derive(Clone, Debug)]
pub(super) struct Seeds(u64, u64);

impl Default for Seeds {
    fn default() -> Seeds {
        let random = RandomState::new();
        Seeds(random.hash_one(0), random.hash_one(1) | 1)
    }
}

impl BuildHasher for Seeds {
    type Hasher = Folding;

    fn build_hasher(&self) -> Folding {
        Folding { hash: self.0, factor: self.1 }
    }
}

/// Eight bytes a step: an atom is hashed in a fraction of the time that the
/// usual hasher takes, and there are several for each rule.
pub(super) struct Folding {
    hash: u64,
    factor: u64,
}

impl Hasher for Folding {
    fn write(&mut self, bytes: &[u8]) {
        let mut rest = bytes;
        while let Some((eight, more)) = rest.split_first_chunk::<8>() {
            self.write_u64(u64::from_le_bytes(*eight));
            rest = more;
        }
        let last = rest.iter().fold(1, |n, &byte| n << 8 | u64::from(byte));
        self.write_u64(last);
    }

    fn write_u8(&mut self, n: u8) {
        self.write_u64(u64::from(n));
    }

    fn write_u64(&mut self, n: u64) {
        let wide = u128::from(self.hash ^ n) * u128::from(self.factor);
        self.hash = (wide as u64) ^ ((wide >> 64) as u64).rotate_left(29);
    }

    fn write_usize(&mut self, n: usize) {
        self.write_u64(n as u64);
    }

    fn finish(&self) -> u64 {
        self.hash
    }
}

impl Atoms {
    /// Makes room for so many more.
    pub(crate) fn reserve(&mut self, more: usize) {
        self.all.reserve(more);
        self.before.reserve(more);
        self.last.reserve(more);
    }

    /// The predicate that tests this atom.
    pub fn test(&mut self, atom: Atom) -> Predicate {
        let hash = self.seeds.hash_one(&atom);
        let last = self.last.get(&hash).copied();
        let mut same = last;
        while let Some(id) = same {
            if self.all.get(id as usize) == Some(&atom) {
                return Predicate::Atom(AtomId(id));
            }
            same = self.before.get(id as usize).copied().flatten();
        }
        let id = u32::try_from(self.all.len()).unwrap_or(u32::MAX);
        self.last.insert(hash, id);
        self.before.push(last);
        self.all.push(atom);
        Predicate::Atom(AtomId(id))
    }

    /// All atoms so far, in order of their ids.
    pub fn as_slice(&self) -> &[Atom] {
        &self.all
    }

    /// All atoms, in order of their ids.
    pub fn into_vec(self) -> Vec<Atom> {
        self.all
    }
}

impl Predicate {
    /// Any of the members; `Never` for none.
    pub fn any_of(members: impl IntoIterator<Item = Predicate>) -> Predicate {
        use Predicate::{Always, Never, Or};
        let inner = |one| match one {
            Or(inner) => Ok(inner),
            other => Err(other),
        };
        joined(members, (Never, Always), Or, inner)
    }

    /// All of the members; `Always` for none.
    pub fn all_of(members: impl IntoIterator<Item = Predicate>) -> Predicate {
        use Predicate::{Always, And, Never};
        let inner = |one| match one {
            And(inner) => Ok(inner),
            other => Err(other),
        };
        joined(members, (Always, Never), And, inner)
    }

    /// The opposite.
    pub fn negated(self) -> Predicate {
        match self {
            Predicate::Always => Predicate::Never,
            Predicate::Never => Predicate::Always,
            Predicate::Not(inner) => *inner,
            other => Predicate::Not(Box::new(other)),
        }
    }
}

/// Members put together by `list`, what `inner` takes out of such a list
/// among them: `none` adds nothing, `whole` is all there is to say. Most have
/// one member, and no list is made for that.
fn joined(
    members: impl IntoIterator<Item = Predicate>,
    (none, whole): (Predicate, Predicate),
    list: impl Fn(Vec<Predicate>) -> Predicate,
    inner: impl Fn(Predicate) -> Result<Vec<Predicate>, Predicate>,
) -> Predicate {
    let mut first = None;
    let mut kept = Vec::new();
    for member in members.into_iter().filter(|member| *member != none) {
        if member == whole {
            return whole;
        }
        match inner(member) {
            Ok(more) if kept.is_empty() && first.is_none() => kept = more,
            Ok(more) => {
                kept.extend(first.take());
                kept.extend(more);
            }
            Err(one) if kept.is_empty() && first.is_none() => {
                first = Some(one);
            }
            Err(one) => {
                kept.extend(first.take());
                kept.push(one);
            }
        }
    }
    match kept.len() {
        0 | 1 => first.or(kept.pop()).unwrap_or(none),
        _ => list(kept),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_atoms_are_one_also_where_all_hashes_are_equal() {
        for seeds in [Seeds::default(), Seeds(0, 0)] {
            let mut atoms = Atoms { seeds, ..Atoms::default() };
            let of = |n: u8| Atom::InputContains(vec![n % 50]);
            let ids: Vec<_> = (0..200).map(|n| atoms.test(of(n))).collect();
            assert_eq!(atoms.as_slice().len(), 50);
            for (n, id) in ids.iter().enumerate() {
                assert_eq!(*id, Predicate::Atom(AtomId(n as u32 % 50)));
            }
        }
    }
}
