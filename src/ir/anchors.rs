//! The directories that guards and conditions start at.

use super::{Atom, BaseId, Effect, Predicate, Rules, Uses};

/// Which uses of files guards and conditions look at below each directory
/// that an event, or what is told beside it, has to name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Anchors(pub [Uses; Anchors::COUNT]);

impl Anchors {
    /// How many directories there are.
    pub const COUNT: usize = 5;

    /// The anchors of some rules. What only allows counts for nothing: it
    /// covers less where a directory is not known.
    pub fn of(rules: &Rules) -> Anchors {
        let mut anchors = Anchors::default();
        let strict = rules.rules.iter().filter(|r| r.effect != Effect::Allow);
        let mut open = Vec::new();
        for rule in strict {
            open.push(&rule.predicate);
            anchors.take_in(rules, &mut open);
        }
        anchors
    }

    /// Whether the other rules look below the same directories for all that
    /// these look at.
    pub fn is_within(self, other: Anchors) -> bool {
        let mut pairs = self.0.iter().zip(other.0);
        pairs.all(|(own, other)| own.0 & !other.0 == 0)
    }

    /// Takes in what some predicates look at, of which none are left then.
    fn take_in<'r>(
        &mut self,
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
                    if let Some(Atom::Path { uses, anchor, .. }) =
                        rules.atom(*id)
                        && let Some(at) = place(anchor)
                        && let Some(all) = self.0.get_mut(at)
                    {
                        *all = all.and(*uses);
                    }
                }
            }
        }
    }

    /// The uses that are looked at below a directory which is not known, of
    /// those in `known` (home, current, project, session, configuration).
    pub fn unknown(&self, known: [bool; Anchors::COUNT]) -> Uses {
        let all = self.0.iter().zip(known);
        all.filter(|(_, known)| !known)
            .fold(Uses::default(), |sum, (uses, _)| sum.and(*uses))
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
