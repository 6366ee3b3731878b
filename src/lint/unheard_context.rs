use super::{Context, HookSite, Lint};
use crate::diagnostic::{Code, Diagnostic};
use crate::event::table::Facets;
use crate::load::Action;
use crate::source::Span;

/// Text for the model on an event where nobody listens.
pub(super) struct UnheardContext;

const FIELD: &str = "additionalContext";

impl Lint for UnheardContext {
    fn code(&self) -> Code {
        Code::UNHEARD_CONTEXT
    }

    fn check(&self, cx: &Context<'_>, out: &mut Vec<Diagnostic>) {
        for (site, kind) in cx.hooks_of_events() {
            if kind.row().facets.has(Facets::FEEDBACK) {
                continue;
            }
            let Some(span) = spoken(site) else { continue };
            let message = format!(
                "`{}` does not pass `{FIELD}` on: the model never sees it",
                kind.name()
            );
            let found = site.found(self.code(), message, span);
            out.push(found.help(
                "say it on an event that listens, such as \
                 `UserPromptSubmit`, `PreToolUse` or `PostToolUse`",
            ));
        }
    }
}

/// Where a handler speaks to the model.
fn spoken(site: HookSite<'_>) -> Option<Span> {
    if let Some(command) = site.script() {
        let at = command.as_str().find(FIELD)?;
        return Some(command.place(Span::new(at, at + FIELD.len())));
    }
    match &site.hook.action {
        Action::Decision { context, .. } => Some(context.as_ref()?.span()),
        _ => None,
    }
}
