use super::{Context, Lint};
use crate::diagnostic::{Code, Diagnostic};
use crate::event::EventKind;
use crate::event::table::MatcherField;
use crate::load::Group;
use crate::syntax::matcher::{MatcherProblem, ParsedMatcher};

/// A permission rule where a name is compared.
pub(super) struct PermissionRuleAsMatcher;

impl Lint for PermissionRuleAsMatcher {
    fn code(&self) -> Code {
        Code::PERMISSION_RULE_AS_MATCHER
    }

    fn check(&self, cx: &Context<'_>, out: &mut Vec<Diagnostic>) {
        for (document, group, matcher) in cx.matchers() {
            // There a matcher is ignored, whatever it says.
            let field = group.kind.map(|kind| kind.row().matcher);
            if field == Some(MatcherField::None) {
                continue;
            }
            for problem in problems(cx, group, matcher.as_str()) {
                let MatcherProblem::PermissionRule { tool, content } = problem
                else {
                    continue;
                };
                let name = tool.of(matcher.as_str());
                let message = format!(
                    "a matcher is compared with the tool's name only; `{name}` \
                     with a pattern never matches"
                );
                let place = matcher.place(content);
                let source = document.source;
                let found =
                    Diagnostic::new(self.code(), message, source, place);
                let rule = tool.to(content).of(matcher.as_str());
                out.push(found.help(format!(
                    "write `\"matcher\": \"{name}\"` and `\"if\": \"{rule}\"` \
                     on the handler"
                )));
            }
        }
    }
}

/// What the reader of matchers has to say about one.
pub(super) fn problems(
    cx: &Context<'_>,
    group: &Group,
    text: &str,
) -> Vec<MatcherProblem> {
    parsed(cx, group, text).problems
}

/// A matcher, read as its event and the dialect have it.
pub(super) fn parsed(
    cx: &Context<'_>,
    group: &Group,
    text: &str,
) -> ParsedMatcher {
    // The usual alphabet where the event is not known.
    let kind = group.kind.unwrap_or(EventKind::PRE_TOOL_USE);
    cx.dialect.read_matcher(text, kind)
}
