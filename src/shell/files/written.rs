//! The files that a line writes, and what it writes into them.

use crate::shell::Shell;
use crate::shell::data::authors::{EDITS, FETCHES, MOVES, TAKES, may_write};
use crate::shell::data::cmdlets::cmdlet;
use crate::shell::data::powershell::{Use, uses};
use crate::shell::data::windows::power_base;
use crate::shell::noted::{Read, Written};
use crate::shell::paths::is_stdin;
use crate::shell::scene::Scene;
use crate::shell::split::{Redirect, RedirectKind, Simple};
use crate::shell::words::{Words, base_name, cooked_at};

/// How a command writes a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Writes {
    /// What it prints, or is given.
    Text,
    /// What other words of it name.
    Files,
    /// What comes from elsewhere.
    Fetched,
    /// What was there before, but for what its words put into it.
    Edited,
}

impl<'a> Scene<'a> {
    /// Whether the line, or one that it stands in, may write a file of that
    /// name.
    pub(crate) fn may_write(&self, name: &str) -> bool {
        self.all_written().may_hold(name)
    }

    /// Whether any file is written that may be one that the line runs.
    pub(crate) fn is_author(&self) -> bool {
        !self.all_written().is_empty()
    }

    /// The files that the line writes, and those that lines around it do.
    pub(crate) fn all_written(&self) -> &Written {
        self.asked.written.get_or_init(|| {
            let mut written = self.job.above;
            if !self.profile.strict {
                return written;
            }
            // One command does not run what it writes; a line of PowerShell
            // writes texts without one.
            let power = self.job.shell == Shell::PowerShell;
            if power || self.line.simples.len() > 1 {
                self.targets().for_each(|name| written.add(name));
                written.by_words = false;
                for name in self.named() {
                    written.by_words = true;
                    written.add(name);
                }
            }
            written
        })
    }

    /// The names of the files that the line may write.
    pub(crate) fn names(&self) -> impl Iterator<Item = &'a str> + '_ {
        let named = self.all_written().by_words.then(|| self.named());
        self.targets().chain(named.into_iter().flatten())
    }

    /// The names of the files that redirects write.
    fn targets(&self) -> impl Iterator<Item = &'a str> + '_ {
        let line = self.line;
        let redirects = line.redirects.iter().filter(|r| writes(r));
        let targets = redirects.map(|r| r.target.cooked.of(&line.text));
        targets.filter(|&path| path != "/dev/null").map(file_name)
    }

    /// The words of programs that write what these name, and what patches
    /// do.
    fn named(&self) -> impl Iterator<Item = &'a str> + '_ {
        let line = self.line;
        let writers = line.simples.iter().filter_map(|s| self.writer(s));
        let words = writers.flat_map(|(_, words)| words.iter());
        let named = words.map(move |at| file_name(value(cooked_at(line, at))));
        named.chain(line.simples.iter().flat_map(|s| self.patched(s)))
    }

    /// The names of the files that a patch is about which a command is given
    /// by the line: `git apply <<E`.
    fn patched(&self, simple: &Simple) -> impl Iterator<Item = &'a str> {
        let line = self.line;
        let words = Words::of(simple);
        let name = |at: usize| base_name(self.text_at(at));
        let git = words.iter().find(|&at| name(at) == "git");
        let patches = words.iter().any(|at| match name(at) {
            "apply_patch" | "applypatch" | "gpatch" | "patch" => true,
            "am" | "apply" => git.is_some_and(|git| git < at),
            _ => false,
        });
        let redirects = line.redirects_of(simple).iter();
        let texts = redirects.filter(move |r| patches && r.kind.is_text());
        let lines = texts.flat_map(|r| line.cooked(&r.target).lines());
        lines.filter_map(|line| {
            let starts = [
                "+++ ",
                "rename to ",
                "copy to ",
                "*** Add File: ",
                "*** Update File: ",
                "*** Move to: ",
            ];
            let path = starts.iter().find_map(|s| line.strip_prefix(s))?;
            Some(file_name(path.split('\t').next().unwrap_or(path).trim()))
        })
    }

    /// How a command writes the files that its words name, and the words
    /// behind its program.
    fn writer(&self, simple: &Simple) -> Option<(Writes, Words)> {
        let words = Words::of(simple);
        let known = words.iter().find_map(|at| {
            let how = self.writes_with(at)?;
            Some((how, words.from(at + 1)))
        });
        known.or_else(|| {
            let name = |at: usize| base_name(self.text_at(at));
            let edits = |name| may_write(name) && EDITS.contains(&name);
            let at = words.iter().find(|&at| edits(name(at)))?;
            let rest = words.from(at + 1);
            self.in_place(name(at), rest).then_some((Writes::Edited, rest))
        })
    }

    /// How the program of that name writes files, in the shell of the line:
    /// what it feeds to another one is looked at as that one's.
    fn writes_with(&self, at: usize) -> Option<Writes> {
        if self.job.shell == Shell::PowerShell {
            let base = power_base(self.text_at(at));
            return match uses(cmdlet(base)) {
                Some(Use::Writes | Use::Both) => Some(Writes::Text),
                Some(Use::Options) => Some(Writes::Fetched),
                _ if FETCHES.contains(&base) => Some(Writes::Fetched),
                _ => None,
            };
        }
        let program = base_name(self.text_at(at));
        match program {
            _ if !may_write(program) => None,
            _ if TAKES.contains(&program) => Some(Writes::Text),
            _ if MOVES.contains(&program) => Some(Writes::Files),
            _ if FETCHES.contains(&program) => Some(Writes::Fetched),
            _ => None,
        }
    }

    /// How a command writes a file of that name.
    pub(crate) fn writes_into(
        &self,
        index: usize,
        name: &str,
    ) -> Option<Writes> {
        let line = self.line;
        let simple = line.simples.get(index)?;
        let (from, to) = simple.redirects;
        let redirects = line.redirects.get(from as usize..to as usize);
        let mut redirects = redirects.unwrap_or(&[]).iter();
        let is = |path: &str| file_name(path).eq_ignore_ascii_case(name);
        if redirects.any(|redirect| {
            writes(redirect) && is(redirect.target.cooked.of(&line.text))
        }) {
            return Some(Writes::Text);
        }
        if !self.all_written().by_words {
            return None;
        }
        if self.patched(simple).any(is) {
            return Some(Writes::Fetched);
        }
        let (how, words) = self.writer(simple)?;
        let named = words.iter().any(|at| is(value(cooked_at(line, at))));
        named.then_some(how)
    }

    /// What `cp` and its like name in their other words, where the line
    /// writes it.
    pub(crate) fn given_by_words(&mut self, index: usize, read: Read) {
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
        self.printed_in_words(index, read);
    }
}

fn writes(redirect: &Redirect) -> bool {
    redirect.kind == RedirectKind::Write
}

/// What a word gives to an option: `z` of `of=z` and of `-Path:z`.
fn value(word: &str) -> &str {
    let value = word.strip_prefix("of=");
    let option = || word.strip_prefix('-')?.split_once([':', '=']);
    value.or_else(|| Some(option()?.1)).unwrap_or(word)
}

/// What a path ends with.
pub(crate) fn file_name(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}
