use super::{Context, Lint};
use crate::diagnostic::{Code, Diagnostic};
use crate::event::table::Facets;
use crate::load::{Action, Handler};
use crate::source::{SourceId, Span};

/// Text for the model on an event where nobody listens.
pub(super) struct UnheardContext;

const FIELD: &str = "additionalContext";

impl Lint for UnheardContext {
    fn code(&self) -> Code {
        Code::UNHEARD_CONTEXT
    }

    fn check(&self, cx: &Context<'_>, out: &mut Vec<Diagnostic>) {
        for document in cx.documents {
            for group in &document.groups {
                let Some(kind) = group.kind else { continue };
                if kind.row().facets.has(Facets::FEEDBACK) {
                    continue;
                }
                for hook in &group.hooks {
                    let Some(span) = spoken(hook) else { continue };
                    out.push(self.found(kind.name(), document.source, span));
                }
            }
        }
    }
}

impl UnheardContext {
    fn found(&self, event: &str, source: SourceId, span: Span) -> Diagnostic {
        let message = format!(
            "`{event}` does not pass `{FIELD}` on: the model never sees it"
        );
        Diagnostic::new(self.code(), message, source, span).help(
            "say it on an event that listens, such as `UserPromptSubmit`, \
             `PreToolUse` or `PostToolUse`",
        )
    }
}

/// Where a handler speaks to the model.
fn spoken(hook: &Handler) -> Option<Span> {
    match &hook.action {
        Action::Command { command, args: None, .. } => {
            let at = command.as_str().find(FIELD)?;
            Some(command.place(Span::new(at, at + FIELD.len())))
        }
        Action::Decision { context: Some(context), .. } => {
            Some(context.span())
        }
        _ => None,
    }
}
