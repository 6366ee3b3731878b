//! What an interpreter runs: a module or a file, as a program of its own.

use super::analyze::{Allow, Level, Scene};
use super::data::interpreters::{CODE_MODULES, Interpreter, REACHES, SQL};
use super::strip::short_takes;
use super::words::cooked_at;
use super::{Effects, Reason};

impl Scene<'_> {
    /// The program that an interpreter runs from a module or a file, for
    /// guards: `pip` of `python -m pip`, `manage.py`. Whether only a
    /// full-text allow rule may cover it.
    pub(super) fn module_or_script(
        &mut self,
        level: Level,
        row: &Interpreter,
    ) -> bool {
        let line = self.line;
        let python = matches!(row.name, "python" | "pypy");
        let mut words = level.words.from(level.words.start + 1);
        while let Some(text) = words.iter().next().map(|_| words.start) {
            let text = cooked_at(line, text);
            let module = text.strip_prefix("-m").filter(|_| python);
            if !text.starts_with('-') || text == "-" {
                break;
            }
            let takes = short_takes(text, valued(row.name));
            words = words.from(words.start + if takes { 2 } else { 1 });
            match module {
                None => continue,
                Some("") => {}
                Some(name) => {
                    self.text_view(name, words, level.guard);
                    return false;
                }
            }
            let name = cooked_at(line, words.start);
            if CODE_MODULES.contains(&name) {
                let span = self.span_of(level.words);
                self.doubt(Reason::ForeignCode, span, Effects::GUARD);
            }
            break;
        }
        if words.is_empty() || row.opens || row.name == "cmd" {
            return false;
        }
        if !self.text_at(words.start).contains('/') {
            let start = self.out.text.len();
            self.out.text.push_str("./");
            self.out.text.push_str(cooked_at(line, words.start));
            self.cooked_words(words.start + 1..words.end);
            self.push_view(start, level.guard);
        }
        let (allow, open, guard) = (Allow::No, level.open, level.guard);
        self.levels.push(Level { words, allow, open, guard });
        // `python -m pytest -p x`: an allow rule covers what it would alone.
        self.exec_flags(self.program(words, false), words)
    }

    /// Whether the code in or behind an option is SQL that reaches nothing
    /// beside the database: `psql -c 'select 1'`.
    pub(super) fn only_asks(&self, name: &str, at: usize) -> bool {
        if !SQL.contains(&name) {
            return false;
        }
        let option = self.text_at(at);
        let short = option.len() == 2;
        let value = match option.split_once('=') {
            Some((_, value)) if option.starts_with("--") => value,
            _ if short || option.starts_with("--") => self.text_at(at + 1),
            _ => return false,
        };
        let attached = option.contains('=');
        let word = if attached { at } else { at + 1 };
        let lower = value.to_ascii_lowercase();
        self.literal_at(word)
            && !value.is_empty()
            && !lower.trim_start().starts_with(['.', '-'])
            && !REACHES.iter().any(|sign| lower.contains(sign))
    }
}

/// Letters of options before the script that take the next word.
fn valued(interpreter: &str) -> &'static str {
    match interpreter {
        "python" | "pypy" => "WX",
        "node" | "nodejs" | "ts-node" => "r",
        "ruby" => "rIEC",
        "perl" => "I",
        "php" => "dcz",
        "lua" | "luajit" => "l",
        _ => "",
    }
}
