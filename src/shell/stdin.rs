//! Programs that read commands from their standard input.

use super::analyze::Scene;
use super::data::files::Role;
use super::data::sessions::sessions;
use super::inner::has_letter;
use super::split::{RedirectKind, Simple, WordBytes, WordFlags};
use super::words::{Program, Words, base_name, cooked_at};
use super::{Effects, Reason};
use crate::source::Span;

/// Through how many steps of a pipe what is printed is looked for.
const STEPS: usize = 4;

/// Through how many commands.
const NEAR: usize = 64;

/// What a text is to the program that reads it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Read {
    /// Lines of a shell.
    Lines,
    /// What says in its first line who reads it, or else lines of a shell.
    Script,
    /// Code of another language.
    Code,
    /// The words of later commands: `read x; ssh $x`.
    Words,
}

/// Whether what a redirect gives stands in the line.
pub(super) fn is_text(kind: RedirectKind) -> bool {
    matches!(kind, RedirectKind::HereDocument | RedirectKind::HereString)
}

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
        let read = if shell { Read::Lines } else { Read::Code };
        let mut sure = false;
        for at in simple.redirects.0..simple.redirects.1 {
            let Some(&redirect) = self.line.redirects.get(at as usize) else {
                break;
            };
            let flags = redirect.target.flags;
            if !is_text(redirect.kind) {
                // `ed < <(echo 'w x')`
                if flags.any(WordFlags::SUBSTITUTION) {
                    self.printed_within(redirect.target.span, read);
                } else if redirect.kind == RedirectKind::Read {
                    let line = self.line;
                    self.own_code(redirect.target.cooked.of(&line.text), read);
                }
                continue;
            }
            if !flags.literal() {
                self.any_file(Role::Edits, redirect.span);
            }
            sure = shell && !flags.any(!WordFlags::QUOTED);
            let line = self.line;
            let body = redirect.target.cooked.of(&line.text);
            // `!rm x` of ed and its like
            let bangs = || body.trim_start().strip_prefix('!');
            let code = if shell { Some(body) } else { bangs() };
            self.code(code, redirect.span, !shell);
            if !shell {
                self.started(body, redirect.span);
                self.names_of_code(body, redirect.span);
            }
        }
        if sure {
            return false;
        }
        if simple.piped {
            self.printed_before(self.simple, read);
        }
        self.doubt(Reason::StdinProgram, span, Effects::GUARD);
        true
    }

    /// `read x <<< 'h rm x'`: what is read into variables may be words of
    /// commands behind it.
    pub(super) fn read_words(&mut self) {
        if !self.profile.strict || !self.splits_later(true) {
            return;
        }
        let (from, to) = self.own.redirects;
        for at in from as usize..to as usize {
            let Some(&redirect) = self.line.redirects.get(at) else { break };
            let target = redirect.target;
            if is_text(redirect.kind) {
                let line = self.line;
                let text = target.cooked.of(&line.text);
                self.words_of_text(text, redirect.span);
            } else if target.flags.any(WordFlags::SUBSTITUTION) {
                self.printed_within(target.span, Read::Words);
            }
        }
        if self.own.piped {
            self.printed_before(self.simple, Read::Words);
        }
    }

    /// A text that may be words of other commands.
    pub(super) fn words_of_text(&mut self, text: &str, span: Span) {
        self.text_may_be_run(text, span);
        self.names_of_code(text, span);
    }

    /// What is printed within a substitution.
    pub(super) fn printed_code(&mut self, span: Span) {
        self.printed_within(span, Read::Lines);
    }

    fn printed_within(&mut self, span: Span, read: Read) {
        let near = self.simple + 1..self.line.simples.len();
        for (count, index) in near.enumerate() {
            let Some(simple) = self.line.simples.get(index) else { return };
            if simple.span.start >= span.end {
                return;
            }
            if count == NEAR {
                // There is more.
                return self.any_file(Role::Edits, span);
            }
            self.printed(index, read);
        }
    }

    /// What a command writes: what it prints or is given, and what comes
    /// before its pipe or stands in its group.
    pub(super) fn given_to(&mut self, index: usize, read: Read) {
        let Some(simple) = self.line.simples.get(index) else { return };
        self.texts(simple, read);
        self.printed(index, read);
        if simple.piped || Words::of(simple).is_empty() {
            self.printed_before(index, read);
        }
    }

    /// What is printed before the pipe of a command, or what a here-document
    /// holds there.
    fn printed_before(&mut self, index: usize, read: Read) {
        let line = self.line;
        let depth = |at: usize| line.simples.get(at).map(|s| s.depth);
        let mut own = depth(index);
        let mut steps = 0;
        for (count, at) in (0..index).rev().enumerate() {
            if count == NEAR || steps == STEPS {
                // It may come from further away.
                return self.any_file(Role::Edits, self.own.span);
            }
            let Some(simple) = line.simples.get(at) else { return };
            // It stands in a group, or within `>(…)`.
            own = own.min(depth(at));
            self.texts(simple, read);
            self.printed(at, read);
            // Those of a group stand deeper: `{ echo a; echo b; } | sh`.
            if depth(at) == own {
                steps += 1;
                if !simple.piped {
                    return;
                }
            }
        }
    }

    /// The here-documents of a command.
    fn texts(&mut self, simple: &Simple, read: Read) {
        let line = self.line;
        for at in simple.redirects.0..simple.redirects.1 {
            let redirect = line.redirects.get(at as usize);
            if let Some(redirect) = redirect.filter(|r| is_text(r.kind)) {
                let body = redirect.target.cooked.of(&line.text);
                self.given_text(body, redirect.span, read);
            }
        }
    }

    /// The files that code names which is no shell's.
    pub(super) fn names_of_code(&mut self, code: &str, span: Span) {
        if self.profile.strict && self.places.guesses {
            self.names_in(code, span);
        }
    }

    /// A text that a program is given to read.
    fn given_text(&mut self, text: &str, span: Span, read: Read) {
        match read {
            Read::Script if is_foreign(text) => {
                self.given_text(text, span, Read::Code);
            }
            Read::Lines | Read::Script => self.code([text], span, true),
            Read::Code => {
                self.started(text, span);
                self.names_of_code(text, span);
            }
            Read::Words => self.words_of_text(text, span),
        }
    }

    /// What a command prints, as far as its words say it.
    fn printed(&mut self, simple: usize, read: Read) {
        let Some(simple) = self.line.simples.get(simple) else { return };
        let printer = self.printer(simple);
        if let Some(words) = printer {
            self.printed_otherwise(words, read);
        }
        match (printer, read) {
            (Some(words), Read::Lines | Read::Script) => {
                self.printed_line(words);
            }
            (Some(words), Read::Code) => self.printed_names(words, true),
            (Some(words), Read::Words) => self.printed_words(words),
            // What is printed is unknown, and so are the words it becomes.
            (None, Read::Words) => {}
            (None, _) => {
                let words = Words::of(simple);
                self.printed_names(words, false);
                for at in words.iter() {
                    // `cat z | sh`
                    self.own_code(cooked_at(self.line, at), read);
                }
                self.read_by(simple, read);
            }
        }
    }

    /// The scripts of the line that a command reads: `cat < z | sh`.
    fn read_by(&mut self, simple: &Simple, read: Read) {
        let line = self.line;
        for at in simple.redirects.0..simple.redirects.1 {
            let Some(redirect) = line.redirects.get(at as usize) else {
                return;
            };
            if redirect.kind == RedirectKind::Read {
                self.own_code(redirect.target.cooked.of(&line.text), read);
            }
        }
    }

    /// What `echo` or `printf` prints where its words do not say it as they
    /// stand.
    fn printed_otherwise(&mut self, words: Words, read: Read) {
        let known = words.iter().all(|at| self.literal_at(at));
        if known && !self.prints_otherwise(words) {
            return;
        }
        let span = self.span_of(words);
        match self.printed_text(words).filter(|_| known) {
            Some(text) => self.given_text(&text, span, read),
            None if read != Read::Words => self.any_file(Role::Edits, span),
            None => {}
        }
    }

    /// The words of an `echo` or `printf` from its name on, whatever runs
    /// it: `time`, `timeout 5`.
    pub(super) fn printer(&self, simple: &Simple) -> Option<Words> {
        let words = Words::of(simple);
        let prints = |&at: &usize| {
            self.literal_at(at)
                && matches!(base_name(self.text_at(at)), "echo" | "printf")
        };
        words.iter().find(prints).map(|at| words.from(at))
    }

    /// The files that code names which a command prints, of its words all or
    /// those that look like code: `awk 'BEGIN { print "w x" }' | ed`.
    fn printed_names(&mut self, words: Words, all: bool) {
        let line = self.line;
        for word in line.words.get(words.iter()).unwrap_or(&[]) {
            let text = word.cooked.of(&line.text);
            if !word.flags.literal() {
                // What stands in it is looked at itself.
                continue;
            }
            let code = word.bytes.any(WordBytes::CODE) || text.contains(' ');
            if all || code {
                self.started(text, word.span);
                self.names_of_code(text, word.span);
            }
        }
    }

    /// The words of an `echo` or `printf` as a command line for guards.
    fn printed_line(&mut self, words: Words) {
        let mut rest = words.from(words.start + 1);
        if base_name(self.text_at(words.start)) == "echo" {
            while matches!(
                self.text_at(rest.start),
                "-e" | "-n" | "-E" | "-en" | "-ne"
            ) {
                rest = rest.from(rest.start + 1);
            }
            return self.inner(rest, true);
        }
        self.inner(rest, true);
        // `printf '%s\n' 'rm x'`
        for at in rest.from(rest.start + 1).iter() {
            self.inner(Words { start: at, end: at + 1 }, true);
        }
    }

    /// The words of an `echo` or `printf` as words of later commands.
    pub(super) fn printed_words(&mut self, words: Words) {
        let line = self.line;
        self.words_may_be_run(words.from(words.start + 1));
        for word in line.words.get(words.iter()).unwrap_or(&[]) {
            let text = word.cooked.of(&line.text);
            if text.contains([' ', '\n']) {
                self.words_of_text(text, word.span);
            }
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

/// Whether a script says that no shell reads it: `#!/usr/bin/python3`.
fn is_foreign(text: &str) -> bool {
    let first = text.lines().next().unwrap_or("");
    first.strip_prefix("#!").is_some_and(|program| !program.contains("sh"))
}
