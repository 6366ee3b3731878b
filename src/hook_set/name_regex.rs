//! Regular expressions over names.

use regex_automata::meta;

/// A JavaScript regular expression over a name, not anchored.
#[derive(Debug)]
pub(super) struct NameRegex(meta::Regex);

impl NameRegex {
    /// Compiles the source text; the error says what is wrong with it.
    pub(super) fn new(source: &str) -> Result<NameRegex, String> {
        let regex = meta::Regex::new(source);
        regex.map(NameRegex).map_err(|error| error.to_string())
    }

    /// Whether it matches somewhere in `text`.
    pub(super) fn is_match(&self, text: &str) -> bool {
        self.0.is_match(text)
    }
}
