//! What PowerShell starts with words that are known in part: other shells,
//! programs with their words in a list, blocks in another directory.

use super::shells::is_option;
use crate::shell::cd::Cd;
use crate::shell::data::files::Role;
use crate::shell::data::powershell::{SCOPES, Use, uses};
use crate::shell::data::programs::Known;
use crate::shell::data::windows::runs_line;
use crate::shell::scene::Scene;
use crate::shell::words::{Program, Words, cooked_at};
use crate::shell::{Access, Reason, Shell};
use crate::source::Span;

/// What `Start-Process` is told, as far as it matters.
#[derive(Default)]
struct Told {
    /// The program and its words.
    line: String,
    /// Where it starts.
    place: Option<usize>,
}

impl Scene<'_> {
    /// A shell whose code is known only when it runs: any file, where
    /// nobody says which.
    pub(super) fn open_shell(&mut self, words: Words, base: &str) {
        let rest = words.from(words.start + 1);
        if rest.iter().any(|at| self.dynamic_at(at)) {
            self.any_code(Reason::ForeignCode, self.span_of(words));
        }
        let line = self.line;
        let takes = |at: usize| {
            let text = cooked_at(line, at);
            runs_line(text) || is_option(text, "command")
        };
        if self.own.piped && !rest.iter().any(takes) {
            self.fed_shell(words, base);
        }
    }

    /// `'rm x' | bash`: a text is a line for it, all else may be any.
    fn fed_shell(&mut self, words: Words, base: &str) {
        let span = self.span_of(words);
        let line = self.line;
        let before = self.piped_from(self.simple);
        let before = before.and_then(|at| line.simples.get(at));
        let head = before.map(Words::of).filter(|words| words.len() == 1);
        let known = head.filter(|head| self.literal_at(head.start));
        let Some(head) = known else {
            return self.any_code(Reason::StdinProgram, span);
        };
        let text = cooked_at(line, head.start);
        match base.to_ascii_lowercase().as_str() {
            "bash" | "sh" | "wsl" => self.code_of(Shell::Bash, text, span),
            "cmd" => self.line_of_cmd(text, span),
            _ => self.code_of(Shell::PowerShell, text, span),
        }
    }

    /// `Start-Process -FilePath cmd -ArgumentList '/c', 'rd x'`
    pub(super) fn started_process(&mut self, words: Words) {
        let told = self.told_to_start(words.from(words.start + 1));
        let span = self.span_of(words);
        let here = self.cd;
        if let Some(at) = told.place {
            self.enter_word(at);
        }
        self.code_of(Shell::PowerShell, &told.line, span);
        self.cd = here;
    }

    fn told_to_start(&self, rest: Words) -> Told {
        const ARGUMENTS: [&str; 2] = ["argumentlist", "args"];
        let line = self.line;
        let mut told = Told::default();
        let (mut file, mut given) = (String::new(), String::new());
        let (mut option, mut listed) = ("", false);
        for at in rest.iter() {
            let text = cooked_at(line, at);
            let named = std::mem::take(&mut option);
            if text.starts_with('-') && named.is_empty() && !listed {
                let (name, value) = text.split_once(':').unwrap_or((text, ""));
                let takes = ["filepath", "workingdirectory", "verb"];
                let mut all = ARGUMENTS.iter().chain(&takes);
                if all.any(|whole| is_option(name, whole)) {
                    match value.is_empty() {
                        true => option = name,
                        false if is_option(name, "filepath") => {
                            file = value.to_owned();
                        }
                        false => given = value.to_owned(),
                    }
                }
                continue;
            }
            let is =
                |whole: &str| !named.is_empty() && is_option(named, whole);
            if text.starts_with('/') && file.is_empty() {
                // `start /b x` of `cmd`
                continue;
            }
            if is("workingdirectory") {
                told.place = Some(at);
            } else if is("verb") {
                // `-Verb RunAs` says how, not what.
            } else if is("filepath") || named.is_empty() && file.is_empty() {
                file = text.to_owned();
            } else {
                given.push(' ');
                given.push_str(text);
                // `'/c', 'x'`
                listed = text.ends_with(',');
            }
        }
        let given = given.replace([',', '"', '\''], " ");
        told.line = format!("{file} {given}");
        told
    }

    /// `Start-Job -WorkingDirectory src { ri a }`
    pub(super) fn block_elsewhere(&mut self, words: Words) {
        let rest = words.from(words.start + 1);
        let told =
            |at: &usize| is_option(self.text_at(*at), "workingdirectory");
        let Some(option) = rest.iter().find(told) else { return };
        let text = self.span_of(words).of(self.text);
        let inside = text.find('{').and_then(|at| text.get(at + 1..));
        let Some(inside) = inside else { return };
        let inside = inside.trim_end().trim_end_matches('}');
        let here = self.cd;
        self.enter_word(option + 1);
        self.code_of(Shell::PowerShell, inside, self.span_of(words));
        self.cd = here;
    }

    /// Goes where a word says, as far as it is known.
    fn enter_word(&mut self, at: usize) {
        let text = cooked_at(self.line, at);
        let known = super::spelled::behind_home(text).is_some();
        match known || self.literal_at(at) {
            true => self.enter(text),
            false => self.cd = Cd::Unknown,
        }
    }

    /// `echo $x.Delete()`: PowerShell calls methods among the words of a
    /// command, too.
    pub(super) fn methods_among(&mut self, words: Words) {
        for at in words.from(words.start + 1).iter() {
            let one = Words { start: at, end: at + 1 };
            let span = self.span_of(one);
            let text = span.of(self.text);
            if text.starts_with(['$', '(', '['])
                && text.ends_with(')')
                && self.dynamic_at(at)
                && !self.runs_nothing(one, span)
            {
                self.unknown_expression(one, span);
            }
        }
    }

    /// `${C:x}` among the words of a command, or in a text, is what stands in
    /// the file.
    pub(super) fn braced_files(&mut self, words: Words) {
        let source = self.text;
        for at in words.from(words.start + 1).iter() {
            let Some(word) = self.word(at) else { return };
            let text = word.span.of(source);
            for inside in text.split("${").skip(1) {
                let name = inside.split('}').next().unwrap_or("");
                let Some((drive, path)) = name.split_once(':') else {
                    continue;
                };
                let scope = |own: &&str| own.eq_ignore_ascii_case(drive);
                if SCOPES.iter().any(scope) || path.is_empty() {
                    continue;
                }
                let path = self.usual_spelling(name).into_owned();
                self.known_file(Access::Read, &path, word.span, false);
            }
        }
    }

    /// Whether a command goes to where something comes from: `'src' | cd`.
    pub(crate) fn goes_where_piped(&self, name: &str, ends: bool) -> bool {
        let goes = matches!(name, "cd" | "pushd" | "chdir");
        self.shell == Shell::PowerShell && goes && ends && self.own.piped
    }

    /// `tar -C x`, `git -C x`, `wsl --cd x`
    pub(super) fn works_in(&mut self, words: Words, base: &str) {
        let lower = base.to_ascii_lowercase();
        let name = if lower.contains('-') { "" } else { lower.as_str() };
        let program = Program::of(name, Span::default());
        self.works_elsewhere(program, words);
        self.moved = self.cd != Cd::Here;
    }

    /// `tar @words`: any file, of what uses some.
    pub(super) fn splatted(&mut self, words: Words, base: &str, full: &str) {
        let splat = |at: usize| {
            let name = self.text_at(at).strip_prefix('@').unwrap_or("");
            name.starts_with(|c: char| c.is_alphabetic())
        };
        let deals = || {
            let known = Known::of(base).handler().is_some();
            known || uses(full).is_some_and(|used| used != Use::None)
        };
        if words.iter().any(splat) && deals() {
            self.any_file(Role::Edits, self.span_of(words));
        }
    }
}
