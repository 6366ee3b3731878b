use super::{Context, Lint};
use crate::diagnostic::{Code, Diagnostic};
use crate::ir::lower::is_name;
use crate::source::Span;

/// A star in the name of an MCP server.
pub(super) struct GlobInServerName;

impl Lint for GlobInServerName {
    fn code(&self) -> Code {
        Code::GLOB_IN_SERVER_NAME
    }

    fn check(&self, cx: &Context<'_>, out: &mut Vec<Diagnostic>) {
        for site in &cx.sites {
            let Some(pattern) = &site.pattern else { continue };
            let name = &pattern.name;
            let Some(body) = name.value.strip_prefix("mcp__") else {
                continue;
            };
            let server = body.split("__").next().unwrap_or("");
            // Of names with other signs it is said what they are.
            let plain = |c: char| is_name(c) && c != '.' || c == '*';
            let whole = name.value.chars().all(plain);
            if !server.contains('*') || server == "*" || !whole {
                continue;
            }
            let start = name.span.start as usize + "mcp__".len();
            let span = Span::new(start, start + server.len());
            let message = format!(
                "the star in `{server}` stands in the name of a server, so the \
                 rule is for every server whose name fits"
            );
            let found = site.found(self.code(), message, span);
            let exact = server.trim_end_matches('*');
            out.push(found.help(format!(
                "write `mcp__{exact}` for all tools of one server"
            )));
        }
    }
}
