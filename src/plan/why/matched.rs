//! Where a rule matches, and for an allow rule what it leaves.

use super::ask::{Case, loose};
use super::{Matched, Part, Spot, hook};
use crate::hook_set::{Match, Place};
use crate::ir::{Effect, Rule};
use crate::policy::Hook;
use crate::shell::Effects;
use crate::source::Span;

/// A rule that an evaluator found to match.
pub(super) fn matched(
    case: &Case<'_>,
    rule: &Rule,
    found: &[Match],
    fire: Option<&Hook>,
) -> Matched {
    let places = found.iter().map(|found| found.place);
    let mut out = Matched {
        places: places.filter_map(|place| spot(case, place)).collect(),
        ..Matched::default()
    };
    out.places.dedup();
    match fire {
        Some(fire) => {
            out.rule = hook::part(case.policy, fire);
            hook::considered(case, fire, &mut out);
        }
        None => {
            let text = case.rule_text(rule);
            let whole = Span::new(0, text.as_str().len());
            out.rule = Some(Part {
                source: rule.origin.source,
                span: text.place(whole),
                text: text.as_str().to_owned(),
            });
        }
    }
    if rule.effect == Effect::Allow {
        out.uncovered = uncovered(case, found);
        out.note = note(case, &out.uncovered);
    }
    out
}

/// A part of the call in the event's text.
fn spot(case: &Case<'_>, place: Place) -> Option<Spot> {
    match place {
        Place::Call => case.primary().or_else(|| case.tool_spot()),
        Place::Unit(at) => {
            let unit = case.subjects.commands.units.get(at as usize)?;
            Some(case.command()?.narrowed(unit.span))
        }
        Place::Path(at) => {
            let used = case.subjects.paths.get(at as usize)?;
            match used.unit {
                Some(_) => Some(case.command()?.narrowed(used.span)),
                None => case.primary().or_else(|| {
                    let first = used.spellings.0 as usize;
                    let span = case.subjects.spellings.get(first)?;
                    Some(loose("path", case.subjects.str(*span)))
                }),
            }
        }
    }
}

/// The parts that need a rule and that these matches do not cover.
fn uncovered(case: &Case<'_>, found: &[Match]) -> Vec<Spot> {
    let has = |place| found.iter().any(|found| found.place == place);
    if has(Place::Call) {
        return Vec::new();
    }
    let mut out: Vec<Spot> = Vec::new();
    let units = case.subjects.commands.units.iter().zip(0..);
    for (unit, at) in units {
        let safe = unit.covered && !unit.doubt;
        if !safe && !has(Place::Unit(at)) {
            out.extend(spot(case, Place::Unit(at)));
        }
    }
    for (used, at) in case.subjects.paths.iter().zip(0..) {
        if used.needs_cover && !has(Place::Path(at)) {
            out.extend(spot(case, Place::Path(at)));
        }
    }
    out.dedup();
    out
}

/// What keeps an allow rule from letting the call run.
fn note(case: &Case<'_>, uncovered: &[Spot]) -> Option<String> {
    if !uncovered.is_empty() {
        return None;
    }
    let mut doubts = case.subjects.doubts();
    let doubt = doubts.find(|d| d.effects.meets(Effects::ALLOW))?;
    let word = doubt.reason.as_str();
    let text = case.command().map(|command| {
        let text = doubt.span.of(&command.text).to_owned();
        super::quoted(&text)
    });
    let text = text.filter(|text| text != "``");
    Some(match text {
        Some(text) => format!(
            "an allow rule does not cover what is in doubt: {word}, {text}"
        ),
        None => {
            format!("an allow rule does not cover what is in doubt: {word}")
        }
    })
}
