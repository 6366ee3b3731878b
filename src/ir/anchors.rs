//! The directories that guards and conditions start at.

use super::{Atom, BaseId, Effect, Predicate, Rules, Uses};

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
        let mut anchors = Anchors::default();
        let mut open = Vec::new();
        for rule in &rules.rules {
            let all = match rule.effect {
                Effect::Allow => continue,
                Effect::Fire(_) => &mut anchors.conditions,
                Effect::Deny
                | Effect::Ask
                | Effect::MayDeny
                | Effect::MayAsk => &mut anchors.guards,
            };
            open.push(&rule.predicate);
            take_in(all, rules, &mut open);
        }
        anchors
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

/// Takes in what some predicates look at, of which none are left then.
fn take_in<'r>(
    all: &mut Below,
    rules: &'r Rules,
    open: &mut Vec<&'r Predicate>,
) {
    while let Some(next) = open.pop() {
        match next {
            Predicate::Never | Predicate::Always => {}
            Predicate::Not(inner) => open.push(inner),
            Predicate::And(parts) | Predicate::Or(parts) => {
                open.extend(parts);
            }
            Predicate::Atom(id) => {
                if let Some(Atom::Path { uses, anchor, .. }) = rules.atom(*id)
                    && let Some(at) = place(anchor)
                    && let Some(all) = all.get_mut(at)
                {
                    *all = all.and(*uses);
                }
            }
        }
    }
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
