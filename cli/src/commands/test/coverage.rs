//! Which rules and hooks have spoken.

use serde::Serialize;

use crate::answer::Answer;
use crate::engine::Engine;

/// The rules and hooks of a policy, with how often each spoke.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Coverage {
    pub(super) policy: String,
    pub(super) events: usize,
    pub(super) rules: Vec<Rule>,
    pub(super) hooks: Vec<Hook>,
}

#[derive(Clone, Debug, Serialize)]
pub(super) struct Rule {
    pub(super) rule: String,
    pub(super) effect: &'static str,
    pub(super) source: String,
    pub(super) matched: usize,
    pub(super) decided: usize,
}

#[derive(Clone, Debug, Serialize)]
pub(super) struct Hook {
    pub(super) hook: String,
    pub(super) source: String,
    pub(super) fired: usize,
}

impl Coverage {
    pub(super) fn of(policy: String, engine: &Engine) -> Coverage {
        let rules = engine.rules_written().into_iter().map(|each| Rule {
            rule: each.text,
            effect: each.effect,
            source: each.place,
            matched: 0,
            decided: 0,
        });
        let hooks = engine.hooks_written().into_iter();
        let hooks =
            hooks.map(|(hook, source)| Hook { hook, source, fired: 0 });
        let (rules, hooks) = (rules.collect(), hooks.collect());
        Coverage { policy, events: 0, rules, hooks }
    }

    /// Counts an answer.
    pub(super) fn add(&mut self, answer: &Answer) {
        self.events += 1;
        for rule in &mut self.rules {
            let is_it = |source: &str, text: &str| {
                rule.source == source && rule.rule == text
            };
            let mut matched = answer.matched.iter();
            let matched = matched.any(|m| is_it(&m.source, &m.rule));
            let decision = &answer.permission;
            let decided = match (&decision.source, &decision.rule) {
                (Some(source), Some(text)) => is_it(source, text),
                _ => false,
            };
            // A rule decides also where it cannot be known that it matches.
            rule.matched += usize::from(matched || decided);
            rule.decided += usize::from(decided);
        }
        for hook in &mut self.hooks {
            let mut fired = answer.hooks.iter();
            let fired = fired.any(|fired| fired.source == hook.source);
            hook.fired += usize::from(fired);
        }
    }

    /// The report for people.
    pub(super) fn text(&self) -> String {
        let rules = self.rules.len();
        let matched = self.rules.iter().filter(|r| r.matched > 0).count();
        let decided = self.rules.iter().filter(|r| r.decided > 0).count();
        let fired = self.hooks.iter().filter(|h| h.fired > 0).count();
        let mut out = format!(
            "coverage of {}: {matched} of {rules} rules matched, {decided} \
             decided",
            self.policy
        );
        if !self.hooks.is_empty() {
            let all = self.hooks.len();
            out.push_str(&format!("; {fired} of {all} hooks fired"));
        }
        out.push('\n');
        for rule in &self.rules {
            let Rule { rule: text, effect, source, .. } = rule;
            let what = match (rule.matched, rule.decided) {
                (0, 0) => "never matched",
                (_, 0) => "never decided",
                _ => continue,
            };
            let line = format!("  {what}  {effect} `{text}`  {source}\n");
            out.push_str(&line);
        }
        for hook in self.hooks.iter().filter(|hook| hook.fired == 0) {
            let Hook { hook, source, .. } = hook;
            let line = format!("  never fired    `{hook}`  {source}\n");
            out.push_str(&line);
        }
        out
    }
}
