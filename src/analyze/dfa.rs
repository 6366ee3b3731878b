//! Automata with one way for every symbol.

use std::collections::HashMap;

use super::fuel::Fuel;
use super::nfa::{Beside, LAST, Nfa, WORD};

/// The most states of one automaton.
const MAX_STATES: usize = 2_048;

/// The most steps spent on building one automaton.
const MAX_STEPS: usize = 1_000_000;

/// An automaton that reads a text symbol by symbol and then says whether it
/// is in the language.
#[derive(Clone, Debug)]
pub(crate) struct Dfa {
    rows: Vec<Row>,
}

#[derive(Clone, Debug)]
struct Row {
    accepts: bool,
    /// Whether some text from here on is accepted.
    live: bool,
    /// Whether every text from here on is accepted.
    full: bool,
    /// The highest symbol of each range and where it leads, in order; the
    /// last range ends with the last symbol.
    edges: Vec<(u32, u32)>,
}

/// The sets of states that stand for one state, and what stands before it.
type Key = (Vec<u32>, Beside);

impl Dfa {
    /// `None` where a limit is reached.
    pub(super) fn of(nfa: &Nfa, fuel: &Fuel) -> Option<Dfa> {
        if nfa.over || fuel.is_empty() {
            return None;
        }
        let first = if nfa.looks { Beside::Edge } else { Beside::Other };
        let start: Key = (vec![0], first);
        let mut ids = HashMap::from([(start.clone(), 0)]);
        let (mut keys, mut rows) = (vec![start], Vec::new());
        let mut steps = 0;
        while let Some((set, before)) = keys.get(rows.len()).cloned() {
            let before_steps = steps;
            let ends = nfa.closed(&set, before, Beside::Edge);
            let accepts = nfa.accepts(&ends);
            let mut edges: Vec<(u32, u32)> = Vec::new();
            for (high, key) in ways(nfa, &set, before, &mut steps) {
                let fresh = u32::try_from(keys.len()).ok()?;
                let id = *ids.entry(key.clone()).or_insert(fresh);
                if id == fresh {
                    keys.push(key);
                }
                match edges.last_mut() {
                    Some(last) if last.1 == id => last.0 = high,
                    _ => edges.push((high, id)),
                }
            }
            rows.push(Row { accepts, live: false, full: false, edges });
            let over = keys.len() > MAX_STATES || steps > MAX_STEPS;
            if !fuel.spend(steps - before_steps) || over {
                return None;
            }
        }
        let mut dfa = Dfa { rows };
        dfa.settle(fuel).then_some(dfa)
    }

    /// The texts that some of several automata take, as `wanted` says of
    /// what each does. `None` where a limit is reached.
    pub(super) fn combined(
        all: &[Dfa],
        fuel: &Fuel,
        wanted: impl Fn(&[bool]) -> bool,
    ) -> Option<Dfa> {
        let start = vec![0; all.len()];
        let mut ids = HashMap::from([(start.clone(), 0)]);
        let (mut keys, mut rows) = (vec![start], Vec::new());
        while let Some(key) = keys.get(rows.len()).cloned() {
            let takes = all.iter().zip(&key).map(|(dfa, at)| dfa.accepts(*at));
            let accepts = wanted(&takes.collect::<Vec<_>>());
            let (mut edges, mut low): (Vec<(u32, u32)>, _) = (Vec::new(), 0);
            loop {
                let steps = all.iter().zip(&key);
                let steps = steps.map(|(dfa, at)| dfa.step(*at, low));
                let (highs, next): (Vec<u32>, Vec<u32>) = steps.unzip();
                let high = highs.into_iter().min().unwrap_or(LAST);
                let fresh = u32::try_from(keys.len()).ok()?;
                let id = *ids.entry(next.clone()).or_insert(fresh);
                if id == fresh {
                    keys.push(next);
                }
                edges.push((high, id));
                if high >= LAST {
                    break;
                }
                low = high + 1;
            }
            let steps = (edges.len() + 1) * 4 * all.len();
            rows.push(Row { accepts, live: false, full: false, edges });
            if !fuel.spend(steps) || keys.len() > MAX_STATES {
                return None;
            }
        }
        let mut dfa = Dfa { rows };
        dfa.settle(fuel).then_some(dfa)
    }

    /// Finds out which states lead to acceptance, and which to nothing else;
    /// whether there was fuel for that.
    fn settle(&mut self, fuel: &Fuel) -> bool {
        let edges = self.rows.iter().map(|row| row.edges.len() + 1);
        let edges: usize = edges.sum();
        let mut live: Vec<bool> =
            self.rows.iter().map(|row| row.accepts).collect();
        let mut full = live.clone();
        let mut changed = true;
        while changed {
            if !fuel.spend(edges) {
                return false;
            }
            changed = false;
            for (at, row) in self.rows.iter().enumerate().rev() {
                let is = |all: &[bool], to: u32| {
                    all.get(to as usize).copied().unwrap_or(false)
                };
                let alive = row.edges.iter().any(|edge| is(&live, edge.1));
                let filled = row.edges.iter().all(|edge| is(&full, edge.1));
                if let Some(own) = live.get_mut(at)
                    && alive
                    && !*own
                {
                    (*own, changed) = (true, true);
                }
                if let Some(own) = full.get_mut(at)
                    && !filled
                    && *own
                {
                    (*own, changed) = (false, true);
                }
            }
        }
        for (row, (live, full)) in
            self.rows.iter_mut().zip(live.into_iter().zip(full))
        {
            (row.live, row.full) = (live, full);
        }
        true
    }

    fn row(&self, at: u32) -> Option<&Row> {
        self.rows.get(at as usize)
    }

    pub(super) fn accepts(&self, at: u32) -> bool {
        self.row(at).is_some_and(|row| row.accepts)
    }

    pub(super) fn is_live(&self, at: u32) -> bool {
        self.row(at).is_some_and(|row| row.live)
    }

    pub(super) fn is_full(&self, at: u32) -> bool {
        self.row(at).is_some_and(|row| row.full)
    }

    /// Where a symbol leads, and the highest symbol that leads there too.
    pub(super) fn step(&self, at: u32, symbol: u32) -> (u32, u32) {
        let edges = self.row(at).map_or(&[][..], |row| &row.edges);
        let found = edges.partition_point(|edge| edge.0 < symbol);
        let edge = edges.get(found).copied();
        edge.map_or((LAST, u32::MAX), |(high, to)| (high, to))
    }

    /// Whether a text is in the language.
    pub(super) fn takes(&self, symbols: &[u32]) -> bool {
        let mut at = 0;
        for &symbol in symbols {
            at = self.step(at, symbol).1;
        }
        self.accepts(at)
    }
}

/// Where each range of symbols leads: its highest symbol and the states.
fn ways(
    nfa: &Nfa,
    set: &[u32],
    before: Beside,
    steps: &mut usize,
) -> Vec<(u32, Key)> {
    let other = nfa.closed(set, before, Beside::Other);
    let word = match nfa.words {
        true => nfa.closed(set, before, Beside::Word),
        false => other.clone(),
    };
    let moves = |closed| nfa.moves(closed).collect::<Vec<_>>();
    let (other, word) = (moves(&other), moves(&word));
    let mut cuts = vec![0];
    for &(low, high, _) in other.iter().chain(&word) {
        cuts.extend([low, high + 1]);
    }
    if nfa.words {
        cuts.extend(WORD.iter().flat_map(|range| [range.0, range.1 + 1]));
    }
    cuts.sort_unstable();
    cuts.dedup();
    cuts.retain(|cut| *cut <= LAST);
    *steps += cuts.len() * (other.len() + 8) + 8 * set.len() + 16;
    let mut out = Vec::with_capacity(cuts.len());
    for (at, &low) in cuts.iter().enumerate() {
        let high = cuts.get(at + 1).map_or(LAST, |next| next - 1);
        let is_word = WORD.iter().any(|r| r.0 <= low && low <= r.1);
        let moves = if is_word { &word } else { &other };
        let inside = moves.iter().filter(|m| m.0 <= low && low <= m.1);
        let mut targets: Vec<u32> = inside.map(|m| m.2).collect();
        targets.sort_unstable();
        targets.dedup();
        let beside = match is_word && nfa.words {
            true => Beside::Word,
            false => Beside::Other,
        };
        out.push((high, (targets, beside)));
    }
    out
}
