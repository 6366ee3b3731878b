//! Automata as they are built: states, moves on ranges of symbols, and moves
//! without a symbol that may ask where in the text they are taken.
//!
//! A symbol is a character, or for names a UTF-16 unit, because matchers
//! compare those.

/// The highest symbol.
pub(super) const LAST: u32 = 0x10_FFFF;

/// The most states an automaton may have while it is built.
const MAX_STATES: usize = 8_192;

/// What a move without a symbol asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Guard {
    /// Nothing.
    Free,
    /// The start of the text.
    Start,
    /// The end of the text.
    End,
    /// A boundary of a word; none, where negated.
    Boundary { negated: bool },
}

/// What stands beside a place in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Beside {
    /// An end of the text.
    Edge,
    /// A letter, digit or `_`.
    Word,
    /// Anything else.
    Other,
}

#[derive(Clone, Debug, Default)]
struct State {
    free: Vec<(Guard, u32)>,
    moves: Vec<(u32, u32, u32)>,
}

/// An automaton that is being built: it starts in state 0.
#[derive(Clone, Debug)]
pub(super) struct Nfa {
    states: Vec<State>,
    /// The states in which a text is accepted.
    accepting: Vec<u32>,
    /// Whether some guard asks for the start or for words.
    pub(super) looks: bool,
    /// Whether some guard asks for words.
    pub(super) words: bool,
    /// Whether it became too large.
    pub(super) over: bool,
}

impl Nfa {
    pub(super) fn new() -> Nfa {
        Nfa {
            states: vec![State::default()],
            accepting: Vec::new(),
            looks: false,
            words: false,
            over: false,
        }
    }

    /// A new state.
    pub(super) fn state(&mut self) -> u32 {
        if self.states.len() >= MAX_STATES {
            self.over = true;
            return 0;
        }
        self.states.push(State::default());
        u32::try_from(self.states.len() - 1).unwrap_or(0)
    }

    pub(super) fn accept(&mut self, at: u32) {
        self.accepting.push(at);
    }

    pub(super) fn accepts(&self, closed: &[u32]) -> bool {
        closed.iter().any(|at| self.accepting.contains(at))
    }

    /// A move on a range of symbols.
    pub(super) fn on(&mut self, from: u32, range: (u32, u32), to: u32) {
        if let Some(state) = self.states.get_mut(from as usize) {
            state.moves.push((range.0, range.1, to));
        }
    }

    /// Moves on all of these ranges.
    pub(super) fn on_all(
        &mut self,
        from: u32,
        ranges: &[(u32, u32)],
        to: u32,
    ) {
        for &range in ranges {
            self.on(from, range, to);
        }
    }

    /// A move without a symbol.
    pub(super) fn free(&mut self, from: u32, guard: Guard, to: u32) {
        match guard {
            Guard::Boundary { .. } => (self.looks, self.words) = (true, true),
            Guard::Start => self.looks = true,
            Guard::End | Guard::Free => {}
        }
        if let Some(state) = self.states.get_mut(from as usize) {
            state.free.push((guard, to));
        }
    }

    /// The symbols one after the other; where that ends.
    pub(super) fn literal(
        &mut self,
        from: u32,
        symbols: impl IntoIterator<Item = u32>,
    ) -> u32 {
        let mut at = from;
        for symbol in symbols {
            let next = self.state();
            self.on(at, (symbol, symbol), next);
            at = next;
        }
        at
    }

    /// Any run of these symbols; where that ends.
    pub(super) fn run(&mut self, from: u32, ranges: &[(u32, u32)]) -> u32 {
        let at = self.state();
        self.free(from, Guard::Free, at);
        self.on_all(at, ranges, at);
        at
    }

    /// Everything that can be reached without a symbol, at a place between
    /// these two.
    pub(super) fn closed(
        &self,
        set: &[u32],
        before: Beside,
        after: Beside,
    ) -> Vec<u32> {
        let mut seen = set.to_vec();
        let mut known = vec![false; self.states.len()];
        let mut mark = |at: u32| match known.get_mut(at as usize) {
            Some(known) => !std::mem::replace(known, true),
            None => false,
        };
        for &at in set {
            mark(at);
        }
        let mut at = 0;
        while let Some(&state) = seen.get(at) {
            at += 1;
            let Some(state) = self.states.get(state as usize) else {
                continue;
            };
            for &(guard, to) in &state.free {
                let holds = match guard {
                    Guard::Free => true,
                    Guard::Start => before == Beside::Edge,
                    Guard::End => after == Beside::Edge,
                    Guard::Boundary { negated } => {
                        let word = |side| side == Beside::Word;
                        (word(before) != word(after)) != negated
                    }
                };
                if holds && mark(to) {
                    seen.push(to);
                }
            }
        }
        seen.sort_unstable();
        seen
    }

    /// The moves on symbols out of these states.
    pub(super) fn moves<'a>(
        &'a self,
        closed: &'a [u32],
    ) -> impl Iterator<Item = (u32, u32, u32)> + 'a {
        closed
            .iter()
            .filter_map(|at| self.states.get(*at as usize))
            .flat_map(|state| state.moves.iter().copied())
    }
}

/// All symbols that are in none of these ranges.
pub(super) fn others(ranges: &[(u32, u32)]) -> Vec<(u32, u32)> {
    let mut sorted = ranges.to_vec();
    sorted.sort_unstable();
    let (mut out, mut next) = (Vec::new(), 0);
    for (low, high) in sorted {
        if low > next {
            out.push((next, low - 1));
        }
        next = next.max(high.saturating_add(1));
    }
    if next <= LAST {
        out.push((next, LAST));
    }
    out
}

/// ASCII letters, digits and `_`.
pub(super) const WORD: &[(u32, u32)] =
    &[(0x30, 0x39), (0x41, 0x5A), (0x5F, 0x5F), (0x61, 0x7A)];
