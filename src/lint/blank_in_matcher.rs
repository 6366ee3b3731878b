use super::{Context, Lint};
use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::source::Span;

/// A blank beside a comma in a list of names.
pub(super) struct BlankInMatcher;

impl Lint for BlankInMatcher {
    fn code(&self) -> Code {
        Code::BLANK_IN_MATCHER
    }

    fn check(&self, cx: &Context<'_>, out: &mut Vec<Diagnostic>) {
        for (document, _, matcher) in cx.matchers() {
            let text = matcher.as_str();
            let list = |c: char| {
                c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | ',' | ' ')
            };
            if !text.contains(',') || !text.chars().all(list) {
                continue;
            }
            let Some(at) = text.find(' ') else { continue };
            let message = "the blank is left out by newer runners; older ones \
                           read the whole list as a regular expression";
            let span = matcher.place(Span::new(at, at + 1));
            let found =
                Diagnostic::new(self.code(), message, document.source, span);
            // Before commas were separators, the blank had to match.
            let severity = match cx.dialect.matcher_commas {
                true => self.code().severity(),
                false => Severity::Error,
            };
            let found = found.severity(severity);
            out.push(found.help("separate names with `|`"));
        }
    }
}
