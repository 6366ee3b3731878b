//! The hashes of what a pattern names behind its program.

use super::{
    ANY, Behind, EACH, HERE, HOME, Hashes, LETTERS, Letters, MARK, NAMED,
    SEED, SORTED, START, Which, hash, named, sorted_set, start_of,
};
use crate::shell::data::alike::Alike;
use crate::shell::data::synonyms::{ONE_DASH, SHORT};

/// A variable that is set before any command.
pub(super) const SET_BEFORE: &str = "\u{f}";

/// The subcommand of git that pushes.
pub(super) const PUSH: &str = "push";

/// The option that a pattern names right behind a program.
pub(super) fn option_of(parts: &[String], found: &mut Hashes) {
    let mut words = first_words(parts);
    let (program, second) = (words.next(), words.next());
    let option = second.and_then(|second| second.strip_prefix('-'));
    if let (Some(program), Some(option)) = (program, option) {
        let program = hash(SEED, program);
        found.extend([named(program, ""), named(program, option)]);
    }
}

/// Whether a pattern may start with `sudo` or a variable, as few do.
pub(super) fn may_lead(parts: &[String]) -> bool {
    let start = parts.first().map_or("", |part| part.trim_start());
    let mut word = start.bytes().take_while(|byte| *byte != b' ');
    start.starts_with("sudo ") || word.any(|byte| byte == b'=')
}

/// The variable that a pattern sets before a command: `A=1 npm *`.
pub(super) fn variable_of(parts: &[String], found: &mut Hashes) {
    let start = parts.first().map_or("", String::as_str);
    if let Some((name, _)) = assigned(start.trim_start()) {
        found.push(Behind::new(SET_BEFORE, "").0);
        found.push(Behind::new(SET_BEFORE, name).0);
    }
}

/// The words behind which a pattern may need others, or the end, without an
/// option between; none if it names an option itself.
pub(super) fn words_of(parts: &[String], boundary: bool, found: &mut Hashes) {
    let mut all = parts.iter().flat_map(|part| part.split_ascii_whitespace());
    if all.any(is_option) {
        return;
    }
    let mut words = first_words(parts);
    let start = parts.first().map_or("", String::as_str);
    let rest = parts.get(1..).unwrap_or(&[]);
    let ends = !boundary && rest.last().is_some_and(|last| !last.is_empty());
    let pairs = rest.iter().any(|part| has_two_words(part));
    // The first word is a program where it does not go on at a star.
    let whole = rest.is_empty() || start.trim_start().contains(' ');
    let Some(program) = words.next().filter(|_| whole) else {
        if ends || pairs || has_two_words(start) {
            found.push(Behind::new(ANY, "").0);
        }
        return;
    };
    if ends || pairs {
        found.push(Behind::new(program, ANY).0);
    }
    if let Some(second) = words.next() {
        found.push(Behind::new(program, "").0);
        if words.next().is_some() {
            found.push(Behind::new(program, second).0);
        }
    }
}

/// Whether a pattern on pushes may name a remote or a branch.
pub(super) fn pushes_of(parts: &[String], found: &mut Hashes) {
    let all = parts.iter().flat_map(|part| part.split_ascii_whitespace());
    let mut words = all.skip_while(|word| *word != PUSH).skip(1);
    let git = first_words(parts).next() == Some("git");
    // `+` and `:` say what is done with the name of a branch.
    if git && words.any(|word| !word.starts_with(['-', '+', ':'])) {
        found.push(Behind::new(PUSH, "").0);
    }
}

/// The options behind a program and a subcommand: the letters of short ones,
/// and of git what long ones may be cut to.
pub(super) fn options_of(parts: &[String], found: &mut Hashes) {
    let mut words = first_words(parts);
    let Some(program) = words.next() else { return };
    let sub = words.clone().next().filter(|word| !is_option(word));
    let behind = Behind::new(program, sub.unwrap_or(""));
    let rest = parts.get(1..).unwrap_or(&[]);
    let rest = rest.iter().flat_map(|part| part.split_ascii_whitespace());
    let mut letters = Letters::default();
    for word in words.chain(rest).filter(|word| is_option(word)) {
        let own = Letters::of(word);
        if own.0.count_ones() <= LETTERS {
            letters.0 |= own.0;
        }
        if program == "git" && word.starts_with("--") {
            let cuts = word.char_indices().skip(3);
            let cuts = cuts.filter_map(|(at, _)| word.get(..at));
            found.extend(cuts.map(|cut| named(behind.0, cut)));
            let same = SHORT.iter().filter(|(long, _)| *long == word);
            same.for_each(|(_, short)| letters.add(short));
        }
    }
    if letters.any() && !ONE_DASH.contains(&program) {
        let which = match letters.0.count_ones() as usize > NAMED {
            true => Which::Others,
            false => Which::All,
        };
        let first = letters.each().take(NAMED);
        let first = first.fold(0, |all, letter| all | letter.0);
        found.push(named(behind.0, "-"));
        found.push(Letters(first).behind(behind, which));
    }
}

/// The start of the first of the operands with which a program does the same.
pub(super) fn operands_of(parts: &[String], found: &mut Hashes) {
    let mut words = first_words(parts);
    let Some(program) = words.next() else { return };
    let sub = words.clone().next().unwrap_or("");
    let second = words.clone().nth(1).unwrap_or("");
    let (alike, sub) = match Alike::of(program, sub, second) {
        Some(alike) => (alike, words.next().unwrap_or("")),
        None => match Alike::of(program, "", "") {
            Some(alike) => (alike, ""),
            None => return,
        },
    };
    let behind = Behind::new(program, sub);
    let words = words.skip(alike.further);
    let mut operands = words.filter(|word| !is_option(word));
    let operand = operands.nth(alike.before).unwrap_or("");
    // `rm *` is about all of them as it is.
    let any = matches!(parts, [_, last] if last.is_empty());
    if operand.is_empty() && (any || parts.len() < 2) {
        return;
    }
    found.push(behind.operand(EACH));
    found.push(behind.operand(start_of(operand, START)));
}

/// The program whose words in a pattern may be below a home directory, or
/// below the current one by its name.
pub(super) fn homes_of(parts: &[String], found: &mut Hashes) {
    let homes = ["~", "$HOME", "${HOME}", "/home/", "/Users/", "/root"];
    let here = ["$PWD", "${PWD}", "$(pwd)"];
    // Few words start like any of these, and few patterns have such a sign.
    let signs = |part: &String| part.contains(['~', '$', '/']);
    if !parts.iter().any(signs) {
        return;
    }
    let words = || {
        let words = parts.iter().flat_map(|p| p.split_ascii_whitespace());
        words.filter(|word| word.starts_with(['~', '$', '/']))
    };
    for (names, sign) in [(&homes[..], HOME), (&here[..], HERE)] {
        let is_one =
            |word: &str| names.iter().any(|name| word.starts_with(name));
        if words().any(is_one) {
            let program = first_words(parts).next().filter(|p| !is_one(p));
            found.push(Behind::new(program.unwrap_or(ANY), sign).0);
        }
    }
}

/// The name and the value in a word that sets a variable.
pub(crate) fn assigned(text: &str) -> Option<(&str, &str)> {
    let (name, value) = text.split_once('=')?;
    let name = name.strip_suffix('+').unwrap_or(name);
    let sign = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let named = !name.starts_with(|c: char| c.is_ascii_digit())
        && !name.is_empty()
        && name.chars().all(sign);
    named.then_some((name, value))
}

/// A pattern without what it has before a command: `sudo`, or a variable with
/// its value; and that.
pub(crate) fn behind_lead(parts: &[String]) -> Option<(&str, Vec<String>)> {
    let (first, rest) = parts.split_first()?;
    let (lead, own) = first.trim_start().split_once(' ')?;
    let own = own.trim_start();
    let leads =
        lead == "sudo" && !own.starts_with('-') || assigned(lead).is_some();
    (leads && !own.is_empty()).then(|| {
        let first = std::iter::once(own.to_owned());
        (lead, first.chain(rest.iter().cloned()).collect())
    })
}

/// The options of a pattern that is sorted: each, and all of them.
pub(super) fn sorted_of(parts: &[String], found: &mut Hashes) {
    // One that starts with a star is about any program.
    let program = first_words(parts).next().unwrap_or(ANY);
    let behind = Behind::new(program, SORTED);
    let options = parts.iter().flat_map(|part| part.split(MARK).skip(1));
    let names =
        options.map(|option| option.split(['=', ' ']).next().unwrap_or(""));
    found.push(behind.0);
    found.extend(names.clone().map(|name| named(behind.0, name)));
    found.push(sorted_set(behind, names));
}

/// The words before the first star of a pattern; the last may go on there.
pub(super) fn first_words(
    parts: &[String],
) -> std::str::SplitAsciiWhitespace<'_> {
    let start = parts.first().map_or("", String::as_str);
    start.split_ascii_whitespace()
}

pub(super) fn is_option(word: &str) -> bool {
    word.len() > 1 && word.starts_with('-')
}

fn has_two_words(part: &str) -> bool {
    part.split_ascii_whitespace().nth(1).is_some()
}
