//! Permission rules where the name of a tool is compared.

use super::MatcherProblem;
use crate::event::tools;
use crate::source::Span;

/// Each `Name(…)` that no one would write as a regular expression: a name
/// that starts with a capital, and in the brackets a blank, `:`, `/` or `*`;
/// or the name of a tool, and in them plain text that is not the rest of a
/// longer name.
pub(super) fn permission_rules(text: &str) -> Vec<MatcherProblem> {
    let mut found = Vec::new();
    let mut start = 0;
    for piece in text.split('|') {
        let trimmed = piece.trim_start();
        let from = start + piece.len() - trimmed.len();
        start += piece.len() + 1;
        let Some(open) = trimmed.find('(') else { continue };
        let (name, rest) = trimmed.split_at(open);
        if is_rule(name, rest.trim_end()) {
            let tool = Span::new(from, from + open);
            let end = from + trimmed.trim_end().len();
            let content = Span::new(from + open, end);
            found.push(MatcherProblem::PermissionRule { tool, content });
        }
    }
    found
}

/// Whether a name and what stands behind it are a permission rule.
fn is_rule(name: &str, rest: &str) -> bool {
    let regex = ["(?", "(.", "(\\", "(["];
    let plain = || {
        let inside = rest.strip_prefix('(').and_then(|x| x.strip_suffix(')'));
        let is_part = |c: char| c.is_ascii_alphanumeric() || "_-.".contains(c);
        inside.is_some_and(|inside| {
            inside.contains(|c: char| c.is_ascii_alphanumeric())
                && inside.chars().all(is_part)
                && is_rule_of_tool(name, inside)
        })
    };
    let capital = name.starts_with(|c: char| c.is_ascii_uppercase())
        && name.chars().all(|c| c.is_ascii_alphanumeric())
        && !regex.iter().any(|sign| rest.starts_with(sign));
    let inside = rest.trim_end_matches(')');
    capital
        && (inside.contains([' ', ':', '/', '~', '*'])
            || rest.starts_with("()"))
        || plain()
}

/// Whether a name is one of a tool, in any case, and not, with what stands in
/// brackets behind it, a part of one: `Bash(ls)`, but not `Task(Create)`.
fn is_rule_of_tool(name: &str, inside: &str) -> bool {
    let whole = format!("{name}{inside}").to_ascii_lowercase();
    let former = || tools::ALIASES.iter().map(|(old, _)| *old);
    let mut all = tools::names().chain(former());
    let is_part = all.any(|tool| tool.to_ascii_lowercase().contains(&whole));
    let mut all = tools::names().chain(former());
    !is_part && all.any(|tool| tool.eq_ignore_ascii_case(name))
}
