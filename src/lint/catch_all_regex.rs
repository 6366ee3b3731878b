use super::{Context, Lint};
use crate::diagnostic::{Code, Diagnostic};
use crate::event::table::MatcherField;
use crate::source::Span;

/// A matcher that is a regular expression for everything.
pub(super) struct CatchAllRegex;

impl Lint for CatchAllRegex {
    fn code(&self) -> Code {
        Code::CATCH_ALL_REGEX
    }

    fn check(&self, cx: &Context<'_>, out: &mut Vec<Diagnostic>) {
        for (document, group, matcher) in cx.matchers() {
            let text = matcher.as_str();
            if !matches!(text, ".*" | ".+" | "^.*$" | "^.+$") {
                continue;
            }
            let span = matcher.place(Span::new(0, text.len()));
            let field = group.kind.map(|kind| kind.row().matcher);
            let message = match field {
                Some(MatcherField::Field("tool_name")) | None => {
                    format!("`{text}` matches everything")
                }
                Some(
                    MatcherField::Field(field) | MatcherField::BaseName(field),
                ) => format!(
                    "`{text}` matches every `{field}`, and no event that \
                     comes without one"
                ),
                // That it is ignored is told by itself.
                Some(MatcherField::None) => continue,
            };
            let found =
                Diagnostic::new(self.code(), message, document.source, span);
            out.push(found.help("write `*`, or leave the matcher out"));
        }
    }
}
