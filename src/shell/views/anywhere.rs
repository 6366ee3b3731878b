//! Files behind a `cd` to a place that is not known: `cd "$D" && rm x` is
//! `rm "$D"/x`, which guards on `rm /data/*` ask about.

use crate::shell::cd::Cd;
use crate::shell::scene::Scene;
use crate::shell::words::{Words, cooked_at};

/// A directory that is not known.
const SOMEWHERE: &str = "\"$_\"/";

impl Scene<'_> {
    /// Puts the command on the list of texts with a directory that is not
    /// known before its files, where a guard may name one of these by its
    /// path.
    pub(super) fn looked_from_anywhere(
        &mut self,
        names: [&str; 3],
        all: Words,
        files: Words,
    ) {
        let named = self.places.options;
        let line = self.line;
        let is_named = |at: usize| {
            let path = cooked_at(line, at).trim_end_matches('/');
            let name = path.rsplit('/').next().unwrap_or(path);
            let mut names = names.iter().filter(|name| !name.is_empty());
            named.is_none_or(|n| names.any(|own| n.has_leaf(own, name)))
        };
        let mut here = files.iter().filter(|&at| self.lies_here(at));
        if !here.any(is_named) {
            return;
        }
        self.read_again(all, Cd::Here, |scene, at, text| {
            let lies = files.iter().contains(&at) && scene.lies_here(at);
            if lies {
                text.push_str(SOMEWHERE);
                text.push_str(scene.read_later(at));
            }
            lies
        });
    }

    /// Whether a word is a name of something in the current directory, if it
    /// is one of a file.
    fn lies_here(&self, at: usize) -> bool {
        let text = self.text_at(at);
        !self.is_option(at)
            && !text.starts_with(['/', '~'])
            && !text.contains("://")
            && self.is_any_name(at)
    }
}
