//! The directories that path patterns start at.

use super::image::Reader;
use super::text_blob::push_u16;
use crate::ir::BaseId;
use crate::subject::Subjects;
use crate::syntax::fold;

const ROOT: u8 = 0;
const HOME: u8 = 1;
const CWD: u8 = 2;
const PROJECT: u8 = 3;
const SESSION: u8 = 4;
const USER_CONFIG: u8 = 5;
const SETTINGS: u8 = 6;
const FIXED: u8 = 7;

/// Appends a base: its kind, its name, its name in lower case.
pub(super) fn encode(base: &BaseId, out: &mut Vec<u8>) {
    let (kind, name) = match base {
        BaseId::Root => (ROOT, ""),
        BaseId::Home => (HOME, ""),
        BaseId::Cwd => (CWD, ""),
        BaseId::Project => (PROJECT, ""),
        BaseId::Session => (SESSION, ""),
        BaseId::UserConfig(name) => (USER_CONFIG, name.as_str()),
        BaseId::Settings => (SETTINGS, ""),
        BaseId::Fixed(path) => (FIXED, path.as_str()),
    };
    out.push(kind);
    for name in [name.to_owned(), fold(name)] {
        push_u16(out, name.len());
        out.extend_from_slice(name.as_bytes());
    }
}

/// A directory of one event: all of `parts`, one below the other.
#[derive(Clone, Copy, Debug)]
pub(super) struct Base<'a> {
    parts: [&'a [u8]; 2],
}

impl Base<'_> {
    /// `path` as seen from the directory: empty for the directory itself,
    /// nothing outside of it.
    pub(super) fn relative(self, path: &str) -> Option<&str> {
        let mut rest = path;
        for part in self.parts {
            let part = part.strip_prefix(b"/").unwrap_or(part);
            let part = part.strip_suffix(b"/").unwrap_or(part);
            if part.is_empty() {
                continue;
            }
            rest = rest.strip_prefix('/')?;
            if !rest.as_bytes().starts_with(part) {
                return None;
            }
            rest = rest.get(part.len()..)?;
            if !rest.is_empty() && !rest.starts_with('/') {
                return None;
            }
        }
        Some(rest.strip_prefix('/').unwrap_or(rest))
    }
}

/// Reads the bases of an image, one after the other.
pub(super) struct Bases<'a> {
    pub(super) table: Reader<'a>,
    pub(super) subjects: &'a Subjects,
    pub(super) at: usize,
}

impl<'a> Iterator for Bases<'a> {
    /// `None` for a base that this event does not have.
    type Item = Option<Base<'a>>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.at >= self.table.0.len() {
            return None;
        }
        let kind = self.table.u8(self.at);
        let len = usize::from(self.table.u16(self.at + 1));
        let exact = self.table.bytes(self.at + 3, len);
        self.at += 3 + len;
        let len = usize::from(self.table.u16(self.at));
        let folded = self.table.bytes(self.at + 2, len);
        self.at += 2 + len;
        let name = if self.subjects.fold_case { folded } else { exact };
        let bases = self.subjects.bases;
        let place = match kind {
            HOME | USER_CONFIG => bases.home,
            CWD => bases.cwd,
            PROJECT => bases.project,
            SESSION => bases.session,
            SETTINGS => bases.settings,
            ROOT | FIXED => return Some(Some(Base { parts: [b"", name] })),
            _ => None,
        };
        let base = place.map(|span| Base {
            parts: [self.subjects.str(span).as_bytes(), name],
        });
        Some(base)
    }
}
