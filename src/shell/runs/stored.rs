//! What a word sets: `make CMD='rm x'`, `npm pkg set scripts.x='rm y'`. It
//! may be run, now or later.

use crate::shell::data::files::Role;
use crate::shell::data::filters;
use crate::shell::scene::Scene;
use crate::shell::split::{WordBytes, WordFlags};
use crate::shell::words::{Program, Words, cooked_at};
use crate::shell::{Effects, Reason};
use crate::source::Spare;

impl Scene<'_> {
    /// The command lines within words, whichever command the program runs.
    pub(super) fn lines_of_words(
        &mut self,
        program: Program<'_>,
        words: Words,
    ) {
        self.far_lines(program.known, words);
        self.named_lines(program.name, words);
        self.own_configuration(program.name, words);
        self.own_finds(program.name, words);
        self.shows_own(program.name, words);
        self.of_tools(program.name, words);
        match program.name {
            "sqlite3" => self.calls(words, &["load_extension", "edit("]),
            "mlr" => self.calls(words, &["system(", "exec("]),
            "m4" => self.calls(words, &["syscmd("]),
            "docker" | "docker-compose" | "heroku" | "podman"
            | "podman-compose" => {
                self.shown_environment(program.name, words);
            }
            "run-parts" => self.run_parts(words),
            "gs" | "ghostscript" => self.calls(words, &["%pipe%"]),
            "clickhouse" | "clickhouse-local" => {
                self.calls(words, &["executable("]);
            }
            "tex" | "latex" | "pdftex" | "pdflatex" | "xelatex"
            | "lualatex" => self.calls(words, &["write18", "directlua"]),
            "coreutils" => self.one_of_many(words),
            "chezmoi" => self.calls(words, &["output "]),
            "websocat" => self.calls(words, &["cmd:", "exec:", "sh-c:"]),
            "bmake" | "gmake" | "make" => self.make_code(words),
            "print" => self.prompted(words),
            "npm" | "pnpm" => {
                self.stored_scripts(words);
                self.of_project(words);
            }
            "yarn" => self.of_project(words),
            "tmux" | "byobu" | "tmate" => self.chained(words),
            "cp" | "dd" | "ditto" | "gcp" | "install" | "link" | "ln"
            | "mv" | "rsync" => self.copied(program.name, words),
            "cat" if self.writes() => self.copied("cat", words),
            _ => {}
        }
        if program.known.renames() {
            self.renames(words);
            self.renamed(words);
        } else if program.known.renames_any() {
            self.any_file(Role::Edits, self.span_of(words));
        }
        if program.known.sets() || !program.known.is_known() {
            self.set_lines(program, words);
            self.listed_lines(words);
        }
    }

    /// `print -P '$(rm x)'` of zsh: what a prompt may run.
    fn prompted(&mut self, words: Words) {
        let line = self.line;
        let rest = words.from(words.start + 1);
        let expands = |at: usize| {
            let text = cooked_at(line, at);
            text.starts_with('-') && text.contains('P')
        };
        if !rest.iter().any(expands) {
            return;
        }
        for at in rest.iter() {
            let text = cooked_at(line, at);
            if text.contains("$(") || text.contains('`') {
                self.inner(Words { start: at, end: at + 1 }, true);
            }
        }
    }

    /// `coreutils --coreutils-prog=rm x`.
    fn one_of_many(&mut self, words: Words) {
        let line = self.line;
        let first = cooked_at(line, words.start + 1);
        let named = ["--coreutils-prog=", "--coreutils-prog-shebang="]
            .iter()
            .find_map(|option| first.strip_prefix(option));
        if let Some(name) = named {
            let rest = words.from(words.start + 2).iter();
            let rest = rest.map(|at| cooked_at(line, at));
            self.code(
                [name].into_iter().chain(rest),
                self.span_of(words),
                true,
            );
        }
    }

    /// Words with blanks, whole or behind `=`, as what may be run.
    fn set_lines(&mut self, program: Program<'_>, words: Words) {
        let line = self.line;
        let end = self.own_end(program, words);
        for at in (words.start + 1)..end {
            let Some(word) = self.word(at) else { return };
            // No other word holds a blank.
            if !word.flags.any(WordFlags::QUOTED) {
                continue;
            }
            let text = cooked_at(line, at);
            if !text.contains([' ', '\t'])
                || self.only_chooses(program.name, words, at)
            {
                continue;
            }
            // `-var=name=rm x`: what stands behind each sign may be.
            let mut value = text;
            while let Some((name, behind)) = value.split_once('=')
                && !name.contains(' ')
            {
                value = behind;
            }
            for part in value.split([';', '&', '|', '\n']) {
                let part = part.trim_start();
                let command = part.strip_prefix("exec ").unwrap_or(part);
                self.may_be_run(command.trim_start(), at);
            }
        }
    }

    /// Where the words of a program end: those of another that it is sure to
    /// run, `docker exec c grep 'rm x' f`, are looked at as such.
    fn own_end(&self, program: Program<'_>, words: Words) -> usize {
        let Some(at) = self.wrapped_at(program, words) else {
            return words.end;
        };
        let inner = self.program(words.from(at), false).known;
        let simple = inner.is_known()
            && !inner.sets()
            && !inner.is_shell()
            && inner.interpreter().is_none()
            && inner.wrappers().next().is_none();
        if simple { at } else { words.end }
    }

    /// Whether a word only says which tests are run: `go test -run 'rm x'`.
    pub(super) fn only_chooses(
        &self,
        name: &str,
        words: Words,
        at: usize,
    ) -> bool {
        let first = self.text_at(words.start + 1);
        let text = self.text_at(at);
        let option = match text.split_once('=') {
            Some((option, _)) if text.starts_with('-') => option,
            _ if at > words.start + 1 => self.text_at(at - 1),
            _ => return false,
        };
        self.literal_at(at) && filters::only_chooses(name, first, option)
    }

    /// `make X='$(shell rm x)'`: what make runs in a value, and what a shell
    /// runs of it in a recipe.
    fn make_code(&mut self, words: Words) {
        const OPENERS: &[(&str, char)] =
            &[("$(shell", ')'), ("${shell", '}'), ("$$(", ')'), ("`", '`')];
        let line = self.line;
        for at in words.from(words.start + 1).iter() {
            let text = cooked_at(line, at);
            for &(opener, closer) in OPENERS {
                let mut rest = text;
                while let Some((_, code)) = rest.split_once(opener) {
                    let end = code.find(closer).unwrap_or(code.len());
                    let (code, behind) = code.split_at(end);
                    self.may_be_run(code.trim_start(), at);
                    rest = match closer {
                        '`' => behind.get(1..).unwrap_or(""),
                        _ => behind,
                    };
                }
            }
        }
    }

    /// Lists of words within a word: `{"command":["rm","x"]}`, `args=rm,x`.
    fn listed_lines(&mut self, words: Words) {
        let line = self.line;
        for at in words.from(words.start + 1).iter() {
            let Some(word) = self.word(at) else { return };
            // There is a bracket, or an equals sign and a comma.
            let set = word.bytes.any(WordBytes::EQUALS)
                && word.bytes.any(WordBytes::AT_COMMA);
            if !set && !word.bytes.any(WordBytes::SPECIAL) {
                continue;
            }
            let text = cooked_at(line, at);
            let mut rest = text;
            while let Some((_, list)) = rest.split_once('[') {
                let (within, after) =
                    list.split_once(']').unwrap_or((list, ""));
                rest = after;
                if !within.contains('"') {
                    continue;
                }
                let list = within
                    .split(',')
                    .map(|word| word.trim().trim_matches('"'));
                self.listed(list, at);
            }
            let value = text.split_once('=').map(|(_, value)| value);
            let value = value.filter(|value| {
                value.contains(',') && !value.contains(['[', '{', '"'])
            });
            if let Some(value) = value {
                self.listed(value.split(','), at);
            }
        }
    }

    /// The words of a list as a command.
    fn listed<'t>(&mut self, list: impl Iterator<Item = &'t str>, at: usize) {
        let mut command = Spare::default();
        for word in list {
            if !command.is_empty() {
                command.push(' ');
            }
            // `["sh", "-c", "rm x"]`
            match word.contains(' ') && !word.contains('\'') {
                true => command.extend(["'", word, "'"]),
                false => command.push_str(word),
            }
        }
        self.may_be_run(&command, at);
    }

    /// Code that calls something which runs programs:
    /// `sqlite3 x "select load_extension('y')"`.
    fn calls(&mut self, words: Words, names: &[&str]) {
        for at in words.from(words.start + 1).iter() {
            let mut text = Spare::of(&[self.text_at(at)]);
            text.make_ascii_lowercase();
            if names.iter().any(|name| text.contains(name)) {
                let span = self.span_of(words);
                self.doubt(Reason::ForeignCode, span, Effects::GUARD);
                self.started(cooked_at(self.line, at), span);
                self.commands_in_code(cooked_at(self.line, at), span);
            }
        }
    }

    /// `npm pkg set scripts.x='rm y'`: kept in the package, run later.
    fn stored_scripts(&mut self, words: Words) {
        let line = self.line;
        let mut near = words.from(words.start + 1).iter();
        if !near.any(|at| self.is_at(at, "pkg"))
            || !near.any(|at| self.is_at(at, "set"))
        {
            return;
        }
        for at in words.iter() {
            let text = cooked_at(line, at);
            if let Some(scripts) = text.strip_prefix("scripts=") {
                // `scripts={"a":"rm y"}`
                for script in scripts.split('"') {
                    self.may_be_run(script, at);
                }
            }
            let stored =
                text.starts_with("scripts.") || text.starts_with("scripts[");
            let equals = text.find('=').filter(|_| stored);
            if let Some(equals) = equals {
                let end = at + 1;
                self.inner_line(Words { start: at, end }, equals + 1);
            }
        }
    }

    /// A text that may be run as a command: without the directory of its
    /// program, as it stands.
    pub(super) fn may_be_run(&mut self, text: &str, at: usize) {
        let text = text.trim_start_matches(['!', ' ']);
        // what ends a line that is typed
        let ends = ["\\n", "\\r", "^M", "<CR>"];
        let end = ends.iter().find_map(|end| text.strip_suffix(end));
        let text = end.unwrap_or(text);
        let word = Words { start: at, end: at + 1 };
        let span = self.span_of(word);
        if !text.starts_with('-') {
            self.line_may_be_run(text, span);
        }
        let first = text.split([' ', '\t']).next().unwrap_or("");
        let end = first.rfind('/').map_or(0, |at| at + 1);
        let text = text.get(end..).unwrap_or("");
        if !text.is_empty() && !text.starts_with('-') {
            self.maybe_text(text, span);
        }
    }
}
