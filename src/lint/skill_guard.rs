use super::{Context, Lint};
use crate::diagnostic::{Code, Diagnostic};
use crate::event::tools::Governs;

/// A guard on a skill that people can also start themselves.
pub(super) struct SkillGuard;

impl Lint for SkillGuard {
    fn code(&self) -> Code {
        Code::SKILL_GUARD
    }

    fn check(&self, cx: &Context<'_>, out: &mut Vec<Diagnostic>) {
        for site in cx.open().filter(|site| site.role.guards()) {
            let skill = site.tool.is_some_and(|t| t.governs == Governs::Skill);
            let Some(content) = site.content().filter(|_| skill) else {
                continue;
            };
            let name = content.value.split(' ').next().unwrap_or("");
            let name = name.strip_suffix(":*").unwrap_or(name);
            let name = name.strip_prefix('/').unwrap_or(name);
            // Of lists `literal-sign` says more.
            if name.contains([',', '|']) {
                continue;
            }
            let starts = match name.contains('*') {
                true => "types `/` and the name of a skill".to_owned(),
                false => format!("types `/{name}`"),
            };
            let message = format!(
                "this holds for the model; a person who {starts} starts the \
                 skill all the same"
            );
            let found = site.found(self.code(), message, content.span);
            out.push(found.help(
                "add a hook on `UserPromptExpansion` to stop that as well",
            ));
        }
    }
}
