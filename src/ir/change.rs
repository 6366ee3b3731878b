//! Rules that change while they are in use.

use std::collections::{HashMap, HashSet};
use std::fmt;

use super::{
    Atom, AtomId, Effect, Guards, Predicate, Rule, RuleId, Rules, atoms,
};
use crate::source::SourceId;

/// A list of rules has none of this number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownRule(pub RuleId);

impl std::error::Error for UnknownRule {}

impl fmt::Display for UnknownRule {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "no rule has the number {}", self.0.0)
    }
}

impl Rules {
    /// These rules without some of them, and with others behind them. The
    /// result depends on the rules and their order alone, not on how they
    /// came together, so compiling it gives the bytes that a fresh start
    /// gives.
    ///
    /// It is for sets of rules alone ([`HookSet::compile`]). An engine
    /// answers from a policy, and [`Policy::with`] is what changes that.
    ///
    /// The sources and hooks of `added` get numbers behind the largest that
    /// stand here, as those of a policy that was read apart. What was made of
    /// a rule for the case of doubt goes with it ([`Effect::MayDeny`],
    /// [`Effect::MayAsk`] of the same origin) and stays behind all rules that
    /// somebody wrote. Guards that could not be read stay noted. Linear in both
    /// lists.
    ///
    /// # Errors
    ///
    /// Where no rule has a number of `removed`: whoever names it takes a rule
    /// for gone that may still stand.
    ///
    /// [`HookSet::compile`]: crate::hook_set::HookSet::compile
    /// [`Policy::with`]: crate::policy::Policy::with
    pub fn with(
        self,
        added: &Rules,
        removed: &[RuleId],
    ) -> Result<Rules, UnknownRule> {
        let is_none = |id: &&RuleId| self.rule(**id).is_none();
        if let Some(&id) = removed.iter().find(is_none) {
            return Err(UnknownRule(id));
        }
        let (mut sources, mut hooks) = (0, 0);
        for rule in &self.rules {
            sources = sources.max(rule.origin.source.0.saturating_add(1));
            if let Effect::Fire(number) = rule.effect {
                hooks = hooks.max(number.saturating_add(1));
            }
        }
        let lost = self.lost_at.iter().map(|at| at.source.0);
        let sources =
            lost.fold(sources, |all, id| all.max(id.saturating_add(1)));
        let added = added.clone().behind(sources, hooks);
        Ok(self.joined(&added, removed))
    }

    /// These rules as those of a policy whose sources and hooks come behind
    /// so many others.
    #[must_use]
    pub(crate) fn behind(mut self, sources: u32, hooks: u32) -> Rules {
        let later = |source: &mut SourceId| {
            source.0 = source.0.saturating_add(sources);
        };
        for rule in &mut self.rules {
            later(&mut rule.origin.source);
            if let Effect::Fire(number) = &mut rule.effect {
                *number = number.saturating_add(hooks);
            }
        }
        self.lost_at.iter_mut().for_each(|at| later(&mut at.source));
        self
    }

    /// The same, where sources and hooks have numbers that count in both
    /// lists.
    #[must_use]
    pub(crate) fn joined(
        mut self,
        added: &Rules,
        removed: &[RuleId],
    ) -> Rules {
        let gone = self.gone(removed);
        let (mut written, mut made) = (Vec::new(), Vec::new());
        let mut old = Numbers::new(self.atoms.len());
        for (number, rule) in (0..).zip(self.rules.drain(..)) {
            match is_made(&rule) {
                _ if gone.contains(&number) => {}
                true => made.push(rule),
                false => written.push(rule),
            }
        }
        // An atom of both has one number.
        let mut new = Numbers::new(added.atoms.len());
        new.same = same(&self.atoms, &added.atoms);
        let mut joined = Joined::default();
        for (kept, is_made_of) in [(written, false), (made, true)] {
            for mut rule in kept {
                joined.number(&mut rule, &mut old, None);
                joined.rules.push(rule);
            }
            let wanted = |rule: &&Rule| is_made(rule) == is_made_of;
            for rule in added.rules.iter().filter(wanted) {
                let mut rule = rule.clone();
                joined.number(&mut rule, &mut new, Some(&mut old));
                joined.rules.push(rule);
            }
        }
        let mut own: Vec<_> = self.atoms.into_iter().map(Some).collect();
        let atoms = joined.atoms.iter().filter_map(|from| match *from {
            From::Old(at) => own.get_mut(at as usize)?.take(),
            From::New(at) => added.atoms.get(at as usize).cloned(),
        });
        let atoms = atoms.collect();
        self.lost.extend(added.lost.iter().cloned());
        self.lost_at.extend(added.lost_at.iter().copied());
        let guards = Guards::of(&joined.rules);
        let (lost, lost_at) = (self.lost, self.lost_at);
        Rules { atoms, rules: joined.rules, lost, lost_at, guards }
    }

    /// The numbers of rules that go, and of what was made of them. Rules of
    /// policies that were read apart may stand at the same place of theirs.
    fn gone(&self, removed: &[RuleId]) -> HashSet<u32> {
        let mut gone: HashSet<u32> = removed.iter().map(|id| id.0).collect();
        let written = (0..).zip(&self.rules).filter(|(_, r)| !is_made(r));
        let (mut going, mut staying) = (HashSet::new(), HashSet::new());
        for (number, rule) in written {
            let list = match gone.contains(&number) {
                true => &mut going,
                false => &mut staying,
            };
            list.insert((rule.origin, &rule.text, asks(rule)));
        }
        let made = (0..).zip(&self.rules).filter(|(_, rule)| {
            let key = (rule.origin, &rule.text, asks(rule));
            is_made(rule) && going.contains(&key) && !staying.contains(&key)
        });
        gone.extend(made.map(|(number, _)| number));
        gone
    }
}

/// Whether nobody wrote it: it tells what a rule could match in doubt.
fn is_made(rule: &Rule) -> bool {
    matches!(rule.effect, Effect::MayDeny | Effect::MayAsk)
}

/// Whether a rule, or what was made of it, asks.
fn asks(rule: &Rule) -> bool {
    matches!(rule.effect, Effect::Ask | Effect::MayAsk)
}

/// For each atom of `new` the equal one of `old`.
fn same(old: &[Atom], new: &[Atom]) -> Vec<Option<u32>> {
    let mut places: HashMap<&Atom, u32, atoms::Seeds> = HashMap::default();
    places.extend(new.iter().zip(0..));
    let mut same = vec![None; new.len()];
    for (number, atom) in (0..).zip(old) {
        if places.is_empty() {
            break;
        }
        let at = places.get(atom).and_then(|at| same.get_mut(*at as usize));
        if let Some(place) = at {
            *place = Some(number);
        }
    }
    same
}

/// Where an atom of the result comes from.
enum From {
    Old(u32),
    New(u32),
}

/// The numbers that the atoms of a list get.
struct Numbers {
    given: Vec<Option<u32>>,
    /// For each the equal atom of the other list; empty for the first list.
    same: Vec<Option<u32>>,
}

impl Numbers {
    fn new(count: usize) -> Numbers {
        Numbers { given: vec![None; count], same: Vec::new() }
    }
}

/// Rules of both lists, with one list of atoms, each numbered where it is
/// first used.
#[derive(Default)]
struct Joined {
    atoms: Vec<From>,
    rules: Vec<Rule>,
}

impl Joined {
    /// Gives the atoms of a rule their numbers; `other` are those of the
    /// first list while `numbers` are those of the second.
    fn number(
        &mut self,
        rule: &mut Rule,
        numbers: &mut Numbers,
        mut other: Option<&mut Numbers>,
    ) {
        for predicate in [&mut rule.matcher, &mut rule.predicate] {
            self.predicate(predicate, numbers, &mut other);
        }
    }

    fn predicate(
        &mut self,
        predicate: &mut Predicate,
        numbers: &mut Numbers,
        other: &mut Option<&mut Numbers>,
    ) {
        match predicate {
            Predicate::Always | Predicate::Never => {}
            Predicate::And(members) | Predicate::Or(members) => {
                for member in members {
                    self.predicate(member, numbers, other);
                }
            }
            Predicate::Not(inner) => self.predicate(inner, numbers, other),
            Predicate::Atom(id) => {
                match self.atom(id.0, numbers, other) {
                    Some(number) => *id = AtomId(number),
                    // There is no such atom, so nothing that it holds for.
                    None => *predicate = Predicate::Never,
                }
            }
        }
    }

    fn atom(
        &mut self,
        at: u32,
        numbers: &mut Numbers,
        other: &mut Option<&mut Numbers>,
    ) -> Option<u32> {
        let same = numbers.same.get(at as usize).copied().flatten();
        let (place, from) = match (same, other) {
            (Some(old), Some(other)) => {
                (other.given.get_mut(old as usize)?, From::Old(old))
            }
            (_, Some(_)) => {
                (numbers.given.get_mut(at as usize)?, From::New(at))
            }
            (_, None) => (numbers.given.get_mut(at as usize)?, From::Old(at)),
        };
        if place.is_none() {
            *place = u32::try_from(self.atoms.len()).ok();
            self.atoms.push(from);
        }
        *place
    }
}
