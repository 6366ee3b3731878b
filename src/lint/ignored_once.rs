use super::{Context, Lint};
use crate::diagnostic::{Code, Diagnostic};
use crate::dialect::Once;
use crate::load::Scope;

/// `once` where the runner heeds it in skills only.
pub(super) struct IgnoredOnce;

impl Lint for IgnoredOnce {
    fn code(&self) -> Code {
        Code::IGNORED_ONCE
    }

    fn check(&self, cx: &Context<'_>, out: &mut Vec<Diagnostic>) {
        if cx.dialect.running.once != Once::Skills {
            return;
        }
        for site in cx.hooks() {
            if !site.hook.once || site.document.scope == Scope::Skill {
                continue;
            }
            let message = "`once` counts only in skills; this handler runs \
                           every time";
            let place = site.field("once").unwrap_or(site.hook.span);
            let found = site.found(self.code(), message, place);
            out.push(found.help("remove it"));
        }
    }
}
