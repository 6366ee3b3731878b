//! The home directory by its names: `~/x`, `$HOME/x`, `/home/u/x`.

use super::LONG;
use crate::shell::Effects;
use crate::shell::Reason;
use crate::shell::analyze::Scene;
use crate::shell::options::Around;
use crate::shell::subcommands::Head;
use crate::shell::words::{Words, cooked_at};

/// How many operands are looked at alone.
const ALONE: usize = 4;

impl<'a> Scene<'a> {
    /// Views of a command with the home directory under its other names, for
    /// guards that name it.
    pub(super) fn homes(
        &mut self,
        around: Around<'_>,
        head: Head,
        words: Words,
    ) {
        let named = self.places.options;
        if named.is_some_and(|named| !named.has_home(around.name)) {
            return;
        }
        if !words.iter().any(|at| self.below_home(at).is_some()) {
            return;
        }
        if self.out.text.len() > self.room(64) {
            let span = self.span_of(words);
            return self.doubt(Reason::Size, span, Effects::GUARD);
        }
        let home = self.places.home.unwrap_or("");
        for name in ["~", "$HOME", "${HOME}", home] {
            if name.is_empty() {
                continue;
            }
            for options in [true, false] {
                let start = self.out.text.len();
                self.head(around.name, head);
                for at in words.iter() {
                    if options || !self.is_option(at) {
                        self.at_home(name, at);
                    }
                }
                self.push_view(start, around.guard);
            }
            let some = |at: &usize| self.below_home(*at).is_some();
            let mut places = [0; ALONE];
            let found = words.iter().filter(some).zip(&mut places);
            let count = found.map(|(at, place)| *place = at).count();
            for &at in places.get(..count).unwrap_or(&[]) {
                let start = self.out.text.len();
                self.head(around.name, head);
                self.at_home(name, at);
                self.push_view(start, around.guard);
            }
        }
    }

    /// Writes a word, and the home directory under this name.
    fn at_home(&mut self, name: &str, at: usize) {
        match self.below_home(at) {
            Some(below) => self.out.text.extend([" ", name, below]),
            None => self.cooked_words(at..at + 1),
        }
    }

    /// What stands behind the home directory in a word.
    fn below_home(&self, at: usize) -> Option<&'a str> {
        let text = cooked_at(self.line, at);
        if text.len() > LONG {
            return None;
        }
        let home = self.places.home.filter(|home| home.len() > 1);
        let names = ["~", "$HOME", "${HOME}"].into_iter().chain(home);
        let mut below = names.filter_map(|name| text.strip_prefix(name));
        below.find(|rest| rest.is_empty() || rest.starts_with('/'))
    }
}
