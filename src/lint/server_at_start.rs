use super::{Context, Lint};
use crate::diagnostic::{Code, Diagnostic};
use crate::event::EventKind;
use crate::load::Action;

/// A tool of a server on an event before servers are connected.
pub(super) struct ServerAtStart;

impl Lint for ServerAtStart {
    fn code(&self) -> Code {
        Code::SERVER_AT_START
    }

    fn check(&self, cx: &Context<'_>, out: &mut Vec<Diagnostic>) {
        let early = [EventKind::SESSION_START, EventKind::SETUP];
        for (site, kind) in cx.hooks_of_events() {
            let Action::McpTool { server, .. } = &site.hook.action else {
                continue;
            };
            if !early.contains(&kind) {
                continue;
            }
            let message = format!(
                "`{}` may not be connected yet on `{}`; the hook then fails, \
                 and nothing stops because of that",
                server.as_str(),
                kind.name()
            );
            let found = site.found(self.code(), message, server.span());
            out.push(found.help(
                "use an event later in the session, such as \
                 `UserPromptSubmit`, if it must not be missed",
            ));
        }
    }
}
