use super::Role;
use super::{Context, Lint};
use crate::diagnostic::{Code, Diagnostic};

/// An allow rule that covers every command.
pub(super) struct AllowEveryCommand;

impl Lint for AllowEveryCommand {
    fn code(&self) -> Code {
        Code::ALLOW_EVERY_COMMAND
    }

    fn check(&self, cx: &Context<'_>, out: &mut Vec<Diagnostic>) {
        for (site, content) in cx.commands() {
            let text = content.value.as_str();
            let only_stars =
                text.chars().all(|c| matches!(c, '*' | ' ' | ':'));
            if site.role != Role::Allow || !only_stars || text.is_empty() {
                continue;
            }
            let name = site.tool.map_or("Bash", |tool| tool.name);
            let message = format!("`{text}` lets every command run");
            let found = site.found(self.code(), message, content.span);
            out.push(found.help(format!(
                "write `{name}` alone if that is meant, or name the programs"
            )));
        }
    }
}
