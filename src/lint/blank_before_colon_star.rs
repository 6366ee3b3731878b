use super::{Context, Lint};
use crate::diagnostic::{Code, Diagnostic};
use crate::dialect::Version;
use crate::source::Span;

/// A blank before `:*`.
pub(super) struct BlankBeforeColonStar;

impl Lint for BlankBeforeColonStar {
    fn code(&self) -> Code {
        Code::BLANK_BEFORE_COLON_STAR
    }

    fn check(&self, cx: &Context<'_>, out: &mut Vec<Diagnostic>) {
        for (site, content) in cx.commands() {
            let Some(stem) = content.value.strip_suffix(":*") else {
                continue;
            };
            let trimmed = stem.trim_end();
            if trimmed.len() == stem.len() || trimmed.is_empty() {
                continue;
            }
            let start = content.span.start as usize;
            let span =
                Span::new(start + trimmed.len(), start + content.value.len());
            let message = format!(
                "read as `{trimmed} *`; where a runner takes the blank as a \
                 part of the prefix, `{trimmed}` alone is not covered"
            );
            let found = site.found(self.code(), message, span);
            let new = match cx.dialect.is_before(Version::STARS) {
                true => ":*",
                false => " *",
            };
            out.push(
                found
                    .help(format!("write `{trimmed}{new}`"))
                    .fix(site.replace(span, new, false)),
            );
        }
    }
}
