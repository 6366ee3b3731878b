//! The home directory by its names: `~/x`, `$HOME/x`, `/home/u/x`.

use super::LONG;
use crate::shell::Effects;
use crate::shell::Reason;
use crate::shell::scene::Scene;
use crate::shell::views::options::Around;
use crate::shell::views::subcommands::Head;
use crate::shell::words::{Words, cooked_at};

/// How many operands are looked at alone; where there are more, guards may
/// mean them.
const ALONE: usize = 16;

/// How many names it has by links.
const LINKS: usize = 4;

/// A name of the home directory, in two parts.
type Name<'a> = (&'a str, &'a str);

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
        for name in self.names_of_home() {
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
        let some = |at: &usize| self.below_home(*at).is_some();
        if words.iter().filter(some).nth(ALONE).is_some() {
            let start = self.out.text.len();
            self.head(around.name, head);
            self.push_view(start, Effects::OPEN);
        }
    }

    /// Writes a word, and the home directory under this name.
    fn at_home(&mut self, name: Name<'_>, at: usize) {
        match self.below_home(at) {
            Some(below) => {
                self.out.text.extend([" ", name.0, name.1, below]);
            }
            None => self.cooked_words(at..at + 1),
        }
    }

    /// What stands behind the home directory in a word.
    fn below_home(&self, at: usize) -> Option<&'a str> {
        let text = cooked_at(self.line, at);
        if text.len() > LONG {
            return None;
        }
        let mut below = self.names_of_home().filter_map(|(name, rest)| {
            text.strip_prefix(name)?.strip_prefix(rest)
        });
        below.find(|rest| rest.is_empty() || rest.starts_with('/'))
    }

    /// The names of the home directory, also those by links on the way to it.
    fn names_of_home(&self) -> impl Iterator<Item = Name<'a>> + use<'a> {
        let home = self.places.home.filter(|home| home.len() > 1);
        let behind =
            self.places.ways.iter().filter_map(move |(link, place)| {
                let rest = home?.strip_prefix(link.as_str())?;
                let is_way = rest.is_empty() || rest.starts_with('/');
                is_way.then_some((place.as_str(), rest))
            });
        let home = home.map(|home| (home, ""));
        let own = [("~", ""), ("$HOME", ""), ("${HOME}", "")];
        own.into_iter().chain(home).chain(behind.take(LINKS))
    }
}
