//! What is known of the options of a command: a look into the table of those
//! that guards are written about.

use crate::shell::data::flags::{Flag, Flags, Takes, named, started};
use crate::shell::data::programs::Known;

/// What is known of the options of one command.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Table<'a> {
    pub(crate) program: &'a str,
    /// The group of the subcommands where it is a program as well: `compose`
    /// of `docker compose`.
    pub(super) group: &'a str,
    pub(super) known: Known,
    /// The first two words behind it that are no options.
    sub: [&'a str; 2],
}

impl<'a> Table<'a> {
    pub(crate) fn new(name: &'a str) -> Table<'a> {
        let (program, group) = name.split_once(' ').unwrap_or((name, ""));
        Table { program, group, known: Known::of(program), sub: [group, ""] }
    }

    /// The same for a program that is looked up already.
    pub(crate) fn of(program: &'a str, known: Known) -> Table<'a> {
        Table { program, group: "", known, sub: ["", ""] }
    }

    /// The same for a subcommand.
    pub(crate) fn below(self, sub: [&'a str; 2]) -> Table<'a> {
        let sub = match (self.group, sub) {
            ("", sub) => sub,
            (group, [first, _]) => [group, first],
        };
        Table { sub, ..self }
    }

    /// Whether this is the subcommand; empty: any is.
    pub(super) fn is_sub(self, sub: &str) -> bool {
        sub.is_empty() || self.sub_at(0) == sub
    }

    /// A word of the subcommand.
    pub(super) fn sub_at(self, at: usize) -> &'a str {
        self.sub.get(at).copied().unwrap_or("")
    }

    fn rows(self) -> impl Iterator<Item = (usize, &'static Flags)> {
        let is_sub = move |written: &&str| match written.split_once(' ') {
            Some((first, second)) => self.sub == [first, second],
            None => self.sub.first() == Some(written),
        };
        self.known.options().filter(move |(_, row)| {
            row.subs.is_empty() || row.subs.iter().any(&is_sub)
        })
    }

    /// An option by one of its names; a long one may be cut short.
    pub(crate) fn find(self, name: &str) -> Option<Flag> {
        self.named(name).or_else(|| {
            let cut = name.len() > 2 && !name.contains('=');
            let mut rows = self.rows().filter(|_| cut);
            rows.find_map(|(number, _)| started(number, name))
        })
    }

    fn named(self, name: &str) -> Option<Flag> {
        self.rows().find_map(|(number, _)| named(number, name))
    }

    /// Whether an option as it is written takes the word behind it; `None`
    /// where that is not known of each of its letters.
    pub(crate) fn takes_next(self, option: &str) -> Option<bool> {
        let text = option.strip_prefix('-')?;
        let takes = |name: &str| Some(self.named(name)?.takes);
        let next = |takes| match takes {
            Takes::Yes => Some(true),
            Takes::No | Takes::Joined => Some(false),
            Takes::Maybe => None,
        };
        if let Some(long) = text.strip_prefix('-') {
            return takes(long).and_then(next);
        }
        if let Some(whole) = takes(text) {
            return next(whole);
        }
        if self.known.one_dash() {
            return None;
        }
        for (at, c) in text.char_indices() {
            let behind = at + c.len_utf8();
            match takes(text.get(at..behind)?)? {
                Takes::No => {}
                // What follows a letter in one word with it is its value.
                Takes::Yes => return Some(behind == text.len()),
                Takes::Joined => return Some(false),
                Takes::Maybe => return None,
            }
        }
        Some(false)
    }

    /// Whether an option that is not listed takes a value.
    pub(crate) fn rest(self) -> Takes {
        match self.rows().any(|(_, row)| row.rest) {
            true => Takes::Yes,
            false => Takes::Maybe,
        }
    }

    /// Behind how many words that are no options there are none; 0: behind
    /// none.
    pub(crate) fn own(self) -> usize {
        let row = self.rows().find(|(_, row)| row.own > 0);
        row.map_or(0, |(_, row)| {
            let is_sub = |two: &&str| {
                two.split_once(' ').is_some_and(|s| self.sub == [s.0, s.1])
            };
            let words = match row.subs.iter().any(is_sub) {
                true => 2,
                false => usize::from(!row.subs.is_empty()),
            };
            words + row.own
        })
    }
}
