use super::{Context, Lint, Role};
use crate::diagnostic::{Code, Diagnostic};
use crate::event::tools::Governs;
use crate::shell::is_protected;
use crate::source::Span;
use crate::syntax::split_alternatives;

/// An allow rule for changes of files that no allow rule approves.
pub(super) struct ProtectedPath;

impl Lint for ProtectedPath {
    fn code(&self) -> Code {
        Code::PROTECTED_PATH
    }

    fn check(&self, cx: &Context<'_>, out: &mut Vec<Diagnostic>) {
        if !cx.dialect.shell.protected_paths {
            return;
        }
        for (site, content) in cx.paths() {
            let edits = site.tool.is_some_and(|t| t.governs == Governs::Edit);
            if site.role != Role::Allow || !edits {
                continue;
            }
            let text = content.value.as_str();
            let parts = match cx.dialect.path_alternation {
                true => split_alternatives(text),
                false => vec![Span::new(0, text.len())],
            };
            let mut parts = parts.iter().map(|part| part.of(text));
            if text.starts_with('!') || !parts.all(is_protected) {
                continue;
            }
            // The one directory of which a part is not protected.
            let some =
                text.ends_with(".claude") || text.ends_with(".claude/**");
            let but =
                if some { " outside of `.claude/worktrees`" } else { "" };
            let reads = cx.dialect.edit_allows_read
                && site.tool.is_some_and(|tool| tool.name == "Edit");
            let what = if reads { "reading alone" } else { "nothing" };
            let message = format!(
                "`{text}` is protected: no allow rule approves writing \
                 there, so this one approves {what}{but}"
            );
            let found = site.found(self.code(), message, content.span);
            out.push(found.help(match reads {
                true => {
                    "write it as `Read(…)`, or remove it: the person is \
                     asked about each change"
                }
                false => "remove the rule: the person is asked each time",
            }));
        }
    }
}
