//! Files, seen from every base.

use super::super::compile::Bank;
use super::super::image::{Reader, Table};
use super::super::scan::Words;
use super::super::{Place, path_blob};
use super::{Run, Scratch};
use crate::shell::Effects;
use crate::source::Span;
use crate::subject::PathUse;

/// The place of a base that a path is not below.
const OUTSIDE: u32 = u32::MAX;

impl Run<'_> {
    pub(super) fn paths(&mut self) {
        if self.roots.bases.is_empty() {
            return;
        }
        let subjects = self.subjects;
        let bases = self.tables.get(Table::Bases);
        for (at, path_use) in subjects.paths.iter().enumerate() {
            let (from, to) = path_use.spellings;
            let all = subjects.spellings.get(from as usize..to as usize);
            let all = all.unwrap_or(&[]);
            for (i, &span) in all.iter().enumerate() {
                let path = subjects.text.as_bytes().get(span.range());
                self.look_for(bases, path.unwrap_or(&[]));
                let place = Place::Path(at as u32);
                self.path(bases, path_use, place, all, i);
            }
        }
    }

    /// Finds the atoms that may match one spelling. It is cut into its
    /// segments once; each base starts at one of them.
    fn look_for(&mut self, bases: Reader<'_>, path: &[u8]) {
        let (roots, index) = (self.roots, self.tables.index);
        let Scratch { work, below, .. } = &mut *self.scratch;
        below.clear();
        work.forget();
        // Every base ends at a slash, so the first segment starts behind
        // the first.
        let text = path.strip_prefix(b"/").unwrap_or(path);
        let skipped = path.len() - text.len();
        if roots.segments {
            work.load(text, Words::Segments);
        }
        if let Some(anywhere) = roots.bank(Bank::AnyPath) {
            index.anywhere(anywhere, work);
        }
        for base in &roots.bases {
            let Some(root) = &base.root else {
                below.push(OUTSIDE);
                continue;
            };
            let at = base.below(bases, self.subjects, path);
            below.push(at.map_or(OUTSIDE, |at| at as u32));
            let Some(at) = at else { continue };
            if root.is_few() {
                let rest = path.get(at..).unwrap_or(&[]);
                index.few(root, rest, Words::Segments, work);
            } else {
                let first = work.word_from(at.saturating_sub(skipped));
                index.from(root, first, work);
            }
        }
        index.finish(work);
    }

    /// Verifies what was found for the spelling numbered `which`. An allow
    /// rule has to match all spellings, so it is looked for in the first
    /// only.
    fn path(
        &mut self,
        bases: Reader<'_>,
        path_use: &PathUse,
        place: Place,
        all: &[Span],
        which: usize,
    ) {
        let (subjects, roots) = (self.subjects, self.roots);
        let fold = subjects.fold_case;
        let text = subjects.text.as_bytes();
        let path = all.get(which).and_then(|span| text.get(span.range()));
        let path = path.unwrap_or(&[]);
        let mut next = 0;
        while let Some(found) = self.found_once(&mut next) {
            let record = found.record;
            let effects = record.effects();
            if record.uses() & path_use.kind.0 == 0
                || !effects.meets(path_use.effects)
            {
                continue;
            }
            let number = usize::from(record.base());
            let Some(base) = roots.bases.get(number) else { continue };
            let blob = self.tables.blob(record.blob());
            let fits = |path: &[u8], at: Option<usize>| {
                let below = at.and_then(|at| path.get(at..));
                below.is_some_and(|path| path_blob::matches(blob, fold, path))
            };
            let at = self.scratch.below.get(number).copied();
            let at = at.filter(|&at| at != OUTSIDE).map(|at| at as usize);
            let mut holds = fits(path, at);
            if effects == Effects::ALLOW {
                holds = holds
                    && which == 0
                    && all.iter().skip(1).all(|span| {
                        let path = text.get(span.range()).unwrap_or(&[]);
                        fits(path, base.below(bases, subjects, path))
                    });
            }
            if holds {
                self.hit(found.atom, record, place);
            }
        }
    }
}
