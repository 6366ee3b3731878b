//! What guards could match if only what cannot be known were known.

use super::build::Builder;
use crate::ir::{Effect, Family, Rule};

impl Builder<'_> {
    /// Adds, behind all rules, what each guard on commands and files could
    /// match.
    pub(super) fn open_guards(&mut self) {
        if !self.dialect.shell.strict {
            return;
        }
        let guards = self.rules.iter().filter(|rule| open(rule).is_some());
        self.rules.reserve(guards.count());
        for at in 0..self.rules.len() {
            let Some(rule) = self.rules.get(at) else { break };
            let Some(effect) = open(rule) else { continue };
            let predicate = match rule.family {
                Family::Commands | Family::PowerShell => {
                    self.lowerer.open_guard(&rule.text, rule.family)
                }
                Family::Reads | Family::Writes => {
                    self.lowerer.file_guard(&rule.predicate)
                }
                _ => None,
            };
            if let Some(predicate) = predicate {
                let source = rule.origin.source;
                let predicate = self.counting(source, false, predicate);
                let matcher = rule.matcher.clone();
                let text = rule.text.clone();
                let rule = Rule { effect, predicate, matcher, text, ..*rule };
                self.rules.push(rule);
            }
        }
    }
}

/// What a guard does where it could match.
fn open(rule: &Rule) -> Option<Effect> {
    match rule.effect {
        Effect::Deny => Some(Effect::MayDeny),
        Effect::Ask => Some(Effect::MayAsk),
        _ => None,
    }
}
