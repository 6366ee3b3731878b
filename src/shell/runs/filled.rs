//! Commands that get words which stand elsewhere in the line:
//! `x='-o f'; curl $x`, `curl $(echo -o f)`. Guards look at them with these
//! words in their place; where these are not sure, at the words themselves.

use std::borrow::Cow;

use smallvec::SmallVec;

use super::handed::words_of;
use crate::shell::data::programs::Known;
use crate::shell::noted::Read;
use crate::shell::parameters::{Variable, changed, is_letter, variable_end};
use crate::shell::scene::Scene;
use crate::shell::split::{Line, Simple, Word, WordFlags};
use crate::shell::values::{NEAR, arguments, value};
use crate::shell::words::{
    LONG, Words, base_name, is_plain, is_written_plain, raw,
};
use crate::shell::{Shell, braces};
use crate::source::{Spare, Text};

/// How many words of a command may be unknown; one with more is looked at as
/// it stands.
const MOST: usize = 64;

/// How many texts of a line there may be; behind them such commands are
/// looked at as they stand.
const TEXTS: usize = 64;

/// What blanks end words.
const BLANKS: [char; 2] = [' ', '\t'];

/// A word with one of these is known only when it runs.
const DYNAMIC: u16 = WordFlags::PARAMETER | WordFlags::SUBSTITUTION;

/// What stands for a word.
struct Given<'a> {
    text: Text<'a>,
    /// Whether nothing else is given that may stand there.
    sure: bool,
}

impl<'a> Scene<'a> {
    /// Whether what comes from elsewhere is the program, or code of a shell.
    pub(super) fn comes(&self, command: Words, replace: &str) -> bool {
        let is_shell =
            |&at: &usize| Known::of(base_name(self.text_at(at))).is_shell();
        let shell = command.iter().find(is_shell).unwrap_or(command.end);
        let program = self.behind_wrappers(command);
        // What `echo "file {}"` gets is no code.
        let says = matches!(self.text_at(program), "echo" | "printf");
        let wide = if says && shell == command.end { 0 } else { 4 };
        command.iter().any(|at| {
            let text = self.text_at(at);
            // `xargs -I% sh -c %`
            let option = self.text_at(at.saturating_sub(1));
            let code = option.starts_with('-') && option.ends_with(['c', 'e']);
            let first = at == command.start || at == program;
            let near = at < command.start + wide;
            text.contains(replace)
                && (first
                    || code
                    || text.contains(' ') && (near || shell < at))
        })
    }

    /// A command some words of which are known only when it runs.
    pub(crate) fn filled(&mut self, words: Words) {
        let open = self.own.flags.any(DYNAMIC | WordFlags::BRACE);
        let may_be = self.profile.strict && self.shell != Shell::PowerShell;
        if !open || !may_be {
            return;
        }
        let (line, text, span) = (self.line, self.text, self.span_of(words));
        let dynamic = |at: &usize| {
            line.words.get(*at).is_some_and(|word| {
                word.flags.any(DYNAMIC) || is_list(*word, line)
            })
        };
        let unknown = words.iter().filter(dynamic);
        let far =
            self.jobs.len() > TEXTS || unknown.clone().nth(MOST).is_some();
        let mut values = SmallVec::<[_; 4]>::new();
        for at in unknown {
            let given = self.given(at);
            if given.as_ref().is_none_or(|given| !given.sure) {
                self.given_in_part(at);
            }
            match given {
                Some(given) if far => {
                    self.text_may_be_run(&given.text, span);
                    self.unseen_names(&given.text, span);
                }
                Some(given) => values.push((at, given.text)),
                None => {}
            }
        }
        if values.is_empty() {
            return;
        }
        let mut values = values.into_iter().peekable();
        let pieces = words.iter().map(|at| {
            let value = values.next_if(|value| value.0 == at);
            value.map_or_else(|| Text::Of(raw(line, text, at)), |v| v.1)
        });
        self.code(pieces, span, true);
    }

    /// What the line gives for a word with expansions: `$x`, `a=$(echo b c)`,
    /// `$x$y`.
    fn given(&self, at: usize) -> Option<Given<'a>> {
        let line = self.line;
        let word = line.words.get(at)?;
        let cooked = word.cooked.of(&line.text);
        if cooked.len() > LONG {
            return None;
        }
        // `$x"m"` is no `$xm`.
        let written = word.span.of(self.text);
        let quoted = word.flags.any(WordFlags::QUOTED)
            && word.flags.any(WordFlags::UNQUOTED_EXPANSION)
            && word.flags.any(WordFlags::PARAMETER)
            && !word.flags.any(WordFlags::SUBSTITUTION)
            && written.len() <= LONG;
        let cooked = if quoted { written } else { cooked };
        if is_list(*word, line) {
            let mut text = Spare::default();
            for way in braces(cooked)? {
                if !text.is_empty() {
                    text.push(' ');
                }
                text.push_str(&way);
            }
            let text = Text::Made(text);
            let given = Given { text, sure: true };
            return Some(given).filter(|given| is_plain(&given.text));
        }
        let splits = splits(word.flags, cooked);
        let (before, mut rest) = cooked.split_at(cooked.find(['$', '`'])?);
        let mut all = Given { text: Text::Of(before), sure: true };
        let mut pieces = 0;
        while !rest.is_empty() {
            let end = match splits {
                true => variable_end(rest),
                false => rest.len(),
            };
            let (piece, behind) = rest.split_at_checked(end)?;
            let end = behind.find(['$', '`']).unwrap_or(behind.len());
            let (behind, next) = behind.split_at_checked(end)?;
            let given = self.expanded(piece, *word, splits)?;
            all.text = all.text.before(given.text).before(Text::Of(behind));
            all.sure &= given.sure;
            pieces += 1 + usize::from(!behind.is_empty());
            rest = next;
        }
        let more = !before.is_empty() || pieces > 1;
        // `$x/y` is of interest only where it becomes several words.
        let one = pieces == 1 || all.text.contains(BLANKS);
        (one && (!more || is_plain(&all.text))).then_some(all)
    }

    /// What the line gives for an expansion in a word.
    fn expanded(
        &self,
        piece: &'a str,
        word: Word,
        splits: bool,
    ) -> Option<Given<'a>> {
        let given = if word.flags.any(WordFlags::SUBSTITUTION) {
            self.written_out(piece, word, splits)?
        } else {
            let (line, text, simple) = (self.line, self.text, self.simple);
            let behind = piece.strip_prefix('$').and_then(Variable::behind);
            let (variable, len) = behind?;
            if len + "$".len() < piece.len() || !variable.is_kept() {
                return None;
            }
            let other = variable.other();
            let default = other.map(|(default, _)| default);
            let value = match variable.name {
                _ if other.is_some_and(|(_, set)| set) => None,
                "@" | "*" => arguments(line, text, simple)
                    .filter(|value| is_written_plain(value))
                    .map(Cow::from),
                name => value(line, simple, name),
            };
            let open = |default: &str| match value {
                Some(_) => default.contains(BLANKS),
                None => default.contains(['\'', '"']),
            };
            let sure = !default.is_some_and(open);
            let default = default.filter(|text| is_written_plain(text));
            let text = value.or(default.map(Cow::from))?.into();
            Given { text, sure }
        };
        // In double quotes it stays one word.
        let whole = splits || !given.text.contains(BLANKS);
        whole.then_some(given)
    }

    /// What `$(echo a b)` becomes.
    fn written_out(
        &self,
        piece: &'a str,
        word: Word,
        splits: bool,
    ) -> Option<Given<'a>> {
        let text = printed(piece).filter(|text| is_written_plain(text));
        let plain = text.is_some_and(|text| !text.contains(['\'', '"']));
        let known = plain && !piece.contains("printf");
        if known || !splits {
            return Some(Given { text: Text::Of(text?), sure: true });
        }
        // Blanks in quotes are blanks like others.
        let near = self.line.simples.get(self.simple + 1..)?.iter();
        let mut inner = near
            .take(NEAR)
            .skip_while(|simple| simple.span.start < word.span.start)
            .take_while(|simple| simple.span.start < word.span.end);
        let only = inner.next().filter(|_| inner.next().is_none());
        let output = only.and_then(|simple| self.output(simple, None));
        match output.filter(|text| is_plain(text)) {
            Some(output) => {
                let sure = !piece.contains('\\');
                Some(Given { text: Text::Made(output), sure })
            }
            None => Some(Given { text: Text::Of(text?), sure: false }),
        }
    }

    /// What `echo` or `printf` is sure to print, with blanks between words;
    /// where `cut` is given, words end there.
    pub(crate) fn output(
        &self,
        simple: &Simple,
        cut: Option<char>,
    ) -> Option<Spare> {
        let words = self.printer(simple)?;
        if !words.iter().all(|at| self.literal_at(at)) {
            return None;
        }
        let text = self.printed_text(words)?;
        Some(Spare::of(&[words_of(&text, cut).trim_end()]))
    }

    /// `ssh $(cat <<< 'h rm x')`, `ssh ${x-'h "rm" x'}`: words that stand in
    /// a word which may become several.
    fn given_in_part(&mut self, at: usize) {
        /// How many variables of one word are looked at.
        const SOME: usize = 8;
        let line = self.line;
        let Some(word) = line.words.get(at) else { return };
        let cooked = word.cooked.of(&line.text);
        if self.deep || !splits(word.flags, cooked) {
            return;
        }
        // What is printed in double quotes stays one word.
        let open = word.flags.any(WordFlags::UNQUOTED_EXPANSION);
        if open && word.flags.any(WordFlags::SUBSTITUTION) {
            self.printed_within(self.simple, word.span, Read::Words);
        }
        let mut variables = cooked.split("${").skip(1);
        for inner in variables.by_ref().take(SOME) {
            let end = inner.find(|c| !is_letter(c)).unwrap_or(inner.len());
            let (name, change) =
                inner.split_at_checked(end).unwrap_or_default();
            let default = change.trim_start_matches(':');
            if let Some(default) = default.strip_prefix(['-', '=', '+']) {
                self.text_may_be_run(default, word.span);
            } else if let Some(value) = value(line, self.simple, name)
                && let Some(value) = changed(&value, change)
            {
                self.text_may_be_run(&value, word.span);
            }
        }
        for inner in variables {
            self.text_may_be_run(inner, word.span);
            self.unseen_names(inner, word.span);
        }
    }
}

/// Whether a word is several that stand in braces: `ssh {h,rm,x}`.
fn is_list(word: Word, line: &Line) -> bool {
    let cooked = word.cooked.of(&line.text);
    word.flags.any(WordFlags::BRACE)
        && !word.flags.any(DYNAMIC)
        && cooked.starts_with('{')
        && cooked.contains(',')
}

/// Whether a word may become several.
pub(crate) fn splits(flags: WordFlags, cooked: &str) -> bool {
    let expands = flags.any(WordFlags::UNQUOTED_EXPANSION)
        || cooked.contains(['@', '*']);
    // `<(echo a b)` is the name of a file.
    expands && !cooked.starts_with(['<', '>', '='])
}

/// The words of `$(echo a b)`.
fn printed(text: &str) -> Option<&str> {
    let inner = text.strip_prefix("$(").and_then(|t| t.strip_suffix(')'));
    let ticks = || text.strip_prefix('`').and_then(|t| t.strip_suffix('`'));
    let inner = inner.or_else(ticks)?.trim();
    let (program, mut rest) = inner.split_once([' ', '\t'])?;
    match program {
        "echo" => {
            for option in ["-e ", "-n ", "-E ", "-en ", "-ne "] {
                rest = rest.trim_start().strip_prefix(option).unwrap_or(rest);
            }
        }
        "printf" => {
            let rest = rest.trim_start();
            let quote =
                rest.chars().next().filter(|c| matches!(c, '\'' | '"'));
            let end = match quote {
                Some(quote) => rest.get(1..)?.find(quote)? + 2,
                None => rest.find(' ').unwrap_or(rest.len()),
            };
            let (format, words) = rest.split_at_checked(end)?;
            let filled = format.contains('%');
            return Some(if filled { words.trim() } else { rest });
        }
        _ => return None,
    }
    Some(rest.trim())
}
