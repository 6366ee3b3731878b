use super::scan::{operator, redirection};
use super::{Context, Lint};
use super::{saved_script, shell_fragment};
use crate::diagnostic::{Code, Diagnostic, Severity};

/// A redirection in a command pattern.
pub(super) struct RedirectionInRule;

impl Lint for RedirectionInRule {
    fn code(&self) -> Code {
        Code::REDIRECTION_IN_RULE
    }

    fn check(&self, cx: &Context<'_>, out: &mut Vec<Diagnostic>) {
        for (site, content) in cx.commands() {
            let text = content.value.as_str();
            if operator(text).is_some()
                || shell_fragment::place(content).is_some()
                || saved_script::is_script(text)
            {
                continue;
            }
            let Some(span) = redirection(text) else { continue };
            let sign = span.of(text);
            let message = format!(
                "redirections are taken off before the comparison, so a rule \
                 with `{sign}` never matches"
            );
            let span = span.shifted(content.span.start as usize);
            // `bash:<(*` was to be a prefix.
            let severity = match text.contains(":<(") {
                true => Severity::Error,
                false => self.code().severity(),
            };
            let found = site.found(self.code(), message, span);
            let found = found.severity(severity);
            out.push(found.help(match sign.starts_with('<') {
                true => "leave it out; files that are read need a `Read` rule",
                false => {
                    "leave it out; files that are written to need an `Edit` \
                     rule"
                }
            }));
        }
    }
}
