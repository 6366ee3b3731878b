//! Files by their other paths: `cat /srv/../etc/x` and `cd /etc; cat x` are
//! what a guard on `cat /etc/*` means, `rm /here/src` what one on `rm src`
//! does. Guards look at the command with such words in their place.

use std::borrow::Cow;

use crate::shell::Shell;
use crate::shell::analyze::{Level, Scene};
use crate::shell::cd::Cd;
use crate::shell::files::reads::is_within;
use crate::shell::runs::filled::raw;
use crate::shell::split::WordFlags;
use crate::shell::views::named::SCRIPT;
use crate::shell::words::{Program, Words, cooked_at};

/// Words of more bytes are left as they are.
const LONG: usize = 4096;

/// Where a path starts.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Base {
    Root,
    Home,
    /// The current directory of the event.
    Here,
}

/// A path in two parts, of which the first is the home directory or nothing.
struct Path<'s> {
    home: &'static str,
    rest: &'s str,
    /// Whether it is written with a slash at its end.
    slash: bool,
}

/// A command whose paths are looked at.
#[derive(Clone, Copy)]
struct Placed<'n> {
    program: &'n str,
    /// The word that names it.
    first: usize,
    /// Whether its words lie where guards name them by their whole paths.
    outer: bool,
}

impl Scene<'_> {
    /// Puts the command under the other paths of its words on the list of
    /// texts, where a guard may name one.
    pub(super) fn other_paths(&mut self, level: Level, program: Program<'_>) {
        let Program { name, known, .. } = program;
        let named = self.places.options;
        let again = self.job.placed || !level.guards();
        if again || self.shell == Shell::PowerShell {
            return;
        }
        let words = level.words;
        if named.is_none_or(|named| named.has_paths(name)) {
            let rest = words.from(words.start + 1);
            // `cd x; git add y` adds no `x/add`.
            let sub = rest.iter().find(|&at| !self.is_option(at));
            let sub = sub.filter(|_| known.globals().is_some());
            let start = match sub {
                Some(at) if !self.text_at(at).contains('/') => at + 1,
                _ => rest.start,
            };
            self.looked_from(name, words, rest.from(start));
        }
        if self.text_at(words.start).contains('/')
            && named.is_none_or(|named| named.has_paths(SCRIPT))
        {
            let end = words.start + 1;
            self.looked_from(SCRIPT, words, Words { end, ..words });
        }
    }

    /// The same, of some of the words of a command.
    fn looked_from(&mut self, program: &str, all: Words, words: Words) {
        let outer = self.is_named_directory();
        let placed = Placed { program, first: all.start, outer };
        for base in [Base::Here, Base::Root, Base::Home] {
            let is_named = |at| self.is_named_from(placed, base, at);
            if words.iter().any(is_named) {
                self.written_from(placed, base, all, words);
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
        let (line, text) = (self.line, self.text);
        let mut pieces = Vec::with_capacity(all.len());
        for at in all.iter() {
            let is_one = words.iter().contains(&at)
                && self.is_named_from(placed, base, at);
            let other = match is_one {
                true => self.quoted_from(placed, base, at),
                false => None,
            };
            let as_it_is = || Cow::from(raw(line, text, at));
            pieces.push(other.map_or_else(as_it_is, Cow::from));
        }
        let span = self.span_of(all);
        let (cd, job) = (self.cd, self.job);
        self.cd = Cd::Here;
        self.job.placed = true;
        self.code(pieces, span, true);
        (self.cd, self.job) = (cd, job);
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
        let start = match base {
            Base::Home => "~/",
            Base::Root | Base::Here => path.rest,
        };
        let named = self.places.options;
        named.is_none_or(|named| named.has_path(placed.program, start))
    }

    /// Whether a word may be a path that is written otherwise, too.
    fn is_placed(&self, at: usize, outer: bool) -> bool {
        let text = cooked_at(self.line, at);
        let far = text.starts_with(['/', '~']);
        let lost = self.places.cwd.is_none() || self.cd == Cd::Unknown;
        let turns = || {
            let mut names = text.split('/');
            names.any(|name| matches!(name, "." | "..")) || text.contains("//")
        };
        (far || !lost && (outer || self.cd != Cd::Here || turns()))
            && text.len() <= LONG
            && !text.contains("://")
            && !self.is_option(at)
            && self.is_any_name(at)
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
        let below = |place: Option<&str>| {
            let rest = path.strip_prefix(place?.trim_end_matches('/'))?;
            (rest.is_empty() || rest.starts_with('/')).then_some(rest)
        };
        let here = below(self.places.cwd);
        // Whoever guards `/*` does not mean what is named in the project.
        let near = here.is_some() && !outer && !text.starts_with(['/', '~']);
        let (home, rest) = match base {
            Base::Root | Base::Home if near => return None,
            Base::Root if path.is_empty() => ("", "/"),
            Base::Root => ("", path),
            Base::Home => ("~", below(self.places.home)?),
            Base::Here => match here?.trim_start_matches('/') {
                "" => ("", "."),
                rest => ("", rest),
            },
        };
        let slash = text.ends_with('/') && !rest.ends_with('/');
        let written = text.strip_suffix('/').filter(|_| slash);
        let written = written.unwrap_or(text).strip_prefix(home);
        (written != Some(rest)).then_some(Path { home, rest, slash })
    }

    /// Whether guards that name something in the root, the home or this very
    /// directory by its path are about what lies in the current directory.
    fn is_named_directory(&self) -> bool {
        let Some(cwd) = self.places.cwd else { return false };
        let holds = |place| is_within(place, cwd.trim_end_matches('/'));
        holds(self.places.home.unwrap_or("/"))
            || self.places.options.is_some_and(|n| n.has_directory(cwd))
    }

    /// The path of a word from there, as the shell is to read it.
    fn quoted_from(
        &mut self,
        placed: Placed<'_>,
        base: Base,
        at: usize,
    ) -> Option<String> {
        const PLAIN: &str = "._/-,:@+%=";
        self.absolute(at);
        let Path { home, rest, slash } =
            self.path_from(base, at, placed.outer)?;
        let globs = self.word(at)?.flags.any(WordFlags::GLOB);
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
        if rest.chars().all(plain) {
            return Some([home, here, rest, slash].concat());
        }
        // What follows `~/` may be quoted, the slash may not.
        let (lead, rest) = match rest.strip_prefix('/') {
            Some(rest) => ("/", rest),
            None => ("", rest),
        };
        let quoted = !globs && !rest.contains('\'');
        quoted.then(|| [home, here, lead, "'", rest, "'", slash].concat())
    }
}
