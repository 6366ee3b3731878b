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
            let lower = server.to_ascii_lowercase();
            if server == lower || !KNOWN.contains(&&*lower) {
                continue;
            }
            let start = name.span.start as usize + "mcp__".len();
            let span = Span::new(start, start + server.len());
            let message = format!(
                "`{server}` is compared letter by letter, and this server is \
                 usually called `{lower}`"
            );
            let found = site.found(self.code(), message, span);
            out.push(
                found.help("check how your configuration calls the server"),
            );
        }
    }
}

/// Servers whose usual name is in lower case.
const KNOWN: &[&str] = &[
    "atlassian",
    "brave-search",
    "context7",
    "fetch",
    "figma",
    "filesystem",
    "git",
    "github",
    "gitlab",
    "jira",
    "linear",
    "memory",
    "mongodb",
    "notion",
    "playwright",
    "postgres",
    "puppeteer",
    "sentry",
    "serena",
    "slack",
    "sqlite",
    "stripe",
    "supabase",
    "time",
];
