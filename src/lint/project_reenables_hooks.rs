use super::{Context, Lint};
use crate::diagnostic::{Code, Diagnostic};
use crate::load::Scope;

/// A project that switches hooks on for people who switched them off.
pub(super) struct ProjectReenablesHooks;

const KEY: &str = "disableAllHooks";

impl Lint for ProjectReenablesHooks {
    fn code(&self) -> Code {
        Code::PROJECT_REENABLES_HOOKS
    }

    fn check(&self, cx: &Context<'_>, out: &mut Vec<Diagnostic>) {
        for document in cx.documents {
            let on = document.switches.disable_all_hooks == Some(false);
            if document.scope != Scope::Project || !on {
                continue;
            }
            let value = document.root().and_then(|root| root.get(KEY));
            let Some(value) = value else { continue };
            let message = format!(
                "a project's `{KEY}` counts before that of a person: who \
                 switched all hooks off has them running again"
            );
            let (source, span) = (document.source, value.span());
            let found = Diagnostic::new(self.code(), message, source, span);
            out.push(found.help("remove it: hooks run where nobody says no"));
        }
    }
}
