//! A host's payload in the words of policies: names of tools and fields
//! changed at their place, everything else as it was sent, so that what is
//! odd about it stays to be seen.

mod lists;
mod patch;

use hookset::json::{Tape, Value, quote};

use super::hosts::{Host, PATCH, Servers};
use patch::{patch, patched};

/// The most places at which a joined name may be parted; of one with more it
/// is not known what it is.
const MAX_PARTS: usize = 16;

/// Events that have no tool but are about one: name, tool, field.
const PLAIN: &[(&str, &str, &str)] = &[
    ("beforeShellExecution", "Bash", "command"),
    ("afterShellExecution", "Bash", "command"),
    ("beforeReadFile", "Read", "file_path"),
    ("beforeTabFileRead", "Read", "file_path"),
    ("afterFileEdit", "Edit", "file_path"),
];

/// A change of a text at a place.
type Change = (usize, usize, String);

/// The payloads that a payload, with its tape, stands for: one, but for a
/// patch one for each file, for a name that does not say which server it is
/// of one for each that it may be of, and one for each directory it may have
/// happened in. All that is decided about any of them counts. `servers` are
/// those that the policy names.
pub(super) fn payloads(
    text: &str,
    tape: &Tape,
    host: &Host,
    servers: &[String],
) -> Vec<String> {
    let all = match opened(text, tape) {
        Some(text) => of_opened(&text, &Tape::of(&text), host, servers),
        None => of_opened(text, tape, host, servers),
    };
    if host.servers != Servers::Hidden {
        return all;
    }
    let each = all.into_iter();
    each.flat_map(|text| in_workspace(&text).unwrap_or(vec![text])).collect()
}

/// A directory that nobody can tell: guards that start there ask.
const NOWHERE: &str = ".";

/// The payload in each directory of the workspace, where it does not say in
/// which it happened; where there are more than are looked at, or one is no
/// text, also in one that is not known.
fn in_workspace(text: &str) -> Option<Vec<String>> {
    let tape = Tape::of(text);
    let root = tape.root(text)?;
    let said = root.get("cwd");
    if said.and_then(Value::str).is_some_and(|cwd| !cwd.is_empty()) {
        return None;
    }
    let roots = root.get("workspace_roots")?.items();
    let all: Vec<Option<&str>> =
        roots.map(Value::str).take(MAX_PARTS + 1).collect();
    let told = all.iter().flatten().take(MAX_PARTS).copied();
    let unknown = all.contains(&None) || all.len() > MAX_PARTS;
    let roots: Vec<&str> = told.chain(unknown.then_some(NOWHERE)).collect();
    let in_root = |directory: &&str| {
        let directory = quoted(directory);
        let change = match said {
            Some(cwd) => replace(cwd, directory),
            None => {
                let at = root.span().start as usize + 1;
                (at, at, format!("\"cwd\":{directory},"))
            }
        };
        changed(text, vec![change])
    };
    (!roots.is_empty()).then(|| roots.iter().map(in_root).collect())
}

fn of_opened(
    text: &str,
    tape: &Tape,
    host: &Host,
    servers: &[String],
) -> Vec<String> {
    let Some(root) = tape.root(text).filter(|root| root.is_object()) else {
        return vec![text.to_owned()];
    };
    if let Some(change) = named(root) {
        return vec![changed(text, vec![change])];
    }
    let tool = field(root, &["tool_name", "toolName"]);
    let name = tool.and_then(Value::str).unwrap_or("");
    let ours = host.tool(name);
    let names = match host.servers {
        Servers::Named => None,
        Servers::Joined => parted(name, '_', root),
        Servers::Dashed if name.starts_with("mcp_") => parted(name, '_', root),
        Servers::Dashed => parted(name, '-', root),
        Servers::Hidden => of_any_server(name, root, servers),
    };
    if let Some(tool) = tool
        && let Some(names) = names
    {
        let with = |name: String| vec![replace(tool, quoted(&name))];
        let names = names.into_iter();
        let mut all: Vec<String> =
            names.map(|name| changed(text, with(name))).collect();
        // A server may call its tool as one of the host's own is called.
        if ours != name {
            all.extend(of_own(text, root, host));
        }
        return all;
    }
    of_own(text, root, host)
}

/// The payloads of a tool of the host's own.
fn of_own(text: &str, root: Value<'_>, host: &Host) -> Vec<String> {
    let tool = field(root, &["tool_name", "toolName"]);
    let (Some(tool), Some(input)) = (tool, field(root, INPUT)) else {
        return vec![text.to_owned()];
    };
    let name = tool.str().unwrap_or("");
    let ours = host.tool(name);
    if ours == PATCH {
        return patch(text, tool, input, None);
    }
    if let Some(all) = lists::each(text, (tool, ours), input) {
        return all;
    }
    let mut changes = Vec::new();
    if ours != name {
        changes.push(replace(tool, quoted(ours)));
    }
    let mut line = None;
    for entry in input.entries() {
        let key = entry.name();
        let row = host.fields.iter().find(|r| r.0 == ours && r.1 == key);
        if let Some(row) = row {
            changes.push(replace(entry.key, quoted(row.2)));
        }
        if row.map_or(key, |row| row.2) == "command" {
            line = Some(entry.value);
        }
    }
    let line = line.filter(|_| ours == "Bash" && !host.tools.is_empty());
    let listed = line.and_then(lists::line);
    let said = line.and_then(Value::str).or(listed.as_deref());
    let within = said.and_then(|line| within(root, input, line));
    if let Some((line, other)) = line.zip(within.or(listed.clone())) {
        changes.push(replace(line, quoted(&other)));
    }
    let mut all = vec![changed(text, changes)];
    // What a shell is given for `apply_patch`, the host takes for a patch.
    let patches = host.tools.iter().any(|row| row.1 == PATCH);
    let body = said.filter(|line| patches && !patched(line).is_empty());
    if body.is_some() {
        all.extend(patch(text, tool, input, body));
    }
    all
}

/// Fields that say in which directory a line runs.
const DIRECTORIES: &[&str] = &[
    "cwd",
    "dir_path",
    "directory",
    "workdir",
    "workingDirectory",
    "working_directory",
];

/// The line behind a step into the directory it runs in, where that is not
/// the one of the event.
fn within(root: Value<'_>, input: Value<'_>, line: &str) -> Option<String> {
    let said = field(input, DIRECTORIES)?.str()?;
    let directory = said.trim_end_matches('/');
    let of_event = root.get("cwd").and_then(Value::str);
    let same = of_event.is_some_and(|cwd| {
        !directory.is_empty() && cwd.trim_end_matches('/') == directory
    });
    if same || matches!(said, "" | "." | "./") {
        return None;
    }
    let dash = if said.starts_with('-') { "./" } else { "" };
    let word = lists::word(said);
    Some(format!("cd {dash}{word}\n{line}"))
}

const INPUT: &[&str] = &["tool_input", "toolInput", "toolArgs"];

/// The names that rules know a tool of a server by whose name is joined with
/// a sign: each place may be where its server's name ends, unless the payload
/// says which is. `None` for any other name.
fn parted(name: &str, by: char, root: Value<'_>) -> Option<Vec<String>> {
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
fn of_any_server(
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

/// The payload with an input that was sent as a text of JSON as JSON.
fn opened(text: &str, tape: &Tape) -> Option<String> {
    let input = field(tape.root(text)?, INPUT)?;
    let inner = input.decoded()?;
    let own = Tape::of(inner.as_str());
    let is_object = own.root(inner.as_str()).is_some_and(Value::is_object);
    (is_object && own.problems().is_empty()).then(|| {
        let change = replace(input, inner.as_str().to_owned());
        changed(text, vec![change])
    })
}

fn field<'a>(root: Value<'a>, names: &[&str]) -> Option<Value<'a>> {
    names.iter().find_map(|name| root.get(name))
}

/// A tool and its input, for an event that says both by its name.
fn named(root: Value<'_>) -> Option<Change> {
    let is_name = |key| matches!(key, "hook_event_name" | "hookEventName");
    let names = root.entries().filter(|entry| is_name(entry.name()));
    let names: Vec<&str> =
        names.filter_map(|entry| entry.value.str()).collect();
    let (_, tool, key) = PLAIN.iter().find(|row| names.contains(&row.0))?;
    if root.get("tool_name").is_some() {
        return None;
    }
    let input = root.get(key).map_or(String::new(), |value| {
        format!("{}:{}", quoted(key), value.raw())
    });
    let at = root.span().start as usize + 1;
    let tool = quoted(tool);
    let text = format!("\"tool_name\":{tool},\"tool_input\":{{{input}}},");
    Some((at, at, text))
}

fn quoted(text: &str) -> String {
    let mut out = String::new();
    quote(text, &mut out);
    out
}

fn replace(value: Value<'_>, with: String) -> Change {
    let span = value.span();
    (span.start as usize, span.end as usize, with)
}

/// The text with all changes made, which do not overlap.
fn changed(text: &str, mut changes: Vec<Change>) -> String {
    changes.sort();
    let mut out = String::with_capacity(text.len());
    let mut done = 0;
    for (start, end, with) in changes {
        out.push_str(text.get(done..start).unwrap_or(""));
        out.push_str(&with);
        done = end;
    }
    out.push_str(text.get(done..).unwrap_or(""));
    out
}

#[cfg(test)]
mod tests;
