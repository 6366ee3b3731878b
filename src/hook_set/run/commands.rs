//! Simple commands and their views.

use super::super::Place;
use super::super::compile::{Bank, EXACT};
use super::super::scan::Node;
use super::Run;
use crate::shell::Effects;
use crate::source::Span;

impl Run<'_> {
    pub(super) fn commands(&mut self) {
        let commands = &self.subjects.commands;
        let bank = match self.subjects.powershell {
            true => Bank::PowerShell,
            false => Bank::Posix,
        };
        let Some(root) = self.roots.bank(bank) else { return };
        let bytes = commands.text.as_bytes();
        // What was scanned last is none of the views.
        self.scratch.work.forget();
        let mut unit = None;
        for view in &commands.views {
            if self.enough.is_some() {
                return;
            }
            if unit != Some(view.unit) {
                unit = Some(view.unit);
                self.scratch.views.clear();
                self.scratch.view_atoms.clear();
            }
            let text = bytes.get(view.text.range()).unwrap_or(&[]);
            let (from, to) = match self.seen(view.text, text) {
                Some(seen) => seen,
                None => self.scan_view(root, view.text, text),
            };
            for i in from..to {
                let atom = self.scratch.view_atoms.get(i as usize);
                let Some(&atom) = atom else { break };
                let record = self.tables.atom(atom);
                let effects = record.effects();
                let exact_only = view.exact_only && effects == Effects::ALLOW;
                if view.effects.meets(effects)
                    && (!exact_only || record.has(EXACT))
                {
                    self.hit(atom, record, Place::Unit(view.unit));
                }
            }
        }
    }

    /// The atoms found for the same text of the same unit before.
    fn seen(&self, span: Span, text: &[u8]) -> Option<(u32, u32)> {
        let bytes = self.subjects.commands.text.as_bytes();
        let mut seen = self.scratch.views.iter().take(8);
        let same = seen.find(|(other, _, _)| {
            *other == span || bytes.get(other.range()) == Some(text)
        });
        same.map(|&(_, from, to)| (from, to))
    }

    /// The atoms whose pattern matches a view's text, whatever their
    /// effects.
    fn scan_view(
        &mut self,
        root: &Node,
        span: Span,
        text: &[u8],
    ) -> (u32, u32) {
        let work = &mut self.scratch.work;
        self.tables.index.scan_like_last(root, text, work);
        let from = self.scratch.view_atoms.len() as u32;
        let mut next = 0;
        while let Some(found) = self.found(&mut next) {
            if self.text_matches(&found, text, next) {
                self.scratch.view_atoms.push(found.atom);
            }
        }
        let to = self.scratch.view_atoms.len() as u32;
        self.scratch.views.push((span, from, to));
        (from, to)
    }
}
