//! Two policies side by side: what only one of them has, and events that
//! may tell them apart.

use std::collections::HashSet;

use super::pairs::rank;
use super::sample::Sample;
use super::survey::Survey;
use crate::dialect::Strategy;
use crate::ir::{Effect, Predicate, Rule, RuleId, Rules};
use crate::policy::Policy;
use crate::source::SourceId;

/// The most rules that one changed rule is held against.
const MAX_RELATED: usize = 40;

/// The most examples that are made up.
const MAX_SAMPLES: usize = 50_000;

/// Examples, each once.
#[derive(Default)]
pub(super) struct Samples {
    pub(super) all: Vec<Sample>,
    seen: HashSet<String>,
}

impl Samples {
    /// Examples of every rule.
    pub(super) fn all_of(&mut self, survey: &mut Survey<'_>) {
        for at in 0..survey.rules.rules.len() {
            let Ok(at) = u32::try_from(at) else { break };
            self.extend(survey.samples(RuleId(at)));
        }
    }

    pub(super) fn extend(
        &mut self,
        samples: impl IntoIterator<Item = Sample>,
    ) {
        for sample in samples {
            if self.all.len() >= MAX_SAMPLES {
                return;
            }
            if self.seen.insert(sample.json().to_owned()) {
                self.all.push(sample);
            }
        }
    }
}

/// What there is to compare two policies on.
#[derive(Clone, Debug, Default)]
pub struct Explored {
    /// Events that may tell them apart.
    pub samples: Vec<Sample>,
    /// Rules that only one has and of which it is not known what they change.
    pub unexplored: Vec<Unexplored>,
}

/// A rule that only one of two policies has, of which it is not known what
/// it changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unexplored {
    /// The rule, as it is written.
    pub rule: String,
    /// Where it stands.
    pub place: String,
    /// Whether the new policy has it.
    pub is_new: bool,
    /// Whether more may happen because of it.
    pub may_widen: bool,
}

/// Which rules of both policies together are whose.
pub(super) struct Sides<'a> {
    rules: &'a Rules,
    /// How many sources are the old policy's.
    sources: usize,
    /// The rules that only one side has.
    pub(super) changed: Vec<RuleId>,
}

impl<'a> Sides<'a> {
    pub(super) fn of(rules: &'a Rules, sources: usize) -> Sides<'a> {
        let mut sides = Sides { rules, sources, changed: Vec::new() };
        let mut known = HashSet::new();
        let all = rules.rules.iter();
        for rule in all.clone() {
            let effect = (rule.effect.bit(), &rule.text);
            let test = (&rule.matcher, &rule.predicate);
            known.insert((sides.is_old(rule.origin.source), effect, test));
        }
        for (at, rule) in all.enumerate() {
            let effect = (rule.effect.bit(), &rule.text);
            let test = (&rule.matcher, &rule.predicate);
            let other = !sides.is_old(rule.origin.source);
            let new = !known.contains(&(other, effect, test));
            if let Ok(at) = u32::try_from(at)
                && new
            {
                sides.changed.push(RuleId(at));
            }
        }
        sides
    }

    fn is_old(&self, source: SourceId) -> bool {
        (source.0 as usize) < self.sources
    }

    /// Whether more may happen because of a rule that only one side has.
    pub(super) fn may_widen(&self, id: RuleId) -> bool {
        self.rules.rule(id).is_some_and(|rule| match rule.effect {
            Effect::Allow => !self.is_old(rule.origin.source),
            Effect::Fire(_) => true,
            _ => self.is_old(rule.origin.source),
        })
    }

    /// Whether a rule of the other side's same list covers a rule, for the
    /// same doubts.
    pub(super) fn stands_for(
        &self,
        id: RuleId,
        survey: &mut Survey<'_>,
    ) -> bool {
        let Some(rule) = self.rules.rule(id) else { return false };
        self.others(id).into_iter().any(|other| {
            let alike = self.rules.rule(other).is_some_and(|other| {
                other.effect == rule.effect && other.family == rule.family
            });
            alike && survey.is_within(id, other) == Some(true)
        })
    }

    /// Whether nothing that is known changes with a rule by which more may
    /// happen: what a guard that is gone looked at is looked at by another;
    /// what is newly allowed was allowed, or is stopped.
    fn is_idle(&self, id: RuleId, survey: &mut Survey<'_>) -> bool {
        let Some(own) = self.rules.rule(id) else { return true };
        if survey.dialect.strategy != Strategy::DenyOverrides {
            return false;
        }
        let allows = own.effect == Effect::Allow;
        let fits = |rule: &Rule| {
            let is_old = self.is_old(rule.origin.source);
            let (other, own) = (rank(rule.effect), rank(own.effect));
            match allows {
                true if is_old => other == own,
                _ => !is_old && other >= own + u8::from(allows),
            }
        };
        // What covers a rule matches its example.
        let sample = survey.sample_outside(id, &[]);
        let met = sample.and_then(|sample| survey.matching(&sample));
        let mut met = met.unwrap_or_default();
        met.retain(|by| self.rules.rule(*by).is_some_and(fits));
        met.extend(self.near(id, fits));
        met.into_iter().any(|by| survey.is_within(id, by) == Some(true))
    }

    /// The rules that only one side has and of which it is not known what
    /// they change: those without an example, and those by which more may
    /// happen that are neither idle nor among those it was `shown` for.
    pub(super) fn unexplored(
        &self,
        policy: &Policy,
        survey: &mut Survey<'_>,
        shown: &HashSet<RuleId>,
    ) -> Vec<Unexplored> {
        let open = self.changed.iter().filter_map(|&id| {
            let rule = self.rules.rule(id)?;
            let none = survey.cells(id).is_some_and(|c| c.is_empty());
            let never = rule.predicate == Predicate::Never || none;
            let open = [Effect::MayDeny, Effect::MayAsk];
            if never || open.contains(&rule.effect) {
                return None;
            }
            let may_widen = self.may_widen(id);
            let known = match may_widen && rule.effect.is_permission() {
                true => shown.contains(&id) || self.is_idle(id, survey),
                false => survey.is_alive(id) || !survey.samples(id).is_empty(),
            };
            (!known).then(|| Unexplored {
                rule: rule.text.clone(),
                place: policy.place(rule.origin),
                is_new: !self.is_old(rule.origin.source),
                may_widen,
            })
        });
        open.collect()
    }

    /// The permission rules of the other policy.
    pub(super) fn others(&self, id: RuleId) -> Vec<RuleId> {
        let own = self.rules.rule(id).map(|rule| rule.origin.source);
        let own = own.is_some_and(|source| self.is_old(source));
        self.near(id, |rule| self.is_old(rule.origin.source) != own)
    }

    /// Other permission rules that could match something a rule matches.
    fn near(&self, id: RuleId, fits: impl Fn(&Rule) -> bool) -> Vec<RuleId> {
        let Some(own) = self.rules.rule(id) else { return Vec::new() };
        let word = head(&own.text);
        let all = self.rules.rules.iter().enumerate();
        let near = all.filter(|(at, rule)| {
            let other = head(&rule.text);
            let alike = word.starts_with(other) || other.starts_with(word);
            *at != id.0 as usize
                && (rule.effect.is_permission() || rule.effect == own.effect)
                && (alike || rule.text.contains('*') && loose(&rule.text))
                && fits(rule)
        });
        let near = near.filter_map(|(at, _)| u32::try_from(at).ok());
        near.map(RuleId).collect()
    }

    /// Examples of a changed rule: alone, outside of what others cover, and
    /// where it meets weaker ones.
    pub(super) fn around(
        &self,
        id: RuleId,
        survey: &mut Survey<'_>,
        out: &mut Samples,
    ) {
        let Some(own) = self.rules.rule(id) else { return };
        out.extend(survey.samples(id));
        let bit = |rule: &Rule| rank(rule.effect);
        let mut same = self.others(id);
        same.retain(|id| {
            self.rules.rule(*id).is_some_and(|r| bit(r) == bit(own))
        });
        same.truncate(MAX_RELATED);
        out.extend(survey.samples_outside(id, &same));
        let mut stronger = self.near(id, |rule| bit(rule) > bit(own));
        stronger.truncate(MAX_RELATED);
        out.extend(survey.samples_outside(id, &stronger));
        same.extend(stronger);
        out.extend(survey.samples_outside(id, &same));
        let weaker = self.near(id, |rule| bit(rule) < bit(own));
        for other in weaker.into_iter().take(MAX_RELATED) {
            out.extend(survey.shared(id, other));
        }
    }
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
