//! Programs that read commands from their standard input.

use super::analyze::Scene;
use super::data::files::Role;
use super::data::programs::Known;
use super::data::sessions::sessions;
use super::data::wrappers::Kind;
use super::inner::has_letter;
use super::split::{RedirectKind, WordFlags};
use super::words::{Program, Words, base_name};
use super::{Effects, Reason};
use crate::source::Span;

/// Through how many steps of a pipe what is printed is looked for.
const STEPS: usize = 4;

impl Scene<'_> {
    /// `echo 'rm x' | sudo -s`: a shell that a program starts where it is
    /// given no command reads standard input.
    pub(super) fn session(&mut self, program: Program<'_>, words: Words) {
        let own = self.text_at(words.start).starts_with("./");
        if own || !self.fed() {
            return;
        }
        let rest = words.from(words.start + 1);
        let mut rows = sessions(program.name);
        let starts = rows.any(|row| {
            let sub = rest.iter().find(|&at| self.is_at(at, row.sub));
            let mut options = rest.iter();
            let told = row.letters.is_empty()
                || options.any(|at| {
                    let text = self.text_at(at);
                    !text.starts_with("--") && has_letter(text, row.letters)
                });
            let alone = sub.is_none_or(|at| {
                let behind = rest.from(at + 1).iter();
                behind.filter(|&at| self.first_byte(at) != b'-').count() < 3
            });
            told && alone && (row.sub.is_empty() || sub.is_some())
        });
        if starts {
            self.stdin_program(words, true);
        }
    }

    /// The program comes from standard input: a here-document is taken
    /// apart if it is for a shell, a pipe from `echo` too.
    pub(super) fn stdin_program(&mut self, words: Words, shell: bool) -> bool {
        let span = self.span_of(words);
        let Some(&simple) = self.line.simples.get(self.simple) else {
            return false;
        };
        let mut sure = false;
        for at in simple.redirects.0..simple.redirects.1 {
            let Some(&redirect) = self.line.redirects.get(at as usize) else {
                break;
            };
            let text = matches!(
                redirect.kind,
                RedirectKind::HereDocument | RedirectKind::HereString
            );
            if !text {
                continue;
            }
            let flags = redirect.target.flags;
            sure = shell && !flags.any(!WordFlags::QUOTED);
            let line = self.line;
            let body = redirect.target.cooked.of(&line.text);
            // `!rm x` of ed and its like
            let bangs = || body.trim_start().strip_prefix('!');
            let code = if shell { Some(body) } else { bangs() };
            self.code(code, redirect.span, !shell);
            if !shell {
                self.names_of_code(body, redirect.span);
            }
        }
        if sure {
            return false;
        }
        if simple.piped {
            self.printed_before(shell);
        }
        self.doubt(Reason::StdinProgram, span, Effects::GUARD);
        true
    }

    /// What `echo` or `printf` prints within a substitution, as code.
    pub(super) fn printed_within(&mut self, span: Span) {
        const NEAR: usize = 64;
        let near = self.simple + 1..self.line.simples.len();
        for index in near {
            let Some(simple) = self.line.simples.get(index) else { return };
            if simple.span.start >= span.end {
                return;
            }
            if index == self.simple + NEAR {
                // There is more.
                return self.any_file(Role::Edits, span);
            }
            self.printed(index);
        }
    }

    /// What `echo` or `printf` prints before the pipe, or what a
    /// here-document holds there, as code of a shell or another language.
    pub(super) fn printed_before(&mut self, shell: bool) {
        let line = self.line;
        let depth = |at: usize| line.simples.get(at).map(|s| s.depth);
        let own = depth(self.simple);
        let near = self.simple.saturating_sub(64)..self.simple;
        let before = near.rev().filter(|&at| depth(at) == own);
        for (count, at) in before.enumerate() {
            if count == STEPS && !shell {
                return;
            } else if count == STEPS {
                // It may come from further away.
                return self.any_file(Role::Edits, self.own.span);
            }
            let Some(simple) = line.simples.get(at) else { return };
            for at in simple.redirects.0..simple.redirects.1 {
                let redirect = line.redirects.get(at as usize);
                if let Some(redirect) = redirect.filter(|r| {
                    matches!(
                        r.kind,
                        RedirectKind::HereDocument | RedirectKind::HereString
                    )
                }) {
                    let body = redirect.target.cooked.of(&line.text);
                    match shell {
                        true => self.code([body], redirect.span, true),
                        false => self.names_of_code(body, redirect.span),
                    }
                }
            }
            match shell {
                true => self.printed(at),
                false => self.printed_names(at),
            }
            if !simple.piped {
                return;
            }
        }
    }

    /// The files that code names which is no shell's.
    fn names_of_code(&mut self, code: &str, span: Span) {
        if self.profile.strict && self.places.guesses {
            self.names_in(code, span);
        }
    }

    /// The same of what an `echo` or `printf` prints.
    fn printed_names(&mut self, simple: usize) {
        let Some(simple) = self.line.simples.get(simple) else { return };
        let start = simple.words.0 as usize + simple.assignments as usize;
        let words = Words { start, end: simple.words.1 as usize };
        if !matches!(base_name(self.text_at(start)), "echo" | "printf") {
            return;
        }
        let line = self.line;
        for word in line.words.get(words.iter()).unwrap_or(&[]) {
            self.names_of_code(word.cooked.of(&line.text), word.span);
        }
    }

    /// The words of an `echo` or `printf` as a command line for guards.
    fn printed(&mut self, simple: usize) {
        let Some(simple) = self.line.simples.get(simple) else { return };
        let start = simple.words.0 as usize + simple.assignments as usize;
        let mut words = Words { start, end: simple.words.1 as usize };
        let plain = |name: &str| {
            let mut rows = Known::of(name).wrappers();
            rows.any(|row| row.kind == Kind::Plain && row.skip == 0)
        };
        while plain(self.text_at(words.start)) {
            words = words.from(words.start + 1);
        }
        let mut rest = words.from(words.start + 1);
        match base_name(self.text_at(words.start)) {
            "echo" => {
                while matches!(
                    self.text_at(rest.start),
                    "-e" | "-n" | "-E" | "-en" | "-ne"
                ) {
                    rest = rest.from(rest.start + 1);
                }
                self.inner(rest, true);
            }
            "printf" => {
                self.inner(rest, true);
                // `printf '%s\n' 'rm x'`
                for at in rest.from(rest.start + 1).iter() {
                    self.inner(Words { start: at, end: at + 1 }, true);
                }
            }
            _ => {}
        }
    }

    /// Whether standard input comes from a pipe, a file or the line.
    pub(super) fn fed(&self) -> bool {
        let Some(simple) = self.line.simples.get(self.simple) else {
            return false;
        };
        let redirected = (simple.redirects.0..simple.redirects.1)
            .filter_map(|at| self.line.redirects.get(at as usize))
            .any(|redirect| {
                !matches!(
                    redirect.kind,
                    RedirectKind::Write | RedirectKind::Duplicate
                )
            });
        simple.piped || redirected
    }
}
