//! The options in one word of a command, or of a pattern.

use super::{Table, Takes};
use crate::shell::data::programs::Known;

/// An option as it stands in a word.
#[derive(Clone, Copy)]
pub(crate) struct Part<'a> {
    /// Its usual name, without dashes.
    pub(crate) name: &'a str,
    /// What stands in one word with it.
    pub(crate) value: Option<&'a str>,
    pub(crate) takes: Takes,
}

/// Whether the first word is letters of options: `tar xf a`, `ps aux`.
pub(super) fn bundles(program: &str) -> bool {
    matches!(program, "tar" | "bsdtar" | "gtar" | "ps")
}

/// Whether the order of `name=value` does not count among other words.
pub(super) fn assigns(program: &str) -> bool {
    matches!(program, "dd" | "make" | "gmake" | "rake" | "rails" | "just")
}

/// The first two words that are no options, without the program.
pub(super) fn sub_of<'a>(
    table: Table<'_>,
    words: impl Iterator<Item = &'a str>,
) -> [&'a str; 2] {
    let (mut sub, mut count, mut taken) = (["", ""], 0, false);
    for (place, word) in words.enumerate() {
        if std::mem::take(&mut taken) && !word.starts_with('-') {
            continue;
        }
        let is_option = read(table, place, word, |part| {
            taken |= part.takes == Takes::Yes && part.value.is_none();
        });
        if is_option {
            continue;
        }
        match sub.get_mut(count) {
            // Options stand there: `git * push`.
            Some(_) if word == "*" && count == 0 => continue,
            Some(place) if !word.contains('*') => *place = word,
            _ => break,
        }
        count += 1;
    }
    sub
}

/// How many bytes of a text, behind a program, are another name of a
/// subcommand, and its usual one, each with a blank before it.
pub(super) fn usual_name(
    known: Known,
    text: &str,
) -> Option<(usize, &'static str)> {
    let (row, rest) = (known.globals()?, text.strip_prefix(' ')?);
    let mut best: Option<(usize, &'static str)> = None;
    let plain = |name: &str| !name.contains(" -");
    let first = Some(rest.as_bytes().first()?);
    for same in row.same {
        let Some((usual, others)) = same.split_first() else { continue };
        // Most of them differ in the first letter.
        let near = |name: &&&str| name.as_bytes().first() == first;
        for name in others.iter().filter(near) {
            let behind = rest.strip_prefix(name);
            let is_it =
                behind.is_some_and(|b| b.is_empty() || b.starts_with(' '));
            if is_it
                && best.is_none_or(|(end, _)| end < name.len() + 1)
                && plain(name)
                && plain(usual)
            {
                best = Some((name.len() + 1, usual));
            }
        }
    }
    best
}

/// Gives the options in a word, the so many-th behind the program; whether it
/// holds some.
pub(crate) fn read<'a>(
    table: Table<'_>,
    place: usize,
    word: &'a str,
    mut found: impl FnMut(Part<'a>),
) -> bool {
    if assigns(table.program)
        && let Some((name, value)) = word.split_once('=')
        && !name.starts_with('-')
    {
        found(Part { name, value: Some(value), takes: Takes::Yes });
        return true;
    }
    let Some(text) = word.strip_prefix('-') else {
        // `tar xf a`
        let bundle = bundles(table.program)
            && place == 0
            && !word.is_empty()
            && word.bytes().all(|byte| byte.is_ascii_alphabetic());
        if bundle {
            letters(table, word, &mut found);
        }
        return bundle;
    };
    let long = text.strip_prefix('-');
    if text.is_empty() || long == Some("") {
        return false;
    }
    let one_dash = table.known.one_dash() || table.program == "tofu";
    let (name, value) = match long.unwrap_or(text).split_once('=') {
        Some((name, value)) => (name, Some(value)),
        None => (long.unwrap_or(text), None),
    };
    let known = table.find(name);
    if long.is_some() || one_dash || known.is_some() && name.len() > 1 {
        let (name, takes) = known.map_or_else(
            || (name, table.rest()),
            |flag| (flag.name, flag.takes),
        );
        found(Part { name, value, takes });
        return true;
    }
    if name.len() > 1 {
        found(Part { name, value, takes: Takes::Maybe });
    }
    letters(table, text, &mut found);
    true
}

/// Options of one letter in one word; what follows one that takes a value
/// is that.
fn letters<'a>(
    table: Table<'_>,
    text: &'a str,
    found: &mut impl FnMut(Part<'a>),
) {
    for (at, c) in text.char_indices() {
        let Some(letter) = text.get(at..at + c.len_utf8()) else { return };
        let rest = text.get(at + c.len_utf8()..).unwrap_or("");
        if !c.is_ascii_alphanumeric() {
            return;
        }
        let known = table.find(letter);
        let takes = known.map_or(Takes::Maybe, |flag| flag.takes);
        let name = known.map_or(letter, |flag| flag.name);
        let value = rest.strip_prefix('=').unwrap_or(rest);
        // `tar xfz a`: the words of such letters follow.
        let bundle = bundles(table.program);
        let value = (!value.is_empty() && !bundle).then_some(value);
        match takes {
            Takes::Yes | Takes::Joined if !bundle => {
                return found(Part { name, value, takes });
            }
            Takes::No => found(Part { name, value: None, takes }),
            _ => found(Part { name, value, takes }),
        }
    }
}
