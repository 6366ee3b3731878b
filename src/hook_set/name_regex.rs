//! Regular expressions over names.

use std::collections::HashMap;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::compile::Bank;
use super::hash::hash;
use super::image::Reader;
use super::records::Tables;
use super::regex::{RegexLimits, RegexProgram, Verdict3};
use super::text_blob;
use crate::syntax::regex::{Kind, Node, parse_lowered};

/// The bytes of all automata of a set, and of the work to build those that do
/// not fit: a few matchers may take as long as a thousand usual ones.
pub(super) const BUILT: usize = 1 << 22;

/// A JavaScript regular expression over a name, not anchored.
#[derive(Debug)]
pub(crate) struct NameRegex(RegexProgram);

impl NameRegex {
    /// Compiles the source text; the error says what is wrong with it.
    pub(super) fn new(source: &str) -> Result<NameRegex, String> {
        NameRegex::within(source, &mut BUILT.to_owned())
    }

    /// The same, where those before have left `room` for automata. What does
    /// not fit, or takes long to find out that, runs as a machine.
    pub(super) fn within(
        source: &str,
        room: &mut usize,
    ) -> Result<NameRegex, String> {
        let regex = parse_lowered(source)
            .map_err(|error| error.kind.message().to_owned())?;
        let limits = RegexLimits::default();
        let limit = limits.dfa_bytes.min(*room);
        let limits = RegexLimits { dfa_bytes: limit, ..limits };
        let program = RegexProgram::compile(&regex, &limits)
            .map_err(|error| error.to_string())?;
        *room -= match program.is_automaton() {
            true => program.memory().min(limit),
            false => limit,
        };
        Ok(NameRegex(program))
    }

    /// Whether it matches somewhere in `text`. Where that is not found out
    /// in time it counts as a match: only matchers of hooks come here, and
    /// in doubt a hook runs.
    pub(super) fn is_match(&self, text: &str) -> bool {
        self.0.is_match(text) != Verdict3::No
    }
}

/// The regular expressions of a set with their atoms, sorted. Each is read
/// when a name that it may match is first tested, so that an event pays for
/// those alone. An image holds the automata of most; compiling one takes
/// longer than all the rest of an answer.
#[derive(Debug, Default)]
pub(super) struct Regexes {
    list: Vec<(u32, OnceLock<Option<NameRegex>>)>,
    /// The room that is left for automata.
    room: AtomicUsize,
    /// Those of matchers by the hash of their source, for reports.
    of_matchers: OnceLock<HashMap<u64, u32>>,
}

impl Regexes {
    /// Those of an image; none is compiled yet.
    pub(super) fn new(tables: Tables<'_>) -> Regexes {
        let lists = [Bank::ToolRegex, Bank::MatcherRegex];
        let atoms = lists.map(|bank| tables.index.root_list(bank.seed(0)));
        let atoms = atoms.into_iter().flatten();
        let mut list: Vec<_> =
            atoms.map(|atom| (atom, OnceLock::new())).collect();
        list.sort_unstable_by_key(|(atom, _)| *atom);
        let room = AtomicUsize::new(BUILT);
        Regexes { list, room, of_matchers: OnceLock::new() }
    }

    /// The atom of the regular expression of a matcher.
    pub(super) fn of_matcher(
        &self,
        tables: Tables<'_>,
        source: &str,
    ) -> Option<u32> {
        let own = |atom: u32| part(&mut tables.blob(tables.atom(atom).blob()));
        let known = self.of_matchers.get_or_init(|| {
            let bank = Bank::MatcherRegex.seed(0);
            let atoms = tables.index.root_list(bank);
            atoms.map(|atom| (hash(own(atom)), atom)).collect()
        });
        let atom = *known.get(&hash(source.as_bytes()))?;
        (own(atom) == source.as_bytes()).then_some(atom)
    }

    /// Whether the regular expression of an atom matches a name. One that
    /// does not compile (only a forged image can hold it) never does.
    pub(super) fn is_match(
        &self,
        tables: Tables<'_>,
        atom: u32,
        name: &str,
    ) -> bool {
        let at = self.list.binary_search_by_key(&atom, |entry| entry.0);
        let entry = at.ok().and_then(|at| self.list.get(at));
        let Some((_, regex)) = entry else { return false };
        let mut blob = tables.blob(tables.atom(atom).blob());
        let [source, literal, automaton] = [(); 3].map(|()| part(&mut blob));
        if memchr::memmem::find(name.as_bytes(), literal).is_none() {
            return false;
        }
        let regex = regex.get_or_init(|| {
            if let Some(program) = RegexProgram::read(automaton) {
                return Some(NameRegex(program));
            }
            let source = std::str::from_utf8(source).ok()?;
            // Who comes at the same time may take more than there is.
            let mut room = self.room.load(Ordering::Relaxed);
            let regex = NameRegex::within(source, &mut room).ok();
            self.room.store(room, Ordering::Relaxed);
            regex
        });
        regex.as_ref().is_some_and(|regex| regex.is_match(name))
    }
}

/// The next part of a blob, behind its length.
fn part<'a>(blob: &mut Reader<'a>) -> &'a [u8] {
    let len = usize::from(blob.u16(0));
    let part = blob.bytes(2, len);
    *blob = Reader(blob.0.get(2 + len..).unwrap_or(&[]));
    part
}

/// The bytes of the largest automaton that an image holds.
const AUTOMATON: usize = 16 << 10;

/// Appends the blob of a regular expression, each part behind its length:
/// the source, a text that stands in every name it matches, and its
/// automaton, which is empty where it has none or a large one, or where
/// the automata before have used up the `room` for all.
pub(super) fn encode(
    source: &str,
    regex: &NameRegex,
    room: &mut usize,
    out: &mut Vec<u8>,
) {
    let parsed = parse_lowered(source);
    let literal = match parsed {
        Ok(regex) if !regex.ignores_case => literal_of(&regex.root),
        _ => Vec::new(),
    };
    let limit = AUTOMATON.min(*room);
    let automaton = if limit > 0 { regex.0.write() } else { None };
    let automaton = automaton.filter(|bytes| bytes.len() <= limit);
    let automaton = automaton.unwrap_or_default();
    *room -= automaton.len();
    for text in [source.as_bytes(), &literal, &automaton] {
        text_blob::push_u16(out, text.len());
        out.extend_from_slice(text);
    }
}

/// The longest text that every match contains, as far as it stands plainly
/// there; empty where it does not.
fn literal_of(root: &Node) -> Vec<u8> {
    let nodes = match &root.kind {
        Kind::Sequence(nodes) => nodes.as_slice(),
        _ => std::slice::from_ref(root),
    };
    let (mut best, mut run) = (Vec::new(), Vec::new());
    for node in nodes {
        match node.kind {
            Kind::Unit(unit) if unit < 0x80 => run.push(unit as u8),
            _ => run.clear(),
        }
        if run.len() > best.len() {
            best.clone_from(&run);
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn automata_are_held_while_there_is_room() {
        let mut room = 10_000;
        let mut parts = |source| {
            let mut out = Vec::new();
            let regex = NameRegex::new(source).unwrap();
            encode(source, &regex, &mut room, &mut out);
            let mut blob = Reader(&out);
            let parts = [(); 3].map(|()| part(&mut blob).to_vec());
            assert!(blob.0.is_empty());
            parts
        };
        let [source, literal, automaton] = parts("mcp__.*");
        assert_eq!((source, literal), (b"mcp__.*".into(), b"mcp__".into()));
        let length = automaton.len();
        assert!(RegexProgram::read(&automaton).is_some(), "{length}");
        // Many states, and none where there is more than one automaton.
        assert!(parts("(a|b)*a(a|b){9}")[2].is_empty());
        assert!(parts("^(?!Read$)")[2].is_empty());
        let held = (0..100).filter(|_| !parts("mcp__.*")[2].is_empty());
        assert_eq!(held.count(), 10_000 / length - 1);
    }

    #[test]
    fn the_text_that_every_match_contains() {
        for (source, expected) in [
            ("mcp__.*", "mcp__"),
            ("^mcp__(a|b)__write$", "__write"),
            ("Edit|Write", ""),
            ("ab*cd", "cd"),
            ("a", "a"),
            ("(ab)", ""),
            (".*", ""),
        ] {
            let regex = parse_lowered(source).unwrap();
            let found = literal_of(&regex.root);
            assert_eq!(found, expected.as_bytes(), "{source}");
        }
    }
}
