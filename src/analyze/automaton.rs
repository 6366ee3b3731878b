//! One test → one automaton.

use std::sync::Arc;

use super::dfa::Dfa;
use super::fuel::Fuel;
use super::nfa::{Guard, LAST, Nfa, others};
use super::regex;
use super::relate::Language;
use crate::ir::NameTest;
use crate::syntax::regex::parse_lowered;
use crate::syntax::{HostGlob, PathGlob, Piece, Segment, TextGlob};

const ANY: &[(u32, u32)] = &[(0, LAST)];
const SLASH: u32 = '/' as u32;
const NO_SLASH: &[(u32, u32)] = &[(0, SLASH - 1), (SLASH + 1, LAST)];
const NO_DOT: &[(u32, u32)] = &[(0, '.' as u32 - 1), ('.' as u32 + 1, LAST)];

impl Language {
    fn of(nfa: &Nfa, units: bool, fuel: &Fuel) -> Option<Language> {
        Some(Language { dfa: Arc::new(Dfa::of(nfa, fuel)?), units })
    }

    /// The texts that a text glob matches. `None` where a limit is reached,
    /// here and below.
    pub fn text(glob: &TextGlob) -> Option<Language> {
        Language::text_in(glob, &Fuel::default())
    }

    pub(super) fn text_in(glob: &TextGlob, fuel: &Fuel) -> Option<Language> {
        let mut nfa = Nfa::new();
        text_glob(&mut nfa, 0, glob, false);
        Language::of(&nfa, false, fuel)
    }

    /// The relative paths that a path pattern matches.
    pub fn path(glob: &PathGlob) -> Option<Language> {
        Language::path_in(glob, &Fuel::default())
    }

    pub(super) fn path_in(glob: &PathGlob, fuel: &Fuel) -> Option<Language> {
        let mut nfa = Nfa::new();
        path_glob(&mut nfa, glob);
        Language::of(&nfa, false, fuel)
    }

    /// The hosts that a host pattern matches.
    pub fn host(glob: &HostGlob) -> Option<Language> {
        Language::host_in(glob, &Fuel::default())
    }

    pub(super) fn host_in(glob: &HostGlob, fuel: &Fuel) -> Option<Language> {
        let mut nfa = Nfa::new();
        host_glob(&mut nfa, glob);
        Language::of(&nfa, false, fuel)
    }

    /// The names that a test matches. `None` also for a regular expression
    /// with a back-reference, or a look-around that is not one ahead at the
    /// start.
    pub fn name(test: &NameTest) -> Option<Language> {
        Language::name_in(test, &Fuel::default())
    }

    pub(super) fn name_in(test: &NameTest, fuel: &Fuel) -> Option<Language> {
        let mut nfa = Nfa::new();
        match test {
            NameTest::OneOf(names) => {
                for name in names {
                    let end = nfa.literal(0, symbols(name, true));
                    nfa.accept(end);
                }
            }
            NameTest::Glob(glob) => text_glob(&mut nfa, 0, glob, true),
            NameTest::Regex(source) => {
                let parsed = parse_lowered(source).ok()?;
                let dfa = Arc::new(regex::build(&parsed, fuel)?);
                return Some(Language { dfa, units: true });
            }
        }
        Language::of(&nfa, true, fuel)
    }

    /// The names of the tools of an MCP server.
    pub fn mcp(server: &str, tool: Option<&TextGlob>) -> Option<Language> {
        Language::mcp_in(server, tool, &Fuel::default())
    }

    pub(super) fn mcp_in(
        server: &str,
        tool: Option<&TextGlob>,
        fuel: &Fuel,
    ) -> Option<Language> {
        let mut nfa = Nfa::new();
        let head = format!("mcp__{server}__");
        let at = nfa.literal(0, symbols(&head, true));
        match tool.filter(|glob| !glob.is_any()) {
            Some(glob) => text_glob(&mut nfa, at, glob, true),
            None => {
                // A tool has a name.
                let some = nfa.state();
                nfa.on_all(at, ANY, some);
                let end = nfa.run(some, ANY);
                nfa.accept(end);
            }
        }
        Language::of(&nfa, true, fuel)
    }

    /// Words of these characters with one of `between` from one to the next;
    /// for examples that read well.
    pub(super) fn words(
        characters: &str,
        between: char,
        units: bool,
    ) -> Option<Language> {
        let mut nfa = Nfa::new();
        let (word, gap) = (nfa.state(), nfa.state());
        for c in characters.chars().map(u32::from) {
            for from in [0, word, gap] {
                nfa.on(from, (c, c), word);
            }
        }
        let between = u32::from(between);
        nfa.on(word, (between, between), gap);
        nfa.accept(word);
        Language::of(&nfa, units, &Fuel::default())
    }

    /// Words of these characters, two or more, of which the last is `x`.
    pub(super) fn plain_end(characters: &str) -> Option<Language> {
        let mut nfa = Nfa::new();
        let (word, gap, end) = (nfa.state(), nfa.state(), nfa.state());
        for c in characters.chars().map(u32::from) {
            for from in [0, word, gap] {
                nfa.on(from, (c, c), word);
            }
        }
        nfa.on(word, (u32::from(' '), u32::from(' ')), gap);
        nfa.on(gap, (u32::from('x'), u32::from('x')), end);
        nfa.accept(end);
        Language::of(&nfa, false, &Fuel::default())
    }

    /// Texts of signs that can be seen, with blanks only between them.
    pub(super) fn trimmed(units: bool) -> Option<Language> {
        let signs = (u32::from('!'), u32::from('~'));
        let blank = (u32::from(' '), u32::from(' '));
        let mut nfa = Nfa::new();
        let (sign, gap) = (nfa.state(), nfa.state());
        for from in [0, sign, gap] {
            nfa.on(from, signs, sign);
        }
        for from in [sign, gap] {
            nfa.on(from, blank, gap);
        }
        nfa.accept(sign);
        Language::of(&nfa, units, &Fuel::default())
    }

    /// Texts of these symbols only.
    pub(super) fn only(range: (char, char), units: bool) -> Option<Language> {
        let mut nfa = Nfa::new();
        nfa.on(0, (range.0.into(), range.1.into()), 0);
        nfa.accept(0);
        Language::of(&nfa, units, &Fuel::default())
    }
}

fn symbols(text: &str, units: bool) -> Vec<u32> {
    match units {
        true => text.encode_utf16().map(u32::from).collect(),
        false => text.chars().map(u32::from).collect(),
    }
}

fn text_glob(nfa: &mut Nfa, from: u32, glob: &TextGlob, units: bool) {
    let mut at = from;
    let last = glob.parts.len().saturating_sub(1);
    for (number, part) in glob.parts.iter().enumerate() {
        if number > 0 && !(glob.boundary && number == last) {
            at = nfa.run(at, ANY);
        }
        at = nfa.literal(at, symbols(part, units));
    }
    if glob.boundary {
        // The text may end here, or go on behind a blank.
        nfa.accept(at);
        let blank = nfa.literal(at, [u32::from(' ')]);
        at = nfa.run(blank, ANY);
    }
    nfa.accept(at);
}

/// While names are read, `fresh` is the state before any name of the path
/// and `behind` the one behind a name; both stand before the same segment.
fn path_glob(nfa: &mut Nfa, glob: &PathGlob) {
    let (mut fresh, mut behind) = (0, nfa.state());
    let count = glob.segments.len();
    for (number, segment) in glob.segments.iter().enumerate() {
        let (next_fresh, next) = (nfa.state(), nfa.state());
        match segment {
            Segment::Deep => {
                let first = nfa.state();
                nfa.on_all(fresh, NO_SLASH, first);
                nfa.on_all(first, NO_SLASH, first);
                let slash = nfa.literal(behind, [SLASH]);
                let more = nfa.run(slash, NO_SLASH);
                for end in [first, more] {
                    nfa.free(end, Guard::Free, behind);
                    nfa.free(end, Guard::Free, next);
                }
                if number + 1 < count || glob.whole {
                    nfa.free(fresh, Guard::Free, next_fresh);
                    nfa.free(behind, Guard::Free, next);
                }
            }
            Segment::Name(pieces) => {
                let (_, end) = name(nfa, fresh, pieces);
                nfa.free(end, Guard::Free, next);
                let slash = nfa.literal(behind, [SLASH]);
                let (empty, end) = name(nfa, slash, pieces);
                nfa.free(empty, Guard::Free, next);
                nfa.free(end, Guard::Free, next);
            }
        }
        (fresh, behind) = (next_fresh, next);
    }
    if glob.whole || !glob.directory {
        nfa.accept(fresh);
        nfa.accept(behind);
    }
    if !glob.whole {
        let below = nfa.state();
        nfa.on_all(fresh, ANY, below);
        nfa.on(behind, (SLASH, SLASH), below);
        nfa.on_all(below, ANY, below);
        nfa.accept(below);
    }
}

/// One name; where it ends having read nothing, and having read something.
fn name(nfa: &mut Nfa, from: u32, pieces: &[Piece]) -> (u32, u32) {
    let (mut empty, mut some) = (nfa.state(), nfa.state());
    nfa.free(from, Guard::Free, empty);
    for piece in pieces {
        let (next_empty, next) = (nfa.state(), nfa.state());
        let mut one = |ranges: &[(u32, u32)]| {
            nfa.on_all(empty, ranges, next);
            nfa.on_all(some, ranges, next);
        };
        match piece {
            Piece::Text(text) if text.is_empty() => {
                nfa.free(empty, Guard::Free, next_empty);
                nfa.free(some, Guard::Free, next);
            }
            Piece::Text(text) => {
                let text = symbols(text, false);
                for from in [empty, some] {
                    let end = nfa.literal(from, text.iter().copied());
                    nfa.free(end, Guard::Free, next);
                }
            }
            Piece::Star => {
                nfa.free(empty, Guard::Free, next_empty);
                nfa.free(some, Guard::Free, next);
                nfa.on_all(empty, NO_SLASH, next);
                nfa.on_all(some, NO_SLASH, next);
                nfa.on_all(next, NO_SLASH, next);
            }
            Piece::One => one(NO_SLASH),
            Piece::Class { negated, ranges } => {
                let ranges = ranges.iter();
                let mut own: Vec<(u32, u32)> =
                    ranges.map(|r| (r.0.into(), r.1.into())).collect();
                if !negated {
                    own = others(&own);
                }
                own.push((SLASH, SLASH));
                one(&others(&own));
            }
        }
        (empty, some) = (next_empty, next);
    }
    (empty, some)
}

fn host_glob(nfa: &mut Nfa, glob: &HostGlob) {
    let mut at = 0;
    let mut begun = false;
    if glob.any_prefix {
        // One label or more.
        let label = nfa.run(at, NO_DOT);
        let dot = nfa.literal(label, [u32::from('.')]);
        nfa.free(dot, Guard::Free, label);
        (at, begun) = (label, true);
    }
    for label in &glob.labels {
        if begun {
            at = nfa.literal(at, [u32::from('.')]);
        }
        begun = true;
        at = match label.parts.len() > 1 {
            true => nfa.run(at, NO_DOT),
            false => nfa.literal(at, symbols(&label.parts.concat(), false)),
        };
    }
    nfa.accept(at);
}
