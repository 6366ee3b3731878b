//! Words that are only looked at, and paths as they are from the root.

use super::looked::Reads;
use crate::shell::Access;
use crate::shell::cd::Cd;
use crate::shell::data::readers::{FLAGS, GIT_READERS, STARTERS};
use crate::shell::data::written::is_output;
use crate::shell::paths::{HERE, HOME, is_within};
use crate::shell::scene::Scene;
use crate::shell::split::WordFlags;
use crate::shell::words::{Program, Words, cooked_at};

/// What was found of the words of a command.
#[derive(Default)]
pub(crate) struct Looks {
    reads: Option<Reads>,
    /// Whether it changes no file that they name.
    all: Option<bool>,
}

impl Scene<'_> {
    /// Whether a program with these words changes no file that they name:
    /// `eslint x`, `git add x`.
    pub(super) fn only_looks(&self, name: &str, rest: Words) -> bool {
        if name == "git" {
            let sub = rest.iter().find(|&at| self.first_byte(at) != b'-');
            return sub.is_some_and(|at| {
                let (sub, behind) = (self.text_at(at), rest.from(at + 1));
                GIT_READERS.contains(&sub)
                    || self.changes_index_alone(sub, behind)
            });
        }
        !STARTERS.contains(&name) && self.leaves_files(name, rest)
    }

    /// The files that the word at `at` may be, from one on, are not changed
    /// if the program only reads them.
    pub(crate) fn only_read(
        &mut self,
        first: usize,
        at: usize,
        program: Program<'_>,
        rest: Words,
        looks: &mut Looks,
    ) {
        let found = || self.reads_of(program, rest);
        let reads = *looks.reads.get_or_insert_with(found);
        let all = || self.only_looks(program.name, rest);
        let before = self.text_at(at - 1);
        // What a reader of git writes stands behind no other option.
        let alone = FLAGS.contains(&before)
            || before.contains('=')
            || program.name == "git" && !is_output(before);
        let operand =
            self.first_byte(at) != b'-' && (!before.starts_with('-') || alone);
        if self.is_read(&reads, rest, at)
            || operand && *looks.all.get_or_insert_with(all)
        {
            self.looked_at_from(first);
        }
    }

    /// The files that words may be, from one on, are not changed.
    pub(crate) fn looked_at_from(&mut self, first: usize) {
        let uses = self.out.uses.get_mut(first..).unwrap_or(&mut []);
        for one in uses {
            if one.access == Access::Maybe {
                one.access = Access::Looks;
            }
        }
    }

    /// The word as an absolute path without `.` and `..`, in the scratch.
    pub(crate) fn absolute(&mut self, at: usize) {
        let tilde =
            self.word(at).is_some_and(|w| w.flags.any(WordFlags::TILDE));
        self.absolute_of(cooked_at(self.line, at), tilde);
    }

    /// Whether the directory that `cd` entered has a name too long to be put
    /// before each word of a line.
    pub(super) fn is_far(&self) -> bool {
        const LONGEST: usize = 4096;
        matches!(self.cd, Cd::To(directory) if directory.len() > LONGEST)
    }

    /// The same of a text; with `tilde` one in front is the home.
    pub(crate) fn absolute_of(&mut self, text: &str, tilde: bool) {
        self.path.clear();
        let home = self.places.home.unwrap_or("~");
        let cwd = self.places.cwd.unwrap_or("");
        let moved = match self.cd {
            // The root is kept without its slash.
            Cd::To(directory) if directory.is_empty() => "/",
            Cd::To(directory) => directory.of(&self.out.text),
            Cd::Here | Cd::Unknown => "",
        };
        let start = |text| match text {
            Some(Place::Home(rest)) => ([home, "", ""], rest),
            Some(Place::Here(rest)) => ([cwd, moved, ""], rest),
            None => ([cwd, moved, ""], ""),
        };
        let (mut bases, rest) = if let Some(place) = place(text) {
            start(Some(place))
        } else if let (true, Some(rest)) = (tilde, text.strip_prefix('~')) {
            start(Some(Place::Home(rest)))
        } else if text.starts_with('/') {
            (["", "", ""], text)
        } else {
            let (bases, _) = start(None);
            (bases, text)
        };
        if let [first, second, _] = &mut bases
            && let Some(below) = second.strip_prefix('~')
        {
            (*first, *second) = (home, below);
        } else if let [first, second, _] = &mut bases
            && second.starts_with('/')
        {
            *first = "";
        }
        let parts = bases.iter().flat_map(|base| base.split('/'));
        append(self.path, parts.chain(rest.split('/')));
    }

    /// Whether a word names the current directory, the home, or one above.
    pub(crate) fn holds_current(&mut self, at: usize) -> bool {
        let text = self.text_at(at);
        if matches!(text, "." | "./" | ".." | "../" | "/" | "~" | "~/") {
            return true;
        }
        if self.may_be_spelt(text) {
            let text = self.usual_spelling(text).into_owned();
            return self.holds_places(&text);
        }
        self.absolute(at);
        let path = self.path.as_str();
        let holds = |place: &str| is_within(place, path);
        let mut ways = self.places.ways.iter();
        if self.places.cwd.is_some_and(holds)
            || self.places.home.is_some_and(holds)
            || ways.any(|(_, to)| holds(to))
        {
            return true;
        }
        let behind = self.behind_link();
        behind.is_some_and(|path| {
            let holds = |place: &str| is_within(place, &path);
            self.places.cwd.is_some_and(holds)
                || self.places.home.is_some_and(holds)
        })
    }
}

/// Goes on from a directory by names.
pub(crate) fn append<'n>(
    path: &mut String,
    names: impl Iterator<Item = &'n str>,
) {
    for name in names {
        match name {
            "" | "." => {}
            ".." => path.truncate(path.rfind('/').unwrap_or(0)),
            _ => {
                path.push('/');
                path.push_str(name);
            }
        }
    }
}

/// A directory that a variable of the shell names, and what follows.
#[derive(Clone, Copy)]
enum Place<'a> {
    Home(&'a str),
    Here(&'a str),
}

/// `$HOME/x`, `${PWD}`, `/proc/self/cwd` and the like.
fn place(text: &str) -> Option<Place<'_>> {
    const PROCESS: &[&str] = &["/proc/self/cwd", "/proc/thread-self/cwd"];
    let after = |names: &[&str]| {
        names.iter().find_map(|name| {
            let rest = text.strip_prefix(name)?;
            (rest.is_empty() || rest.starts_with('/')).then_some(rest)
        })
    };
    let home = after(HOME).map(Place::Home);
    let here = || after(HERE).or_else(|| after(PROCESS));
    home.or_else(|| here().map(Place::Here))
}
