//! Commands by their options, as texts.

use super::implied::write_mount;
use super::reading::{read, usual_name};
use super::{ANY, Found, Sorted, TOGETHER, Table, Takes, Value, here, values};
use crate::shell::Effects;
use crate::shell::guards::named::MARK;
use crate::shell::scene::Scene;
use crate::shell::views::respelled::{address, revision};
use crate::shell::words::cooked_at;

impl<'a> Scene<'a> {
    /// Writes a word that is no option.
    fn usual_operand(&mut self, table: Table<'_>, word: &str, at: usize) {
        let short = here(word);
        if self.is_cut(word.len()) {
            return self.cooked_words(at..at + 1);
        }
        self.out.text.push(' ');
        let from = self.out.text.len();
        let url = self.is_address(at);
        let git = table.program == "git";
        if git && revision::write(word, 0, &mut self.out.text) {
            return;
        }
        if !url {
            self.out.text.push_str(short);
        } else if !address::write(word, false, &mut self.out.text) {
            self.out.text.truncate(from);
            self.out.text.push_str(word);
        }
    }

    /// One view: the operands, and some options.
    pub(super) fn sorted_view(
        &mut self,
        sorted: Sorted<'_>,
        chosen: &[Option<Found<'_>>; TOGETHER],
    ) {
        let start = self.out.text.len();
        self.sorted_operands(sorted, chosen);
        self.chosen_options(sorted.table.program, chosen);
        self.push_view(start, Effects::SORTED);
    }

    /// Writes a command without its options, and without the words that
    /// these take.
    pub(super) fn sorted_operands(
        &mut self,
        sorted: Sorted<'_>,
        chosen: &[Option<Found<'_>>; TOGETHER],
    ) {
        let Sorted { table, words, greedy } = sorted;
        let line = self.line;
        let start = self.out.text.len();
        self.out.text.push_str(table.program);
        if !table.group.is_empty() {
            self.out.text.extend([" ", table.group]);
        }
        let (mut count, own) = (0, table.own());
        let mut at = words.start;
        while at < words.end {
            let word = cooked_at(line, at);
            let dashes = word == "--";
            if dashes || own > 0 && count >= own {
                self.cooked_words(at + usize::from(dashes)..words.end);
                break;
            }
            let mut taken = chosen
                .iter()
                .flatten()
                .any(|found| found.at == at && found.value == Value::Next);
            let place = at - words.start;
            let is_option = read(table.behind(count), place, word, |part| {
                let greedy = greedy && part.takes == Takes::Maybe;
                taken |= part.value.is_none()
                    && (part.takes == Takes::Yes || greedy);
            });
            // What says something else is no operand.
            let mut chosen = chosen.iter().flatten();
            if !is_option && chosen.all(|found| found.at != at) {
                self.usual_operand(table, word, at);
            }
            count += usize::from(!is_option);
            let next = is_option && taken;
            at += if next && !self.is_option(at + 1) { 2 } else { 1 };
        }
        let from = start + table.program.len();
        let text = self.out.text.get(from..).unwrap_or("");
        if let Some((end, usual)) = usual_name(table.known, text) {
            let blank = usize::from(!usual.is_empty());
            self.out.text.replace_range(from + blank..from + end, usual);
        }
    }

    /// Writes some options by their usual names.
    fn chosen_options(
        &mut self,
        program: &str,
        chosen: &[Option<Found<'_>>; TOGETHER],
    ) {
        let line = self.line;
        for found in chosen.iter().flatten() {
            self.out.text.extend([' ', MARK]);
            self.out.text.push_str(found.name);
            let (value, at) = match found.value {
                Value::No => continue,
                Value::Here(value) => (value, found.at),
                Value::Next => (cooked_at(line, found.at + 1), found.at + 1),
                Value::Mount(text) => {
                    self.out.text.push('=');
                    write_mount(text, &mut self.out.text);
                    continue;
                }
            };
            self.out.text.push('=');
            let unknown = self.unknown_at(at) && value.contains(['$', '`']);
            match unknown {
                true => self.out.text.push_str(ANY),
                false => {
                    let out = &mut self.out.text;
                    values::write(program, found.name, value, out);
                }
            }
        }
    }
}
