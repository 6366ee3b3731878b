//! JavaScript regular expressions without look-arounds and
//! back-references, looked for anywhere in a name.

use super::dfa::Dfa;
use super::fuel::Fuel;
use super::nfa::{Guard, LAST, Nfa};
use crate::syntax::regex::{Kind, Node, Regex, starts_ahead};

/// The automaton of a regular expression; `None` where it has parts that
/// none can have: of look-arounds, only those ahead at the start of an
/// alternative are understood.
pub(super) fn build(regex: &Regex, fuel: &Fuel) -> Option<Dfa> {
    let (fold, rows) = (regex.ignores_case, regex.root.rows());
    if !rows.iter().any(|row| starts_ahead(row)) {
        return found(&[&regex.root], false, fold, fuel);
    }
    let mut all = Vec::new();
    let mut wanted = Vec::new();
    for row in &rows {
        let ahead = starts_ahead(row);
        let mut rest = Vec::new();
        let mut signs = Vec::new();
        for part in row {
            match part.look_ahead() {
                // It is asked for by itself: all start where the text does.
                Some((negated, body)) if ahead && is_leading(&rest) => {
                    all.push(found(&[body], true, fold, fuel)?);
                    signs.push(!negated);
                }
                _ => rest.push(*part),
            }
        }
        all.push(found(&rest, ahead, fold, fuel)?);
        signs.push(true);
        wanted.push(signs);
    }
    Dfa::combined(&all, fuel, |takes| {
        let mut takes = takes.iter();
        wanted.iter().fold(false, |any, signs| {
            let mut row = true;
            for (sign, takes) in signs.iter().zip(takes.by_ref()) {
                row &= sign == takes;
            }
            any || row
        })
    })
}

/// The texts in which parts stand one behind the other, at the start or
/// anywhere.
fn found(
    parts: &[&Node],
    at_start: bool,
    fold: bool,
    fuel: &Fuel,
) -> Option<Dfa> {
    let mut nfa = Nfa::new();
    let mut at = if at_start { 0 } else { nfa.run(0, &[(0, LAST)]) };
    for part in parts {
        at = node(&mut nfa, at, part, fold)?;
    }
    let all = nfa.run(at, &[(0, LAST)]);
    nfa.accept(all);
    Dfa::of(&nfa, fuel)
}

/// Whether nothing but the start stands before.
fn is_leading(rest: &[&Node]) -> bool {
    rest.iter().all(|part| part.kind == Kind::Start)
}

/// Adds a part behind `from`; where it ends. The depth is that of the
/// pattern's groups, which is limited when it is read.
fn node(nfa: &mut Nfa, from: u32, part: &Node, fold: bool) -> Option<u32> {
    if nfa.over {
        return None;
    }
    let mut guarded = |guard| {
        let end = nfa.state();
        nfa.free(from, guard, end);
        Some(end)
    };
    match &part.kind {
        Kind::Start => guarded(Guard::Start),
        Kind::End => guarded(Guard::End),
        Kind::Boundary { negated } => {
            guarded(Guard::Boundary { negated: *negated })
        }
        Kind::Look { .. } | Kind::Back(_) => None,
        Kind::Group { body, .. } => node(nfa, from, body, fold),
        Kind::Sequence(all) => {
            let mut at = from;
            for one in all {
                at = node(nfa, at, one, fold)?;
            }
            Some(at)
        }
        Kind::Either(all) => {
            let end = nfa.state();
            for one in all {
                let at = node(nfa, from, one, fold)?;
                nfa.free(at, Guard::Free, end);
            }
            Some(end)
        }
        Kind::Repeat { min, max, body, .. } => {
            repeat(nfa, from, (*min, *max), (body, fold))
        }
        kind => {
            let end = nfa.state();
            nfa.on_all(from, &units(kind, fold)?, end);
            Some(end)
        }
    }
}

fn repeat(
    nfa: &mut Nfa,
    from: u32,
    (min, max): (u32, Option<u32>),
    (body, fold): (&Node, bool),
) -> Option<u32> {
    let mut at = from;
    for _ in 0..min {
        at = node(nfa, at, body, fold)?;
    }
    let Some(max) = max else {
        let hub = nfa.state();
        nfa.free(at, Guard::Free, hub);
        let end = node(nfa, hub, body, fold)?;
        nfa.free(end, Guard::Free, hub);
        return Some(hub);
    };
    let end = nfa.state();
    for _ in min..max {
        nfa.free(at, Guard::Free, end);
        at = node(nfa, at, body, fold)?;
    }
    nfa.free(at, Guard::Free, end);
    Some(end)
}

/// The units that a part of one unit takes. What takes all that can follow
/// takes the symbols behind them, too: no name has these.
fn units(kind: &Kind, fold: bool) -> Option<Vec<(u32, u32)>> {
    let ranges = crate::hook_set::regex::units(kind, fold)?.into_iter();
    let wide = |end: u16| if end == u16::MAX { LAST } else { end.into() };
    Some(ranges.map(|(low, high)| (low.into(), wide(high))).collect())
}
