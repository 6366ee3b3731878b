//! Operands with which a program does the same: `rm a /etc/x` is what a
//! guard on `rm /etc/*` means.

use super::bare::known_to_take;
use super::options::Around;
use super::sorted::Table;
use super::subcommands::Head;
use crate::shell::data::alike::Alike;
use crate::shell::data::globals::Globals;
use crate::shell::guards::named::Behind;
use crate::shell::scene::Scene;
use crate::shell::words::Words;
use crate::shell::{Effects, Reason};

/// How many operands are looked at alone.
const MOST: usize = 16;

/// The operands of a command that are alike.
#[derive(Clone, Copy)]
struct Operands<'n> {
    /// The words behind the program or its subcommand.
    words: Words,
    /// What is known about the options among them.
    row: &'static Globals,
    table: Table<'n>,
    /// Where the words start among which there are no options.
    dashes: usize,
    /// The first of them; those before it go with each.
    first: usize,
    /// Whether their program has short options that take words.
    valued: bool,
    /// Where they go, which does so, too.
    onto: Option<usize>,
}

impl<'a> Scene<'a> {
    /// Views of a command with each of its operands alone, of those that a
    /// guard may name: with its options and without them, or with the given
    /// spellings of its options.
    pub(super) fn each_operand(
        &mut self,
        around: Around<'_>,
        head: Head,
        spellings: &[&'static str],
        words: Words,
    ) {
        self.names_found(around, head, spellings, words);
        let (program, sub) = self.named_by(around.name, head);
        let behind = Behind::new(program, sub);
        let named = self.places.options;
        if named.is_some_and(|named| !named.has_operands(behind)) {
            return;
        }
        let alike = Alike::of(program, sub, self.second_of(around, head));
        let Some(all) =
            alike.and_then(|alike| self.alike(alike, around, head, words))
        else {
            return;
        };
        let mut found = 0;
        for at in all.first..all.onto.unwrap_or(words.end) {
            let unknown = self.unknown_at(at);
            let any = unknown && (at == all.first || self.is_any_name(at));
            if any || !self.is_operand(all, at) {
                continue;
            }
            let text = self.text_at(at);
            let is_named = named.is_none_or(|n| n.has_operand(behind, text));
            if !unknown && !is_named {
                continue;
            }
            found += 1;
            if unknown || found > MOST || self.out.text.len() > self.room(64) {
                let start = self.out.text.len();
                self.head(around.name, head);
                return self.push_view(start, Effects::OPEN);
            }
            let first = self.out.views.len();
            for spelling in spellings {
                let head = Head::Name(spelling);
                self.alone(around, head, all, (at, false));
            }
            for options in [true, false] {
                if spellings.is_empty() {
                    self.alone(around, head, all, (at, options));
                }
            }
            if self.may_be_taken(around, all, at) {
                self.unsure(first, self.span_of(words), Reason::OptionValue);
            }
        }
    }

    /// The second word of a subcommand, if it has one.
    pub(super) fn second_of<'n>(
        &'n self,
        around: Around<'n>,
        head: Head,
    ) -> &'n str {
        // `docker compose` is a name itself.
        let named = usize::from(around.name.as_bytes().contains(&b' '));
        let nth = 1 - named;
        match head {
            Head::Name(other) => other.split(' ').nth(nth).unwrap_or(""),
            Head::Path(path) => {
                path.words().get(nth).map_or("", |&at| self.text_at(at))
            }
        }
    }

    /// The operands that are alike, where there are several.
    fn alike<'n>(
        &self,
        alike: Alike,
        around: Around<'n>,
        head: Head,
        words: Words,
    ) -> Option<Operands<'n>>
    where
        'a: 'n,
    {
        let (row, table) = (around.row, self.table(around, head));
        let dashes = words.iter().find(|&at| self.is_at(at, "--"));
        let dashes = dashes.unwrap_or(words.end);
        let first = words.start;
        let valued = alike.valued;
        let onto = None;
        let all = Operands { words, row, table, dashes, first, valued, onto };
        let these = words.iter().filter(|&at| self.is_operand(all, at));
        let mut these = these.skip(alike.before);
        let (first, _second) = (these.next()?, these.next()?);
        // `cp a there` has one.
        let onto = match alike.onto {
            true => Some(these.last()?),
            false => None,
        };
        Some(Operands { first, onto, ..all })
    }

    /// Whether a word is no option, and not taken by one.
    fn is_operand(&self, all: Operands<'_>, at: usize) -> bool {
        let taken = || {
            at > all.words.start
                && self.is_option(at - 1)
                && known_to_take(all.row, all.table, self.text_at(at - 1))
                    == Some(true)
        };
        at > all.dashes || at < all.dashes && !self.is_option(at) && !taken()
    }

    /// Whether an option may take a word.
    fn may_be_taken(
        &self,
        around: Around<'_>,
        all: Operands<'_>,
        at: usize,
    ) -> bool {
        at > all.words.start
            && at < all.dashes
            && (all.valued || self.text_at(at - 1).starts_with("--"))
            && self.may_take(around, all.table, all.words, at - 1)
    }

    /// A view with one operand, and the options where they are asked for.
    fn alone(
        &mut self,
        around: Around<'_>,
        head: Head,
        all: Operands<'_>,
        (only, options): (usize, bool),
    ) {
        let start = self.out.text.len();
        self.head(around.name, head);
        for at in all.words.iter() {
            let kept = match self.is_operand(all, at) {
                true => at < all.first || at == only || Some(at) == all.onto,
                false => options && at < all.dashes,
            };
            if kept {
                self.cooked_words(at..at + 1);
            }
        }
        self.push_view(start, around.guard);
    }
}
