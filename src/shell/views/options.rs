//! The options of a command in another order, or in one word.

use super::subcommands::{Head, takes_word};
use crate::shell::data::globals::{Globals, NOTHING, PLAIN};
use crate::shell::data::programs::Known;
use crate::shell::scene::{Level, Scene};
use crate::shell::split::{Word, WordFlags};
use crate::shell::words::Words;
use crate::shell::{Effects, Reason};
use crate::source::Span;

/// How many options are moved before all other words.
pub(crate) const WHOLE: usize = 8;

/// How many words at each end stand behind one of the options that follow.
const OUTER: usize = 8;

/// What stands around a subcommand.
#[derive(Clone, Copy, Debug)]
pub(super) struct Around<'a> {
    /// The name of the program.
    pub(crate) name: &'a str,
    /// What the tables say about it.
    pub(crate) known: Known,
    /// What is known about its options.
    pub(crate) row: &'static Globals,
    /// The options before the subcommand.
    pub(crate) before: Words,
    /// The rules that look at it.
    pub(crate) guard: Effects,
    /// Whether any words may follow.
    pub(crate) open: bool,
}

impl<'a> Around<'a> {
    /// Of a program without subcommands.
    pub(crate) fn bare(
        name: &'a str,
        known: Known,
        level: Level,
    ) -> Around<'a> {
        let start = level.words.start;
        Around {
            name,
            known,
            row: PLAIN.iter().find(|r| r.name == name).unwrap_or(&NOTHING),
            before: Words { start, end: start },
            guard: level.guard,
            open: level.any_words(),
        }
    }

    /// The same under another name.
    pub(super) fn called(self, name: &'a str) -> Around<'a> {
        Around { name, known: Known::of(name), ..self }
    }
}

impl Scene<'_> {
    /// The subcommand with its options moved to the front, so that a rule
    /// that names an option sees it wherever it stands.
    pub(super) fn options_first(
        &mut self,
        around: Around<'_>,
        head: Head,
        rest: Words,
    ) {
        if self.may_be_options(rest, around.open, true) {
            let start = self.out.text.len();
            self.head(around.name, head);
            self.out.text.push_str(" -");
            self.push_view(start, Effects::OPEN);
        }
        self.pushed(around, head, rest);
        self.kinds(around, head, rest);
        self.services(around, head, rest);
        let option = |at: usize| self.first_byte(at) == b'-';
        let mut first = rest.start;
        while first < rest.end && option(first) {
            first += 1;
        }
        let moved: usize =
            rest.from(first).iter().filter(|&a| option(a)).count();
        let leading = first - rest.start;
        let before = around.before.iter();
        if moved == 0 && leading < 2 && before.is_empty() {
            return;
        }
        let mut done = 0;
        for at in before {
            let flag = |text| takes_word(around.row, text) != Some(true);
            let dashed = self.first_byte(at) == b'-';
            if dashed && flag(self.text_at(at)) {
                done += 1;
                self.fronted(around, head, rest, (at, done));
            }
        }
        if moved == 0 && leading < 2 {
            return;
        }
        for at in rest.iter() {
            if self.is_at(at, "--") {
                break;
            }
            if self.first_byte(at) == b'-' {
                done += 1;
                self.fronted(around, head, rest, (at, done));
            }
        }
    }

    /// Whether one of the words behind a program may turn out to be an
    /// option; with `valued`, what stands in quotes behind an option may be
    /// the word that it takes, and is none.
    pub(crate) fn may_be_options(
        &self,
        words: Words,
        open: bool,
        valued: bool,
    ) -> bool {
        let dashes = words.iter().position(|at| self.is_at(at, "--"));
        let mut before = words.iter().take(dashes.unwrap_or(words.len()));
        let found = before.any(|at| {
            let is_value = valued
                && at > words.start
                && self.first_byte(at - 1) == b'-'
                && !self.text_at(at - 1).contains('=');
            self.word(at).is_some_and(|word| {
                let splits = word.flags.any(WordFlags::UNQUOTED_EXPANSION);
                splits || !is_value && may_be_option(word, self.text_at(at))
            }) && !self.is_told_path(at)
                && !self.is_plain_output(at)
        });
        found || open && dashes.is_none()
    }

    /// One view with the option at `front` behind the subcommand. Of words
    /// that would be written very often only the outer ones are: a star
    /// stands for the others.
    fn fronted(
        &mut self,
        around: Around<'_>,
        head: Head,
        rest: Words,
        (front, count): (usize, usize),
    ) {
        if count > WHOLE && self.out.text.len() > self.room(64) {
            let span = self.span_of(rest);
            return self.doubt(Reason::Size, span, Effects::GUARD);
        }
        let start = self.out.text.len();
        self.head(around.name, head);
        self.cooked_words(front..front + 1);
        let left = match count > WHOLE && rest.len() > 2 * OUTER {
            true => rest.start + OUTER..rest.end - OUTER,
            false => rest.end..rest.end,
        };
        for part in [rest.start..left.start, left.end..rest.end] {
            let middle = front.clamp(part.start, part.end.max(part.start));
            self.cooked_words(part.start..middle);
            self.cooked_words((front + 1).max(part.start)..part.end);
        }
        self.push_view(start, around.guard);
    }

    /// A view of a subcommand and the words behind it.
    pub(super) fn headed(
        &mut self,
        name: &str,
        head: Head,
        rest: Words,
        guard: Effects,
    ) {
        let start = self.out.text.len();
        self.head(name, head);
        self.cooked_words(rest.iter());
        self.push_view(start, guard);
    }

    /// Writes the program and its subcommand.
    pub(super) fn head(&mut self, name: &str, head: Head) {
        self.out.text.push_str(name);
        match head {
            Head::Path(path) => {
                for &at in path.words() {
                    self.cooked_words(at..at + 1);
                }
            }
            Head::Name("") => {}
            Head::Name(other) => {
                self.out.text.push(' ');
                self.out.text.push_str(other);
            }
        }
    }

    /// `rm -r -f x` and the like under every usual spelling of the flags.
    pub(super) fn merged_flags(&mut self, base: Span, level: Level) {
        let line = self.line;
        let name = base.of(&line.text);
        let words = level.words.from(level.words.start + 1);
        let open = level.any_words();
        if self.may_be_options(words, open, false) {
            self.open_option(name);
        }
        let (mut recursive, mut force) = (false, false);
        for at in words.iter() {
            let text = self.text_at(at);
            if text == "--" {
                break;
            }
            if let Some(long) = text.strip_prefix("--") {
                recursive |= !long.is_empty() && "recursive".starts_with(long);
                force |= !long.is_empty() && "force".starts_with(long);
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
            let start = self.out.text.len();
            self.head(name, Head::Name(spelling));
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
        if !spellings.is_empty() {
            let around = Around::bare(name, Known::of(name), level);
            self.each_operand(around, Head::Name(""), spellings, words);
        }
    }
}

/// Whether a word that stays one word may start with a dash.
fn may_be_option(word: Word, text: &str) -> bool {
    if word.flags.literal() {
        return false;
    }
    match text.as_bytes() {
        [b'-', ..] | b"*" => true,
        // `$DIR/x` is a path.
        [b'$' | b'`', ..] => {
            let name = |c: char| c.is_alphanumeric() || "${}_".contains(c);
            !text.trim_start_matches(name).starts_with('/')
        }
        _ => {
            word.flags.any(WordFlags::BRACE)
                && (text.starts_with("{-") || text.contains(",-"))
        }
    }
}
