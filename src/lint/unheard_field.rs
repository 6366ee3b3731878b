use super::{Context, Lint};
use crate::diagnostic::{Code, Diagnostic};
use crate::event::EventKind;
use crate::plan::answers;
use crate::source::Span;

/// A field of an answer on an event that does not take it.
pub(super) struct UnheardField;

impl Lint for UnheardField {
    fn code(&self) -> Code {
        Code::UNHEARD_FIELD
    }

    fn check(&self, cx: &Context<'_>, out: &mut Vec<Diagnostic>) {
        for (site, kind) in cx.hooks_of_events() {
            let Some(command) = site.script() else { continue };
            let Some((field, span)) = unheard(command.as_str(), kind) else {
                continue;
            };
            let message = format!(
                "`{}` does not take `{field}`: the answer changes nothing",
                kind.name()
            );
            let found = site.found(self.code(), message, command.place(span));
            let events = answers::events_of(field);
            out.push(found.help(format!("it counts on {events}")));
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
