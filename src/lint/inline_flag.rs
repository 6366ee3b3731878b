use super::permission_rule_as_matcher::problems;
use super::{Context, Lint};
use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::source::Span;
use crate::syntax::matcher::MatcherProblem;
use crate::syntax::regex::IGNORE_CASE;

/// `(?i)` in a matcher, or in a path.
pub(super) struct InlineFlag;

impl Lint for InlineFlag {
    fn code(&self) -> Code {
        Code::INLINE_FLAG
    }

    fn check(&self, cx: &Context<'_>, out: &mut Vec<Diagnostic>) {
        for (document, group, matcher) in cx.matchers() {
            for problem in problems(cx, group, matcher.as_str()) {
                let MatcherProblem::InlineFlag { at } = problem else {
                    continue;
                };
                let sign = at.of(matcher.as_str());
                let message = format!(
                    "`{sign}` makes the matcher take no notice of letter case; \
                     runners whose engine is JavaScript's refuse it, and the \
                     hook never fires"
                );
                let place = matcher.place(at);
                let source = document.source;
                let found =
                    Diagnostic::new(self.code(), message, source, place);
                out.push(found.help("list the names instead"));
            }
        }
        for (site, content) in cx.paths() {
            if !content.value.starts_with(IGNORE_CASE) {
                continue;
            }
            let start = content.span.start as usize;
            let sign = Span::new(start, start + IGNORE_CASE.len());
            let message = format!(
                "a path is no regular expression; `{IGNORE_CASE}` is part of \
                 the name of a file here"
            );
            let found = site.found(self.code(), message, sign);
            let found = found.severity(Severity::Warning);
            out.push(found.help("write both cases, such as `[Rr]eadme`"));
        }
    }
}
