//! Predicates as bytes of an image: written, evaluated, and covered.

use super::image::Reader;
use super::limits::{CompileError, Limits, MAX_DEPTH, MAX_NODES};
use super::{Match, Place};
use crate::ir::{AtomId, Predicate, RuleId};
use crate::subject::Subjects;

const NEVER: u8 = 0;
const ALWAYS: u8 = 1;
const ATOM: u8 = 2;
const AND: u8 = 3;
const OR: u8 = 4;
const NOT: u8 = 5;

/// In place of a length of one byte: it stands in the four behind.
const LONG: u8 = u8::MAX;

/// Appends the bytes of a predicate: a kind; for an atom its number; for the
/// others the length of what is inside, then the inside.
pub(super) fn encode(predicate: &Predicate, out: &mut Vec<u8>) {
    match predicate {
        Predicate::Never => out.push(NEVER),
        Predicate::Always => out.push(ALWAYS),
        Predicate::Atom(AtomId(atom)) => {
            out.push(ATOM);
            out.extend_from_slice(&atom.to_le_bytes());
        }
        Predicate::And(all) => encode_many(AND, all, out),
        Predicate::Or(any) => encode_many(OR, any, out),
        Predicate::Not(inner) => {
            encode_many(NOT, std::slice::from_ref(inner.as_ref()), out);
        }
    }
}

fn encode_many(kind: u8, members: &[Predicate], out: &mut Vec<u8>) {
    out.push(kind);
    let at = out.len();
    for member in members {
        encode(member, out);
    }
    let len = (out.len() - at) as u32;
    match u8::try_from(len) {
        Ok(short) if short != LONG => out.insert(at, short),
        _ => {
            let [a, b, c, d] = len.to_le_bytes();
            out.splice(at..at, [LONG, a, b, c, d]);
        }
    }
}

/// Checks a predicate against the limits and that its atoms exist.
pub(super) fn check(
    rule: RuleId,
    predicate: &Predicate,
    atoms: usize,
    limits: &Limits,
) -> Result<(), CompileError> {
    // Most rules are one test; for them nothing has to be taken apart.
    let known = |atom: &AtomId| (atom.0 as usize) < atoms;
    match predicate {
        Predicate::Always | Predicate::Never => return Ok(()),
        Predicate::Atom(atom) if known(atom) => return Ok(()),
        _ => {}
    }
    let deepest = limits.predicate_depth.min(MAX_DEPTH - 2);
    let most = limits.predicate_nodes.min(MAX_NODES);
    let mut nodes = 0;
    let mut open = vec![(predicate, 1)];
    while let Some((predicate, depth)) = open.pop() {
        nodes += 1;
        let over = |what, limit| CompileError::Predicate { rule, what, limit };
        if depth > deepest {
            return Err(over("levels", deepest));
        }
        if nodes > most {
            return Err(over("parts", most));
        }
        match predicate {
            Predicate::Atom(atom) if !known(atom) => {
                return Err(CompileError::MissingAtom { rule, atom: *atom });
            }
            Predicate::And(many) | Predicate::Or(many) => {
                open.extend(many.iter().map(|p| (p, depth + 1)));
            }
            Predicate::Not(inner) => open.push((inner, depth + 1)),
            _ => {}
        }
    }
    Ok(())
}

/// Calls `seen` with every atom of a predicate.
pub(super) fn each_atom(predicate: &Predicate, seen: &mut dyn FnMut(AtomId)) {
    match predicate {
        Predicate::Never | Predicate::Always => {}
        Predicate::Atom(atom) => seen(*atom),
        Predicate::Not(inner) => each_atom(inner, seen),
        Predicate::And(all) | Predicate::Or(all) => {
            all.iter().for_each(|member| each_atom(member, seen));
        }
    }
}

/// Puts atoms behind `found` one of which holds whenever the predicate does,
/// the cheapest such set, and gives what they cost; `None`, and nothing is
/// found, when it can hold without any. These are the atoms a rule is reached
/// through.
pub(super) fn cover(
    predicate: &Predicate,
    cost: &dyn Fn(AtomId) -> u64,
    found: &mut Vec<AtomId>,
) -> Option<u64> {
    let before = found.len();
    match predicate {
        Predicate::Never => Some(0),
        Predicate::Always | Predicate::Not(_) => None,
        Predicate::Atom(atom) => {
            found.push(*atom);
            Some(cost(*atom))
        }
        Predicate::And(all) => cheapest(all.iter(), cost, found),
        Predicate::Or(any) => {
            let mut sum = 0u64;
            for member in any {
                let Some(one) = cover(member, cost, found) else {
                    found.truncate(before);
                    return None;
                };
                sum = sum.saturating_add(one);
            }
            Some(sum)
        }
    }
}

/// The cheapest of the covers of some predicates, the first of equals.
pub(super) fn cheapest<'p>(
    predicates: impl Iterator<Item = &'p Predicate>,
    cost: &dyn Fn(AtomId) -> u64,
    found: &mut Vec<AtomId>,
) -> Option<u64> {
    let (before, mut best) = (found.len(), None);
    for predicate in predicates {
        let from = found.len();
        match (cover(predicate, cost, found), best) {
            (Some(one), Some(least)) if one >= least => found.truncate(from),
            (Some(one), _) => {
                found.drain(before..from);
                best = Some(one);
            }
            (None, _) => {}
        }
    }
    best
}

/// An atom that holds, and where.
pub(super) type Hit = (u32, Place);

/// A predicate of an image over the atoms that hold.
pub(super) struct Evaluation<'a> {
    pub(super) predicates: Reader<'a>,
    /// Sorted, none twice.
    pub(super) hits: &'a [Hit],
    /// What the call is about: some of its commands may not be run at all.
    pub(super) subjects: &'a Subjects,
    /// Steps left; only a forged image can use them up.
    pub(super) fuel: u32,
}

impl Evaluation<'_> {
    /// The hits of one atom.
    pub(super) fn hits_of(hits: &[Hit], atom: u32) -> &[Hit] {
        let start = hits.partition_point(|hit| hit.0 < atom);
        let rest = hits.get(start..).unwrap_or(&[]);
        let len = rest.iter().take_while(|hit| hit.0 == atom).count();
        rest.get(..len).unwrap_or(&[])
    }

    fn children(&self, at: usize) -> std::ops::Range<usize> {
        let (start, len) = match self.predicates.u8(at + 1) {
            LONG => (at + 6, self.predicates.u32(at + 2) as usize),
            short => (at + 2, usize::from(short)),
        };
        start..start.saturating_add(len).min(self.predicates.0.len())
    }

    /// Where the predicate behind the one at `at` starts.
    pub(super) fn after(&self, at: usize) -> usize {
        match self.predicates.u8(at) {
            ATOM => at + 5,
            AND | OR | NOT => self.children(at).end.max(at + 1),
            _ => at + 1,
        }
    }

    /// Whether the predicate at `at` holds.
    pub(super) fn holds(&mut self, at: usize, depth: usize) -> bool {
        self.holds_if(at, depth, false)
    }

    /// Whether it holds by what is sure to be run alone, if only that counts:
    /// what may be run must not keep a negation from holding.
    fn holds_if(&mut self, at: usize, depth: usize, sure: bool) -> bool {
        if depth > MAX_DEPTH || self.fuel == 0 {
            return false;
        }
        self.fuel -= 1;
        match self.predicates.u8(at) {
            ALWAYS => true,
            ATOM => {
                let atom = self.predicates.u32(at + 1);
                let mut hits = Self::hits_of(self.hits, atom).iter();
                hits.any(|hit| !sure || !hit.1.is_maybe(self.subjects))
            }
            NOT => !self.holds_if(self.children(at).start, depth + 1, !sure),
            kind @ (AND | OR) => {
                let range = self.children(at);
                let mut child = range.start;
                while child < range.end {
                    if self.holds_if(child, depth + 1, sure) == (kind == OR) {
                        return kind == OR;
                    }
                    child = self.after(child);
                }
                kind == AND
            }
            _ => false,
        }
    }

    /// Appends the places of a predicate that holds.
    pub(super) fn places(
        &mut self,
        at: usize,
        depth: usize,
        rule: RuleId,
        out: &mut Vec<Match>,
    ) {
        if depth > MAX_DEPTH || self.fuel == 0 {
            return;
        }
        self.fuel -= 1;
        let call = Match { rule, place: Place::Call };
        match self.predicates.u8(at) {
            ATOM => {
                let atom = self.predicates.u32(at + 1);
                let hits = Self::hits_of(self.hits, atom);
                out.extend(
                    hits.iter().map(|&(_, place)| Match { rule, place }),
                );
            }
            kind @ (AND | OR) => {
                let range = self.children(at);
                let (mark, mut child) = (out.len(), range.start);
                while child < range.end {
                    if kind == AND || self.holds(child, depth + 1) {
                        self.places(child, depth + 1, rule, out);
                    }
                    child = self.after(child);
                }
                if kind == AND {
                    drop_calls(mark, call, out);
                }
            }
            _ => out.push(call),
        }
    }
}

/// Of the places behind `mark` keeps those inside the call; the call itself
/// only when there is no other.
fn drop_calls(mark: usize, call: Match, out: &mut Vec<Match>) {
    let mut kept = mark;
    for i in mark..out.len() {
        if out.get(i).is_some_and(|m| m.place != Place::Call) {
            out.swap(i, kept);
            kept += 1;
        }
    }
    out.truncate(kept);
    if kept == mark {
        out.push(call);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::{EventKind, EventSet};
    use crate::hook_set::HookSet;
    use crate::ir::{Effect, Family, Origin, Rule, Rules};
    use crate::source::{SourceId, Span};
    use crate::subject::Subjects;

    /// What takes most steps of all predicates of a size: as deep as may be,
    /// and the last test of the deepest level alone holds.
    fn slow(nodes: usize) -> Predicate {
        let levels = MAX_DEPTH - 4;
        let mut inner = vec![Predicate::Never; nodes - levels - 2];
        inner.push(Predicate::Always);
        let mut predicate = Predicate::Or(inner);
        for _ in 0..levels {
            predicate = Predicate::Or(vec![predicate]);
        }
        predicate
    }

    fn matches(predicate: Predicate) -> Result<usize, CompileError> {
        let rule = Rule {
            effect: Effect::Deny,
            events: EventSet(!0),
            matcher: predicate.clone(),
            predicate,
            family: Family::Other,
            text: String::new(),
            origin: Origin { source: SourceId(0), span: Span::default() },
        };
        let rules = Rules { rules: vec![rule], ..Rules::default() };
        let limits = Limits {
            predicate_nodes: usize::MAX,
            predicate_depth: usize::MAX,
            ..Limits::default()
        };
        let set = HookSet::compile(&rules, &limits)?;
        let mut scratch = set.scratch();
        let subjects = Subjects { is_tool: true, ..Subjects::default() };
        Ok(set.matches(&subjects, EventKind(0), &mut scratch).len())
    }

    #[test]
    fn no_compiled_predicate_uses_up_the_steps() {
        let steps = 1 << 20;
        let most = steps / MAX_DEPTH;
        assert_eq!(matches(slow(most)), Ok(1));
        for nodes in [most + 1, steps, 2 * steps] {
            let error = matches(slow(nodes)).unwrap_err().to_string();
            assert!(error.contains(&format!("{most} parts")), "{error}");
        }
    }
}
