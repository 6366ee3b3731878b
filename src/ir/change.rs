//! Rules that change while they are in use.

use std::collections::HashSet;

use super::{Atoms, Effect, Guards, Predicate, Rule, RuleId, Rules};

impl Rules {
    /// These rules without some of them, and with others behind them: what
    /// reading all the texts anew gives, at the cost of copying. The result
    /// depends on the rules and their order alone, not on how they came
    /// together, so compiling it gives the bytes that a fresh start gives.
    ///
    /// What was made of a rule for the case of doubt goes with it
    /// ([`Effect::MayDeny`], [`Effect::MayAsk`] of the same origin) and
    /// stays behind all rules that somebody wrote. Guards that could not be
    /// read stay noted.
    #[must_use]
    pub fn with(&self, added: &Rules, removed: &[RuleId]) -> Rules {
        let gone: HashSet<u32> = removed.iter().map(|id| id.0).collect();
        let places = removed.iter().filter_map(|id| self.rule(*id));
        let places: HashSet<_> =
            places.map(|rule| (rule.origin, rule.text.as_str())).collect();
        let kept = (0..).zip(&self.rules).filter(|(number, rule)| {
            let place = (rule.origin, rule.text.as_str());
            !gone.contains(number)
                && !(is_made(rule) && places.contains(&place))
        });
        let kept = kept.map(|(_, rule)| rule);
        let mut joined = Joined::default();
        for made in [false, true] {
            let wanted = |rule: &&Rule| is_made(rule) == made;
            joined.take(self, kept.clone().filter(wanted));
            joined.take(added, added.rules.iter().filter(wanted));
        }
        let lost = self.lost.iter().chain(&added.lost).cloned().collect();
        let guards = Guards::of(&joined.rules);
        let Joined { atoms, rules } = joined;
        Rules { atoms: atoms.into_vec(), rules, lost, guards }
    }
}

/// Whether nobody wrote it: it tells what a rule could match in doubt.
fn is_made(rule: &Rule) -> bool {
    matches!(rule.effect, Effect::MayDeny | Effect::MayAsk)
}

/// Rules of several origins, with one list of atoms, each numbered where it
/// is first used.
#[derive(Default)]
struct Joined {
    atoms: Atoms,
    rules: Vec<Rule>,
}

impl Joined {
    fn take<'a>(
        &mut self,
        from: &Rules,
        rules: impl Iterator<Item = &'a Rule>,
    ) {
        let mut numbers = vec![None; from.atoms.len()];
        for rule in rules {
            let matcher = self.moved(&rule.matcher, from, &mut numbers);
            let predicate = self.moved(&rule.predicate, from, &mut numbers);
            self.rules.push(Rule { matcher, predicate, ..rule.clone() });
        }
    }

    /// The predicate over the atoms of this list.
    fn moved(
        &mut self,
        predicate: &Predicate,
        from: &Rules,
        numbers: &mut [Option<Predicate>],
    ) -> Predicate {
        let mut all = |members: &[Predicate]| {
            let members = members.iter();
            members.map(|each| self.moved(each, from, numbers)).collect()
        };
        match predicate {
            Predicate::Always => Predicate::Always,
            Predicate::Never => Predicate::Never,
            Predicate::And(members) => Predicate::And(all(members)),
            Predicate::Or(members) => Predicate::Or(all(members)),
            Predicate::Not(inner) => {
                Predicate::Not(Box::new(self.moved(inner, from, numbers)))
            }
            Predicate::Atom(id) => {
                let known = numbers.get_mut(id.0 as usize);
                let Some(known) = known else { return Predicate::Never };
                let new = || from.atom(*id).cloned();
                if known.is_none() {
                    *known = new().map(|atom| self.atoms.test(atom));
                }
                known.clone().unwrap_or(Predicate::Never)
            }
        }
    }
}
