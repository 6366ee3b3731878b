use super::permission_rule_as_matcher::parsed;
use super::{Context, Lint};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;

/// A look-around or back-reference in a matcher.
pub(super) struct RegexLookAround;

impl Lint for RegexLookAround {
    fn code(&self) -> Code {
        Code::REGEX_LOOK_AROUND
    }

    fn check(&self, cx: &Context<'_>, out: &mut Vec<Diagnostic>) {
        for (document, group, matcher) in cx.matchers() {
            let text = matcher.as_str();
            let Some(span) = special(text) else { continue };
            if parsed(cx, group, text).regex.is_none() {
                continue;
            }
            let sign = span.of(text);
            let message = format!(
                "`{sign}` works in runners whose engine is JavaScript's; \
                 others refuse it, and the hook never fires"
            );
            let span = matcher.place(span);
            let found =
                Diagnostic::new(self.code(), message, document.source, span);
            out.push(found.help("list the names instead"));
        }
    }
}

/// The first look-around or back-reference.
fn special(text: &str) -> Option<Span> {
    let looks = ["(?=", "(?!", "(?<=", "(?<!"];
    let look = looks.iter().filter_map(|sign| {
        text.find(sign).map(|at| Span::new(at, at + sign.len()))
    });
    let back = text.match_indices('\\').find_map(|(at, _)| {
        let digit = text.as_bytes().get(at + 1)?;
        matches!(digit, b'1'..=b'9').then(|| Span::new(at, at + 2))
    });
    look.chain(back).min()
}
