//! Looking at command patterns as a shell would: words and quotes.

use super::Site;
use crate::source::Span;
pub(super) use crate::syntax::operators::{bare, operator, redirection};

/// A word of a pattern: text between blanks, quotes kept together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Word<'a> {
    pub(super) text: &'a str,
    pub(super) span: Span,
}

/// The quote that a pattern of Bash without stars opens and never closes.
pub(super) fn open_quote(site: &Site<'_>, text: &str) -> Option<usize> {
    // Other shells escape otherwise: `"C:\"` is closed in PowerShell.
    if site.tool.is_none_or(|tool| tool.name != "Bash") {
        return None;
    }
    // What follows `#` is a remark, what follows `<<` a text of its own.
    if text.contains(['*', '#', '\n']) || text.contains("<<") {
        return None;
    }
    let mut open = None;
    let mut escaped = false;
    for (at, c) in text.char_indices() {
        match (open, c) {
            _ if escaped => escaped = false,
            (None | Some((_, '"')), '\\') => escaped = true,
            (None, '\'' | '"') => open = Some((at, c)),
            (Some((_, quote)), c) if quote == c => open = None,
            _ => {}
        }
    }
    open.map(|(at, _)| at)
}

/// The words of a pattern; `offset` is where the pattern starts.
pub(super) fn words(text: &str, offset: u32) -> Vec<Word<'_>> {
    let mut words = Vec::new();
    let mut start = 0;
    let blanks = bare(text).filter(|(_, c)| matches!(c, ' ' | '\t' | '\n'));
    for end in blanks.map(|(at, _)| at).chain([text.len()]) {
        if let Some(word) = text.get(start..end).filter(|w| !w.is_empty()) {
            let span = Span::new(start, end).shifted(offset as usize);
            words.push(Word { text: word, span });
        }
        start = end + 1;
    }
    words
}

/// A pattern without the `:*` or ` *` at its end.
pub(super) fn stem(text: &str) -> &str {
    let short = text.strip_suffix(":*").or_else(|| text.strip_suffix(" *"));
    short.unwrap_or(text)
}

/// A word that a word of a pattern matches; none for what may be no word.
pub(super) fn plain(word: &str) -> Option<String> {
    let plain = word.trim_matches('*').replace('*', " ");
    (!plain.is_empty()).then_some(plain)
}

/// The program a pattern names: its first word, without the `:*`.
pub(super) fn program(text: &str) -> &str {
    let first = text.split_whitespace().next().unwrap_or("");
    first.strip_suffix(":*").unwrap_or(first)
}

/// Whether a word is `NAME=value`.
pub(super) fn is_assignment(word: &str) -> bool {
    let Some((name, _)) = word.split_once('=') else { return false };
    let first =
        name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    first && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

/// Whether a pattern holds what a command line is taken apart at.
pub(super) fn takes_apart(text: &str) -> bool {
    operator(text).is_some() || redirection(text).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_have_places() {
        let words = words("git 'a b' *", 5);
        let texts: Vec<_> = words.iter().map(|word| word.text).collect();
        assert_eq!(texts, ["git", "'a b'", "*"]);
        assert_eq!(words[1].span, Span::new(9, 14));
    }
}
