//! Subcommands of subcommands, and the options between their words: `down`
//! of `docker compose -f x down`.

use super::options::Around;
use super::sorted::{Table, Takes, read};
use super::subcommands::{Head, VALUES, takes_word};
use crate::shell::Reason;
use crate::shell::data::globals::Globals;
use crate::shell::data::handed::ALSO;
use crate::shell::data::programs::Known;
use crate::shell::guards::named::Behind;
use crate::shell::scene::Scene;
use crate::shell::words::Words;

/// How many words a subcommand has at most.
const DEPTH: usize = 4;

/// A subcommand: some words of a command, `compose down` of
/// `docker compose -f x down`.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Path {
    at: [usize; DEPTH],
    pub(crate) len: usize,
}

impl Path {
    /// The places of its words.
    pub(crate) fn words(&self) -> &[usize] {
        self.at.get(..self.len).unwrap_or(&[])
    }

    /// Where the words behind it start.
    pub(crate) fn end(&self) -> usize {
        self.words().last().map_or(0, |at| at + 1)
    }

    /// Its first words only.
    pub(crate) fn cut(self, len: usize) -> Path {
        Path { len: len.min(self.len), ..self }
    }

    /// Without its first word.
    pub(crate) fn below(self) -> Path {
        let mut at = self.at;
        at.rotate_left(1);
        Path { at, len: self.len.saturating_sub(1) }
    }

    fn push(&mut self, at: usize) {
        if let Some(place) = self.at.get_mut(self.len) {
            *place = at;
            self.len += 1;
        }
    }
}

/// An option between the words of a subcommand that no table knows.
#[derive(Clone, Copy, Debug)]
pub(super) struct Odd {
    /// The words before it.
    path: Path,
    at: usize,
}

/// How the words of a subcommand are found.
#[derive(Clone, Copy)]
struct Walk {
    /// What is known about the options between them.
    row: &'static Globals,
    /// How many words it has at most.
    most: usize,
    /// Whether an option that is not known takes a word.
    takes: bool,
}

impl Scene<'_> {
    /// The words of the subcommand that starts here, without the options
    /// between them, and the first of these that is not known.
    pub(super) fn subcommand(
        &self,
        row: &'static Globals,
        words: Words,
    ) -> (Path, Option<Odd>) {
        let walk = self.walk(row, words);
        self.walked(walk, Path::default(), words)
    }

    fn walk(&self, row: &'static Globals, words: Words) -> Walk {
        let group = row.groups.contains(&self.text_at(words.start));
        let most = if group { 2 } else { usize::from(row.deep) };
        let compose = row.apart.filter(|a| self.is_at(words.start, a.0));
        let compose = compose.and_then(|a| Known::of(a.1).globals());
        let row = compose.unwrap_or(row);
        Walk { row, most: most.min(DEPTH), takes: false }
    }

    /// Goes on from a path with these words.
    fn walked(
        &self,
        walk: Walk,
        mut path: Path,
        words: Words,
    ) -> (Path, Option<Odd>) {
        let mut odd = None;
        let mut at = words.start;
        while at < words.end && path.len < walk.most {
            if self.first_byte(at) == b'-' {
                let takes = takes_word(walk.row, self.text_at(at));
                if takes.is_none() && path.len > 0 {
                    odd = odd.or(Some(Odd { path, at }));
                }
                at += if takes.unwrap_or(walk.takes) { 2 } else { 1 };
            } else {
                path.push(at);
                at += 1;
            }
        }
        (path, odd)
    }

    /// `docker compose --odd x down`: the subcommand where each option in it
    /// that is not known takes a word, from one of them on.
    pub(super) fn behind_inner_values(
        &mut self,
        around: Around<'_>,
        first: Odd,
        words: Words,
    ) {
        let walk = self.walk(around.row, words);
        let greedy = Walk { takes: true, ..walk };
        let (mut other, mut count) = (Some(first), 0);
        while let Some(Odd { path, at }) = other {
            if count == VALUES {
                let span = self.span_of(words);
                return self.doubt(Reason::ProgramWord, span, around.guard);
            }
            count += 1;
            let rest = words.from(at + 2);
            let (whole, _) = self.walked(greedy, path, rest);
            if whole.len > path.len {
                let first = self.out.views.len();
                match count {
                    1 => self.spelled(around, whole, words),
                    _ => {
                        let rest = words.from(whole.end());
                        let head = Head::Path(whole);
                        self.headed(around.name, head, rest, around.guard);
                    }
                }
                let span = self.span_of(words);
                self.unsure(first, span, Reason::OptionValue);
            }
            (_, other) = self.walked(walk, path, words.from(at + 1));
        }
    }

    /// The subcommands that one with some option is, too.
    pub(super) fn is_also(
        &mut self,
        around: Around<'_>,
        path: Path,
        words: Words,
    ) {
        for &(_, written, other) in ALSO.iter().filter(|a| a.0 == around.name)
        {
            let place = (around, words);
            if let Some(end) = self.is_written(written, path, place, true) {
                self.as_other(around, path, (written, other), words.from(end));
            }
        }
    }

    /// The other names of a subcommand.
    pub(super) fn other_spellings(
        &mut self,
        around: Around<'_>,
        path: Path,
        words: Words,
    ) {
        let first = path.words().first().map(|&at| self.first_byte(at));
        // Most names start with another letter than the subcommand.
        let may_be = |written: &&&str| {
            let start = written.as_bytes().first();
            start.is_some()
                && (start == first.as_ref() || start == Some(&b'-'))
        };
        for same in around.row.same {
            // As it stands there first.
            let found = [false, true].into_iter().find_map(|loose| {
                same.iter().filter(may_be).find_map(|written| {
                    let place = (around, words);
                    let end = self.is_written(written, path, place, loose)?;
                    Some((*written, end))
                })
            });
            let Some((written, end)) = found else { continue };
            for &other in same.iter().filter(|n| **n != written) {
                if !self.names_script(around, other) {
                    continue;
                }
                self.as_other(around, path, (written, other), words.from(end));
            }
        }
    }

    /// Whether some guard names what `npm run` runs, if that is in a name:
    /// one on `npm run *` is there so that `npm test` is used.
    fn names_script(&self, around: Around<'_>, other: &str) -> bool {
        let behind = Behind::new(around.name, "run");
        let named = self.places.options;
        !other.starts_with("run")
            || !other.contains(' ')
            || named.is_none_or(|named| named.has_words(behind))
    }

    /// `vercel x` as `vercel deploy x`: a subcommand that may be left out.
    pub(super) fn left_out(&mut self, around: Around<'_>, words: Words) {
        for same in around.row.same.iter().filter(|s| s.contains(&"")) {
            for &other in same.iter().filter(|name| !name.is_empty()) {
                let head = Head::Name(other);
                self.headed(around.name, head, words, around.guard);
            }
        }
    }

    /// A subcommand under another name than it is written by, with the words
    /// behind it.
    fn as_other(
        &mut self,
        around: Around<'_>,
        path: Path,
        (written, other): (&str, &'static str),
        rest: Words,
    ) {
        let head = Head::Name(other);
        let first = self.out.views.len();
        self.headed(around.name, head, rest, around.guard);
        self.options_first(around, head, rest);
        self.without_options(around, head, rest);
        let options = || {
            let parts = written.split_ascii_whitespace();
            parts.filter(|part| part.starts_with('-'))
        };
        if options().next().is_none() {
            return;
        }
        let all = around.before.iter().chain(rest.iter());
        let exact =
            options().all(|part| all.clone().any(|at| self.is_at(at, part)));
        // Letters among others may be the value of one, as far as is known.
        let cut = around.name == "git" && !exact;
        // The options of the one name stand in the other.
        let start = self.out.text.len();
        self.head(around.name, head);
        for at in rest.iter() {
            if !options().any(|part| self.says(around.name, path, part, at)) {
                self.cooked_words(at..at + 1);
            }
        }
        self.push_view(start, around.guard);
        if cut {
            let span = self.span_of(rest);
            self.unsure(first, span, Reason::OptionPlace);
        }
    }

    /// Where the words behind a subcommand start, if it is written so; with
    /// `loose`, in words that say the same.
    pub(super) fn is_written(
        &self,
        written: &str,
        path: Path,
        (around, words): (Around<'_>, Words),
        loose: bool,
    ) -> Option<usize> {
        let mut end = None;
        let mut places = path.words().iter();
        for part in written.split_ascii_whitespace() {
            if part.starts_with('-') {
                // `apt-get --purge remove x`
                let mut all = words.iter().chain(around.before.iter());
                all.find(|&at| {
                    self.is_at(at, part)
                        || loose && self.says(around.name, path, part, at)
                })?;
            } else {
                // `npm run --silent test`: the second word of one whose
                // subcommands have a word of their own.
                let next = || {
                    let mut behind = words.from(end?).iter();
                    behind.find(|&at| self.first_byte(at) != b'-')
                };
                let at = places.next().copied().or_else(next)?;
                if !self.is_at(at, part) {
                    return None;
                }
                end = Some(at + 1);
            }
        }
        end
    }

    /// Whether a word is an option, or says the same: `-nm` of git and
    /// `--no-verif` say `-n`.
    fn says(&self, name: &str, path: Path, option: &str, at: usize) -> bool {
        let text = self.text_at(at);
        if text.strip_prefix(option).is_some_and(|v| matches!(v, "" | "=true"))
        {
            return true;
        }
        match name {
            // `-o type=registry` of docker
            "docker" | "podman" if option == "--push" => {
                text.contains("type=registry") || text.contains("push=true")
            }
            "git"
                if text.starts_with('-')
                    && text.len() > 2
                    && (option.starts_with("--") || option.len() == 2) =>
            {
                let mut sub = ["", ""];
                for (place, &at) in sub.iter_mut().zip(path.words()) {
                    *place = self.text_at(at);
                }
                let table = Table::new("git").below(sub);
                let mut wanted = None;
                read(table, 1, option, |part| {
                    if part.takes == Takes::No {
                        wanted = Some(part.name);
                    }
                });
                let mut found = false;
                read(table, 1, text, |part| {
                    let plain = part.takes == Takes::No;
                    found |= plain && Some(part.name) == wanted;
                });
                found
            }
            _ => false,
        }
    }
}
