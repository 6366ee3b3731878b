//! Texts found in a line, which are taken apart in turn: `bash -c '…'`.

use super::cd::Cd;
use super::roots::Root;
use super::scene::Scene;
use super::{Effects, Reason, Shell};
use crate::shell::noted::Written;
use crate::shell::words::raw;
use crate::shell::words::{Words, cooked_at};
use crate::source::{Span, Spare};

/// How often a text found in a command is taken apart as a command line of
/// its own (`bash -c 'bash -c …'`).
const DEPTH: u8 = 8;

/// How many texts found in one command line are taken apart.
const TEXTS: usize = 256;

/// A text that is to be taken apart.
#[derive(Clone, Copy, Debug)]
pub(super) struct Job {
    /// Its bytes in the arena.
    pub(super) text: Span,
    /// The shell that reads it.
    pub(super) shell: Shell,
    /// What it is reported as; `None` for the line itself.
    pub(super) at: Option<Span>,
    /// How many texts it stands in.
    pub(super) depth: u8,
    /// Whether only guard rules look at it.
    pub(super) guard_only: bool,
    /// The directory it starts in.
    pub(super) cd: Cd,
    /// Whether the line may be out of the repository there.
    pub(super) far: bool,
    /// The root that it runs in.
    pub(super) root: Root,
    /// Whether `sudo` runs it, where some guard names what that runs.
    pub(super) sudo: bool,
    /// The variable that it is given, in the arena, where guards name one
    /// before a command.
    pub(super) variable: Option<Span>,
    /// Whether its words were written as other paths of the same files.
    pub(super) placed: bool,
    /// The files that the lines write which it stands in.
    pub(super) above: Written,
    /// The first of its commands that is looked at.
    pub(super) first: usize,
    /// Why it may be run, where that is not sure.
    pub(super) maybe: Option<Reason>,
}

impl Job {
    /// The line itself.
    pub(super) fn outermost(shell: Shell) -> Job {
        Job {
            text: Span::default(),
            shell,
            at: None,
            depth: 0,
            guard_only: false,
            cd: Cd::Here,
            far: false,
            root: Root::default(),
            sudo: false,
            variable: None,
            placed: false,
            above: Written::default(),
            first: 0,
            maybe: None,
        }
    }
}

impl Scene<'_> {
    /// Some words as a command line, quotes removed.
    pub(super) fn inner(&mut self, words: Words, guard_only: bool) {
        self.inner_from(words, 0, guard_only);
    }

    /// The string in some words as a command line for guards, without the
    /// first `cut` bytes.
    pub(super) fn inner_line(&mut self, words: Words, cut: usize) {
        self.open_code(words);
        self.inner_from(words, cut, true);
    }

    /// The same of a string behind which words stand that stay what they
    /// are: `env -S 'bash -c' 'rm x'`.
    pub(super) fn line_before_words(&mut self, words: Words, cut: usize) {
        self.open_code(words);
        let (line, text) = (self.line, self.text);
        let first = cooked_at(line, words.start).get(cut..).unwrap_or("");
        let rest = words.from(words.start + 1).iter();
        let rest = rest.map(|at| raw(line, text, at));
        let first = (!words.is_empty()).then_some(first);
        let span = self.span_of(words);
        let pieces = first.into_iter().chain(rest);
        self.code(pieces.clone(), span, true);
        self.code_with_input(pieces, span);
    }

    /// Some words as a command line, quotes and all, for guards.
    pub(super) fn as_written(&mut self, words: Words) {
        let (line, text) = (self.line, self.text);
        let pieces = words.iter().map(|at| raw(line, text, at));
        self.code(pieces, self.span_of(words), true);
    }

    /// Code of which a part is known only when it runs: `eval "echo $X"` runs
    /// what `$X` holds behind a `;`.
    pub(super) fn open_code(&mut self, words: Words) {
        if words.iter().any(|at| self.dynamic_at(at)) {
            let span = self.span_of(words);
            self.doubt(Reason::DynamicArgument, span, Effects::ALL);
        }
    }

    /// The same, without the first `cut` bytes.
    pub(super) fn inner_from(
        &mut self,
        words: Words,
        cut: usize,
        guard_only: bool,
    ) {
        let line = self.line;
        let first = cooked_at(line, words.start).get(cut..).unwrap_or("");
        let rest = words.from(words.start + 1).iter();
        let rest = rest.map(|at| cooked_at(line, at));
        let first = (!words.is_empty()).then_some(first);
        let span = self.span_of(words);
        let pieces = first.into_iter().chain(rest);
        self.code(pieces.clone(), span, guard_only);
        self.code_with_input(pieces, span);
    }

    /// A text as a command line of another shell, for guards.
    pub(super) fn code_of(&mut self, shell: Shell, text: &str, span: Span) {
        let own = std::mem::replace(&mut self.shell, shell);
        self.code([text], span, true);
        self.shell = own;
    }

    /// Looks at texts that may be run, but need not be.
    pub(super) fn maybe(
        &mut self,
        reason: Reason,
        look: impl FnOnce(&mut Self),
    ) {
        let own = self.maybe;
        let within =
            matches!(reason, Reason::ForeignCode | Reason::StdinProgram);
        // What may be no line holds nothing that is surer.
        self.maybe = match own {
            Some(Reason::ProgramWord) if within => own,
            _ => Some(reason),
        };
        look(self);
        self.maybe = own;
    }

    /// Puts a text on the list of those to take apart: these pieces with
    /// blanks between them, found at `span`.
    pub(super) fn code(
        &mut self,
        pieces: impl IntoIterator<Item: AsRef<str>>,
        span: Span,
        guard_only: bool,
    ) {
        let above = *self.all_written();
        if let Some(text) = self.list(pieces, span, guard_only, above) {
            self.run_within(text);
        }
    }

    /// Puts the text at hand on the list once more, in other words.
    pub(super) fn in_other_words(&mut self, text: &str) {
        let span = Span::new(0, self.text.len());
        let above = self.job.above;
        self.list([text], span, true, above);
    }

    /// Puts a text on the list; where it stands there.
    fn list(
        &mut self,
        pieces: impl IntoIterator<Item: AsRef<str>>,
        span: Span,
        guard_only: bool,
        above: Written,
    ) -> Option<Span> {
        let variable = self.variable_within();
        let start = self.arena.len();
        let mut fits = true;
        for piece in pieces {
            if self.arena.len() > start {
                fits &= self.write(" ");
            }
            fits &= self.write(piece.as_ref());
            if !fits {
                break;
            }
        }
        let text = Span::new(start, self.arena.len());
        let job = Job {
            text,
            shell: self.shell,
            at: Some(self.place(span)),
            depth: self.job.depth + 1,
            guard_only: guard_only || self.job.guard_only,
            cd: self.cd,
            far: self.from.far,
            root: self.root,
            placed: self.job.placed,
            sudo: self.is_behind_sudo(self.own.words.1 as usize),
            variable,
            above,
            first: 0,
            maybe: self.maybe,
        };
        if !fits {
            self.arena.truncate(start);
            let sure = self.maybe == self.job.maybe;
            let effects = if sure { Effects::ALL } else { Effects::GUARD };
            self.doubt(Reason::Depth, span, effects);
            return None;
        }
        let listed = self.listed_as(&job);
        if text.is_empty() || listed.is_some() {
            self.arena.truncate(start);
        } else {
            self.jobs.push(job);
        }
        Some(listed.unwrap_or(text))
    }

    /// Where the same text is listed already, so that guards see all there
    /// is: shells within shells are found in several ways, each of which
    /// would find the next in as many.
    fn listed_as(&self, job: &Job) -> Option<Span> {
        // What may be no line is looked at for less.
        let line = Some(Reason::ProgramWord);
        let variable = |job: &Job| job.variable.map(|v| v.of(self.arena));
        let as_sure = |other: &Job| match other.maybe {
            None => true,
            maybe => {
                job.maybe.is_some() && (maybe != line || job.maybe == line)
            }
        };
        let mut others = self.jobs.iter().filter(|_| job.guard_only);
        let same = others.find(|other| {
            other.text.len() == job.text.len()
                && (other.shell, other.cd, other.root)
                    == (job.shell, job.cd, job.root)
                && (other.sudo, other.placed, other.first)
                    == (job.sudo, job.placed, job.first)
                && variable(other) == variable(job)
                && other.depth <= job.depth
                && as_sure(other)
                && other.text.of(self.arena) == job.text.of(self.arena)
        });
        same.map(|same| same.text)
    }

    /// Reads the command once more, with other words for those of which
    /// `other` writes some.
    pub(super) fn read_again(
        &mut self,
        all: Words,
        from: Cd,
        mut other: impl FnMut(&mut Self, usize, &mut String) -> bool,
    ) {
        let mut text = Spare::default();
        for at in all.iter() {
            if at > all.start {
                text.push(' ');
            }
            if !other(self, at, &mut text) {
                text.push_str(self.read_later(at));
            }
        }
        let span = self.span_of(all);
        let (cd, job) = (self.cd, self.job);
        self.cd = from;
        self.job.placed = true;
        self.code([&text], span, true);
        (self.cd, self.job) = (cd, job);
    }

    /// Writes code behind the arena's texts; whether it will be read.
    pub(super) fn write(&mut self, text: &str) -> bool {
        let fits = self.takes(text.len());
        if fits {
            self.arena.push_str(text);
            let tried = &self.whole.tried;
            tried.set(tried.get() + text.len());
        }
        fits || text.is_empty()
    }

    /// Whether so many bytes of code will be read.
    pub(super) fn takes(&self, bytes: usize) -> bool {
        let room = self.room(16).saturating_sub(self.arena.len());
        self.job.depth < DEPTH && bytes <= room && self.may_read(bytes)
    }

    /// Whether there is time for so many bytes.
    pub(super) fn may_read(&self, bytes: usize) -> bool {
        // A text that is listed already has taken its time, too.
        let time = self.room(64).saturating_sub(self.whole.tried.get());
        self.jobs.len() <= TEXTS && bytes <= time
    }
}
