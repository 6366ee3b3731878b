//! PowerShell: one command, names in lower case, aliases resolved.

use super::values::is_value;
use crate::shell::data::cmdlets::{cmdlet, programs};
use crate::shell::data::powershell::{ACTS, RUNS_CODE, SHELLS, STATE};
use crate::shell::data::programs::Known;
use crate::shell::data::sources::is_other_root;
use crate::shell::data::windows::power_base;
use crate::shell::scene::{Allow, Level, Scene};
use crate::shell::split::WordFlags;
use crate::shell::words::{Program, Words, cooked_at};
use crate::shell::{Access, Effects, Reason};
use crate::source::Span;

impl Scene<'_> {
    /// Looks at one command of PowerShell.
    pub(crate) fn power_level(&mut self, level: Level) {
        let words = level.words;
        let line = self.line;
        let Some(word) = self.word(words.start) else { return };
        let written = cooked_at(line, words.start);
        if matches!(written, "&" | ".") && words.end > words.start + 1 {
            let words = words.from(words.start + 1);
            self.levels.push(Level { words, ..level });
            return;
        }
        let open = WordFlags::PARAMETER | WordFlags::SUBSTITUTION;
        let open_type = word.span.of(self.text).starts_with('[');
        let expression = written.starts_with(['$', '(', '[', '@', '{'])
            && (open_type || !word.flags.any(WordFlags::QUOTED));
        if is_value(written) && !self.is_called(word.span) {
            // `$x.Name` is printed, not run.
            self.lower_view(level, written, false);
            return self.cover();
        }
        if word.flags.any(open) || expression {
            if self.runs_nothing(words, word.span) {
                self.lower_view(level, written, false);
                self.power_expression(words);
                return self.cover();
            }
            self.unknown_expression(words, word.span);
            self.lower_view(level, written, false);
            return self.power_expression(words);
        }
        let base = power_base(written);
        let full = cmdlet(base);
        let is = |list: &[&str]| {
            list.iter().any(|name| name.eq_ignore_ascii_case(full))
        };
        let (runs, shell, state) = (is(RUNS_CODE), is(SHELLS), is(STATE));
        let mut exact = self.profile.strict && (runs || shell);
        if self.profile.strict {
            self.works_in(words, base);
            self.power_code(words, runs, shell, state);
            self.power_runs(words, base, full);
            if runs || shell || state {
                self.own_scripts(words);
            }
        }
        let guard = Level { allow: Allow::No, ..level };
        if self.profile.strict && !shell && !runs && full == base {
            exact |= self.power_native(guard, word.span, base);
        }
        if is(&["Remove-Item"]) {
            self.power_critical(words);
        }
        self.power_views(level, [written, base, full], exact);
        if self.profile.strict {
            self.written_usually(words);
            self.power_spellings(guard, base, full);
            self.power_files(level, base, full);
            self.no_alias(guard, base, full, written);
            if is_other_root(base) {
                let program = Program::of(base, Span::default());
                self.enter_root(program, words, self.cd);
            }
        }
    }

    /// What the words of some commands run or open.
    fn power_runs(&mut self, words: Words, base: &str, full: &str) {
        let is = |name: &str| full.eq_ignore_ascii_case(name);
        if SHELLS.iter().any(|name| is(name)) {
            self.power_shells(words, base);
            self.open_shell(words, base);
        }
        if is("start-process") {
            self.power_shells(words, base);
            self.started_process(words);
        }
        if is("start-job") {
            self.block_elsewhere(words);
        }
        self.splatted(words, base, full);
        self.methods_among(words);
        self.braced_files(words);
        if is("foreach-object") {
            self.called_member(words);
        }
        if is("new-object") {
            self.made_of_file(words);
        }
        if self.places.guesses {
            self.called_within(words);
        }
        self.own_script(words);
        if self.text_at(words.start).contains(['/', '\\']) {
            // Its code, or what another program opens.
            self.power_file(Access::Read, words.start);
        }
    }

    /// `Write-Output $x.Delete()`.
    fn called_within(&mut self, words: Words) {
        for at in words.from(words.start + 1).iter() {
            if self.dynamic_at(at) && self.text_at(at).ends_with(')') {
                self.method_calls(Words { start: at, end: at + 1 });
            }
        }
    }

    /// `curl.exe` is no alias: the files of a program of that name.
    fn no_alias(&mut self, guard: Level, base: &str, full: &str, name: &str) {
        if full != base && base.len() < name.len() {
            self.files(guard, Program::of(base, Span::default()));
        }
    }

    /// A program that is no cmdlet: what it runs, as in other shells.
    fn power_native(&mut self, level: Level, word: Span, base: &str) -> bool {
        let before = self.text.get(..word.start as usize).unwrap_or("");
        let sourced = before.trim_end().ends_with('.');
        if sourced && base.to_ascii_lowercase().ends_with(".ps1") {
            self.doubt(Reason::ScriptFile, word, Effects::GUARD);
        }
        let span = self.base_of(level.words, base);
        let from = self.out.text.len();
        let upper = base.bytes().any(|b| b.is_ascii_uppercase());
        let lower = upper.then(|| base.to_ascii_lowercase());
        let name = lower.as_deref().unwrap_or(base);
        let program = Program::of(name, span);
        if name.contains('-') && !program.known.is_known() {
            // A cmdlet, which takes its words for what they are.
            return false;
        }
        let exact = self.native(level, program);
        if let Some(text) = self.out.text.get_mut(from..) {
            text.make_ascii_lowercase();
        }
        exact
    }

    /// Where the name of the program stands.
    pub(super) fn base_of(&self, words: Words, base: &str) -> Span {
        let line = self.line;
        let Some(word) = line.words.get(words.start) else {
            return Span::default();
        };
        let start = word.cooked.of(&line.text).rfind(base).unwrap_or(0);
        let start = word.cooked.start as usize + start;
        Span::new(start, start + base.len())
    }

    /// Whether the word is called (`& $x`), not printed.
    pub(super) fn is_called(&self, span: Span) -> bool {
        let before = self.text.get(..span.start as usize).unwrap_or("");
        let before = before.trim_end();
        before.ends_with('.')
            || (before.ends_with('&') && !before.ends_with("&&"))
    }

    /// The spellings that mean the same: options before a subcommand, and
    /// the flags of `Remove-Item` wherever they stand.
    fn power_spellings(&mut self, level: Level, base: &str, full: &str) {
        let words = level.words;
        let from = self.out.text.len();
        let first = (self.out.views.len(), self.tails.len());
        let span = self.base_of(words, base);
        self.power_open_view(level, full);
        if full.contains('-') {
            self.power_each(level, full);
            self.power_options(level, full);
        }
        let name = cooked_at(self.line, words.start);
        let file = name.get(name.len() - name.len().min(base.len() + 4)..);
        if let Some(file) = file.filter(|file| file.ends_with(".exe")) {
            self.without_subcommand(file, Known::of(file), level);
            self.of_file(file, base, full, level);
        }
        if self.job.guard_only && full.contains('-') {
            // Guards of another shell name programs of it.
            programs(full).for_each(|name| self.other_program(level, name));
        }
        if full.eq_ignore_ascii_case("remove-item") {
            self.removal_flags(level, full);
            self.without_subcommand(full, Known::of(full), level);
        } else if full != base {
            self.without_subcommand(full, Known::of(full), level);
        } else {
            let subcommand =
                self.subcommand_views(Program::of(base, span), level);
            let place = (span, false, subcommand);
            if let Some(open) = self.open_views(level, place) {
                self.before_open(first, open);
            }
        }
        if let Some(text) = self.out.text.get_mut(from..) {
            text.make_ascii_lowercase();
        }
    }

    /// A cmdlet as the program that does the same.
    fn other_program(&mut self, level: Level, name: &str) {
        self.lower_view(level, name, false);
        self.power_open_view(level, name);
        if matches!(name, "rm" | "rmdir") {
            self.removal_flags(level, name);
        }
    }

    /// What a cmdlet is about where that is known only when it runs, or comes
    /// through the pipe: the words before that.
    fn power_open_view(&mut self, level: Level, full: &str) {
        let rest = level.words.from(level.words.start + 1);
        let operand = |at: usize| self.first_byte(at) != b'-';
        let piped = self.own.piped && !rest.iter().any(operand);
        let unknown = rest.iter().find(|&at| self.unknown_at(at));
        if piped || unknown.is_some() {
            let end = unknown.filter(|_| !piped).unwrap_or(rest.start);
            self.text_view(full, Words { end, ..rest }, Effects::OPEN);
        }
    }

    /// `Remove-Item x -r -fo` under the full names of its flags, before and
    /// behind the paths.
    fn removal_flags(&mut self, level: Level, full: &str) {
        let line = self.line;
        let rest = level.words.from(level.words.start + 1);
        let is = |at: usize, whole: &str, least: usize| {
            let text = cooked_at(line, at).as_bytes();
            let whole = whole.as_bytes();
            text.len() >= least
                && whole
                    .get(..text.len())
                    .is_some_and(|start| start.eq_ignore_ascii_case(text))
        };
        // `rd /s /q` of `cmd`
        let switch = |at: usize| {
            let text = cooked_at(line, at);
            text.starts_with('/') && text.trim_start_matches('/').len() == 1
        };
        let has = |letter: char| {
            rest.iter()
                .any(|at| switch(at) && cooked_at(line, at).ends_with(letter))
        };
        let recurse = rest.iter().any(|at| is(at, "-recurse", 2))
            || has('s')
            || has('S');
        let force =
            rest.iter().any(|at| is(at, "-force", 3)) || has('q') || has('Q');
        let spellings: &[&str] = match (recurse, force) {
            (true, true) => &[
                "-recurse -force",
                "-force -recurse",
                "-recurse",
                "-force",
                // as people write it who come from other systems
                "-rf",
            ],
            (true, false) => &["-recurse"],
            (false, true) => &["-force"],
            (false, false) => &[],
        };
        for &spelling in spellings {
            for front in [true, false] {
                let start = self.out.text.len();
                self.out.text.push_str(full);
                if front {
                    self.out.text.push(' ');
                    self.out.text.push_str(spelling);
                }
                let mut from = rest.start;
                for at in rest.iter() {
                    if self.first_byte(at) == b'-' || switch(at) {
                        self.cooked_words(from..at);
                        from = at + 1;
                    }
                }
                self.cooked_words(from..rest.end);
                if !front {
                    self.out.text.push(' ');
                    self.out.text.push_str(spelling);
                }
                self.push_view(start, level.guard);
            }
        }
    }

    /// Code in the words of a command.
    fn power_code(
        &mut self,
        words: Words,
        runs: bool,
        shell: bool,
        state: bool,
    ) {
        let span = self.span_of(words);
        if runs || shell {
            if !self.runs_known(words) {
                self.doubt(Reason::ForeignCode, span, Effects::GUARD);
            }
            for at in words.from(words.start + 1).iter() {
                let text = self.text_at(at);
                if self.literal_at(at) && text.contains(' ') {
                    self.inner(Words { start: at, end: at + 1 }, true);
                }
            }
            let rest = words.from(words.start + 1);
            let dash = rest.iter().find(|&at| {
                let option = self.text_at(at);
                let option = option.strip_prefix(['-', '/']);
                option.filter(|o| !o.is_empty()).is_some_and(|option| {
                    "command"
                        .get(..option.len())
                        .is_some_and(|c| c.eq_ignore_ascii_case(option))
                })
            });
            let start = dash.map_or(rest.start, |at| at + 1);
            self.inner(rest.from(start), true);
        }
        if state {
            self.doubt(Reason::StateChange, span, Effects::ALL);
            // `Set-Alias x iex`
            let named = words.from(words.start + 1).iter().any(|at| {
                let full = cmdlet(self.text_at(at));
                let mut all = RUNS_CODE.iter().chain(SHELLS);
                all.any(|name| name.eq_ignore_ascii_case(full))
            });
            if named {
                self.any_code(Reason::StateChange, span);
            }
        }
    }

    /// Another shell, or what is started with its words in a list.
    fn power_shells(&mut self, words: Words, base: &str) {
        let rest = words.from(words.start + 1);
        let name = base.to_ascii_lowercase();
        self.windows_shell(&name, rest);
        self.unix_shell(&name, rest);
        let line = self.line;
        if rest.iter().any(|at| cooked_at(line, at).contains(',')) {
            let lists = rest.iter().map(|at| cooked_at(line, at));
            let text = lists.collect::<Vec<_>>().join(" ");
            let text = text.replace([',', '"', '\''], " ");
            self.code_of(self.shell, &text, self.span_of(words));
        }
    }

    /// `ForEach-Object Delete`: the method of each thing that is called. A
    /// name may be written with stars.
    fn called_member(&mut self, words: Words) {
        let line = self.line;
        let span = self.span_of(words);
        for at in words.from(words.start + 1).iter() {
            if self.dynamic_at(at) {
                continue;
            }
            let text = cooked_at(line, at);
            let value = text.strip_prefix('-').and_then(|o| o.split_once(':'));
            let name = value.map_or(text, |value| value.1);
            let name = name.trim_matches(['"', '\'']);
            let acts = ACTS.iter().any(|act| {
                name.get(..act.len())
                    .is_some_and(|start| start.eq_ignore_ascii_case(act))
            });
            if acts || name.contains(['*', '?', '[']) {
                self.doubt(Reason::DynamicCommand, span, Effects::GUARD);
            }
            self.member_of_files(name, span);
        }
    }
}
