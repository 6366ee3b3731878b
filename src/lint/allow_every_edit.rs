use super::Role;
use super::{Context, Lint};
use crate::diagnostic::{Code, Diagnostic};
use crate::event::tools::Governs;

/// An allow rule that covers every file change.
pub(super) struct AllowEveryEdit;

impl Lint for AllowEveryEdit {
    fn code(&self) -> Code {
        Code::ALLOW_EVERY_EDIT
    }

    fn check(&self, cx: &Context<'_>, out: &mut Vec<Diagnostic>) {
        for (site, content) in cx.paths() {
            let edits = site.tool.is_some_and(|t| t.governs == Governs::Edit);
            let text = content.value.as_str();
            let every = matches!(text, "*" | "**" | "//**" | "/**" | "./**");
            if site.role != Role::Allow || !edits || !every {
                continue;
            }
            let message = format!(
                "`{text}` lets every file here change, scripts that are run \
                 and settings of other tools included"
            );
            let found = site.found(self.code(), message, content.span);
            out.push(found.help("name the directories, such as `src/**`"));
        }
    }
}
