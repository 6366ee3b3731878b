//! The files that `git grep` looks through: those below, or what git keeps of
//! them.

use crate::shell::data::files::{self, Role};
use crate::shell::scene::{More, Scene};
use crate::shell::words::Words;

/// Names that branches mostly have, and other words for revisions.
const REVISIONS: &[&str] = &[
    "FETCH_HEAD",
    "HEAD",
    "ORIG_HEAD",
    "dev",
    "develop",
    "main",
    "master",
    "stash",
    "trunk",
];

impl Scene<'_> {
    /// The files that `git grep` looks through.
    pub(super) fn searched(&mut self, all: Words, words: Words) {
        let plain = words.start == all.start + 2;
        if plain
            && !self.may_move_tree(all)
            && self.greps_none(all.start, words)
        {
            return;
        }
        // What is left out says nothing of what is looked through.
        let odd = |at: &usize| {
            let text = self.text_at(*at);
            [":(", ":!", ":^"].iter().any(|sign| text.starts_with(sign))
        };
        if let Some(at) = words.iter().find(odd) {
            let span = self.span_of(Words { start: at, end: at + 1 });
            self.any_file(Role::Reads, span);
        }
        self.handled(&files::GIT_GREP, words, More::Nothing, false);
        // `git grep x HEAD` goes through what is tracked there.
        let mut ends = words.iter().rev();
        if let Some(last) = ends.next().filter(|&at| self.is_revision(at)) {
            let before = ends.take_while(|&at| self.is_revision(at));
            let end = before.last().unwrap_or(last);
            let rest = Words { end, ..words };
            if !rest.is_empty() {
                self.handled(&files::GIT_GREP, rest, More::Nothing, false);
            }
        }
    }

    /// Whether a word is a revision rather than a path, by its looks.
    fn is_revision(&self, at: usize) -> bool {
        let text = self.text_at(at);
        let signs = ['~', '^', ':', '@', '{'];
        let of_dots = text.contains("..") && !text.contains('/');
        let is_hash =
            text.len() >= 7 && text.bytes().all(|b| b.is_ascii_hexdigit());
        !text.starts_with(['-', '.', '/', '~', ':'])
            && (REVISIONS.contains(&text)
                || text.starts_with("origin/")
                || text.contains(signs)
                || of_dots
                || is_hash)
    }
}
