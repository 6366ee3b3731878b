//! A host's payload in the words of policies: names of tools and fields
//! changed at their place, everything else as it was sent, so that what is
//! odd about it stays to be seen.

mod fields;
mod lists;
mod patch;
mod places;
mod servers;
mod unnamed;

use hookset::json::{Tape, Value, quote};

use super::hosts::{Host, PATCH, Servers};
use patch::patch;
use places::{in_workspace, of_line};
use servers::{of_any_server, parted};
pub(super) use unnamed::name_of;

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

fn of_opened(
    text: &str,
    tape: &Tape,
    host: &Host,
    servers: &[String],
) -> Vec<String> {
    let Some(root) = tape.root(text).filter(|root| root.is_object()) else {
        return vec![text.to_owned()];
    };
    let tool = field(root, TOOL);
    let name = tool.and_then(Value::str).unwrap_or("");
    if let Some(named) = unnamed::with_name(text, root, host) {
        return of_opened(&named, &Tape::of(&named), host, servers);
    }
    if let Some(changes) = named(root) {
        let mut all = vec![changed(text, changes)];
        // Who names a tool all the same may mean that one.
        if !name.is_empty() {
            all.extend(of_own(text, root, host));
        }
        return all;
    }
    let ours = host.tool(name);
    let names = match host.servers {
        _ if tool.and_then(lists::whole).is_none() => None,
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
    let tool = field(root, TOOL);
    let name = tool.and_then(Value::str).unwrap_or("");
    let ours = host.tool(name);
    if host.agents.contains(&name)
        && let Some(text) = as_agent(text, root, name)
    {
        return vec![text];
    }
    let Some(call) = Call::of(text, root) else {
        // It says nothing of what the tool works on, but which it is.
        let ours = if ours == PATCH { "Edit" } else { ours };
        let tool = tool.filter(|_| ours != name);
        let change = tool.map(|tool| replace(tool, quoted(ours)));
        return vec![changed(text, change.into_iter().collect())];
    };
    if ours == PATCH {
        return patch(call, None);
    }
    let all = fields::each(call, ours, host);
    let is_shell = matches!(ours, "Bash" | "PowerShell");
    if !is_shell || host.tools.is_empty() {
        return all;
    }
    all.iter().flat_map(|text| of_line(text, ours, host)).collect()
}

/// A call of an agent that is a tool of its own name.
fn as_agent(text: &str, root: Value<'_>, name: &str) -> Option<String> {
    let call = Call::of(text, root)?;
    let mut changes = vec![replace(call.tool, quoted("Agent"))];
    match call.input.get("subagent_type") {
        Some(there) => changes.push(replace(there, quoted(name))),
        None => {
            let at = call.input.span().start as usize + 1;
            let more = call.input.entries().next().map_or("", |_| ",");
            let put = format!("\"subagent_type\":{}{more}", quoted(name));
            changes.push((at, at, put));
        }
    }
    call.input.is_object().then(|| changed(text, changes))
}

/// A call of a tool.
#[derive(Clone, Copy)]
struct Call<'a> {
    text: &'a str,
    root: Value<'a>,
    tool: Value<'a>,
    input: Value<'a>,
}

impl<'a> Call<'a> {
    fn of(text: &'a str, root: Value<'a>) -> Option<Call<'a>> {
        let (tool, input) = (field(root, TOOL)?, field(root, INPUT)?);
        Some(Call { text, root, tool, input })
    }
}

const TOOL: &[&str] = &["tool_name", "toolName"];

const INPUT: &[&str] = &["tool_input", "toolInput", "toolArgs"];

/// The payload with an input that was sent as a text of JSON as JSON; none
/// where a half of a character in it would be a whole one afterwards.
fn opened(text: &str, tape: &Tape) -> Option<String> {
    let input = field(tape.root(text)?, INPUT)?;
    lists::whole(input)?;
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
fn named(root: Value<'_>) -> Option<Vec<Change>> {
    let is_name = |key| matches!(key, "hook_event_name" | "hookEventName");
    let names = root.entries().filter(|entry| is_name(entry.name()));
    let names: Vec<&str> =
        names.filter_map(|entry| entry.value.str()).collect();
    let (_, tool, key) = PLAIN.iter().find(|row| names.contains(&row.0))?;
    let input = root.get(key).map_or(String::new(), |value| {
        format!("{}:{}", quoted(key), value.raw())
    });
    let put = |names: &[&str], with: String| match field(root, names) {
        Some(there) => replace(there, with),
        None => {
            let at = root.span().start as usize + 1;
            (at, at, format!("\"{}\":{with},", names.first().unwrap_or(&"")))
        }
    };
    let input = put(INPUT, format!("{{{input}}}"));
    Some(vec![put(TOOL, quoted(tool)), input])
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
