//! Input that cannot be used at all: what stops a command with exit code 3.

use hookset::diagnostic::{Code, Diagnostic};
use hookset::source::{Source, SourceId, Span};

/// Why an input cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Fault {
    pub(crate) code: Code,
    /// The input, as the person named it.
    pub(crate) name: String,
    pub(crate) message: String,
    pub(crate) help: Option<String>,
}

impl Fault {
    pub(crate) fn new(
        code: Code,
        name: impl Into<String>,
        message: impl Into<String>,
    ) -> Fault {
        let (name, message) = (name.into(), message.into());
        Fault { code, name, message, help: None }
    }

    pub(crate) fn help(mut self, help: impl Into<String>) -> Fault {
        self.help = Some(help.into());
        self
    }

    /// The fault as a finding at the start of a source without text, so that
    /// every format can say it.
    pub(crate) fn into_finding(self, id: SourceId) -> (Source, Diagnostic) {
        let source = Source::new(self.name, "");
        let mut found =
            Diagnostic::new(self.code, self.message, id, Span::default());
        found.help = self.help;
        (source, found)
    }
}
