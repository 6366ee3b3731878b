//! The home and the current directory by their names: `~/x`, `$HOME/x`,
//! `/home/u/x`; `$PWD/x`, `$(pwd)/x`, `/w/x`.

use super::LONG;
use crate::shell::Effects;
use crate::shell::Reason;
use crate::shell::cd::Cd;
use crate::shell::scene::Scene;
use crate::shell::views::options::Around;
use crate::shell::views::subcommands::Head;
use crate::shell::words::{Words, cooked_at};

/// How many operands are looked at alone; where there are more, guards may
/// mean them.
const ALONE: usize = 16;

/// How many names the home has by links.
const LINKS: usize = 4;

/// A name of a directory, in two parts.
type Name<'a> = (&'a str, &'a str);

/// One of the two.
#[derive(Clone, Copy)]
enum Place {
    Home,
    Here,
}

impl<'a> Scene<'a> {
    /// Views of a command with these directories under their other names, for
    /// guards that name them.
    pub(super) fn homes(
        &mut self,
        around: Around<'_>,
        head: Head,
        words: Words,
    ) {
        let named = self.places.options;
        if named.is_none_or(|named| named.has_home(around.name)) {
            self.place_named(around, head, words, Place::Home);
        }
        if named.is_none_or(|named| named.has_here(around.name)) {
            self.place_named(around, head, words, Place::Here);
        }
    }

    fn place_named(
        &mut self,
        around: Around<'_>,
        head: Head,
        words: Words,
        place: Place,
    ) {
        if !words.iter().any(|at| self.behind_name(place, at).is_some()) {
            return;
        }
        if self.out.text.len() > self.room(64) {
            let span = self.span_of(words);
            return self.doubt(Reason::Size, span, Effects::GUARD);
        }
        for name in self.names_of(place) {
            for options in [true, false] {
                let start = self.out.text.len();
                self.head(around.name, head);
                for at in words.iter() {
                    if options || !self.is_option(at) {
                        self.write_below(name, place, at);
                    }
                }
                self.push_view(start, around.guard);
            }
            let some = |at: &usize| self.behind_name(place, *at).is_some();
            let mut places = [0; ALONE];
            let found = words.iter().filter(some).zip(&mut places);
            let count = found.map(|(at, place)| *place = at).count();
            for &at in places.get(..count).unwrap_or(&[]) {
                let start = self.out.text.len();
                self.head(around.name, head);
                self.write_below(name, place, at);
                self.push_view(start, around.guard);
            }
        }
        let some = |at: &usize| self.behind_name(place, *at).is_some();
        if words.iter().filter(some).nth(ALONE).is_some() {
            let start = self.out.text.len();
            self.head(around.name, head);
            self.push_view(start, Effects::OPEN);
        }
    }

    /// Writes a word, and the directory under this name.
    fn write_below(&mut self, name: Name<'_>, place: Place, at: usize) {
        match self.behind_name(place, at) {
            Some(below) => {
                self.out.text.extend([" ", name.0, name.1, below]);
            }
            None => self.cooked_words(at..at + 1),
        }
    }

    /// What stands behind the directory in a word.
    fn behind_name(&self, place: Place, at: usize) -> Option<&'a str> {
        let text = cooked_at(self.line, at);
        if text.len() > LONG {
            return None;
        }
        let mut below = self.names_of(place).filter_map(|(name, rest)| {
            text.strip_prefix(name)?.strip_prefix(rest)
        });
        below.find(|rest| rest.is_empty() || rest.starts_with('/'))
    }

    /// The names of the directory, of the home also those by links on the way
    /// to it.
    fn names_of(
        &self,
        place: Place,
    ) -> impl Iterator<Item = Name<'a>> + use<'a> {
        let (own, path) = match place {
            Place::Home => (["~", "$HOME", "${HOME}"], self.places.home),
            Place::Here if self.cd == Cd::Here => {
                (["$PWD", "${PWD}", "$(pwd)"], self.places.cwd)
            }
            Place::Here => ([""; 3], None),
        };
        let path = path.filter(|path| path.len() > 1);
        let home = path.filter(|_| matches!(place, Place::Home));
        let behind =
            self.places.ways.iter().filter_map(move |(link, place)| {
                let rest = home?.strip_prefix(link.as_str())?;
                let is_way = rest.is_empty() || rest.starts_with('/');
                is_way.then_some((place.as_str(), rest))
            });
        let path = path.map(|path| (path, ""));
        let own = own.into_iter().filter(|name| !name.is_empty());
        let own = own.map(|name| (name, ""));
        own.chain(path).chain(behind.take(LINKS))
    }
}
