//! YAML as values, for readers of other things than policies.

use super::yaml;
use crate::diagnostic::Diagnostic;
use crate::json::{Tape, Value};
use crate::source::{SourceId, Span};

/// The documents of a YAML text. Where a part of it cannot be read there are
/// none.
#[derive(Clone, Debug)]
pub struct Plain {
    tape: Tape,
    roots: Vec<u32>,
}

impl Plain {
    /// Reads `text`, and says what is wrong with it.
    pub fn yaml(source: SourceId, text: &str) -> (Plain, Vec<Diagnostic>) {
        let mut tape = Tape::new();
        let start = text.strip_prefix('\u{feff}').map_or(0, |_| 3);
        let span = Span::new(start, text.len());
        let part = yaml::Part { source, text, span };
        let read = yaml::read(part, &mut tape);
        let roots = if read.broken { Vec::new() } else { read.roots };
        (Plain { tape, roots }, read.found)
    }

    /// The documents; `text` must be the text that was read.
    pub fn roots<'a>(
        &'a self,
        text: &'a str,
    ) -> impl Iterator<Item = Value<'a>> {
        self.roots.iter().map(|&root| self.tape.value(text, root))
    }
}
