//! What guards see of commands because the `if` of a hook names it.
//!
//! Which views of a command are made hangs on what all rules of a policy
//! name, the conditions of hooks that never run among them. Where such a hook
//! goes, a guard that is still there may no longer see what it saw.

use crate::ir::{Effect, Family, Rule, Rules, named_by};
use crate::syntax::parse_rule;

/// The hooks of a policy by whose `if` guards of the other one would see more
/// than these see by themselves.
pub(super) fn seen_by_hooks<'r>(from: &'r Rules, to: &Rules) -> Vec<&'r Rule> {
    let commands = [Family::Commands, Family::PowerShell];
    let guards = to.rules.iter().filter(|rule| {
        matches!(rule.effect, Effect::Deny | Effect::Ask)
            && commands.contains(&rule.family)
    });
    let guards: Vec<String> = guards.map(program).collect();
    let hooks = from.rules.iter().filter(|rule| {
        matches!(rule.effect, Effect::Fire(_)) && rule.text.contains('(')
    });
    let mut hooks = hooks.peekable();
    if guards.is_empty() || hooks.peek().is_none() {
        return Vec::new();
    }
    let known = named_by(to, to.rules.iter());
    let sees = |hook: &&Rule| {
        let own = program(hook);
        let near = |guard: &String| {
            guard.starts_with(&own) || own.starts_with(guard.as_str())
        };
        guards.iter().any(near)
            && named_by(from, std::iter::once(*hook))
                .iter()
                .any(|hash| known.binary_search(hash).is_err())
    };
    hooks.filter(sees).collect()
}

/// What a rule's pattern says of the program; nothing where it starts with a
/// star.
fn program(rule: &Rule) -> String {
    let parsed = parse_rule(rule.text.trim()).ok();
    let content = parsed.and_then(|rule| rule.content);
    let pattern =
        content.map_or(String::new(), |content| content.value.to_string());
    let pattern = pattern.trim_start();
    let end = pattern.find([' ', '*', ':']).unwrap_or(pattern.len());
    pattern.get(..end).unwrap_or("").to_owned()
}
