use super::{Context, Lint};
use crate::diagnostic::{Code, Diagnostic};
use crate::event::EventKind;
use crate::load::Action;
use crate::plan::answers;
use crate::source::Span;

/// A field of an answer on an event that does not take it.
pub(super) struct UnheardField;

impl Lint for UnheardField {
    fn code(&self) -> Code {
        Code::UNHEARD_FIELD
    }

    fn check(&self, cx: &Context<'_>, out: &mut Vec<Diagnostic>) {
        for document in cx.documents {
            for group in &document.groups {
                let Some(kind) = group.kind else { continue };
                for hook in &group.hooks {
                    let Action::Command { command, args: None, .. } =
                        &hook.action
                    else {
                        continue;
                    };
                    let text = command.as_str();
                    let Some((field, span)) = unheard(text, kind) else {
                        continue;
                    };
                    let message = format!(
                        "`{}` does not take `{field}`: the answer changes \
                         nothing",
                        kind.name()
                    );
                    let place = command.place(span);
                    let source = document.source;
                    let found =
                        Diagnostic::new(self.code(), message, source, place);
                    out.push(found.help(format!(
                        "it counts on {}",
                        answers::events_of(field)
                    )));
                }
            }
        }
    }
}

/// A field that a command line writes and that does not count on its event.
/// Scripts that look at the event's name serve several.
fn unheard(text: &str, kind: EventKind) -> Option<(&'static str, Span)> {
    if text.contains("hook_event_name") {
        return None;
    }
    FIELDS.iter().find_map(|&field| {
        // The answer to a request has one within its decision.
        let within = kind == EventKind::PERMISSION_REQUEST;
        if answers::takes(kind, field) || within && field == "updatedInput" {
            return None;
        }
        let at = text.find(field)?;
        Some((field, Span::new(at, at + field.len())))
    })
}

/// Fields whose names stand for nothing else.
const FIELDS: &[&str] = &[
    "permissionDecision",
    "updatedInput",
    "updatedMCPToolOutput",
    "updatedToolOutput",
];
