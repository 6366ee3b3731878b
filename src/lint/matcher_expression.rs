use super::permission_rule_as_matcher::problems;
use super::{Context, Lint};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;
use crate::syntax::matcher::MatcherProblem;

/// An expression where a matcher stands.
pub(super) struct MatcherExpression;

impl Lint for MatcherExpression {
    fn code(&self) -> Code {
        Code::MATCHER_EXPRESSION
    }

    fn check(&self, cx: &Context<'_>, out: &mut Vec<Diagnostic>) {
        for (document, group, matcher) in cx.matchers() {
            for problem in problems(cx, group, matcher.as_str()) {
                let MatcherProblem::Expression { operator } = problem else {
                    continue;
                };
                let text = operator.of(matcher.as_str()).trim();
                if text == "||" {
                    continue;
                }
                let message = format!(
                    "a matcher is compared with one name; with `{text}` it \
                     never matches"
                );
                let operator: Span = matcher.place(operator);
                let source = document.source;
                let found =
                    Diagnostic::new(self.code(), message, source, operator);
                out.push(found.help(
                    "write the tool's name, such as `Bash`, and test the rest \
                     in `if` or in the hook",
                ));
            }
        }
    }
}
