use super::{Context, Lint};
use crate::diagnostic::{Code, Diagnostic};
use crate::dialect::Version;
use crate::event::tools;

/// A tool under its former name.
pub(super) struct RenamedTool;

impl Lint for RenamedTool {
    fn code(&self) -> Code {
        Code::RENAMED_TOOL
    }

    fn check(&self, cx: &Context<'_>, out: &mut Vec<Diagnostic>) {
        for site in cx.open() {
            let Some(pattern) = &site.pattern else { continue };
            let name = pattern.name.value.as_str();
            let now = tools::canonical(name);
            let is_new =
                now == "Agent" && cx.dialect.is_before(Version::AGENT);
            if now == name || is_new {
                continue;
            }
            let message = format!("`{name}` is called `{now}` now");
            let found = site.found(self.code(), message, pattern.name.span);
            out.push(found.help(format!("write `{now}`")).fix(site.replace(
                pattern.name.span,
                now,
                true,
            )));
        }
    }
}
