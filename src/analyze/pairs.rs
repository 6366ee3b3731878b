//! Which rules of a policy never count, found without comparing every pair:
//! a rule that covers another one matches its example, and the compiled set
//! says which rules do.

use std::collections::HashSet;

use super::sample::Sample;
use super::survey::Survey;
use crate::dialect::Strategy;
use crate::ir::{Effect, Origin, Rule, RuleId, guarded_by};
use crate::plan::is_broad;

/// What each rule costs that an example finds, in steps.
const FOUND: usize = 20;

/// A rule that another one makes superfluous or keeps from counting.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Covered {
    /// The rule.
    pub rule: RuleId,
    /// The other one.
    pub by: RuleId,
    /// An event that both match.
    pub sample: Sample,
    /// Whether the other one counts wherever the rule does: not in mode
    /// `auto`, where it is one that this sets aside.
    pub in_all_modes: bool,
}

/// How much an effect holds back; 0 for what is no permission rule.
pub(super) fn rank(effect: Effect) -> u8 {
    match effect {
        Effect::Deny => 3,
        Effect::Ask => 2,
        Effect::Allow => 1,
        Effect::Fire(_) | Effect::MayDeny | Effect::MayAsk => 0,
    }
}

/// Whether the other rule, if both allow, counts in every mode in which the
/// one does: where a classifier decides, those that let any code run do not.
pub(super) fn counts_alike(rule: &Rule, by: &Rule) -> bool {
    let allows = |rule: &Rule| rule.effect == Effect::Allow;
    !(allows(rule) && allows(by))
        || is_broad(&rule.text)
        || !is_broad(&by.text)
}

impl Survey<'_> {
    pub(super) fn permission_rules(&self) -> Vec<RuleId> {
        let rules = self.rules.rules.iter().enumerate();
        rules
            .filter(|(_, rule)| rank(rule.effect) > 0)
            .filter_map(|(at, _)| u32::try_from(at).ok().map(RuleId))
            .collect()
    }

    /// The rules that a stronger rule covers, and those that another rule of
    /// the same list covers, each with an event that both match. Texts that
    /// are the same are left out, and those that count for what could not be
    /// read in them, too.
    pub fn covered(&mut self) -> (Vec<Covered>, Vec<Covered>) {
        self.fuel.refill();
        let (mut shadowed, mut redundant) = (Vec::new(), Vec::new());
        let half_read: HashSet<Origin> =
            self.rules.lost_at.iter().copied().collect();
        for rule in self.permission_rules() {
            let origin = self.rules.rule(rule).map(|rule| rule.origin);
            if origin.is_some_and(|origin| half_read.contains(&origin)) {
                continue;
            }
            // Looking up takes time, too.
            if self.fuel.is_empty() {
                self.undecided.push(rule);
                continue;
            }
            let near = self.near(rule);
            if let Some(found) = self.stronger(rule, &near) {
                shadowed.push(found);
            } else if let Some(found) = self.wider(rule, &near) {
                redundant.push(found);
            } else if self.fuel.is_empty() {
                self.undecided.push(rule);
            }
        }
        (shadowed, redundant)
    }

    /// The other rules that match an example of a rule, and so may cover it.
    fn near(&mut self, rule: RuleId) -> Vec<RuleId> {
        let guessed = self.guessed(rule);
        let sample = guessed.or_else(|| self.sample_outside(rule, &[]));
        let Some(sample) = sample else { return Vec::new() };
        let mut near = self.matching(&sample).unwrap_or_default();
        let found = near.len();
        let own = self.rank(rule);
        near.retain(|&by| by != rule && self.rank(by) >= own);
        match self.fuel.spend(FOUND * found) {
            true => near,
            false => Vec::new(),
        }
    }

    pub(super) fn rank(&self, id: RuleId) -> u8 {
        self.rules.rule(id).map_or(0, |rule| rank(rule.effect))
    }

    fn stronger(&mut self, rule: RuleId, near: &[RuleId]) -> Option<Covered> {
        let own = self.rank(rule);
        near.iter().find_map(|&by| {
            (self.rank(by) > own).then(|| self.proven(rule, by))?
        })
    }

    fn wider(&mut self, rule: RuleId, near: &[RuleId]) -> Option<Covered> {
        let own = self.rules.rule(rule)?;
        let mut in_some = None;
        for &by in near {
            let other = self.rules.rule(by)?;
            if rank(other.effect) != rank(own.effect)
                || self.same_text(rule, by)
            {
                continue;
            }
            let in_all_modes = counts_alike(own, other);
            if !in_all_modes && in_some.is_some() {
                continue;
            }
            let Some(found) = self.proven(rule, by) else { continue };
            // Of two rules that say the same, the first one stays.
            if by < rule || self.is_within(by, rule) != Some(true) {
                if in_all_modes {
                    return Some(found);
                }
                in_some = Some(Covered { in_all_modes, ..found });
            }
        }
        in_some
    }

    fn same_text(&self, one: RuleId, other: RuleId) -> bool {
        let text = |id| self.rules.rule(id).map(|rule| rule.text.trim());
        text(one) == text(other)
    }

    fn proven(&mut self, rule: RuleId, by: RuleId) -> Option<Covered> {
        if !self.counts_first(rule, by)
            || !self.keeps_files(rule, by)
            || self.is_within(rule, by) != Some(true)
            || !self.keeps_open(rule, &[by])
        {
            return None;
        }
        let sample = self.sample_outside(rule, &[])?;
        let shown = self.matches(by, &sample);
        let in_all_modes = true;
        shown.then_some(Covered { rule, by, sample, in_all_modes })
    }

    /// Whether a rule that also matches leaves nothing to decide: where the
    /// first source that speaks decides, that of a later source does.
    fn counts_first(&self, rule: RuleId, by: RuleId) -> bool {
        let source = |id| self.rules.rule(id).map(|rule| rule.origin.source);
        self.dialect.strategy == Strategy::DenyOverrides
            || by <= rule
            || source(by) == source(rule)
    }

    /// Whether a glob that may name a file which a guard is about may name
    /// one that the other is about, too: where that is not known, both ask.
    fn keeps_files(&self, rule: RuleId, by: RuleId) -> bool {
        let of = |id| guarded_by(self.rules, self.rules.rule(id));
        !self.dialect.shell.strict || of(rule).is_within(&of(by))
    }

    /// The permission rules that match nothing at all.
    pub fn empty(&mut self) -> Vec<RuleId> {
        self.fuel.refill();
        let mut ids = self.permission_rules();
        ids.retain(|id| !self.is_alive(*id) && self.is_empty(*id));
        ids
    }
}
