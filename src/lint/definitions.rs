//! What is wrong with definitions of guidance: they are read as the command
//! that composes them reads them.

use crate::diagnostic::Diagnostic;
use crate::guide::{Choices, Guidance, Registry};
use crate::load::Family;
use crate::policy::Policy;

pub(super) fn check(policy: &Policy, out: &mut Vec<Diagnostic>) {
    let choices = Choices::DOCUMENT;
    let mut registry = Registry::new().with(choices);
    for document in policy.documents() {
        if document.family != Family::Toolkit {
            continue;
        }
        let (defined, found) = Guidance::read_document(document, &choices);
        out.extend(found);
        out.extend(registry.register_defined(defined));
    }
}
