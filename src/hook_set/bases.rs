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

/// A directory of one event, without a slash at its end.
#[derive(Clone, Copy, Debug)]
pub(super) struct Base<'a>(&'a str);

impl<'a> Base<'a> {
    /// `path` as seen from the directory: empty for the directory itself,
    /// nothing outside of it.
    pub(super) fn relative(self, path: &str) -> Option<&str> {
        let rest = path.strip_prefix(self.0)?;
        if rest.is_empty() {
            return Some(rest);
        }
        rest.strip_prefix('/')
    }

    fn above(self, by: u8) -> Base<'a> {
        let mut directory = self.0;
        for _ in 0..by {
            let end = directory.rfind('/').unwrap_or(0);
            directory = directory.get(..end).unwrap_or("");
        }
        Base(directory)
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
        let by = self.table.u8(self.at + 1);
        let len = usize::from(self.table.u16(self.at + 2));
        let exact = self.table.bytes(self.at + 4, len);
        self.at += 4 + len;
        let len = usize::from(self.table.u16(self.at));
        let folded = self.table.bytes(self.at + 2, len);
        self.at += 2 + len;
        let name = if self.subjects.fold_case { folded } else { exact };
        let bases = self.subjects.bases;
        let place = match kind {
            HOME => bases.home,
            CWD => bases.cwd,
            PROJECT => bases.project,
            SESSION => bases.session,
            USER_CONFIG => bases.user_config,
            ROOT | FIXED => {
                let name = std::str::from_utf8(name).ok();
                return Some(name.map(|name| Base(name).above(by)));
            }
            _ => None,
        };
        let base = place.map(|span| Base(self.subjects.str(span)));
        Some(base.map(|base| base.above(by)))
    }
}
