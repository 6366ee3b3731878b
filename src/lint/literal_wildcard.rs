use super::scan::{stem, words};
use super::{Context, Lint};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;

/// A `?`, a `[…]`, a `{…}` or part of a regular expression in a command pattern.
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
                let found = slashes(text, word.text)
                    .or_else(|| regex(word.text))
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
                out.push(found.help(match sign.as_bytes() {
                    [b'^' | b'$' | b'/'] | [b'\\', b'b' | b'B'] => {
                        "a pattern is compared with the whole command; \
                         remove it"
                    }
                    [b'\\', b's', ..] => "write a blank",
                    [b'{', ..] => "write a rule for each",
                    _ => "write `*` for any text",
                }));
                break;
            }
        }
    }
}

/// `/rm.*/`: a regular expression as JavaScript writes it.
fn slashes(text: &str, word: &str) -> Option<(usize, usize)> {
    let inner = text.strip_prefix('/')?.strip_suffix('/')?;
    let signs = [".*", ".+", "\\", "^", "$", "|"];
    let is_it = word.len() == text.len()
        && !inner.contains('/')
        && signs.iter().any(|sign| inner.contains(sign));
    is_it.then_some((0, 1))
}

/// `rm\s+-rf`: a class of characters.
fn class(word: &str) -> Option<(usize, usize)> {
    let at = word.find('\\')?;
    let mut behind = word.get(at + 1..)?.chars();
    let is_class = behind.next().is_some_and(|c| "sSwWdDbB".contains(c));
    let ends = behind.next().is_none_or(|c| !c.is_ascii_alphanumeric());
    let path = word.get(..at)?.ends_with([':', '\\']);
    (is_class && ends && !path).then_some((at, 2))
}

/// What only a regular expression has: `^x`, `x$`, `x.*`, `x\s`.
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
    if let Some(found) = class(word) {
        return Some(found);
    }
    let at = word.find(".*").or_else(|| word.find(".+"))?;
    let before = word.get(..at)?.chars().next_back()?;
    let ends = word.len() == at + 2;
    (ends && before.is_ascii_alphabetic()).then_some((at, 2))
}

/// `{a,b}` or `{1..9}`.
fn braces(word: &str) -> Option<(usize, usize)> {
    let open = word.find('{')?;
    let inner = word.get(open + 1..)?;
    let close = inner.find('}')?;
    let several = inner.get(..close)?;
    let is_it = several.contains(',') || several.contains("..");
    is_it.then_some((open, close + 2))
}

/// A `?`, braces or a bracket expression outside of quotes.
fn special(word: &str) -> Option<(usize, usize)> {
    if word.contains(['\'', '"', '\\', '=', '$']) {
        return None;
    }
    if let Some(at) = word.find('?') {
        return Some((at, 1));
    }
    if let Some(found) = braces(word) {
        return Some(found);
    }
    let open = word.find('[')?;
    let close = word.get(open..)?.find(']')?;
    (close > 1).then_some((open, close + 1))
}
