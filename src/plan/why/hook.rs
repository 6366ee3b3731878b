//! Why a hook does not fire: its matcher, its `if`, or something else.

use super::ask::Case;
use super::{Cause, Gap, Matched, Miss, Part, quoted, scope, spot};
use crate::event::table::MatcherField;
use crate::event::tools;
use crate::ir::Rule;
use crate::load::{Group, Inactive};
use crate::plan::Skip;
use crate::policy::{Hook, Policy};
use crate::source::{Decoded, Span};
use crate::syntax::Matcher;

/// How near a hook that waits for this event is, whatever it looks at.
const WAITS: u16 = 20;

/// What a person knows a hook by: its `if`, its matcher, what it does.
pub(super) fn name(policy: &Policy, hook: &Hook) -> String {
    let text = hook.handler.condition.as_ref();
    let matcher = group(policy, hook).and_then(|g| g.matcher.as_ref());
    let text = text.or(matcher).or_else(|| hook.handler.action.main());
    text.map_or(String::new(), |text| text.as_str().to_owned())
}

pub(super) fn group<'a>(policy: &'a Policy, hook: &Hook) -> Option<&'a Group> {
    let document = policy.documents().get(hook.place.document)?;
    document.groups.get(hook.place.group)
}

/// The text of a hook in its file: its `if`, or its matcher, or the entry.
pub(super) fn part(policy: &Policy, hook: &Hook) -> Option<Part> {
    let source = hook.origin.source;
    let text = hook.handler.condition.as_ref();
    let matcher = || group(policy, hook).and_then(|g| g.matcher.as_ref());
    let Some(text) = text.or_else(matcher) else {
        let span = hook.origin.span;
        return Some(Part { source, span, text: String::new() });
    };
    let whole = Span::new(0, text.as_str().len());
    let (span, text) = (text.place(whole), text.as_str().to_owned());
    Some(Part { source, span, text })
}

/// Why a hook that matches may not run all the same.
pub(super) fn considered(case: &Case<'_>, hook: &Hook, out: &mut Matched) {
    let found = case.answer.hooks.iter().find(|each| {
        let own = case.policy.hooks().get(each.hook);
        own.is_some_and(|own| own.place == hook.place)
    });
    out.skipped = found.and_then(|each| each.skipped);
    out.note = match out.skipped {
        Some(Skip::Duplicate) => {
            let first = case.policy.hooks().get(hook.same_as);
            first.map(|first| {
                let place = case.policy.place(first.origin);
                format!("does not run again: the same hook runs from {place}")
            })
        }
        Some(Skip::Inactive(why)) => Some(off(why).to_owned()),
        _ => hook.handler.action.main().map(|text| {
            let kind = hook.handler.kind().as_str();
            format!("{kind} {}", quoted(text.as_str()))
        }),
    };
}

pub(super) fn off(why: Inactive) -> &'static str {
    match why {
        Inactive::HooksDisabled => {
            "does not run: `disableAllHooks` switches hooks off"
        }
        Inactive::ManagedHooksOnly => {
            "does not run: `allowManagedHooksOnly` lets only managed hooks \
             run"
        }
        Inactive::ManagedRulesOnly => {
            "`allowManagedPermissionRulesOnly` lets only managed rules count"
        }
        Inactive::Duplicate => "the same rule stands in the same list before",
        Inactive::Refused => {
            "does not run: the runner refuses its file, or all hooks of it"
        }
        Inactive::Event => "does not run: the dialect has no such event",
        Inactive::HandlerType => {
            "does not run: handlers of this type do not run on this event"
        }
        Inactive::Address => {
            "does not run: its address is not in `allowedHttpHookUrls`"
        }
        Inactive::PrivateAddress => "does not run: its address is not public",
    }
}

/// A hook that does not match.
pub(super) fn missed(
    case: &Case<'_>,
    rule: &Rule,
    hook: &Hook,
) -> (Miss, u16) {
    let entry = Decoded::plain(String::new(), hook.origin.span);
    if !rule.events.has(case.kind) {
        let gap = other_event(case, hook);
        let (mut miss, near) = case.placed(gap, rule, &entry);
        miss.rule = event_key(case.policy, hook).or(miss.rule);
        return (miss, near);
    }
    let group = group(case.policy, hook);
    let matcher = group.and_then(|group| group.matcher.as_ref());
    if !case.holds(case.policy.rules(), &rule.matcher) {
        let text = matcher.unwrap_or(&entry);
        if let Some(mut off) = scope::off_duty(case, rule, text.as_str()) {
            off.reach = WAITS;
            return case.placed(off, rule, text);
        }
        let demands = group.and_then(|group| group.declared.as_ref());
        let parted =
            demands.and_then(|demands| scope::declared(case, rule, demands));
        if let Some((mut gap, text)) = parted {
            gap.reach = WAITS;
            return case.placed(gap, rule, text);
        }
        let mut gap = matcher_gap(case, rule, text.as_str());
        gap.reach = gap.reach.max(WAITS);
        return case.placed(gap, rule, text);
    }
    let text = hook.handler.condition.as_ref().unwrap_or(&entry);
    let mut gap = case.condition_gap(rule, text.as_str());
    gap.reach = gap.reach.max(WAITS);
    case.placed(gap, rule, text)
}

/// The key of the event in the file.
fn event_key(policy: &Policy, hook: &Hook) -> Option<Part> {
    let event = &group(policy, hook)?.event;
    let (source, text) = (hook.origin.source, event.value.clone());
    Some(Part { source, span: event.span, text })
}

fn other_event(case: &Case<'_>, hook: &Hook) -> Gap {
    let wanted = hook.event.map_or("another event", |kind| kind.name());
    let message = format!(
        "the hook waits for {}, this event is {}",
        quoted(wanted),
        quoted(case.kind.name())
    );
    let event = spot::field(case.event, "hook_event_name");
    Gap::new(Cause::Event, message, Span::default()).at(event)
}

/// Why a matcher does not match; spans are in its text.
fn matcher_gap(case: &Case<'_>, rule: &Rule, text: &str) -> Gap {
    let whole = Span::new(0, text.len());
    let row = case.kind.row();
    let path = match row.matcher {
        MatcherField::Field(path) => Some(path),
        _ => None,
    };
    let event = path.and_then(|path| spot::field(case.event, path));
    let subjects = case.subjects;
    let Some(value) = subjects.matcher_field else {
        let field = path.unwrap_or("value");
        let message = format!(
            "the matcher looks at {}, which the event does not have",
            quoted(field)
        );
        return Gap::new(Cause::Missing, message, whole);
    };
    let value = subjects.str(value);
    let dialect = case.policy.dialect();
    let parsed = dialect.read_matcher(text, case.kind);
    let gap = match &parsed.matcher {
        Matcher::Exact(items) => {
            let near = items.iter().find(|item| {
                tools::canonical(&item.value).eq_ignore_ascii_case(value)
            });
            match near {
                Some(item) => {
                    let message = format!(
                        "{} is not {}: letter case counts",
                        quoted(&item.value),
                        quoted(value)
                    );
                    let gap = Gap::new(Cause::Case, message, item.span);
                    gap.reached(1, 2)
                }
                None => list_gap(items.len(), value, text, whole),
            }
        }
        Matcher::Regex(_) if parsed.regex.is_none() => {
            super::skipped::never(case, rule.origin, whole)
        }
        Matcher::Regex(_) => {
            let message = format!(
                "the expression {} is not found in {}",
                quoted(text),
                quoted(value)
            );
            Gap::new(Cause::Matcher, message, whole)
        }
        Matcher::All => super::skipped::never(case, rule.origin, whole),
    };
    gap.at(event)
}

fn list_gap(items: usize, value: &str, text: &str, whole: Span) -> Gap {
    let message = match items {
        1 => format!(
            "the matcher is {}, this event has {}",
            quoted(text),
            quoted(value)
        ),
        _ => format!("none of {} is {}", quoted(text), quoted(value)),
    };
    Gap::new(Cause::Matcher, message, whole)
}
