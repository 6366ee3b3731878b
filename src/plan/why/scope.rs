//! What keeps a rule from counting before its pattern is looked at: the
//! agent or skill it belongs to, and what a server's declaration asks.

use super::ask::Case;
use super::{Cause, Gap, quoted, spot};
use crate::ir::{Atom, Effect, Predicate, Rule};
use crate::load::{Declared, Within};
use crate::source::{Decoded, Span};

/// Why a rule of an agent or skill does not count: another one runs, or
/// none.
pub(super) fn off_duty(
    case: &Case<'_>,
    rule: &Rule,
    text: &str,
) -> Option<Gap> {
    let at = rule.origin.source.0 as usize;
    let document = case.policy.documents().get(at)?;
    let within = document.within.as_ref()?;
    let (path, name) = within.field();
    let event = spot::field(case.event, path);
    let widely = document.may_be_of_plugin && rule.effect != Effect::Allow;
    let is_named = |value: &str| within.is_named(value, widely);
    if event.as_ref().is_some_and(|spot| is_named(spot.as_str())) {
        return None;
    }
    let name = quoted(name);
    let message = match within {
        Within::Agent(_) => {
            format!("counts only while the agent {name} runs")
        }
        Within::Skill(_) => {
            format!("counts only once the skill or command {name} is used")
        }
    };
    let whole = Span::new(0, text.len());
    Some(Gap::new(Cause::NotInForce, message, whole).at(event))
}

/// Why the list of an agent's tools, which keeps all others from it, does
/// not: the tool is of the list.
pub(super) fn of_list(case: &Case<'_>, rule: &Rule) -> Option<Gap> {
    let at = rule.origin.source.0 as usize;
    let document = case.policy.documents().get(at)?;
    let is_entry =
        document.rules.iter().any(|entry| entry.span == rule.origin.span);
    if is_entry || document.within.is_none() {
        return None;
    }
    let own = quoted(case.tool());
    let message = format!("the agent has {own}: it is of its list of tools");
    let whole = Span::new(0, rule.text.len());
    Some(Gap::new(Cause::Tool, message, whole).at(case.tool_spot()))
}

/// The part of a declaration's matcher that does not hold, and why.
pub(super) fn declared<'d>(
    case: &Case<'_>,
    rule: &Rule,
    declared: &'d Declared,
) -> Option<(Gap, &'d Decoded)> {
    let (text, cause, message, event) = match failing(case, &rule.matcher)? {
        Atom::Tool(_) => {
            let text = declared.tool.as_ref()?;
            let (wanted, own) = (quoted(text.as_str()), quoted(case.tool()));
            let message = format!("it is for calls of {wanted}, not {own}");
            (text, Cause::Tool, message, case.tool_spot())
        }
        Atom::Mcp { .. } => {
            let text = declared.server.as_ref()?;
            let (wanted, own) = (quoted(text.as_str()), quoted(case.tool()));
            let message = format!("{own} is no tool of the server {wanted}");
            (text, Cause::Server, message, case.tool_spot())
        }
        Atom::InputContains(_) => {
            let text = declared.input.as_ref()?;
            let part = quoted(text.as_str());
            let message = format!("{part} is not found in the call's input");
            let event = case.command().or_else(|| case.primary());
            (text, Cause::NotFound, message, event)
        }
        _ => return None,
    };
    let whole = Span::new(0, text.as_str().len());
    Some((Gap::new(cause, message, whole).at(event), text))
}

/// The first test that fails of those that must all hold.
fn failing<'a>(case: &Case<'a>, predicate: &'a Predicate) -> Option<&'a Atom> {
    let rules = case.policy.rules();
    match predicate {
        Predicate::And(all) => {
            let failed = all.iter().find(|each| !case.holds(rules, each));
            failed.and_then(|each| failing(case, each))
        }
        Predicate::Atom(id) => rules.atom(*id),
        _ => None,
    }
}
