//! Scripts that a line writes and runs: `cat > z <<E … E` and then `sh z`.
//! What it writes is known here, so guards look at it as at what is piped
//! into a shell.

use super::seen::{moves, runs};
use crate::shell::cd::Cd;
use crate::shell::data::authors::{CONFIGURED, GIVEN, OTHERS, RUN_CODE};
use crate::shell::data::programs::Known;
use crate::shell::files::written::{Writes, file_name};
use crate::shell::noted::{Read, SCRIPTS, Script};
use crate::shell::scene::Scene;
use crate::shell::words::{Words, base_name, cooked_at};
use crate::shell::{Effects, Reason, Shell};
use crate::source::{Span, Spare};

/// How many scripts of a line are looked for, and how many commands that
/// write one.
const MOST: usize = SCRIPTS;

impl<'a> Scene<'a> {
    /// A program that the line writes, by its path or by its name: where it
    /// is looked for, the line or the environment may say.
    pub(crate) fn own_script(&mut self, words: Words) {
        let path = cooked_at(self.line, words.start);
        self.own_by_stem(words, path);
        if !self.may_write(file_name(path)) || self.interpreted(words) {
            return;
        }
        let end = path.rsplit_once('.').map_or("", |(_, end)| end);
        let read = match OTHERS.contains(&end) {
            true => Read::Code,
            false => Read::Script,
        };
        let own = self.writes_into(self.simple, file_name(path)).is_some();
        if self.seek(path, read, own) && path.contains(['/', '\\', '.']) {
            let span = self.span_of(words);
            self.doubt(Reason::ScriptFile, span, Effects::GUARD);
        }
    }

    /// `ni x.bat -Value y; .\x`: PowerShell looks for endings itself.
    fn own_by_stem(&mut self, words: Words, path: &str) {
        const ENDINGS: [&str; 5] = [".bat", ".cmd", ".com", ".exe", ".ps1"];
        let power = self.shell == Shell::PowerShell && self.is_author();
        if !power || !path.contains(['\\', '/']) {
            return;
        }
        let stem = file_name(path);
        let written =
            ENDINGS.iter().any(|end| self.may_write(&Spare::of(&[stem, end])));
        if written {
            let span = self.span_of(words);
            self.doubt(Reason::ScriptFile, span, Effects::GUARD);
            self.any_code(Reason::ScriptFile, self.own.span);
        }
    }

    /// What a program runs because of its name, or because an option names
    /// it: `make`, `git commit`, `at -f z`.
    pub(super) fn own_configuration(&mut self, name: &str, words: Words) {
        let line = self.line;
        if !self.is_author() {
            return;
        }
        let rows = CONFIGURED.iter().filter(|r| r.programs.contains(&name));
        let known = rows.flat_map(|row| {
            let read = if row.lines { Read::Lines } else { Read::Terms };
            row.files.iter().map(move |&path| (path, read))
        });
        let given = words.iter().filter(|_| GIVEN.contains(&name));
        let given = given.filter_map(|at| {
            let word = cooked_at(line, at);
            let path = match word {
                "-f" | "--file" | "--makefile" | "--justfile" => {
                    (at + 1 < words.end).then(|| cooked_at(line, at + 1))
                }
                _ if word.starts_with("--") => Some(word.split_once('=')?.1),
                _ => word.strip_prefix("-f"),
            };
            Some((path?, Read::Lines))
        });
        let mut runs = RUN_CODE.iter().filter(|row| row.0 == name);
        let is_run = |sub: &str| {
            sub.is_empty() || words.iter().any(|at| cooked_at(line, at) == sub)
        };
        if runs.any(|row| is_run(row.1)) {
            for at in words.from(words.start + 1).iter() {
                let word = cooked_at(line, at);
                if word.contains('.') && !word.starts_with('-') {
                    self.own_code(word, Read::Code);
                }
            }
        }
        for (path, read) in known.chain(given) {
            if self.own_code(path, read) && read == Read::Lines {
                let span = self.span_of(words);
                self.doubt(Reason::ScriptFile, span, Effects::GUARD);
            }
        }
    }

    /// Scripts among the words of what runs them: `pwsh -File z.ps1`.
    pub(crate) fn own_scripts(&mut self, words: Words) {
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
    pub(crate) fn own_code(&mut self, path: &'a str, read: Read) -> bool {
        self.seek(path, read, false)
    }

    /// The same; with `own` without what this command itself writes.
    fn seek(&mut self, path: &'a str, read: Read, own: bool) -> bool {
        let name = file_name(path);
        if name.is_empty() || !self.may_write(name) {
            return false;
        }
        let run = Script { name, read, cd: self.cd, root: self.root, own };
        if let Some(known) = self.sought_before(run) {
            return known;
        }
        let span = self.own.span;
        // What was looked at as code that is found is so no more.
        let found = Script { read: Read::Found, ..run };
        let mut sought = self.sought.all.iter().flatten();
        let before = sought.position(|known| known.0 == found);
        let place = before.unwrap_or(self.sought.count);
        let Some(slot) = self.sought.all.get_mut(place) else {
            self.not_sought();
            return true;
        };
        let above = self.job.above.may_hold(name);
        *slot = Some((run, above));
        self.sought.count += usize::from(before.is_none());
        let mut found = 0;
        for index in 0..self.line.simples.len() {
            if own && index == self.simple {
                continue;
            }
            let Some(writes) = self.writes_into(index, name) else { continue };
            found += 1;
            if let Some(slot) = self.sought.all.get_mut(place) {
                *slot = Some((run, true));
            }
            if found > MOST || self.shell == Shell::PowerShell {
                self.any_code(Reason::ScriptFile, span);
                break;
            }
            match writes {
                Writes::Text => self.given_to(index, read),
                Writes::Files => self.given_by_words(index, read),
                Writes::Fetched if !is_beside(read) => {
                    self.any_code(Reason::ScriptFile, span);
                }
                Writes::Fetched => {}
                // What else stands there is not looked into, as ever.
                Writes::Edited => self.edited(index, read),
            }
        }
        if above && !self.seen_above(name) {
            self.any_code(Reason::ScriptFile, span);
        }
        found > 0 || above
    }

    /// The scripts that the line writes and that a text runs which stands in
    /// it: `echo 'cat x' > z; trap '. ./z' EXIT`.
    pub(crate) fn run_within(&mut self, text: Span) {
        if !self.is_author() {
            return;
        }
        let mut found: [Option<(&str, Read)>; MOST] = [None; MOST];
        let mut count = 0;
        let mut more = false;
        for (word, read) in runs(text.of(self.arena)) {
            let name = file_name(word);
            let same = |own: &str| own.eq_ignore_ascii_case(name);
            let mut known = found.iter().flatten();
            if !self.may_write(name)
                || known.any(|&(own, by)| same(own) && by == read)
            {
                continue;
            }
            let sought = self.sought.all.iter().flatten();
            let before = sought.map(|run| run.0.name).find(|own| same(own));
            let full = before.is_none() && self.sought.count == MOST;
            let Some(slot) = found.get_mut(count).filter(|_| !full) else {
                more = true;
                break;
            };
            count += 1;
            let own = before.or_else(|| self.names().find(|own| same(own)));
            *slot = own.map(|own| (own, read));
        }
        let elsewhere = moves(text.of(self.arena));
        for (name, read) in found.into_iter().flatten() {
            self.own_code(name, read);
            if elsewhere {
                let cd = std::mem::replace(&mut self.cd, Cd::Unknown);
                self.own_code(name, read);
                self.cd = cd;
            }
        }
        if more {
            self.not_sought();
        }
    }

    /// Nobody looks further: the line may write any script.
    pub(super) fn not_sought(&mut self) {
        if !std::mem::replace(&mut self.sought.more, true) {
            self.any_code(Reason::ScriptFile, self.own.span);
        }
    }

    /// Whether the line around this one has looked at what it writes into
    /// the script: it sees what its texts run.
    fn seen_above(&self, name: &str) -> bool {
        let same = |own: &str| own.eq_ignore_ascii_case(name);
        let mut runs = runs(self.text);
        let here = self.cd == self.job.cd || moves(self.text);
        let here = here && self.root == self.job.root;
        here && self.job.depth == 1
            && runs.any(|(word, _)| same(file_name(word)))
    }

    /// Whether the line writes a script that was looked for.
    fn sought_before(&self, run: Script<'_>) -> Option<bool> {
        let found = Script { read: Read::Code, ..run };
        let same = |known: Script<'_>| {
            known == run || run.read == Read::Found && known == found
        };
        let mut sought = self.sought.all.iter().flatten();
        sought.find(|known| same(known.0)).map(|known| known.1)
    }
}

/// Whether what is read stands beside what is run: where it comes from
/// elsewhere, that is no doubt of its own.
fn is_beside(read: Read) -> bool {
    matches!(read, Read::Terms | Read::Found)
}
