use super::scan::operator;
use super::{Context, Lint};
use super::{saved_script, shell_fragment};
use crate::diagnostic::{Code, Diagnostic};
use crate::ir::lower::joint;

/// An operator that parts commands.
pub(super) struct OperatorInRule;

impl Lint for OperatorInRule {
    fn code(&self) -> Code {
        Code::OPERATOR_IN_RULE
    }

    fn check(&self, cx: &Context<'_>, out: &mut Vec<Diagnostic>) {
        for (site, content) in cx.commands() {
            let text = content.value.as_str();
            if shell_fragment::place(content).is_some()
                || saved_script::is_script(text)
                || joint(site.text.as_str()).is_some()
            {
                continue;
            }
            let Some(span) = operator(text) else { continue };
            let sign = span.of(text);
            let message = format!(
                "a rule is compared with one command at a time, so one with \
                 `{sign}` never matches"
            );
            let span = span.shifted(content.span.start as usize);
            let found = site.found(self.code(), message, span);
            out.push(found.help("write a rule for each command"));
        }
    }
}
