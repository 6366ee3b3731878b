//! `psql <<< 'DROP TABLE x'`: what a client of a database is fed is what it is
//! asked, as behind its option.

use crate::shell::scene::Scene;
use crate::shell::views::options::Around;
use crate::shell::views::subcommands::Head;
use crate::shell::words::{Words, base_name, cooked_at};
use crate::shell::{Effects, Reason};

/// How many statements of one text are looked at each alone.
const MOST: usize = 32;

/// In which letters a statement is written.
const LETTERS: [fn(&mut str); 3] =
    [|_| {}, str::make_ascii_uppercase, str::make_ascii_lowercase];

impl<'a> Scene<'a> {
    /// Views of a client with the texts that it is fed, each as a whole and
    /// statement by statement, behind its other words.
    pub(super) fn fed_statements(
        &mut self,
        around: Around<'_>,
        head: Head,
        words: Words,
    ) {
        if !self.fed() {
            return;
        }
        let line = self.line;
        let Some(simple) = line.simples.get(self.simple) else { return };
        for redirect in line.redirects_of(simple) {
            if redirect.kind.is_text() {
                let text = line.cooked(&redirect.target);
                self.fed_text(around, head, words, text);
            }
        }
        if simple.piped {
            self.piped_statements(around, head, words);
        }
    }

    /// The same with what `echo`, `printf` and `cat` of a here-document are
    /// sure to print before the pipe.
    fn piped_statements(
        &mut self,
        around: Around<'_>,
        head: Head,
        words: Words,
    ) {
        let line = self.line;
        let Some(before) = self.feeder() else { return };
        let all = Words::of(before);
        let own = all.from(self.behind_wrappers(all));
        match base_name(cooked_at(line, own.start)) {
            "cat" => {
                for redirect in line.redirects_of(before) {
                    if redirect.kind.is_text() {
                        let text = line.cooked(&redirect.target);
                        self.fed_text(around, head, words, text);
                    }
                }
            }
            "echo" | "printf" if own.iter().all(|at| self.literal_at(at)) => {
                if let Some(text) = self.printed_text(own) {
                    self.fed_text(around, head, words, &text);
                }
            }
            _ => {}
        }
    }

    fn fed_text(
        &mut self,
        around: Around<'_>,
        head: Head,
        words: Words,
        text: &str,
    ) {
        // The option behind which the same would stand.
        let option = match around.name {
            "psql" => "-c",
            "mysql" | "mariadb" => "-e",
            _ => "",
        };
        let places = [("", ""), ("", "\""), (option, ""), (option, "\"")];
        let count = if option.is_empty() { 2 } else { places.len() };
        let names = || super::names_of(around.name);
        let ways = || {
            names().flat_map(|name| {
                LETTERS.iter().flat_map(move |turn| {
                    places
                        .into_iter()
                        .take(count)
                        .map(move |p| (name, turn, p))
                })
            })
        };
        let statements = text.split([';', '\n']).map(str::trim);
        let statements = statements.filter(|one| !one.is_empty());
        let far = statements.clone().nth(MOST).is_some();
        let size = 16 * (text.len() + MOST * 32);
        if far || self.out.text.len() + size > self.room(64) {
            let span = self.span_of(words);
            self.doubt(Reason::Size, span, Effects::GUARD);
        }
        if self.out.text.len() + size > self.room(64) {
            return;
        }
        let whole = std::iter::once(text.trim());
        for one in whole.chain(statements.take(MOST)) {
            let all = one.len() == text.trim().len();
            for (name, turn, (place, quote)) in ways() {
                let start = self.out.text.len();
                self.head(name, head);
                if place.is_empty() || all {
                    self.cooked_words(words.iter());
                }
                self.part(place);
                let from = self.out.text.len();
                for (n, part) in one.split_whitespace().enumerate() {
                    self.out
                        .text
                        .extend([" ", if n > 0 { "" } else { quote }]);
                    self.out.text.push_str(part);
                }
                self.out.text.push_str(quote);
                if let Some(text) = self.out.text.get_mut(from..) {
                    turn(text);
                }
                self.push_view(start, around.guard);
            }
        }
    }
}
