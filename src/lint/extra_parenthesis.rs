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
            let Some(span) = extra(site) else { continue };
            let message = "this `)` belongs to the pattern, which holds no \
                           `(` for it; the rule hardly matches";
            let found = site.found(self.code(), message, span);
            let fix = site.replace(span, "", false);
            out.push(found.help("remove it").fix(fix));
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
