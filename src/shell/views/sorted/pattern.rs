//! Patterns that name options, written in the same way.

use std::borrow::Cow;

use smallvec::SmallVec;

use super::reading::{Part, assigns, bundles, read, sub_of, usual_name};
use super::spread::{
    has_spellings, programs_by_other_names, spread, subs, ways,
};
use super::{ANY, TOGETHER, Table, Takes, environment, here, values};
use crate::shell::data::programs::Known;
use crate::shell::guards::named::{MARK, behind_lead};
use crate::shell::views::respelled::{address, revision};
use crate::syntax::TextGlob;

/// An option that a pattern names.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Named<'w> {
    name: &'w str,
    value: Option<Cow<'w, str>>,
    /// Whether anything may follow.
    open: bool,
}

impl<'w> Named<'w> {
    fn new(name: &'w str, value: Option<Cow<'w, str>>) -> Named<'w> {
        Named { name, value, open: false }
    }
}

/// A pattern taken apart.
#[derive(Clone, Default)]
struct Apart<'w> {
    operands: String,
    /// Whether an option stood behind the last operand.
    cut: bool,
    /// Whether a word behind an option may be its value or not.
    unsure: bool,
    options: SmallVec<[Named<'w>; 4]>,
}

impl Apart<'_> {
    fn operand(&mut self, word: &str) {
        let mut usual = String::new();
        // One byte is found sooner than three, and few words are addresses.
        let address = word.contains(':').then(|| word.split_once("://"));
        let address = address.flatten().map(|(_, behind)| behind);
        let host = address.and_then(|behind| behind.split('/').next());
        let whole = host.is_some_and(|host| !host.contains('*'));
        let git = first_word(&self.operands) == "git";
        let revision = git && !word.contains('*');
        let changed = revision && revision::write(word, 0, &mut usual)
            || whole && address::write(word, false, &mut usual);
        let word = match changed {
            true => usual.as_str(),
            false if address.is_some() => word,
            false => here(word),
        };
        let star = word == "*";
        let cut = std::mem::take(&mut self.cut);
        if cut && self.operands.ends_with('*') {
            // The option between may have been all that the star stood for.
            if !star {
                self.operands.push_str(word.trim_start_matches('*'));
            }
            return;
        }
        self.operands.push(' ');
        self.operands.push_str(word);
    }

    /// Behind the options of one word, of which so many stood before.
    fn behind(&mut self, before: usize, open: bool) {
        self.cut = true;
        if open {
            let named = self.options.iter_mut().skip(before);
            named.for_each(|option| option.open = true);
            self.star();
        }
    }

    /// Writes the usual name of the subcommand.
    fn name_usually(&mut self, program: &str, known: Known) {
        let text = self.operands.get(program.len()..).unwrap_or("");
        if let Some((end, usual)) = usual_name(known, text) {
            let blank = if usual.is_empty() { "" } else { " " };
            let rest = text.get(end..).unwrap_or("");
            self.operands = format!("{program}{blank}{usual}{rest}");
        }
    }

    /// Whatever may follow here.
    fn star(&mut self) {
        if !self.operands.ends_with('*') {
            self.operands.push_str(" *");
        }
        self.cut = true;
    }

    /// Gives the pattern, and, where it names values, the same for any.
    fn globs(&self, mut found: impl FnMut(TextGlob, bool)) {
        let mut options: SmallVec<[&Named; 4]> = self.options.iter().collect();
        options.sort();
        options.dedup();
        let twice = options.windows(2).any(|two| match two {
            [a, b] => a.name == b.name,
            _ => false,
        });
        if options.is_empty() || twice || options.len() > TOGETHER {
            return;
        }
        found(self.glob(&options, false), false);
        if options.iter().any(|o| o.value.as_deref().is_some_and(is_told)) {
            found(self.glob(&options, true), true);
        }
    }

    /// The pattern with these options, with `any` of any values.
    fn glob(&self, options: &[&Named], any: bool) -> TextGlob {
        let mut text = self.operands.clone();
        let program = first_word(&self.operands);
        for Named { name, value, open } in options {
            // A star takes the blank before the mark.
            if !text.ends_with('*') {
                text.push(' ');
            }
            text.push(MARK);
            text.push_str(name);
            if let Some(value) = value {
                text.push('=');
                match any && is_told(value) {
                    true => text.push_str(ANY),
                    false => values::write(program, name, value, &mut text),
                }
            }
            if *open && !text.ends_with('*') {
                text.push('*');
            }
        }
        let parts = text.split('*').map(str::to_owned).collect();
        TextGlob { parts, boundary: false }
    }
}

/// Whether the value of an option is known: a star is any value.
fn is_told(value: &str) -> bool {
    value != "*"
}

/// What a pattern that names options is where each is written by its usual
/// name, behind the words that are none.
pub(crate) fn sorted_patterns(glob: &TextGlob) -> Vec<TextGlob> {
    if let Some((lead, parts)) = behind_lead(&glob.parts) {
        // The command behind it is written so.
        let mut out = sorted_patterns(&TextGlob { parts, ..*glob });
        for part in out.iter_mut().filter_map(|glob| glob.parts.first_mut()) {
            part.insert(0, ' ');
            part.insert_str(0, lead);
        }
        return out;
    }
    let mut out = environment::patterns(glob);
    // Most patterns name no option.
    let some = |part: &String| part.contains(['-', '=']);
    let first = glob.parts.first().map_or("", String::as_str);
    let letters = first.contains("tar") || first.starts_with("ps ");
    if !glob.parts.iter().any(some) && !letters {
        return out;
    }
    let mut text = glob.parts.join("*");
    if glob.boundary {
        text.truncate(text.len().saturating_sub(1));
        text.push_str(" *");
    }
    let text = spread(&text);
    let mut words = text.split_ascii_whitespace();
    let program = words.next().unwrap_or("");
    let words: Vec<&str> = words.collect();
    let mut add = |words: &[&str]| match program {
        "*" => of_any_program(words, &mut out),
        _ if program.contains('*') => {}
        _ => of_program(program, words, &mut out),
    };
    let ways = ways(program, &words);
    if ways.is_empty() {
        add(&words);
    }
    for words in ways {
        add(&words.iter().map(String::as_str).collect::<Vec<_>>());
    }
    out
}

/// The patterns of a program and the words behind it. Where a star may stand
/// for the subcommand, what its options are called hangs on that.
fn of_program(program: &str, words: &[&str], out: &mut Vec<TextGlob>) {
    if !words.iter().any(|word| is_named(program, word)) {
        return;
    }
    read_as(program, words, None, out);
    let star = words.iter().position(|word| *word == "*");
    let said = star.and_then(|at| words.get(at..));
    // Most subcommands call an option the same; where one is said in part,
    // the whole of it may have another name.
    let mut all: Vec<(Vec<TextGlob>, &str)> = Vec::new();
    for sub in subs(program, words) {
        let mut found = Vec::new();
        let both = sub.split_once(' ').unwrap_or((sub, ""));
        read_as(program, words, Some(both.into()), &mut found);
        let alike = all.iter_mut().find(|other| other.0 == found);
        match alike.filter(|_| star == Some(0)) {
            Some(other) => other.1 = "",
            None => all.push((found, sub)),
        }
    }
    for (mut found, sub) in all {
        found.retain(|glob| !out.contains(glob));
        match said.filter(|_| !sub.is_empty() && !found.is_empty()) {
            Some(rest) => {
                let words = sub.split(' ').chain(rest.iter().copied());
                let words: Vec<&str> = words.collect();
                read_as(program, &words, None, out);
            }
            None => out.append(&mut found),
        }
    }
}

/// The same where a star stands for the program, of options with whole names
/// that some program may be told otherwise.
fn of_any_program(words: &[&str], out: &mut Vec<TextGlob>) {
    let mut options = words.iter().filter(|word| word.starts_with('-'));
    let long = |word: &&str| word.len() > 2 && word.starts_with("--");
    if !options.clone().all(long) || !options.any(|o| has_spellings(o)) {
        return;
    }
    read_as("*", words, None, out);
    let star = (words.first() != Some(&"*")).then_some("*");
    let words: Vec<&str> =
        star.into_iter().chain(words.iter().copied()).collect();
    for program in programs_by_other_names(&words) {
        of_program(program, &words, out);
    }
}

/// The patterns of words in each way in which they are read.
fn read_as(
    program: &str,
    words: &[&str],
    sub: Option<[&str; 2]>,
    out: &mut Vec<TextGlob>,
) {
    let mut add = |glob: TextGlob| {
        if !out.contains(&glob) {
            out.push(glob);
        }
    };
    let sparing = apart(program, words, sub, false);
    if let Some(apart) = &sparing {
        apart.globs(|glob, _| add(glob));
    }
    if sparing.is_none_or(|apart| apart.unsure)
        && let Some(greedy) = apart(program, words, sub, true)
    {
        greedy.globs(|glob, any| {
            if !any {
                add(glob);
            }
        });
    }
}

/// Whether a word of a pattern may hold an option.
fn is_named(program: &str, word: &str) -> bool {
    word.starts_with('-')
        || bundles(program)
        || assigns(program) && word.contains('=')
}

/// The words behind a program; with `greedy` the first option of which that
/// is not known takes the word behind it.
fn apart<'w>(
    program: &str,
    words: &[&'w str],
    sub: Option<[&str; 2]>,
    greedy: bool,
) -> Option<Apart<'w>> {
    let table = Table::new(program);
    let own = || sub_of(table, words.iter().copied());
    let table = table.below(sub.unwrap_or_else(own));
    let mut out = Apart { operands: program.to_owned(), ..Apart::default() };
    let (mut place, mut greedy, mut first) = (0, greedy, true);
    let has_subs = table.known.globals().is_some();
    let mut words = words.iter().copied().peekable();
    let mut parts: SmallVec<[Part<'_>; 4]> = SmallVec::new();
    while let Some(word) = words.next() {
        if word == "--" {
            out.cut = false;
            if program == "git" && table.is_sub("checkout") {
                out.options.push(Named::new(word, None));
                out.cut = true;
            }
            words.for_each(|word| out.operand(word));
            break;
        }
        let (name, open) = known_start(word);
        parts.clear();
        let own = table.behind(usize::from(!first));
        let is_option = read(own, place, name, |part| parts.push(part));
        place += 1;
        if !is_option {
            // `-*`
            if word.starts_with('-') && word.contains('*') {
                return None;
            }
            // `git * push`: options stand there, which come last.
            let first = std::mem::take(&mut first);
            let next = words.peek().filter(|word| !word.starts_with('-'));
            if !first || word != "*" || next.is_none() || !has_subs {
                out.operand(word);
            }
            continue;
        }
        let parts = readable(&parts)?;
        let (before, mut behind) = (out.options.len(), open);
        for &Part { name, value, takes } in parts {
            let known = value.filter(|_| takes != Takes::No);
            let mut value = known.map(Cow::Borrowed);
            let next = words.peek().filter(|word| !word.starts_with('-'));
            let maybe = takes == Takes::Maybe && next != Some(&"*");
            out.unsure |= maybe;
            let maybe = maybe && greedy;
            let takes = takes == Takes::Yes || maybe;
            if takes && value.is_none() && !open {
                greedy &= !maybe;
                let next = words.next_if(|word| !word.starts_with('-'));
                value = Some(quoted(next.unwrap_or("*"), &mut words));
                behind |= value.as_ref().is_some_and(|v| v.ends_with('*'));
            } else if takes && value.is_none() {
                value = Some(Cow::Borrowed("*"));
            }
            out.options.push(Named::new(name, value));
        }
        out.behind(before, behind);
    }
    out.name_usually(program, table.known);
    Some(out)
}

fn first_word(text: &str) -> &str {
    text.split(' ').next().unwrap_or("")
}

/// What is known of an option, and whether anything may follow: what stands
/// behind a star within the name is not known.
fn known_start(word: &str) -> (&str, bool) {
    match word.split_once('*') {
        Some((name, _)) if !name.contains('=') => (name, true),
        _ => (word, word.ends_with('*')),
    }
}

/// The one way in which the options of a word are read: letters, if all of
/// them are known.
fn readable<'s, 'p>(parts: &'s [Part<'p>]) -> Option<&'s [Part<'p>]> {
    let (first, rest) = parts.split_first()?;
    let known = |part: &Part<'_>| part.takes != Takes::Maybe;
    let letters = !rest.is_empty() && rest.iter().all(known);
    Some(match letters && !known(first) {
        true => rest,
        false if parts.iter().all(known) => parts,
        false => std::slice::from_ref(first),
    })
}

/// A value without the quotes around it; what they hold may be several
/// words.
fn quoted<'w>(
    first: &'w str,
    words: &mut impl Iterator<Item = &'w str>,
) -> Cow<'w, str> {
    let Some(quote) = first.chars().next().filter(|c| "\"'".contains(*c))
    else {
        return Cow::Borrowed(first);
    };
    let mut value = first.get(1..).unwrap_or("").to_owned();
    while !value.ends_with(quote) {
        let Some(word) = words.next() else { break };
        value.push(' ');
        value.push_str(word);
    }
    // `"DROP *` may end behind `DROP`.
    let value = value.strip_suffix(quote).unwrap_or(&value);
    match value.strip_suffix(" *") {
        Some(start) => Cow::Owned(format!("{start}*")),
        None => Cow::Owned(value.to_owned()),
    }
}
