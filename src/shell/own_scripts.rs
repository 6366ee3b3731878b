//! Scripts that a line writes and runs: `cat > z <<E … E` and then `sh z`.
//! What it writes is known here, so guards look at it as at what is piped
//! into a shell.

use super::analyze::Scene;
use super::cd::Cd;
use super::data::cmdlets::cmdlet;
use super::data::files::Role;
use super::data::powershell::{Use, uses};
use super::data::programs::Known;
use super::inner::is_stdin;
use super::roots::Root;
use super::split::{Redirect, RedirectKind};
use super::stdin::Read;
use super::words::{Words, base_name, cooked_at};
use super::{Effects, Reason, Shell};
use crate::source::Span;

/// How many scripts of a line are looked for, and how many commands that
/// write one.
const MOST: usize = 16;

/// Programs that write what they are given into files that their words name.
const TAKES: &[&str] = &["dd", "sponge", "tee"];

/// Programs that give a file another name.
const MOVES: &[&str] = &["cp", "install", "ln", "mv", "rsync"];

/// How the names of scripts end that are no shell's.
const OTHERS: &[&str] = &[
    "awk", "cjs", "js", "lua", "mjs", "php", "pl", "py", "r", "rb", "tcl",
    "ts",
];

/// The scripts of a line that were looked for, with whether it writes them.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Sought<'a> {
    all: [Option<(Run<'a>, bool)>; MOST],
    count: usize,
}

/// A script that is run, by what reads it, and where: in another directory
/// the same lines use other files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Run<'a> {
    name: &'a str,
    read: Read,
    cd: Cd,
    root: Root,
}

/// How a command writes a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Writes {
    /// What it prints, or is given.
    Text,
    /// What other words of it name.
    Files,
}

impl<'a> Scene<'a> {
    /// A program that a path names, and that the line writes.
    pub(super) fn own_script(&mut self, words: Words) {
        let path = cooked_at(self.line, words.start);
        let named = path.contains('/')
            || self.shell == Shell::PowerShell && path.contains(['\\', '.']);
        if !named || self.interpreted(words) {
            return;
        }
        let end = path.rsplit_once('.').map_or("", |(_, end)| end);
        let read = match OTHERS.contains(&end) {
            true => Read::Code,
            false => Read::Script,
        };
        if self.own_code(path, read) {
            let span = self.span_of(words);
            self.doubt(Reason::ScriptFile, span, Effects::GUARD);
        }
    }

    /// What `make` reads, where the line writes it.
    pub(super) fn own_makefile(&mut self, words: Words) {
        const NAMES: [&str; 3] = ["GNUmakefile", "Makefile", "makefile"];
        let line = self.line;
        if !self.is_author() {
            return;
        }
        let given = words.iter().find_map(|at| {
            let word = cooked_at(line, at);
            match word {
                "-f" | "--file" | "--makefile" => {
                    (at + 1 < words.end).then(|| cooked_at(line, at + 1))
                }
                _ if word.starts_with("--") => word.strip_prefix("--file="),
                _ => word.strip_prefix("-f"),
            }
        });
        for name in NAMES.into_iter().chain(given) {
            if self.own_code(name, Read::Lines) {
                let span = self.span_of(words);
                self.doubt(Reason::ScriptFile, span, Effects::GUARD);
            }
        }
    }

    /// Scripts among the words of what runs them: `pwsh -File z.ps1`.
    pub(super) fn own_scripts(&mut self, words: Words) {
        let line = self.line;
        for at in words.from(words.start + 1).iter() {
            let word = cooked_at(line, at);
            if word.contains('.') && self.own_code(word, Read::Lines) {
                let span = self.span_of(words);
                self.doubt(Reason::ScriptFile, span, Effects::GUARD);
            }
        }
    }

    /// Whether the program is a script in another language: `python ./f`.
    fn interpreted(&self, words: Words) -> bool {
        const BEFORE: usize = 8;
        let first = self.own.words.0 as usize;
        let mut before = (first..words.start).rev().take(BEFORE);
        before.any(|at| {
            let name = base_name(self.text_at(at));
            Known::of(name).interpreter().is_some()
        })
    }

    /// What the line writes into the file that is read as code. Whether it
    /// writes it.
    pub(super) fn own_code(&mut self, path: &'a str, read: Read) -> bool {
        let name = file_name(path);
        if !self.profile.strict || name.is_empty() || !self.is_author() {
            return false;
        }
        let run = Run { name, read, cd: self.cd, root: self.root };
        if let Some(known) = self.sought_before(run) {
            return known;
        }
        let span = self.own.span;
        let own = self.sought.count;
        let Some(slot) = self.sought.all.get_mut(own) else {
            // Nobody looks further: the line may write it.
            self.any_file(Role::Edits, span);
            return true;
        };
        *slot = Some((run, false));
        self.sought.count += 1;
        let mut found = 0;
        for index in 0..self.line.simples.len() {
            let Some(writes) = self.writes_into(index, name) else { continue };
            found += 1;
            if let Some(slot) = self.sought.all.get_mut(own) {
                *slot = Some((run, true));
            }
            if found > MOST || self.shell == Shell::PowerShell {
                self.any_file(Role::Edits, span);
                break;
            }
            match writes {
                Writes::Text => self.given_to(index, read),
                Writes::Files => self.given_by_words(index, read),
            }
        }
        found > 0
    }

    /// The scripts that the line writes and that a text runs which stands in
    /// it: `echo 'cat x' > z; trap '. ./z' EXIT`.
    pub(super) fn run_within(&mut self, text: Span) {
        if !self.profile.strict || !self.is_author() {
            return;
        }
        let line = self.line;
        let writes = |r: &&Redirect| r.kind == RedirectKind::Write;
        for redirect in line.redirects.iter().filter(writes).take(MOST) {
            let path = redirect.target.cooked.of(&line.text);
            if is_run(text.of(self.arena), file_name(path)) {
                self.own_code(path, Read::Lines);
            }
        }
    }

    /// Whether the line writes a script that was looked for.
    fn sought_before(&self, run: Run<'_>) -> Option<bool> {
        let mut sought = self.sought.all.iter().flatten();
        sought.find(|known| known.0 == run).map(|known| known.1)
    }

    /// Whether the line writes any file, so that it may be one that is run.
    pub(super) fn is_author(&self) -> bool {
        *self.author.get_or_init(|| {
            let line = self.line;
            let redirects = line.redirects.iter();
            let writes = |redirect: &Redirect| {
                redirect.kind == RedirectKind::Write
                    && redirect.target.cooked.of(&line.text) != "/dev/null"
            };
            let program = |at: usize| match self.shell {
                Shell::PowerShell => self.is_sink(at),
                _ => {
                    let name = base_name(self.text_at(at));
                    TAKES.contains(&name) || MOVES.contains(&name)
                }
            };
            redirects.clone().any(writes) || (0..line.words.len()).any(program)
        })
    }

    /// Whether a word is a cmdlet that writes files.
    fn is_sink(&self, at: usize) -> bool {
        let full = cmdlet(self.text_at(at));
        matches!(uses(full), Some(Use::Writes | Use::Both))
    }

    /// Whether a command writes a file of that name.
    fn writes_into(&self, index: usize, name: &str) -> Option<Writes> {
        let line = self.line;
        let simple = line.simples.get(index)?;
        let (from, to) = simple.redirects;
        let redirects = line.redirects.get(from as usize..to as usize);
        let writes = |redirect: &Redirect| {
            redirect.kind == RedirectKind::Write
                && file_name(redirect.target.cooked.of(&line.text)) == name
        };
        if redirects.unwrap_or(&[]).iter().any(writes) {
            return Some(Writes::Text);
        }
        if index == self.simple {
            return None;
        }
        let words = Words::of(simple);
        let mut behind = words.iter();
        let writes = behind.find_map(|at| {
            let program = base_name(self.text_at(at));
            match self.shell {
                Shell::PowerShell => self.is_sink(at).then_some(Writes::Text),
                _ if TAKES.contains(&program) => Some(Writes::Text),
                _ if MOVES.contains(&program) => Some(Writes::Files),
                _ => None,
            }
        })?;
        let named =
            behind.any(|at| file_name(value(cooked_at(line, at))) == name);
        named.then_some(writes)
    }

    /// What the other words of `cp` and its like name, where the line writes
    /// it.
    fn given_by_words(&mut self, index: usize, read: Read) {
        let line = self.line;
        let Some(simple) = line.simples.get(index) else { return };
        for at in Words::of(simple).iter() {
            let path = cooked_at(line, at);
            if path == "-" || is_stdin(path) {
                self.given_to(index, read);
            } else if !path.starts_with('-') {
                self.own_code(path, read);
            }
        }
    }
}

/// Whether a text runs a script of that name, as far as can be seen: `./z`,
/// `sh z`, `. z`.
fn is_run(text: &str, name: &str) -> bool {
    const NEAR: usize = 64;
    let mut places = text.match_indices(name).map(|(at, _)| at);
    let runs = |at: usize| {
        let (before, behind) = text.split_at_checked(at).unwrap_or_default();
        let behind = behind.get(name.len()..).unwrap_or("");
        let ends = !behind.starts_with(|c: char| {
            c.is_alphanumeric() || matches!(c, '.' | '-' | '_' | '/')
        });
        let near = before.len().saturating_sub(NEAR);
        let before = (near..).take(4).find_map(|at| before.get(at..));
        let before = before.unwrap_or("");
        let program = before.trim_end().rsplit([' ', ';', '\n', '(']).next();
        let program = base_name(program.unwrap_or(""));
        ends && (before.ends_with('/')
            || matches!(program, "." | "source" | "<")
            || Known::of(program).is_shell())
    };
    // Nobody looks further.
    places.by_ref().take(4 * MOST).any(runs) || places.next().is_some()
}

/// What a word gives to an option: `z` of `of=z` and of `-Path:z`.
fn value(word: &str) -> &str {
    let value = word.strip_prefix("of=");
    let option = || word.strip_prefix('-')?.split_once([':', '=']);
    value.or_else(|| Some(option()?.1)).unwrap_or(word)
}

/// What a path ends with.
fn file_name(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}
