//! The spellings of a command that mean the same: options before the
//! subcommand, in another order, or in one word.

use super::analyze::{Level, Program, Scene, Words};
use super::data::programs::Known;
use super::{Effects, Reason};
use crate::source::Span;

impl Scene<'_> {
    /// `git -C x push` as `git push`; `git push x --force` as
    /// `git push --force x`; `rm -r -f` as `rm -rf`.
    /// Where the subcommand stands, if the program has some.
    pub(super) fn subcommand_views(
        &mut self,
        program: Program<'_>,
        level: Level,
    ) -> usize {
        let base = program.base;
        let line = self.line;
        let name = base.of(&line.text);
        let known = if name.len() == program.name.len() {
            program.known
        } else {
            Known::of(name)
        };
        if matches!(name, "rm" | "cp" | "chmod" | "chown") {
            self.merged_flags(base, level);
        }
        let words = level.words;
        let Some(row) = known.globals() else { return words.start };
        let mut at = words.start + 1;
        while at < words.end {
            if !matches!(self.first_byte(at), b'-' | b'+') {
                break;
            }
            let text = self.text_at(at);
            let takes = match text.strip_prefix("--") {
                Some(long) => row.long.contains(&long),
                None => {
                    text.len() == 2
                        && text
                            .chars()
                            .nth(1)
                            .is_some_and(|c| row.valued.contains(c))
                }
            };
            at += if takes { 2 } else { 1 };
        }
        let dynamic = at < words.end && !self.literal_at(at);
        if dynamic || (at >= words.end && level.open) {
            let span = self.span_of(words);
            self.doubt(Reason::DynamicArgument, span, Effects::ALL);
        }
        if at > words.start + 1 && at < words.end {
            self.named_view(base, words.from(at), level.guard);
        }
        self.options_first(base, words.from(at), level.guard);
        at
    }

    /// The subcommand with its options moved to the front, so that a rule
    /// that names an option sees it wherever it stands.
    fn options_first(&mut self, base: Span, words: Words, guard: Effects) {
        const LIMIT: usize = 8;
        let rest = words.from(words.start + 1);
        let option = |at: usize| self.first_byte(at) == b'-';
        let mut first = rest.start;
        while first < rest.end && option(first) {
            first += 1;
        }
        let moved: usize =
            rest.from(first).iter().filter(|&a| option(a)).count();
        let leading = first - rest.start;
        if moved == 0 && leading < 2 && !self.forces(words) {
            return;
        }
        let mut done = 0;
        for at in rest.iter() {
            if done >= LIMIT || self.is_at(at, "--") {
                break;
            }
            if self.first_byte(at) == b'-' {
                done += 1;
                self.fronted(base, words, at, None, guard);
            }
        }
        if self.forces(words) {
            self.fronted(base, words, words.end, Some("--force"), guard);
            self.fronted(base, words, words.end, Some("-f"), guard);
        }
    }

    /// Whether `git push` would overwrite: `-f`, an abbreviation of
    /// `--force`, or a refspec with a plus.
    fn forces(&self, words: Words) -> bool {
        self.is_at(words.start, "push")
            && words.from(words.start + 1).iter().any(|at| {
                let text = self.text_at(at);
                let short = text.len() > 1
                    && !text.starts_with("--")
                    && text.starts_with('-')
                    && text.contains('f');
                let long = text.len() > 4 && "--force".starts_with(text);
                short || long || text.starts_with('+')
            })
    }

    /// One view with the option at `front` (or `extra`) behind the
    /// subcommand.
    fn fronted(
        &mut self,
        base: Span,
        words: Words,
        front: usize,
        extra: Option<&str>,
        guard: Effects,
    ) {
        let line = self.line;
        let start = self.out.text.len();
        self.out.text.push_str(base.of(&line.text));
        self.cooked_words(words.start..words.start + 1);
        if let Some(extra) = extra {
            self.out.text.push(' ');
            self.out.text.push_str(extra);
        } else {
            self.cooked_words(front..front + 1);
        }
        let rest = words.from(words.start + 1);
        self.cooked_words(rest.start..front);
        self.cooked_words(front + 1..rest.end);
        self.push_view(start, guard);
    }

    /// `rm -r -f x` and the like under every usual spelling of the flags.
    fn merged_flags(&mut self, base: Span, level: Level) {
        let words = level.words.from(level.words.start + 1);
        let (mut recursive, mut force) = (false, false);
        for at in words.iter() {
            let text = self.text_at(at);
            if text == "--" {
                break;
            }
            if let Some(long) = text.strip_prefix("--") {
                recursive |= long.len() > 1 && "recursive".starts_with(long);
                force |= long.len() > 1 && "force".starts_with(long);
            } else if let Some(short) = text.strip_prefix('-') {
                recursive |= short.contains(['r', 'R']);
                force |= short.contains('f');
            }
        }
        let spellings: &[&str] = match (recursive, force) {
            (true, true) => &[
                "-rf",
                "-fr",
                "-Rf",
                "-r -f",
                "-f -r",
                "-r",
                "-R",
                "-f",
                "--recursive --force",
                "--recursive",
                "--force",
            ],
            (true, false) => &["-r", "-R", "--recursive"],
            (false, true) => &["-f", "--force"],
            (false, false) => &[],
        };
        for spelling in spellings {
            let line = self.line;
            let start = self.out.text.len();
            let text = &mut self.out.text;
            text.push_str(base.of(&line.text));
            text.push(' ');
            text.push_str(spelling);
            let mut from = words.start;
            for at in words.iter() {
                if self.first_byte(at) == b'-' {
                    self.cooked_words(from..at);
                    from = at + 1;
                }
            }
            self.cooked_words(from..words.end);
            self.push_view(start, level.guard);
        }
    }
}
