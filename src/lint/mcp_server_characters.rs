use super::{Context, Lint};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;

/// Characters in a server name that tool names cannot have.
pub(super) struct McpServerCharacters;

impl Lint for McpServerCharacters {
    fn code(&self) -> Code {
        Code::MCP_SERVER_CHARACTERS
    }

    fn check(&self, cx: &Context<'_>, out: &mut Vec<Diagnostic>) {
        for (site, name) in cx.mcp_names() {
            let body = name.value.strip_prefix("mcp__").unwrap_or("");
            let server = body.split("__").next().unwrap_or("");
            let odd = |c: char| {
                !c.is_ascii_alphanumeric() && !matches!(c, '_' | '-' | '*')
            };
            if !server.contains(odd) || server.contains(':') {
                continue;
            }
            let start = name.span.start as usize + "mcp__".len();
            let span = Span::new(start, start + server.len());
            let real: String =
                server.chars().map(|c| if odd(c) { '_' } else { c }).collect();
            let message = format!(
                "in names of tools `{server}` becomes `{real}`; this rule \
                 never matches"
            );
            let found = site.found(self.code(), message, span);
            out.push(
                found
                    .help(format!("write `{real}`"))
                    .fix(site.replace(span, &real, false)),
            );
        }
    }
}
