//! What hookset tells people.
//!
//! Style: lower case, no full stop, one line; user text in backticks. A
//! message says what was found and what will happen ("this rule never
//! matches"); the help says what to write instead. Never a type name, never a
//! parser's name.

mod codes;
pub mod fix;
pub mod render;
pub mod suggest;
mod word;

pub use codes::{CODES, Code};
pub use word::UnknownWord;

use crate::source::{SourceId, Span};

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Severity {
    /// Worth knowing; nothing is wrong.
    Info,
    /// Works, but probably not as meant.
    Warning,
    /// Does not work, or does not do what it says.
    Error,
}

impl Severity {
    /// The word used in JSON and at the terminal.
    pub fn as_str(self) -> &'static str {
        match self {
            Severity::Info => "info",
            Severity::Warning => "warning",
            Severity::Error => "error",
        }
    }
}

/// A place in a source and what is to be said about it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Label {
    /// The source.
    pub source: SourceId,
    /// The bytes in it.
    pub span: Span,
    /// A few words drawn beside the place; may be empty.
    pub text: String,
}

/// One replacement of bytes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Edit {
    /// The source.
    pub source: SourceId,
    /// The bytes to replace.
    pub span: Span,
    /// What to put there, as it must stand in the file.
    pub text: String,
}

/// Edits that mend the finding.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Fix {
    /// What it does, in a few words.
    pub title: String,
    /// The edits, in order, not overlapping.
    pub edits: Vec<Edit>,
    /// Whether it can be applied without a person looking at it.
    pub safe: bool,
}

/// One finding.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Diagnostic {
    /// The name of the finding.
    pub code: Code,
    /// How bad it is.
    pub severity: Severity,
    /// What was found and what will happen.
    pub message: String,
    /// Places; the first is the primary one.
    pub labels: Vec<Label>,
    /// What to write or do instead.
    pub help: Option<String>,
    /// An edit that mends it.
    pub fix: Option<Fix>,
}

impl Diagnostic {
    /// A finding with the code's default severity and one place.
    pub fn new(
        code: Code,
        message: impl Into<String>,
        source: SourceId,
        span: Span,
    ) -> Diagnostic {
        let label = Label { source, span, text: String::new() };
        Diagnostic {
            severity: code.severity(),
            code,
            message: message.into(),
            labels: vec![label],
            help: None,
            fix: None,
        }
    }

    /// With words beside the primary place.
    #[must_use]
    pub fn labelled(mut self, text: impl Into<String>) -> Diagnostic {
        if let Some(first) = self.labels.first_mut() {
            first.text = text.into();
        }
        self
    }

    /// With one more place.
    #[must_use]
    pub fn also(
        mut self,
        source: SourceId,
        span: Span,
        text: impl Into<String>,
    ) -> Diagnostic {
        self.labels.push(Label { source, span, text: text.into() });
        self
    }

    /// With a help line.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Diagnostic {
        self.help = Some(help.into());
        self
    }

    /// With another severity than the code's own.
    #[must_use]
    pub fn severity(mut self, severity: Severity) -> Diagnostic {
        self.severity = severity;
        self
    }

    /// With a fix.
    #[must_use]
    pub fn fix(mut self, fix: Fix) -> Diagnostic {
        self.fix = Some(fix);
        self
    }

    /// Whether it says that what stands there never matches. Messages say
    /// so in these words, and in no others.
    pub fn says_never(&self) -> bool {
        self.message.contains("never match")
    }

    /// The primary place.
    pub fn primary(&self) -> Option<&Label> {
        self.labels.first()
    }
}
