//! Files, seen from every base.

use super::super::compile::{Bank, ONCE};
use super::super::image::{Reader, Table};
use super::super::scan::Words;
use super::super::{Place, path_blob};
use super::{Run, Scratch};
use crate::shell::Effects;
use crate::source::Span;
use crate::subject::{Bases, PathUse};

/// The place of a base that a path is not below.
const OUTSIDE: u32 = u32::MAX;

/// Longer paths share nothing with others.
const LONG: usize = 128;

/// How many bytes two paths have in common up to a slash; `last` is what
/// the second had in common with the one before it, often the same.
fn shared_directory(one: &[u8], other: &[u8], last: usize) -> usize {
    if one.len() > LONG || other.len() > LONG {
        return 0;
    }
    let known = match (one.get(..last), other.get(..last)) {
        (Some(own), Some(before)) if own == before => last,
        _ => 0,
    };
    let rest = |path| <[u8]>::get(path, known..).unwrap_or(&[]);
    let pairs = rest(one).iter().zip(rest(other));
    let mut shared = known;
    for (at, (own, before)) in pairs.enumerate() {
        if own != before {
            break;
        }
        if *own == b'/' {
            shared = known + at + 1;
        }
    }
    shared
}

impl Run<'_> {
    pub(super) fn paths(&mut self) {
        if self.roots.bases.is_empty() {
            return;
        }
        let subjects = self.subjects;
        let bases = self.tables.get(Table::Bases);
        // One path, or paths that are not cut, have nothing to share.
        let alone = subjects.spellings.len() == 1 || !self.roots.segments;
        let (mut last, mut shared) = (&[][..], 0);
        let mut looked = Default::default();
        // What is left of another event is never looked at: nothing is
        // shared with it.
        if self.scratch.below.len() != self.roots.bases.len() {
            self.scratch.below.resize(self.roots.bases.len(), (OUTSIDE, 0));
        }
        for (at, path_use) in subjects.paths.iter().enumerate() {
            let (from, to) = path_use.spellings;
            let all = subjects.spellings.get(from as usize..to as usize);
            let all = all.unwrap_or(&[]);
            for (i, &span) in all.iter().enumerate() {
                let path = subjects.text.as_bytes().get(span.range());
                let path = path.unwrap_or(&[]);
                if !alone {
                    // What does not count for one use may for another.
                    let looks = (path_use.kind, path_use.effects);
                    if std::mem::replace(&mut looked, looks) != looks {
                        last = &[];
                    }
                    shared = shared_directory(path, last, shared);
                    last = path;
                }
                self.look_for(bases, path, shared);
                let place = Place::Path(at as u32);
                self.path(bases, path_use, place, all, i);
            }
        }
    }

    /// Finds the atoms that may match one spelling. It is cut into its
    /// segments once; each base starts at one of them. What was found in the
    /// directory that it shares with the path before it, so many bytes, is
    /// still known.
    fn look_for(&mut self, bases: Reader<'_>, path: &[u8], shared: usize) {
        let (roots, index) = (self.roots, self.tables.index);
        let Scratch { work, below, .. } = &mut *self.scratch;
        // Every base ends at a slash, so the first segment starts behind
        // the first.
        let text = path.strip_prefix(b"/").unwrap_or(path);
        let skipped = path.len() - text.len();
        let mut first = 0;
        if !roots.segments {
            work.forget();
        } else if shared > 1 {
            first = work.load_behind(text, shared - skipped);
        } else {
            work.forget();
            work.load(text, Words::Segments);
        }
        if let Some(anywhere) = roots.bank(Bank::AnyPath) {
            index.anywhere(anywhere, first, work);
        }
        work.keep();
        let is_linked = self.subjects.real != Bases::default();
        for (base, below) in roots.bases.iter().zip(below) {
            let Some(root) = &base.root else { continue };
            // Below the same base at the same place, if that is shared, and
            // no base is two directories.
            if is_linked || !(1..=shared).contains(&(below.0 as usize)) {
                let at = base.below(bases, self.subjects, path);
                let word = at.map(|at| {
                    work.word_from(at.saturating_sub(skipped)) as u32
                });
                let at = at.map_or(OUTSIDE, |at| at as u32);
                *below = (at, word.unwrap_or(0));
            }
            let (at, word) = *below;
            if at == OUTSIDE {
                continue;
            }
            if root.is_few() {
                let rest = path.get(at as usize..).unwrap_or(&[]);
                index.few(root, rest, Words::Segments, work);
            } else {
                index.from(root, word as usize, work);
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
        let mut next = 0;
        while let Some(found) = self.found_once(&mut next) {
            let record = found.record;
            let effects = record.effects();
            if record.uses() & path_use.kind.0 == 0
                || !effects.meets(path_use.effects)
                || self.scratch.said.has(found.atom)
            {
                self.scratch.work.found.in_vain(next);
                continue;
            }
            let number = usize::from(record.base());
            let Some(base) = roots.bases.get(number) else { continue };
            let blob = self.tables.blob(record.blob());
            let fits = |path: &[u8], at: Option<usize>| {
                let inside = path.last() == Some(&b'/');
                let below = at.and_then(|at| path.get(at..));
                below.is_some_and(|path| {
                    path_blob::matches(blob, fold, path, inside)
                })
            };
            let at = self.scratch.below.get(number).map(|below| below.0);
            let at = at.filter(|&at| at != OUTSIDE).map(|at| at as usize);
            let path = all.get(which).and_then(|span| text.get(span.range()));
            let mut holds = path.is_some_and(|path| fits(path, at));
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
                if record.has(ONCE) && subjects.spellings.len() > 1 {
                    self.scratch.said.add(found.atom);
                }
            }
        }
    }
}
