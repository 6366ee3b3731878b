use super::{Context, Lint};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;

/// Characters in an MCP name that tool names cannot have.
pub(super) struct McpServerCharacters;

impl Lint for McpServerCharacters {
    fn code(&self) -> Code {
        Code::MCP_SERVER_CHARACTERS
    }

    fn check(&self, cx: &Context<'_>, out: &mut Vec<Diagnostic>) {
        for (site, name) in cx.mcp_names() {
            let body = name.value.strip_prefix("mcp__").unwrap_or("");
            let odd = |c: char| {
                !c.is_ascii_alphanumeric() && !matches!(c, '_' | '-' | '*')
            };
            let mut start = name.span.start as usize + "mcp__".len();
            for part in body.split("__") {
                let span = Span::new(start, start + part.len());
                start += part.len() + "__".len();
                // In `mcp__.*` it is an expression that is meant.
                if !part.contains(odd) || part.contains(".*") {
                    continue;
                }
                let plain = |c| if odd(c) { '_' } else { c };
                let real: String = part.chars().map(plain).collect();
                let message = format!(
                    "in names of tools `{part}` becomes `{real}`; this rule \
                     never matches"
                );
                let found = site.found(self.code(), message, span);
                let real = of_server(body).unwrap_or(real);
                let fix = site.replace(span, &real, false);
                out.push(found.help(format!("write `{real}`")).fix(fix));
                break;
            }
        }
    }
}

/// `github.create_issue`: a tool, as other programs name it.
fn of_server(body: &str) -> Option<String> {
    let (server, tool) = body.split_once('.')?;
    let is_tool = tool.contains('_') && !body.contains("__");
    is_tool.then(|| format!("{server}__{tool}"))
}
