//! The files a command names: redirections, readers, writers.

use crate::shell::cd::Cd;
use crate::shell::data::files::Role;
use crate::shell::paths::known_start;
use crate::shell::scene::{Level, Scene};
use crate::shell::split::{RedirectKind, Word, WordFlags};
use crate::shell::words::{Program, Words};
use crate::shell::{About, Access, Effects, FileUse, Reason, Shell, Unit};
use crate::source::{Span, Spare};

/// Rules about files that commands use.
pub(crate) const FILES: Effects = Effects(Effects::DENY.0 | Effects::ASK.0);

impl Scene<'_> {
    /// The redirections of the current simple command.
    pub(crate) fn redirects(&mut self, range: (u32, u32)) {
        for at in range.0..range.1 {
            let Some(&redirect) = self.line.redirects.get(at as usize) else {
                return;
            };
            let target = redirect.target;
            match redirect.kind {
                RedirectKind::Write => {
                    self.written(target);
                    self.reopened(Access::Read, target);
                }
                RedirectKind::ReadWrite => {
                    self.written(target);
                    self.read(target);
                }
                RedirectKind::Read => {
                    self.read(target);
                    self.reopened(Access::Write, target);
                }
                RedirectKind::HereString | RedirectKind::HereDocument => {
                    self.document(target);
                }
                RedirectKind::Duplicate => {}
            }
        }
    }

    /// A target that is written.
    fn written(&mut self, target: Word) {
        let line = self.line;
        let text = target.cooked.of(&line.text);
        if text == "/dev/null" || is_process(target, text) {
            return;
        }
        if !self.profile.strict {
            if self.cd != Cd::Here {
                let reason = Reason::StateChange;
                self.doubt(reason, target.span, Effects::ALLOW);
            }
            if target.flags.any(WordFlags::TILDE) {
                self.doubt(Reason::Glob, target.span, Effects::ALLOW);
            }
        } else if matches!(text, "/dev/stdout" | "/dev/stderr" | "/dev/tty")
            || self.shell == Shell::PowerShell
                && text.eq_ignore_ascii_case("$null")
        {
            return;
        }
        self.operand(Access::Write, target, true);
    }

    /// A target that is read; the documented runner does not look at these.
    fn read(&mut self, target: Word) {
        let line = self.line;
        let text = target.cooked.of(&line.text);
        if self.profile.strict && !is_process(target, text) {
            self.operand(Access::Read, target, false);
        }
    }

    /// Expansions in a here-document count for `if`.
    fn document(&mut self, body: Word) {
        let effects = if self.profile.strict {
            Effects::IF
        } else {
            Effects::ALLOW.and(Effects::IF)
        };
        if body.flags.any(WordFlags::SUBSTITUTION) {
            self.doubt(Reason::Substitution, body.span, effects);
        } else if body.flags.any(WordFlags::PARAMETER) {
            self.doubt(Reason::DynamicArgument, body.span, Effects::IF);
        }
    }

    /// The files among a command's words.
    pub(crate) fn files(&mut self, level: Level, program: Program<'_>) {
        let known = program.known;
        let rest = level.words.from(level.words.start + 1);
        let strict = self.profile.strict;
        let row = known.handler();
        let mut sifted = false;
        if let Some(row) = row
            && (strict || row.documented)
            && !(strict && program.name == "rg" && self.lists_files(rest))
        {
            let may = level.open() || !row.tree.is_empty();
            sifted =
                strict && may && self.is_sifted(level, program, row, rest);
            self.changes_listed(row, rest);
            self.handled(row, rest, level.more, sifted);
        }
        if strict {
            self.windows_tools(program.name, rest);
            if let Some(row) = row {
                self.links(row, rest);
                self.kept_copies(row, rest);
            }
            if row.is_none() && known.opens() {
                self.opened(rest);
            }
            self.outputs(known, rest);
            if level.unseen() && !sifted {
                self.placed_values(known.outputs(), Role::Writes, rest);
            }
            self.made(program, rest);
            if known.fetches() {
                self.fetched(program, level.words);
                self.unpacked(program.name, rest);
            }
            if known.puts() {
                self.puts(program.name, rest);
                self.packed(program.name, rest);
                let come = level.unseen();
                self.altered(program.name, rest, come);
            }
            self.followed(program.name, rest);
            self.rewrites(program, level);
            self.guesses(level, program, row.is_some());
            if row.is_none() {
                self.changed_globs(program, rest);
            }
            self.guess_protected(level, program);
            self.protected_names(row, level);
        }
    }

    /// `rg --files`: whether it says which files there are, and opens none.
    fn lists_files(&self, rest: Words) -> bool {
        const LISTS: [&str; 2] = ["--files", "--type-list"];
        let mut before = "";
        for at in rest.iter() {
            let text = self.text_at(at);
            // Behind another option it may be the value of that.
            if LISTS.contains(&text) && !before.starts_with('-') {
                return !rest.iter().any(|at| self.follows_links(at));
            }
            if text == "--" || !self.literal_at(at) {
                return false;
            }
            before = text;
        }
        false
    }

    /// `rg -L`, `rg --follow`.
    fn follows_links(&self, at: usize) -> bool {
        let text = self.text_at(at);
        match text.strip_prefix("--") {
            Some(long) => long.len() > 1 && "follow".starts_with(long),
            None => text.starts_with('-') && text.contains('L'),
        }
    }

    pub(crate) fn file_at(&mut self, access: Access, at: usize) {
        let Some(word) = self.word(at) else { return };
        let line = self.line;
        let text = word.cooked.of(&line.text);
        // `<(…)` is a pipe, whatever is printed into it.
        if !(is_process(word, text) && text.ends_with(')')) {
            self.operand(access, word, false);
        }
    }

    /// A word as a file; in doubt where it is not literal.
    pub(super) fn operand(
        &mut self,
        access: Access,
        word: Word,
        needs_cover: bool,
    ) {
        let line = self.line;
        let cooked = word.cooked.of(&line.text);
        let effects = if needs_cover { Effects::ALL } else { FILES };
        let start = self.out.text.len();
        if cooked.starts_with(['~', '$'])
            && self.profile.strict
            && self.names_places()
        {
            // `HOME=x; cat ~/y`
            let reason = Reason::DynamicArgument;
            self.doubt_about(reason, word.span, FILES, about(access));
        }
        if word.flags.literal() {
            if !needs_cover && self.is_code(access, cooked) {
                return;
            }
            let tilde = word.flags.any(WordFlags::TILDE)
                || self.shell == Shell::PowerShell;
            if cooked.starts_with('~') && !tilde {
                self.out.text.push_str("./");
            }
            self.out.text.push_str(cooked);
        } else if !self.known_place(word, cooked) {
            let (word, cooked) = self.here_globbed(word, cooked);
            self.protected_word(access, word, cooked);
            let glob = WordFlags::GLOB | WordFlags::BRACE;
            let reason = if word.flags.any(glob) {
                Reason::Glob
            } else {
                Reason::DynamicArgument
            };
            self.word_may_link(word, cooked);
            let mut doubted = Effects::default();
            if self.profile.strict
                && self.may_be_guarded(access, word, "", cooked)
                && !self.is_looped(access, word, cooked)
                && !self.is_printed(access, word, false)
                && !self.is_dated(access, word, cooked)
            {
                doubted = FILES;
            }
            if needs_cover {
                doubted = doubted.and(Effects::ALLOW);
            }
            let about = about(access);
            if doubted != Effects::default() {
                self.doubt_about(reason, word.span, doubted, about);
            }
            return;
        }
        self.file(access, start, word.span, effects, needs_cover);
    }

    /// `$HOME/x` and `$PWD/x` at the end of the output's text.
    fn known_place(&mut self, word: Word, cooked: &str) -> bool {
        let Some((place, rest)) = known_start(word, cooked) else {
            return false;
        };
        if place == "~" && !self.profile.home_variable {
            return false;
        }
        self.out.text.push_str(place);
        self.out.text.push_str(rest);
        true
    }

    /// A path that stands in a word, if it is known which it is: `$HOME/x` is
    /// `~/x`.
    pub(super) fn placed_at(&self, at: usize, path: &str) -> Option<Spare> {
        let (place, rest) = match self.dynamic_at(at) {
            true => known_start(self.word(at)?, path)?,
            false => ("", path),
        };
        if place == "~" && !self.profile.home_variable {
            return None;
        }
        Some(Spare::of(&[place, rest]))
    }

    /// A path that stands in some text, as a file.
    pub(crate) fn known_file(
        &mut self,
        access: Access,
        path: &str,
        span: Span,
        needs_cover: bool,
    ) {
        if path.is_empty() || path == "/dev/null" {
            return;
        }
        let start = self.out.text.len();
        self.out.text.push_str(path);
        let effects = if needs_cover { Effects::ALL } else { FILES };
        self.file(access, start, span, effects, needs_cover);
    }

    /// `${mapfile[x]}` of zsh is what stands in a file, and sets that
    /// (`zmodload zsh/mapfile`).
    pub(crate) fn mapped_files(&mut self) {
        const NAME: &str = "mapfile[";
        const LONGEST: usize = 256;
        if !self.profile.strict || !self.text.contains(NAME) {
            return;
        }
        let text = self.text;
        if self.line.simples.is_empty() {
            // What holds no command is a place of its own.
            let span = self.place(Span::new(0, text.len()));
            let (covered, maybe) = (self.job.guard_only, self.job.maybe);
            self.out.units.push(Unit { span, covered, doubt: false, maybe });
        }
        for (at, _) in text.match_indices(NAME) {
            let start = at + NAME.len();
            let rest = text.get(start..).unwrap_or("");
            let near = rest.bytes().take(LONGEST).position(|b| b == b']');
            let end = near.unwrap_or(0);
            let path = rest.get(..end).unwrap_or("");
            let span = self.place(Span::new(start, start + end));
            if near.is_none() {
                return self.any_file(Role::Edits, span);
            }
            let behind = rest.get(end..).unwrap_or("");
            let access = match behind.starts_with("]=") {
                true => Access::Write,
                false => Access::Read,
            };
            if path.contains(['$', '`']) {
                self.doubt_about(Reason::Glob, span, FILES, about(access));
            }
            let path = path.trim_matches(['"', '\'']);
            self.known_file(access, path, span, false);
        }
    }

    /// The path at the end of the output's text as a file, and where it
    /// lies after a `cd`.
    pub(crate) fn file(
        &mut self,
        access: Access,
        start: usize,
        span: Span,
        effects: Effects,
        needs_cover: bool,
    ) {
        let path = Span::new(start, self.out.text.len());
        if path.is_empty() {
            return;
        }
        // A condition has the reach of guards (decision 115).
        let effects = match self.profile.strict && effects.meets(FILES) {
            true => effects.and(Effects::IF),
            false => effects,
        };
        let effects = match self.job.maybe.is_some() && effects.meets(FILES) {
            true => self.may_be_used(access, start, span, effects),
            false => Some(effects),
        };
        let Some(effects) = effects else { return };
        let file = FileUse {
            unit: self.unit,
            access,
            effects,
            path,
            span: self.place(span),
            needs_cover,
        };
        self.out.uses.push(file);
        if let Some(start) = self.with_slashes(path) {
            self.file(access, start, span, FILES, false);
        }
        self.of_process(file, span);
        let text = path.of(&self.out.text);
        if self.root.other && text.starts_with('/') {
            self.other_root(file);
            return;
        }
        if self.has_root(text) || !self.profile.strict {
            return;
        }
        self.file_behind_cd(file, span);
    }
}

pub(crate) fn about(access: Access) -> About {
    match access {
        Access::Write | Access::WriteBelow => About::Writes,
        _ => About::Reads,
    }
}

/// Whether the word is a process substitution, not a file.
fn is_process(word: Word, text: &str) -> bool {
    word.flags.any(WordFlags::SUBSTITUTION)
        && [">(", "<(", "=("].iter().any(|start| text.starts_with(start))
}
