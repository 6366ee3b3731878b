//! `psql <<< 'DROP TABLE x'`: what a client of a database is fed is what it is
//! asked, as behind its option.

use smallvec::SmallVec;

use super::capitals::in_capitals;
use crate::shell::Effects;
use crate::shell::data::programs::Known;
use crate::shell::data::respell::{self, Spelling};
use crate::shell::scene::Scene;
use crate::shell::views::options::Around;
use crate::shell::views::subcommands::Head;
use crate::shell::words::{Words, base_name, cooked_at};

/// How many statements of one text are looked at each alone.
const MOST: usize = 32;

/// In which letters a statement is written.
const LETTERS: [fn(&mut str); 3] =
    [|_| {}, in_capitals, str::make_ascii_lowercase];

/// In how many words of a command statements are looked at.
const WORDS: usize = 4;

/// Where a statement stands in a command: behind its first words and an
/// option, and before others.
#[derive(Clone, Copy)]
struct Place<'o> {
    head: Head,
    words: Words,
    option: &'o str,
    behind: Words,
}

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
            return self.statements_of_function(around, head, words);
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

    /// `f() { psql; }; f <<< 'DROP TABLE x'`: what the line gives a program
    /// that nobody knows may be for a client within a function.
    fn statements_of_function(
        &mut self,
        around: Around<'_>,
        head: Head,
        words: Words,
    ) {
        /// How many texts of how many commands are looked at.
        const SOME: usize = 4;
        const NEAR: usize = 64;
        if self.own.depth == 0 {
            return;
        }
        let line = self.line;
        let calls = line.simples.iter().rev().take(NEAR).filter(|simple| {
            let name = cooked_at(line, Words::of(simple).start);
            simple.depth < self.own.depth && !Known::of(name).is_known()
        });
        let texts = calls.flat_map(|simple| line.redirects_of(simple));
        let texts = texts.filter(|redirect| redirect.kind.is_text());
        let texts = texts.map(|redirect| line.cooked(&redirect.target));
        let texts: SmallVec<[&str; SOME + 1]> = texts.take(SOME + 1).collect();
        if texts.len() > SOME {
            let start = self.out.text.len();
            self.head(around.name, head);
            self.push_view(start, Effects::OPEN);
        }
        for text in texts {
            self.fed_text(around, head, words, text);
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
        let name = |at: usize| base_name(cooked_at(line, at));
        let prints = |&at: &usize| matches!(name(at), "echo" | "printf");
        // What `xargs` runs is its first word of that name.
        let run = match name(own.start) {
            "xargs" => own.iter().find(prints),
            _ => None,
        };
        let own = own.from(run.unwrap_or(own.start));
        match name(own.start) {
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
        let option = usual_option(around.name);
        let places: &[&str] = match option {
            "" => &[""],
            option => &["", option],
        };
        let redis =
            respell::of(around.name, around.known) == Some(Spelling::Redis);
        let end = if redis { '\n' } else { ';' };
        let statements = text.split(end).map(str::trim);
        let statements = statements.filter(|one| !one.is_empty());
        let far = statements.clone().nth(MOST).is_some();
        let count = statements.clone().take(MOST).count();
        let before = count * self.line.text.len();
        let size = 16 * (text.len() + MOST * 32) + 18 * before;
        let large = self.out.text.len() + size > self.room(64);
        if far || large {
            let start = self.out.text.len();
            self.head(around.name, head);
            self.push_view(start, Effects::OPEN);
        }
        if large {
            return;
        }
        let none = Words::default();
        let whole = std::iter::once(text.trim());
        for one in whole.chain(statements.take(MOST)) {
            for name in super::names_of(around.name) {
                for option in places {
                    let place = Place { head, words, option, behind: none };
                    self.fed_views(name, place, one, around.guard);
                    if !option.is_empty() && !words.is_empty() {
                        let place = Place { words: none, ..place };
                        self.fed_views(name, place, one, around.guard);
                    }
                }
            }
        }
    }

    /// Views with each statement alone of a word that holds several:
    /// `psql -c 'BEGIN; DROP TABLE x'`.
    pub(super) fn statements_alone(
        &mut self,
        around: Around<'_>,
        head: Head,
        words: Words,
    ) {
        let line = self.line;
        let several = |at: &usize| {
            let text = cooked_at(line, *at).trim_end_matches([';', ' ']);
            text.contains(';') && text.contains([' ', '\n', '\t'])
        };
        for (n, at) in words.iter().filter(several).enumerate() {
            let text = cooked_at(line, at);
            let (glued, text) = text.split_at(super::glued_option(text));
            let option = match glued.is_empty() {
                true => "",
                false => usual_option(around.name),
            };
            let statements = text.split(';').map(str::trim);
            let statements = statements.filter(|one| !one.is_empty());
            let count = statements.clone().take(MOST + 1).count();
            let size = 18 * count * (line.text.len() + 32);
            let room = self.room(64).saturating_sub(self.out.text.len());
            if n == WORDS || count > MOST || size > room {
                let start = self.out.text.len();
                self.head(around.name, head);
                self.push_view(start, Effects::OPEN);
                return;
            }
            let before = Words { end: at, ..words };
            let behind = words.from(at + 1);
            let whole = Place { head, words: before, option, behind };
            let option = match at > words.start && self.is_option(at - 1) {
                true => cooked_at(line, at - 1),
                false => option,
            };
            let none = Words::default();
            let alone = Place { head, words: none, option, behind: none };
            for one in statements {
                for name in super::names_of(around.name) {
                    for place in [whole, alone] {
                        self.fed_views(name, place, one, around.guard);
                    }
                }
            }
        }
    }

    /// Views with one text behind a client and an option, in both letters.
    fn fed_views(
        &mut self,
        name: &str,
        Place { head, words, option, behind }: Place<'_>,
        text: &str,
        guard: Effects,
    ) {
        for turn in LETTERS {
            for quote in ["", "\""] {
                let start = self.out.text.len();
                self.head(name, head);
                self.cooked_words(words.iter());
                self.part(option);
                let from = self.out.text.len();
                for (n, part) in text.split_whitespace().enumerate() {
                    let quote = if n > 0 { "" } else { quote };
                    self.out.text.extend([" ", quote, part]);
                }
                self.out.text.push_str(quote);
                if let Some(text) = self.out.text.get_mut(from..) {
                    turn(text);
                }
                self.cooked_words(behind.iter());
                self.push_view(start, guard);
            }
        }
    }
}

/// The option behind which a client takes what it is fed otherwise.
fn usual_option(client: &str) -> &'static str {
    match client {
        "psql" => "-c",
        "mysql" | "mariadb" => "-e",
        _ => "",
    }
}
