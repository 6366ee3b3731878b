//! Relations of languages, with a shortest text that shows them.

use std::collections::HashSet;
use std::sync::Arc;

use super::dfa::Dfa;
use super::fuel::Fuel;
use super::nfa::LAST;

/// The most states of a product that are looked at.
const MAX_PRODUCT: usize = 20_000;

/// What is known about a claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Relation {
    /// It holds.
    Holds,
    /// It does not, and this text shows it.
    Fails(String),
    /// A limit was reached.
    NotDecided,
}

/// The texts that a test matches.
#[derive(Clone, Debug)]
pub struct Language {
    pub(super) dfa: Arc<Dfa>,
    /// Whether symbols are UTF-16 units.
    pub(super) units: bool,
}

/// What a search in a product of automata gives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Sought {
    /// A shortest text.
    Text(Vec<u32>),
    /// There is none.
    Nothing,
    /// A limit was reached.
    NotDecided,
}

impl Language {
    /// Whether there is a text at all: `Holds` says there is none, `Fails`
    /// shows one.
    pub fn is_empty(&self) -> Relation {
        self.claim(search(&[&self.dfa], &[], &Fuel::default()))
    }

    /// Whether every text is in the other language, too.
    pub fn is_subset(&self, other: &Language) -> Relation {
        let fuel = Fuel::default();
        self.claim(search(&[&self.dfa], &[&other.dfa], &fuel))
    }

    /// Whether no text is in both.
    pub fn is_disjoint(&self, other: &Language) -> Relation {
        let fuel = Fuel::default();
        self.claim(search(&[&self.dfa, &other.dfa], &[], &fuel))
    }

    /// Whether both are the same.
    pub fn is_equal(&self, other: &Language) -> Relation {
        match self.is_subset(other) {
            Relation::Holds => other.is_subset(self),
            other => other,
        }
    }

    /// All texts that are not in it; `None` where a limit is reached.
    pub(super) fn complement(&self) -> Option<Language> {
        let all = std::slice::from_ref(&*self.dfa);
        let fuel = Fuel::default();
        let dfa = Dfa::combined(all, &fuel, |takes| takes != [true])?;
        Some(Language { dfa: Arc::new(dfa), units: self.units })
    }

    /// Whether a text is in it.
    pub fn has(&self, text: &str) -> bool {
        match self.units {
            true => {
                let units: Vec<u32> =
                    text.encode_utf16().map(u32::from).collect();
                self.dfa.takes(&units)
            }
            false => {
                let chars: Vec<u32> = text.chars().map(u32::from).collect();
                self.dfa.takes(&chars)
            }
        }
    }

    fn claim(&self, found: Sought) -> Relation {
        match found {
            Sought::Nothing => Relation::Holds,
            Sought::NotDecided => Relation::NotDecided,
            Sought::Text(symbols) => text(&symbols, self.units)
                .map_or(Relation::NotDecided, Relation::Fails),
        }
    }
}

/// The symbols as a text, where they are one.
pub(super) fn text(symbols: &[u32], units: bool) -> Option<String> {
    if units {
        let units: Result<Vec<u16>, _> =
            symbols.iter().map(|s| u16::try_from(*s)).collect();
        return String::from_utf16(&units.ok()?).ok();
    }
    symbols.iter().map(|symbol| char::from_u32(*symbol)).collect()
}

/// A shortest text that is in all the languages of `inside` and in none of
/// `outside`.
pub(super) fn search(
    inside: &[&Dfa],
    outside: &[&Dfa],
    fuel: &Fuel,
) -> Sought {
    let width = inside.len() + outside.len();
    let all = || inside.iter().chain(outside).copied();
    let start = vec![0; width];
    let dead = |state: &[u32]| {
        let (own, other) = state.split_at(inside.len().min(state.len()));
        inside.iter().zip(own).any(|(dfa, at)| !dfa.is_live(*at))
            || outside.iter().zip(other).any(|(dfa, at)| dfa.is_full(*at))
    };
    let wanted = |state: &[u32]| {
        let (own, other) = state.split_at(inside.len().min(state.len()));
        inside.iter().zip(own).all(|(dfa, at)| dfa.accepts(*at))
            && !outside.iter().zip(other).any(|(dfa, at)| dfa.accepts(*at))
    };
    if dead(&start) {
        return Sought::Nothing;
    }
    if fuel.is_empty() {
        return Sought::NotDecided;
    }
    let mut seen = HashSet::from([start.clone()]);
    let mut states = vec![(start, 0, 0)];
    let mut at = 0;
    while let Some((state, _, _)) = states.get(at).cloned() {
        if wanted(&state) {
            return Sought::Text(path(&states, at));
        }
        let (mut low, mut ways) = (0, Vec::new());
        loop {
            let mut high = LAST;
            let mut next = Vec::with_capacity(width);
            for (dfa, from) in all().zip(&state) {
                let (to_high, to) = dfa.step(*from, low);
                high = high.min(to_high);
                next.push(to);
            }
            if !dead(&next) {
                ways.push((representative(low, high), next));
            }
            if high >= LAST {
                break;
            }
            low = high + 1;
        }
        ways.sort();
        let spent = 8 + 4 * width * (ways.len() + 1);
        for ((_, symbol), next) in ways {
            if seen.insert(next.clone()) {
                states.push((next, at, symbol));
            }
        }
        if states.len() > MAX_PRODUCT || !fuel.spend(spent) {
            return Sought::NotDecided;
        }
        at += 1;
    }
    Sought::Nothing
}

/// The symbols that led to a state.
fn path(states: &[(Vec<u32>, usize, u32)], mut at: usize) -> Vec<u32> {
    let mut symbols = Vec::new();
    while let Some((_, from, symbol)) = states.get(at).filter(|_| at > 0) {
        symbols.push(*symbol);
        at = *from;
    }
    symbols.reverse();
    symbols
}

/// The symbol of a range that reads best, and how well it does.
fn representative(low: u32, high: u32) -> (usize, u32) {
    const NICE: &[char] = &['x', 'a', 'm', 'A', '1', '.', '/', '-', ' '];
    let mut nice = NICE.iter().map(|c| u32::from(*c)).enumerate();
    nice.find(|(_, symbol)| low <= *symbol && *symbol <= high).unwrap_or(
        match (0x21..0x7F).contains(&low) {
            true => (NICE.len(), low),
            false => (NICE.len() + 1, low),
        },
    )
}
