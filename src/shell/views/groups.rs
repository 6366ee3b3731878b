//! Subcommands of subcommands, and the options between their words: `down`
//! of `docker compose -f x down`.

use super::options::Around;
use super::subcommands::{Head, VALUES, takes_word};
use crate::shell::Reason;
use crate::shell::data::globals::Globals;
use crate::shell::data::programs::Known;
use crate::shell::data::synonyms::ALSO;
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
            let end = self.is_written(written, path, (around, words));
            if let Some(end) = end {
                let (head, rest) = (Head::Name(other), words.from(end));
                self.headed(around.name, head, rest, around.guard);
                self.options_first(around, head, rest);
                self.without_options(around, head, rest);
            }
        }
    }
}
