//! Programs that read commands from their standard input.

use super::code::has_letter;
use crate::shell::data::fed::{AGENTS_PATCH, goes};
use crate::shell::data::files::Role;
use crate::shell::data::sessions::sessions;
use crate::shell::files::uses::FILES;
use crate::shell::noted::Read;
use crate::shell::parameters::changed;
use crate::shell::scene::Scene;
use crate::shell::split::{Redirect, Simple, WordFlags};
use crate::shell::words::{Program, Words, base_name, cooked_at};
use crate::shell::{About, Effects, Reason, Shell};
use crate::source::Span;

/// Through how many steps of a pipe what is printed is looked for.
const STEPS: usize = 4;

/// Through how many commands.
const NEAR: usize = 64;

/// How a program reads the code that it is fed.
pub(super) fn read_by(name: &str) -> Read {
    if name == "patch" { Read::Terms } else { Read::Lines }
}

impl<'a> Scene<'a> {
    /// Whether standard input is a makefile, or for `patch` a script for `ed`:
    /// `patch -e a <<< '!rm x'`.
    pub(super) fn reads_code(&self, name: &str, rest: Words) -> bool {
        if name != "patch" {
            return self.reads_input(rest);
        }
        self.fed()
            && rest.iter().any(|at| {
                let text = self.text_at(at);
                text == "--ed" || has_letter(text, "e") && text.len() < 4
            })
    }

    /// `echo 'rm x' | sudo -s`: a shell that a program starts where it is
    /// given no command reads standard input.
    pub(crate) fn session(&mut self, program: Program<'_>, words: Words) {
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
            self.stdin_program(words, Read::Lines);
        }
    }

    /// `echo 'rm x' | parallel`: without words of its own it runs lines.
    pub(super) fn offered(&mut self, name: &str, words: Words) -> bool {
        let mut rest = words.from(words.start + 1).iter();
        let alone = rest.all(|at| self.first_byte(at) == b'-');
        let lines = alone && matches!(name, "parallel" | "sem");
        let read = if lines { Read::Lines } else { Read::Offered };
        self.stdin_program(words, read)
    }

    /// The program comes from standard input: a here-document is taken
    /// apart if it is for a shell, a pipe from `echo` too.
    pub(crate) fn stdin_program(&mut self, words: Words, read: Read) -> bool {
        let span = self.span_of(words);
        let line = self.line;
        let Some(simple) = line.simples.get(self.simple) else {
            return false;
        };
        let shell = matches!(read, Read::Lines | Read::Offered);
        for redirect in line.redirects_of(simple) {
            if !redirect.kind.is_text() {
                self.read_from(self.simple, redirect, read);
                continue;
            }
            if !redirect.target.flags.literal() {
                self.any_code(Reason::StdinProgram, redirect.span);
            }
            let body = line.cooked(&redirect.target);
            // `!rm x` of ed and its like
            let bangs = || body.trim_start().strip_prefix('!');
            let code = if shell { Some(body) } else { bangs() };
            self.code(code, redirect.span, !shell);
            if !shell {
                self.plain_code = self.is_plain_input(words, body);
                if !self.is_agents_patch(words, body) {
                    self.started(body, redirect.span);
                    self.commands_in_code(body, redirect.span);
                    let rest = words.from(words.start + 1);
                    let unknown = rest.iter().any(|at| self.dynamic_at(at));
                    self.code_is_given(body, rest, unknown, redirect.span);
                }
                self.names_of_code(body, redirect.span);
            }
        }
        self.maybe(Reason::StdinProgram, |scene| {
            scene.inherited(simple, read);
        });
        let own = self.only_text(simple);
        let known = own.or_else(|| self.piped_text(simple));
        self.told_as_option(words, known, own.is_some());
        if shell && own.is_some() {
            return false;
        }
        if simple.piped {
            self.printed_before(self.simple, read);
        }
        let plain = |body| match read {
            Read::Code => self.is_plain_input(words, body),
            Read::Terms => {
                self.is_plain_query(words, body)
                    || self.is_agents_patch(words, body)
            }
            _ => false,
        };
        let plain = known.is_some_and(plain);
        self.plain_code = plain && read == Read::Code;
        if !plain {
            self.doubt(Reason::StdinProgram, span, Effects::GUARD);
        }
        true
    }

    /// Whether a text is a patch as agents write them, for the program that
    /// applies these: it runs none of it.
    fn is_agents_patch(&self, words: Words, body: &str) -> bool {
        AGENTS_PATCH.contains(&base_name(self.text_at(words.start)))
            && body.trim_start().starts_with("*** Begin Patch\n")
            && body.trim_end().ends_with("\n*** End Patch")
    }

    /// The known text that is all a command reads, whatever else the line
    /// gives it.
    fn only_text(&self, simple: &Simple) -> Option<&'a str> {
        let line = self.line;
        let all = line.redirects_of(simple).iter();
        let mut inputs = all.rev().filter(|r| r.descriptor == Some(0));
        let last = inputs.next().filter(|last| last.kind.is_text())?;
        // zsh reads them one after the other.
        let more = self.job.shell == Shell::Zsh
            && (simple.piped || inputs.next().is_some());
        let known = !last.target.flags.any(!WordFlags::QUOTED);
        (known && !more).then(|| line.cooked(&last.target))
    }

    /// `read x <<< 'h rm x'`: what is read into variables may be words of
    /// commands behind it.
    pub(super) fn read_words(&mut self) {
        if self.profile.strict && self.splits_later(true) {
            self.given_words();
        }
    }

    /// What a command is given, as words of others.
    pub(super) fn given_words(&mut self) {
        let line = self.line;
        let (from, to) = self.own.redirects;
        let redirects = line.redirects.get(from as usize..to as usize);
        for redirect in redirects.unwrap_or(&[]) {
            self.words_of_redirect(redirect);
        }
        if self.own.piped {
            self.printed_before(self.simple, Read::Words);
        }
    }

    /// What a redirect gives, as words of other commands.
    pub(crate) fn words_of_redirect(&mut self, redirect: &'a Redirect) {
        if !redirect.kind.is_text() {
            return self.read_from(self.simple, redirect, Read::Words);
        }
        let text = redirect.target.cooked.of(&self.line.text);
        self.words_of_text(text, redirect.span);
        if self.cut_otherwise() {
            let blanks = changed(text, "//[/ ").unwrap_or_default();
            self.text_may_be_run(&blanks, redirect.span);
        }
    }

    /// Whether words end where they otherwise do not: `IFS=, read x`,
    /// `mapfile -d, x`.
    fn cut_otherwise(&self) -> bool {
        /// How many words of how many commands are looked at.
        const WORDS: usize = 4;
        let line = self.line;
        let before = line.simples.get(..=self.simple).unwrap_or(&[]);
        before.iter().rev().take(NEAR).any(|simple| {
            let (start, end) = simple.words;
            let words = (start as usize..end as usize).take(WORDS);
            let mut words = words.map(|at| cooked_at(line, at));
            let reads =
                |text| matches!(text, "mapfile" | "read" | "readarray");
            let told = words.clone().any(reads);
            words.any(|text| {
                text.strip_prefix("IFS=").is_some_and(|to| !to.is_empty())
                    || told && text.starts_with('-') && has_letter(text, "d")
            })
        })
    }

    /// A text that may be words of other commands.
    pub(crate) fn words_of_text(&mut self, text: &str, span: Span) {
        self.text_may_be_run(text, span);
        self.names_of_code(text, span);
    }

    /// What is printed within a substitution.
    pub(crate) fn printed_code(&mut self, span: Span) {
        self.printed_within(self.simple, span, Read::Lines);
    }

    /// What is printed within a span of the words of a command.
    pub(super) fn printed_within(
        &mut self,
        index: usize,
        span: Span,
        read: Read,
    ) {
        let near = index + 1..self.line.simples.len();
        for (count, index) in near.enumerate() {
            let Some(simple) = self.line.simples.get(index) else { return };
            if simple.span.start >= span.end {
                return;
            }
            if count == NEAR {
                return self.more_code(span, read);
            }
            if simple.span.start < span.start {
                continue;
            }
            // Those within it are in the span, too.
            self.printed_alone(index, read);
            if read == Read::Words {
                self.texts(simple, read);
            }
        }
    }

    /// What a command writes: what it prints or is given, and what comes
    /// before its pipe or stands in its group.
    pub(crate) fn given_to(&mut self, index: usize, read: Read) {
        let Some(simple) = self.line.simples.get(index) else { return };
        self.texts(simple, read);
        self.printed(index, read);
        if simple.piped || Words::of(simple).is_empty() {
            self.printed_before(index, read);
        }
    }

    /// What is printed before the pipe of a command, or what a here-document
    /// holds there.
    pub(super) fn printed_before(&mut self, index: usize, read: Read) {
        let line = self.line;
        let depth = |at: usize| line.simples.get(at).map(|s| s.depth);
        let mut own = depth(index);
        let mut steps = 0;
        for (count, at) in (0..index).rev().enumerate() {
            // Words that are not known are no doubt, so all are looked at.
            let words = read == Read::Words;
            if count == NEAR || steps == STEPS && !words {
                // It may come from further away.
                return self.more_code(self.own.span, read);
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
            if let Some(redirect) = redirect.filter(|r| r.kind.is_text()) {
                let body = redirect.target.cooked.of(&line.text);
                self.given_text(body, redirect.span, read);
            } else if redirect.is_some_and(Redirect::copies_input) {
                self.maybe(Reason::StdinProgram, |scene| {
                    scene.inherited(simple, read);
                });
            }
        }
    }

    /// There is more than is looked at of what is printed.
    fn more_code(&mut self, span: Span, read: Read) {
        if read == Read::Words {
            self.doubt(Reason::StdinProgram, span, Effects::GUARD);
        }
        self.any_code(Reason::StdinProgram, span);
    }

    /// Code that nobody knows: it may use any file.
    pub(crate) fn any_code(&mut self, reason: Reason, span: Span) {
        self.protected_later(span);
        if self.profile.strict && self.places.guesses {
            for about in [About::Reads, About::Writes] {
                self.doubt_about(reason, span, FILES, about);
            }
        }
    }

    /// The files that code names which is no shell's.
    pub(super) fn names_of_code(&mut self, code: &str, span: Span) {
        if self.profile.strict && self.places.guesses {
            self.names_in(code, span);
            if goes(code) {
                self.any_file(Role::Edits, span);
            }
        }
    }

    /// A text that a program is given to read.
    pub(super) fn given_text(&mut self, text: &str, span: Span, read: Read) {
        match read {
            Read::Script if is_foreign(text) => {
                self.given_text(text, span, Read::Code);
            }
            Read::Lines | Read::Offered | Read::Script => {
                self.code([text], span, true);
            }
            Read::Code | Read::Found | Read::Terms => {
                self.started(text, span);
                if read == Read::Terms {
                    self.lines_in_terms(text, span);
                }
                if !text.trim_start().starts_with('{') {
                    self.commands_in_code(text, span);
                }
                self.names_of_code(text, span);
            }
            Read::Words => self.words_of_text(text, span),
        }
    }

    /// `at`, which reads what it is to run later.
    pub(super) fn reads_jobs(&mut self, words: Words) -> bool {
        let rest = words.from(words.start + 1);
        !self.lists_jobs(rest) && self.stdin_program(words, Read::Lines)
    }

    /// Whether `at` says which jobs there are, or takes some away: it reads
    /// none, then.
    fn lists_jobs(&self, words: Words) -> bool {
        let number = |text: &str| text.bytes().all(|b| b.is_ascii_digit());
        matches!(self.text_at(words.start), "-c" | "-d" | "-l" | "-r")
            && words
                .from(words.start + 1)
                .iter()
                .all(|at| self.literal_at(at) && number(self.text_at(at)))
    }

    /// Whether standard input comes from a pipe, a file or the line.
    pub(crate) fn fed(&self) -> bool {
        let Some(simple) = self.line.simples.get(self.simple) else {
            return false;
        };
        // Of a text elsewhere something is read in a way of its own.
        let given = |r: &Redirect| {
            let none = r.target.flags.literal()
                && self.line.cooked(&r.target) == "/dev/null";
            !none && (self.line.feeds(r) || r.kind.is_text())
        };
        simple.piped || self.line.redirects_of(simple).iter().any(given)
    }
}

/// Whether a script says that no shell reads it: `#!/usr/bin/python3`.
fn is_foreign(text: &str) -> bool {
    let first = text.lines().next().unwrap_or("");
    first.strip_prefix("#!").is_some_and(|program| !program.contains("sh"))
}
