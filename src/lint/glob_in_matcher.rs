use super::permission_rule_as_matcher::parsed;
use super::{Context, Lint};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;

/// A matcher on tools of MCP servers that is written as a glob: in a regular
/// expression a star says how often the sign before it stands there.
pub(super) struct GlobInMatcher;

impl Lint for GlobInMatcher {
    fn code(&self) -> Code {
        Code::GLOB_IN_MATCHER
    }

    fn check(&self, cx: &Context<'_>, out: &mut Vec<Diagnostic>) {
        for (document, group, matcher) in cx.matchers() {
            let text = matcher.as_str();
            if parsed(cx, group, text).regex.is_none() {
                continue;
            }
            let mut start = 0;
            for item in text.split('|') {
                let glob = sign(item).map(|at| (start + at, item));
                start += item.len() + 1;
                let Some((at, item)) = glob else { continue };
                let sign = text.get(at..=at).unwrap_or("*");
                let before = text.get(at - 1..at).unwrap_or("");
                let message = format!(
                    "in a regular expression `{sign}` is about the `{before}` \
                     before it, so `{item}` does not match what a glob would"
                );
                let span = matcher.place(Span::new(at, at + 1));
                let source = document.source;
                let found =
                    Diagnostic::new(self.code(), message, source, span);
                let whole = item.replace('*', ".*").replace('?', ".");
                out.push(found.help(format!("write `{whole}`")));
            }
        }
    }
}

/// Where the name of a tool has a sign of globs with more of the name behind
/// it, and none that only regular expressions have.
fn sign(item: &str) -> Option<usize> {
    let name = |c: char| c.is_ascii_alphanumeric() || "_-".contains(c);
    let plain = item.chars().all(|c| name(c) || matches!(c, '*' | '?'));
    let signs = item.match_indices(['*', '?']).map(|(at, _)| at);
    let within = |at: &usize| {
        let mut behind = item.get(at + 1..).unwrap_or("").chars();
        *at > 0 && behind.any(name)
    };
    signs.filter(|_| plain && item.starts_with("mcp__")).find(within)
}
