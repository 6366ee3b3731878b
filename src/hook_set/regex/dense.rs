//! One dense automaton, run over code units.

use regex_automata::dfa::{Automaton, dense, sparse};
use regex_automata::nfa::thompson::{self, WhichCaptures};
use regex_automata::util::primitives::StateID;
use regex_automata::util::start;
use regex_automata::{Anchored, MatchKind};
use regex_syntax::hir::{Hir, HirKind, Look};

use super::RegexLimits;

/// An automaton that looks for its pattern anywhere.
#[derive(Clone, Debug)]
pub(super) struct Dense<A = dense::DFA<Vec<u32>>> {
    dfa: A,
    start: StateID,
}

/// One that was written down, without what would be zero.
pub(super) type Stored = Dense<sparse::DFA<Vec<u8>>>;

impl Stored {
    /// The automaton in these bytes, which anybody may have written: every
    /// state is looked at, so that a search stays within them. `None` where
    /// they are none, or none of this version of its library.
    pub(super) fn read(bytes: &[u8]) -> Option<Stored> {
        let (dfa, read) = sparse::DFA::from_bytes(bytes).ok()?;
        (read == bytes.len()).then(|| Dense::of(dfa.to_owned()))?
    }

    pub(super) fn memory(&self) -> usize {
        self.dfa.memory_usage()
    }
}

impl Dense {
    /// `None` if it is over a limit.
    pub(super) fn new(hir: &Hir, limits: &RegexLimits) -> Option<Dense> {
        let hir = needed(hir);
        let looks = hir.properties().look_set();
        // `\B` holds between the bytes of a letter, where nothing ends: what
        // else is found must not be given up for it.
        let kind = match looks.contains(Look::WordAsciiNegate) {
            true => MatchKind::All,
            false => MatchKind::LeftmostFirst,
        };
        let config = thompson::Config::new()
            .utf8(false)
            .nfa_size_limit(Some(limits.nfa_bytes))
            .which_captures(WhichCaptures::None);
        let nfa = thompson::Compiler::new()
            .configure(config)
            .build_from_hir(&hir)
            .ok()?;
        let config = dense::Config::new()
            .match_kind(kind)
            .start_kind(regex_automata::dfa::StartKind::Unanchored)
            .dfa_size_limit(Some(limits.dfa_bytes))
            .determinize_size_limit(Some(limits.dfa_bytes));
        let dfa = dense::Builder::new()
            .configure(config)
            .build_from_nfa(&nfa)
            .ok()?;
        Dense::of(dfa)
    }

    /// The bytes that [`Stored::read`] reads.
    pub(super) fn write(&self) -> Option<Vec<u8>> {
        Some(self.dfa.to_sparse().ok()?.to_bytes_little_endian())
    }

    pub(super) fn memory(&self) -> usize {
        self.dfa.memory_usage()
    }
}

impl<A: Automaton> Dense<A> {
    fn of(dfa: A) -> Option<Dense<A>> {
        let config = start::Config::new().anchored(Anchored::No);
        let start = dfa.start_state(&config).ok()?;
        Some(Dense { dfa, start })
    }

    pub(super) fn is_match(&self, text: &str) -> bool {
        let mut state = self.start;
        let mut tail = 0;
        for (at, &byte) in text.as_bytes().iter().enumerate() {
            if tail > 0 {
                tail -= 1;
                continue;
            }
            if byte < 0xF0 {
                state = self.dfa.next_state(state, byte);
            } else {
                tail = 3;
                let rest = text.get(at..).unwrap_or("");
                let c = rest.chars().next().unwrap_or('\u{10000}');
                for (n, byte) in surrogates(c).into_iter().enumerate() {
                    state = self.dfa.next_state(state, byte);
                    if n % 3 == 0 && self.dfa.is_match_state(state) {
                        return true;
                    }
                }
                continue;
            }
            if self.dfa.is_special_state(state) {
                // It ends before this byte.
                let is_end = text.is_char_boundary(at);
                if is_end && self.dfa.is_match_state(state) {
                    return true;
                }
                if self.dfa.is_dead_state(state) {
                    return false;
                }
            }
        }
        self.dfa.is_match_state(self.dfa.next_eoi_state(state))
    }
}

/// What has to be there for `hir` to be found: a part at either end that may
/// be missing, as in `mcp__.*`, says nothing about whether it is.
fn needed(hir: &Hir) -> Hir {
    match hir.kind() {
        HirKind::Alternation(ways) => {
            Hir::alternation(ways.iter().map(of_way).collect())
        }
        _ => of_way(hir),
    }
}

/// The same for one way to be found.
fn of_way(hir: &Hir) -> Hir {
    let parts = match hir.kind() {
        HirKind::Concat(parts) => parts.as_slice(),
        _ => std::slice::from_ref(hir),
    };
    let may_miss = |part: &&Hir| match part.kind() {
        HirKind::Repetition(repeated) => repeated.min == 0,
        _ => false,
    };
    let before = parts.iter().take_while(may_miss).count();
    let rest = parts.get(before..).unwrap_or(&[]);
    let behind = rest.iter().rev().take_while(may_miss).count();
    let rest = rest.get(..rest.len() - behind).unwrap_or(&[]);
    Hir::concat(rest.to_vec())
}

/// The two surrogates of `c`, three bytes each.
fn surrogates(c: char) -> [u8; 6] {
    let rest = (c as u32).saturating_sub(0x1_0000);
    let (high, low) = (0xD800 + (rest >> 10), 0xDC00 + (rest & 0x3FF));
    let byte = |head: u32, bits: u32| (head | (bits & 0x3F)) as u8;
    [
        0xED,
        byte(0x80, high >> 6),
        byte(0x80, high),
        0xED,
        byte(0x80, low >> 6),
        byte(0x80, low),
    ]
}
