//! JavaScript regular expressions without look-arounds and
//! back-references, looked for anywhere in a name.

use super::nfa::{Guard, LAST, Nfa};
use crate::syntax::regex::{Kind, Node, Regex};

/// Builds the automaton of a regular expression; `None` where it has parts
/// that none can have.
pub(super) fn build(nfa: &mut Nfa, regex: &Regex) -> Option<()> {
    let start = nfa.run(0, &[(0, LAST)]);
    let end = node(nfa, start, &regex.root, regex.ignores_case)?;
    let all = nfa.run(end, &[(0, LAST)]);
    nfa.accept(all);
    Some(())
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
