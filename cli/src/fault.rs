//! Input that cannot be used at all: what stops a command with exit code 3.

use hookset::diagnostic::{Code, Diagnostic, Severity};
use hookset::source::{Source, SourceId, Span};

/// Why an input cannot be used.
#[derive(Clone, Debug)]
pub(crate) struct Fault {
    pub(crate) code: Code,
    /// The input, as the person named it.
    pub(crate) name: String,
    pub(crate) message: String,
    pub(crate) help: Option<String>,
    /// Whether it is an error whatever its code is elsewhere.
    is_error: bool,
    /// The finding it was made from, which can show the place.
    found: Option<Box<(Source, Diagnostic)>>,
}

impl Fault {
    pub(crate) fn new(
        code: Code,
        name: impl Into<String>,
        message: impl Into<String>,
    ) -> Fault {
        let (name, message) = (name.into(), message.into());
        Fault { code, name, message, help: None, is_error: false, found: None }
    }

    pub(crate) fn help(mut self, help: impl Into<String>) -> Fault {
        self.help = Some(help.into());
        self
    }

    /// What elsewhere is a warning, and here stops the command: it is drawn
    /// as what its exit code says.
    pub(crate) fn stops(mut self) -> Fault {
        self.is_error = true;
        self
    }

    /// How bad it is.
    pub(crate) fn severity(&self) -> Severity {
        match &self.found {
            _ if self.is_error => Severity::Error,
            Some(found) => found.1.severity,
            None => self.code.severity(),
        }
    }

    /// A finding, of source 0, that keeps a file from being used.
    pub(crate) fn of(source: Source, found: Diagnostic) -> Fault {
        let place = found.primary().map(|label| source.place(label.span));
        let name = place.unwrap_or_else(|| source.name().to_owned());
        let mut fault = Fault::new(found.code, name, found.message.clone());
        fault.help = found.help.clone();
        fault.found = Some(Box::new((source, found)));
        fault
    }

    /// The fault as a finding at the start of a source without text, so that
    /// every format can say it.
    pub(crate) fn into_finding(self, id: SourceId) -> (Source, Diagnostic) {
        if let Some(found) = self.found {
            let (source, mut found) = *found;
            for label in &mut found.labels {
                label.source = id;
            }
            let edits = found.fix.iter_mut().flat_map(|fix| &mut fix.edits);
            edits.for_each(|edit| edit.source = id);
            return (source, found);
        }
        let source = Source::new(self.name, "");
        let mut found =
            Diagnostic::new(self.code, self.message, id, Span::default());
        found.help = self.help;
        if self.is_error {
            found.severity = Severity::Error;
        }
        (source, found)
    }
}
