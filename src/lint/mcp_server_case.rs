use super::{Context, Lint};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;

/// Capitals in the name of an MCP server.
pub(super) struct McpServerCase;

impl Lint for McpServerCase {
    fn code(&self) -> Code {
        Code::MCP_SERVER_CASE
    }

    fn check(&self, cx: &Context<'_>, out: &mut Vec<Diagnostic>) {
        for (site, name) in cx.mcp_names() {
            let body = name.value.strip_prefix("mcp__").unwrap_or("");
            let server = body.split("__").next().unwrap_or("");
            let product = server.starts_with("claude_ai_");
            if !server.contains(|c: char| c.is_ascii_uppercase()) || product {
                continue;
            }
            let start = name.span.start as usize + "mcp__".len();
            let span = Span::new(start, start + server.len());
            let message = format!(
                "`{server}` is compared letter by letter; most servers have \
                 names in lower case"
            );
            let found = site.found(self.code(), message, span);
            out.push(found.help("check how the server is called"));
        }
    }
}
