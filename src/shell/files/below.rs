//! Directories of which everything is used: `rm -r src` is what a guard on
//! `src/migrations/**` is about, `cp -r ~/.ssh x` one on `~/.ssh/id_rsa`.
//! Whether the file is there nobody knows, so that asks.

use super::operands::accesses;
use crate::shell::cd::Cd;
use crate::shell::data::files::Role;
use crate::shell::data::starters::{CHANGED_TREES, READ_TREES};
use crate::shell::guards::needed::may_be_called;
use crate::shell::paths::{HOME, NAMES};
use crate::shell::scene::Scene;
use crate::shell::split::{Word, WordFlags};
use crate::shell::words::cooked_at;
use crate::shell::{Access, Effects, braces};
use crate::source::{Span, Spare};

/// What stands around texts in code.
const QUOTES: [char; 3] = ['"', '\'', '`'];

/// Whether a glob may be the name of a directory or of one above it.
fn may_hold(glob: &str, path: &str) -> bool {
    let named = |part: &&str| !matches!(*part, "" | ".");
    let parts = |text| str::split(text, '/').filter(named);
    let wild = |part: &str| part.contains(['*', '?', '[']);
    // `.*` finds `.` and `..`, too.
    let up = |part: &str| part == ".." || part.starts_with('.') && wild(part);
    let here = !glob.starts_with('/') && parts(glob).next().is_none();
    if here || parts(glob).any(up) {
        return true;
    }
    let mut place = parts(path);
    glob.starts_with('/') == path.starts_with('/')
        && parts(glob).all(|part| {
            place.next().is_some_and(|name| may_be_called(part, name))
        })
}

impl Scene<'_> {
    /// What lies below a directory, or whatever has this path, is used.
    pub(crate) fn all_below(
        &mut self,
        role: Role,
        directory: &str,
        span: Span,
    ) {
        if !self.profile.strict || !self.places.guesses {
            return;
        }
        let spelt = self.may_be_spelt(directory);
        let usual = spelt.then(|| self.usual_spelling(directory).into_owned());
        let directory = usual.as_deref().unwrap_or(directory);
        let directory = directory.strip_suffix("/.").unwrap_or(directory);
        let directory = directory.trim_end_matches('/');
        if directory.is_empty() || directory.len() > 4096 {
            return;
        }
        let (reads, writes) = accesses(role);
        let reads = reads.map(|_| Access::ReadBelow);
        let writes = writes.map(|_| Access::WriteBelow);
        for access in reads.into_iter().chain(writes) {
            let start = self.out.text.len();
            self.out.text.push_str(directory);
            self.file(access, start, span, Effects::OPEN, false);
        }
    }

    /// Code that takes whole directories away, puts others in their place, or
    /// copies them: `shutil.rmtree("src")`.
    pub(crate) fn trees_in(&mut self, code: &str, span: Span) {
        if !code.contains(QUOTES) {
            return;
        }
        for (calls, role) in
            [(CHANGED_TREES, Role::Writes), (READ_TREES, Role::Reads)]
        {
            if calls.iter().any(|name| code.contains(name)) {
                self.each_tree(code, role, span);
            }
        }
    }

    /// The names in the quotes of code, as directories.
    fn each_tree(&mut self, code: &str, role: Role, span: Span) {
        let plain = |c: char| {
            c.is_alphanumeric() || matches!(c, '.' | '_' | '/' | '-' | '~')
        };
        let texts = code.split(QUOTES);
        let names =
            texts.filter(|text| !text.is_empty() && text.chars().all(plain));
        if names.clone().nth(NAMES).is_some() {
            return self.any_file(role, span);
        }
        for name in names {
            match name.trim_end_matches('/') {
                "." | "~" | "" => self.any_file(role, span),
                name => self.all_below(role, name, span),
            }
        }
    }

    /// A copy of a whole directory, or of a file, stands there.
    pub(super) fn placed(&mut self, into: &str, name: &str, span: Span) {
        let path = Spare::of(&[into, "/", name]);
        self.all_below(Role::Writes, &path, span);
    }

    /// `grep -r x /home/u*`, `cp -r /home/{u,v} x`: a glob may find the
    /// current directory, the home or one above them.
    pub(super) fn globbed_tree(&mut self, role: Role, word: Word) {
        let text = self.cooked(word);
        let (word, text) = self.here_globbed(word, text);
        const WILD: u16 = WordFlags::GLOB | WordFlags::BRACE;
        if text.len() > 4096 {
            return;
        }
        if !word.flags.any(WILD) {
            if self.may_be_around(text) {
                self.any_file(role, word.span);
            }
            return;
        }
        let may = |way: &str| {
            self.may_find_place(way) || self.may_be_above(role, way)
        };
        let found = match word.flags.any(WordFlags::BRACE) {
            true => {
                braces(text).is_none_or(|ways| ways.iter().any(|way| may(way)))
            }
            false => may(text),
        };
        if found {
            self.any_file(role, word.span);
        }
    }

    /// Whether what is known only when the line runs may be the current
    /// directory or one above it, by its last name: `"$D/app"` in `/srv/app`.
    fn may_be_around(&self, text: &str) -> bool {
        let text = text.trim_end_matches('/');
        let last = text.rsplit_once('/').map_or("", |(_, name)| name);
        let cwd = self.places.cwd.unwrap_or("");
        let mut names = cwd.split('/').filter(|name| !name.is_empty());
        names.any(|name| name.eq_ignore_ascii_case(last))
            || self.printed_place(text) == Some(("", ""))
    }

    /// A glob below `$PWD` as one below the current directory: `build/*` of
    /// `"$PWD"/build/*`.
    pub(super) fn here_globbed<'t>(
        &self,
        word: Word,
        text: &'t str,
    ) -> (Word, &'t str) {
        const ALL: u16 =
            WordFlags::PARAMETER | WordFlags::GLOB | WordFlags::QUOTED;
        // Without quotes the directory may be cut at blanks in its name.
        let known = |c: char| c.is_ascii_alphanumeric() || "._/-".contains(c);
        let stays = self.cd == Cd::Here
            && self.places.cwd.is_some_and(|cwd| cwd.chars().all(known))
            && !self.cuts_otherwise();
        let open = match stays {
            true => WordFlags::UNQUOTED_EXPANSION,
            false => 0,
        };
        let one = word.flags.any(WordFlags::PARAMETER)
            && word.flags.any(WordFlags::GLOB)
            && !word.flags.any(!(ALL | open));
        let names = ["$PWD/", "${PWD}/"].iter();
        let mut below = names.filter_map(|name| text.strip_prefix(name));
        let below = below.next().filter(|rest| {
            one && !rest.is_empty() && !rest.contains(['$', '`'])
        });
        let Some(below) = below.map(|rest| rest.trim_start_matches('/'))
        else {
            return (word, text);
        };
        let open = WordFlags::PARAMETER | WordFlags::UNQUOTED_EXPANSION;
        let flags = WordFlags(word.flags.0 & !open);
        (Word { flags, ..word }, below)
    }

    /// Whether a glob may find a directory in which a guarded file lies:
    /// `rm -r s*` beside a guard on `src/migrations/**`.
    pub(crate) fn may_be_above(&self, role: Role, glob: &str) -> bool {
        let Some(guarded) = self.places.guarded else { return false };
        let (reads, writes) = accesses(role);
        let mut all = reads.into_iter().chain(writes);
        all.any(|access| {
            guarded.may_be_in(access, glob)
                || self
                    .behind_places(glob)
                    .any(|rest| guarded.may_start_in(access, rest))
        })
    }

    /// What of a glob stands behind a directory from which guards may start:
    /// the home, the current one or one above it.
    fn behind_places<'g>(
        &self,
        glob: &'g str,
    ) -> impl Iterator<Item = &'g str> + use<'_, 'g> {
        let below = |home: &&str| glob.strip_prefix(*home)?.strip_prefix('/');
        let home = HOME.iter().chain(&["~"]).find_map(below);
        let rooted = glob.strip_prefix('/');
        let places = [self.places.home, self.places.cwd];
        let places = places.into_iter().filter(move |_| rooted.is_some());
        let behind = places.flat_map(move |place| {
            let parts = place.map(|place| {
                str::split(place, '/').filter(|part| !part.is_empty())
            });
            let (mut parts, mut rest) = (parts, rooted);
            std::iter::from_fn(move || {
                let own = rest?.trim_start_matches('/');
                let (first, behind) = own.split_once('/').unwrap_or((own, ""));
                // Where it is not known, it may be any.
                let goes_on = match &mut parts {
                    Some(parts) => parts
                        .next()
                        .is_some_and(|name| may_be_called(first, name)),
                    None => true,
                };
                rest = goes_on.then_some(behind);
                (!own.is_empty()).then_some(own)
            })
        });
        home.into_iter().chain(behind)
    }

    /// Whether a glob may find the current directory, the home, one above
    /// them, or a link that is known or where it leads.
    fn may_find_place(&self, glob: &str) -> bool {
        let places = [self.places.home, self.places.cwd];
        let ways = self.places.ways.iter();
        let links = ways.flat_map(|(link, place)| [&**link, place]);
        let mut links =
            links.chain(self.all_links().flat_map(|(l, to)| [l, to]));
        let mut places = places.into_iter();
        places.any(|place| place.is_none_or(|p| may_hold(glob, p)))
            || links.any(|link| may_hold(glob, link))
    }

    /// The same of a word, where that is known.
    pub(super) fn below_word(&mut self, role: Role, at: usize) {
        let Some(word) = self.word(at) else { return };
        if word.flags.literal() {
            self.all_below(role, cooked_at(self.line, at), word.span);
        }
    }
}
