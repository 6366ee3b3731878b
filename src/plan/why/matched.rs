//! Where a rule matches, and for an allow rule what it leaves.

use super::ask::{Case, loose};
use super::{Matched, Part, Spot, hook};
use crate::hook_set::{Match, Place, reference};
use crate::ir::{Atom, Effect, Predicate, Rule, lower};
use crate::policy::Hook;
use crate::shell::{Doubt, Effects, Reason};
use crate::source::Span;

/// A rule that an evaluator found to match.
pub(super) fn matched(
    case: &Case<'_>,
    rule: &Rule,
    found: &[Match],
    fire: Option<&Hook>,
) -> Matched {
    let places = places(case, rule, found).into_iter();
    let mut out = Matched {
        places: places.filter_map(|place| spot(case, place)).collect(),
        ..Matched::default()
    };
    out.places.dedup();
    match fire {
        Some(fire) => {
            out.rule = hook::part(case.policy, fire);
            hook::considered(case, fire, &mut out);
            out.doubt = by_doubt(case, &rule.predicate);
            if let Some((doubt, line)) = out.doubt.zip(case.command())
                && !doubt.text(&line.text).is_empty()
            {
                out.places = vec![line.narrowed(doubt.span)];
            }
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

/// Where it matches: all places, of which an evaluator reports only the
/// first for guard rules. What is said about a part is more exact than what
/// is said about the call.
fn places(case: &Case<'_>, rule: &Rule, found: &[Match]) -> Vec<Place> {
    let rules = case.policy.rules();
    let all = reference::holds(rules, &rule.predicate, case.subjects);
    let mut all =
        all.unwrap_or_else(|| found.iter().map(|found| found.place).collect());
    if all.iter().any(|place| *place != Place::Call) {
        all.retain(|place| *place != Place::Call);
    }
    all.sort();
    all.dedup();
    all
}

/// The doubt that alone makes a condition hold.
fn by_doubt(case: &Case<'_>, predicate: &Predicate) -> Option<Doubt> {
    let (mut open, mut doubtful) = (vec![predicate], None);
    while let Some(next) = open.pop() {
        let id = match next {
            Predicate::And(members) | Predicate::Or(members) => {
                open.extend(members);
                continue;
            }
            Predicate::Not(_) => return None,
            Predicate::Atom(id) => *id,
            Predicate::Always | Predicate::Never => continue,
        };
        let atom = case.policy.rules().atom(id)?;
        let holds = !reference::atom(atom, case.subjects).is_empty();
        match atom {
            Atom::Doubt { reasons, effects } if holds => {
                let mut all = case.subjects.doubts();
                doubtful = all
                    .find(|doubt| {
                        doubt.effects.meets(*effects)
                            && reasons & lower::bit(doubt.reason) != 0
                    })
                    .copied();
            }
            Atom::Doubt { .. } | Atom::Tool(_) => {}
            _ if holds => return None,
            _ => {}
        }
    }
    doubtful
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
    // Of one rule, in the order of their places.
    let has = |place| found.binary_search_by_key(&place, |m| m.place).is_ok();
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
        let text = doubt.text(&command.text).to_owned();
        super::quoted(&text)
    });
    let text = text.filter(|text| text != "``");
    if doubt.reason == Reason::ProtectedPath {
        let said = doubt.reason.words();
        return Some(match text {
            Some(text) => format!("{said}, {text}"),
            None => said.to_owned(),
        });
    }
    Some(match text {
        Some(text) => format!(
            "an allow rule does not cover what is in doubt: {word}, {text}"
        ),
        None => {
            format!("an allow rule does not cover what is in doubt: {word}")
        }
    })
}
