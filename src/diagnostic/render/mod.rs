//! Findings as text for machines: JSON, SARIF, GitHub annotations, one line
//! each. Drawing them for a terminal is the command's business.
//!
//! Every renderer is a pure function of the findings and the sources they
//! point into ([`SourceId`] is an index into `sources`).

mod concise;
mod github;
mod json;
mod places;
mod sarif;
mod write;

pub use concise::concise;
pub use github::github;
pub use json::json;
pub use sarif::sarif;
pub use write::Json;

use super::{Diagnostic, Label};
use crate::source::{Source, SourceId};

fn source_of(sources: &[Source], id: SourceId) -> Option<&Source> {
    sources.get(id.0 as usize)
}

/// Whether a character ends a line, or turns what is shown around, for some
/// who show a text.
fn is_unruly(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2066}'..='\u{2069}')
}

/// User text may hold line breaks; a line of output must not.
fn one_line(text: &str) -> String {
    text.chars()
        .flat_map(|c| {
            let escape = is_unruly(c);
            let escaped = escape.then(|| c.escape_default());
            escaped.into_iter().flatten().chain((!escape).then_some(c))
        })
        .collect()
}

fn primary_source<'a>(
    found: &Diagnostic,
    sources: &'a [Source],
) -> Option<(&'a Source, Label)> {
    let label = found.primary()?;
    Some((source_of(sources, label.source)?, label.clone()))
}

#[cfg(test)]
mod tests;
