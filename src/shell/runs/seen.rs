//! The scripts that a text runs, as far as can be seen without taking it
//! apart: `./z`, `sh -x z`, `. z`, `z`.

use crate::shell::data::programs::Known;
use crate::shell::noted::Read;
use crate::shell::words::base_name;

/// Words of the shell behind which a program stands.
const KEYWORDS: &[&str] =
    &["!", "do", "elif", "else", "exec", "if", "then", "until", "while"];

/// The words of `text` that may be scripts which it runs, with what reads
/// them. Linear in it.
pub(crate) fn runs(text: &str) -> impl Iterator<Item = (&str, Read)> {
    let mut next = Some(Read::Script);
    text.split_inclusive(ends_word).filter_map(move |piece| {
        let word = piece.trim_end_matches(ends_word);
        let mut run = None;
        if !word.is_empty() {
            let path = word.contains('/').then_some(Read::Script);
            run = next.or(path).map(|read| (word, read));
            next = behind(word, next);
        }
        match piece.get(word.len()..) {
            Some("<") => next = Some(Read::Lines),
            Some(";" | "|" | "&" | "(" | "{" | "`" | "\n") => {
                next = Some(Read::Script);
            }
            _ => {}
        }
        run
    })
}

/// Whether a text goes to another directory, as far as can be seen.
pub(crate) fn moves(text: &str) -> bool {
    ["cd", "chdir", "popd", "pushd"].iter().any(|name| text.contains(name))
}

fn ends_word(sign: char) -> bool {
    sign.is_whitespace() || ";|&(){}<>\"'`$\\".contains(sign)
}

/// What reads the word behind one.
fn behind(word: &str, own: Option<Read>) -> Option<Read> {
    let digit = word.starts_with(|c: char| c.is_ascii_digit());
    if digit || word.starts_with('-') || word.contains('=') {
        // `timeout -k 5 10 z`
        return own;
    }
    let name = base_name(word);
    let known = Known::of(name);
    match name {
        "." | "source" => Some(Read::Lines),
        _ if known.is_shell() => Some(Read::Lines),
        _ if known.interpreter().is_some() => Some(Read::Code),
        _ if known.wrappers().next().is_some() => Some(Read::Script),
        _ if KEYWORDS.contains(&name) => Some(Read::Script),
        _ => None,
    }
}
