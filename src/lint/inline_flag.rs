use super::permission_rule_as_matcher::problems;
use super::{Context, Lint};
use crate::diagnostic::{Code, Diagnostic};
use crate::syntax::matcher::MatcherProblem;

/// `(?i)` in a matcher.
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
    }
}
