//! Handlers where they stand, for the lints on hooks.

use super::Context;
use crate::diagnostic::{Code, Diagnostic};
use crate::event::EventKind;
use crate::load::{Action, Document, Group, Handler};
use crate::source::{Decoded, Span};

/// A handler, with the group and the document it stands in.
#[derive(Clone, Copy, Debug)]
pub struct HookSite<'a> {
    /// The document.
    pub document: &'a Document,
    /// The group.
    pub group: &'a Group,
    /// The handler.
    pub hook: &'a Handler,
}

impl<'a> Context<'a> {
    /// Every handler, in order.
    pub fn hooks(&self) -> impl Iterator<Item = HookSite<'a>> + use<'a> {
        let groups = self.documents.iter().flat_map(|document| {
            document.groups.iter().map(move |group| (document, group))
        });
        groups.flat_map(|(document, group)| {
            let hooks = group.hooks.iter();
            hooks.map(move |hook| HookSite { document, group, hook })
        })
    }

    /// Every handler whose event is known.
    pub fn hooks_of_events(
        &self,
    ) -> impl Iterator<Item = (HookSite<'a>, EventKind)> + use<'a> {
        self.hooks().filter_map(|site| Some((site, site.group.kind?)))
    }
}

impl<'a> HookSite<'a> {
    /// The command line that a shell runs, if it does.
    pub fn script(&self) -> Option<&'a Decoded> {
        match &self.hook.action {
            Action::Command { command, args: None, .. } => Some(command),
            _ => None,
        }
    }

    /// The place of a field of the handler.
    pub fn field(&self, name: &str) -> Option<Span> {
        self.document.field(self.hook.span, name)
    }

    /// A finding at a place of the document.
    pub fn found(
        &self,
        code: Code,
        message: impl Into<String>,
        span: Span,
    ) -> Diagnostic {
        Diagnostic::new(code, message, self.document.source, span)
    }
}
