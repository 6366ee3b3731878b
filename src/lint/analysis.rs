//! What the analysis proves, as findings. Nothing is said that the engine
//! does not confirm on an example.

mod across;
mod broad;
mod hooks;
mod past;
mod said;

use super::Context;
use crate::analyze::{Covered, Judge, Overlap, Survey};
use crate::diagnostic::{Code, Diagnostic};
use crate::ir::{Effect, Origin, RuleId, is_about_cd};
use crate::plan::Behavior;
use crate::policy::Policy;

use said::Said;

pub(super) use across::check as across;

/// Adds what can be proved about the rules and hooks of a policy, and
/// examples to what is said already.
pub(super) fn check(
    policy: &Policy,
    cx: &Context<'_>,
    out: &mut Vec<Diagnostic>,
) {
    let rules = policy.rules();
    if rules.rules.is_empty() {
        return;
    }
    let mut analysis = Analysis {
        policy,
        survey: Survey::new(rules, policy.dialect()),
        judge: Judge::new(policy),
        said: Said::of(out),
        unconfirmed: Vec::new(),
    };
    let phases = [
        Analysis::covered,
        Analysis::overlaps,
        Analysis::empty,
        Analysis::hooks,
    ];
    for phase in phases {
        let found = phase(&mut analysis, cx);
        if !found.is_empty() {
            out.extend(found);
            analysis.said = Said::of(out);
        }
    }
    out.extend(analysis.undecided());
    broad::show(policy, &mut analysis.judge, out);
    past::confirm(cx, &mut analysis.judge, out);
}

struct Analysis<'a> {
    policy: &'a Policy,
    survey: Survey<'a>,
    judge: Judge<'a>,
    /// What was said before the phase that runs.
    said: Said,
    /// Rules about which the judge was not asked any more.
    unconfirmed: Vec<RuleId>,
}

impl Analysis<'_> {
    fn origin(&self, id: RuleId) -> Option<Origin> {
        self.policy.rules().rule(id).map(|rule| rule.origin)
    }

    fn text(&self, id: RuleId) -> &str {
        let rule = self.policy.rules().rule(id);
        rule.map_or("", |rule| rule.text.trim())
    }

    /// Whether nothing was said about a rule while it was read, and none of
    /// these codes since.
    fn open(&self, cx: &Context<'_>, at: Origin, codes: &[Code]) -> bool {
        !cx.was_reported(at.source, at.span) && !self.said.has(at, codes)
    }

    /// Whether nothing at all was said about a place.
    fn silent(&self, cx: &Context<'_>, at: Origin) -> bool {
        !cx.was_reported(at.source, at.span) && !self.said.touches(at)
    }

    fn covered(&mut self, cx: &Context<'_>) -> Vec<Diagnostic> {
        let mut out = Vec::new();
        let (shadowed, redundant) = self.survey.covered();
        for found in shadowed {
            let Some(at) = self.origin(found.rule) else { continue };
            if self.open(cx, at, &[])
                && !self.makes_a_list(found.rule)
                && self.shadows(&found)
            {
                out.extend(self.shadowed(&found));
            }
            self.note_spent(found.rule);
        }
        for found in redundant {
            let Some(at) = self.origin(found.rule) else { continue };
            let Covered { rule, by, ref sample, .. } = found;
            if self.open(cx, at, &[Code::DUPLICATE_RULE])
                && self.judge.both(rule, by, sample)
            {
                out.extend(self.redundant(&found));
            }
            self.note_spent(rule);
        }
        out
    }

    /// What cannot be confirmed is not said, but that it was not is.
    fn note_spent(&mut self, rule: RuleId) {
        if self.judge.is_spent() {
            self.unconfirmed.push(rule);
        }
    }

    /// Whether the other rule wins, by the engine.
    fn shadows(&mut self, found: &Covered) -> bool {
        let Covered { rule, by, sample, .. } = found;
        let stopped = self.judge.behavior(sample);
        matches!(stopped, Some(Behavior::Deny | Behavior::Ask))
            && self.judge.both(*rule, *by, sample)
    }

    fn shadowed(&mut self, found: &Covered) -> Option<Diagnostic> {
        let (at, by) = (self.origin(found.rule)?, self.origin(found.by)?);
        let effect = self.policy.rules().rule(found.by)?.effect;
        let list = if effect == Effect::Deny { "deny" } else { "ask" };
        // A third rule may stop what this one asks about.
        let does = match self.judge.behavior(&found.sample) {
            Some(Behavior::Deny) => "stopped",
            _ => "asked about",
        };
        let message = format!(
            "the {list} rule `{}` covers all of this and is looked at first; \
             this rule never counts: {} is {does}",
            self.text(found.by),
            found.sample.shown()
        );
        let code = Code::SHADOWED_RULE;
        let made = Diagnostic::new(code, message, at.source, at.span);
        Some(made.also(by.source, by.span, "this one").help(
            "make the other rule narrower; being more exact does not help",
        ))
    }

    /// Whether it counts by being there: where an allow rule on `Cd` stands,
    /// what none of them names is refused.
    fn makes_a_list(&self, id: RuleId) -> bool {
        let rule = self.policy.rules().rule(id);
        rule.is_some_and(|rule| {
            rule.effect == Effect::Allow && is_about_cd(&rule.text)
        })
    }

    fn redundant(&self, found: &Covered) -> Option<Diagnostic> {
        let (at, by) = (self.origin(found.rule)?, self.origin(found.by)?);
        let but = match found.in_all_modes {
            true => "",
            false => ", except in mode `auto`, which sets it aside",
        };
        let message = format!(
            "`{}` covers this already, for example {}{but}",
            self.text(found.by),
            found.sample.shown()
        );
        let help = match found.in_all_modes {
            true => "remove it",
            false => "remove it, unless that mode is used",
        };
        let code = Code::REDUNDANT_RULE;
        let made = Diagnostic::new(code, message, at.source, at.span);
        Some(made.also(by.source, by.span, "this one").help(help))
    }

    fn overlaps(&mut self, cx: &Context<'_>) -> Vec<Diagnostic> {
        let mut out = Vec::new();
        for Overlap { allow, ask, sample } in self.survey.overlaps() {
            let (Some(at), Some(by)) = (self.origin(allow), self.origin(ask))
            else {
                continue;
            };
            let known = &[Code::SHADOWED_RULE, Code::REDUNDANT_RULE];
            if !self.open(cx, at, known) {
                continue;
            }
            let asked = self.judge.behavior(&sample) == Some(Behavior::Ask);
            self.note_spent(allow);
            if !asked {
                continue;
            }
            let message = format!(
                "the ask rule `{}` holds for a part of this: {} is asked \
                 about",
                self.text(ask),
                sample.shown()
            );
            let code = Code::OVERLAPPING_ALLOW_ASK;
            let found = Diagnostic::new(code, message, at.source, at.span);
            out.push(found.also(by.source, by.span, "this one").help(
                "ask comes before allow; make one of the two narrower if \
                 this is not meant",
            ));
        }
        out
    }

    /// Rules that match nothing at all.
    fn empty(&mut self, cx: &Context<'_>) -> Vec<Diagnostic> {
        let mut out = Vec::new();
        for id in self.survey.empty() {
            let Some(at) = self.origin(id) else { continue };
            if !self.silent(cx, at) {
                continue;
            }
            let message = format!("nothing matches `{}`", self.text(id));
            let code = Code::NEVER_MATCHES;
            let found = Diagnostic::new(code, message, at.source, at.span);
            out.push(found.help("check the pattern, or remove the rule"));
        }
        out
    }

    /// What was given up, so that silence is not taken for proof.
    fn undecided(&self) -> Option<Diagnostic> {
        let mut ids = self.survey.undecided();
        ids.extend(&self.unconfirmed);
        ids.sort();
        ids.dedup();
        let at = ids.first().and_then(|id| self.origin(*id))?;
        let rules = &self.policy.rules().rules;
        let one = |e| e == Effect::MayDeny || e == Effect::MayAsk;
        let all = rules.iter().filter(|rule| !one(rule.effect)).count();
        let message = format!(
            "{} of {all} rules were not compared with all others: their \
             patterns have too much in common for that",
            ids.len()
        );
        let code = Code::NOT_DECIDED;
        let found = Diagnostic::new(code, message, at.source, at.span);
        Some(found.help(
            "what is said about other rules holds; of these, nothing is \
             known beyond it",
        ))
    }
}
