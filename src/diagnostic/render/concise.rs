use std::fmt::Write as _;

use super::one_line;
use super::places::Places;
use crate::diagnostic::Diagnostic;
use crate::source::Source;

/// One line per finding: `file:line:column: severity[code]: message`.
pub fn concise(diagnostics: &[Diagnostic], sources: &[Source]) -> String {
    let places = Places::new(sources);
    let mut out = String::new();
    for found in diagnostics {
        if let Some(label) = found.primary()
            && let Some(source) = places.source(label.source)
        {
            let (start, _) = places.ends(label.source, label.span);
            let name = one_line(source.name());
            let _ = write!(out, "{name}:{}:{}: ", start.line, start.column);
        }
        let severity = found.severity.as_str();
        let (code, message) = (found.code.name(), one_line(&found.message));
        let _ = writeln!(out, "{severity}[{code}]: {message}");
    }
    out
}
