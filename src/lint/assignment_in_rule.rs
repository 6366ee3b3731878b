use super::Role;
use super::scan::{is_assignment, words};
use super::{Context, Lint};
use crate::diagnostic::{Code, Diagnostic, Severity};

/// A variable set before the program.
pub(super) struct AssignmentInRule;

impl Lint for AssignmentInRule {
    fn code(&self) -> Code {
        Code::ASSIGNMENT_IN_RULE
    }

    fn check(&self, cx: &Context<'_>, out: &mut Vec<Diagnostic>) {
        for (site, content) in cx.commands() {
            let words = words(&content.value, content.span.start);
            let Some(first) = words.first() else { continue };
            if !is_assignment(first.text) || words.len() < 2 {
                continue;
            }
            let message = match site.role {
                Role::Allow => format!(
                    "`{}` must stand in the command as it does here, and only \
                     harmless variables are looked through",
                    first.text
                ),
                _ => format!(
                    "variables are taken off before the comparison, so a rule \
                     that starts with `{}` never matches",
                    first.text
                ),
            };
            let severity = match site.role {
                Role::Allow => Severity::Info,
                _ => self.code().severity(),
            };
            let found = site.found(self.code(), message, first.span);
            let found = found.severity(severity);
            out.push(found.help("write the rule without the variable"));
        }
    }
}
