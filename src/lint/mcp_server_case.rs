use super::{Context, Lint};
use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::source::Span;

/// Capitals in the name of an MCP server.
pub(super) struct McpServerCase;

impl Lint for McpServerCase {
    fn code(&self) -> Code {
        Code::MCP_SERVER_CASE
    }

    fn check(&self, cx: &Context<'_>, out: &mut Vec<Diagnostic>) {
        for (site, name) in cx.mcp_names() {
            let Some(server) = server(&name.value) else { continue };
            let start = name.span.start as usize + PREFIX.len();
            let span = Span::new(start, start + server.len());
            if let Some(own) = configured(cx, server) {
                let (message, help) = other(server, own);
                let found = site.found(self.code(), message, span);
                out.push(found.severity(Severity::Warning).help(help));
                continue;
            }
            let lower = server.to_ascii_lowercase();
            let is_own = cx.servers.iter().any(|own| own == server);
            if is_own || server == lower || !KNOWN.contains(&&*lower) {
                continue;
            }
            let message = format!(
                "`{server}` is compared letter by letter, and this server is \
                 usually called `{lower}`"
            );
            let found = site.found(self.code(), message, span);
            out.push(
                found.help("check how your configuration calls the server"),
            );
        }
        for (document, _, matcher) in cx.matchers() {
            let Some(server) = server(matcher.as_str()) else { continue };
            let Some(own) = configured(cx, server) else { continue };
            let (message, help) = other(server, own);
            let span = Span::new(PREFIX.len(), PREFIX.len() + server.len());
            let place = matcher.place(span);
            let source = document.source;
            let found = Diagnostic::new(self.code(), message, source, place);
            out.push(found.severity(Severity::Warning).help(help));
        }
    }
}

const PREFIX: &str = "mcp__";

/// The server in the name of a tool.
pub(super) fn server(name: &str) -> Option<&str> {
    let server = name.strip_prefix(PREFIX)?.split("__").next()?;
    let is_name = |c: char| c.is_ascii_alphanumeric() || "_-".contains(c);
    (!server.is_empty() && server.chars().all(is_name)).then_some(server)
}

/// The configured server that differs from this one in capitals alone.
fn configured<'a>(cx: &Context<'a>, server: &str) -> Option<&'a str> {
    let known = cx.servers;
    if known.iter().any(|own| own == server) {
        return None;
    }
    let own = known.iter().find(|own| own.eq_ignore_ascii_case(server));
    own.map(String::as_str)
}

/// What is said of a server that is configured otherwise.
fn other(server: &str, own: &str) -> (String, String) {
    let message = format!(
        "the server is configured as `{own}`, and names are compared letter \
         by letter: `{server}` matches none of its tools"
    );
    (message, format!("write `{PREFIX}{own}`"))
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
