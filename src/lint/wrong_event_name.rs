use super::{Context, Lint};
use crate::diagnostic::{Code, Diagnostic, suggest};
use crate::event::EventKind;
use crate::source::Span;

/// An answer that names another event than the one it is given to.
pub(super) struct WrongEventName;

const FIELD: &str = "hookEventName";

impl Lint for WrongEventName {
    fn code(&self) -> Code {
        Code::WRONG_EVENT_NAME
    }

    fn check(&self, cx: &Context<'_>, out: &mut Vec<Diagnostic>) {
        for (site, kind) in cx.hooks_of_events() {
            let Some(command) = site.script() else { continue };
            let text = command.as_str();
            let Some((other, span)) = named(text) else { continue };
            if other == kind.name() || text.contains("hook_event_name") {
                continue;
            }
            let message = format!(
                "the answer is to `{other}`, the event is `{}`: all of the \
                 answer counts as an error",
                kind.name()
            );
            let found = site.found(self.code(), message, command.place(span));
            out.push(found.help(format!("write `{}`", kind.name())));
        }
    }
}

/// The event that a command line answers to, if it names one.
fn named(text: &str) -> Option<(&str, Span)> {
    let start = text.find(FIELD)? + FIELD.len();
    let rest = text.get(start..)?;
    let signs = |c: char| matches!(c, '"' | '\'' | '\\' | ':' | ' ' | '=');
    let name = rest.trim_start_matches(signs);
    let start = start + rest.len() - name.len();
    let len = name.find(|c: char| !c.is_ascii_alphanumeric());
    let name = name.get(..len.unwrap_or(name.len()))?;
    // Other spellings of an event count in settings, not here.
    let names = EventKind::all().map(EventKind::name);
    let is_event = EventKind::known_as(name).is_some()
        || suggest::nearest(name, names).is_some();
    let span = Span::new(start, start + name.len());
    (is_event && !name.is_empty()).then_some((name, span))
}
