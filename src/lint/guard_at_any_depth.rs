use super::{Context, Lint};
use crate::diagnostic::{Code, Diagnostic};
use crate::event::tools::Governs;
use crate::syntax::parse_path;

/// A guard of `dir/**`, which holds at any depth.
pub(super) struct GuardAtAnyDepth;

impl Lint for GuardAtAnyDepth {
    fn code(&self) -> Code {
        Code::GUARD_AT_ANY_DEPTH
    }

    fn check(&self, cx: &Context<'_>, out: &mut Vec<Diagnostic>) {
        for (site, content) in cx.paths() {
            if !site.role.guards() || !cx.dialect.narrow_directories {
                continue;
            }
            // `/cd` compares whole paths.
            let whole = site.tool.is_some_and(|t| t.governs == Governs::Cd);
            let parsed = parse_path(&content.value, whole);
            if !parsed.single_directory || content.value.starts_with("**") {
                continue;
            }
            let text = content.value.as_str();
            let message = format!(
                "in this list `{text}` holds in every directory of that name, \
                 at any depth; in `allow` only in the one right here"
            );
            let found = site.found(self.code(), message, content.span);
            out.push(found.help(format!(
                "write `**/{text}` to say so, or `/{text}` for the one \
                 directory"
            )));
        }
    }
}
