//! The matcher of the standard (ECMA-262, 22.2.2): every part gets a state
//! and a continuation.

use super::{Spent, accepts, asserts};
use crate::hook_set::regex::Verdict3;
use crate::syntax::regex::{Kind, Node, Regex};

/// How deep continuations may nest: the stack is the limit.
const MAX_DEPTH: u32 = 600;

type Captures = Vec<Option<(usize, usize)>>;
type Searched = Result<Option<State>, Spent>;
type Then<'a> = &'a dyn Fn(&Bounds, State) -> Searched;

/// A place in the text and the captures so far.
#[derive(Clone)]
struct State {
    at: usize,
    captures: Captures,
}

/// What is left to spend.
struct Bounds {
    steps: std::cell::Cell<u64>,
    depth: std::cell::Cell<u32>,
}

#[derive(Clone, Copy)]
struct Matcher<'a> {
    text: &'a [u16],
    behind: bool,
}

pub(super) fn search(regex: &Regex, text: &[u16], steps: u64) -> Verdict3 {
    let bounds = Bounds {
        steps: std::cell::Cell::new(steps),
        depth: std::cell::Cell::new(0),
    };
    let matcher = Matcher { text, behind: false };
    for at in 0..=text.len() {
        let captures = vec![None; regex.captures as usize + 1];
        let state = State { at, captures };
        let done: Then<'_> = &|_, state| Ok(Some(state));
        match matcher.part(&regex.root, &bounds, state, done) {
            Ok(Some(_)) => return Verdict3::Yes,
            Ok(None) => {}
            Err(Spent) => return Verdict3::Unknown,
        }
    }
    Verdict3::No
}

impl Matcher<'_> {
    fn part(
        self,
        node: &Node,
        bounds: &Bounds,
        state: State,
        then: Then<'_>,
    ) -> Searched {
        let steps = bounds.steps.get().checked_sub(1).ok_or(Spent)?;
        bounds.steps.set(steps);
        let depth = bounds.depth.get() + 1;
        if depth > MAX_DEPTH {
            return Err(Spent);
        }
        bounds.depth.set(depth);
        let found = self.enter(node, bounds, state, then);
        bounds.depth.set(depth - 1);
        found
    }

    fn enter(
        self,
        node: &Node,
        bounds: &Bounds,
        state: State,
        then: Then<'_>,
    ) -> Searched {
        match &node.kind {
            Kind::Sequence(all) => self.all(all, bounds, state, then),
            Kind::Either(all) => {
                for one in all {
                    let found = self.part(one, bounds, state.clone(), then)?;
                    if found.is_some() {
                        return Ok(found);
                    }
                }
                Ok(None)
            }
            Kind::Group { capture, body } => {
                let start = state.at;
                self.part(body, bounds, state, &|bounds, mut state| {
                    let ends = (start.min(state.at), start.max(state.at));
                    set(&mut state.captures, *capture, ends);
                    then(bounds, state)
                })
            }
            Kind::Repeat { min, max, .. } => {
                self.repeat(node, (*min, *max), bounds, state, then)
            }
            Kind::Look { behind, negated, body } => {
                let inner = Matcher { behind: *behind, ..self };
                let at = state.at;
                let done: Then<'_> = &|_, state| Ok(Some(state));
                let found = inner.part(body, bounds, state.clone(), done)?;
                match (found, negated) {
                    (Some(inner), false) => {
                        then(bounds, State { at, captures: inner.captures })
                    }
                    (None, true) => then(bounds, state),
                    _ => Ok(None),
                }
            }
            Kind::Back(groups) => self.back(groups, bounds, state, then),
            kind => match self.step(kind, state.at) {
                Some(at) => then(bounds, State { at, ..state }),
                None => Ok(None),
            },
        }
    }

    fn all(
        self,
        all: &[Node],
        bounds: &Bounds,
        state: State,
        then: Then<'_>,
    ) -> Searched {
        let split = match self.behind {
            true => all.split_last(),
            false => all.split_first(),
        };
        let Some((first, rest)) = split else {
            return then(bounds, state);
        };
        self.part(first, bounds, state, &|bounds, state| {
            self.all(rest, bounds, state, then)
        })
    }

    fn repeat(
        self,
        node: &Node,
        (min, max): (u32, Option<u32>),
        bounds: &Bounds,
        state: State,
        then: Then<'_>,
    ) -> Searched {
        let Kind::Repeat { greedy, inside, body, .. } = &node.kind else {
            return Ok(None);
        };
        if max == Some(0) {
            return then(bounds, state);
        }
        let again = |state: &State| {
            let mut fresh = state.clone();
            for group in inside.0..inside.1 {
                if let Some(capture) = fresh.captures.get_mut(group as usize) {
                    *capture = None;
                }
            }
            self.part(body, bounds, fresh, &|bounds, next| {
                if min == 0 && next.at == state.at {
                    return Ok(None);
                }
                let left = (min.saturating_sub(1), max.map(|max| max - 1));
                self.repeat(node, left, bounds, next, then)
            })
        };
        if min > 0 {
            return again(&state);
        }
        if *greedy {
            let found = again(&state)?;
            return match found {
                Some(found) => Ok(Some(found)),
                None => then(bounds, state),
            };
        }
        match then(bounds, state.clone())? {
            Some(found) => Ok(Some(found)),
            None => again(&state),
        }
    }

    fn back(
        self,
        groups: &[u32],
        bounds: &Bounds,
        state: State,
        then: Then<'_>,
    ) -> Searched {
        let captured = groups.iter().find_map(|&group| {
            state.captures.get(group as usize).copied().flatten()
        });
        let Some((from, to)) = captured else {
            return then(bounds, state);
        };
        let (length, at) = (to - from, state.at);
        let start =
            if self.behind { at.checked_sub(length) } else { Some(at) };
        let Some(start) = start else { return Ok(None) };
        let same = self
            .text
            .get(start..start + length)
            .is_some_and(|here| Some(here) == self.text.get(from..to));
        if !same {
            return Ok(None);
        }
        let at = if self.behind { start } else { start + length };
        then(bounds, State { at, ..state })
    }

    /// One unit, or an assertion that takes none.
    fn step(self, kind: &Kind, at: usize) -> Option<usize> {
        if let Some(held) = asserts(kind, self.text, at) {
            return held.then_some(at);
        }
        let from = if self.behind { at.checked_sub(1)? } else { at };
        let unit = self.text.get(from)?;
        let next = if self.behind { from } else { from + 1 };
        // No flavour has both back-references and `(?i)`.
        accepts(kind, *unit, false).then_some(next)
    }
}

fn set(captures: &mut Captures, group: Option<u32>, ends: (usize, usize)) {
    let place = group.and_then(|group| captures.get_mut(group as usize));
    if let Some(place) = place {
        *place = Some(ends);
    }
}
