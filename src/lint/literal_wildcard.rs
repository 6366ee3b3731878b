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
            for word in words(text, content.span.start).iter().skip(1) {
                let Some((at, length)) = special(word.text) else { continue };
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
