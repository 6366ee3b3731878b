use std::cmp::Reverse;
use std::fmt::Write as _;

use super::one_line;
use super::places::Places;
use crate::diagnostic::{Diagnostic, Label, Severity};
use crate::source::Source;

/// Workflow commands that GitHub shows as annotations beside the code.
///
/// It shows only the first ten of a step, so the worst come first.
pub fn github(diagnostics: &[Diagnostic], sources: &[Source]) -> String {
    let places = Places::new(sources);
    let mut sorted: Vec<&Diagnostic> = diagnostics.iter().collect();
    sorted.sort_by_key(|found| Reverse(found.severity));
    let mut out = String::new();
    for found in sorted {
        let level = match found.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Info => "notice",
        };
        let _ = write!(out, "::{level} ");
        if let Some(label) = found.primary() {
            place(&mut out, label, &places);
        }
        let mut message = one_line(&found.message);
        if let Some(help) = &found.help {
            let _ = write!(message, "\nhelp: {}", one_line(help));
        }
        let code = property(found.code.name());
        let _ = writeln!(out, "title={code}::{}", data(&message));
    }
    out
}

fn place(out: &mut String, label: &Label, places: &Places) {
    let Some(source) = places.source(label.source) else { return };
    let (start, end) = places.ends(label.source, label.span);
    let file = property(source.name());
    let _ = write!(out, "file={file},line={}", start.line);
    let _ = write!(out, ",endLine={}", end.line);
    // Columns are only allowed where the span stays on one line.
    if start.line == end.line {
        let _ = write!(out, ",col={}", start.column);
        let _ = write!(out, ",endColumn={}", end.column);
    }
    out.push(',');
}

/// The text of a command: line breaks must not end it.
fn data(text: &str) -> String {
    let text = text.replace('%', "%25");
    one_line(&text.replace('\r', "%0D").replace('\n', "%0A"))
}

/// The value of a property: `,` and `:` must not end it either.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
