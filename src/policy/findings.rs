//! What there is to say about rules, at their places in the file.

use std::mem;

use super::build::{Builder, effect};
use crate::diagnostic::Code;
use crate::ir::Effect;
use crate::ir::lower::{Lowered, Scene};
use crate::load::{Document, Family, RuleEntry};
use crate::source::{Decoded, SourceId, Span};

/// What becomes of a guard that cannot be read where doubts count.
const ASKS: &str = "what it may be about asks until it is mended";

impl Builder<'_> {
    /// A rule, with what there is to say about it.
    pub(super) fn lowered(
        &mut self,
        entry: &RuleEntry,
        effect: Effect,
        document: &Document,
        scene: &Scene<'_>,
    ) -> Option<Lowered> {
        let lowered = self.lowerer.rule(entry.text.as_str(), effect, scene);
        if document.family == Family::Gemini {
            // The reader has said which of its tools are none here.
            let found = &mut self.lowerer.findings;
            found.retain(|found| found.code != Code::UNKNOWN_TOOL);
        }
        self.take_findings(document.source, &entry.text, entry.span);
        lowered
    }

    /// What there is to say about a rule of a file that is skipped: whoever
    /// mends the file wants to know it, too.
    pub(super) fn look_at(
        &mut self,
        entry: &RuleEntry,
        document: &Document,
        scene: &Scene<'_>,
    ) {
        // No atom of it is kept.
        let kept = mem::take(&mut self.lowerer);
        self.lowered(entry, effect(entry.list), document, scene);
        self.lowerer = kept;
    }

    /// Says of a guard that was lost what becomes of it.
    pub(super) fn say_that_it_asks(&mut self, from: usize) {
        for found in self.diagnostics.iter_mut().skip(from) {
            for ending in ["this rule never matches", "the rule is skipped"] {
                found.message = found.message.replace(ending, ASKS);
            }
        }
    }

    /// Moves findings from the rule's own text to the file.
    pub(super) fn take_findings(
        &mut self,
        source: SourceId,
        text: &Decoded,
        whole: Span,
    ) {
        for mut found in self.lowerer.findings.drain(..) {
            for label in &mut found.labels {
                label.source = source;
                label.span = if label.span.is_empty() {
                    whole
                } else {
                    text.place(label.span)
                };
            }
            for edit in found.fix.iter_mut().flat_map(|fix| &mut fix.edits) {
                edit.source = source;
                edit.span = text.place(edit.span);
            }
            self.diagnostics.push(found);
        }
    }
}
