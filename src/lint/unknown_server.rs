use super::{Context, Lint};
use crate::diagnostic::suggest::nearest;
use crate::diagnostic::{Code, Diagnostic};
use crate::load::Action;

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

/// The keys of settings that list servers.
const LISTS: &[&str] = &["disabledMcpjsonServers", "enabledMcpjsonServers"];
