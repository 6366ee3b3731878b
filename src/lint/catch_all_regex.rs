use super::{Context, Lint};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;

/// A matcher that is a regular expression for everything.
pub(super) struct CatchAllRegex;

impl Lint for CatchAllRegex {
    fn code(&self) -> Code {
        Code::CATCH_ALL_REGEX
    }

    fn check(&self, cx: &Context<'_>, out: &mut Vec<Diagnostic>) {
        for (document, _, matcher) in cx.matchers() {
            let text = matcher.as_str();
            if !matches!(text, ".*" | ".+" | "^.*$" | "^.+$") {
                continue;
            }
            let span = matcher.place(Span::new(0, text.len()));
            let message = format!("`{text}` matches everything");
            let found =
                Diagnostic::new(self.code(), message, document.source, span);
            out.push(found.help("write `*`, or leave the matcher out"));
        }
    }
}
