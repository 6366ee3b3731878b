//! Words that a program nobody knows may run: `mytool rm x`. A guard that
//! matches them asks.

mod behind;
mod lines;
mod others;
mod written;

use crate::shell::data::wrappers::{Kind, Wrapper};
use crate::shell::noted::Tail;
use crate::shell::scene::Scene;
use crate::shell::split::unescaped;
use crate::shell::words::{Program, Words, base_within, cooked_at};
use crate::shell::{About, Commands, Doubt, Effects, Reason, Unit, View};
use crate::source::Span;

/// Behind how many words of one command, where another may start, the whole
/// rest is looked at.
const WHOLE: usize = 8;

/// How many words at each end of the rest are looked at behind the others.
const SOME: usize = 4;

/// How far the end of a command is looked for.
const NEAR: usize = 64;

/// How many such words of one line are looked at.
const MOST: usize = 256;

impl Scene<'_> {
    /// Notes where another command may start, if nothing is known about the
    /// program.
    pub(super) fn may_run(&mut self, words: Words, program: Program<'_>) {
        if program.known.is_known() {
            self.behind_dashes(words, program);
            self.behind_unknown(words, program);
            return;
        }
        self.words_may_be_run(words.from(words.start + 1));
    }

    /// Words each of which may be a program that is run with the others.
    pub(super) fn words_may_be_run(&mut self, words: Words) {
        let mut found = 0;
        for at in words.iter() {
            if self.tails.len() >= MOST {
                return;
            }
            if !self.literal_at(at) {
                continue;
            }
            let text = cooked_at(self.line, at);
            if starts_name(text) {
                found += 1;
                self.tail(words.from(at), found > WHOLE);
            }
            if text.contains([' ', '\t', '\n']) {
                let span = self.span_of(Words { start: at, end: at + 1 });
                self.commands_within(text, span);
                self.line_may_be_run(text, span);
            }
        }
    }

    /// The same of the words of a text: `x='h rm x'; ssh $x`. Quotes are left
    /// out, for another shell may read it, and so is what stands between
    /// commands.
    pub(crate) fn text_may_be_run(&mut self, text: &str, span: Span) {
        let mut found = 0;
        let mut rest = text;
        while self.tails.len() < MOST {
            rest = rest.trim_start_matches(starts_none);
            if rest.is_empty() {
                return;
            }
            let end = rest.find(ends_word).unwrap_or(rest.len());
            let quoted = ["$'", "$\""].iter().any(|s| rest.starts_with(s));
            if quoted || starts_name(rest) {
                found += 1;
                let first = rest.get(..end).unwrap_or("");
                let name = first.rfind('/').map_or(0, |at| at + 1);
                let behind = rest.match_indices(ends_word).nth(SOME);
                let last = match behind {
                    Some((at, _)) if found > WHOLE => at,
                    _ => rest.len(),
                };
                self.tail_of_text(rest.get(name..last).unwrap_or(""), span);
            }
            rest = rest.get(end..).unwrap_or("");
        }
    }

    /// The end of a text, and the part of it that is one command.
    fn tail_of_text(&mut self, tail: &str, span: Span) {
        self.maybe_text(tail, span);
        if let Some(end) = tail.find(ends_command) {
            self.maybe_text(tail.get(..end).unwrap_or(""), span);
        }
    }

    /// Words that are a command if the word before them says so.
    pub(super) fn tail_behind(&mut self, words: Words) {
        let named = self.first_byte(words.start) != b'-';
        let few = self.tails.len() < MOST;
        if few && named && !words.is_empty() && self.literal_at(words.start) {
            let ends = |&at: &usize| self.is_at(at, ";");
            let end = words.iter().take(NEAR).find(ends);
            let end = end.unwrap_or(words.end);
            let short = self.tails.len() > WHOLE;
            self.tail(Words { end, ..words }, short);
        }
    }

    /// `--on-exit 'rm x'`: the values of options that say that they run
    /// something.
    pub(super) fn named_lines(&mut self, program: &str, all: Words) {
        let line = self.line;
        let words = all.from(all.start + 1);
        let quiet = self.quiet;
        if quiet.start <= words.start && words.end <= quiet.end {
            return;
        }
        self.quiet = words;
        for at in words.iter() {
            if self.first_byte(at) != b'-' {
                continue;
            }
            let text = cooked_at(line, at);
            let Some(long) = text.strip_prefix("--") else { continue };
            let (name, value) = match long.split_once('=') {
                Some((name, value)) => (name, Some(value)),
                None => (long, None),
            };
            if !name.split('-').any(says_it_runs) {
                continue;
            }
            self.quiet.end = self.quiet.start;
            let given = at + usize::from(value.is_none());
            if self.only_chooses(program, all, given) {
                continue;
            }
            let value = match value {
                Some(value) => value,
                None => cooked_at(line, at + 1),
            };
            let first = value.split([' ', '\t']).next().unwrap_or("");
            // Up to the name: `rm x` of `/bin/rm x`.
            let end = first.rfind('/').map_or(0, |at| at + 1);
            let program = value.get(end..).unwrap_or("");
            if program.is_empty() || value.starts_with('-') {
                continue;
            }
            let end = (at + 2).min(words.end);
            let span = self.span_of(Words { start: at, end });
            self.maybe_text(program, span);
            self.commands_within(value, span);
            self.line_may_be_run(value, span);
        }
    }

    /// A text that stands there and may be run, as it is and without quotes.
    pub(super) fn maybe_text(&mut self, text: &str, span: Span) {
        let text = text.trim_end();
        if self.tails.len() >= MOST {
            return;
        }
        let first = self.out.views.len();
        self.text_view(text, Words { start: 0, end: 0 }, Effects::GUARD);
        if changes(text) {
            let start = self.out.text.len();
            bare(text, &mut self.out.text);
            self.push_view(start, Effects::GUARD);
        }
        self.unsure(first, span, Reason::ProgramWord);
    }

    /// Takes the views from `first` on for what may be run: for this reason
    /// the words may mean something else.
    pub(crate) fn unsure(&mut self, first: usize, span: Span, reason: Reason) {
        let place = self.place(span);
        for view in self.out.views.drain(first..) {
            if self.tails.len() < MOST {
                let (text, sorted) = (view.text, Effects::SORTED);
                let is_sorted = view.effects == sorted;
                let effects = if is_sorted { sorted } else { Effects::GUARD };
                self.tails.push(Tail { text, place, reason, effects });
            }
        }
    }

    /// The same for other rules, with the start of its text.
    pub(crate) fn also_tail(
        &mut self,
        tail: Tail,
        text: Span,
        effects: Effects,
    ) {
        if self.tails.len() < MOST {
            self.tails.push(Tail { text, effects, ..tail });
        }
    }

    /// The values of short options before the command of a wrapper: where an
    /// option takes none, that is the command.
    pub(crate) fn values(&mut self, row: &Wrapper, words: Words, end: usize) {
        if row.kind != Kind::Strict {
            return;
        }
        let mut found = 0;
        for at in words.start + 2..end {
            let option = self.text_at(at - 1);
            let letter = option.strip_prefix('-').unwrap_or("");
            let user = letter.ends_with(['u', 'U', 'g', 'G']);
            let short = !letter.is_empty() && !letter.starts_with('-');
            let text = self.text_at(at);
            let names = text.starts_with(|c: char| {
                c.is_ascii_alphabetic() || matches!(c, '/' | '.')
            });
            if short && !user && names && self.tails.len() < MOST {
                found += 1;
                self.tail(words.from(at), found > WHOLE);
            }
        }
    }

    /// Writes some words as a view that no unit has yet; where it would be
    /// one of very many, only the outer ones.
    fn tail(&mut self, words: Words, short: bool) {
        let Some(first) = self.word(words.start) else { return };
        let (from, to) = base_within(self.text_at(words.start), first.bytes);
        let start = first.cooked.start as usize;
        let base = Span::new(start + from, start + to);
        let rest = words.from(words.start + 1);
        if short && rest.len() > 2 * SOME {
            let line = self.line;
            let start = self.out.text.len();
            self.out.text.push_str(base.of(&line.text));
            self.cooked_words(rest.start..rest.start + SOME);
            self.cooked_words(rest.end - SOME..rest.end);
            self.push_view(start, Effects::GUARD);
        } else {
            self.named_view(base, rest, Effects::GUARD);
        }
        let Some(view) = self.out.views.pop() else { return };
        let place = self.place(self.span_of(words));
        let View { text, effects, .. } = view;
        let reason = Reason::ProgramWord;
        self.tails.push(Tail { text, place, reason, effects });
        self.tail_code(words);
        if !short {
            self.path_may_be_run(words);
            self.other_tails(words);
            self.tail_runs(words);
        }
    }
}

/// A unit for each place noted, behind those that are surely run: a rule
/// that matches both is reported for the first. Where there may be more than
/// were noted, that is a doubt.
pub(crate) fn units(tails: &[Tail], out: &mut Commands) {
    if let (MOST.., Some(&Tail { place: span, .. })) =
        (tails.len(), tails.last())
    {
        out.doubts.push(Doubt {
            reason: Reason::ProgramWord,
            span,
            unit: None,
            effects: Effects::GUARD,
            about: About::Commands,
        });
    }
    for (n, tail) in tails.iter().enumerate() {
        // Words of what may be run may be run, too: each is met again there.
        let again = tails.iter().take(n).any(|other| {
            other.effects == tail.effects
                && other.text.len() == tail.text.len()
                && other.text.of(&out.text) == tail.text.of(&out.text)
        });
        if again {
            continue;
        }
        let Tail { text, place: span, reason, effects } = *tail;
        let unit = out.units.len() as u32;
        let (covered, doubt, maybe) = (true, false, Some(reason));
        out.units.push(Unit { span, covered, doubt, maybe });
        let exact_only = false;
        out.views.push(View { unit, effects, text, exact_only });
    }
}

/// Whether a word may be the name of a program.
fn starts_name(word: &str) -> bool {
    word.starts_with(|c: char| {
        c.is_ascii_alphanumeric() || matches!(c, '/' | '.' | '_')
    })
}

/// Whether a word of a text ends here.
fn ends_word(c: char) -> bool {
    c.is_whitespace() || ends_command(c)
}

/// Whether a command of a text ends here.
fn ends_command(c: char) -> bool {
    matches!(c, ';' | '|' | '&' | '(' | ')' | '{' | '}' | '<' | '>' | '`')
}

/// Whether a character stands before the first one of a word.
fn starts_none(c: char) -> bool {
    ends_word(c) || matches!(c, '\'' | '"' | '\\' | '!')
}

/// Whether a text is not what its words are without quotes.
fn changes(text: &str) -> bool {
    text.contains("  ")
        || text.contains(|c: char| {
            matches!(c, '\'' | '"' | '\\') || c.is_whitespace() && c != ' '
        })
}

/// Writes a text without quotes and backslashes, its words one blank apart,
/// and what is escaped in `$'\x72m'` as what it is.
fn bare(text: &str, out: &mut String) {
    let (mut blank, mut rest) = (false, text);
    while let Some(c) = rest.chars().next() {
        let behind = rest.get(c.len_utf8()..).unwrap_or("");
        let escaped = behind.strip_prefix('\'').filter(|_| c == '$');
        let quotes = c == '$' && behind.starts_with(['\'', '"']);
        let escaped = escaped.and_then(|text| text.split_once('\''));
        rest = escaped.map_or(behind, |(_, behind)| behind);
        if c.is_whitespace() {
            blank = true;
        } else if escaped.is_some()
            || !(quotes || matches!(c, '\'' | '"' | '\\'))
        {
            if std::mem::take(&mut blank) {
                out.push(' ');
            }
            match escaped {
                Some((inner, _)) => out.push_str(&unescaped(inner)),
                None => out.push(c),
            }
        }
    }
}

/// Whether a part of an option's name says that its value is run.
fn says_it_runs(part: &str) -> bool {
    matches!(
        part,
        "exec"
            | "execute"
            | "command"
            | "commands"
            | "cmd"
            | "run"
            | "script"
            | "scripts"
            | "hook"
            | "shell"
            | "eval"
            | "filter"
            | "engine"
            | "prepare"
            | "conclude"
            | "cleanup"
            | "setup"
            | "complete"
            | "program"
            | "pager"
            | "editor"
            | "helper"
            | "runner"
            | "wrapper"
            | "launcher"
            | "interpreter"
            | "entrypoint"
    )
}
