//! The directories that guards and conditions start at.

use super::names::atoms_of;
use super::{Atom, BaseId, Effect, Rule, Rules, Uses};

/// Which uses of files guards and conditions look at below each directory
/// that an event, or what is told beside it, has to name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Anchors {
    /// What guards look at.
    pub guards: Below,
    /// What conditions of hooks look at.
    pub conditions: Below,
}

/// Uses below each of the directories.
type Below = [Uses; Anchors::COUNT];

impl Anchors {
    /// How many directories there are.
    pub const COUNT: usize = 5;

    /// The anchors of some rules. What only allows counts for nothing: it
    /// covers less where a directory is not known.
    pub fn of(rules: &Rules) -> Anchors {
        let all = || rules.rules.iter();
        let fires = |rule: &&Rule| matches!(rule.effect, Effect::Fire(_));
        let guards =
            |rule: &&Rule| rule.effect != Effect::Allow && !fires(rule);
        Anchors {
            guards: below(rules, all().filter(guards)),
            conditions: below(rules, all().filter(fires)),
        }
    }

    /// Whether the other rules look below the same directories for all that
    /// these look at.
    pub fn is_within(self, other: Anchors) -> bool {
        let within = |own: Below, other: Below| {
            own.iter().zip(other).all(|(own, other)| own.0 & !other.0 == 0)
        };
        within(self.guards, other.guards)
            && within(self.conditions, other.conditions)
    }

    /// As an image holds them: conditions in the high halves.
    pub(crate) fn packed(self) -> [u32; Anchors::COUNT] {
        let mut out = [0; Anchors::COUNT];
        let both = self.guards.iter().zip(self.conditions);
        for (out, (guards, conditions)) in out.iter_mut().zip(both) {
            *out = u32::from(conditions.0) << 16 | u32::from(guards.0);
        }
        out
    }

    /// What was packed.
    pub(crate) fn unpacked(packed: [u32; Anchors::COUNT]) -> Anchors {
        Anchors {
            guards: packed.map(|both| Uses(both as u16)),
            conditions: packed.map(|both| Uses((both >> 16) as u16)),
        }
    }

    /// The uses that guards, and that conditions look at below a directory
    /// which is not known, of those in `known` (home, current, project,
    /// session, configuration).
    pub fn unknown(&self, known: [bool; Anchors::COUNT]) -> [Uses; 2] {
        [self.guards, self.conditions].map(|all| {
            let unknown = all.iter().zip(known).filter(|(_, known)| !known);
            unknown.fold(Uses::default(), |sum, (uses, _)| sum.and(*uses))
        })
    }
}

/// What some rules look at below each directory.
fn below<'r>(rules: &'r Rules, some: impl Iterator<Item = &'r Rule>) -> Below {
    let mut all = Below::default();
    for atom in atoms_of(rules, some) {
        if let Atom::Path { uses, anchor, .. } = atom
            && let Some(at) = place(anchor)
            && let Some(all) = all.get_mut(at)
        {
            *all = all.and(*uses);
        }
    }
    all
}

/// The number of the directory that a base is, or lies above of; none where
/// the policy itself names it.
fn place(base: &BaseId) -> Option<usize> {
    match base {
        BaseId::Root | BaseId::Fixed(_) => None,
        BaseId::Home => Some(0),
        BaseId::Cwd => Some(1),
        BaseId::Project => Some(2),
        BaseId::Session => Some(3),
        BaseId::UserConfig => Some(4),
        BaseId::Above(base, _) => place(base),
    }
}
