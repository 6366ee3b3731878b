//! What earlier versions of the documented runner looked at in a line: less
//! than its commands, or more.

use super::{Commands, Conditions, Effects, Profile, View};
use crate::source::Span;

/// Lines of more commands than this are not looked at as a whole: each of
/// them has that view.
const MOST: usize = 64;

/// Turns what a line holds into what an earlier version saw of it.
pub(super) fn look(command: &str, profile: &Profile, out: &mut Commands) {
    match profile.conditions {
        Conditions::All => {}
        Conditions::Outer => outer_conditions(out),
        Conditions::Line => line_condition(command, out),
    }
    if profile.whole_lines && (2..=MOST).contains(&out.units.len()) {
        let text = written(command, out);
        let effects = Effects::ALLOW.and(Effects::DENY).and(Effects::ASK);
        let units = 0..out.units.len() as u32;
        out.views.extend(units.map(|unit| view(unit, effects, text)));
    }
}

fn view(unit: u32, effects: Effects, text: Span) -> View {
    View { unit, effects, text, exact_only: false }
}

/// The line as it stands, in the memory of views.
fn written(command: &str, out: &mut Commands) -> Span {
    let start = out.text.len();
    out.text.push_str(command.trim());
    Span::new(start, out.text.len())
}

/// Conditions look at no command within another one.
fn outer_conditions(out: &mut Commands) {
    // Spans lie within each other or apart: the first that ends behind one
    // is around it.
    let mut order: Vec<_> = out
        .units
        .iter()
        .enumerate()
        .map(|(at, unit)| (unit.span.start, u32::MAX - unit.span.end, at))
        .collect();
    order.sort_unstable();
    let mut inner = vec![false; order.len()];
    let mut end = 0;
    for (_, rest, at) in order {
        let own = u32::MAX - rest;
        if let Some(inner) = inner.get_mut(at) {
            *inner = own < end;
        }
        end = end.max(own);
    }
    let is_inner =
        |unit: u32| inner.get(unit as usize).copied().unwrap_or(false);
    for view in &mut out.views {
        if is_inner(view.unit) {
            view.effects.0 &= !Effects::IF.0;
        }
    }
}

/// Conditions look at the line alone, with the variables that it sets and
/// all its commands.
fn line_condition(command: &str, out: &mut Commands) {
    let is_if = |view: &&View| view.effects.meets(Effects::IF);
    let Some(last) = out.views.iter().rfind(is_if) else { return };
    let unit = last.unit;
    for view in &mut out.views {
        view.effects.0 &= !Effects::IF.0;
    }
    let text = written(command, out);
    out.views.push(view(unit, Effects::IF, text));
}
