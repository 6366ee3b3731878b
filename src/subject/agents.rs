//! The agent that a call is for.

use super::Subjects;
use crate::event::Event;
use crate::ir::lower::{AGENT_CALL, read_agent};
use crate::json::Kind;
use crate::shell::Reason;
use crate::source::Span;

impl Subjects {
    /// Lists the agent of a call as runners may read its name: guards hold in
    /// whatever way it is written.
    pub(super) fn agent(&mut self, event: &Event<'_>) {
        let Some(agent) = event.input("subagent_type") else { return };
        // None is the usual agent, `["x"]` may be anyone.
        if !matches!(agent.kind(), Kind::String | Kind::Null) {
            self.event_doubt(Reason::MalformedEvent);
        }
        let Some(name) = agent.str() else { return };
        for between in ["-", ""] {
            let path = self.keep(AGENT_CALL);
            let start = self.text.len();
            read_agent(name, between, &mut self.text);
            let value = Span::new(start, self.text.len());
            self.fields.push((path, Some(value)));
        }
    }
}
