//! Names that one command lists for `xargs`: `git ls-files '*.go' | xargs wc`,
//! `grep -rl x src | xargs sed -i s/x/y/`, also through what leaves some of
//! them out: `find src | sort | head -5 | xargs wc`.

use std::ops::{Range, RangeInclusive};

use smallvec::SmallVec;

use super::find::Links;
use super::{Sieve, is_plain};
use crate::shell::Among;
use crate::shell::data::files::{Handler, Role};
use crate::shell::data::sifted::{FILTERS, LIST_FILES, LISTS, LISTS_CHANGED};
use crate::shell::data::sifters::SIFTERS;
use crate::shell::scene::{Level, Scene};
use crate::shell::split::{Simple, WordFlags};
use crate::shell::words::{Program, Words, cooked_at};
use crate::source::Spare;

/// Behind how many commands of a pipe the list may come.
const MOST: usize = 8;

impl<'a> Scene<'a> {
    /// The command whose lines this one gets, as they are or some of them.
    pub(crate) fn lister(&self) -> Option<&'a Simple> {
        self.line.simples.get(self.lister_before()?)
    }

    fn lister_before(&self) -> Option<usize> {
        let before = self.simple.checked_sub(1).filter(|_| self.own.piped)?;
        let depth = self.line.simples.get(before)?.depth;
        (depth == self.own.depth).then(|| self.lister_from(before))?
    }

    /// The same of the command at the end of a pipe, by its number.
    pub(super) fn lister_from(&self, mut at: usize) -> Option<usize> {
        let depth = self.line.simples.get(at)?.depth;
        for _ in 0..MOST {
            let simple = self.line.simples.get(at)?;
            if simple.depth != depth {
                return None;
            }
            if !self.is_filter(simple) {
                return Some(at);
            }
            at = at.checked_sub(1).filter(|_| simple.piped)?;
        }
        None
    }

    /// The files that a pipe lists, and whether links are among them.
    pub(super) fn listed_by_pipe(
        &self,
        pipe: &RangeInclusive<usize>,
    ) -> Option<(Sieve<'a>, Links)> {
        let at = self.lister_from(*pipe.end())?;
        if at != *pipe.start() {
            return None;
        }
        let lister = self.line.simples.get(at)?;
        let words = Words::of(lister);
        if lister.assignments > 0 {
            return None;
        }
        let (mut sieve, links) = match self.program(words, false).name {
            "find" => self.looked_for(words, words.end, true)?,
            _ => self.listed_by(words)?,
        };
        self.left_by(&mut sieve, at + 1..*pipe.end() + 1);
        Some((sieve, links))
    }

    /// Whether a command only leaves out lines, or puts them in order.
    fn is_filter(&self, simple: &Simple) -> bool {
        let words = Words::of(simple);
        let program = self.program(words, false);
        let rest = words.from(words.start + 1);
        let Some(row) = FILTERS.iter().find(|row| row.name == program.name)
        else {
            return false;
        };
        let mut patterns = row.patterns;
        let (from, to) = simple.redirects;
        let plain = rest.iter().all(|at| {
            let text = self.text_at(at);
            let number = |text: &str| {
                !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit())
            };
            let option = text.strip_prefix('-').filter(|o| !o.is_empty());
            let known = match option {
                Some(letters) => {
                    let count = letters.strip_prefix('n').unwrap_or(letters);
                    let counts = count.is_empty() || number(count);
                    row.counts && counts
                        || letters.chars().all(|c| row.letters.contains(c))
                }
                None if row.counts => number(text.trim_start_matches('+')),
                None => {
                    let fits = patterns > 0;
                    patterns = patterns.saturating_sub(1);
                    fits
                }
            };
            known && self.literal_at(at)
        });
        plain
            && simple.assignments == 0
            && from == to
            && !program.renamed
            && patterns == 0
    }

    /// What a command before lists for a program that gets it from `xargs`.
    pub(super) fn given_by_list(
        &mut self,
        level: Level,
        program: Program<'_>,
        row: &Handler,
    ) -> Option<Sieve<'a>> {
        let suffix = self.takes_given(level, program, row)?;
        let at = self.lister_before()?;
        let words = Words::of(self.line.simples.get(at)?);
        if !self.comes_from(words, level.words.start) {
            return None;
        }
        let (mut sieve, links) = self.listed_by(words)?;
        self.left_by(&mut sieve, at + 1..self.simple);
        let starts: SmallVec<[usize; 8]> =
            sieve.starts.all().iter().copied().collect();
        let start = self.own.words.0 as usize;
        let null = self.cuts_at_null(Words { start, end: level.words.start });
        if !null && !self.has_no_blanks(&starts) {
            return None;
        }
        self.with_copies(&mut sieve, suffix);
        self.follows_known(sieve, links, program)
    }

    /// The files that a command lists, and whether links are among them.
    fn listed_by(&self, words: Words) -> Option<(Sieve<'a>, Links)> {
        let lister = self.program(words, false);
        let rest = words.from(words.start + 1);
        match lister.name {
            _ if lister.renamed => None,
            "git" => Some((self.listed_by_git(rest)?, Links::Some)),
            "ls" => Some((self.listed_by_ls(rest)?, Links::Some)),
            name => Some((self.listed_by_search(name, rest)?, Links::None)),
        }
    }

    /// What of a list is left by commands that leave out lines: names with
    /// one ending by `grep '\.go$'`.
    fn left_by(&self, sieve: &mut Sieve<'a>, filters: Range<usize>) {
        let filters = self.line.simples.get(filters).unwrap_or(&[]);
        let mut ends = filters.iter().filter_map(|one| self.end_kept(one));
        if matches!(sieve.names.all(), ["*"])
            && sieve.more.is_empty()
            && let Some(end) = ends.next()
        {
            sieve.names.len = 0;
            sieve.more.push(Spare::of(&["*.", end]));
        }
    }

    /// The ending of the lines that a command leaves.
    fn end_kept(&self, filter: &Simple) -> Option<&'a str> {
        let words = Words::of(filter);
        let mut rest = words.from(words.start + 1).iter();
        let (pattern, None) = (rest.next()?, rest.next()) else {
            return None;
        };
        let text = cooked_at(self.line, pattern);
        let end = text.strip_prefix("\\.")?.strip_suffix('$')?;
        let plain = end.chars().all(|c| c.is_ascii_alphanumeric());
        let greps = self.program(words, false).name == "grep";
        (greps && plain).then_some(end)
    }

    /// `ls -t logs/*.log`: what globs find, which are files by their endings.
    fn listed_by_ls(&self, rest: Words) -> Option<Sieve<'a>> {
        let mut sieve = Sieve::default();
        // With `nullglob` it may be given nothing, and lists what there is.
        let says = |name: &&str| self.text.contains(*name);
        if ["glob", "GLOB", "shopt", "setopt"].iter().any(says) {
            return None;
        }
        for at in rest.iter() {
            let text = cooked_at(self.line, at);
            if let Some(letters) = text.strip_prefix('-') {
                let order = |c| "1Sdrtuv".contains(c);
                letters.chars().all(order).then_some(())?;
            } else {
                self.sifts_by_path(&mut sieve, at)?;
            }
        }
        sieve.names_any().then_some(sieve)
    }

    /// Adds the name that a path ends with, which has an ending of its own.
    fn sifts_by_path(&self, sieve: &mut Sieve<'a>, at: usize) -> Option<()> {
        let word = self.word(at)?;
        let path = cooked_at(self.line, at);
        let name = path.rsplit('/').next().unwrap_or(path);
        let end = name.rsplit_once('.')?.1;
        let ends = end.chars().all(|c| c.is_ascii_alphanumeric());
        let odd = word.flags.any(!(WordFlags::GLOB | WordFlags::QUOTED));
        (ends && !odd && is_plain(name)).then_some(())?;
        sieve.elsewhere |= path.starts_with('/') || path.contains("..");
        sieve.names.push(name)
    }

    /// `git ls-files -z '*.go' src/x.c`, `git diff --name-only main`
    fn listed_by_git(&self, rest: Words) -> Option<Sieve<'a>> {
        if self.is_at(rest.start, "diff") {
            return self.listed_by_diff(rest.from(rest.start + 1));
        }
        let mut sieve = Sieve { among: Among::Tracked, ..Sieve::default() };
        self.is_at(rest.start, "ls-files").then_some(())?;
        let (mut ended, mut whole) = (false, false);
        for at in rest.from(rest.start + 1).iter() {
            let text = cooked_at(self.line, at);
            match text {
                "--" => ended = true,
                "-o" | "--others" if !ended => sieve.among = Among::All,
                _ if !ended && LISTS.contains(&text) => {}
                _ if !ended && text.starts_with('-') => return None,
                // `:(top)x`, `:!x`
                _ if text.starts_with(':') => return None,
                _ => whole |= self.sifts_by_pathspec(&mut sieve, at)?,
            }
        }
        // Files of other names besides: they may lie anywhere.
        if whole && sieve.names_any() {
            sieve = Sieve { among: sieve.among, ..Sieve::default() };
        }
        sieve.of_any_name()
    }

    /// A name that git looks for, `src/x.c` or `src/*.go`, in which a star may
    /// stand for slashes; or a directory of which it takes all. Whether it is
    /// one.
    fn sifts_by_pathspec(
        &self,
        sieve: &mut Sieve<'a>,
        at: usize,
    ) -> Option<bool> {
        const WILD: [char; 3] = ['*', '?', '['];
        let text = cooked_at(self.line, at);
        self.literal_at(at).then_some(())?;
        let last = text.rsplit('/').next().unwrap_or(text);
        if text.contains(WILD) {
            let end = last.rsplit(['*', '?', ']']).next().unwrap_or("");
            (is_plain(end) && !end.contains('[')).then_some(())?;
            sieve.more.push(Spare::of(&["*", end]));
            return (sieve.more.len() <= MOST).then_some(false);
        }
        // `x.c` may be a directory, too.
        let stem = last.rsplit_once('.').map_or("", |(stem, _)| stem);
        if stem.is_empty() || self.may_be_above(Role::Edits, text) {
            sieve.starts.push(at)?;
            return Some(true);
        }
        is_plain(last).then_some(())?;
        sieve.names.push(last)?;
        Some(false)
    }

    /// Their places are told from the root of the repository on.
    pub(super) fn listed_by_diff(&self, rest: Words) -> Option<Sieve<'a>> {
        let mut named = false;
        for at in rest.iter() {
            let text = cooked_at(self.line, at);
            named |= text == "--name-only";
            let known = LISTS_CHANGED.contains(&text)
                || text.starts_with("--diff-filter=")
                || !text.starts_with('-');
            (known && self.literal_at(at)).then_some(())?;
        }
        let sieve = Sieve { elsewhere: true, ..Sieve::default() };
        named.then(|| sieve.of_any_name()).flatten()
    }

    /// `grep -rl x src`, `rg --files -g '*.go'`
    fn listed_by_search(&self, name: &str, rest: Words) -> Option<Sieve<'a>> {
        let sifter = SIFTERS.iter().find(|sifter| sifter.name == name)?;
        let mut texts = rest.iter().map(|at| self.text_at(at));
        let lists = texts.any(|text| {
            let letters = text.strip_prefix('-').unwrap_or("");
            let short = !letters.starts_with('-')
                && letters.contains(['l', 'L'])
                && letters.chars().all(|c| sifter.plain.contains(c));
            short || LIST_FILES.contains(&text)
        });
        let sieve = lists.then(|| self.chosen(sifter, rest)).flatten()?;
        if !matches!(name, "egrep" | "fgrep" | "grep")
            || sieve.starts.all().is_empty()
            || rest.iter().any(|at| self.goes_down(at))
        {
            return Some(sieve);
        }
        // These are the files, and no directories.
        let mut named = Sieve::default();
        for &at in sieve.starts.all() {
            self.sifts_by_path(&mut named, at)?;
        }
        Some(named)
    }

    /// Whether a word of `grep` may tell it to look below directories.
    fn goes_down(&self, at: usize) -> bool {
        let text = self.text_at(at);
        match text.strip_prefix("--") {
            Some(long) => long.starts_with('d') || long.contains("rec"),
            None => text.starts_with('-') && text.contains(['r', 'R', 'd']),
        }
    }
}
