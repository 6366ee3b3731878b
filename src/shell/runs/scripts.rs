//! What an interpreter runs: a module or a file, as a program of its own.

use super::code::has_letter;
use crate::shell::data::fed::{FED_MODULES, is_console};
use crate::shell::data::files::Role;
use crate::shell::data::interpreters::{
    self, CODE_MODULES, Interpreter, PYTHONS, REACHES, SQL, Takes,
};
use crate::shell::data::sources::OPENING_MODULES;
use crate::shell::data::subcommands;
use crate::shell::data::windows::runs_line;
use crate::shell::files::written::file_name;
use crate::shell::guards::named::SCRIPT;
use crate::shell::noted::Read;
use crate::shell::paths::known_start;
use crate::shell::scene::{Allow, Level, Scene};
use crate::shell::split::WordFlags;
use crate::shell::words::short_takes;
use crate::shell::words::{Words, cooked_at};
use crate::shell::{Effects, Reason};

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
        let mut words = level.words.from(level.words.start + 1);
        if self.only_replaces(row.name, words) {
            return false;
        }
        let takes = interpreters::takes(row.name);
        let (mut exact, mut checks) = (false, false);
        while let Some(text) = words.iter().next().map(|_| words.start) {
            let text = cooked_at(line, text);
            if !text.starts_with('-') || text == "-" {
                break;
            }
            let takes = takes_next(text, takes)
                && self.first_byte(words.start + 1) != b'-';
            words = words.from(words.start + if takes { 2 } else { 1 });
            checks |= interpreters::only_checks(row.name, text);
            match module_of(row, text) {
                None => continue,
                Some("") => {}
                Some(name) => {
                    self.text_view(name, words, level.guard);
                    return self.module(name, words, level.words);
                }
            }
            let name = cooked_at(line, words.start);
            let behind = words.from(words.start + 1);
            exact = self.module(name, behind, level.words);
            break;
        }
        if row.name == "deno" && self.is_at(words.start, "run") {
            let dashed = |&at: &usize| self.first_byte(at) == b'-';
            let behind = words.from(words.start + 1);
            let options = behind.iter().take_while(dashed).count();
            words = behind.from(behind.start + options);
        }
        // `find -exec python {}`: one that is found.
        let found = level.open() && self.text_at(words.start).contains("{}");
        let own = subcommands::is_own(row.name, self.text_at(words.start));
        if words.is_empty() || found || row.opens || row.name == "cmd" || own {
            return exact;
        }
        if checks || self.is_glob_of_scripts(words.start) {
            return exact;
        }
        self.run_from_here(words, level.guard);
        let (allow, more, guard) = (Allow::No, level.more, level.guard);
        self.levels.push(Level { words, allow, more, guard });
        // `python -m pytest -p x`: an allow rule covers what it would alone.
        exact | self.exec_flags(self.program(words, false), words)
    }

    /// `node --test test/*.test.js`: whether a word finds scripts, and no
    /// guard names a program with such an ending, or all of the directory.
    fn is_glob_of_scripts(&self, at: usize) -> bool {
        const GLOBS: [char; 3] = ['*', '?', '['];
        let Some(word) = self.word(at) else { return false };
        let globs = WordFlags(word.flags.0 & !WordFlags::GLOB).literal();
        let text = self.cooked(word);
        let parts = text.rsplit_once('/').zip(text.rsplit_once('.'));
        let Some(((directory, name), (_, ending))) = parts else {
            return false;
        };
        let plain = |c: char| c.is_ascii_alphanumeric();
        globs
            && name.contains(GLOBS)
            && !directory.contains(GLOBS)
            && !ending.is_empty()
            && ending.chars().all(plain)
            && self.places.options.is_some_and(|named| {
                let directory = directory.trim_start_matches("./");
                !named.has_ending(ending)
                    && !named.has_in(SCRIPT, ["", directory], false)
            })
    }

    /// A file that is run from the current directory, as a program of it.
    fn run_from_here(&mut self, words: Words, guard: Effects) {
        if self.text_at(words.start).contains('/') {
            return;
        }
        let line = self.line;
        let start = self.out.text.len();
        self.out.text.push_str("./");
        self.out.text.push_str(cooked_at(line, words.start));
        self.cooked_words(words.start + 1..words.end);
        self.push_view(start, guard);
    }

    /// `uv run x.py`: a script, where other words are programs.
    pub(super) fn script_of_uv(
        &mut self,
        name: &str,
        words: Words,
        guard: Effects,
    ) {
        if name == "uv" && self.text_at(words.start).ends_with(".py") {
            self.run_from_here(words, guard);
        }
    }

    /// A module of Python with the words behind its name, of all the words
    /// of the command. Whether only a full-text allow rule may cover it.
    fn module(&mut self, name: &str, behind: Words, all: Words) -> bool {
        if CODE_MODULES.contains(&name) {
            self.doubt_code(all);
            self.foreign_code(all, behind.start, name, false);
        }
        if FED_MODULES.contains(&name) && self.fed() {
            return self.stdin_program(all, Read::Code);
        }
        if self.profile.strict && OPENING_MODULES.contains(&name) {
            // And what lies in them: `python -m tarfile -c x .`.
            self.opened(behind);
            if matches!(name, "tarfile" | "zipfile") {
                self.extracted(behind);
            }
            for at in behind.iter() {
                if self.first_byte(at) != b'-' {
                    self.tree(Role::Reads, at);
                }
            }
        }
        if self.profile.strict && !behind.is_empty() {
            self.module_files(name, behind);
        }
        // An allow rule that says its name says what it does.
        false
    }

    /// `python -m zipfile -e a .`: what is unpacked, and where.
    fn extracted(&mut self, behind: Words) {
        let extracts = |at| matches!(self.text_at(at), "-e" | "--extract");
        if !behind.iter().any(extracts) {
            return;
        }
        let mut plain =
            behind.iter().filter(|&at| self.first_byte(at) != b'-');
        match plain.nth(1) {
            Some(at) => self.tree(Role::Writes, at),
            None => self.any_file(Role::Writes, self.span_of(behind)),
        }
    }

    /// Whether one of the words starts a console: `rails console`.
    pub(super) fn starts_console(&self, name: &str, rest: Words) -> bool {
        rest.iter().any(|at| is_console(name, self.text_at(at)))
    }

    /// `rename 's/a/unlink b/e'`: code among the words of a program that
    /// everybody gives an expression.
    pub(crate) fn renames(&mut self, words: Words) {
        let rest = words.from(words.start + 1);
        let code = rest.iter().any(|at| {
            let text = self.text_at(at);
            let flags = text.rsplit('/').next().unwrap_or("");
            let replaces = ["s/", "y/", "tr/"];
            match replaces.iter().any(|start| text.starts_with(start)) {
                true => flags.len() < 8 && flags.contains(['e', ';', '}']),
                false => {
                    text.contains(['"', '`', '(', ';', '@'])
                        || matches!(text, "unlink" | "exec" | "system")
                }
            }
        });
        if code {
            let span = self.span_of(words);
            self.doubt(Reason::ForeignCode, span, Effects::GUARD);
        }
    }

    /// `PYTHONINSPECT=1 python -c x <<< y`, `python -i x.py`, `perl -d x.pl`:
    /// whether a program may read what it is given behind its code, by the
    /// options up to this one.
    pub(super) fn goes_on(
        &self,
        row: &Interpreter,
        words: Words,
        at: usize,
    ) -> bool {
        const NAME: &str = "PYTHONINSPECT";
        let options = Words { start: words.start + 1, end: at + 1 };
        let mut options = options.iter().map(|at| self.text_at(at));
        if row.name == "perl" {
            return options.any(|text| text == "-d");
        }
        if !is_python(row) {
            return false;
        }
        let told = |text: &str| {
            let letters = text.split(['c', 'm', 'W', 'X']).next();
            !text.starts_with("--") && letters.is_some_and(|l| l.contains('i'))
        };
        let own = self.own.words.0 as usize..words.start;
        options.any(told)
            || own.into_iter().any(|at| self.text_at(at).starts_with(NAME))
            || *self
                .whole
                .inspects
                .get_or_init(|| self.outermost.contains(NAME))
    }

    /// Whether a program reads its input beside the code that the option at
    /// `at` names.
    pub(super) fn reads_on(
        &self,
        row: &Interpreter,
        windows: bool,
        words: Words,
        at: usize,
    ) -> bool {
        windows && self.is_at(at + 1, "-") || self.goes_on(row, words, at)
    }

    /// Whether a script is one that every session in an environment starts
    /// with, and the line does not write it.
    pub(super) fn starts_session(&self, at: usize) -> bool {
        let Some(word) = self.word(at) else { return false };
        let text = self.cooked(word);
        let literal = word.flags.literal();
        let open = word.flags.any(WordFlags::UNQUOTED_EXPANSION);
        let home = self.places.home.and_then(|home| text.strip_prefix(home));
        let known = match text.strip_prefix('~').or(home) {
            Some(rest) if literal => OF_HOME.contains(&rest),
            _ if literal => text.ends_with("bin/activate"),
            _ if open && self.names_places() => false,
            _ => match known_start(word, text) {
                Some(("~", rest)) => OF_HOME.contains(&rest),
                Some((_, rest)) => rest.ends_with("/bin/activate"),
                None => !open && OF_NVM.contains(&text),
            },
        };
        known && !self.may_write(file_name(text))
    }

    /// Whether the code in or behind an option is SQL that reaches nothing
    /// beside the database: `psql -c 'select 1'`.
    pub(super) fn only_asks(&self, name: &str, at: usize) -> bool {
        if !SQL.contains(&name) {
            return false;
        }
        let option = self.text_at(at);
        let short = ends_bundle(option);
        let value = match option.split_once('=') {
            Some((_, value)) if option.starts_with("--") => value,
            _ if short || option.starts_with("--") => self.text_at(at + 1),
            _ => return false,
        };
        let attached = option.contains('=');
        let word = if attached { at } else { at + 1 };
        let lower = value.to_ascii_lowercase();
        if name == "psql" && self.literal_at(word) && describes(value) {
            return true;
        }
        self.literal_at(word)
            && !value.is_empty()
            && !lower.trim_start().starts_with(['.', '-'])
            && !REACHES.iter().any(|sign| lower.contains(sign))
    }
}

/// Whether all letters of an option of psql or mysql before the last, which
/// names code, take no word: `-tAc`.
fn ends_bundle(option: &str) -> bool {
    const FLAGS: &str = "ABEHNWXabnqrstwxz";
    let letters = option.strip_prefix('-').unwrap_or("");
    let before = letters.strip_suffix(['c', 'e']);
    before.is_some_and(|all| all.chars().all(|c| FLAGS.contains(c)))
}

/// Whether a command of psql lists what there is: `\dt public.*`.
fn describes(text: &str) -> bool {
    let Some(text) = text.strip_prefix('\\') else { return false };
    let (command, pattern) = text.split_once(' ').unwrap_or((text, ""));
    let letter = |c: char| c.is_ascii_alphabetic() || matches!(c, '+' | 'S');
    let plain = |c: char| c.is_ascii_alphanumeric() || "_.*".contains(c);
    (command.starts_with('d') || matches!(command, "conninfo" | "l" | "l+"))
        && command.chars().all(letter)
        && pattern.chars().all(plain)
}

/// What starts a session, below the home directory: profiles, which are
/// protected, and what sets up tools (their manuals).
const OF_HOME: &[&str] = &[
    "/.bash_profile",
    "/.bashrc",
    "/.cargo/env",
    "/.nvm/nvm.sh",
    "/.profile",
    "/.sdkman/bin/sdkman-init.sh",
    "/.zprofile",
    "/.zshrc",
];
const OF_NVM: &[&str] = &["$NVM_DIR/nvm.sh", "${NVM_DIR}/nvm.sh"];

/// Whether a word of an interpreter is an option, or the start of one, whose
/// value is code.
pub(super) fn names_code(row: &Interpreter, name: &str, text: &str) -> bool {
    let dashed = text.strip_prefix("--");
    // `-batch` of emacs
    let long = dashed.or(text.strip_prefix('-')).is_some_and(|long| {
        let option = long.split(['=', ':']).next().unwrap_or("");
        let short = option.len() > 1 && dashed.is_some()
            // It takes the start of a long one behind one dash, too.
            || option.len() > 1 && name == "gdb";
        row.long.contains(&option)
            || short && row.long.iter().any(|long| long.starts_with(option))
    });
    // What stands behind a letter that takes it are no letters: `-Itest`.
    let taken = interpreters::takes(row.name).1;
    let end = text.find(|c| taken.contains(c) && !row.code.contains(c));
    let letters = end.and_then(|end| text.get(..end)).unwrap_or(text);
    let short = dashed.is_none() && has_letter(letters, row.code);
    let slash = name == "cmd" && runs_line(text);
    let plus = text.len() > 1
        && text.starts_with('+')
        && !text.ends_with(|c: char| c.is_ascii_digit())
        && row.long.contains(&"cmd");
    long || short || row.long.contains(&text) || slash || plus
}

/// Whether an option before the script takes the next word, which is then
/// not the script: `lib` of `perl -I lib -e …`.
pub(super) fn takes_next(text: &str, takes: Takes) -> bool {
    let long = text.strip_prefix("--").or(text.strip_prefix('-'));
    short_takes(text, takes.1) || long.is_some_and(|l| takes.2.contains(&l))
}

/// Whether the code of an interpreter is Python.
pub(super) fn is_python(row: &Interpreter) -> bool {
    PYTHONS.contains(&row.name)
}

/// What stands behind the `m` of an option that names a module to run, among
/// other letters or not: nothing in `-m` and `-Bm`, whose name is the next
/// word.
pub(super) fn module_of<'t>(
    row: &Interpreter,
    option: &'t str,
) -> Option<&'t str> {
    if !is_python(row) {
        return None;
    }
    let letters = option.strip_prefix('-')?;
    // The others of these take what follows them, too.
    let at = letters.find(['-', 'm', 'c', 'W', 'X'])?;
    letters.get(at..)?.strip_prefix('m')
}
