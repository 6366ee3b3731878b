//! Commands that get words which stand elsewhere in the line:
//! `x='-o f'; curl $x`, `curl $(echo -o f)`, `echo -o f | xargs curl`. Guards
//! look at them with these words in their place.

use std::borrow::Cow;

use super::Shell;
use super::analyze::Scene;
use super::split::{Line, Simple, WordFlags};
use super::stdin::is_text;
use super::words::{Words, cooked_at};

/// How many commands on each side a variable is looked for in.
const NEAR: usize = 64;

/// In how many words of each.
const WORDS: usize = 8;

/// How many words of a command may be unknown; one with more is looked at as
/// it stands.
const MOST: usize = 64;

/// How long what stands for a word may be; a longer one is as unknown as
/// others, and asks where a guard matches words in it.
const LONG: usize = 512;

/// How many texts of a line there may be; behind them such commands are
/// looked at as they stand.
const TEXTS: usize = 64;

impl<'a> Scene<'a> {
    /// A command some words of which are known only when it runs.
    pub(super) fn filled(&mut self, words: Words) {
        let dynamic = WordFlags::PARAMETER | WordFlags::SUBSTITUTION;
        let open = self.own.flags.any(dynamic);
        let may_be = self.profile.strict && self.shell != Shell::PowerShell;
        if !open || !may_be {
            return;
        }
        self.long_values(words);
        let (line, text, simple) = (self.line, self.text, self.simple);
        let given = |at| given(line, text, simple, at);
        let unknown = words.iter().filter(|&at| self.dynamic_at(at));
        if self.jobs.len() > TEXTS || unknown.clone().nth(MOST).is_some() {
            let span = self.span_of(words);
            for at in words.iter() {
                if let Some(value) = given(at) {
                    self.text_may_be_run(&value, span);
                }
            }
            return;
        }
        if !unknown.clone().any(|at| given(at).is_some()) {
            return;
        }
        let own = |at| Cow::from(raw(line, text, at));
        let pieces = words.iter().map(|at| given(at).unwrap_or(own(at)));
        self.code(pieces, self.span_of(words), true);
    }

    /// `ssh $(echo h rm x …)`: what is printed in a long word may be a
    /// command.
    fn long_values(&mut self, words: Words) {
        const STARTS: [&str; 5] =
            ["$(echo", "$(printf", "`echo", "`printf", "${"];
        let line = self.line;
        for word in line.words.get(words.iter()).unwrap_or(&[]) {
            let text = word.cooked.of(&line.text);
            if text.len() > LONG && STARTS.iter().any(|s| text.starts_with(s))
            {
                self.text_may_be_run(text, word.span);
            }
        }
    }

    /// The command of `xargs`, with the words it is given in the line: in
    /// the place of `place`, or behind the others.
    pub(super) fn handed(&mut self, command: Words, place: Option<&str>) {
        let (line, text) = (self.line, self.text);
        let own = |at| raw(line, text, at);
        let stands = |&at: &usize| place == Some(cooked_at(line, at));
        let at = command.iter().find(stands).unwrap_or(command.end);
        let before = Words { end: at, ..command }.iter().map(own);
        let behind = command.from(at + 1).iter().map(own);
        let span = self.span_of(command);
        let feeder = self.feeder();
        if let Some(printed) = feeder.and_then(|s| self.printer(s)) {
            let given = printed.from(printed.start + 1).iter().map(own);
            return self.code(before.chain(given).chain(behind), span, true);
        }
        let (from, to) = self.own.redirects;
        for at in from..to {
            let redirect = line.redirects.get(at as usize);
            let here = redirect.filter(|r| is_text(r.kind));
            let Some(here) = here else { continue };
            let body = here.target.cooked.of(&line.text).trim_end();
            if is_plain(body) {
                let (before, behind) = (before.clone(), behind.clone());
                let pieces = before.chain([body]).chain(behind);
                self.code(pieces, span, true);
            } else {
                self.words_of_text(body, here.span);
            }
        }
    }

    /// The command whose output this one gets.
    pub(super) fn feeder(&self) -> Option<&'a Simple> {
        /// Behind how many that stand deeper it may be.
        const NEAR: usize = 4;
        let own = self.own.depth;
        let before = self.line.simples.get(..self.simple).unwrap_or(&[]);
        let mut near = before.iter().rev().take(NEAR);
        near.find(|simple| simple.depth == own).filter(|_| self.own.piped)
    }
}

/// A word as it is written.
fn raw<'t>(line: &'t Line, text: &'t str, at: usize) -> &'t str {
    line.words.get(at).map_or("", |word| word.span.of(text))
}

/// What the line gives for a word that ends with an expansion: `$x`,
/// `a=$(echo b c)`.
fn given<'t>(
    line: &'t Line,
    text: &'t str,
    simple: usize,
    at: usize,
) -> Option<Cow<'t, str>> {
    let word = line.words.get(at)?;
    let cooked = word.cooked.of(&line.text);
    if cooked.len() > LONG {
        return None;
    }
    let (before, cooked) = cooked.split_at(cooked.find(['$', '`'])?);
    let written = |value: &&str| is_written_plain(value);
    let value = if word.flags.any(WordFlags::SUBSTITUTION) {
        printed(cooked).filter(written)?
    } else if word.flags.any(WordFlags::PARAMETER) {
        let (name, default) = variable(cooked)?;
        let value = match name {
            "@" | "*" => arguments(line, text, simple).filter(written),
            _ => value(line, simple, name),
        };
        value.or(default.filter(written))?
    } else {
        return None;
    };
    // In double quotes it stays one word.
    let splits = word.flags.any(WordFlags::UNQUOTED_EXPANSION)
        || cooked.contains(['@', '*']);
    let whole = splits || !value.contains([' ', '\t']);
    let value = Some(value).filter(|_| whole)?;
    Some(match before {
        "" => Cow::from(value),
        _ => is_plain(before).then(|| Cow::from([before, value].concat()))?,
    })
}

/// Whether a shell reads a text as the words that stand in it, without
/// quotes where it has some: `ssh` hands them to another shell.
fn is_plain(text: &str) -> bool {
    if text.len() > LONG {
        return false;
    }
    let even = |quote| text.matches(quote).count() % 2 == 0;
    is_written_plain(text) && even('\'') && even('"')
}

/// The same of a text that is written in the line, quotes and all.
fn is_written_plain(text: &str) -> bool {
    text.len() <= LONG
        && text.chars().all(|c| plain(c) || matches!(c, '\'' | '"'))
}

fn plain(c: char) -> bool {
    c.is_alphanumeric() || " \t._/-~:,=@+%$".contains(c)
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

/// The name of `$x`, `${x}`, `${x[@]}`, and what stands for it if it is not
/// set: `${x:-a b}`.
fn variable(text: &str) -> Option<(&str, Option<&str>)> {
    let rest = text.strip_prefix('$')?;
    let Some(inner) = rest.strip_prefix('{') else {
        return is_name(rest).then_some((rest, None));
    };
    let inner = inner.strip_suffix('}')?;
    let end = inner.find(['[', ':', '-', '=', '+']).unwrap_or(inner.len());
    let (name, more) = inner.split_at_checked(end)?;
    let default = more.trim_start_matches(':');
    let default = default.strip_prefix(['-', '=', '+']);
    let known = matches!(more, "" | "[@]" | "[*]") || default.is_some();
    (is_name(name) && known).then_some((name, default))
}

fn is_name(text: &str) -> bool {
    let letter = |c: char| c.is_ascii_alphanumeric() || c == '_';
    matches!(text, "@" | "*") || !text.is_empty() && text.chars().all(letter)
}

/// The commands near one, the nearest before it first.
fn near(line: &Line, simple: usize) -> impl Iterator<Item = &Simple> {
    let (before, from) =
        line.simples.split_at_checked(simple).unwrap_or_default();
    before.iter().rev().take(NEAR).chain(from.iter().skip(1).take(NEAR))
}

/// What a variable is set to near a command.
fn value<'t>(line: &'t Line, simple: usize, name: &str) -> Option<&'t str> {
    let plain = |value: &&str| is_plain(value);
    near(line, simple).find_map(|simple| {
        let (start, end) = simple.words;
        let mut words = (start as usize..end as usize).take(WORDS);
        if words.clone().any(|at| cooked_at(line, at) == "read") {
            // `read x <<< a`
            let named = words.any(|at| cooked_at(line, at) == name);
            return read(line, simple).filter(|_| named).filter(plain);
        }
        words.rev().find_map(|at| {
            let rest = cooked_at(line, at).strip_prefix(name)?;
            let value = rest.strip_prefix('=')?;
            let array =
                value.strip_prefix('(').map(|v| v.trim_end_matches(')'));
            Some(array.unwrap_or(value)).filter(plain)
        })
    })
}

/// The text that a command is given to read.
fn read<'t>(line: &'t Line, simple: &Simple) -> Option<&'t str> {
    let (from, to) = simple.redirects;
    let redirects = line.redirects.get(from as usize..to as usize)?;
    let here = redirects.iter().find(|redirect| is_text(redirect.kind))?;
    Some(here.target.cooked.of(&line.text).trim())
}

/// The words of `set -- a b` near a command, as they are written.
fn arguments<'t>(
    line: &Line,
    text: &'t str,
    simple: usize,
) -> Option<&'t str> {
    near(line, simple).find_map(|simple| {
        let words = Words::of(simple);
        let sets = |&at: &usize| {
            cooked_at(line, at) == "set" && cooked_at(line, at + 1) == "--"
        };
        let at = words.iter().take(WORDS).find(sets)?;
        let words = words.from(at + 2);
        let first = line.words.get(words.start)?.span.start as usize;
        let last =
            line.words.get(words.end.checked_sub(1)?)?.span.end as usize;
        text.get(first..last).filter(|_| !words.is_empty())
    })
}
