use super::{Context, Lint, Site};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;

/// A `)` too many at the end of a rule.
pub(super) struct ExtraParenthesis;

impl Lint for ExtraParenthesis {
    fn code(&self) -> Code {
        Code::EXTRA_PARENTHESIS
    }

    fn check(&self, cx: &Context<'_>, out: &mut Vec<Diagnostic>) {
        for site in cx.open() {
            if let Some(span) = extra(site) {
                let message = "this `)` belongs to the pattern, which holds \
                               no `(` for it; the rule hardly matches";
                let found = site.found(self.code(), message, span);
                let fix = site.replace(span, "", false);
                out.push(found.help("remove it").fix(fix));
            } else if let Some((span, message, help)) = odd(site) {
                out.push(site.found(self.code(), message, span).help(help));
            }
        }
    }
}

/// The bracket before the last one, where the pattern does not open it.
fn extra(site: &Site<'_>) -> Option<Span> {
    let content = site.content()?;
    let text = content.value.as_str();
    let count = |sign: char| text.matches(sign).count();
    let quoted = text.contains(['\'', '"', '`', '\\', '$']);
    let extra = text.ends_with(')') && count(')') > count('(');
    let end = content.span.end as usize;
    (extra && !quoted).then(|| Span::new(end - 1, end))
}

/// Brackets of a command pattern that stand for nothing: none but brackets,
/// one that is never closed, or a second pair behind the pattern.
fn odd(site: &Site<'_>) -> Option<(Span, &'static str, &'static str)> {
    let shell = site.tool.is_some_and(|tool| tool.governs.is_shell());
    let content = site.content().filter(|_| shell)?;
    let text = content.value.as_str();
    let place = |at: usize, len: usize| {
        Span::new(at, at + len).shifted(content.span.start as usize)
    };
    let bracket = |c: char| matches!(c, '(' | ')');
    if text.contains(bracket) && text.chars().all(|c| bracket(c) || c == ' ') {
        return Some((
            content.span,
            "nothing but brackets stands in this pattern; the rule hardly \
             matches",
            "write a pattern such as `Bash(rm *)`",
        ));
    }
    if text.contains(['\'', '"', '`', '\\', '$', ';']) {
        return None;
    }
    let count = |sign: char| text.matches(sign).count();
    if text.starts_with('(') && count('(') > count(')') {
        return Some((
            place(0, 1),
            "this `(` belongs to the pattern, which never closes it; the \
             rule hardly matches",
            "remove it",
        ));
    }
    let at = text.find(")(")?;
    let before = text.get(..at)?;
    let closed = before.matches('(').count() > before.matches(')').count();
    (!closed).then(|| {
        (
            place(at, 2),
            "a rule has one pair of brackets; these belong to the pattern, \
             and the rule hardly matches",
            "write a rule for each pattern",
        )
    })
}
