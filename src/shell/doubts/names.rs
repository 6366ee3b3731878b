//! Whether a word names a file that no guard can be about.

use crate::shell::cd::Cd;
use crate::shell::scene::Scene;

impl Scene<'_> {
    /// Whether no guard can be about the file that a word may name.
    pub(super) fn is_free(&mut self, path: &str) -> bool {
        let Some(names) = self.places.names else { return false };
        // What is read in another way than as it is written: see
        // `subject::path::spell`.
        let address = path.get(.."file:".len());
        let address = address.is_some_and(|s| s.eq_ignore_ascii_case("file:"));
        let other = address || path.starts_with(['~', '$']);
        if self.root.other || other || names.may_be_in(path) {
            return false;
        }
        if path.starts_with('/') {
            return !self.may_move(path);
        }
        let into = match self.cd {
            Cd::Here | Cd::Unknown => "",
            Cd::To(directory) => directory.of(&self.out.text),
        };
        let around = self.asked.around.unwrap_or_else(|| {
            let cwd = self.places.cwd.unwrap_or("");
            names.may_be_in(cwd) || self.may_move(cwd)
        });
        self.asked.around = Some(around);
        let within = into.starts_with('~')
            || !into.is_empty() && names.may_be_in(into)
            || into.starts_with('/') && self.may_move(into);
        !around && !within
    }

    /// Whether what lies in a directory may have another name, too.
    fn may_move(&self, directory: &str) -> bool {
        let bytes = directory.as_bytes();
        // Most are told apart by two letters.
        let letters = |path: &[u8]| path.get(1..3)?.first_chunk().copied();
        let Some([one, other]) = letters(bytes) else { return true };
        let odd = |part: &[u8]| matches!(part, b"/./" | [b'/', b'/', _]);
        if bytes.windows(3).any(odd) {
            return true;
        }
        let moved = self.places.moved.iter();
        let moved = moved.flat_map(|&(link, place)| [link, place]);
        let near = moved.chain(["/proc"]);
        let mut near = near
            .filter(|place| letters(place.as_bytes()) == Some([one, other]));
        near.any(|place| {
            directory.starts_with(place) || place.starts_with(directory)
        })
    }
}
