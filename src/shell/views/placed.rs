//! Files by their other paths: `cat /srv/../etc/x` and `cd /etc; cat x` are
//! what a guard on `cat /etc/*` means, `rm /here/src` what one on `rm src`
//! does. Guards look at the command with such words in their place.

use super::whole::copies;
use crate::shell::cd::Cd;
use crate::shell::guards::named::SCRIPT;
use crate::shell::scene::{Level, Scene};
use crate::shell::split::{WordBytes, WordFlags};
use crate::shell::views::other_names::same_program;
use crate::shell::words::raw;
use crate::shell::words::{Program, Words, cooked_at};
use crate::shell::{Places, Shell};
use crate::source::Span;

/// Words of more bytes have no other paths, and stand for unknown ones.
pub(super) const LONG: usize = 4096;
const UNKNOWN: &str = "$_";

/// Where a path starts.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Base {
    Root,
    Home,
    /// The current directory of the event.
    Here,
    /// The root, by way of a link, as often as there are such.
    Link(usize),
}

/// How many words of a command may be where its files start, besides the last.
const STARTS: usize = 4;

/// How many links are followed, in either direction.
const LINKS: usize = 4;

/// A path in two parts, of which the first is the home directory, what stands
/// for another one, or nothing.
struct Path<'s> {
    lead: &'s str,
    rest: &'s str,
    /// Whether it is written with a slash at its end.
    slash: bool,
}

/// A command whose paths are looked at.
#[derive(Clone, Copy)]
struct Placed<'n> {
    /// The names of its program; those that are empty are none.
    names: [&'n str; 3],
    /// The word that names it.
    first: usize,
    /// Whether its words lie where guards name them by their whole paths.
    outer: bool,
    /// Whether it takes all that lies in the directories it is given.
    whole: bool,
}

impl<'n> Placed<'n> {
    fn names(self) -> impl Iterator<Item = &'n str> {
        self.names.into_iter().filter(|name| !name.is_empty())
    }
}

impl<'a> Scene<'a> {
    /// A word as it is read once more: commands in it are looked at elsewhere.
    pub(crate) fn read_later(&self, at: usize) -> &'a str {
        let own = raw(self.line, self.text, at);
        let holds = WordFlags::SUBSTITUTION;
        let more = self.word(at).is_some_and(|word| word.flags.any(holds));
        if more || own.len() > LONG { UNKNOWN } else { own }
    }
}

impl Scene<'_> {
    /// Puts the command under the other paths of its words on the list of
    /// texts, where a guard may name one.
    pub(super) fn other_paths(&mut self, level: Level, program: Program<'_>) {
        let Program { name, known, base, .. } = program;
        let named = self.places.options;
        let line = self.line;
        let also = match known.globals() {
            Some(row) => row.also,
            None => same_program(known, name),
        };
        let written = base.of(&line.text);
        let written = if written == name { "" } else { written };
        let names = [name, written, also];
        let has_paths = |names: [&str; 3]| {
            let mut names = names.iter().filter(|name| !name.is_empty());
            named.is_none_or(|n| names.any(|name| n.has_paths(name)))
        };
        let again = self.job.placed || !level.guards();
        if again || self.shell == Shell::PowerShell {
            return;
        }
        let words = level.words;
        let rest = words.from(words.start + 1);
        let has_names = has_paths(names);
        let whole = has_names && self.uses_whole(names, known, rest);
        let copies = known.handler().is_some_and(copies);
        if whole || has_names && copies {
            self.whole_directories(names, words, copies);
        }
        if has_names {
            // `cd x; git add y` adds no `x/add`.
            let sub = rest.iter().find(|&at| !self.is_option(at));
            let sub = sub.filter(|_| known.globals().is_some());
            let start = match sub {
                Some(at) if !self.text_at(at).contains('/') => at + 1,
                _ => rest.start,
            };
            self.looked_from(names, whole, words, rest.from(start));
            if self.cd == Cd::Unknown {
                self.looked_from_anywhere(names, words, rest.from(start));
            }
        }
        let script = [SCRIPT, "", ""];
        if self.text_at(words.start).contains('/') && has_paths(script) {
            let end = words.start + 1;
            self.looked_from(script, false, words, Words { end, ..words });
            self.may_be_named_script(words);
        }
    }

    /// Whether guards may name what lies here by its whole path.
    pub(crate) fn is_outer(&mut self) -> bool {
        let outer = self.asked.outer;
        let outer = outer.unwrap_or_else(|| self.is_named_directory());
        self.asked.outer = Some(outer);
        outer
    }

    /// The same, of some of the words of a command.
    fn looked_from(
        &mut self,
        names: [&str; 3],
        whole: bool,
        all: Words,
        words: Words,
    ) {
        let outer = self.is_outer();
        if !words.iter().any(|at| self.is_placed(at, outer)) {
            return;
        }
        let placed = Placed { names, first: all.start, outer, whole };
        let links = self.places.ways.len().min(LINKS);
        let links = (0..links * 2).map(Base::Link);
        let bases = [Base::Here, Base::Root, Base::Home];
        let plain = self.moved || outer;
        for base in bases.into_iter().chain(links) {
            let is_named = |at: &usize| self.is_named_from(placed, base, *at);
            let mut named = words.iter().filter(is_named);
            // `chmod 777 x`: plain words before the files may be none.
            let mut starts = [None; STARTS];
            let most = if plain { STARTS } else { 1 };
            for (start, at) in starts.iter_mut().zip(named.by_ref().take(most))
            {
                *start = Some(at);
            }
            let last = named.last().filter(|_| plain);
            for start in starts.into_iter().chain([last]).flatten() {
                self.written_from(placed, base, all, words.from(start));
            }
        }
    }

    /// The command with some of its words written otherwise.
    fn written_from(
        &mut self,
        placed: Placed<'_>,
        base: Base,
        all: Words,
        words: Words,
    ) {
        self.read_again(all, Cd::Here, |scene, at, text| {
            words.iter().contains(&at)
                && scene.is_named_from(placed, base, at)
                && scene.write_from(placed, base, at, text)
        });
    }

    /// Whether a word is another path from there, which a guard may name.
    fn is_named_from(
        &mut self,
        placed: Placed<'_>,
        base: Base,
        at: usize,
    ) -> bool {
        if !self.is_placed(at, placed.outer) {
            return false;
        }
        self.absolute(at);
        let Some(path) = self.path_from(base, at, placed.outer) else {
            return false;
        };
        let path = [path.lead, path.rest];
        let named = self.places.options;
        let mut names = placed.names();
        named.is_none_or(|n| names.any(|name| n.has_path(name, path)))
            || self.is_whole(placed, path)
    }

    /// Whether the program takes all that lies in a directory, of which a
    /// guard may name some.
    fn is_whole(&self, placed: Placed<'_>, path: [&str; 2]) -> bool {
        let named = self.places.options;
        let mut names = placed.names();
        placed.whole
            && named
                .is_none_or(|n| names.any(|name| n.has_in(name, path, false)))
    }

    /// Whether a word may be a path that is written otherwise, too.
    #[inline]
    fn is_placed(&self, at: usize, outer: bool) -> bool {
        let Some(word) = self.word(at) else { return false };
        let text = self.cooked(word);
        let plain = !word.bytes.any(WordBytes::SLASH | WordBytes::DOT);
        let here = !self.moved && !outer && !text.starts_with('~');
        !(plain && here) && self.may_be_other(text, at, outer)
    }

    /// The same of one that is no plain name here.
    fn may_be_other(&self, text: &str, at: usize, outer: bool) -> bool {
        let Places { cwd, home, ways, .. } = self.places;
        let other = match text.as_bytes().first() {
            Some(b'/') => {
                let mut starts = [*cwd, *home].into_iter().flatten();
                let begins = |place| text.starts_with(place);
                !ways.is_empty() || starts.any(begins) || turns(text)
            }
            Some(b'~') => home.is_some(),
            _ => (outer || self.moved || turns(text)) && !self.is_lost(),
        };
        other
            && text != "-"
            && text.len() <= LONG
            && !text.contains("://")
            && !self.is_option(at)
            && self.is_any_name(at)
    }

    /// Whether nobody knows where relative paths start.
    fn is_lost(&self) -> bool {
        let Places { cwd, home, .. } = self.places;
        let at_home = |directory: Span| {
            directory.of(&self.out.text).starts_with('~') && home.is_none()
        };
        match self.cd {
            Cd::Here => cwd.is_none(),
            Cd::To(directory) => cwd.is_none() || at_home(directory),
            Cd::Unknown => true,
        }
    }

    /// The path of a word from there, of which the scratch holds the one from
    /// the root; none if that is what is written.
    fn path_from(
        &self,
        base: Base,
        at: usize,
        outer: bool,
    ) -> Option<Path<'_>> {
        let text = cooked_at(self.line, at);
        let path = self.path.as_str();
        let here = self.places.cwd.and_then(|cwd| self.rest_below(path, cwd));
        // Whoever guards `/*` does not mean what is named in the project.
        let near = here.is_some() && !outer && !text.starts_with(['/', '~']);
        let (lead, rest) = match base {
            Base::Here => match here?.trim_start_matches('/') {
                "" => ("", "."),
                rest => ("", rest),
            },
            _ if near => return None,
            Base::Root if path.is_empty() => ("", "/"),
            Base::Root => ("", path),
            Base::Home => ("~", self.rest_below(path, self.places.home?)?),
            Base::Link(n) => {
                let (from, to) = self.known_ways().nth(n)?;
                (to, behind(path, from)?)
            }
        };
        let slash = text.ends_with('/') && !rest.ends_with('/');
        let written = text.strip_suffix('/').filter(|_| slash);
        let written = written.unwrap_or(text).strip_prefix(lead);
        (written != Some(rest)).then_some(Path { lead, rest, slash })
    }

    /// What stands behind a directory in a path, also where a link leads there.
    fn rest_below<'s>(&self, path: &'s str, place: &str) -> Option<&'s str> {
        behind(path, place).or_else(|| {
            let mut linked = self.known_ways().filter_map(|(from, to)| {
                behind(behind(path, from)?, behind(place, to)?)
            });
            linked.next()
        })
    }

    /// The links on the way to places that matter, in both directions.
    fn known_ways(&self) -> impl Iterator<Item = (&str, &str)> {
        let ways = self.places.ways.iter().take(LINKS);
        let ways = ways.map(|(link, to)| (link.as_str(), to.as_str()));
        ways.flat_map(|(link, to)| [(link, to), (to, link)])
    }

    /// Whether guards that name something in the root, the home or this very
    /// directory by its path are about what lies in the current directory.
    fn is_named_directory(&self) -> bool {
        let Some(cwd) = self.places.cwd else { return false };
        let Some(named) = self.places.options else { return true };
        let linked = |(from, to): (&str, &str)| {
            let rest = behind(cwd, from);
            rest.is_some_and(|rest| named.has_directory([to, rest]))
        };
        let home = self.places.home.unwrap_or("/");
        let below = behind(cwd, home).filter(|_| home != "/");
        self.rest_below(home, cwd).is_some()
            || named.has_directory([cwd, ""])
            || below.is_some_and(|rest| named.has_directory(["~", rest]))
            || self.known_ways().any(linked)
    }

    /// Writes the path of a word from there, as the shell is to read it;
    /// whether there is one.
    fn write_from(
        &mut self,
        placed: Placed<'_>,
        base: Base,
        at: usize,
        text: &mut String,
    ) -> bool {
        self.absolute(at);
        let path = self.path_from(base, at, placed.outer);
        path.is_some_and(|path| self.write_path(placed, path, at, text))
    }

    fn write_path(
        &self,
        placed: Placed<'_>,
        Path { lead, rest, slash }: Path<'_>,
        at: usize,
        text: &mut String,
    ) -> bool {
        const PLAIN: &str = "._/-,:@+%=";
        let open = !rest.ends_with('/');
        let slash = slash || open && self.is_whole(placed, [lead, rest]);
        let word = self.word(at);
        let globs = word.is_some_and(|w| w.flags.any(WordFlags::GLOB));
        let plain = |c: char| {
            c.is_alphanumeric()
                || PLAIN.contains(c)
                || globs && "*?[]!^".contains(c)
        };
        // A program is none of that name elsewhere.
        let bare = at == placed.first && !rest.contains('/');
        let bare = bare || rest.starts_with(['-', '~']);
        let here = if bare { "./" } else { "" };
        let slash = if slash { "/" } else { "" };
        let home = if lead == "~" { lead } else { "" };
        let lead = if lead == "~" { "" } else { lead };
        let mut write = |pieces: &[&str]| {
            pieces.iter().for_each(|piece| text.push_str(piece));
            true
        };
        if lead.chars().chain(rest.chars()).all(plain) {
            return write(&[home, here, lead, rest, slash]);
        }
        // What follows `~/` may be quoted, the slash may not.
        let (root, rest) = match rest.strip_prefix('/') {
            Some(rest) if lead.is_empty() => ("/", rest),
            _ => ("", rest),
        };
        let quoted = !globs && !lead.contains('\'') && !rest.contains('\'');
        quoted && write(&[home, here, root, "'", lead, rest, "'", slash])
    }
}

/// What stands behind a directory in a path.
fn behind<'s>(path: &'s str, place: &str) -> Option<&'s str> {
    let rest = path.strip_prefix(place.trim_end_matches('/'))?;
    (rest.is_empty() || rest.starts_with('/')).then_some(rest)
}

/// Whether a path has names that only say how it goes on.
fn turns(path: &str) -> bool {
    let pairs = path.as_bytes().windows(2);
    let odd = |pair: &[u8]| matches!(pair, [b'/', b'/' | b'.']);
    (path.starts_with('.') || pairs.clone().any(odd))
        && (path.contains("//")
            || path.split('/').any(|name| matches!(name, "." | "..")))
}
