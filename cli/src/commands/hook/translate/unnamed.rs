//! Events that do not say what happens. Copilot's command line names few of
//! its own: what happened is told by fields that no other event has.

use hookset::json::{Tape, Value};

use super::{Change, Host, INPUT, TOOL, changed, field, quoted};

/// Where an event says what happens.
const NAMES: &[&str] = &["hook_event_name", "hookEventName"];

/// Where the command line says it that says it elsewhere.
const OTHER_NAME: &str = "hookName";

/// Events about a call, by what only they have. One that has none of it is
/// the call itself.
const OF_CALLS: &[(&[&str], &str)] = &[
    (&["toolResult"], "postToolUse"),
    (&["toolArgs", "error"], "postToolUseFailure"),
];

/// The others, the first of which fits.
const OTHERS: &[(&[&str], &str)] = &[
    (&["agentName", "stopReason"], "subagentStop"),
    (&["stopReason"], "agentStop"),
    (&["agentName"], "subagentStart"),
    (&["errorContext"], "errorOccurred"),
    (&["trigger"], "preCompact"),
    (&["source"], "sessionStart"),
    (&["reason"], "sessionEnd"),
    (&["prompt"], "userPromptSubmitted"),
];

/// How an agent's name is called, and what policies call it.
const AGENT: (&[&str], &str) = (&["agentName", "agent_name"], "agent_type");

/// The payload with the name of its event, and with the name of an agent
/// where policies look for it, if its host leaves that out.
pub(super) fn with_name(
    text: &str,
    root: Value<'_>,
    host: &Host,
) -> Option<String> {
    if host.names_events() {
        return None;
    }
    let start = root.span().start as usize + 1;
    let mut changes: Vec<Change> = Vec::new();
    if let Some(name) = name(root) {
        let put = format!("\"hook_event_name\":{},", quoted(name));
        changes.push((start, start, put));
    }
    let (names, ours) = AGENT;
    if let Some(agent) = field(root, names)
        && root.get(ours).is_none()
    {
        let put = format!("\"{ours}\":{},", agent.raw());
        changes.push((start, start, put));
    }
    (!changes.is_empty()).then(|| changed(text, changes))
}

/// The name of an event as its host calls it, where it leaves that out.
pub(in super::super) fn name_of(text: &str, host: &Host) -> Option<String> {
    let tape = Tape::of(text);
    let root = tape.root(text).filter(|_| !host.names_events())?;
    name(root).map(str::to_owned)
}

fn name(root: Value<'_>) -> Option<&str> {
    if field(root, NAMES).is_some() {
        return None;
    }
    if let Some(name) = root.get(OTHER_NAME) {
        return name.str();
    }
    let has = |key: &&str| root.get(key).is_some();
    let is_text = |key: &&str| root.get(key).and_then(Value::str).is_some();
    let row = match TOOL.iter().chain(INPUT).any(has) {
        true => OF_CALLS.iter().find(|row| row.0.iter().all(has)),
        false => OTHERS.iter().find(|row| row.0.iter().all(is_text)),
    };
    row.map(|row| row.1)
}
