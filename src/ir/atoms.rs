use std::collections::HashMap;

use super::{Atom, AtomId, Predicate};

/// Atoms while they are collected: an equal atom gets the same id.
#[derive(Clone, Debug, Default)]
pub struct Atoms {
    all: Vec<Atom>,
    ids: HashMap<Atom, AtomId>,
}

impl Atoms {
    /// The predicate that tests this atom.
    pub fn test(&mut self, atom: Atom) -> Predicate {
        if let Some(&id) = self.ids.get(&atom) {
            return Predicate::Atom(id);
        }
        let id = AtomId(u32::try_from(self.all.len()).unwrap_or(u32::MAX));
        self.ids.insert(atom.clone(), id);
        self.all.push(atom);
        Predicate::Atom(id)
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
        let mut kept = Vec::new();
        for member in members {
            match member {
                Predicate::Never => {}
                Predicate::Always => return Predicate::Always,
                Predicate::Or(inner) => kept.extend(inner),
                other => kept.push(other),
            }
        }
        match kept.len() {
            0 => Predicate::Never,
            1 => kept.swap_remove(0),
            _ => Predicate::Or(kept),
        }
    }

    /// All of the members; `Always` for none.
    pub fn all_of(members: impl IntoIterator<Item = Predicate>) -> Predicate {
        let mut kept = Vec::new();
        for member in members {
            match member {
                Predicate::Always => {}
                Predicate::Never => return Predicate::Never,
                Predicate::And(inner) => kept.extend(inner),
                other => kept.push(other),
            }
        }
        match kept.len() {
            0 => Predicate::Always,
            1 => kept.swap_remove(0),
            _ => Predicate::And(kept),
        }
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
