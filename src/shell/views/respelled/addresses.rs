//! Addresses among the words of a command, as they are usually written.

use super::{MOST, address};
use crate::shell::analyze::Scene;
use crate::shell::data::respell::Spelling;
use crate::shell::split::WordBytes;
use crate::shell::views::named::Behind;
use crate::shell::views::options::Around;
use crate::shell::views::sorted::{Table, Takes, read};
use crate::shell::views::subcommands::{Head, takes_word};
use crate::shell::words::{Words, cooked_at};
use crate::shell::{Effects, Reason};

impl Scene<'_> {
    /// Whether a word is an address, or holds one.
    pub(in crate::shell::views) fn is_address(&self, at: usize) -> bool {
        const COLON: u16 = WordBytes::COLON | WordBytes::CHANGED;
        self.word(at).is_some_and(|word| word.bytes.any(COLON))
            && self.text_at(at).contains("://")
    }

    /// Addresses as they are usually written.
    pub(super) fn addresses(
        &mut self,
        around: Around<'_>,
        head: Head,
        words: Words,
        spelling: Option<Spelling>,
    ) {
        let line = self.line;
        let hosts = matches!(spelling, Some(Spelling::Host | Spelling::Hosts));
        let fetch = matches!(spelling, Some(Spelling::Fetch));
        let text = |at| cooked_at(line, at);
        if !fetch && !hosts && !words.iter().any(|at| self.is_address(at)) {
            return;
        }
        let first = words.iter().find(|&at| self.is_target(around, words, at));
        let is_host = |at: usize| match spelling {
            Some(Spelling::Host) => Some(at) == first,
            _ => hosts,
        };
        let start = self.out.text.len();
        self.head(around.name, head);
        let (mut count, mut found, mut more) = (0, [0; MOST], false);
        for at in words.iter() {
            let before = self.out.text.len();
            self.out.text.push(' ');
            let cut = self.is_cut(text(at).len());
            let out = &mut self.out.text;
            let changed = !cut && address::write(text(at), is_host(at), out);
            if !changed {
                self.out.text.truncate(before);
                self.cooked_words(at..at + 1);
            } else if let Some(place) = found.get_mut(count) {
                *place = at;
                count += 1;
            } else {
                let text = self.out.text.get(before + 1..).unwrap_or("");
                more |= self.may_be_operand(around, head, text);
            }
        }
        match count {
            0 => self.out.text.truncate(start),
            _ => self.push_view(start, around.guard),
        }
        if more {
            self.head_alone(around, head);
        }
        if let Some(first) = first.filter(|_| spelling == Some(Spelling::Host))
        {
            self.with_user(around, head, words, first);
        }
        // Alone, for guards that name it first.
        for &at in found.get(..count).unwrap_or(&[]) {
            let url = text(at).starts_with("--url=");
            if !url && !self.is_target(around, words, at) {
                continue;
            }
            let start = self.out.text.len();
            self.head(around.name, head);
            self.out.text.push(' ');
            address::write(text(at), is_host(at), &mut self.out.text);
            self.cooked_words(at + 1..words.end);
            self.push_view(start, around.guard);
        }
        if fetch {
            self.schemes(around, head, words);
        }
    }

    /// `curl example.com` as `curl http://example.com/`, and addresses
    /// without a scheme where guards name such.
    fn schemes(&mut self, around: Around<'_>, head: Head, words: Words) {
        let line = self.line;
        let behind = Behind::new(around.name, "");
        let named = self.places.options;
        let is_named = |text: &str| {
            named.is_none_or(|named| named.has_operand(behind, text))
        };
        let mut count = 0;
        for at in words.iter() {
            let text = cooked_at(line, at);
            let text = text.strip_prefix("--url=").unwrap_or(text);
            if self.is_cut(text.len()) || text.starts_with('-') {
                continue;
            }
            if let Some((_, rest)) = text.split_once("://") {
                if is_named(rest) {
                    if count >= MOST {
                        return self.head_alone(around, head);
                    }
                    count += 1;
                    let start = self.out.text.len();
                    self.head(around.name, head);
                    self.out.text.extend([" ", rest]);
                    self.cooked_words(at + 1..words.end);
                    self.push_view(start, around.guard);
                }
                continue;
            }
            let host = text.contains('.') || text.starts_with("localhost");
            if !host || !self.is_target(around, words, at) {
                continue;
            }
            for (scheme, sure) in [("http://", true), ("https://", false)] {
                if !is_named(scheme) {
                    continue;
                }
                if count >= MOST {
                    return self.head_alone(around, head);
                }
                count += 1;
                let (start, first) =
                    (self.out.text.len(), self.out.views.len());
                self.head(around.name, head);
                self.out.text.push(' ');
                address::with_scheme(scheme, text, &mut self.out.text);
                self.cooked_words(at + 1..words.end);
                self.push_view(start, around.guard);
                if !sure {
                    let span = self.span_of(words);
                    self.unsure(first, span, Reason::ProgramWord);
                }
            }
        }
    }

    /// Whether a guard may name such a word behind a program or subcommand.
    fn may_be_operand(
        &self,
        around: Around<'_>,
        head: Head,
        text: &str,
    ) -> bool {
        let (program, sub) = self.named_by(around.name, head);
        let behind = Behind::new(program, sub);
        let named = self.places.options;
        named.is_none_or(|named| named.has_operand(behind, text))
    }

    /// What stands before the words of which there are more than are written
    /// one by one.
    fn head_alone(&mut self, around: Around<'_>, head: Head) {
        let start = self.out.text.len();
        self.head(around.name, head);
        self.push_view(start, Effects::OPEN);
    }

    /// Whether a word is no option, and sure not to be the value of one.
    fn is_target(&self, around: Around<'_>, words: Words, at: usize) -> bool {
        let before = match at > words.start && self.is_option(at - 1) {
            true => self.text_at(at - 1),
            false => "",
        };
        let table = Table::new(around.name);
        let mut taken = takes_word(around.row, before) == Some(true);
        read(table, 1, before, |part| {
            let may = matches!(part.takes, Takes::Yes | Takes::Maybe);
            taken |= may && part.value.is_none();
        });
        !taken && !self.is_option(at)
    }
}
