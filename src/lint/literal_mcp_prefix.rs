use super::{Context, Lint};
use crate::diagnostic::{Code, Diagnostic};
use crate::event::table::MatcherField;
use crate::source::Span;

/// A matcher that names a server and no tool.
pub(super) struct LiteralMcpPrefix;

impl Lint for LiteralMcpPrefix {
    fn code(&self) -> Code {
        Code::LITERAL_MCP_PREFIX
    }

    fn check(&self, cx: &Context<'_>, out: &mut Vec<Diagnostic>) {
        for (document, group, matcher) in cx.matchers() {
            let text = matcher.as_str();
            let field = group.kind.map(|kind| kind.row().matcher);
            let tools = field == Some(MatcherField::Field("tool_name"));
            let exact = |c: char| {
                c.is_ascii_alphanumeric()
                    || matches!(c, '_' | '-' | ',' | ' ' | '|')
            };
            if !tools || !text.chars().all(exact) {
                continue;
            }
            let mut start = 0;
            for piece in text.split(['|', ',']) {
                let item = piece.trim();
                let lead = piece.len() - piece.trim_start().len();
                let span = Span::new(start + lead, start + lead + item.len());
                start += piece.len() + 1;
                let Some(server) = item.strip_prefix("mcp__") else {
                    continue;
                };
                let server = server.trim_end_matches('_');
                if server.is_empty() || server.contains("__") {
                    continue;
                }
                let message = format!(
                    "no tool is called `{item}`; the matcher compares whole \
                     names and this one never fires"
                );
                let source = document.source;
                let place = matcher.place(span);
                let found =
                    Diagnostic::new(self.code(), message, source, place);
                out.push(found.help(format!("write `mcp__{server}__.*`")));
            }
        }
    }
}
