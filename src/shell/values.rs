//! What a line sets variables to: `x='-o f'`, `read x <<< f`, `x+=f`,
//! `set -- a b`.

use std::borrow::Cow;

use crate::shell::split::{Line, Simple};
use crate::shell::words::{LONG, is_plain};
use crate::shell::words::{Words, cooked_at};

/// How many commands on each side a variable is looked for in.
pub(super) const NEAR: usize = 64;

/// In how many words of each.
pub(super) const WORDS: usize = 8;

/// The commands near one, the nearest before it first.
fn near(line: &Line, simple: usize) -> impl Iterator<Item = &Simple> {
    let (before, from) =
        line.simples.split_at_checked(simple).unwrap_or_default();
    before.iter().rev().take(NEAR).chain(from.iter().skip(1).take(NEAR))
}

/// What a variable is set to near a command.
pub(super) fn value<'t>(
    line: &'t Line,
    simple: usize,
    name: &str,
) -> Option<Cow<'t, str>> {
    let plain = |value: &&str| is_plain(value);
    near(line, simple).find_map(|from| {
        let (start, end) = from.words;
        let mut words = (start as usize..end as usize).take(WORDS);
        if words.clone().any(|at| cooked_at(line, at) == "read") {
            // `read x <<< a`
            let named = words.any(|at| cooked_at(line, at) == name);
            let read = read(line, from).filter(|_| named).filter(plain);
            return read.map(Cow::from);
        }
        words.rev().find_map(|at| {
            let (value, whole) = assigned(cooked_at(line, at), name)?;
            match whole {
                true => Some(value).filter(plain).map(Cow::from),
                false => gathered(line, simple, name).map(Cow::from),
            }
        })
    })
}

/// What a word gives a variable, and whether it gives all that it holds:
/// `x=a`, `x+=b`, `x[1]=b`.
fn assigned<'t>(word: &'t str, name: &str) -> Option<(&'t str, bool)> {
    let rest = word.strip_prefix(name)?;
    let (part, value) = rest.split_once('=')?;
    let part = part.strip_suffix('+').unwrap_or(part);
    let index = part.starts_with('[') && part.ends_with(']');
    let words = value.strip_prefix('(').map(|v| v.trim_end_matches(')'));
    let whole = rest.starts_with('=');
    (part.is_empty() || index).then_some((words.unwrap_or(value), whole))
}

/// What a variable holds to which something is added step by step.
fn gathered(line: &Line, simple: usize, name: &str) -> Option<String> {
    let from = simple.saturating_sub(NEAR);
    let mut all = String::new();
    for simple in line.simples.get(from..simple)? {
        let (start, end) = simple.words;
        for at in (start as usize..end as usize).take(WORDS) {
            let word = cooked_at(line, at);
            let Some((value, whole)) = assigned(word, name) else { continue };
            if whole {
                all.clear();
            } else if word.contains(['(', '[']) {
                all.push(' ');
            }
            // The rest is seen without what nobody knows.
            if is_plain(value) {
                all.push_str(value);
            }
        }
        if all.len() > LONG {
            return None;
        }
    }
    is_plain(&all).then_some(all)
}

/// The text that a command is given to read.
fn read<'t>(line: &'t Line, simple: &Simple) -> Option<&'t str> {
    let (from, to) = simple.redirects;
    let redirects = line.redirects.get(from as usize..to as usize)?;
    let mut texts = redirects.iter().filter(|r| r.kind.is_text());
    let first = texts.clone().next();
    let here = texts.rfind(|r| r.descriptor == Some(0)).or(first)?;
    Some(here.target.cooked.of(&line.text).trim())
}

/// The words of `set -- a b` near a command, as they are written.
pub(super) fn arguments<'t>(
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
