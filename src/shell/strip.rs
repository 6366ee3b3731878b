//! Commands that run commands: what stands behind `sudo`, `env`, `timeout`.

use super::analyze::{Allow, Level, Scene};
use super::data::wrappers::{Kind, Wrapper};
use super::split::WordFlags;
use super::words::{Program, Words};
use super::{Effects, Reason, Shell};
use crate::source::Span;

/// What a wrapper runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Peel {
    /// Nothing that rules could see.
    Nothing,
    /// The words from here on.
    Words(usize),
    /// The same, and where exactly the command starts is not sure.
    Unsure(usize),
    /// The command line in this word, without its first bytes.
    Line(usize, usize),
}

impl Scene<'_> {
    /// Looks at one command: its views, what it runs, its files.
    pub(super) fn level(&mut self, level: Level) {
        if self.shell == Shell::PowerShell {
            self.power_level(level);
            return;
        }
        let Some(word) = self.word(level.words.start) else { return };
        let text = self.cooked(word);
        let bracket = matches!(text, "[" | "[[" | "((" | "]" | "{}");
        // `$=x` of zsh
        let expands = text.starts_with("$=") || text.starts_with("$~");
        if !word.flags.literal() && !bracket || expands {
            self.unknown_program(level, word.span, word.flags);
        } else if self.profile.strict {
            self.strict_level(level);
        } else {
            self.documented_level(level);
        }
    }

    /// The program is known only when the line runs.
    fn unknown_program(&mut self, level: Level, span: Span, flags: WordFlags) {
        self.doubt(Reason::DynamicCommand, span, Effects::ALL);
        let program = self.program(level.words, false);
        self.views(level, false, program);
        let words = level.words.from(level.words.start + 1);
        if self.profile.strict
            && flags.any(WordFlags::UNQUOTED_EXPANSION)
            && !words.is_empty()
        {
            // An empty variable leaves the next word as the program.
            self.push(level, words, Allow::No, level.guard);
        }
    }

    fn push(
        &mut self,
        level: Level,
        words: Words,
        allow: Allow,
        guard: Effects,
    ) {
        if !words.is_empty() {
            let open = level.open;
            self.levels.push(Level { words, allow, guard, open });
        }
    }

    /// The documented runner's way.
    fn documented_level(&mut self, level: Level) {
        let words = level.words;
        let program = self.program(words, true);
        let Program { name, known, .. } = program;
        let next = words.from(words.start + 1);
        if name == "xargs"
            && !next.is_empty()
            && !self.text_at(next.start).starts_with('-')
        {
            self.views(level, true, program);
            self.push(level, next, level.allow, level.guard);
            return;
        }
        let row = known.wrappers().next();
        let peeled = row.map(|row| (row.kind, self.peel(row, words)));
        match peeled {
            Some((Kind::Plain, Peel::Words(at) | Peel::Unsure(at))) => {
                self.views(level, true, program);
                let allow = self.behind_assignments(level.allow, words, at);
                self.push(level, words.from(at), allow, level.guard);
            }
            Some((Kind::Exec, peel)) if self.profile.exec_wrappers => {
                self.views(level, true, program);
                let guard = Effects::DENY.and(Effects::ASK);
                if let Peel::Words(at) | Peel::Unsure(at) = peel {
                    self.push(level, words.from(at), Allow::No, guard);
                }
            }
            _ => {
                let exact = name == "find" && self.find_acts(words);
                self.views(level, exact, program);
                self.finish(level, program);
            }
        }
    }

    /// The strict way: through paths, every wrapper, every inner shell.
    fn strict_level(&mut self, level: Level) {
        let words = level.words;
        let program = self.program(words, false);
        let Program { name, known, .. } = program;
        self.works_elsewhere(program, words);
        if name == "xargs" {
            self.xargs(level, program);
            return;
        }
        self.lines_of_words(program, words);
        let peeled = known
            .wrappers()
            .map(|row| (row, self.peel(row, words)))
            .find(|peeled| peeled.1 != Peel::Nothing);
        let Some((row, peel)) = peeled else {
            self.wraps_what_comes(level, program);
            self.session(program, words);
            self.terminal(level, program);
            return;
        };
        let flagged = self.exec_flags(program, words);
        let runner = row.kind == Kind::Runner;
        self.views(level, flagged || !runner, program);
        if let Peel::Words(at) | Peel::Unsure(at) = peel {
            self.guess_options(words, at);
            self.values(row, words, at);
        }
        let keeps =
            row.kind == Kind::Plain && self.is_at(words.start, row.name);
        let allow = if keeps { level.allow } else { Allow::No };
        let allow = match peel {
            Peel::Words(at) | Peel::Unsure(at) if row.assigns => {
                self.behind_assignments(allow, words, at)
            }
            _ => allow,
        };
        self.enter_root(program, words);
        self.follow(level, row, peel, allow);
    }

    /// Goes on with what a wrapper runs.
    fn follow(
        &mut self,
        level: Level,
        row: &Wrapper,
        peel: Peel,
        allow: Allow,
    ) {
        let words = level.words;
        match peel {
            Peel::Words(at) | Peel::Unsure(at) if row.each => {
                for at in words.from(at).iter() {
                    self.inner(Words { start: at, end: at + 1 }, true);
                }
            }
            Peel::Words(at) | Peel::Unsure(at) if row.joins => {
                self.inner(self.before_chain(row.name, words.from(at)), true);
            }
            Peel::Words(at) => {
                self.entry_point(row, words, at);
                self.push(level, words.from(at), allow, level.guard);
            }
            Peel::Unsure(at) => {
                for at in at..(at + 3).min(words.end) {
                    let words = words.from(at);
                    self.push(level, words, allow, level.guard);
                }
            }
            Peel::Line(at, cut) => {
                let all = matches!(row.name, "env" | "nix" | "hatch");
                let last = if all { words.end } else { at + 1 };
                let span = Words { start: at, end: last.min(words.end) };
                self.inner_line(span, cut);
            }
            Peel::Nothing => {}
        }
    }

    /// What the tables say that a program runs, in a shell whose own
    /// commands are looked at elsewhere. Whether only a full-text allow rule
    /// may cover it.
    pub(super) fn native(
        &mut self,
        level: Level,
        program: Program<'_>,
    ) -> bool {
        let words = level.words;
        if program.name == "xargs" {
            self.xargs(level, program);
            return true;
        }
        self.lines_of_words(program, words);
        let flagged = self.exec_flags(program, words);
        let peeled = program
            .known
            .wrappers()
            .map(|row| (row, self.peel(row, words)))
            .find(|peeled| peeled.1 != Peel::Nothing);
        if let Some((row, peel)) = peeled {
            self.follow(level, row, peel, Allow::No);
            return flagged || row.kind != Kind::Runner;
        }
        self.session(program, words);
        let acts = self.finds(program.name, words);
        let inner = self.inner_programs(level, program);
        self.may_run(words, program);
        flagged || acts || inner
    }

    /// A command that is no wrapper.
    fn terminal(&mut self, level: Level, program: Program<'_>) {
        let name = program.name;
        let words = level.words;
        let flagged = self.exec_flags(program, words);
        let acts = self.finds(name, words);
        let inner = self.inner_programs(level, program);
        self.views(level, flagged || acts || inner, program);
        self.may_run(words, program);
        self.state_change(name, words);
        self.subscripts(program, words);
        self.finish(level, program);
    }

    /// What both promises look at last: files, critical paths, coverage.
    fn finish(&mut self, level: Level, program: Program<'_>) {
        self.files(level, program);
        self.critical(level.words, program.name);
        if self.profile.read_only_covered
            && level.allow == Allow::Full
            && self.only_reads(level.words, program)
        {
            self.cover();
        }
    }

    /// Finds the command a wrapper runs.
    fn peel(&self, row: &Wrapper, words: Words) -> Peel {
        let Some(start) = self.behind_subcommand(row, words) else {
            return Peel::Nothing;
        };
        if row.dashes {
            let dashes =
                words.from(start).iter().find(|&a| self.text_at(a) == "--");
            if let Some(at) = dashes {
                return self.ends(row, words, at + 1, false);
            }
        }
        if !row.far.is_empty()
            && row.line.is_empty()
            && row.kind == Kind::Runner
        {
            return Peel::Nothing;
        }
        let mut at = start;
        let mut options = 0;
        while at < words.end {
            let text = self.text_at(at);
            if text == "--" {
                at += 1;
                break;
            }
            let assigned = row.assigns
                && (is_assignment(text) || is_odd(row.name, text))
                || row.name == "hatch" && text.starts_with('+');
            if assigned || (text == "-" && row.name != "-") {
                at += 1;
                continue;
            }
            if !text.starts_with('-') {
                break;
            }
            options += 1;
            match self.option(row, text, at) {
                Ok(next) => at = next,
                Err(peel) => return peel,
            }
        }
        // `busybox`, `bwrap` and their like: the table does not know which
        // options take a word.
        let loose = row.kind == Kind::Strict
            && row.valued.is_empty()
            && row.long.is_empty()
            && options > 0;
        at += row.skip as usize;
        if row.skip > 0 && self.text_at(at) == "--" {
            at += 1;
        }
        if row.assigns {
            while at < words.end && is_assignment(self.text_at(at)) {
                at += 1;
            }
        }
        self.ends(row, words, at, loose)
    }

    /// Settles on the command that starts at `at`.
    fn ends(
        &self,
        row: &Wrapper,
        words: Words,
        at: usize,
        loose: bool,
    ) -> Peel {
        let text = self.text_at(at);
        let lined = !row.line.is_empty()
            && text.starts_with('-')
            && text.contains(|c| row.line.contains(c));
        if at >= words.end {
            return Peel::Nothing;
        }
        if lined {
            return if at + 1 < words.end {
                Peel::Line(at + 1, 0)
            } else {
                Peel::Nothing
            };
        }
        if let Some(cut) = self.behind_environment(row, at) {
            return Peel::Line(at, cut);
        }
        if loose { Peel::Unsure(at) } else { Peel::Words(at) }
    }

    /// One option of a wrapper: where the next word stands, or what it
    /// decides.
    fn option(
        &self,
        row: &Wrapper,
        text: &str,
        at: usize,
    ) -> Result<usize, Peel> {
        if let Some(long) = text.strip_prefix("--") {
            let (name, value) = match long.split_once('=') {
                Some((name, _)) => (name, Some(name.len() + 3)),
                None => (long, None),
            };
            let lined = !row.line.is_empty()
                && matches!(name, "command" | "split-string" | "call");
            return match value {
                Some(cut) if lined => Err(Peel::Line(at, cut)),
                None if lined => Err(Peel::Line(at + 1, 0)),
                Some(_) => Ok(at + 1),
                None if row.long.contains(&name) => Ok(at + 2),
                None => Ok(at + 1),
            };
        }
        for (offset, letter) in text.char_indices().skip(1) {
            let behind = offset + letter.len_utf8();
            let last = behind == text.len();
            if !letter.is_ascii_alphanumeric() {
                // `-n/proc/1/ns/net`: a value
                return Ok(at + 1);
            }
            if row.query.contains(letter) {
                return Err(Peel::Nothing);
            }
            if row.line.contains(letter) {
                return Err(if last {
                    Peel::Line(at + 1, 0)
                } else {
                    Peel::Line(at, behind)
                });
            }
            if row.valued.contains(letter) {
                return Ok(if last { at + 2 } else { at + 1 });
            }
        }
        Ok(at + 1)
    }
}

/// Whether a cluster of short options ends with one that takes the next
/// word.
pub(super) fn short_takes(text: &str, valued: &str) -> bool {
    let Some(letters) = text.strip_prefix('-') else { return false };
    if letters.starts_with('-') {
        return false;
    }
    let at = letters.find(|c| valued.contains(c));
    at.is_some_and(|at| {
        let mut rest = letters.get(at..).unwrap_or("").chars();
        rest.next().is_some() && rest.next().is_none()
    })
}

/// Whether `env` takes a word for a variable whose name no shell would take:
/// the function in `BASH_FUNC_ls%%=() { …; }`.
fn is_odd(wrapper: &str, text: &str) -> bool {
    wrapper == "env" && !text.starts_with(['-', '=']) && text.contains('=')
}

/// Whether a word is `NAME=value`.
pub(super) fn is_assignment(text: &str) -> bool {
    let name = super::doubt::variable(text);
    !name.is_empty()
        && !name.starts_with(|c: char| c.is_ascii_digit())
        && text.get(name.len()..).is_some_and(|rest| {
            rest.starts_with('=') || rest.starts_with("+=")
        })
}
