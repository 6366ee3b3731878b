//! Regular expressions over names.

use std::sync::OnceLock;

use super::compile::Bank;
use super::records::Tables;
use super::regex::{RegexLimits, RegexProgram, Verdict3};
use crate::syntax::regex::parse_regex;

/// A JavaScript regular expression over a name, not anchored.
#[derive(Debug)]
pub(super) struct NameRegex(RegexProgram);

impl NameRegex {
    /// Compiles the source text; the error says what is wrong with it.
    pub(super) fn new(source: &str) -> Result<NameRegex, String> {
        let regex = parse_regex(source)
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

/// The regular expressions of a set with their atoms, sorted; compiled when
/// a name is first tested.
pub(super) type Regexes = OnceLock<Vec<(u32, NameRegex)>>;

/// Compiles the regular expressions of an image; one that does not compile
/// (only a forged image can hold it) never matches.
pub(super) fn compile(tables: Tables<'_>) -> Vec<(u32, NameRegex)> {
    let lists = [Bank::ToolRegex, Bank::MatcherRegex];
    let atoms = lists.map(|bank| tables.index.root_list(bank.seed(0)));
    let regexes = atoms.into_iter().flatten().filter_map(|atom| {
        let at = tables.atom(atom).blob() as usize;
        let len = usize::from(tables.blobs.u16(at));
        let source = std::str::from_utf8(tables.blobs.bytes(at + 2, len));
        let regex = NameRegex::new(source.ok()?).ok()?;
        Some((atom, regex))
    });
    let mut regexes: Vec<_> = regexes.collect();
    regexes.sort_unstable_by_key(|(atom, _)| *atom);
    regexes
}
