//! Which words of a command are files.

mod any_option;
mod assigned;
mod copies;
mod packs;
mod told;
mod walk;

use walk::{Passed, Walk};

use super::uses::{FILES, about};
use crate::shell::data::files::{Handler, Role, leaves_out};
use crate::shell::paths::known_start;
use crate::shell::scene::{More, Scene};
use crate::shell::split::WordFlags;
use crate::shell::words::{Words, cooked_at};
use crate::shell::{Access, Reason};
use crate::source::Span;

/// How many sources of `cp` are looked at one by one.
const SOURCES: usize = 64;

impl Scene<'_> {
    /// The operands of a program of the table. `more` says what others come,
    /// `sifted` that no guard is about what comes or is found.
    pub(crate) fn handled(
        &mut self,
        row: &Handler,
        words: Words,
        more: More,
        sifted: bool,
    ) {
        let in_place = self.in_place(row.name, words);
        let tree = self.goes_through(row, words);
        let changes = self.changes(row.name, words);
        let any = self.any_option(row, words);
        let (first, others) = self.roles(row, words);
        let (mut operands, mut pending, mut into) = (0, None, None);
        let mut walk = Walk::new(row, words);
        while let Some(found) = walk.next(self, row, words) {
            let at = match found {
                Passed::Output(at, cut) => {
                    into = Some((at, cut));
                    continue;
                }
                Passed::File(at) => {
                    self.file_at(Access::Read, at);
                    continue;
                }
                Passed::Operand(at) => at,
            };
            operands += 1;
            let role = if operands == 1 { first } else { others };
            if tree && !(sifted && self.is_around(at)) {
                self.tree(role, at);
            }
            if changes {
                self.changed(at, tree);
            }
            if any && !sifted {
                self.beside_any_option(row, role, at);
            }
            match role {
                Role::Copies | Role::Moves => {
                    if let Some(source) = pending.replace(at) {
                        self.source(row, source);
                    }
                }
                role => self.used(row, role, at, operands > 1, in_place),
            }
        }
        let starts = self.starts_here(row, words, operands, any);
        if !sifted && (more != More::Nothing || starts) {
            let role = if in_place { Role::Edits } else { others };
            self.any_file(role, self.span_of(words));
        }
        self.archived(row, words);
        if row.role == Role::Unpacks && into.is_none() {
            self.unpacked_here(row, words);
        }
        match (into, pending) {
            (Some((at, cut)), source) => {
                source.into_iter().for_each(|at| self.source(row, at));
                self.told_directory_of(row, (at, cut), words);
                self.comes_into(row.role, more, at, cut);
            }
            (None, Some(last)) => {
                self.last_operand(row, last, words, operands == 1);
                self.last_is_given(row, last, words, more);
            }
            (None, None) => {}
        }
    }

    /// The last operand as what the others are put in.
    fn last_is_given(
        &mut self,
        row: &Handler,
        last: usize,
        words: Words,
        more: More,
    ) {
        let comes = more != More::Nothing && self.last_comes(last, words);
        let known = if comes { More::Nothing } else { more };
        self.comes_into(row.role, known, last, 0);
        let tree = self.goes_through(row, words);
        self.spread(row.name, last, words, comes, tree);
    }

    /// An operand that is taken away, or that may be changed by another name.
    fn changed(&mut self, at: usize, tree: bool) {
        self.file_at(Access::Write, at);
        if tree {
            self.tree(Role::Writes, at);
        }
    }

    /// `xargs cp x`: whether the last operand comes from elsewhere.
    fn last_comes(&self, last: usize, words: Words) -> bool {
        self.text_at(last).contains("{}")
            || !words.iter().any(|at| self.text_at(at).contains("{}"))
    }

    /// `xargs cp x`; `cp -r x/. y`: what is written is not named here.
    fn spread(
        &mut self,
        name: &str,
        last: usize,
        words: Words,
        comes: bool,
        tree: bool,
    ) {
        if comes {
            self.any_file(Role::Writes, self.span_of(words));
        } else if tree && self.spreads(name, last, words) {
            self.tree(Role::Writes, last);
        }
    }

    /// `cp -r x/. y`, `rsync -r x/ y`: whether what lies in a directory is
    /// written into another of this machine.
    fn spreads(&self, name: &str, last: usize, words: Words) -> bool {
        let mut texts = words.iter().map(|at| (at, self.text_at(at)));
        !self.text_at(last).contains(':')
            && texts.any(|(at, text)| match name {
                "ditto" => true,
                "rsync" => at != last && text.ends_with('/'),
                _ if text.starts_with("--") => text.starts_with("--no-target"),
                _ if text.starts_with('-') => text.contains('T'),
                _ => at != last && text.ends_with("/."),
            })
    }

    /// An operand of a role that treats all alike, or all but the first.
    fn used(
        &mut self,
        row: &Handler,
        role: Role,
        at: usize,
        later: bool,
        in_place: bool,
    ) {
        let role = match role {
            Role::Assigned => return self.assigned(at),
            Role::Reads if in_place && self.profile.strict => Role::Edits,
            // The documented runner takes it for a write alone.
            Role::Reads if in_place => Role::Writes,
            // Which of them a number belongs to may not be known.
            Role::Filters if later => Role::Edits,
            role => role,
        };
        let (reads, writes) = accesses(role);
        for access in reads.into_iter().chain(writes) {
            self.file_at(access, at);
        }
        if role == Role::Edits && self.literal_at(at) {
            self.packed_as(row, at);
        }
    }

    /// A directory that is gone through: what lies in it is used as well.
    /// Where it holds the current directory, any file may be.
    pub(crate) fn tree(&mut self, role: Role, at: usize) {
        let Some(word) = self.word(at) else { return };
        let line = self.line;
        let text = word.cooked.of(&line.text);
        let placed = match word.flags.literal() {
            true => String::new(),
            false => match known_start(word, text) {
                Some((place, rest)) => format!("{place}{rest}"),
                None => return self.globbed_tree(role, word),
            },
        };
        if text.is_empty() {
            return;
        }
        let directory = if placed.is_empty() { text } else { &placed };
        let directory = directory.strip_suffix("/.").unwrap_or(directory);
        let directory = directory.trim_end_matches('/');
        if self.is_around(at) || matches!(directory, "~" | ".") {
            self.any_file(role, word.span);
            return;
        }
        if directory.is_empty() || directory.len() > 4096 {
            return;
        }
        let (reads, writes) = accesses(role);
        for access in reads.into_iter().chain(writes) {
            self.joined(access, directory, "*", word.span);
        }
        self.all_below(role, directory, word.span);
    }

    /// Whether a word is the current directory or one above it.
    pub(crate) fn is_around(&mut self, at: usize) -> bool {
        let text = self.text_at(at).trim_end_matches('/');
        matches!(text.strip_suffix("/.").unwrap_or(text), "." | "~")
            || self.holds_current(at)
    }

    /// Files that are known only when the program runs.
    pub(crate) fn any_file(&mut self, role: Role, span: Span) {
        if !self.profile.strict || !self.places.guesses {
            return;
        }
        let (reads, writes) = accesses(role);
        for access in reads.into_iter().chain(writes) {
            self.doubt_about(Reason::Glob, span, FILES, about(access));
        }
    }

    /// A file that `cp` reads or `mv` takes away.
    fn source(&mut self, row: &Handler, at: usize) {
        self.file_at(Access::Read, at);
        self.own_machine(Access::Read, at);
        if row.role == Role::Moves {
            self.file_at(Access::Write, at);
            self.below_word(row.role, at);
        }
    }

    /// The files written into a directory: by the names of the sources,
    /// where these are known, and any.
    pub(crate) fn directory(
        &mut self,
        at: usize,
        cut: usize,
        words: Words,
        row: &Handler,
    ) {
        if !self.profile.names_below {
            return;
        }
        let Some(word) = self.word(at) else { return };
        let into = cooked_at(self.line, at).get(cut..).unwrap_or("");
        if self.finds_guarded(Access::Write, word, true) {
            // `cp -t s* x`
            self.any_file(Role::Writes, word.span);
        } else {
            self.globbed_tree(Role::Writes, word);
        }
        let Some(placed) = self.placed_at(at, into) else {
            if row.role == Role::Unpacks {
                // Where they are put is known only when it runs.
                self.unpacked_here(row, words);
            }
            return;
        };
        if placed.is_empty() || placed.len() > 4096 {
            return;
        }
        let into = placed.trim_end_matches('/');
        if row.role == Role::Unpacks {
            if matches!(into, "." | ".." | "" | "~")
                || self.may_be_spelt(into) && self.holds_spelt(into)
            {
                self.unpacked_here(row, words);
            }
            self.joined(Access::Write, into, "*", word.span);
            return self.all_below(Role::Writes, into, word.span);
        }
        let whole = self.keeps_paths(row.name, words);
        for source in words.iter().take(SOURCES) {
            let text = cooked_at(self.line, source);
            let name = match whole {
                // `rsync -R a/./b x` is `x/b`
                true => text.rsplit("/./").next().unwrap_or(text),
                false => text.rsplit('/').next().unwrap_or(text),
            };
            let name = name.trim_start_matches('/');
            // `scp h:x y`
            let name = match whole {
                true => name,
                false => name.rsplit(':').next().unwrap_or(name),
            };
            // `x/` and `x/.`: what lies in it
            let name = if matches!(name, "" | ".") { "*" } else { name };
            // `rsync --exclude .git a b`
            let left = source > words.start
                && leaves_out(cooked_at(self.line, source - 1))
                && !cooked_at(self.line, source - 1).contains('=');
            let option = text.starts_with('-') || left;
            if source != at && self.dynamic_at(source) {
                // `cp "$x" y`: nobody knows by which name.
                self.all_below(Role::Writes, into, word.span);
            }
            if source != at && !option && !name.is_empty() {
                self.joined(Access::Write, into, name, word.span);
                self.placed(into, name, word.span);
                self.globbed(into, source, name);
            }
        }
        let more = words.from(words.start + SOURCES);
        if !more.is_empty() {
            self.joined(Access::Write, into, "*", word.span);
            self.more_sources(into, more);
        }
    }

    /// Sources that are not looked at one by one: whether a guard may be
    /// about a file of such a name.
    fn more_sources(&mut self, into: &str, words: Words) {
        let line = self.line;
        let within = self.deep || self.may_name(into);
        let guarded = words.iter().find(|&at| {
            if within {
                return true;
            }
            let text = cooked_at(line, at).trim_end_matches('/');
            let name = text.rsplit('/').next().unwrap_or(text);
            match self.literal_at(at) {
                true => self.may_name(name),
                false => self.may_match(name),
            }
        });
        if let Some(at) = guarded {
            let span = self.span_of(Words { start: at, end: at + 1 });
            self.any_file(Role::Writes, span);
        }
    }

    /// `cp *.json out`: files of any such name are written.
    fn globbed(&mut self, into: &str, source: usize, name: &str) {
        let Some(word) = self.word(source) else { return };
        let globs = WordFlags::GLOB | WordFlags::BRACE;
        let text = cooked_at(self.line, source);
        let (mut word, _) = self.here_globbed(word, text);
        if text.contains(':') && name.contains(['*', '?', '[', '{']) {
            // The other machine finds them: `scp 'h:x/*' y`.
            word.flags = WordFlags(word.flags.0 | globs);
        }
        let strict = self.profile.strict && word.flags.any(globs);
        if strict && self.may_be_guarded(Access::Write, word, into, name) {
            let about = about(Access::Write);
            self.doubt_about(Reason::Glob, word.span, FILES, about);
        }
    }

    /// `directory/name` as a file.
    pub(crate) fn joined(
        &mut self,
        access: Access,
        directory: &str,
        name: &str,
        span: Span,
    ) {
        let start = self.out.text.len();
        self.out.text.push_str(directory);
        self.out.text.push('/');
        self.out.text.push_str(name);
        self.file(access, start, span, FILES, false);
    }
}

/// What a role does with the files it goes through.
pub(crate) fn accesses(role: Role) -> (Option<Access>, Option<Access>) {
    let (read, write) = (Some(Access::Read), Some(Access::Write));
    match role {
        Role::Reads
        | Role::Copies
        | Role::Unpacks
        | Role::Assigned
        | Role::Filters => (read, None),
        Role::Writes => (None, write),
        Role::Edits | Role::Moves => (read, write),
    }
}
