//! What is wrong with definitions of guidance: they are read as the command
//! that composes them reads them.

use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::guide::{Choices, Defined, Guidance, Registry, content_path};
use crate::load::{Document, Family};
use crate::policy::Policy;
use crate::source::{Source, SourceId, Span};
use std::collections::HashSet;

pub(super) fn check(policy: &Policy, out: &mut Vec<Diagnostic>) {
    let choices = Choices::DOCUMENT;
    let mut registry = Registry::new().with(choices);
    for document in policy.documents() {
        if document.family != Family::Toolkit {
            continue;
        }
        let (mut defined, found) = Guidance::read_document(document, &choices);
        // Of a guard under such a key more was said by the reader of texts.
        let known: HashSet<_> = out.iter().map(place).collect();
        let new = found.into_iter().filter(|found| {
            found.code != Code::UNKNOWN_KEY || !known.contains(&place(found))
        });
        let new: Vec<_> = new.collect();
        out.extend(new);
        let source = policy.source(document.source);
        let name = source.map_or("", Source::name);
        for one in &mut defined {
            let directory = name.rsplit_once('/').map_or("", |parts| parts.0);
            directory.clone_into(&mut one.guidance.directory);
            out.extend(outside(document, one));
        }
        out.extend(registry.register_defined(defined));
    }
}

/// What a finding is, and where.
fn place(found: &Diagnostic) -> (Code, Option<(SourceId, Span)>) {
    let at = found.primary().map(|label| (label.source, label.span));
    (found.code, at)
}

/// A text that is not read because of where it lies, as far as the name of
/// the file tells what the base directory is.
fn outside(document: &Document, defined: &Defined) -> Option<Diagnostic> {
    let why = content_path(&defined.guidance).err()?;
    let mut all = document.definitions();
    let value = all.find(|value| value.span() == defined.span)?;
    let value = value.get("contentFile")?;
    let message = format!("`contentFile` cannot be used: {why}");
    let code = Code::INVALID_VALUE;
    let found = Diagnostic::new(code, message, defined.source, value.span());
    let help = "name a file beside the definition, or below it";
    Some(found.severity(Severity::Warning).help(help))
}
