//! The name of a tool as server and tool.

use super::{McpName, Subjects};
use crate::event::tools::ANSWERED;
use crate::event::{Context, Event};
use crate::ir::lower::splits;
use crate::json::Value;
use crate::shell::{Effects, Reason};
use crate::source::Span;

/// How many ways to read a tool's name as server and tool are listed; a name
/// with more is in doubt.
const MAX_SPLITS: usize = 64;

/// What stands before the server.
const PREFIX: &str = "mcp__";

impl Subjects {
    /// Lists the server that a tool of the runner asks: guards on that server
    /// are about such a call, too.
    pub(super) fn asked_server(&mut self, name: &str, event: &Event<'_>) {
        let server = event.input("server").and_then(Value::str);
        let Some(server) = server.filter(|_| ANSWERED.contains(&name)) else {
            return;
        };
        let start = self.text.len();
        self.text.extend(server_in_tools(server));
        let server = Span::new(start, self.text.len());
        self.mcp.push(McpName { server, tool: self.tool, sure: false });
    }

    /// Lists every way to read a tool's name. Which server it is of may be
    /// told by the event or the context; rules that guard compare the name
    /// all the same (spec 1.4).
    pub(super) fn mcp_names(
        &mut self,
        name: &str,
        event: &Event<'_>,
        context: &Context,
    ) {
        let known: &[String] = &context.mcp_servers;
        let fits = |server: &str| match event.mcp_server {
            Some(own) => is_named(own, server),
            None => known.iter().any(|known| is_named(known, server)),
        };
        let told = event.mcp_server.is_some() || !known.is_empty();
        let listed = || splits(name).take(MAX_SPLITS);
        let possible = listed().filter(|(server, _)| fits(server)).count();
        let any = told && possible > 0;
        let sure = if any { possible } else { listed().count() } == 1;
        if told && !any && listed().next().is_some() {
            // What is told is about no server that the name could mean.
            self.event_doubt_for(Reason::AmbiguousMcp, Effects::ALLOW);
        }
        for (count, (server, tool)) in splits(name).enumerate() {
            if count >= MAX_SPLITS {
                self.event_doubt(Reason::AmbiguousMcp);
                break;
            }
            let sure = sure && (!any || fits(server));
            // Both stand in the name: it is not written once more for
            // each reading.
            let Span { start, end } = self.tool;
            let from = start as usize + PREFIX.len();
            let server = Span::new(from, from + server.len());
            let tool = Span::new(end as usize - tool.len(), end as usize);
            self.mcp.push(McpName { server, tool, sure });
        }
    }
}

/// The name of a server as the names of its tools have it: other signs than
/// letters, digits, `_` and `-` are `_` there.
pub fn server_in_tools(server: &str) -> impl Iterator<Item = char> {
    server.trim().chars().map(|c| match c {
        'A'..='Z' | 'a'..='z' | '0'..='9' | '_' | '-' => c,
        _ => '_',
    })
}

/// Whether a server of this name has that one in the names of its tools.
fn is_named(own: &str, server: &str) -> bool {
    own == server || server_in_tools(own).eq(server.chars())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dialect::Dialect;
    use crate::json::Tape;
    use crate::subject::Needs;

    #[test]
    fn a_server_has_the_name_that_its_tools_have() {
        for (own, written) in [
            ("claude.ai Gmail", "claude_ai_Gmail"),
            ("plugin:p:gh", "plugin_p_gh"),
            (" my.server ", "my_server"),
            ("a-b_c", "a-b_c"),
        ] {
            assert_eq!(server_in_tools(own).collect::<String>(), written);
        }
    }

    #[test]
    fn a_name_of_very_many_readings_is_in_doubt() {
        for (count, listed, doubts) in [(3, 2, 0), (5000, MAX_SPLITS, 1)] {
            let name = format!("mcp{}", "__a".repeat(count));
            let text = format!(
                "{{\"hook_event_name\":\"PreToolUse\",\"tool_name\":\"{name}\"}}"
            );
            let mut tape = Tape::default();
            let event = Event::read(&text, &mut tape);
            let mut subjects = Subjects::default();
            let dialect = Dialect::named("hookset").unwrap();
            let context = Context::default();
            subjects.read(&event, &context, &dialect, Needs::ALL);
            assert_eq!(subjects.mcp.len(), listed);
            let found = subjects
                .doubts()
                .filter(|doubt| doubt.reason == Reason::AmbiguousMcp);
            assert_eq!(found.count(), doubts);
        }
    }
}
