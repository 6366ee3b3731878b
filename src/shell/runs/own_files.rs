//! Files of code that the line writes and that a program finds by itself:
//! `cat > a_test.go <<E … E` and then `go test ./...`.

use smallvec::SmallVec;

use crate::shell::data::finders::{Finder, NAMED, finders};
use crate::shell::noted::{Read, SCRIPTS};
use crate::shell::scene::Scene;
use crate::shell::words::{Words, cooked_at};

/// How often the names of what a line writes are gone through.
const MOST: usize = 32;

impl<'a> Scene<'a> {
    /// What the line writes into files that the program finds, or that an
    /// option names.
    pub(super) fn own_finds(&mut self, name: &str, words: Words) {
        if !self.is_author() {
            return;
        }
        self.plain_code = false;
        let rest = words.from(words.start + 1);
        for (row, finder) in finders(name) {
            let told = |sub: &&str| rest.iter().any(|at| self.is_at(at, sub));
            if finder.subs.is_empty() || finder.subs.iter().any(told) {
                self.own_found(row, finder);
            }
        }
        let line = self.line;
        let options = NAMED.iter().filter(|row| row.0 == name);
        for option in options.flat_map(|row| row.1.iter().copied()) {
            for at in rest.iter() {
                let text = cooked_at(line, at);
                let value = match text.strip_prefix(option) {
                    Some("") => cooked_at(line, at + 1),
                    Some(value) => value.trim_start_matches('='),
                    None => continue,
                };
                self.own_code(value, Read::Terms);
            }
        }
    }

    /// `tee /etc/cron.d/x`: whether what a program is fed is run at some time.
    pub(super) fn is_of_cron(&self, name: &str, rest: Words) -> bool {
        let is = |at: usize| self.text_at(at).starts_with("/etc/cron");
        name == "crontab" || rest.iter().any(is)
    }

    /// `BASH_ENV=z bash -c x`: what the line writes for a shell to run first.
    pub(super) fn run_first(&mut self, words: Words) {
        if !self.is_author() {
            return;
        }
        let line = self.line;
        for at in self.own.words.0 as usize..words.start {
            let text = cooked_at(line, at);
            let names = ["BASH_ENV=", "ENV="];
            let path = names.iter().find_map(|name| text.strip_prefix(name));
            if let Some(path) = path {
                self.own_code(path, Read::Lines);
            }
        }
    }

    /// The files of the line that a row of the table is about, once in each
    /// directory.
    fn own_found(&mut self, row: usize, finder: &Finder) {
        let here = (row, self.cd, self.root);
        if self.found.contains(&here) {
            return;
        }
        if self.found.len() == MOST {
            return self.not_sought();
        }
        self.found.push(here);
        let mut found: SmallVec<[&'a str; SCRIPTS + 1]> = SmallVec::new();
        for name in self.names().filter(|name| finder.finds(name)) {
            if found.len() <= SCRIPTS && !found.contains(&name) {
                found.push(name);
            }
        }
        let read = if finder.code { Read::Found } else { Read::Terms };
        for name in found {
            self.own_code(name, read);
        }
    }
}
