//! Code of a project that lies elsewhere, by an option: `make -C /x`.

use crate::shell::data::elsewhere::{SHOWS_ALL, SHOWS_NAMES};
use crate::shell::data::programs::Known;
use crate::shell::scene::Scene;
use crate::shell::words::{Program, Words, cooked_at};
use crate::shell::{Effects, Reason};

impl Scene<'_> {
    /// Whether an option leads a program out of the directory that the line
    /// starts in: no allow rule for some words is about what lies there
    /// (decision 116 has that of git).
    pub(super) fn is_led_elsewhere(
        &mut self,
        program: Program<'_>,
        rest: Words,
    ) -> bool {
        let line = self.line;
        let own = program.known.elsewhere(program.name);
        let (row, rest) = match self.composed(program, rest) {
            Some(rest) => {
                let name = "docker-compose";
                (Known::of(name).elsewhere(name), rest)
            }
            None => (own, rest),
        };
        let Some(row) = row else { return false };
        for at in rest.iter() {
            let text = cooked_at(line, at);
            if text == "--" {
                break;
            }
            let (word, cut) = match row.value(text) {
                Some(Some(cut)) => (at, cut),
                Some(None) => (at + 1, 0),
                None => continue,
            };
            let value = cooked_at(line, word).get(cut..).unwrap_or("");
            // `-xC` may be other letters than those of options.
            let value = value.trim_start_matches('=');
            // A version of Python, or an option of what runs.
            if program.name == "uv" && cut < 3 && !value.contains('/') {
                continue;
            }
            if word < rest.end && !self.stays_below(word, value) {
                let span = self.span_of(Words { start: at, end: at + 1 });
                self.doubt(Reason::ExecFlag, span, Effects::default());
                return true;
            }
        }
        false
    }

    /// The options of `docker compose` before its subcommand: behind that,
    /// `-f` means something else.
    fn composed(&self, program: Program<'_>, rest: Words) -> Option<Words> {
        let start = match program.name {
            "docker-compose" => rest.start.saturating_sub(1),
            "docker" | "podman" | "nerdctl" => {
                let mut words = rest.iter();
                words.find(|&at| self.is_at(at, "compose"))?
            }
            _ => return None,
        };
        let globals = Known::of("docker-compose").globals()?;
        let words = Words { start, end: rest.end };
        let (end, other) = self.behind_globals(globals, words);
        let end = other.unwrap_or(end).min(rest.end);
        Some(Words { start: start + 1, end })
    }

    /// Whether a path that a word ends with is sure to lie below the current
    /// directory.
    fn stays_below(&self, at: usize, path: &str) -> bool {
        let own = self.places.cwd.and_then(|cwd| {
            let rest = path.strip_prefix(cwd.trim_end_matches('/'))?;
            if rest.is_empty() { Some("") } else { rest.strip_prefix('/') }
        });
        let path = own.unwrap_or(path);
        let up = |part: &str| part == "..";
        self.literal_at(at)
            && !path.starts_with(['/', '~', '\\'])
            && !path.contains(':')
            && !path.split(['/', '\\']).any(up)
    }

    /// `run-parts x`: scripts that lie in a directory.
    pub(super) fn run_parts(&mut self, words: Words) {
        const ONLY_NAMES: [&str; 2] = ["--list", "--test"];
        let rest = words.from(words.start + 1);
        if rest.iter().any(|at| ONLY_NAMES.contains(&self.text_at(at))) {
            return;
        }
        let span = self.span_of(words);
        if self.is_author() {
            self.any_code(Reason::ScriptFile, span);
        }
        self.doubt(Reason::ScriptFile, span, Effects::GUARD);
    }

    /// `docker compose config`, `heroku local:run env`: what `.env` holds is
    /// shown, though no word names that.
    pub(super) fn shown_environment(&mut self, name: &str, words: Words) {
        let rest = words.from(words.start + 1);
        let has = |list: &[&str]| {
            rest.iter().any(|at| list.contains(&self.text_at(at)))
        };
        let shows = match name {
            "heroku" => {
                let last = self.text_at(words.end - 1);
                has(&["local:run"]) && matches!(last, "env" | "printenv")
            }
            "docker" | "podman" if !has(&["compose"]) => false,
            _ => has(SHOWS_ALL) && !has(SHOWS_NAMES),
        };
        if shows {
            let first = self.out.uses.len();
            self.may_be(".env", self.span_of(words));
            self.looked_at_from(first);
        }
    }
}
