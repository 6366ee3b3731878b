//! The names that rules may know a tool of a server by.

use hookset::json::Value;

use super::field;

/// The most places at which a joined name may be parted; of one with more it
/// is not known what it is.
const MAX_PARTS: usize = 16;

/// The names that rules know a tool of a server by whose name is joined with
/// a sign: each place may be where its server's name ends, unless the payload
/// says which is. `None` for any other name.
pub(super) fn parted(
    name: &str,
    by: char,
    root: Value<'_>,
) -> Option<Vec<String>> {
    let told = told(name, by, root);
    if let Some((names, true)) = told {
        return Some(names);
    }
    let mut names = told.map_or(Vec::new(), |(names, _)| names);
    names.extend(guessed(name, by).unwrap_or_default());
    if !names.is_empty() && name.starts_with("mcp__") {
        names.push(name.to_owned());
    }
    (!names.is_empty()).then_some(names)
}

/// The names of a tool whose server the payload says, and whether its own
/// name says the same.
fn told(name: &str, by: char, root: Value<'_>) -> Option<(Vec<String>, bool)> {
    let said = root.get("mcp_context")?;
    let text = |key| said.get(key)?.str().filter(|text| !text.is_empty());
    let server = text("server_name")?;
    let rest = behind_mark(name, by).unwrap_or(name);
    let own = rest.strip_prefix(server).and_then(|rest| {
        rest.strip_prefix(by).filter(|tool| !tool.is_empty())
    });
    let other = text("tool_name").filter(|tool| Some(*tool) != own);
    let tools = own.into_iter().chain(other);
    let mut names: Vec<_> = tools.map(|tool| joined(server, tool)).collect();
    if names.is_empty() && !name.is_empty() {
        names.push(joined(server, name));
    }
    Some((names, own.is_some()))
}

/// A joined name without the mark in front of it that goes with the sign.
fn behind_mark(name: &str, by: char) -> Option<&str> {
    match by {
        '_' => name.strip_prefix("mcp_"),
        _ => Some(name),
    }
}

fn joined(server: &str, tool: &str) -> String {
    format!("mcp__{server}__{tool}")
}

/// The names of a tool where its own is all that says which server it is of.
fn guessed(name: &str, by: char) -> Option<Vec<String>> {
    let rest = behind_mark(name, by)?;
    if rest.starts_with('_') {
        return None;
    }
    if rest.matches(by).nth(MAX_PARTS).is_some() {
        return Some(vec![unclear()]);
    }
    let ends = rest.match_indices(by);
    let parts = ends
        .filter_map(|(end, _)| Some((rest.get(..end)?, rest.get(end + 1..)?)));
    let parts = parts.filter(|part| !part.0.is_empty() && !part.1.is_empty());
    let names: Vec<String> =
        parts.map(|(server, tool)| joined(server, tool)).collect();
    (!names.is_empty()).then_some(names)
}

/// The names that rules may know a tool by whose server is not said: that of
/// each server that the policy names, and of one that it does not.
pub(super) fn of_any_server(
    name: &str,
    root: Value<'_>,
    servers: &[String],
) -> Option<Vec<String>> {
    let event = field(root, &["hook_event_name", "hookEventName"]);
    let about_one = event
        .and_then(Value::str)
        .is_some_and(|event| event.ends_with("MCPExecution"));
    let tool = name.strip_prefix("MCP:");
    let tool = tool.or(Some(name).filter(|_| about_one))?;
    if tool.is_empty() || tool.starts_with("mcp__") {
        return None;
    }
    let named = servers.iter().map(String::as_str).chain(["unnamed"]);
    Some(named.map(|server| joined(server, tool)).collect())
}

/// A name of so many readings that every guard on tools of servers asks.
fn unclear() -> String {
    format!("mcp{}", "__x".repeat(128))
}
