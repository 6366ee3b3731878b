use super::Role;
use super::programs::{EXEC_WRAPPERS, WRAPPERS};
use super::scan::{takes_apart, words};
use super::{Context, Lint};
use crate::diagnostic::Severity;
use crate::diagnostic::{Code, Diagnostic};

/// A program that only starts another one.
pub(super) struct WrapperInRule;

impl Lint for WrapperInRule {
    fn code(&self) -> Code {
        Code::WRAPPER_IN_RULE
    }

    fn check(&self, cx: &Context<'_>, out: &mut Vec<Diagnostic>) {
        for (site, content) in cx.commands() {
            let words = words(&content.value, content.span.start);
            let (Some(first), Some(second)) = (words.first(), words.get(1))
            else {
                continue;
            };
            let guards = site.role.guards();
            let names = if guards { EXEC_WRAPPERS } else { WRAPPERS };
            let inner = second.text.trim_end_matches([':', '*']);
            let plain = !inner.is_empty() && !inner.starts_with(['-', '/']);
            if takes_apart(&content.value) {
                continue;
            }
            if !names.contains(&first.text) || !plain {
                continue;
            }
            let (message, severity) = if guards {
                let message = format!(
                    "`{}` is looked through, so a rule on the program behind \
                     it is enough",
                    first.text
                );
                (message, Severity::Info)
            } else {
                let message = format!(
                    "`{}` is taken off before the comparison, so this rule \
                     never matches",
                    first.text
                );
                (message, Severity::Warning)
            };
            if site.role == Role::If {
                continue;
            }
            let found = site.found(self.code(), message, first.span);
            out.push(
                found
                    .severity(severity)
                    .help(format!("write the rule without `{}`", first.text)),
            );
        }
    }
}
