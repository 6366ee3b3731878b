//! Fixes where a text has other quotes than in JSON.
//!
//! What a fix writes is escaped as for JSON. In YAML and TOML the same text
//! may stand in single quotes or in none: each way to write it is tried, and
//! the one counts with which the file is read as meant. A fix that fits in no
//! way is left out, as is one about a rule that only stands for what another
//! agent is told.

use crate::diagnostic::Fix;
use crate::diagnostic::fix::apply;
use crate::load::{self, Document};
use crate::source::{Decoded, Source, Span};

/// Longer files are not read again for each fix.
const MAX_BYTES: usize = 64 << 10;

/// The fix as it must be written in this file; none where it does not fit.
pub(super) fn fit(
    document: &Document,
    source: &Source,
    fix: &Fix,
) -> Option<Fix> {
    if !document.family.is_foreign() || source.text().len() > MAX_BYTES {
        return None;
    }
    let quoted = fix.edits.iter().any(|edit| {
        let old = edit.span.of(source.text());
        old.is_empty() || old.starts_with(['"', '\''])
    });
    let ways: [fn(&str) -> Option<String>; 3] = match quoted {
        true => [as_it_is, bare, single],
        false => [bare, as_it_is, single],
    };
    ways.iter().find_map(|way| {
        let mut fix = fix.clone();
        for edit in &mut fix.edits {
            edit.text = way(&edit.text)?;
        }
        holds(document, source, &fix).then_some(fix)
    })
}

fn as_it_is(text: &str) -> Option<String> {
    Some(text.to_owned())
}

/// Without quotes and escapes.
fn bare(text: &str) -> Option<String> {
    let inner = text.strip_prefix('"').and_then(|t| t.strip_suffix('"'));
    let plain = plain(inner.unwrap_or(text))?;
    (!plain.contains(['\n', '"', '\''])).then_some(plain)
}

/// In single quotes, or inside of them.
fn single(text: &str) -> Option<String> {
    let inner = text.strip_prefix('"').and_then(|t| t.strip_suffix('"'));
    let doubled = plain(inner.unwrap_or(text))?.replace('\'', "''");
    (!doubled.contains('\n')).then(|| match inner {
        Some(_) => format!("'{doubled}'"),
        None => doubled,
    })
}

/// What a text between JSON quotes means; none for rare escapes.
fn plain(text: &str) -> Option<String> {
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        out.push(match c {
            '\\' => match chars.next()? {
                c @ ('"' | '\\' | '/') => c,
                'n' => '\n',
                't' => '\t',
                _ => return None,
            },
            c => c,
        });
    }
    Some(out)
}

/// Whether the file with the edits is read as before, but for the texts
/// they stand in, which are those that are meant.
fn holds(document: &Document, source: &Source, fix: &Fix) -> bool {
    let text = apply(source.text(), fix.edits.iter().cloned());
    let (id, name) = (document.source, source.name());
    let (scope, family) = (document.scope, document.family);
    let (next, _) = load::read(id, name, &text, scope, family);
    let whole = next.refused == document.refused
        && next.degraded <= document.degraded
        && next.groups.len() == document.groups.len()
        && next.rules.len() == document.rules.len();
    let (old, new) = (texts(document), texts(&next));
    let wanted = old.iter().map(|text| meant(text, fix));
    whole
        && old.len() == new.len()
        && wanted.zip(&new).all(|(wanted, new)| wanted == new.as_str())
}

/// Every rule, matcher and condition, in order.
fn texts(document: &Document) -> Vec<&Decoded> {
    let rules = document.rules.iter().map(|rule| &rule.text);
    let groups = document.groups.iter().flat_map(|group| {
        let conditions = group.hooks.iter().map(|hook| &hook.condition);
        group.matcher.iter().chain(conditions.flatten())
    });
    rules.chain(groups).collect()
}

/// What a text should be after the edits.
fn meant(text: &Decoded, fix: &Fix) -> String {
    let mut out = text.as_str().to_owned();
    // From the back, so that places before an edit stay.
    for edit in fix.edits.iter().rev() {
        let within = text.span();
        if edit.span.start < within.start || edit.span.end > within.end {
            continue;
        }
        let Some(new) = written(&edit.text) else { continue };
        let start = decoded(text, edit.span.start);
        let end = decoded(text, edit.span.end).max(start);
        if out.get(start..end).is_some() {
            out.replace_range(start..end, &new);
        }
    }
    out
}

/// What an edit means, whichever way it was written.
fn written(text: &str) -> Option<String> {
    let single = text.len() > 1 && text.starts_with('\'');
    let text = match single {
        true => text.trim_matches('\''),
        false => text,
    };
    plain(&text.replace("''", "'"))
}

/// The decoded offset of a place in the file.
fn decoded(text: &Decoded, at: u32) -> usize {
    let all = text.as_str();
    let mut ends = all.char_indices().map(|(at, _)| at);
    let reaches = |end: &usize| text.place(Span::new(0, *end)).end >= at;
    ends.find(reaches).unwrap_or(all.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_written_in_three_ways() {
        assert_eq!(bare("a\\\\b").as_deref(), Some("a\\b"));
        assert_eq!(bare("a\\\"b"), None);
        assert_eq!(single("\"it's\"").as_deref(), Some("'it''s'"));
        assert_eq!(written("'it''s'").as_deref(), Some("it's"));
        assert_eq!(plain("\\u0041"), None);
    }
}
