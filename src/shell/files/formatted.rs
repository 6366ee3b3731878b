//! What formatters change: `black src`, `prettier --write .`, `cargo fmt`.

use crate::shell::Access;
use crate::shell::data::changes::changes_by;
use crate::shell::data::files::Role;
use crate::shell::data::formats::{APART, CHECKS, WRITES, format};
use crate::shell::data::readers::reads_only;
use crate::shell::guards::anchored::holds;
use crate::shell::scene::Scene;
use crate::shell::words::{Program, Words, cooked_at};

impl Scene<'_> {
    /// Whether a program changes the files that its words name.
    pub(crate) fn formats(&self, program: Program<'_>, words: Words) -> bool {
        let mut by_subcommand = changes_by(program.name);
        let changes = program.known.changes()
            || by_subcommand
                .any(|sub| words.iter().any(|at| self.is_at(at, sub)));
        let only_checks = |at: usize| CHECKS.contains(&self.text_at(at));
        changes
            && !self.leaves_files(program.name, words)
            && !(format(program.name).is_some_and(|row| row.sub)
                && words.iter().any(only_checks))
    }

    /// Whether a program with these words only reads the files that they
    /// name, by the table.
    pub(crate) fn leaves_files(&self, name: &str, rest: Words) -> bool {
        reads_only(name, |option, among| {
            let letter = option.strip_prefix('-').filter(|l| l.len() == 1);
            let letter = letter.filter(|_| among);
            let is = |at: usize| {
                let text = self.text_at(at);
                let behind = text.strip_prefix(option);
                let long = option.starts_with("--")
                    && behind.is_some_and(|rest| rest.starts_with(['=', '-']));
                let letters = text.strip_prefix('-').unwrap_or("-");
                let bundle = letter.is_some_and(|letter| {
                    !letters.starts_with('-') && letters.contains(letter)
                });
                text == option || long || bundle
            };
            rest.iter().any(is) || among && self.any_option_beside_files(rest)
        })
    }

    /// The directories whose files such a program changes. Of the current one
    /// it is asked whether guards are about files that it may change; with
    /// `more` words to come, of any.
    pub(crate) fn formatted(
        &mut self,
        program: Program<'_>,
        words: Words,
        more: bool,
    ) {
        let row = format(program.name);
        let apart = row.map_or(APART, |row| row.apart);
        let comes = more || words.iter().any(|at| self.dynamic_at(at));
        if let Some(row) = row.filter(|_| comes) {
            let all = (row.names, apart);
            self.formatted_from("/", words.start - 1, words, all);
        }
        if row.is_none() && comes {
            self.changed_words(program.name, words);
        }
        let mut named = false;
        let mut sub = row.is_some_and(|row| row.sub);
        for at in words.iter() {
            let text = cooked_at(self.line, at);
            let option = is_no_place(text, sub);
            let before = self.text_at(at - 1);
            let is_sub = |own: &str| own == text && before != "--";
            if option
                || std::mem::take(&mut sub)
                || changes_by(program.name).any(is_sub)
            {
                continue;
            }
            named |= !before.starts_with('-')
                || before == "--"
                || WRITES.contains(&before);
            let base = base_of(text);
            let name = text.rsplit('/').next().unwrap_or(text);
            let is_all = matches!(name, "*" | "**" | "...");
            let around = match base {
                Some(base) => self.may_hold_current(base),
                None => self.holds_current(at),
            };
            let deep = base.is_some() && text.contains("**");
            let own = row.map(|row| row.names);
            if let Some(own) =
                own.or(deep.then_some(&["*"])).filter(|_| around)
            {
                let names = [name];
                let plain =
                    |c: char| c.is_ascii_alphanumeric() || "._-*?".contains(c);
                let narrow = base.is_some() && name.chars().all(plain);
                let names = match narrow && !is_all {
                    true => &names[..],
                    false => own,
                };
                let (start, all) = (base.unwrap_or(text), (names, apart));
                self.formatted_from(start, at, words, all);
            } else if let Some(base) = base.filter(|_| is_all || deep) {
                let span = self.span_of(Words { start: at, end: at + 1 });
                self.all_below(Role::Writes, base, span);
            } else if base.is_none() && !around {
                self.below_word(Role::Writes, at);
            }
        }
        let row = row.filter(|row| row.here && !named && !comes);
        if let Some(row) = row {
            let all = (row.names, apart);
            self.formatted_from(".", words.start - 1, words, all);
        }
    }

    /// Words that are known only when the line runs, of a program that may
    /// change each: `strip "$x"`. Of a database only the first is a file.
    fn changed_words(&mut self, name: &str, words: Words) {
        let has = |text: &str| words.iter().any(|at| self.is_at(at, text));
        let database = matches!(name, "duckdb" | "sqlite3");
        let looks = database
            && (self.only_selects(words)
                || has("-readonly")
                || has("--readonly"));
        // It prints what it is not told to set.
        let sets = |at: usize| self.text_at(at).contains('=');
        let shows = name == "exiftool" && !words.iter().any(sets);
        if looks || shows {
            return;
        }
        for at in words.iter() {
            if self.first_byte(at) != b'-' {
                if self.dynamic_at(at) {
                    self.file_at(Access::Write, at);
                }
                if database {
                    return;
                }
            }
        }
    }

    /// Files of these names below a directory that holds the current one, or
    /// is it, but not in one that is left out, as far as guards may be about
    /// one.
    fn formatted_from(
        &mut self,
        start: &str,
        at: usize,
        words: Words,
        names: (&[&str], &str),
    ) {
        let start = if start.is_empty() { "." } else { start };
        let first = words.start - 1;
        if self.may_be_found_below(Access::Write, names, start, first) {
            let span = self.span_of(Words { start: at, end: at + 1 });
            self.any_file(Role::Writes, span);
        }
    }

    /// Whether a directory may be the current one, or one above it.
    fn may_hold_current(&self, directory: &str) -> bool {
        matches!(directory, "" | "." | "/")
            || directory.starts_with('~')
            || directory.split('/').any(|part| part == "..")
            || self.places.cwd.is_none_or(|cwd| holds(directory, cwd))
    }
}

/// Whether a word is an option, the version of `cargo +nightly fmt` or what
/// `dune build @fmt` builds.
fn is_no_place(text: &str, first: bool) -> bool {
    text.starts_with(['-', '@']) || first && text.starts_with('+')
}

/// The directory in which a glob, or `...`, starts: `src` of `src/*/x`.
fn base_of(text: &str) -> Option<&str> {
    let mut end = 0;
    for part in text.split_inclusive('/') {
        if is_glob(part) || part == "..." {
            let base = text.get(..end).unwrap_or("");
            let base = base.strip_prefix("./").unwrap_or(base);
            return Some(match base {
                "/" => base,
                _ => base.trim_end_matches('/'),
            });
        }
        end += part.len();
    }
    None
}

fn is_glob(text: &str) -> bool {
    text.contains(['*', '?', '[', '{'])
}
