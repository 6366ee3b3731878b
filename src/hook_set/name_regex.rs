//! Regular expressions over names.

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
