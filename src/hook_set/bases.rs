//! The directories that path patterns start at.

use std::ops::Range;

use super::image::Reader;
use super::scan::Node;
use super::text_blob::{push_u16, starts_with};
use crate::ir::BaseId;
use crate::subject::{Bases, Subjects};
use crate::syntax::fold;

const ROOT: u8 = 0;
const HOME: u8 = 1;
const CWD: u8 = 2;
const PROJECT: u8 = 3;
const SESSION: u8 = 4;
const USER_CONFIG: u8 = 5;
const FIXED: u8 = 6;

/// Appends a base: its kind, how many directories above it, its name, its
/// name in lower case.
pub(super) fn encode(base: &BaseId, out: &mut Vec<u8>) {
    encode_above(base, 0, out);
}

fn encode_above(base: &BaseId, by: u8, out: &mut Vec<u8>) {
    let (kind, name) = match base {
        BaseId::Root => (ROOT, ""),
        BaseId::Home => (HOME, ""),
        BaseId::Cwd => (CWD, ""),
        BaseId::Project => (PROJECT, ""),
        BaseId::Session => (SESSION, ""),
        BaseId::UserConfig => (USER_CONFIG, ""),
        BaseId::Fixed(path) => (FIXED, path.as_str()),
        BaseId::Above(base, more) => {
            return encode_above(base, by.saturating_add(*more), out);
        }
    };
    out.extend([kind, by]);
    for name in [name.to_owned(), fold(name)] {
        push_u16(out, name.len());
        out.extend_from_slice(name.as_bytes());
    }
}

/// The bytes of the longest name of a base.
pub(super) fn size(base: &BaseId) -> usize {
    match base {
        BaseId::Fixed(path) => path.len().max(fold(path).len()),
        BaseId::Above(base, _) => size(base),
        _ => 0,
    }
}

/// A base as an image lists it.
#[derive(Clone, Debug)]
pub(super) struct BaseRecord {
    kind: u8,
    /// How many directories above it.
    above: u8,
    /// Its name and its folded name, as places in the table.
    exact: Range<usize>,
    folded: Range<usize>,
    /// What hangs below it.
    pub(super) root: Option<Node>,
}

/// Lists the bases of an image; `root` finds what hangs below one.
pub(super) fn read(
    table: Reader<'_>,
    root: impl Fn(u64) -> Option<Node>,
) -> Vec<BaseRecord> {
    let mut out = Vec::new();
    let mut at = 0;
    while at < table.0.len() {
        let (kind, above) = (table.u8(at), table.u8(at + 1));
        let name = |at: usize| {
            let start = at + 2;
            start..start + usize::from(table.u16(at))
        };
        let exact = name(at + 2);
        let folded = name(exact.end);
        at = folded.end;
        let root = root(out.len() as u64);
        out.push(BaseRecord { kind, above, exact, folded, root });
    }
    out
}

impl BaseRecord {
    /// The directory in one event, without a slash at its end; `None` where
    /// the event does not have it.
    #[inline]
    fn directory<'a>(
        &self,
        table: Reader<'a>,
        subjects: &'a Subjects,
    ) -> Option<&'a [u8]> {
        if matches!(self.kind, ROOT | FIXED) {
            let name = match subjects.fold_case {
                true => &self.folded,
                false => &self.exact,
            };
            let name = table.0.get(name.clone()).unwrap_or(&[]);
            return Some(self.go_up(name));
        }
        self.of(&subjects.bases, subjects)
    }

    /// One of the directories of an event.
    #[inline]
    fn of<'a>(
        &self,
        bases: &Bases,
        subjects: &'a Subjects,
    ) -> Option<&'a [u8]> {
        let span = match self.kind {
            HOME => bases.home,
            CWD => bases.cwd,
            PROJECT => bases.project,
            SESSION => bases.session,
            USER_CONFIG => bases.user_config,
            _ => None,
        };
        let directory = subjects.text.as_bytes().get(span?.range())?;
        Some(self.go_up(directory))
    }

    fn go_up<'a>(&self, mut directory: &'a [u8]) -> &'a [u8] {
        for _ in 0..self.above {
            let end = memchr::memrchr(b'/', directory).unwrap_or(0);
            directory = directory.get(..end).unwrap_or(&[]);
        }
        directory
    }

    /// Where in `path` the part below the directory starts: at its end for
    /// the directory itself, nowhere outside of it. Where it is a link, what
    /// lies below the place it leads to counts, too.
    pub(super) fn below(
        &self,
        table: Reader<'_>,
        subjects: &Subjects,
        path: &[u8],
    ) -> Option<usize> {
        let written = self.directory(table, subjects);
        written
            .and_then(|directory| below(directory, path))
            .or_else(|| below(self.of(&subjects.real, subjects)?, path))
    }
}

#[inline]
fn below(directory: &[u8], path: &[u8]) -> Option<usize> {
    match starts_with(path, directory).then(|| path.get(directory.len()))? {
        None => Some(path.len()),
        Some(b'/') => Some(directory.len() + 1),
        Some(_) => None,
    }
}
