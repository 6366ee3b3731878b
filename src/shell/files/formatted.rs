//! What formatters change: `black src`, `prettier --write .`, `cargo fmt`.

use crate::shell::Access;
use crate::shell::analyze::Scene;
use crate::shell::data::files::Role;
use crate::shell::data::formats::{CHECKS, format};
use crate::shell::data::written::CHANGES_BY;
use crate::shell::words::{Program, Words, cooked_at};

impl Scene<'_> {
    /// Whether a program changes the files that its words name.
    pub(crate) fn formats(&self, program: Program<'_>, words: Words) -> bool {
        let is_one = |row: &&(&str, &str)| row.0 == program.name;
        let mut by_subcommand = CHANGES_BY.iter().filter(is_one);
        let changes = program.known.changes()
            || by_subcommand
                .any(|row| words.iter().any(|at| self.is_at(at, row.1)));
        let only_checks = |at: usize| CHECKS.contains(&self.text_at(at));
        changes
            && !self.leaves_files(program.name, words)
            && !(format(program.name).is_some()
                && words.iter().any(only_checks))
    }

    /// The directories whose files such a program changes. Of the current one
    /// it is asked whether guards are about files that it may change.
    pub(crate) fn formatted(&mut self, program: Program<'_>, words: Words) {
        let row = format(program.name);
        let mut named = false;
        let mut sub = row.is_some_and(|row| row.sub);
        for at in words.iter() {
            let text = cooked_at(self.line, at);
            let option = text.starts_with('-');
            if option || std::mem::take(&mut sub) {
                continue;
            }
            let before = self.text_at(at - 1);
            named |= !before.starts_with('-') || before == "--";
            let (directory, name) =
                text.rsplit_once('/').unwrap_or(("", text));
            let found = directory.split('/').find(|part| is_glob(part));
            let is_all = matches!(name, "*" | "**" | "...");
            let around = self.holds_current(at)
                || is_all && matches!(directory, "" | ".")
                || is_glob(name) && text.starts_with(['*', '?', '[']);
            if let Some(row) = row.filter(|_| around) {
                let names = [name];
                let plain =
                    |c: char| c.is_ascii_alphanumeric() || "._-*?".contains(c);
                let narrow = is_glob(name) && name.chars().all(plain);
                let names = match narrow && !is_all {
                    true => &names[..],
                    false => row.names,
                };
                self.formatted_here(words, names, at);
            } else if is_all && found.is_none() {
                let span = self.span_of(Words { start: at, end: at + 1 });
                self.all_below(Role::Writes, directory, span);
            } else if !around {
                self.below_word(Role::Writes, at);
            }
        }
        let row = row.filter(|row| row.here && !named);
        if let Some(row) = row {
            self.formatted_here(words, row.names, words.start);
        }
    }

    /// Files of these names below the current directory, as far as guards may
    /// be about one.
    fn formatted_here(&mut self, words: Words, names: &[&str], at: usize) {
        let first = words.start - 1;
        if self.may_be_found_here(Access::Write, names, first) {
            let span = self.span_of(Words { start: at, end: at + 1 });
            self.any_file(Role::Writes, span);
        }
    }
}

fn is_glob(text: &str) -> bool {
    text.contains(['*', '?', '[', '{'])
}
