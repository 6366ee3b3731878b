//! Commands that run commands: what stands behind `sudo`, `env`, `timeout`.

mod lead;
mod peel;
mod sudo;

use peel::Peel;

use crate::shell::cd::Cd;
use crate::shell::data::places;
use crate::shell::data::programs::Known;
use crate::shell::data::sources::is_other_root;
use crate::shell::data::wrappers::{Kind, Wrapper};
use crate::shell::scene::{Allow, Level, Scene};
use crate::shell::split::WordFlags;
use crate::shell::words::{Program, Words, base_name, cooked_at, raw};
use crate::shell::{Effects, Reason, Shell};
use crate::source::Span;

impl Scene<'_> {
    /// Looks at one command: its views, what it runs, its files.
    pub(crate) fn level(&mut self, level: Level) {
        if self.shell == Shell::PowerShell {
            self.power_level(level);
            return;
        }
        let Some(word) = self.word(level.words.start) else { return };
        let text = self.cooked(word);
        let found = level.open() && text.contains("{}");
        let bracket = matches!(text, "[" | "[[" | "((" | "]" | "{}");
        // `$=x` of zsh
        let expands = text.starts_with("$=") || text.starts_with("$~");
        let literal = word.flags.literal();
        let at_home = !literal && self.is_at_home(word, text);
        let known = literal || bracket || at_home;
        if at_home && self.may_be_named_by_path() {
            self.doubt(Reason::DynamicCommand, word.span, Effects::ALL);
        }
        if found || !known || expands {
            self.unknown_program(level, word.span, word.flags);
        } else if self.profile.strict {
            self.note_case(level.words.start);
            let first = (self.out.views.len(), self.tails.len());
            self.strict_level(level);
            self.behind_leads(level, first);
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
        if self.profile.strict {
            self.guesses(level, program, false);
        }
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
            let more = level.more;
            self.levels.push(Level { words, allow, guard, more });
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
        // The runner's list has `timeout` and no `gtimeout`.
        let listed = !known.is_second_name();
        let row = known.wrappers().next().filter(|_| listed);
        let peeled = row.map(|row| (row.kind, self.peel(row, words)));
        match peeled {
            Some((Kind::Plain, Peel::Words(at) | Peel::Unsure(at))) => {
                self.views(level, true, program);
                let allow = self.behind_assignments(level.allow, words, at);
                let allow = self.behind_open_options(allow, words, at);
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
        let start = self.cd;
        self.works_elsewhere(program, words);
        // Git's files lie where it works, what others make is named from here.
        let from = if name == "git" { self.cd } else { start };
        self.moved = from != Cd::Here;
        let inner = self.cd;
        let remote = inner != start && self.stays(name, start);
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
            self.terminal(level, program, remote.then_some(inner));
            return;
        };
        let flagged = self.exec_flags(program, words);
        let runner = row.kind == Kind::Runner;
        self.views(level, flagged || !runner, program);
        if let Peel::Words(at) | Peel::Unsure(at) = peel {
            let end = if row.each { words.end } else { at };
            self.guess_options(words, end);
            self.own_files(level, program, end.max(at + 1));
            self.script_of_uv(row.name, words.from(at), level.guard);
            self.values(row, words, at);
            if (words.start + 1..at).any(|at| self.is_open(at)) {
                // `docker compose run "$x" c rm y`: it may start later.
                self.words_may_be_run(words.from(at + 1));
            }
        } else if known.handler().is_some() {
            // `script -c 'date' x`
            self.files(level, program);
        }
        let keeps = row.kind == Kind::Plain
            && self.is_at(words.start, row.name)
            && !self.writes_beside(known, words, peel);
        let allow = if keeps { level.allow } else { Allow::No };
        let allow = match peel {
            Peel::Words(at) | Peel::Unsure(at) if row.assigns => {
                self.behind_assignments(allow, words, at)
            }
            _ => allow,
        };
        let allow = match peel {
            Peel::Words(at) | Peel::Unsure(at) => {
                self.behind_open_options(allow, words, at)
            }
            _ => allow,
        };
        self.cd = inner;
        self.enter_root(program, words, start);
        self.follow(level, row, peel, allow);
    }

    /// What a program is told itself lies in this root and on this machine,
    /// from where it starts. Whether what it runs does not.
    fn stays(&mut self, name: &str, start: Cd) -> bool {
        let remote = places::row_of(name).is_some_and(|row| row.remote);
        if remote || is_other_root(name) {
            self.cd = start;
        }
        remote
    }

    /// What the options of a wrapper say that it reads and writes, up to a
    /// word that seems to be run and may be the value of the last one.
    fn own_files(&mut self, level: Level, program: Program<'_>, end: usize) {
        let words = level.words;
        let end = end.min(words.end);
        let options = Words { start: words.start + 1, end };
        self.outputs(program.known, options);
        self.read_options(program, options);
        if program.known.changes() {
            // `sg` is a program of two kinds.
            self.files(level, program);
        }
    }

    /// Where what a wrapper runs is sure to start.
    pub(crate) fn wrapped_at(
        &self,
        program: Program<'_>,
        words: Words,
    ) -> Option<usize> {
        let mut wrappers = program.known.wrappers();
        wrappers.find_map(|row| match self.peel(row, words) {
            Peel::Words(at) => Some(at),
            Peel::Unsure(_) | Peel::Line(..) | Peel::Nothing => None,
        })
    }

    /// Where the program stands behind wrappers: `x` of `nice env A=1 x`.
    pub(crate) fn behind_wrappers(&self, words: Words) -> usize {
        const MOST: usize = 8;
        let mut words = words;
        for _ in 0..MOST {
            let known = Known::of(base_name(self.text_at(words.start)));
            let peeled = known.wrappers().map(|row| self.peel(row, words));
            let next = peeled.filter_map(|peel| match peel {
                Peel::Words(at) | Peel::Unsure(at) => Some(at),
                Peel::Line(..) | Peel::Nothing => None,
            });
            let Some(at) = next.max() else { break };
            words = words.from(at);
        }
        words.start
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
                let words = self.before_chain(row.name, words.from(at));
                self.inner_line(words, 0);
                if row.keeps && words.len() > 1 {
                    self.as_written(words);
                }
            }
            Peel::Words(at) if row.more => {
                self.parallel(level, words.from(at));
            }
            Peel::Words(at) => {
                self.entry_point(row, words, at);
                self.of_version(row, words.from(at));
                if self.text_at(at).contains([' ', '\t']) {
                    // `lerna exec 'rm x'`, `pnpm exec -c 'rm x'`
                    self.inner_line(words.from(at), 0);
                }
                self.push(level, words.from(at), allow, level.guard);
            }
            Peel::Unsure(at) => {
                if at + 3 < words.end {
                    // It may start behind them, too.
                    let span = self.span_of(words);
                    self.doubt(Reason::ProgramWord, span, Effects::IF);
                }
                for at in at..(at + 3).min(words.end) {
                    let words = words.from(at);
                    self.push(level, words, allow, level.guard);
                }
            }
            Peel::Line(at, cut) => {
                let all = matches!(row.name, "env" | "nix" | "hatch");
                let last = if all { words.end } else { at + 1 };
                let line = Words { start: at, end: last.min(words.end) };
                let odd = |c| matches!(c, '\\' | '#' | '\n');
                if row.name == "env" && self.text_at(at).contains(odd) {
                    // It takes such a line apart in another way.
                    let span = self.span_of(line);
                    self.doubt(Reason::Unparsed, span, Effects::ALL);
                }
                let text = self.text_at(at).get(cut..).unwrap_or("");
                if row.name == "env" && text.trim_start().starts_with('-') {
                    // `env -S '-C x y'`: options of its own.
                    self.split_by_env(line, cut);
                }
                self.line_before_words(line, cut);
            }
            Peel::Nothing => {}
        }
    }

    /// A line whose words `env` takes for its own.
    fn split_by_env(&mut self, words: Words, cut: usize) {
        let line = self.line;
        let first = cooked_at(line, words.start).get(cut..).unwrap_or("");
        let rest = words.from(words.start + 1).iter();
        let rest = rest.map(|at| raw(line, self.text, at));
        let pieces = ["env", first].into_iter().chain(rest);
        self.code(pieces, self.span_of(words), true);
    }

    /// What the tables say that a program runs, in a shell whose own
    /// commands are looked at elsewhere. Whether only a full-text allow rule
    /// may cover it.
    pub(crate) fn native(
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

    /// A command that is no wrapper. What it is fed may run `elsewhere`:
    /// `echo 'rm x' | ssh h`.
    fn terminal(
        &mut self,
        level: Level,
        program: Program<'_>,
        elsewhere: Option<Cd>,
    ) {
        let name = program.name;
        let words = level.words;
        let first = self.out.uses.len();
        self.plain_code = false;
        let flagged = self.exec_flags(program, words);
        let acts = self.finds(name, words);
        let here = self.cd;
        self.cd = elsewhere.unwrap_or(here);
        let inner = self.inner_programs(level, program);
        self.cd = here;
        self.views(level, flagged || acts || inner, program);
        self.may_run(words, program);
        self.own_script(words);
        self.state_change(name, words);
        match name {
            "read" | "mapfile" | "readarray" => self.read_words(),
            // `printf -v x 'h rm x'`
            "printf" if self.is_at(words.start + 1, "-v") => {
                self.printed_words(words);
            }
            _ if program.known.is_setter() => {
                self.guess_values(words.from(words.start + 1));
            }
            _ => {}
        }
        self.subscripts(program, words);
        self.finish(level, program);
        if self.plain_code {
            self.looked_at_from(first);
        }
    }

    /// What both promises look at last: files, critical paths, coverage.
    fn finish(&mut self, level: Level, program: Program<'_>) {
        self.files(level, program);
        self.critical(level, program.name);
        self.git_elsewhere(level.words, program.name);
        if self.profile.read_only_covered
            && level.allow == Allow::Full
            && self.only_reads(level.words, program)
        {
            self.cover();
        }
    }
}
