//! What the files of one project say about each other: rules of one that the
//! rules of another keep from counting.

use std::collections::HashMap;

use super::said::Said;
use super::{Analysis, Context};
use crate::analyze::{Judge, Survey};
use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::ir::{Effect, RuleId};
use crate::load::Scope;
use crate::policy::Policy;
use crate::source::{Source, SourceId};

/// The findings that no file alone shows. What a file shows by itself may
/// be among them.
pub(in crate::lint) fn check(policy: &Policy) -> Vec<Diagnostic> {
    let rules = policy.rules();
    if policy.sources().len() < 2 || rules.rules.is_empty() {
        return Vec::new();
    }
    let known = policy.diagnostics();
    let cx = Context::new(policy, known);
    let mut analysis = Analysis {
        policy,
        survey: Survey::new(rules, policy.dialect()),
        judge: Judge::new(policy),
        said: Said::of(known),
        unconfirmed: Vec::new(),
    };
    let mut found = analysis.covered(&cx);
    found.extend(repeated(policy, &cx));
    found.retain_mut(|found| is_across(found, policy));
    found.extend(analysis.undecided());
    found
}

/// Whether a finding is about two files, and true for all who have the first
/// of them; says which the other one is.
fn is_across(found: &mut Diagnostic, policy: &Policy) -> bool {
    let mut labels = found.labels.iter().map(|label| label.source);
    let (Some(own), Some(other)) = (labels.next(), labels.next()) else {
        return false;
    };
    let scope = |id: SourceId| {
        let document = policy.documents().get(id.0 as usize);
        document.map_or(Scope::Project, |document| document.scope)
    };
    let reaches = reaches(scope(other), scope(own));
    if own == other || found.code == Code::REDUNDANT_RULE && !reaches {
        return false;
    }
    if !reaches {
        // Whoever narrows for themselves what all may do means to.
        found.severity = Severity::Info;
    }
    let name = policy.source(other).map_or("", Source::name);
    let help = format!(
        "the other rule stands in `{name}`, which is read together with \
         this file"
    );
    found.help = Some(match found.code {
        Code::REDUNDANT_RULE => format!("remove this one; {help}"),
        _ => help,
    });
    true
}

/// Whether whoever has a file of scope `own` has that of scope `other`.
fn reaches(other: Scope, own: Scope) -> bool {
    match (other, own) {
        (Scope::Managed, _) => true,
        (Scope::Project | Scope::User, Scope::Local) => true,
        (other, own) => other == own,
    }
}

/// Rules that stand in another file, too, and mean the same there.
fn repeated(policy: &Policy, cx: &Context<'_>) -> Vec<Diagnostic> {
    let rules = &policy.rules().rules;
    let mut first: HashMap<(&str, u8), RuleId> = HashMap::new();
    let mut out = Vec::new();
    for (at, rule) in rules.iter().enumerate() {
        let list = match rule.effect {
            Effect::Allow => 0,
            Effect::Ask => 1,
            Effect::Deny => 2,
            _ => continue,
        };
        let id = RuleId(u32::try_from(at).unwrap_or(u32::MAX));
        let known = *first.entry((rule.text.trim(), list)).or_insert(id);
        let Some(other) = policy.rules().rule(known) else { continue };
        let (own, by) = (rule.origin, other.origin);
        let same = other.predicate == rule.predicate
            && other.matcher == rule.matcher
            && own.source != by.source;
        if !same || cx.was_reported(own.source, own.span) {
            continue;
        }
        let message =
            format!("`{}` stands in another file already", rule.text.trim());
        let code = Code::REDUNDANT_RULE;
        let found = Diagnostic::new(code, message, own.source, own.span);
        out.push(found.also(by.source, by.span, "this one"));
    }
    out
}
