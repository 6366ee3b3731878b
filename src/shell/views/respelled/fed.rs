//! `psql <<< 'DROP TABLE x'`: what a client of a database is fed is what it is
//! asked, as behind its option.

use smallvec::SmallVec;

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
        let option = match around.name {
            "psql" => "-c",
            "mysql" | "mariadb" => "-e",
            _ => "",
        };
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
        let size = 16 * (text.len() + MOST * 32);
        let large = self.out.text.len() + size > self.room(64);
        if far || large {
            let start = self.out.text.len();
            self.head(around.name, head);
            self.push_view(start, Effects::OPEN);
        }
        if large {
            return;
        }
        let whole = std::iter::once((text.trim(), words));
        let each = statements.take(MOST).map(|one| (one, Words::default()));
        for (one, before) in whole.chain(each) {
            for name in super::names_of(around.name) {
                for place in places {
                    let words = if place.is_empty() { words } else { before };
                    let place = (head, words, *place);
                    self.fed_views(name, place, one, around.guard);
                }
            }
        }
    }

    /// Views with one text behind a client and an option, in both letters.
    fn fed_views(
        &mut self,
        name: &str,
        (head, words, option): (Head, Words, &str),
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
                self.push_view(start, guard);
            }
        }
    }
}
