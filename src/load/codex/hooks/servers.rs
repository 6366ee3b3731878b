//! What `config.toml` says of the tools of servers.

use super::Import;
use crate::diagnostic::Severity;
use crate::json::{Entry, Kind, Value};
use crate::load::{List, RuleEntry};
use crate::source::{Decoded, Span};

/// Whether hooks are switched off among the features, under one of the names
/// that they had.
fn switches_off(features: Value<'_>) -> bool {
    ["hooks", "codex_hooks"].iter().any(|name| {
        let value = features.get(name);
        value.is_some_and(|value| value.kind() == Kind::False)
    })
}

/// A name as tools are called: signs that no such name has become `_`.
fn as_named(name: &str) -> String {
    let is_of_name = |c: char| c.is_ascii_alphanumeric() || "_-".contains(c);
    name.chars().map(|c| if is_of_name(c) { c } else { '_' }).collect()
}

impl Import<'_> {
    /// Hooks that are switched off, and what is said of the tools of servers:
    /// those that are taken away, and those about which a person is asked.
    pub(super) fn taken_away(&mut self, root: Value<'_>) {
        let features = root.get("features");
        if let Some(off) = features.filter(|value| switches_off(*value)) {
            let message = "there no hook of this file runs; here they do";
            let help = "remove the hooks, or the switch";
            self.lost(Severity::Warning, message, off.span(), help);
        }
        let servers = root.get("mcp_servers");
        for entry in servers.into_iter().flat_map(Value::entries) {
            self.server(entry);
        }
    }

    fn server(&mut self, entry: Entry<'_>) {
        let (server, all) =
            (entry.value, format!("mcp__{}", as_named(entry.name())));
        let off = server.get("enabled");
        if let Some(off) = off.filter(|v| v.kind() == Kind::False) {
            self.rule(List::Deny, all.clone(), off.span());
        }
        if let Some(without) = server.get("disabled_tools") {
            let mut tools: Vec<_> = without.items().collect();
            if !without.is_array() {
                let help = "write `[\"…\"]`";
                self.notes.wrong_type(
                    without,
                    "disabled_tools",
                    "a list",
                    help,
                );
                tools.push(without);
            }
            for tool in tools {
                let name = tool.str().map_or("*".to_owned(), as_named);
                self.rule(List::Deny, format!("{all}__{name}"), tool.span());
            }
        }
        if let Some(only) = server.get("enabled_tools") {
            let message = "there the server has no other tools; here it has \
                           all";
            let help = "deny the others by their names";
            self.lost(Severity::Warning, message, only.span(), help);
        }
        let asks = |mode: &Value<'_>| mode.str() == Some("prompt");
        let mode = server.get("default_tools_approval_mode");
        if let Some(mode) = mode.filter(asks) {
            self.rule(List::Ask, all.clone(), mode.span());
        }
        let tools = server.get("tools");
        for tool in tools.into_iter().flat_map(Value::entries) {
            let mode = tool.value.get("approval_mode");
            if let Some(mode) = mode.filter(asks) {
                let text = format!("{all}__{}", as_named(tool.name()));
                self.rule(List::Ask, text, mode.span());
            }
        }
    }

    /// A rule on tools of a server. Some versions call one with a `-` so, and
    /// some with a `_` for it.
    fn rule(&mut self, list: List, text: String, span: Span) {
        if text.contains('-') {
            let text = Decoded::made(text.replace('-', "_"), span);
            self.document.rules.push(RuleEntry { list, text, span });
        }
        let text = Decoded::made(text, span);
        self.document.rules.push(RuleEntry { list, text, span });
    }
}
