//! Two policies side by side: what only one of them has, and what of the
//! other settles that.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use super::fired::{self, HookName};
use super::fuel::Fuel;
use super::pairs::{counts_alike, rank};
use super::survey::Survey;
use crate::dialect::Strategy;
use crate::ir::{Effect, Family, Origin, Rule, RuleId, Rules};
use crate::policy::Policy;
use crate::shell::Guarded;
use crate::source::SourceId;

/// What a hook is known by.
#[derive(Debug, Default)]
pub(super) struct Known {
    /// None for one that can never run.
    pub(super) names: Vec<HookName>,
    /// Whether another one that does something else may run in its place.
    pub(super) is_shared: bool,
}

impl Known {
    /// The hooks of a policy.
    pub(super) fn of(policy: &Policy) -> Vec<Known> {
        let dialect = policy.dialect();
        let hooks = policy.hooks().iter().zip(fired::bringers(policy));
        let names = hooks.map(|(hook, with)| match hook.inactive {
            Some(_) => Vec::new(),
            None => {
                let entry = fired::entry(policy, hook);
                fired::names(hook.event, entry, dialect, with)
            }
        });
        let names: Vec<_> = names.collect();
        let all = policy.hooks().iter().zip(&names);
        let mut first = HashMap::new();
        let mut shared = HashSet::new();
        for (hook, own) in all.clone().filter(|(_, own)| !own.is_empty()) {
            if first.entry(hook.same_as).or_insert(own) != &own {
                shared.insert(hook.same_as);
            }
        }
        let known = all.map(|(hook, names)| Known {
            names: names.clone(),
            is_shared: shared.contains(&hook.same_as),
        });
        known.collect()
    }
}

/// The hooks of a policy that are waited for, with the time.
pub(super) fn timed(policy: &Policy) -> Vec<HookName> {
    let hooks = policy.hooks().iter().zip(fired::bringers(policy));
    let own = hooks.filter(|(hook, _)| hook.inactive.is_none());
    own.filter_map(|(hook, with)| {
        let entry = fired::entry(policy, hook);
        fired::timed(hook.event, entry, policy.dialect(), with)
    })
    .collect()
}

/// The files that one policy guards, where the other has more of which globs
/// may be the names, and that counts.
#[derive(Default)]
pub(super) struct Files {
    /// Those of the new one, where the old one has more.
    pub(super) kept: Option<Guarded>,
    /// Those of the old one, where the new one has more.
    pub(super) before: Option<Guarded>,
}

/// Which rules of both policies together are whose.
pub(super) struct Sides<'a> {
    pub(super) rules: &'a Rules,
    /// How many sources are the old policy's.
    sources: u32,
    /// The hooks of both.
    hooks: &'a [Known],
    pub(super) files: Files,
    /// The strongest guard of the new policy of each family.
    guards: HashMap<Family, u8>,
    /// The rules that only one side has.
    pub(super) changed: Vec<RuleId>,
}

/// The text of a rule; what ends a command with any words is written in one
/// way, as `fmt` does.
fn as_one(rule: &Rule) -> Cow<'_, str> {
    let commands = [Family::Commands, Family::PowerShell];
    match rule.text.strip_suffix(":*)") {
        Some(text) if commands.contains(&rule.family) => {
            format!("{text} *)").into()
        }
        _ => rule.text.as_str().into(),
    }
}

impl<'a> Sides<'a> {
    pub(super) fn of(
        rules: &'a Rules,
        sources: u32,
        hooks: &'a [Known],
        files: Files,
    ) -> Sides<'a> {
        let mut sides = Sides {
            rules,
            sources,
            hooks,
            files,
            guards: HashMap::new(),
            changed: Vec::new(),
        };
        sides.guards = sides.new_guards();
        let key = |rule: &'a Rule| {
            let test = (&rule.matcher, &rule.predicate, rule.events.0);
            (rule.effect.bit(), as_one(rule), test, sides.names(rule))
        };
        let all = (0..).map(RuleId).zip(&rules.rules);
        let all: Vec<_> = all.filter(|(_, rule)| sides.runs(rule)).collect();
        let known: HashSet<_> =
            all.iter().map(|(_, r)| (sides.is_old(r), key(r))).collect();
        let changed = all.iter().filter(|(_, rule)| {
            !known.contains(&(!sides.is_old(rule), key(rule)))
        });
        sides.changed = changed.map(|(id, _)| *id).collect();
        sides
    }

    fn new_guards(&self) -> HashMap<Family, u8> {
        let mut guards = HashMap::new();
        let new = self.rules.rules.iter().filter(|rule| !self.is_old(rule));
        for rule in new.filter(|rule| rule.family != Family::Never) {
            if matches!(rule.effect, Effect::Deny | Effect::Ask) {
                let known = guards.entry(rule.family).or_default();
                *known = rank(rule.effect).max(*known);
            }
        }
        guards
    }

    pub(super) fn is_old(&self, rule: &Rule) -> bool {
        rule.origin.source.0 < self.sources
    }

    /// Where a rule stands in its own policy.
    pub(super) fn own_origin(&self, rule: &Rule) -> Origin {
        let Origin { source, span } = rule.origin;
        let new = source.0.checked_sub(self.sources);
        Origin { source: new.map_or(source, SourceId), span }
    }

    fn hook(&self, rule: &Rule) -> Option<&'a Known> {
        let Effect::Fire(number) = rule.effect else { return None };
        self.hooks.get(number as usize)
    }

    /// What a rule of a hook is known by.
    pub(super) fn names(&self, rule: &Rule) -> &'a [HookName] {
        self.hook(rule).map_or(&[], |hook| &hook.names)
    }

    /// A rule as it is written; what a hook without `if` runs.
    pub(super) fn told<'r>(&self, rule: &'r Rule) -> &'r str
    where
        'a: 'r,
    {
        let hook = self.names(rule).first();
        let hook = hook.filter(|_| rule.text.is_empty());
        hook.map_or(&rule.text, |hook| &hook.runs)
    }

    fn is_shared(&self, rule: &Rule) -> bool {
        self.hook(rule).is_some_and(|hook| hook.is_shared)
    }

    /// Whether it is no hook, or one that can run.
    fn runs(&self, rule: &Rule) -> bool {
        !matches!(rule.effect, Effect::Fire(_)) || !self.names(rule).is_empty()
    }

    /// Whether more may happen because of a rule that only one side has.
    pub(super) fn may_widen(&self, id: RuleId) -> bool {
        self.rules.rule(id).is_some_and(|rule| match rule.effect {
            Effect::Allow => !self.is_old(rule),
            Effect::Fire(_) if self.is_shared(rule) => true,
            Effect::Fire(_) => {
                let is_old = self.is_old(rule);
                self.names(rule).iter().any(|name| counts(name, is_old))
            }
            _ => self.is_old(rule),
        })
    }

    /// Whether a hook does all that another one does of what `counts`.
    fn does_all(
        &self,
        rule: &Rule,
        own: &Rule,
        counts: impl Fn(&HookName) -> bool,
    ) -> bool {
        let names = self.names(rule);
        let mut wanted = self.names(own).iter().filter(|name| counts(name));
        !names.is_empty()
            && !self.is_shared(rule)
            && !self.is_shared(own)
            && wanted.all(|name| names.contains(name))
    }

    /// Whether a hook does that of another one by which more may happen when
    /// it goes or comes.
    fn does_enough(&self, rule: &Rule, own: &Rule) -> bool {
        let is_old = self.is_old(own);
        let all = !self.names(own).iter().any(|n| counts(n, is_old));
        self.does_all(rule, own, |name| all || counts(name, is_old))
    }

    /// Whether a rule keeps what a changed one does from being seen where
    /// both match.
    pub(super) fn hides(&self, own: &Rule, by: &Rule) -> bool {
        let same_side = self.is_old(own) == self.is_old(by);
        let fires = matches!(own.effect, Effect::Fire(_));
        self.settles(own, by)
            || !fires && same_side && rank(by.effect) > rank(own.effect)
    }

    /// Whether nothing more may happen because of a changed rule where the
    /// other one matches, too: what a guard that is gone stopped is stopped,
    /// what is newly allowed was allowed, or is stopped.
    fn settles(&self, own: &Rule, by: &Rule) -> bool {
        let other_side = self.is_old(own) != self.is_old(by);
        match (own.effect, other_side) {
            (Effect::Fire(_), true) => self.does_enough(by, own),
            // A hook approves nothing that rules deny.
            (Effect::Fire(_), false) => {
                !self.is_old(own) && by.effect == Effect::Deny
            }
            (Effect::Allow, true) => {
                by.effect == Effect::Allow && counts_alike(own, by)
            }
            (Effect::Allow, false) => rank(by.effect) > rank(own.effect),
            (Effect::MayDeny, true) => by.effect == Effect::MayDeny,
            (Effect::MayAsk, true) => {
                matches!(by.effect, Effect::MayDeny | Effect::MayAsk)
            }
            (_, true) => rank(by.effect) >= rank(own.effect),
            (_, false) => false,
        }
    }

    /// Whether rules of the other side's same list cover a rule, for the
    /// same doubts.
    pub(super) fn stands_for(
        &self,
        id: RuleId,
        survey: &mut Survey<'_>,
    ) -> bool {
        let Some(own) = self.rules.rule(id) else { return false };
        let alike = |other: &Rule| match own.effect {
            Effect::Fire(_) => self.does_all(other, own, |_| true),
            effect => other.effect == effect && other.family == own.family,
        };
        let fits = |other: &Rule| {
            self.is_old(other) != self.is_old(own)
                && alike(other)
                && counts_alike(own, other)
        };
        let met = survey.met(id, &fits);
        survey.is_within_any(id, &met) == Some(true)
            && survey.keeps_open(id, &met)
    }

    /// Whether it is certain that a rule by which less may happen changes
    /// nothing: the other side says the same, or a stronger rule of its own
    /// side leaves nothing of it.
    pub(super) fn is_unseen(
        &self,
        id: RuleId,
        survey: &mut Survey<'_>,
    ) -> bool {
        let Some(own) = self.rules.rule(id) else { return true };
        let fits = |other: &Rule| {
            let other_side = self.is_old(other) != self.is_old(own);
            match (own.effect, other_side) {
                (Effect::Fire(_), true) => self.does_all(other, own, |_| true),
                (Effect::Fire(_), false) => false,
                (effect, true) => {
                    other.effect == effect && counts_alike(own, other)
                }
                (effect, false) => rank(other.effect) > rank(effect),
            }
        };
        let met = survey.met(id, &fits);
        survey.is_within_any(id, &met) == Some(true)
            && survey.keeps_open(id, &met)
    }

    /// Whether it is certain that nothing more may happen because of a rule
    /// that only one side has; `met` are rules that match its examples.
    pub(super) fn is_idle(
        &self,
        id: RuleId,
        met: &[RuleId],
        survey: &mut Survey<'_>,
    ) -> bool {
        let Some(own) = self.rules.rule(id) else { return true };
        if survey.dialect.strategy != Strategy::DenyOverrides {
            return false;
        }
        let fits = |by: &Rule| self.settles(own, by);
        let mut by = match met {
            [] => survey.met(id, &fits),
            met => met.to_vec(),
        };
        by.retain(|by| self.rules.rule(*by).is_some_and(fits));
        let covered = survey.is_within_any(id, &by) == Some(true)
            && survey.keeps_open(id, &by);
        (covered || survey.is_empty(id)) && self.keeps_doubts(own, &by, survey)
    }

    /// Whether what is in doubt is asked about as long as it was, though a
    /// guard is gone that others cover.
    pub(super) fn keeps_doubts(
        &self,
        own: &Rule,
        by: &[RuleId],
        survey: &mut Survey<'_>,
    ) -> bool {
        if !matches!(own.effect, Effect::Deny | Effect::Ask) {
            return true;
        }
        let least = rank(own.effect);
        let holds = |at_least: &u8| *at_least >= least;
        // An event that is faulty is one to every guard.
        if !self.guards.values().any(holds) {
            return false;
        }
        if self.guards.get(&own.family).is_some_and(holds) {
            let files = matches!(own.family, Family::Reads | Family::Writes);
            return !files || self.files.kept.is_none();
        }
        // Where every call is stopped, nothing is left to be asked about.
        survey.leaves_nothing(own.family, by)
    }

    /// Weaker rules that could match something a rule matches, by how they
    /// are written.
    pub(super) fn weaker(&self, id: RuleId, fuel: &Fuel) -> Vec<RuleId> {
        let Some(own) = self.rules.rule(id) else { return Vec::new() };
        if !fuel.spend(self.rules.rules.len()) {
            return Vec::new();
        }
        let word = head(&own.text);
        let all = (0..).map(RuleId).zip(&self.rules.rules);
        let near = all.filter(|(_, rule)| {
            let other = head(&rule.text);
            let alike = word.starts_with(other) || other.starts_with(word);
            rule.effect.is_permission()
                && rank(rule.effect) < rank(own.effect)
                && (alike || rule.text.contains('*') && loose(&rule.text))
        });
        near.map(|(id, _)| id).collect()
    }
}

/// Whether more may happen where something that a hook does goes, or comes.
fn counts(name: &HookName, goes: bool) -> bool {
    if goes { name.stops } else { name.approves }
}

/// What a rule starts with, up to the first blank or star of its pattern.
fn head(text: &str) -> &str {
    let end = text.find(['*', ' ', ':']).unwrap_or(text.len());
    text.get(..end).unwrap_or(text).trim_end_matches(')')
}

/// Whether a rule's pattern starts with a star.
fn loose(text: &str) -> bool {
    text.split_once('(').is_none_or(|(_, body)| body.starts_with('*'))
}
