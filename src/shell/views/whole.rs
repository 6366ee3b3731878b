//! Directories that are used as a whole: `rm -rf src` is what a guard on
//! `rm -rf src/*` means. Guards look at the command with a slash behind such
//! words.

use super::placed::LONG;
use crate::shell::data::files::{GIT_PLACES, Handler, Role};
use crate::shell::data::programs::Known;
use crate::shell::scene::Scene;
use crate::shell::words::Words;

/// Whether a program copies or moves what it is given.
pub(super) fn copies(row: &Handler) -> bool {
    matches!(row.role, Role::Copies | Role::Moves)
}

impl Scene<'_> {
    /// Puts a command that goes through directories on the list of texts,
    /// with what guards name behind each such directory: a slash.
    pub(super) fn whole_directories(
        &mut self,
        names: [&str; 3],
        words: Words,
        copies: bool,
    ) {
        let rest = words.from(words.start + 1);
        // `git add src`: the first word is no directory.
        let sub = rest.iter().find(|&at| !self.is_option(at));
        let sub = sub.filter(|_| names.contains(&"git"));
        // Of what is copied a guard may name where it goes.
        let onto = rest.iter().rfind(|&at| !self.is_option(at));
        let named = |scene: &Self, at| {
            let source = copies && Some(at) != onto;
            Some(at) != sub && scene.is_named_directory_of(names, at, source)
        };
        if !rest.iter().any(|at| named(self, at)) {
            return;
        }
        self.read_again(words, self.cd, |scene, at, text| {
            let is_one = at > words.start && named(scene, at);
            if is_one {
                let own = scene.read_later(at);
                text.push_str(own.strip_prefix("./").unwrap_or(own));
                text.push('/');
            }
            is_one
        });
    }

    /// Whether a program takes all that lies in the directories it is given.
    pub(super) fn uses_whole(
        &self,
        names: [&str; 3],
        known: Known,
        rest: Words,
    ) -> bool {
        if names.contains(&"git") {
            let sub = rest.iter().find(|&at| !self.is_option(at));
            let sub = sub.map_or("", |at| self.text_at(at));
            return sub == "add" || GIT_PLACES.contains(&sub);
        }
        known
            .handler()
            .is_some_and(|row| !copies(row) && self.goes_through(row, rest))
    }

    /// Whether a word is a directory of which guards name what lies in it; a
    /// `source`, where they do as what is used, not as where that goes.
    fn is_named_directory_of(
        &self,
        names: [&str; 3],
        at: usize,
        source: bool,
    ) -> bool {
        let text = self.text_at(at);
        let mut names = names.iter().filter(|name| !name.is_empty());
        let named = self.places.options;
        let path = ["", text.trim_start_matches("./")];
        !text.is_empty()
            && !text.ends_with('/')
            && text.len() <= LONG
            && self.literal_at(at)
            && !self.is_option(at)
            && named
                .is_none_or(|n| names.any(|name| n.has_in(name, path, source)))
    }
}
