//! Definitions of guidance, in JSON or YAML. What they mean is read from
//! [`Document::definitions`]; here only the text is.

use super::wrong::{Notes, may_guard};
use super::{Document, Family, Scope, yaml};
use crate::diagnostic::{Diagnostic, Severity};
use crate::json::{Host, Limits, Tape, Value, diagnose};
use crate::source::{SourceId, Span};

const LIMITS: Limits = Limits { size: 8 << 20, depth: 128, problems: 200 };

/// Keys that hardly anything else has.
const TELLING: &[&str] = &["tag", "lifecycle", "requirementLevel"];

/// The keys of a definition.
pub(crate) const KEYS: &[&str] = &[
    "app",
    "tag",
    "type",
    "lifecycle",
    "name",
    "description",
    "requirementLevel",
    "priority",
    "contentFile",
    "conditions",
    "requestId",
    "sessionId",
    "tags",
    "blocking",
    "dependencies",
];

/// Reads definitions. Comments are fine in them. Of a text that is not read
/// as a whole there are none: a condition may have been lost.
pub(super) fn read(
    source: SourceId,
    name: &str,
    text: &str,
    scope: Scope,
) -> (Document, Vec<Diagnostic>) {
    let mut document = Document::new(source, scope, Family::Toolkit);
    let mut tape = Tape::new();
    let (roots, found) = if is_json(name, text) {
        tape.read(text, &LIMITS);
        (vec![0], diagnose(&tape, text, source, Host::Lenient))
    } else {
        let start = text.strip_prefix('\u{feff}').map_or(0, |_| 3);
        let span = Span::new(start, text.len());
        let read = yaml::read(yaml::Part { source, text, span }, &mut tape);
        document.refused = read.broken || read.merges;
        (read.roots, read.found)
    };
    let is_error = |one: &Diagnostic| one.severity == Severity::Error;
    document.refused |= found.iter().any(is_error);
    let mut notes = Notes::new(source, found);
    if tape.root(text).is_some() {
        for &root in &roots {
            strays(&mut notes, &mut document, tape.value(text, root));
        }
        document.roots = roots;
    }
    document.text = text.into();
    document.tape = tape;
    (document, notes.found)
}

/// Guards in what is no definition. Other keys that mean nothing are said
/// where definitions are read.
fn strays(notes: &mut Notes, document: &mut Document, root: Value<'_>) {
    let alone = (!root.is_array()).then_some(root);
    let entries = root.items().chain(alone).flat_map(Value::entries);
    let unknown = entries.filter(|entry| !KEYS.contains(&entry.name()));
    for entry in unknown.filter(|entry| may_guard(*entry)) {
        notes.stray(document, entry);
    }
}

fn is_json(name: &str, text: &str) -> bool {
    if let Some((_, end @ ("json" | "yaml" | "yml"))) = name.rsplit_once('.') {
        return end == "json";
    }
    let text = text.trim_start_matches('\u{feff}').trim_start();
    // A comment may stand in front of JSON; `#` begins one in YAML alone.
    text.starts_with(['{', '[', '/'])
}

/// Whether a text holds definitions of guidance rather than settings.
pub fn is_guidance(text: &str) -> bool {
    if !TELLING.iter().any(|key| text.contains(key)) {
        return false;
    }
    let (document, _) = read(SourceId(0), "", text, Scope::Project);
    document.definitions().any(|value| {
        let has = |key: &&&str| value.get(key).is_some();
        TELLING.iter().filter(has).count() > 1
    })
}

impl Document {
    /// The definitions of guidance that stand here, one by one, whether they
    /// can be used or not.
    pub fn definitions(&self) -> impl Iterator<Item = Value<'_>> {
        let roots = self.roots.iter();
        let roots = roots.map(|&root| self.tape.value(&self.text, root));
        roots.flat_map(|root| match root.is_array() {
            true => root.items().collect(),
            false => vec![root],
        })
    }
}

#[cfg(test)]
#[cfg(feature = "yaml")]
mod tests {
    use super::*;

    #[test]
    fn all_forms_are_told_from_settings() {
        let definition = "tag: a\nlifecycle: start\n";
        assert!(is_guidance(definition));
        assert!(is_guidance("[{\"tag\": 1, \"requirementLevel\": 2}] // x"));
        assert!(is_guidance("x: 1\n---\n- tag: a\n  lifecycle: b\n"));
        assert!(!is_guidance("{\"permissions\": {}, \"tag\": \"x\"}"));
        assert!(!is_guidance("{\"hooks\": {}}"));
    }

    #[test]
    fn every_document_of_a_file_counts() {
        let text = "\u{feff}tag: a\n---\n- tag: b\n- tag: c\n";
        let (document, found) = read(SourceId(0), "", text, Scope::Project);
        assert!(found.is_empty() && !document.refused, "{found:?}");
        let tags = document.definitions();
        let tags: Vec<_> = tags.map(|one| one.get("tag").is_some()).collect();
        assert_eq!(tags, [true; 3]);
    }
}
