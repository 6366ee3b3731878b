//! What the readers of other agents' rules share. Such files are read only
//! to be shown and converted; what has no counterpart is said.

use std::collections::HashSet;

use super::wrong::Notes;
use super::{Document, Family, List, RuleEntry, Scope};
use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::source::{Decoded, SourceId, Span};

pub(super) struct Import {
    pub(super) notes: Notes,
    pub(super) document: Document,
    /// How often it was said that the owner refuses the file.
    pub(super) refusals: usize,
    seen: HashSet<(List, String)>,
}

impl Import {
    pub(super) fn new(
        source: SourceId,
        scope: Scope,
        family: Family,
    ) -> Import {
        Import {
            notes: Notes::new(source, Vec::new()),
            document: Document::new(source, scope, family),
            refusals: 0,
            seen: HashSet::new(),
        }
    }

    /// Adds a rule that stands for what is written at `span`.
    pub(super) fn rule(&mut self, list: List, text: String, span: Span) {
        // Two tools there may be one here.
        if !self.seen.insert((list, text.clone())) {
            return;
        }
        let text = Decoded::made(text, span);
        self.document.rules.push(RuleEntry { list, text, span });
    }

    /// Something that gets lost. A guard that is lost makes what is left
    /// unfit to allow anything.
    pub(super) fn lost(
        &mut self,
        guard: bool,
        message: impl Into<String>,
        span: Span,
        help: &str,
    ) {
        self.document.loses(guard, span);
        let source = self.notes.source;
        let code = Code::LOSSY_CONVERSION;
        let found = Diagnostic::new(code, message, source, span);
        let found = match guard {
            true => found.severity(Severity::Error),
            false => found,
        };
        self.notes.push(found.help(help));
    }

    /// Something for which the owner of the file refuses all of it: what it
    /// allows is not in force, and what it forbids was meant.
    pub(super) fn refuse(
        &mut self,
        code: Code,
        message: impl Into<String>,
        span: Span,
        help: &str,
    ) {
        self.refusals += 1;
        let found = Diagnostic::new(code, message, self.notes.source, span);
        self.notes.push(found.severity(Severity::Error).help(help));
    }

    /// The file cannot be read from a place on.
    pub(super) fn broken(&mut self, code: Code, message: &str, span: Span) {
        self.refusals += 1;
        self.document.degraded = true;
        self.document.refused = true;
        let source = self.notes.source;
        let found = Diagnostic::new(code, message, source, span);
        self.notes.push(found.help("mend the file first"));
    }

    pub(super) fn done(mut self, text: &str) -> (Document, Vec<Diagnostic>) {
        self.document.text = text.into();
        if self.refusals > 0 {
            self.document.rules.retain(|rule| rule.list != List::Allow);
        }
        (self.document, self.notes.found)
    }
}

/// What is said of a file in TOML where the reader was left out of the
/// build: a file that is not read may hold a rule that denies.
#[cfg(not(feature = "toml"))]
pub(super) fn no_toml(
    source: SourceId,
    text: &str,
    scope: Scope,
    family: Family,
) -> (Document, Vec<Diagnostic>) {
    let mut import = Import::new(source, scope, family);
    let message = "this build of hookset reads no TOML";
    let span = Span::new(0, text.len());
    let found = Diagnostic::new(Code::INVALID_TOML, message, source, span);
    import.notes.push(found.help("build the library with its feature `toml`"));
    import.document.degraded = true;
    import.document.refused = true;
    import.done(text)
}

/// The rule for commands that start with these words; none where a word
/// means something else in a rule.
pub(super) fn command_rule(words: &str) -> Option<String> {
    let words = words.trim();
    let special = |c: char| {
        matches!(c, '*' | '\\' | '(' | ')' | '\'' | '"') || c.is_control()
    };
    let joined = words.contains([';', '|', '&', '<', '>', '$', '`']);
    let fine = !words.is_empty() && !words.contains(special) && !joined;
    fine.then(|| format!("Bash({words} *)"))
}
