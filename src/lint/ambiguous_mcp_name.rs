use super::{Context, Lint, Role};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;

/// An MCP name that can be split in two ways.
pub(super) struct AmbiguousMcpName;

impl Lint for AmbiguousMcpName {
    fn code(&self) -> Code {
        Code::AMBIGUOUS_MCP_NAME
    }

    fn check(&self, cx: &Context<'_>, out: &mut Vec<Diagnostic>) {
        for (site, name) in cx.mcp_names() {
            let body = name.value.get("mcp__".len()..).unwrap_or("");
            let (Some(first), Some(last)) =
                (body.find("__"), body.rfind("__"))
            else {
                continue;
            };
            if first == last || first == 0 || body.contains('*') {
                continue;
            }
            let start = name.span.start as usize + "mcp__".len();
            let span = Span::new(start, start + last);
            let (short, tool) = body.split_at(first);
            let (long, rest) = body.split_at(last);
            let so = match site.role {
                Role::Allow => "; as an allow rule it never matches",
                _ => "",
            };
            let message = format!(
                "this can be the tool `{}` of `{short}` or `{}` of `{long}`\
                 {so}",
                tool.get(2..).unwrap_or(""),
                rest.get(2..).unwrap_or(""),
            );
            let found = site.found(self.code(), message, span);
            out.push(found.help("give the server a name without `__`"));
        }
    }
}
