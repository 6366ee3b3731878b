//! What examples are made of: the most readable kind first.

use std::sync::LazyLock;

use super::fuel::Fuel;
use super::relate::{Language, Sought, search, text};

/// How a text for an example is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Style {
    /// From the pattern alone, without an automaton.
    Guessed,
    /// A shortest text of one of the kinds of [`KINDS`], by number.
    Searched(usize),
}

impl Style {
    /// Those that are found with automata, the best first.
    pub(super) const SEARCHED: [Style; 4] = [
        Style::Searched(0),
        Style::Searched(1),
        Style::Searched(2),
        Style::Searched(3),
    ];
}

/// Kinds of texts, by what stands between their words; the last is anything.
static KINDS: LazyLock<Vec<(char, [Option<Language>; 4])>> =
    LazyLock::new(|| {
        let all = [(' ', false), ('.', false), ('/', false), ('_', true)];
        let kinds = |(between, units)| (between, kinds(between, units));
        all.into_iter().map(kinds).collect()
    });

fn kinds(between: char, units: bool) -> [Option<Language>; 4] {
    const PLAIN: &str = "abcdefghijklmnopqrstuvwxyz\
                         ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
    const LOOSE: &str = "abcdefghijklmnopqrstuvwxyz\
                         ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.-/=:@,+%";
    let characters = if between == ' ' { LOOSE } else { PLAIN };
    let dotted = format!("{PLAIN}.-");
    let characters = if between == '/' { &dotted } else { characters };
    let words = Language::words(characters, between, units);
    let printed = Language::only((' ', '~'), units);
    if between == '/' {
        // Blanks around a path may be none of it.
        let printed = Language::trimmed(units).or(printed);
        return [words.clone(), words, printed, None];
    }
    if between != ' ' {
        return [words.clone(), words, printed, None];
    }
    // A command with an argument reads better than its name alone. Of other
    // signs there must be words, too: blanks at an end are none of a command.
    let signs: String = ('!'..='~').collect();
    let argument = Language::plain_end(characters);
    [
        argument.or_else(|| words.clone()),
        words,
        Language::words(&signs, between, units).or(printed),
        None,
    ]
}

/// A text of a kind in all of `inside` and none of `outside`.
pub(super) fn example(
    inside: &[&Language],
    outside: &[&Language],
    between: char,
    kind: usize,
    fuel: &Fuel,
) -> Option<String> {
    let units = inside.first().is_some_and(|language| language.units);
    let row = KINDS.iter().find(|row| row.0 == between)?;
    let kind = row.1.get(kind)?;
    let all = inside.iter().copied().chain(kind.as_ref());
    let all: Vec<_> = all.map(|language| &*language.dfa).collect();
    let none: Vec<_> = outside.iter().map(|l| &*l.dfa).collect();
    match search(&all, &none, fuel) {
        Sought::Text(symbols) => text(&symbols, units),
        _ => None,
    }
}

/// The most readable one.
pub(super) fn best(
    inside: &[&Language],
    outside: &[&Language],
    between: char,
    fuel: &Fuel,
) -> Option<String> {
    let mut kinds = 0..Style::SEARCHED.len();
    kinds.find_map(|kind| example(inside, outside, between, kind, fuel))
}
