//! Simple commands and their views.

use super::super::Place;
use super::super::compile::{BOUNDARY, Bank, EXACT, ONCE};
use super::super::records::AtomRecord;
use super::super::scan::{Node, SHORT, Words};
use super::super::stars;
use super::{Run, Scratch};
use crate::shell::{Effects, View};

/// How many texts of views are remembered with what was found for them.
const SEEN: usize = 8;

impl Run<'_> {
    pub(super) fn commands(&mut self) {
        let commands = &self.subjects.commands;
        let (bank, sorted) = match self.subjects.powershell {
            true => (Bank::PowerShell, Bank::SortedPower),
            false => (Bank::Posix, Bank::Sorted),
        };
        if let Some(root) = self.roots.bank(bank) {
            match root.is_few() || commands.views.len() == 1 {
                true => self.each_view(root, |effects| !is_sorted(effects)),
                false => self.all_views(root),
            }
        }
        if let Some(root) = self.roots.bank(sorted) {
            self.each_view(root, is_sorted);
        }
    }

    /// Looks at each view for itself, which costs least where there is one
    /// or the atoms are few.
    fn each_view(&mut self, root: &Node, which: impl Fn(Effects) -> bool) {
        let commands = &self.subjects.commands;
        let bytes = commands.text.as_bytes();
        let mut unit = 0;
        for (number, view) in commands.views.iter().enumerate() {
            if self.enough.is_some() {
                return;
            }
            if !which(view.effects) {
                continue;
            }
            if view.unit < unit {
                self.scratch.said.clear();
            }
            unit = view.unit;
            let text = bytes.get(view.text.range()).unwrap_or(&[]);
            self.scan(root, text, Words::Blanks);
            let mut next = 0;
            while let Some(found) = self.found(&mut next) {
                if self.counts(number, view, found.record)
                    && !self.scratch.said.has(found.atom)
                    && self.text_matches(&found, text, next)
                {
                    self.hit_view(view, found.atom, found.record);
                }
            }
        }
    }

    /// Looks at views that have much in common.
    fn all_views(&mut self, root: &Node) {
        let commands = &self.subjects.commands;
        let bytes = commands.text.as_bytes();
        self.forget_views();
        let (mut looked, mut is_long) = (Effects::default(), false);
        let mut unit = 0;
        for (number, view) in commands.views.iter().enumerate() {
            if self.enough.is_some() {
                return;
            }
            if is_sorted(view.effects) {
                continue;
            }
            if view.unit < unit {
                // The first place of a rule is to be the first that is
                // found.
                self.scratch.said.clear();
                self.forget_views();
            }
            unit = view.unit;
            let text = bytes.get(view.text.range()).unwrap_or(&[]);
            let seen = self.seen(view, text);
            let (from, to) = match seen {
                Some(seen) => seen,
                None => {
                    // A short text may stand between long ones that share
                    // much; it is read in memory of its own.
                    if (text.len() > SHORT) != is_long {
                        is_long = !is_long;
                        let Scratch { work, other, .. } = &mut *self.scratch;
                        std::mem::swap(work, other);
                    }
                    // What was left out for the effects of one view may
                    // count for those of another.
                    let looks = looks(view.effects);
                    if is_long && looked.and(looks) != looked {
                        self.scratch.work.forget();
                    }
                    if is_long {
                        looked = looks;
                    }
                    self.scan_view(root, view, text)
                }
            };
            for i in from..to {
                let atom = self.scratch.view_atoms.get(i as usize);
                let Some(&atom) = atom else { break };
                let record = self.tables.atom(atom);
                // One text again and again says no more than once.
                let said = seen.is_some() && self.scratch.said.has(atom);
                if self.counts(number, view, record) && !said {
                    self.hit_view(view, atom, record);
                }
            }
        }
    }

    /// Whether a match of an atom counts for the view of this number.
    #[inline]
    fn counts(
        &self,
        number: usize,
        view: &View,
        record: AtomRecord<'_>,
    ) -> bool {
        let effects = record.effects();
        let starred = effects == Effects::ALLOW && !record.has(EXACT);
        view.effects.meets(effects)
            && (!starred || !view.exact_only && self.covers(number, record))
    }

    /// Whether the stars of an allow rule's pattern may stand for what they
    /// have to in a view.
    fn covers(&self, number: usize, record: AtomRecord<'_>) -> bool {
        let commands = &self.subjects.commands;
        let Some(held) = commands.held_in(number) else { return true };
        let Some(view) = commands.views.get(number) else { return false };
        let bytes = commands.text.as_bytes();
        let text = bytes.get(view.text.range()).unwrap_or(&[]);
        let blob = self.tables.blob(record.blob());
        let boundary = record.has(BOUNDARY);
        let windows = self.subjects.powershell;
        stars::covers(blob, boundary, text, held, windows)
    }

    #[inline]
    fn hit_view(&mut self, view: &View, atom: u32, record: AtomRecord<'_>) {
        self.hit(atom, record, Place::Unit(view.unit));
        if record.has(ONCE) && self.subjects.commands.views.len() > 1 {
            self.scratch.said.add(atom);
        }
    }

    /// Forgets what was found for the views before, and that what was
    /// scanned last was one of them.
    fn forget_views(&mut self) {
        self.scratch.work.forget();
        self.scratch.other.forget();
        self.scratch.views.clear();
        self.scratch.view_atoms.clear();
    }

    /// The atoms found for the same text before.
    fn seen(&self, view: &View, text: &[u8]) -> Option<(u32, u32)> {
        let bytes = self.subjects.commands.text.as_bytes();
        let mut seen = self.scratch.views.iter();
        let same = seen.find(|(other, effects, _, _)| {
            effects.and(view.effects) == *effects
                && (*other == view.text
                    || bytes.get(other.range()) == Some(text))
        });
        same.map(|&(_, _, from, to)| (from, to))
    }

    /// The atoms whose pattern matches a view's text; of those that rules
    /// with its effects ask for, and of rules that do not allow only those
    /// that are not known to match.
    fn scan_view(
        &mut self,
        root: &Node,
        view: &View,
        text: &[u8],
    ) -> (u32, u32) {
        if self.scratch.views.len() == SEEN {
            self.scratch.views.clear();
            self.scratch.view_atoms.clear();
        }
        let work = &mut self.scratch.work;
        self.tables.index.scan_like_last(root, text, work);
        let from = self.scratch.view_atoms.len() as u32;
        let mut next = 0;
        while let Some(found) = self.found(&mut next) {
            let effects = found.record.effects();
            if !looks(view.effects).meets(effects)
                || self.scratch.said.has(found.atom)
            {
                self.scratch.work.found.in_vain(next);
            } else if view.effects.meets(effects)
                && self.text_matches(&found, text, next)
            {
                self.scratch.view_atoms.push(found.atom);
            }
        }
        let to = self.scratch.view_atoms.len() as u32;
        self.scratch.views.push((view.text, view.effects, from, to));
        (from, to)
    }
}

/// Whether a view has the options of a command in one order: its atoms are
/// in a partition of their own.
fn is_sorted(effects: Effects) -> bool {
    effects == Effects::SORTED
}

/// What a view is looked at for: views in a row differ in which kinds of
/// guard they are for.
fn looks(effects: Effects) -> Effects {
    match effects.meets(Effects::GUARD) {
        true => effects.and(Effects::GUARD),
        false => effects,
    }
}
