//! Simple commands and their views.

use super::super::Place;
use super::super::compile::{Bank, EXACT};
use super::super::scan::{Node, Words};
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
            let (from, to) = self.view_atoms(root, view.text, text);
            for i in from..to {
                let atom = self.scratch.view_atoms.get(i as usize);
                let Some(&atom) = atom else { break };
                let record = self.tables.atom(atom);
                let effects = record.effects();
                let exact_only = view.exact_only && effects == Effects::ALLOW;
                if view.effects.meets(effects)
                    && (!exact_only || record.has(EXACT))
                {
                    self.hit(atom, Place::Unit(view.unit));
                }
            }
        }
    }

    /// The atoms whose pattern matches a view's text, whatever their
    /// effects; the same text of the same unit is scanned once.
    fn view_atoms(
        &mut self,
        root: &Node,
        span: Span,
        text: &[u8],
    ) -> (u32, u32) {
        let bytes = self.subjects.commands.text.as_bytes();
        let seen = self.scratch.views.iter();
        let mut seen = seen.take(8).filter(|(other, _, _)| {
            *other == span || bytes.get(other.range()) == Some(text)
        });
        if let Some(&(_, from, to)) = seen.next() {
            return (from, to);
        }
        self.scan(root, text, Words::Blanks);
        let from = self.scratch.view_atoms.len() as u32;
        let mut i = 0;
        while let Some(found) = self.found(i) {
            i += 1;
            let blob = self.tables.blob(found.record.blob());
            if self.text_matches(&found, blob, text) {
                self.scratch.view_atoms.push(found.atom);
            }
        }
        let to = self.scratch.view_atoms.len() as u32;
        self.scratch.views.push((span, from, to));
        (from, to)
    }
}
