//! A command without its options: `chmod -R 777 x` is what a guard on
//! `chmod 777 *` means, `git push -u origin main` what one on
//! `git push origin main` does.

use super::options::Around;
use super::sorted::{Table, Takes};
use super::subcommands::{Head, takes_word};
use crate::shell::data::globals::Globals;
use crate::shell::data::programs::Known;
use crate::shell::guards::named::Behind;
use crate::shell::scene::{Level, Scene};
use crate::shell::split::WordFlags;
use crate::shell::words::{Words, cooked_at};
use crate::shell::{Effects, Reason, Shell};

/// How many options are looked at as ones that take a word.
const VALUED: usize = 8;

impl<'a> Scene<'a> {
    /// Views without options of a program without subcommands.
    pub(crate) fn without_subcommand(
        &mut self,
        name: &str,
        known: Known,
        level: Level,
    ) {
        if !level.guards() {
            return;
        }
        let rest = level.words.from(level.words.start + 1);
        // `python -m pytest x`: what follows is the module's.
        let end = match name.starts_with("python") {
            true => self.end_of_own(name, level.words),
            false => rest.end,
        };
        let module = end < rest.end
            && self.is_option(end - 1)
            && !self.is_long(end - 1)
            && self.text_at(end - 1).ends_with('m');
        let around = Around::bare(name, known, level);
        if module {
            self.module_by_path(around, level.words.from(end));
        }
        let end = if module { end } else { rest.end };
        let rest = Words { end, ..rest };
        self.without_options(around, Head::Name(""), rest);
    }

    /// `python -m manage flush` as `python manage.py flush`, beside guards on
    /// words of the program.
    fn module_by_path(&mut self, around: Around<'_>, words: Words) {
        let behind = Behind::new(around.name, "");
        let named = self.places.options;
        let name = cooked_at(self.line, words.start);
        if named.is_some_and(|named| !named.has_words(behind))
            || !self.literal_at(words.start)
            || self.is_cut(name.len())
        {
            return;
        }
        let start = self.out.text.len();
        self.out.text.extend([around.name, " "]);
        let parts = name.split('.').enumerate();
        for (n, part) in parts {
            self.out.text.push_str(if n > 0 { "/" } else { "" });
            self.out.text.push_str(part);
        }
        self.out.text.push_str(".py");
        self.cooked_words(words.start + 1..words.end);
        self.push_view(start, around.guard);
    }

    /// Views of a command, of which these are the words behind its program
    /// or subcommand, without options; for guards that name such words.
    pub(super) fn without_options(
        &mut self,
        around: Around<'_>,
        head: Head,
        words: Words,
    ) {
        self.each_operand(around, head, &[], words);
        self.respelled(around, head, words);
        self.redirected(around, head, words);
        let dashed = |at: usize| self.first_byte(at) == b'-';
        if !words.iter().any(dashed) {
            return;
        }
        let (program, sub) = self.named_by(around.name, head);
        let behind = Behind::new(program, sub);
        let named = self.places.options;
        let names = named.is_none_or(|named| named.has_words(behind));
        let ends = names || named.is_some_and(|n| n.has_ends(program));
        self.other_letters(around, head, words, behind);
        if names {
            self.open_bare(around, head, words);
        }
        let dashes = words.iter().find(|&at| self.is_at(at, "--"));
        let before = Words { end: dashes.unwrap_or(words.end), ..words };
        // `rm -- -rf` is no `rm -rf`.
        let mut behind = words.from(before.end).iter().skip(1);
        if !ends || behind.any(|at| self.is_option(at)) {
            return;
        }
        if names {
            return self.bare_views(around, head, words, before);
        }
        let first = self.out.views.len();
        self.bare(around, head, words, &[]);
        let table = self.table(around, head);
        let may =
            |at| self.is_long(at) && self.may_take(around, table, before, at);
        if before.iter().any(may) {
            self.unsure(first, self.span_of(words), Reason::OptionValue);
        }
    }

    /// The program, and the first word of its subcommand, if it has one.
    pub(super) fn named_by<'n>(
        &'n self,
        name: &'n str,
        head: Head,
    ) -> (&'n str, &'n str) {
        // `docker compose` is the name of `docker-compose`, too.
        match (name.split_once(' '), head) {
            (Some((program, sub)), _) => (program, sub),
            (None, Head::Name(other)) => {
                (name, other.split(' ').next().unwrap_or(""))
            }
            (None, Head::Path(path)) => {
                let first = path.words().first();
                (name, first.map_or("", |&at| self.text_at(at)))
            }
        }
    }

    /// The same where words are named: some of those before any dashes may
    /// belong to options.
    fn bare_views(
        &mut self,
        around: Around<'_>,
        head: Head,
        words: Words,
        before: Words,
    ) {
        // Whether an option takes the word behind it, often only its
        // program knows.
        let mut takes = [0; VALUED];
        let mut count = 0;
        let table = self.table(around, head);
        let may = |at: &usize| self.may_take(around, table, before, *at);
        for at in before.iter().filter(may) {
            let Some(place) = takes.get_mut(count) else {
                let start = self.out.text.len();
                self.head(around.name, head);
                self.push_view(start, Effects::OPEN);
                break;
            };
            *place = at;
            count += 1;
        }
        let takes = takes.get(..count).unwrap_or(&[]);
        let first = self.out.views.len();
        self.bare(around, head, words, &[]);
        // Most short ones take none, `chmod -R 777 x`; of long ones nothing
        // is told: `curl --proxy u x`.
        let first = match takes.iter().any(|&at| self.is_long(at)) {
            true => first,
            false => self.out.views.len(),
        };
        for (n, at) in takes.iter().enumerate() {
            self.bare(around, head, words, &[*at]);
            if n > 0 {
                let these = takes.get(..=n).unwrap_or(takes);
                self.bare(around, head, words, these);
            }
        }
        let span = self.span_of(words);
        self.unsure(first, span, Reason::OptionValue);
    }

    /// The words before the first that is known only when it runs; names
    /// that a glob finds are no more than names.
    fn open_bare(&mut self, around: Around<'_>, head: Head, words: Words) {
        let mut all = words.iter();
        let unknown =
            all.find(|&at| self.unknown_at(at) && !self.is_any_name(at));
        let end = unknown.unwrap_or(words.end);
        let known = Words { end, ..words };
        let open = unknown.is_some() || around.open;
        if open && known.iter().any(|at| self.is_option(at)) {
            let start = self.out.text.len();
            self.head(around.name, head);
            self.cooked_operands(known, usize::MAX);
            self.push_view(start, Effects::OPEN);
        }
    }

    /// Whether a word that is not known is no more than a name: a glob.
    pub(super) fn is_any_name(&self, at: usize) -> bool {
        self.word(at).is_some_and(|word| {
            WordFlags(word.flags.0 & !WordFlags::GLOB).literal()
        })
    }

    fn is_long(&self, at: usize) -> bool {
        self.text_at(at).starts_with("--")
    }

    /// Whether a word is an option, and no dash alone.
    pub(crate) fn is_option(&self, at: usize) -> bool {
        self.first_byte(at) == b'-' && self.text_at(at).len() > 1
    }

    /// What is known of the options of a command.
    pub(super) fn table<'n>(&self, around: Around<'n>, head: Head) -> Table<'n>
    where
        'a: 'n,
    {
        let line = self.line;
        let table = Table::of(around.name, around.known);
        let Head::Path(path) = head else { return table };
        let mut words = path.words().iter().map(|&at| cooked_at(line, at));
        table.below([(); 2].map(|()| words.next().unwrap_or("")))
    }

    /// Whether an option of which that is not known may take the word
    /// behind it.
    pub(super) fn may_take(
        &self,
        around: Around<'_>,
        table: Table<'_>,
        words: Words,
        at: usize,
    ) -> bool {
        let text = self.text_at(at);
        let known = takes_word(around.row, text);
        let flag = match text.starts_with("--") {
            true => known.is_some(),
            false => known == Some(true),
        };
        self.is_option(at)
            && !flag
            && table.takes_next(text, |_| false) == Takes::Maybe
            && !text.contains('=')
            && at + 1 < words.end
            && !self.is_option(at + 1)
    }

    /// One view, in which the options at `takes` take the words behind
    /// them. Without a word left it is none: `ls -l` is not `ls`.
    fn bare(
        &mut self,
        around: Around<'_>,
        head: Head,
        words: Words,
        takes: &[usize],
    ) {
        let start = self.out.text.len();
        if start > self.room(64) {
            return self.open_option(around.name);
        }
        self.head(around.name, head);
        let empty = self.out.text.len();
        let table = self.table(around, head);
        let (mut from, mut at) = (words.start, words.start);
        while at < words.end && !self.is_at(at, "--") {
            if !self.is_option(at) {
                at += 1;
                continue;
            }
            let option = self.text_at(at);
            let known = known_to_take(around.row, table, option);
            let takes = known == Some(true) || takes.contains(&at);
            self.cooked_words(from..at);
            self.attached(at);
            at += if takes { 2 } else { 1 };
            from = at;
        }
        self.cooked_words(from..at.min(words.end));
        self.cooked_words(at + 1..words.end);
        match self.out.text.len() > empty {
            true => self.push_view(start, around.guard),
            false => self.out.text.truncate(start),
        }
    }

    /// `-LiteralPath:x` of PowerShell: a word in one with its option.
    fn attached(&mut self, at: usize) {
        let line = self.line;
        let Some(word) = line.words.get(at) else { return };
        let (_, value) =
            word.cooked.of(&line.text).split_once(':').unwrap_or_default();
        let constant = value.starts_with('$');
        if self.shell == Shell::PowerShell && !value.is_empty() && !constant {
            self.out.text.push(' ');
            self.out.text.push_str(value.trim_matches(['"', '\'']));
        }
    }
}

/// Whether an option takes the word behind it, where that is known.
pub(super) fn known_to_take(
    row: &Globals,
    table: Table<'_>,
    option: &str,
) -> Option<bool> {
    takes_word(row, option).or_else(|| {
        match table.takes_next(option, |_| false) {
            Takes::Yes => Some(true),
            Takes::No | Takes::Joined => Some(false),
            Takes::Maybe => None,
        }
    })
}
