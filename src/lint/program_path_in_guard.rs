use super::scan::words;
use super::{Context, Lint};
use crate::diagnostic::{Code, Diagnostic};

/// A guard that names one path of a program.
pub(super) struct ProgramPathInGuard;

impl Lint for ProgramPathInGuard {
    fn code(&self) -> Code {
        Code::PROGRAM_PATH_IN_GUARD
    }

    fn check(&self, cx: &Context<'_>, out: &mut Vec<Diagnostic>) {
        for (site, content) in cx.commands() {
            if !site.role.guards() {
                continue;
            }
            let words = words(&content.value, content.span.start);
            let Some(first) = words.first() else { continue };
            let text = first.text.trim_end_matches(":*");
            let name = text.rsplit('/').next().unwrap_or("");
            let absolute = text.starts_with('/') || text.starts_with("~/");
            if !absolute || name.is_empty() || text.contains('*') {
                continue;
            }
            let end = first.span.start as usize + text.len();
            let span =
                crate::source::Span::new(first.span.start as usize, end);
            let message = format!(
                "this stops only the spelling `{text}`; `{name}` still runs"
            );
            let found = site.found(self.code(), message, span);
            let rest = content.value.get(end - content.span.start as usize..);
            let rest = rest.filter(|rest| !rest.is_empty()).unwrap_or(" *");
            out.push(found.help(format!("add `{name}{rest}`")));
        }
    }
}
