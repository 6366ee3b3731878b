//! What a line may give its variables.

use std::fmt::Write as _;

use super::expand::known;
use crate::shell::data::settled::{Gives, gives};
use crate::shell::noted::{Value, Values};
use crate::shell::scene::Scene;
use crate::shell::split::{Simple, Word, WordFlags};
use crate::shell::words::{
    LONG, Words, base_name, cooked_at, is_assignment, is_plain,
};
use crate::source::Spare;

/// How many values, and how many commands, are looked at.
pub(super) const MOST: usize = 64;
const NEAR: usize = 256;

/// How many commands before one that reads may give it what they print.
const BEFORE: usize = 8;

impl Scene<'_> {
    /// The values that commands of the text give to variables, and whether
    /// there may be more of them.
    pub(super) fn values_given(&self) -> (Values, bool) {
        let line = self.line;
        let (mut all, mut names) = (Values::new(), Values::new());
        for (at, simple) in line.simples.iter().enumerate().take(NEAR) {
            let (start, _) = simple.words;
            let start = start as usize;
            let set = start..start + simple.assignments as usize;
            for at in set {
                assign(cooked_at(line, at), &mut all);
            }
            self.given_by(at, simple, &mut all, &mut names);
        }
        refer(&names, &mut all);
        self.gone_through(&mut all);
        let more = all.len() >= MOST || line.simples.len() > NEAR;
        all.truncate(MOST);
        (all, more)
    }

    /// What one command gives; `names` are those that stand for others.
    fn given_by(
        &self,
        index: usize,
        simple: &Simple,
        all: &mut Values,
        names: &mut Values,
    ) {
        let line = self.line;
        let words = Words::of(simple);
        let leads = |at: &usize| {
            let text = self.text_at(*at);
            matches!(text, "builtin" | "command" | "time" | "-p")
        };
        let count = words.iter().take_while(leads).count();
        let words = words.from(words.start + count);
        // `time x=a`
        let sets = |at: &usize| is_assignment(self.text_at(*at));
        let set = words.iter().take_while(sets);
        let words = words.from(words.start + set.clone().count());
        set.for_each(|at| assign(cooked_at(line, at), all));
        if words.is_empty() {
            return;
        }
        let rest = words.from(words.start + 1);
        let mut texts = rest.iter().map(|at| cooked_at(line, at));
        let name = self.text_at(words.start);
        let arguments = || self.is_function(name).then_some(Gives::Arguments);
        match gives(name).or_else(arguments) {
            Some(Gives::Assigned) => {
                let points = texts.clone().any(|text| text == "-n");
                for text in texts.filter(|text| text.contains('=')) {
                    match (points, text.split_once('=')) {
                        (true, Some((name, other))) => {
                            names.push(Value::new(name, other));
                        }
                        _ => assign(text, all),
                    }
                }
            }
            Some(Gives::Printed) if self.is_at(rest.start, "-v") => {
                let name = rest.start + 1;
                let text = self.printed_text(rest.from(name));
                if let Some(text) = text.filter(|text| is_plain(text)) {
                    push(cooked_at(line, name), &text, all);
                }
            }
            Some(Gives::Lines) => {
                let name = texts.next_back().unwrap_or("MAPFILE");
                self.each_read(index, |text| push(name, text, all));
            }
            Some(Gives::Words) => {
                let names = texts.filter(|text| !text.starts_with('-'));
                self.each_read(index, |text| spread(names.clone(), text, all));
            }
            Some(Gives::Arguments) => {
                // Behind `--`, or behind the options of `set`.
                let ends = |at| self.is_at(at, "--");
                let dashed = |at: &usize| self.first_byte(*at) == b'-';
                let options = match rest.iter().position(ends) {
                    _ if name != "set" => 0,
                    Some(at) => at + 1,
                    None => rest.iter().take_while(dashed).count(),
                };
                self.arguments_of(rest.from(rest.start + options), all);
            }
            Some(Gives::Printed) | None => {}
        }
    }

    /// What a script or a function gets.
    fn arguments_of(&self, words: Words, all: &mut Values) {
        let line = self.line;
        let mut whole = Spare::default();
        for (at, number) in words.iter().zip(1..=MOST) {
            let text = cooked_at(line, at);
            let mut name = Spare::default();
            let _ = write!(*name, "{number}");
            push(&name, text, all);
            if !whole.is_empty() {
                whole.push(' ');
            }
            whole.push_str(text);
        }
        push("@", &whole, all);
        push("*", &whole, all);
    }

    /// Whether the text defines a function of this name.
    fn is_function(&self, name: &str) -> bool {
        let plain = |c: char| c.is_ascii_alphanumeric() || "_-".contains(c);
        let defines = || {
            let mut ends = self.text.match_indices(name).map(|(at, _)| {
                let (before, rest) = self.text.split_at(at);
                (before, rest.get(name.len()..).unwrap_or("").trim_start())
            });
            ends.by_ref().take(NEAR).any(|(before, behind)| {
                behind.starts_with("()")
                    || before.trim_end().ends_with("function")
            })
        };
        !name.is_empty()
            && base_name(name).len() == name.len()
            && name.chars().all(plain)
            && (self.text.contains("()") || self.text.contains("function"))
            && defines()
    }

    /// The lines that a command may read: from a text of the line, or from
    /// what something before it prints.
    fn each_read(&self, index: usize, mut note: impl FnMut(&str)) {
        let line = self.line;
        let texts = line.redirects.iter().filter(|r| r.kind.is_text());
        for redirect in texts {
            let body = redirect.target.cooked.of(&line.text);
            body.lines().take(MOST).for_each(|text| note(text.trim()));
        }
        let before = line.simples.get(..index).unwrap_or(&[]);
        for simple in before.iter().rev().take(BEFORE) {
            if let Some(text) = self.output(simple, None) {
                note(&text);
            }
        }
    }

    /// What loops go through: `for x in a b`.
    fn gone_through(&self, all: &mut Values) {
        let line = self.line;
        if line.heads.is_empty() {
            return;
        }
        for (at, _) in self.text.match_indices("for ").take(NEAR) {
            let rest = self.text.get(at + 4..).unwrap_or("").trim_start();
            let end = rest.find([' ', '\n']).unwrap_or(rest.len());
            let (name, words) = rest.split_at_checked(end).unwrap_or_default();
            if !words.trim_start().starts_with("in") {
                continue;
            }
            let stops = rest.find([';', '\n']).unwrap_or(rest.len());
            let from = self.text.len() - rest.len();
            let heads = line.heads.iter().filter(|head| {
                (from..from + stops).contains(&head.span.range().start)
            });
            // What globs find is looked at as such.
            let plain = |head: &&Word| !head.flags.any(WordFlags::GLOB);
            for head in heads.filter(plain) {
                push(name, head.cooked.of(&line.text), all);
            }
        }
    }
}

/// `x=a`, `x+=b`, `x=(a b)`.
fn assign(text: &str, all: &mut Values) {
    let Some((name, value)) = text.split_once('=') else { return };
    let (name, adds) = match name.strip_suffix('+') {
        Some(name) => (name, true),
        None => (name, false),
    };
    let inner = value.strip_prefix('(').and_then(|v| v.strip_suffix(')'));
    let value = inner.unwrap_or(value);
    let before = all.iter().rfind(|held| adds && *held.name == *name);
    let text = match before {
        Some(held) => Spare::of(&[&held.text, value]),
        None => Spare::of(&[value]),
    };
    push(name, &text, all);
}

/// `declare -n x=y`: what one holds is what the other does.
fn refer(names: &[Value], all: &mut Values) {
    for pair in names {
        let others = all.iter().filter(|held| held.name == pair.text);
        let same = others.map(|held| Value::new(&pair.name, &held.text));
        let same: Values = same.collect();
        all.extend(same);
    }
}

/// `read x y`: a word for each, and for the last one all that is left.
fn spread<'n>(
    names: impl Iterator<Item = &'n str> + Clone,
    text: &str,
    all: &mut Values,
) {
    let mut rest = text;
    let last = names.clone().count().saturating_sub(1);
    for (at, name) in names.enumerate() {
        let cut = rest.find([' ', '\t']).filter(|_| at < last);
        let (word, behind) = match cut {
            Some(cut) => rest.split_at_checked(cut).unwrap_or((rest, "")),
            None => (rest, ""),
        };
        push(name, word, all);
        rest = behind.trim_start();
    }
}

fn push(name: &str, text: &str, all: &mut Values) {
    if all.len() >= MOST || name.is_empty() || text.len() > LONG {
        return;
    }
    let text = match text.contains('$') {
        true => known(text, all),
        false => Some(Spare::of(&[text])),
    };
    let text = text.and_then(|text| match is_plain(&text) {
        true => Some(text),
        false => with_gaps(&text),
    });
    if let Some(text) = text.filter(|text| !text.is_empty()) {
        all.push(Value::new(name, &text));
    }
}

/// Several words of which some are not plain, with a sign in their places:
/// the end of what `find -exec` runs is one of two, others may be anything.
fn with_gaps(text: &str) -> Option<Spare> {
    let several = text.trim().contains([' ', '\t', '\n']);
    if !several || text.len() > LONG {
        return None;
    }
    let mut out = Spare::default();
    for word in text.split_ascii_whitespace() {
        if !out.is_empty() {
            out.push(' ');
        }
        out.push_str(match word.trim_matches(['\\', '\'', '"']) {
            ";" => "+",
            _ if is_plain(word) => word,
            _ => "_",
        });
    }
    Some(out)
}
