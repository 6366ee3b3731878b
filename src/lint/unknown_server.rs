use super::mcp_server_case::server;
use super::{Context, Lint};
use crate::diagnostic::suggest::nearest;
use crate::diagnostic::{Code, Diagnostic};
use crate::event::table::MatcherField;
use crate::load::{Action, Document, Scope};
use crate::source::Span;

/// A server whose name is nearly that of one that is configured.
pub(super) struct UnknownServer;

impl Lint for UnknownServer {
    fn code(&self) -> Code {
        Code::UNKNOWN_SERVER
    }

    fn check(&self, cx: &Context<'_>, out: &mut Vec<Diagnostic>) {
        let mut known: Vec<&str> = cx.servers.iter().map(|s| &**s).collect();
        for document in cx.documents {
            let Some(root) = document.root() else { continue };
            let texts = LISTS.iter().filter_map(|key| root.get(key));
            let texts = texts.flat_map(|list| list.items());
            known.extend(texts.filter_map(|name| name.str()));
            let servers = root.get("mcpServers").into_iter();
            let entries = servers.flat_map(|servers| servers.entries());
            known.extend(entries.map(|entry| entry.name()));
        }
        named(cx, &known, out);
        for site in cx.hooks() {
            let Action::McpTool { server, .. } = &site.hook.action else {
                continue;
            };
            let name = server.as_str();
            if known.contains(&name) || name.starts_with("plugin:") {
                continue;
            }
            if let Some(own) = name.strip_prefix("mcp__") {
                let message = "the name of a server stands here as it is \
                               configured, without `mcp__`; the hook fails \
                               and nothing stops because of that";
                let found = site.found(self.code(), message, server.span());
                out.push(found.help(format!("write `{own}`")));
                continue;
            }
            let Some(near) = nearest(name, known.iter().copied()) else {
                continue;
            };
            let message = format!(
                "no server `{name}` is configured here; where there is none, \
                 the hook fails and nothing stops because of that"
            );
            let found = site.found(self.code(), message, server.span());
            out.push(found.help(format!("did you mean `{near}`?")));
        }
    }
}

/// What is said of a server that rules, conditions and matchers name.
type Told = (String, String);

/// Servers in the names of tools.
fn named(cx: &Context<'_>, known: &[&str], out: &mut Vec<Diagnostic>) {
    let known: Vec<String> = known.iter().map(|name| in_names(name)).collect();
    let span = |start: usize, server: &str| {
        Span::new(start, start + server.len()).shifted("mcp__".len())
    };
    for (site, name) in cx.mcp_names() {
        let Some(server) = server(&name.value) else { continue };
        let Some((message, help)) = told(site.document, server, &known) else {
            continue;
        };
        let place = span(name.span.start as usize, server);
        out.push(site.found(Code::UNKNOWN_SERVER, message, place).help(help));
    }
    for (document, group, matcher) in cx.matchers() {
        let field = group.kind.map(|kind| kind.row().matcher);
        let Some(server) = server(matcher.as_str()) else { continue };
        let told = told(document, server, &known);
        let about = field == Some(MatcherField::Field("tool_name"));
        let Some((message, help)) = told.filter(|_| about) else { continue };
        let place = matcher.place(span(0, server));
        let (code, source) = (Code::UNKNOWN_SERVER, document.source);
        let found = Diagnostic::new(code, message, source, place);
        out.push(found.help(help));
    }
}

/// A server's name as names of tools hold it.
fn in_names(server: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
    server.chars().map(|c| if plain(c) { c } else { '_' }).collect()
}

fn told(document: &Document, server: &str, known: &[String]) -> Option<Told> {
    if document.scope == Scope::Plugin
        && let Some(root) = document.root()
        && let Some(servers) = root.get("mcpServers")
        && servers.entries().any(|entry| in_names(entry.name()) == server)
    {
        let plugin = root.get("name").and_then(|name| name.str());
        let plugin = in_names(plugin.unwrap_or("<plugin>"));
        let message = format!(
            "the tools of a plugin's server have the plugin in their names; \
             `{server}` is a server of the project"
        );
        let help = format!("write `mcp__plugin_{plugin}_{server}__…`");
        return Some((message, help));
    }
    let same = |own: &String| own.eq_ignore_ascii_case(server);
    if known.iter().any(same) || server.starts_with("plugin_") {
        return None;
    }
    let near = nearest(server, known.iter().map(String::as_str))?;
    let message = format!(
        "no server `{server}` is configured here; where there is none, this \
         matches nothing"
    );
    Some((message, format!("did you mean `mcp__{near}`?")))
}

/// The keys of settings that list servers.
const LISTS: &[&str] = &["disabledMcpjsonServers", "enabledMcpjsonServers"];
