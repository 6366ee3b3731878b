use super::scan::{stem, words};
use super::{Context, Lint};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;

/// A `?` or `[…]` in a command pattern.
pub(super) struct LiteralWildcard;

impl Lint for LiteralWildcard {
    fn code(&self) -> Code {
        Code::LITERAL_WILDCARD
    }

    fn check(&self, cx: &Context<'_>, out: &mut Vec<Diagnostic>) {
        for (site, content) in cx.commands() {
            let text = stem(&content.value);
            if text.contains("://") {
                continue;
            }
            let words = words(text, content.span.start);
            for (number, word) in words.iter().enumerate() {
                let found = regex(word.text)
                    .or_else(|| special(word.text).filter(|_| number > 0));
                let Some((at, length)) = found else { continue };
                let start = word.span.start as usize + at;
                let span = Span::new(start, start + length);
                let what = span.shifted(0);
                let sign = word.text.get(at..at + length).unwrap_or("");
                let message = format!(
                    "`{sign}` is not special in commands; it stands for itself"
                );
                let found = site.found(self.code(), message, what);
                out.push(found.help("write `*` for any text"));
                break;
            }
        }
    }
}

/// What only a regular expression has: `^x`, `x$`, `x.*`.
fn regex(word: &str) -> Option<(usize, usize)> {
    if word.contains(['\'', '"', '/', '=', '{']) {
        return None;
    }
    if word.len() > 1 && word.starts_with('^') {
        return Some((0, 1));
    }
    if word.len() > 1 && word.ends_with('$') {
        return Some((word.len() - 1, 1));
    }
    let at = word.find(".*")?;
    let before = word.get(..at)?.chars().next_back()?;
    let ends = word.len() == at + 2;
    (ends && before.is_ascii_alphabetic()).then_some((at, 2))
}

/// A `?` or a bracket expression outside of quotes.
fn special(word: &str) -> Option<(usize, usize)> {
    if word.contains(['\'', '"', '\\', '=', '$']) {
        return None;
    }
    if let Some(at) = word.find('?') {
        return Some((at, 1));
    }
    let open = word.find('[')?;
    let close = word.get(open..)?.find(']')?;
    (close > 1).then_some((open, close + 1))
}
