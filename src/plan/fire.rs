//! Which hooks fire, in configuration order, and why the others do not.

use std::collections::HashSet;

use crate::event::EventKind;
use crate::hook_set::Match;
use crate::ir::{Effect, Rule};
use crate::load::Inactive;
use crate::policy::Policy;
use crate::subject::Subjects;

/// A hook that was considered for an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Considered {
    /// Its position in [`Policy::hooks`].
    pub hook: usize,
    /// Why it does not fire; `None` when it does.
    pub skipped: Option<Skip>,
}

/// Why a hook does not fire.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Skip {
    /// The group's matcher does not match.
    Matcher,
    /// Its `if` does not hold.
    If,
    /// The same handler fires already.
    Duplicate,
    /// It can never run.
    Inactive(Inactive),
}

impl Skip {
    /// The word used in JSON and at the terminal.
    pub fn as_str(self) -> &'static str {
        match self {
            Skip::Matcher => "matcher",
            Skip::If => "if",
            Skip::Duplicate => "duplicate",
            Skip::Inactive(why) => why.as_str(),
        }
    }
}

/// Every hook that waits for events of this kind, in configuration order.
///
/// `matches` must be those of the policy on `subjects`, from either
/// evaluator; `matcher_holds` says whether the matcher of a rule that does
/// not match holds.
pub fn fire(
    policy: &Policy,
    matches: &[Match],
    subjects: &Subjects,
    kind: EventKind,
    matcher_holds: impl Fn(&Rule, &Subjects) -> bool,
) -> Vec<Considered> {
    let mut out = Vec::new();
    let mut running = HashSet::new();
    for (at, rule) in policy.rules().rules.iter().enumerate() {
        let Effect::Fire(hook) = rule.effect else { continue };
        if !rule.events.has(kind) {
            continue;
        }
        let hook = hook as usize;
        let Some(own) = policy.hooks().get(hook) else { continue };
        let found =
            matches.binary_search_by_key(&at, |m| m.rule.0 as usize).is_ok();
        let skipped = match own.inactive {
            Some(why) => Some(Skip::Inactive(why)),
            None if found && running.insert(own.same_as) => None,
            None if found => Some(Skip::Duplicate),
            None if matcher_holds(rule, subjects) => Some(Skip::If),
            None => Some(Skip::Matcher),
        };
        out.push(Considered { hook, skipped });
    }
    out
}
