//! What is known of the options of a command: a look into the table of those
//! that guards are written about.

use crate::shell::data::flags::{
    Flag, Flags, Takes, letter_of, may_be_of, named, started,
};
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

    /// The same behind so many words that are no options: before its
    /// subcommand a program has options of its own.
    pub(super) fn behind(self, operands: usize) -> Table<'a> {
        let subs = self.known.globals().is_some() && self.group.is_empty();
        match operands == 0 && subs {
            true => Table { sub: ["", ""], ..self },
            false => self,
        }
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
        self.known.options().filter(move |&(at, row)| self.is_of(at, row))
    }

    /// Whether the so many-th row is about its subcommand.
    #[inline]
    fn is_of(self, at: usize, row: &Flags) -> bool {
        may_be_of(at, letter_of(self.sub_at(0)))
            && (row.subs.is_empty() || self.is_in(row.subs))
    }

    /// Whether its subcommand is in a list.
    fn is_in(self, subs: &[&str]) -> bool {
        subs.iter().any(|written| self.is_written(written))
    }

    /// Whether its subcommand is this one of a row, of one word or of two.
    fn is_written(self, written: &str) -> bool {
        let [first, second] = self.sub;
        // Most of them differ in the first letter.
        written.as_bytes().first() == first.as_bytes().first()
            && written.strip_prefix(first).is_some_and(|rest| {
                rest.is_empty() || rest.strip_prefix(' ') == Some(second)
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

    /// Whether an option as it is written, or the last letter of several,
    /// takes the word behind it; `valued` are more letters that take one.
    pub(crate) fn takes_next(
        self,
        option: &str,
        valued: impl Fn(char) -> bool,
    ) -> Takes {
        let letters = option.strip_prefix('-').unwrap_or("");
        let name = letters.strip_prefix('-').unwrap_or(letters);
        let known = self.named(name).map(|flag| flag.takes);
        let whole = name.len() < letters.len() || self.known.one_dash();
        if let Some(takes) = known.or(whole.then_some(Takes::Maybe)) {
            return takes;
        }
        let mut unsure = false;
        for (at, c) in letters.char_indices() {
            let end = at + c.len_utf8();
            let letter = letters.get(at..end).unwrap_or("");
            let takes = match valued(c) {
                true => Takes::Yes,
                false => self.named(letter).map_or(Takes::Maybe, |f| f.takes),
            };
            let last = end == letters.len();
            match takes {
                Takes::Yes if last && !unsure => return Takes::Yes,
                Takes::Yes | Takes::Maybe if last => return Takes::Maybe,
                // The rest is its value.
                Takes::Yes | Takes::Joined => return Takes::No,
                Takes::Maybe => unsure = true,
                Takes::No => {}
            }
        }
        Takes::No
    }

    /// Whether an option that is not listed takes a value.
    pub(crate) fn rest(self) -> Takes {
        let mut rows = self.known.options();
        match rows.any(|(at, row)| row.rest && self.is_of(at, row)) {
            true => Takes::Yes,
            false => Takes::Maybe,
        }
    }

    /// Behind how many words that are no options there are none; 0: behind
    /// none.
    pub(crate) fn own(self) -> usize {
        let mut rows = self.known.options();
        let row = rows.find(|&(at, row)| row.own > 0 && self.is_of(at, row));
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_option_takes_what_its_letters_say() {
        for (program, sub, option, takes) in [
            ("find", "", "-name", Takes::Yes),
            ("find", "", "-delete", Takes::No),
            ("find", "", "-exec", Takes::Maybe),
            ("git", "push", "-o", Takes::Yes),
            ("curl", "", "--proxy", Takes::Yes),
            // Cut short it may be another one.
            ("curl", "", "--prox", Takes::Maybe),
            ("ssh", "", "-C", Takes::No),
            ("ssh", "", "-Cp", Takes::Yes),
            ("ssh", "", "-p22", Takes::No),
            ("ssh", "", "-Z", Takes::Maybe),
            ("ssh", "", "-Zp", Takes::Maybe),
            ("ssh", "", "-ZC", Takes::No),
            ("mytool", "", "-C", Takes::Maybe),
        ] {
            let table = Table::new(program).below([sub, ""]);
            let found = table.takes_next(option, |_| false);
            assert_eq!(found, takes, "{program} {option}");
        }
    }
}
