//! Commands that only read, and removals that nothing approves.

use crate::shell::analyze::Scene;
use crate::shell::cd::Cd;
use crate::shell::data::read_only::{EXCEPTIONS, GIT, GIT_LISTING, NO_GLOB};
use crate::shell::data::readers::{GIT_READERS, STARTERS};
use crate::shell::split::WordFlags;
use crate::shell::words::{Program, Words, cooked_at};
use crate::shell::{Access, Effects, Reason};

impl Scene<'_> {
    /// Whether a program with these words changes no file that they name:
    /// `eslint x`, `git add x`.
    fn only_looks(&self, name: &str, rest: Words) -> bool {
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

    /// The files that words may be, from one on, are not changed if their
    /// program only looks at them; what is found of that is kept in `looks`.
    pub(crate) fn only_looked_at(
        &mut self,
        first: usize,
        name: &str,
        rest: Words,
        looks: &mut Option<bool>,
    ) {
        if !*looks.get_or_insert_with(|| self.only_looks(name, rest)) {
            return;
        }
        let uses = self.out.uses.get_mut(first..).unwrap_or(&mut []);
        for one in uses {
            if one.access == Access::Maybe {
                one.access = Access::Looks;
            }
        }
    }

    /// Whether the documented runner runs the command without a rule.
    pub(crate) fn only_reads(
        &mut self,
        words: Words,
        program: Program<'_>,
    ) -> bool {
        let name = program.name;
        let rest = words.from(words.start + 1);
        let has = |flags: u16| {
            rest.iter()
                .any(|at| self.word(at).is_some_and(|w| w.flags.any(flags)))
        };
        if has(WordFlags::SUBSTITUTION) {
            return false;
        }
        if NO_GLOB.contains(&name) && has(WordFlags::GLOB) {
            return false;
        }
        let excepted = EXCEPTIONS.iter().any(|(program, flags)| {
            *program == name
                && rest.iter().any(|at| {
                    let text = self.text_at(at);
                    let long = text.split('=').next().unwrap_or("");
                    flags.contains(&long)
                })
        });
        if excepted {
            return false;
        }
        match name {
            "cd" => self.stays_inside(rest),
            "git" => self.cd == Cd::Here && self.git_reads(rest),
            _ => program.known.only_reads(),
        }
    }

    /// Whether a git command only reads.
    fn git_reads(&self, words: Words) -> bool {
        let first = words.iter().find(|&at| {
            !matches!(self.text_at(at), "--no-pager" | "-P" | "-p")
        });
        let Some(at) = first else { return false };
        let sub = self.text_at(at);
        if GIT.contains(&sub) {
            return true;
        }
        let rest = words.from(at + 1);
        GIT_LISTING.iter().any(|(name, words)| {
            *name == sub
                && match rest.iter().next() {
                    None => !matches!(sub, "stash" | "config" | "worktree"),
                    Some(at) => words.contains(&self.text_at(at)),
                }
        })
    }

    /// Whether `cd` stays inside the current directory.
    fn stays_inside(&mut self, words: Words) -> bool {
        let Some(at) = words.iter().next() else { return false };
        if words.iter().len() > 1 || !self.literal_at(at) {
            return false;
        }
        if self.text_at(at) == "-" {
            return false;
        }
        self.absolute(at);
        let (Some(cwd), path) = (self.places.cwd, self.path.as_str()) else {
            return !self.text_at(at).starts_with(['/', '~'])
                && !self.text_at(at).contains("..");
        };
        let cwd = cwd.trim_end_matches('/');
        path.strip_prefix(cwd)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    }

    /// The word as an absolute path without `.` and `..`, in the scratch.
    pub(crate) fn absolute(&mut self, at: usize) {
        self.path.clear();
        let line = self.line;
        let text = cooked_at(line, at);
        let tilde =
            self.word(at).is_some_and(|w| w.flags.any(WordFlags::TILDE));
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

    /// A removal of a path that nothing approves: the root, a directory in
    /// it, the home, the current directory or one above.
    pub(crate) fn critical(&mut self, words: Words, name: &str) {
        if !matches!(name, "rm" | "rmdir") {
            return;
        }
        let recursive = self.is_recursive(words);
        for at in words.from(words.start + 1).iter() {
            let Some(word) = self.word(at) else { return };
            let option = self.text_at(at).starts_with('-');
            if !option && self.is_critical(recursive, at) {
                let reason = Reason::CriticalPath;
                self.doubt(reason, word.span, Effects::ALLOW);
            }
        }
    }

    /// Whether a word names the current directory, the home, or one above.
    pub(crate) fn holds_current(&mut self, at: usize) -> bool {
        let text = self.text_at(at);
        if matches!(text, "." | "./" | ".." | "../" | "/" | "~" | "~/") {
            return true;
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

    fn is_critical(&mut self, recursive: bool, at: usize) -> bool {
        let line = self.line;
        let text = cooked_at(line, at);
        if text.is_empty() {
            // No file has that name; taken for the directory one stands in,
            // it would be another one behind `cd`.
            return false;
        }
        if matches!(text, "." | "./" | ".." | "/*") {
            return true;
        }
        let tilde =
            self.word(at).is_some_and(|word| word.flags.any(WordFlags::TILDE));
        if self.dynamic_at(at) && place(text).is_none_or(|p| p.rest_is_open())
        {
            return is_root_if_empty(text, tilde);
        }
        let all =
            self.word(at).is_some_and(|word| word.flags.any(WordFlags::GLOB))
                && (text == "*" || text.ends_with("/*"));
        if self.cd == Cd::Unknown && all && !text.starts_with(['/', '~']) {
            return true;
        }
        self.absolute(at);
        if all {
            let end = self.path.len().saturating_sub("/*".len());
            self.path.truncate(end);
        }
        let path = self.path.as_str();
        let within = |inner: Option<&str>| {
            inner.is_some_and(|inner| {
                inner
                    .strip_prefix(path)
                    .is_some_and(|r| r.is_empty() || r.starts_with('/'))
            })
        };
        let known = self.places.cwd.is_some() || text.starts_with('/');
        let strict = self.profile.strict;
        let top = match all {
            true if strict => path.matches('/').count() <= 1 && path != "/tmp",
            true => path.is_empty(),
            false => path.matches('/').count() <= 1,
        };
        // What lies in the current directory is removed with care only.
        let here = all && self.places.cwd == Some(path);
        if here && !(strict && recursive) {
            return false;
        }
        let ways = self.places.ways.iter();
        let mut ways = ways.flat_map(|(link, place)| [link, place]);
        (known && top)
            || within(self.places.cwd)
            || within(self.places.home)
            || ways.any(|way| within(Some(way)))
    }

    /// Whether a removal goes through directories.
    fn is_recursive(&self, words: Words) -> bool {
        words.from(words.start + 1).iter().any(|at| {
            let text = self.text_at(at);
            let short = text.starts_with('-') && !text.starts_with("--");
            text == "--recursive" || short && text.contains(['r', 'R'])
        })
    }
}

/// Whether a path is a directory, or lies in it.
pub(crate) fn is_within(path: &str, directory: &str) -> bool {
    let rest = path.strip_prefix(directory);
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
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

impl Place<'_> {
    /// Whether what follows holds another variable.
    fn rest_is_open(self) -> bool {
        let (Place::Home(rest) | Place::Here(rest)) = self;
        rest.contains(['$', '`'])
    }
}

/// `$HOME/x`, `${PWD}`, `/proc/self/cwd` and the like.
fn place(text: &str) -> Option<Place<'_>> {
    const HERE: [&str; 4] =
        ["$PWD", "${PWD}", "/proc/self/cwd", "/proc/thread-self/cwd"];
    let after = |names: &[&str]| {
        names.iter().find_map(|name| {
            let rest = text.strip_prefix(name)?;
            (rest.is_empty() || rest.starts_with('/')).then_some(rest)
        })
    };
    let home = after(&["$HOME", "${HOME}"]).map(Place::Home);
    home.or_else(|| after(&HERE).map(Place::Here))
}

/// Whether a word with variables names the root, or the home, where these
/// are empty: `$X/`, `"$X"/*`, `/$X`, `~/$X`.
fn is_root_if_empty(text: &str, tilde: bool) -> bool {
    let mut left = text;
    let mut kept = String::new();
    while let Some(at) = left.find('$') {
        kept.push_str(left.get(..at).unwrap_or(""));
        let rest = left.get(at + 1..).unwrap_or("");
        let end = if rest.starts_with('{') {
            rest.find('}').map_or(rest.len(), |end| end + 1)
        } else if rest.starts_with('(') {
            // What it prints is not known, and not looked for.
            return false;
        } else {
            let name = |c: char| c.is_alphanumeric() || c == '_';
            rest.find(|c| !name(c)).unwrap_or(rest.len())
        };
        left = rest.get(end..).unwrap_or("");
    }
    kept.push_str(left);
    let kept = kept.strip_suffix('*').unwrap_or(&kept);
    let below = match kept.strip_prefix('~') {
        Some(below) if tilde => below,
        _ => kept,
    };
    !below.is_empty() && below.chars().all(|c| c == '/')
}
