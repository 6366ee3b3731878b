//! Code within commands: `bash -c`, `eval`, scripts, other languages.

use super::posix::is_posix;
use super::scripts::{module_of, names_code, takes_next};
use super::stdin::read_by;
use crate::shell::data::interpreters::{self, Interpreter, NEAR_SHELLS};
use crate::shell::data::windows;
use crate::shell::noted::Read;
use crate::shell::paths::is_descriptor;
use crate::shell::scene::{Level, Scene};
use crate::shell::split::WordFlags;
use crate::shell::words::short_takes;
use crate::shell::words::{Program, Words, cooked_at};
use crate::shell::{Access, Effects, Reason, Shell};

/// Where the program that a shell runs comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Origin {
    /// The word that `-c` names.
    Text(usize),
    /// A file.
    File(usize),
    /// Standard input.
    Input,
    /// A file that is only looked at (`bash -n`).
    Checked(usize),
}

/// Options that name a file which a shell that is talked to runs first.
const STARTS: &[&str] = &["--rcfile", "--init-file"];

/// Whether a word is short options with one of these.
pub(crate) fn has_letter(text: &str, letters: &str) -> bool {
    let options = text.strip_prefix('-');
    options.is_some_and(|options| options.contains(|c| letters.contains(c)))
}

impl Scene<'_> {
    /// Finds code that the command runs. Whether only a full-text allow rule
    /// may cover it.
    pub(super) fn inner_programs(
        &mut self,
        level: Level,
        program: Program<'_>,
    ) -> bool {
        let Program { name, known, .. } = program;
        let words = level.words;
        let rest = words.from(words.start + 1);
        if known.is_shell() {
            return self.of_shell(name, level);
        }
        match name {
            "eval" => {
                let dashes = self.text_at(rest.start) == "--";
                let skip = rest.start + usize::from(dashes);
                self.open_code(rest);
                self.inner(rest.from(skip), false);
            }
            "at" | "batch" => return self.reads_jobs(words),
            "make" | "gmake" | "patch" if self.reads_code(name, rest) => {
                return self.stdin_program(words, read_by(name));
            }
            "source" | "." => self.script(rest.start, words),
            "trap" => self.trapped(rest),
            // `set -- 'h rm x'; ssh $@`
            "set" if self.splits() => self.printed_words(words),
            "set" => self.words_may_be_run(rest),
            "crontab" | "tee" if self.fed() && self.is_of_cron(name, rest) => {
                return self.stdin_program(words, Read::Lines);
            }
            "ssh" | "autossh" | "parallel" | "sem" if self.fed() => {
                return self.offered(name, words);
            }
            // No command stands there.
            "parallel" | "sem"
                if rest.iter().any(|at| {
                    let text = self.text_at(at);
                    text.starts_with("-a") || text.starts_with("--arg-file")
                }) =>
            {
                self.read_commands(words);
            }
            "crontab" => {
                let mut at = rest.start;
                while self.text_at(at).starts_with('-') && at < rest.end {
                    at +=
                        if short_takes(self.text_at(at), "u") { 2 } else { 1 };
                }
                self.script(at, words);
            }
            "sed" | "gsed" => return self.sed(rest),
            "git" => return self.git(words),
            _ if known.is_awk() => return self.awk(rest),
            _ => {
                let (mut found, fed) = self.commands_given(program, words);
                if let Some(row) = known.interpreter() {
                    found |= self.foreign(row, level, name);
                    found |= self.module_or_script(level, row);
                }
                if fed {
                    found |= self.stdin_program(words, Read::Terms);
                }
                return found;
            }
        }
        false
    }

    /// Whether the file that `-f` names is standard input, or what a command
    /// prints: `make -sf -`, `awk -f <(x)`.
    pub(super) fn reads_input(&self, rest: Words) -> bool {
        rest.iter().any(|at| {
            let (text, before) = (self.text_at(at), self.text_at(at - 1));
            let names = matches!(before, "--file" | "--makefile")
                || short_takes(before, "f");
            let cut = if text.starts_with("--") { '=' } else { 'f' };
            let value = match text.split_once(cut) {
                Some((_, value)) if text.starts_with('-') => value,
                _ => text,
            };
            let given = value == "-" || value.starts_with("<(");
            (value.len() < text.len() || names)
                && (given || is_descriptor(value))
        })
    }

    /// A shell reads its program as it does: `zsh -c 'echo *(+rm)'`.
    fn of_shell(&mut self, name: &str, level: Level) -> bool {
        let own = self.shell;
        self.shell = match own {
            Shell::PowerShell => own,
            _ if name == "zsh" => Shell::Zsh,
            _ => Shell::Bash,
        };
        let first = self.jobs.len();
        self.run_first(level.words);
        let may_read = self.shell_program(level);
        if is_posix(name) && own != Shell::PowerShell {
            self.read_otherwise(first);
        }
        self.shell = own;
        may_read
    }

    /// A shell: its program is a word, a file or standard input.
    fn shell_program(&mut self, level: Level) -> bool {
        let words = level.words;
        let alone = words.len() == 2 && !level.open();
        if alone
            && matches!(self.text_at(words.end - 1), "--version" | "--help")
        {
            // A shell that does not know the option ends with a fault.
            return false;
        }
        let starts = |&at: &usize| STARTS.contains(&self.text_at(at));
        if let Some(at) = words.iter().find(starts)
            && !self.is_at(at + 1, "/dev/null")
        {
            self.script(at + 1, words);
        }
        match self.program_of(words) {
            Origin::Text(at) => {
                if self.dynamic_at(at)
                    || (level.open() && self.text_at(at).contains("{}"))
                {
                    let span = self.span_of(words);
                    self.doubt(Reason::DynamicArgument, span, Effects::ALL);
                }
                self.inner(Words { start: at, end: at + 1 }, false);
                self.with_arguments(at, words.from(at + 1));
                false
            }
            Origin::File(at) => {
                self.script(at, words);
                false
            }
            Origin::Input => self.stdin_program(words, Read::Lines),
            Origin::Checked(at) => {
                // What it cannot read it prints.
                self.opened(Words { start: at, end: at + 1 });
                false
            }
        }
    }

    fn program_of(&self, words: Words) -> Origin {
        let mut at = words.start + 1;
        let (mut code, mut input, mut checks) = (false, false, false);
        while at < words.end {
            let text = self.text_at(at);
            if text == "--" || text == "-" {
                at += 1;
                break;
            }
            if !text.starts_with(['-', '+']) {
                break;
            }
            if text.starts_with("--") {
                let valued = STARTS.contains(&text);
                at += if valued { 2 } else { 1 };
                continue;
            }
            code |= text.starts_with('-') && text.contains('c');
            input |= text.starts_with('-') && text.contains('s');
            checks |= text.starts_with('-') && text.contains('n');
            at += if text.ends_with(['o', 'O']) { 2 } else { 1 };
        }
        if at >= words.end || (input && !code) {
            Origin::Input
        } else if code {
            Origin::Text(at)
        } else if is_descriptor(self.text_at(at)) {
            Origin::Input
        } else if checks {
            Origin::Checked(at)
        } else {
            Origin::File(at)
        }
    }

    /// A script that is run by the shell itself or by another one.
    fn script(&mut self, at: usize, words: Words) {
        if at >= words.end {
            return;
        }
        let text = self.text_at(at);
        if is_descriptor(text) {
            self.stdin_program(words, Read::Lines);
            return;
        }
        if self.starts_session(at) {
            return;
        }
        let Some(word) = self.word(at) else { return };
        if word.flags.any(WordFlags::SUBSTITUTION) {
            self.printed_code(word.span);
            self.doubt(Reason::StdinProgram, word.span, Effects::ALL);
            return;
        }
        if !word.flags.literal() && self.profile.strict {
            // What a shell cannot run it prints.
            self.file_at(Access::Read, at);
        }
        self.own_code(cooked_at(self.line, at), Read::Lines);
        if self.is_at(at, "{}") && self.is_author() {
            // One that is found may be one that the line writes.
            self.any_code(Reason::ScriptFile, word.span);
        }
        self.doubt(Reason::ScriptFile, word.span, Effects::GUARD);
    }

    /// Another language: code in a word or from standard input is in doubt.
    pub(crate) fn foreign(
        &mut self,
        row: &Interpreter,
        level: Level,
        name: &str,
    ) -> bool {
        let words = level.words;
        let (mut operand, mut goes_on) = (false, false);
        let windows = windows::is_shell(name);
        // `xargs php`: its script is among the words that come.
        let read = Read::of(!row.opens && !level.open());
        self.windows_shell(name, words.from(words.start + 1));
        let takes = interpreters::takes(row.name);
        let mut value = false;
        for at in words.from(words.start + 1).iter() {
            let text = self.text_at(at);
            if std::mem::take(&mut value) && !text.starts_with('-') {
                continue;
            }
            if names_code(row, name, text) {
                if self.only_asks(name, at) {
                    continue;
                }
                if self.reads_on(row, windows, words, at) {
                    self.fed_program(words, read, windows);
                }
                self.code_option(row, level, at, name);
                return true;
            }
            if text == "-" || is_descriptor(text) {
                return self.fed_program(words, read, windows);
            }
            value = takes_next(text, takes);
            if !text.starts_with('-') {
                if self.is_substitution(at) {
                    let span = self.span_of(words);
                    self.doubt(Reason::StdinProgram, span, Effects::GUARD);
                    return true;
                }
                operand = true;
                goes_on |= self.goes_on(row, words, at - 1);
                if windows && name != "cmd" || NEAR_SHELLS.contains(&name) {
                    // As with `sh x`.
                    self.script(at, words);
                } else {
                    self.own_code(cooked_at(self.line, at), Read::Code);
                }
                if name != "ed" && !row.opens {
                    break;
                }
            } else if is_told(row, text) {
                operand = true;
            }
        }
        let asked = words.iter().len() == 1 || self.fed();
        let waits = row.stdin && ((!operand && asked) || name == "ed");
        let talks = goes_on || windows && !operand;
        if waits || talks && self.fed() {
            return self.fed_program(words, read, windows);
        }
        false
    }

    fn is_substitution(&self, at: usize) -> bool {
        let word = self.word(at);
        word.is_some_and(|word| word.flags.any(WordFlags::SUBSTITUTION))
    }

    /// Code that the option at `at` names.
    fn code_option(
        &mut self,
        row: &Interpreter,
        level: Level,
        at: usize,
        name: &str,
    ) {
        let known = self.is_plain_code(row, level.words, at)
            || windows::is_shell(name) && self.runs_known(level.words);
        if level.open() || !known {
            self.doubt_code(level.words);
        } else {
            self.plain_code = !windows::is_shell(name);
        }
        self.foreign_code(level.words, at, name, self.hands_files(level));
    }

    /// What code runs is in doubt.
    pub(super) fn doubt_code(&mut self, words: Words) {
        let span = self.span_of(words);
        self.doubt(Reason::ForeignCode, span, Effects::GUARD);
    }

    /// What code that the option at `at` names says it runs and opens; with
    /// `more`, files come behind it.
    pub(super) fn foreign_code(
        &mut self,
        words: Words,
        at: usize,
        name: &str,
        more: bool,
    ) {
        let span = self.span_of(words);
        self.bangs(words.from(at));
        let line = self.line;
        let unknown = words.iter().rfind(|&at| self.dynamic_at(at));
        for at in words.from(at).iter() {
            let code = cooked_at(line, at);
            self.started(code, span);
            if !windows::is_shell(name) {
                self.commands_in_code(code, span);
            }
            let open = more || unknown.is_some_and(|last| last > at);
            self.opens_given(words.from(at), open, span);
            self.opens_told(words, at, span);
        }
        if NEAR_SHELLS.contains(&name) {
            self.near_shell(words.from(at));
        }
    }

    /// The code of a shell whose simple commands look the same, for guards.
    fn near_shell(&mut self, words: Words) {
        let text = self.text_at(words.start);
        match text.split_once('=') {
            Some((option, _)) => {
                let cut = option.len() + 1;
                let end = words.start + 1;
                self.inner_line(Words { start: words.start, end }, cut);
            }
            None => {
                let start = (words.start + 1).min(words.end);
                let end = (start + 1).min(words.end);
                self.inner(Words { start, end }, true);
            }
        }
    }
}

/// Whether an option of an interpreter says what it runs, so that it reads
/// nothing else: `-V`, `-mjson.tool`.
fn is_told(row: &Interpreter, text: &str) -> bool {
    row.ends_at(text) || module_of(row, text).is_some()
}
