//! Regular expressions over names.

use std::sync::OnceLock;

use super::compile::Bank;
use super::records::Tables;
use super::regex::{RegexLimits, RegexProgram, Verdict3};
use super::text_blob;
use crate::syntax::regex::{Kind, Node, parse_lowered};

/// A JavaScript regular expression over a name, not anchored.
#[derive(Debug)]
pub(super) struct NameRegex(RegexProgram);

impl NameRegex {
    /// Compiles the source text; the error says what is wrong with it.
    pub(super) fn new(source: &str) -> Result<NameRegex, String> {
        let regex = parse_lowered(source)
            .map_err(|error| error.kind.message().to_owned())?;
        RegexProgram::compile(&regex, &RegexLimits::default())
            .map(NameRegex)
            .map_err(|_| "its repetitions multiply too far".to_owned())
    }

    /// Whether it matches somewhere in `text`. Where that is not found out
    /// in time it counts as a match: only matchers of hooks come here, and
    /// in doubt a hook runs.
    pub(super) fn is_match(&self, text: &str) -> bool {
        self.0.is_match(text) != Verdict3::No
    }
}

/// The regular expressions of a set with their atoms, sorted. Each is
/// compiled when a name that it may match is first tested, so that an event
/// pays for those alone: compiling one takes longer than all the rest of an
/// answer.
#[derive(Debug, Default)]
pub(super) struct Regexes(Vec<(u32, OnceLock<Option<NameRegex>>)>);

impl Regexes {
    /// Those of an image; none is compiled yet.
    pub(super) fn new(tables: Tables<'_>) -> Regexes {
        let lists = [Bank::ToolRegex, Bank::MatcherRegex];
        let atoms = lists.map(|bank| tables.index.root_list(bank.seed(0)));
        let atoms = atoms.into_iter().flatten();
        let mut list: Vec<_> =
            atoms.map(|atom| (atom, OnceLock::new())).collect();
        list.sort_unstable_by_key(|(atom, _)| *atom);
        Regexes(list)
    }

    /// Whether the regular expression of an atom matches a name. One that
    /// does not compile (only a forged image can hold it) never does.
    pub(super) fn is_match(
        &self,
        tables: Tables<'_>,
        atom: u32,
        name: &str,
    ) -> bool {
        let at = self.0.binary_search_by_key(&atom, |entry| entry.0);
        let entry = at.ok().and_then(|at| self.0.get(at));
        let Some((_, regex)) = entry else { return false };
        let blob = tables.blob(tables.atom(atom).blob());
        let len = usize::from(blob.u16(0));
        let source = blob.bytes(2, len);
        let literal = blob.bytes(4 + len, usize::from(blob.u16(2 + len)));
        if memchr::memmem::find(name.as_bytes(), literal).is_none() {
            return false;
        }
        let regex = regex.get_or_init(|| {
            let source = std::str::from_utf8(source).ok()?;
            NameRegex::new(source).ok()
        });
        regex.as_ref().is_some_and(|regex| regex.is_match(name))
    }
}

/// Appends the blob of a regular expression: the source behind its length,
/// and a text that stands in every name it matches behind its own.
pub(super) fn encode(source: &str, out: &mut Vec<u8>) {
    let parsed = parse_lowered(source);
    let literal = match parsed {
        Ok(regex) if !regex.ignores_case => literal_of(&regex.root),
        _ => Vec::new(),
    };
    for text in [source.as_bytes(), &literal] {
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
