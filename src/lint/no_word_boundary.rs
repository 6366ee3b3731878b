use super::Role;
use super::scan::words;
use super::{Context, Lint};
use crate::diagnostic::Severity;
use crate::diagnostic::{Code, Diagnostic};

/// A star right behind a word.
pub(super) struct NoWordBoundary;

impl Lint for NoWordBoundary {
    fn code(&self) -> Code {
        Code::NO_WORD_BOUNDARY
    }

    fn check(&self, cx: &Context<'_>, out: &mut Vec<Diagnostic>) {
        for (site, content) in cx.commands() {
            let text = content.value.as_str();
            let Some(body) = text.strip_suffix('*') else { continue };
            let word_end =
                body.ends_with(|c: char| c.is_alphanumeric() || c == '_');
            if !word_end || body.contains('*') || site.role != Role::Allow {
                continue;
            }
            let words = words(text, content.span.start);
            let Some(word) = words.last() else { continue };
            if super::scan::operator(text).is_some()
                || word.text.contains(['/', '=', '$', '\'', '"', '~'])
            {
                continue;
            }
            let severity = match words.len() {
                1 => Severity::Warning,
                _ => Severity::Info,
            };
            let message = format!(
                "no blank stands before the star, so `{}` also covers every \
                 longer word, such as `{}`",
                word.text,
                word.text.replace('*', "-x")
            );
            let found = site.found(self.code(), message, word.span);
            // `npx @scope*` is about the packages of that scope.
            let fixed = match word.text.starts_with('@') {
                true => format!("{body}/*"),
                false => format!("{body} *"),
            };
            out.push(
                found
                    .severity(severity)
                    .help(format!("write `{fixed}`"))
                    .fix(site.replace(content.span, &fixed, false)),
            );
        }
    }
}
