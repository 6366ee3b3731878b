//! Known text that comes through a pipe, files of commands that a line makes,
//! and what is fed to a database.

use smallvec::SmallVec;

use crate::shell::data::fed::{
    COMMANDED, OPERANDS_COMMAND, TAKES_COMMANDS, goes,
};
use crate::shell::data::files::Role;
use crate::shell::data::interpreters::{REACHES, SQL};
use crate::shell::data::sources::row_of;
use crate::shell::noted::Read;
use crate::shell::paths::is_descriptor;
use crate::shell::scene::Scene;
use crate::shell::split::{Redirect, Simple, WordFlags};
use crate::shell::words::{Program, Words, cooked_at};
use crate::shell::{Effects, Reason, Shell};

/// How many texts that a line gives to others are looked at.
const MOST: usize = 16;

/// What lets SQL of the clients that read it use files.
const USES_FILES: &[&str] =
    &["fsdir", "glob(", "readfile", "sqlar", "vacuum", "writefile", "zipfile"];

/// Where the commands of a program come from that options name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Commanded {
    /// A process substitution: `gdb -x <(x)`.
    Made,
    /// The standard input: `curl -K -`.
    Input,
}

impl<'a> Scene<'a> {
    /// What a program that is no shell is given to run beside its words:
    /// whether the line makes it, and whether the input is read.
    pub(super) fn commands_given(
        &mut self,
        program: Program<'_>,
        words: Words,
    ) -> (bool, bool) {
        let rest = words.from(words.start + 1);
        let name = program.name;
        self.queried(name, rest);
        let takes = TAKES_COMMANDS.contains(&name);
        let opens = program.known.interpreter().is_some_and(|row| row.opens);
        let leads = |at| goes(self.text_at(at));
        if (takes || opens) && rest.iter().any(leads) {
            // Behind `gdb -ex 'cd x'` files are named from there.
            self.any_file(Role::Edits, self.span_of(rest));
        }
        let told = self.commanded(program, rest);
        let made = told == Some(Commanded::Made);
        if made {
            let span = self.span_of(words);
            self.doubt(Reason::StdinProgram, span, Effects::GUARD);
            self.any_code(Reason::StdinProgram, span);
        }
        let fed = self.fed()
            && (told == Some(Commanded::Input)
                || takes
                || self.starts_console(name, rest));
        (made, fed)
    }

    /// Whether options tell a program to run what the line makes, and how.
    fn commanded(
        &self,
        program: Program<'_>,
        rest: Words,
    ) -> Option<Commanded> {
        let line = self.line;
        let given = |value: &str| match value {
            _ if value.starts_with("<(") => Some(Commanded::Made),
            _ if value.starts_with("=(") => Some(Commanded::Made),
            _ if value == "-" || is_descriptor(value) => {
                Some(Commanded::Input)
            }
            _ => None,
        };
        let made = |at| {
            let word = self.word(at);
            word.is_some_and(|word| word.flags.any(WordFlags::SUBSTITUTION))
        };
        if !self.fed() && !rest.iter().any(made) {
            return None;
        }
        let Program { name, known, .. } = program;
        if OPERANDS_COMMAND.contains(&name) {
            return rest.iter().find_map(|at| given(cooked_at(line, at)));
        }
        if let Some(row) = row_of(COMMANDED, name) {
            return rest.iter().find_map(|at| {
                let (place, cut) = match row.value(cooked_at(line, at))? {
                    Some(cut) => (at, cut),
                    None if at + 1 < rest.end => (at + 1, 0),
                    None => return None,
                };
                given(cooked_at(line, place).get(cut..)?)
            });
        }
        known.interpreter().filter(|row| !row.opens)?;
        // Behind its script stand words of that.
        let mut before = "";
        for at in rest.iter() {
            let text = cooked_at(line, at);
            let value = match text.split_once('=') {
                Some((option, value)) if option.starts_with("--") => value,
                _ if before.starts_with('-') => text,
                _ => "",
            };
            if before != "-"
                && let Some(given) = given(value)
            {
                return Some(given);
            }
            if !text.starts_with('-') && !before.starts_with('-') {
                break;
            }
            before = text;
        }
        None
    }

    /// Notes files that SQL names as the text says when it runs, or finds:
    /// `readfile('a' || 'b')`, `fsdir('x')`.
    fn queried(&mut self, name: &str, words: Words) {
        if !matches!(name, "sqlite3" | "duckdb") {
            return;
        }
        let line = self.line;
        for at in words.iter() {
            let text = cooked_at(line, at);
            if text.contains('(') && uses_unknown_files(text) {
                self.any_file(Role::Edits, self.span_of(words));
                return;
            }
        }
    }

    /// The text that comes through the pipe before a command, where that is
    /// all of it and known: one word of `echo` or `printf`, or what a
    /// here-document gives `cat`.
    pub(super) fn piped_text(&self, simple: &Simple) -> Option<&'a str> {
        let line = self.line;
        let is_input = |at: Option<u32>| at == Some(0);
        let mut own = line.redirects_of(simple).iter();
        if !simple.piped
            || own.any(|redirect| is_input(redirect.descriptor))
            || self.job.shell == Shell::PowerShell
        {
            return None;
        }
        let before = self.simple.checked_sub(1)?;
        let before = line.simples.get(before)?;
        // Nothing else stands there, as a group that is fed itself.
        let (end, start) =
            (before.span.range().end, simple.span.range().start);
        let between = self.text.get(end..start).unwrap_or("");
        let same = between.trim_matches([' ', '\t']) == "|"
            && before.depth == simple.depth
            && before.assignments == 0
            && before.substitutions == simple.substitutions
            && !before.piped;
        let words = Words::of(before);
        let mut rest = words.from(words.start + 1).iter();
        let name = cooked_at(line, words.start);
        let literal = |at| self.literal_at(at);
        if !same || !words.iter().all(literal) {
            return None;
        }
        let redirects = line.redirects_of(before);
        match (name, redirects) {
            ("cat", [only]) => {
                let plain = rest.all(|at| self.is_at(at, "-"));
                let text = only.kind.is_text()
                    && is_input(only.descriptor)
                    && !only.target.flags.any(!WordFlags::QUOTED);
                (plain && text).then(|| line.cooked(&only.target))
            }
            ("echo" | "printf", []) => {
                let first = rest.next()?;
                let ends = name == "echo" && self.is_at(first, "-n");
                let word = if ends { rest.next()? } else { first };
                let text = cooked_at(line, word);
                let odd = text.starts_with('-')
                    || text.contains('\\')
                    || name == "printf" && text.contains('%');
                (!odd && rest.next().is_none()).then_some(text)
            }
            _ => None,
        }
    }

    /// What the line gives to a command whose input is that of what it stands
    /// in, or the copy of another: `{ sh; } <<< 'rm x'`, `f() { sh; }; echo
    /// 'rm x' | f`, `exec 3<<< 'rm x'; sh <&3`.
    pub(super) fn inherited(&mut self, simple: &Simple, read: Read) {
        let line = self.line;
        let mut own = line.redirects_of(simple).iter();
        let reads = |redirect: &Redirect| {
            redirect.descriptor == Some(0) && !redirect.copies_input()
        };
        let before = self.text.get(..simple.span.range().start);
        let before = before.unwrap_or("").trim_end_matches([' ', '\t', '\n']);
        let pipes = before.ends_with(['|', '&']) && simple.piped;
        if pipes || own.any(reads) {
            return;
        }
        let times = self.asked.inherited.get();
        self.asked.inherited.set(times + 1);
        if times == MOST {
            self.any_code(Reason::StdinProgram, self.own.span);
        }
        if times >= MOST {
            return;
        }
        let texts = line.redirects.iter().filter(|r| r.kind.is_text());
        let mut looked = 0;
        for redirect in texts {
            looked += 1;
            if looked > MOST {
                return self.any_code(Reason::StdinProgram, self.own.span);
            }
            let body = redirect.target.cooked.of(&line.text);
            self.given_text(body, redirect.span, read);
        }
        if self.shell != Shell::PowerShell {
            self.printed_anywhere(read);
        }
    }

    /// What `echo` and `printf` print anywhere in the line, if it may give
    /// that to others.
    fn printed_anywhere(&mut self, read: Read) {
        let line = self.line;
        let gives = |simple: &Simple| {
            simple.piped || simple.depth > 0 || simple.substitutions > 0
        };
        if !line.simples.iter().any(gives) {
            return;
        }
        let printers = line.simples.iter().enumerate();
        let printers = printers.filter(|(_, one)| self.printer(one).is_some());
        let printers: SmallVec<[usize; MOST]> =
            printers.map(|(at, _)| at).take(MOST + 1).collect();
        if printers.len() > MOST {
            return self.any_code(Reason::StdinProgram, self.own.span);
        }
        for at in printers {
            self.printed_alone(at, read);
        }
    }

    /// Whether a database is asked, and no more, by what a client is fed.
    pub(super) fn is_plain_query(&self, words: Words, body: &str) -> bool {
        let name = self.program(words, false).name;
        let lower = body.to_ascii_lowercase();
        let mut lines = lower.lines();
        let signs = REACHES.iter().chain(USES_FILES);
        (name == "sqlite3" || SQL.contains(&name))
            && !lines
                .any(|line| line.trim_start().starts_with(['.', '-', '/']))
            && !signs.into_iter().any(|sign| lower.contains(sign))
    }
}

/// Whether SQL uses files other than those whose whole name it says.
fn uses_unknown_files(text: &str) -> bool {
    const MAKES: &[&str] =
        &["read_blob", "read_csv", "read_json", "read_parquet", "read_text"];
    let lower = text.to_ascii_lowercase();
    USES_FILES.iter().chain(MAKES).any(|sign| {
        lower.split(sign.trim_end_matches('(')).skip(1).any(|rest| {
            let Some(rest) = rest.trim_start().strip_prefix('(') else {
                return false;
            };
            let name = rest.trim_start().strip_prefix('\'');
            let known = name.and_then(|name| name.split_once('\''));
            let whole = known.is_some_and(|(name, rest)| {
                !name.contains(['*', '?', '['])
                    && rest.trim_start().starts_with([')', ','])
            });
            *sign == "fsdir" || !whole
        })
    })
}
