use super::permission_rule_as_matcher::parsed;
use super::{Context, Lint};
use crate::diagnostic::{Code, Diagnostic};
use crate::event::tools;
use crate::source::Span;
use crate::syntax::matcher::is_anchored;

/// A regular expression that also matches longer names.
pub(super) struct UnanchoredMatcher;

impl Lint for UnanchoredMatcher {
    fn code(&self) -> Code {
        Code::UNANCHORED_MATCHER
    }

    fn check(&self, cx: &Context<'_>, out: &mut Vec<Diagnostic>) {
        for (document, group, matcher) in cx.matchers() {
            let text = matcher.as_str();
            let parsed = parsed(cx, group, text);
            let loose = parsed.regex.as_ref().is_some_and(|r| !is_anchored(r));
            if !loose || !parsed.problems.is_empty() {
                continue;
            }
            let Some((name, longer)) = hit(text) else { continue };
            let Some(at) = text.find(name) else { continue };
            let place = matcher.place(Span::new(at, at + name.len()));
            let message = format!(
                "as a regular expression `{name}` matches anywhere, so \
                 `{longer}` matches as well"
            );
            let found =
                Diagnostic::new(self.code(), message, document.source, place);
            out.push(found.help(format!("write `^{name}$`")));
        }
    }
}

/// A tool that an alternative names, and another tool whose name holds it.
fn hit(text: &str) -> Option<(&str, &'static str)> {
    text.split('|').find_map(|name| {
        tools::find_canonical(name)?;
        let named = |other: &str| text.split('|').any(|item| item == other);
        let longer = tools::names()
            .find(|other| *other != name && other.contains(name));
        longer.filter(|other| !named(other)).map(|other| (name, other))
    })
}
