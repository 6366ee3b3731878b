//! Files, seen from every base.

use super::super::compile::Bank;
use super::super::image::{Reader, Table};
use super::super::scan::Words;
use super::super::{Place, path_blob};
use super::Run;
use crate::shell::Effects;
use crate::source::Span;
use crate::subject::PathUse;

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
                self.look_for(bases, subjects.str(span));
                let place = Place::Path(at as u32);
                self.path(bases, path_use, place, all, i);
            }
        }
    }

    /// Finds the atoms that may match one spelling. It is cut into its
    /// segments once; each base starts at one of them.
    fn look_for(&mut self, bases: Reader<'_>, path: &str) {
        let (roots, index) = (self.roots, self.tables.index);
        let work = &mut self.scratch.work;
        work.forget();
        // Every base ends at a slash, so the first segment starts behind
        // the first.
        let text = path.strip_prefix('/').unwrap_or(path);
        let skipped = path.len() - text.len();
        work.load(text.as_bytes(), Words::Segments);
        if let Some(anywhere) = roots.bank(Bank::AnyPath) {
            index.anywhere(anywhere, work);
        }
        for base in &roots.bases {
            let Some(root) = &base.root else { continue };
            if let Some(at) = base.below(bases, self.subjects, path) {
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
        let mut i = 0;
        while let Some((atom, record)) = self.found(i) {
            i += 1;
            let effects = record.effects();
            if record.uses() & path_use.kind.0 == 0
                || !effects.meets(path_use.effects)
            {
                continue;
            }
            let base = roots.bases.get(usize::from(record.base()));
            let Some(base) = base else { continue };
            let blob = self.tables.blob(record.blob());
            let fits = |span: &Span| {
                let path = subjects.str(*span);
                let below = base.below(bases, subjects, path);
                let below = below.and_then(|at| path.get(at..));
                below.is_some_and(|path| path_blob::matches(blob, fold, path))
            };
            let holds = match effects == Effects::ALLOW {
                true => which == 0 && all.iter().all(fits),
                false => all.get(which).is_some_and(fits),
            };
            if holds {
                self.hit(atom, place);
            }
        }
    }
}
