use super::permission_rule_as_matcher::parsed;
use super::{Context, Lint};
use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::source::Span;
use crate::syntax::Matcher;
use crate::syntax::matcher::MatcherProblem;

/// A blank beside a name in a list of names.
pub(super) struct BlankInMatcher;

impl Lint for BlankInMatcher {
    fn code(&self) -> Code {
        Code::BLANK_IN_MATCHER
    }

    fn check(&self, cx: &Context<'_>, out: &mut Vec<Diagnostic>) {
        for (document, group, matcher) in cx.matchers() {
            let text = matcher.as_str();
            let list = |c: char| {
                c.is_ascii_alphanumeric()
                    || matches!(c, '_' | '-' | ',' | ' ' | '|')
            };
            let is_list = text.chars().all(list);
            let Some(at) = blank(text, is_list) else { continue };
            let parsed = parsed(cx, group, text);
            let known = |problem: &MatcherProblem| {
                !matches!(problem, MatcherProblem::Spaces { .. })
            };
            // In brackets and classes a blank may be meant.
            let odd = !is_list && text.contains(['(', '[', '\\']);
            if odd || parsed.problems.iter().any(known) {
                continue;
            }
            let exact = matches!(parsed.matcher, Matcher::Exact(_));
            let (severity, message) = match exact {
                true => (
                    self.code().severity(),
                    "the blank is left out by newer runners; older ones read \
                     the whole list as a regular expression",
                ),
                // There it has to stand in the name.
                false => (
                    Severity::Error,
                    "this is read as a regular expression, in which the blank \
                     must match",
                ),
            };
            let span = matcher.place(Span::new(at, at + 1));
            let found =
                Diagnostic::new(self.code(), message, document.source, span);
            let found = found.severity(severity);
            let names = without(text, is_list);
            out.push(found.help(format!("write `{names}`")));
        }
    }
}

/// The first blank beside a separator or at an end.
fn blank(text: &str, is_list: bool) -> Option<usize> {
    let mut start = 0;
    for piece in text.split(separates(is_list)) {
        let name = piece.trim_matches(' ');
        if name.len() < piece.len() && !name.is_empty() {
            let before = piece.starts_with(' ');
            return Some(if before { start } else { start + name.len() });
        }
        start += piece.len() + 1;
    }
    None
}

/// The matcher without such blanks.
fn without(text: &str, is_list: bool) -> String {
    let names = text.split(separates(is_list)).map(str::trim);
    names.collect::<Vec<_>>().join("|")
}

fn separates(is_list: bool) -> impl Fn(char) -> bool {
    move |c| c == '|' || (is_list && c == ',')
}
