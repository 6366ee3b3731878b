use super::refused_answer::keys;
use super::{Context, Lint};
use crate::diagnostic::{Code, Diagnostic};
use crate::event::EventKind;
use crate::event::table::{Exit, Facets};
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
            let text = command.as_str();
            if let Some((message, span, help)) = lost(text, kind) {
                let place = command.place(span);
                let found = site.found(self.code(), message, place);
                out.push(found.help(help));
                continue;
            }
            let Some((field, span)) = unheard(text, kind) else { continue };
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

/// A field that counts on its event, but not where it is written.
fn lost(text: &str, kind: EventKind) -> Option<(String, Span, String)> {
    if text.contains("hook_event_name") || !text.contains('{') {
        return None;
    }
    let name = kind.name();
    let place = |end: usize, key: &str| Span::new(end - key.len(), end);
    let at = |key: &'static str| keys(text, key).next();
    let reason = at("reason").filter(|_| at("decision").is_none());
    if let Some(end) = reason.filter(|_| at(DECISION).is_some()) {
        let message = "a `permissionDecision` has its reason in another \
                       field; this one is lost";
        let help = "write `permissionDecisionReason`";
        return Some((message.into(), place(end, "reason"), help.into()));
    }
    if !kind.row().facets.has(Facets::HALT) && stops(text) {
        let end = at("continue")?;
        let message = format!(
            "`{name}` does not take `continue`: the answer changes nothing"
        );
        let help = match kind.row().exit {
            Exit::Blocks => "say why on standard error, and exit with 2",
            _ => "remove it",
        };
        return Some((message, place(end, "continue"), help.to_owned()));
    }
    let inner = ["updatedInput", "additionalContext"];
    let written =
        |key: &&'static str| answers::takes(kind, key) && at(key).is_some();
    let key = inner.into_iter().find(written)?;
    let message =
        format!("`{key}` counts only within `{OUTPUT}`; this one is lost");
    let help = format!(
        "write `{{\"{OUTPUT}\": {{\"hookEventName\": \"{name}\", \
         \"{key}\": …}}}}`"
    );
    let end = at(key).filter(|_| !text.contains(OUTPUT))?;
    Some((message, place(end, key), help))
}

/// Whether an answer is to stop the agent.
fn stops(text: &str) -> bool {
    keys(text, "continue").any(|end| {
        let rest = text.get(end..).unwrap_or("");
        let rest = rest.split_once(':').map_or("", |(_, value)| value);
        rest.trim_start().starts_with("false")
    })
}

const OUTPUT: &str = "hookSpecificOutput";
const DECISION: &str = "permissionDecision";

/// Fields whose names stand for nothing else.
const FIELDS: &[&str] = &[
    "permissionDecision",
    "updatedInput",
    "updatedMCPToolOutput",
    "updatedToolOutput",
];
