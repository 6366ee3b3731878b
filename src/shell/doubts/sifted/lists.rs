//! Names that one command lists for `xargs`: `git ls-files '*.go' | xargs wc`,
//! `grep -rl x src | xargs sed -i s/x/y/`, also through what leaves some of
//! them out: `find src | sort | head -5 | xargs wc`.

use smallvec::SmallVec;

use super::Sieve;
use super::find::Links;
use crate::shell::Among;
use crate::shell::data::files::Handler;
use crate::shell::data::sifted::{FILTERS, LIST_FILES, LISTS};
use crate::shell::data::sifters::SIFTERS;
use crate::shell::scene::{Level, Scene};
use crate::shell::split::Simple;
use crate::shell::words::{Program, Words, cooked_at};

/// Behind how many commands of a pipe the list may come.
const MOST: usize = 8;

impl<'a> Scene<'a> {
    /// The command whose lines this one gets, as they are or some of them.
    pub(crate) fn lister(&self) -> Option<&'a Simple> {
        let line = self.line;
        let (mut at, mut piped) = (self.simple, self.own.piped);
        for _ in 0..MOST {
            at = at.checked_sub(1).filter(|_| piped)?;
            let simple = line.simples.get(at)?;
            if simple.depth != self.own.depth {
                return None;
            }
            if !self.is_filter(simple) {
                return Some(simple);
            }
            piped = simple.piped;
        }
        None
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
        let words = Words::of(self.lister()?);
        if !self.comes_from(words, level.words.start) {
            return None;
        }
        let lister = self.program(words, false);
        let rest = words.from(words.start + 1);
        let (mut sieve, links) = match lister.name {
            _ if lister.renamed => return None,
            "git" => (self.listed_by_git(rest)?, Links::Some),
            name => (self.listed_by_search(name, rest)?, Links::None),
        };
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

    /// `git ls-files -z '*.go' src/x.c`
    fn listed_by_git(&self, rest: Words) -> Option<Sieve<'a>> {
        let mut sieve = Sieve { among: Among::Tracked, ..Sieve::default() };
        self.is_at(rest.start, "ls-files").then_some(())?;
        let mut ended = false;
        for at in rest.from(rest.start + 1).iter() {
            let text = cooked_at(self.line, at);
            match text {
                "--" => ended = true,
                "-o" | "--others" if !ended => sieve.among = Among::All,
                _ if !ended && LISTS.contains(&text) => {}
                _ if !ended && text.starts_with('-') => return None,
                // `:(top)x`, `:!x`
                _ if text.starts_with(':') => return None,
                _ => self.sifts_by(&mut sieve, at, "", true)?,
            }
        }
        sieve.of_any_name()
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
        lists.then(|| self.chosen(sifter, rest)).flatten()
    }
}
