//! Events that show whether two policies are alike: some that are common,
//! and some for every rule and condition.

use std::collections::BTreeSet;

use hookset::diagnostic::Code;
use hookset::event::{Context, Event};
use hookset::hook_set::Limits;
use hookset::json::Tape;
use hookset::plan::{Engine, Scratch};
use hookset::policy::Policy;
use serde_json::{Value, json};

use super::Differences;
use crate::fault::Fault;

/// Commands that many policies say something about.
const COMMANDS: &[&str] = &[
    "ls -la",
    "git status",
    "git commit -m b",
    "cd a && git commit -m b",
    "git push origin main",
    "rm -rf build",
    "npm test",
];

/// Other calls: the tool, the field and its value.
const CALLS: &[(&str, &str, &str)] = &[
    ("Read", "file_path", "src/main.rs"),
    ("Read", "file_path", ".env"),
    ("Write", "file_path", "src/a/b.ts"),
    ("Edit", "file_path", "README.md"),
    ("WebFetch", "url", "https://example.com/x"),
    ("mcp__github__create_pr", "title", "x"),
];

/// Events that are about no tool.
const OTHERS: &[&str] = &[
    "SessionStart",
    "SessionEnd",
    "UserPromptSubmit",
    "Stop",
    "SubagentStop",
];

/// Evaluates the samples on both; `origins` holds, for each hook of
/// `after`, the hook of `before` that it was made from.
pub(super) fn compare(
    before: &Policy,
    after: &Policy,
    origins: &[usize],
) -> Result<Differences, Fault> {
    let compile = |policy: &Policy| {
        policy.clone().compile(&Limits::default()).map_err(|error| {
            let message = format!("the policy cannot be compiled: {error}");
            Fault::new(Code::POLICY_TOO_LARGE, "policy", message)
        })
    };
    let (first, second) = (compile(before)?, compile(after)?);
    let events = events(before);
    let mut differ = Vec::new();
    for event in &events {
        let text = event.to_string();
        let (one, hooks) = answer(&first, &text);
        let (other, made) = answer(&second, &text);
        let made: BTreeSet<_> =
            made.iter().filter_map(|at| origins.get(*at)).copied().collect();
        let name = name(event);
        if one != other {
            differ.push(format!("{name}: {one} before, {other} after"));
        }
        let hooks: BTreeSet<_> = hooks.into_iter().collect();
        for hook in hooks.difference(&made) {
            let place = first.hook(*hook).map(|hook| hook.place);
            let place = place.unwrap_or_default();
            differ.push(format!("{name}: hook {place} does not fire after"));
        }
        for hook in made.difference(&hooks) {
            let place = first.hook(*hook).map(|hook| hook.place);
            let place = place.unwrap_or_default();
            differ.push(format!("{name}: hook {place} fires only after"));
        }
    }
    Ok(Differences { events: events.len(), differ })
}

fn answer(engine: &Engine, text: &str) -> (&'static str, Vec<usize>) {
    let mut tape = Tape::new();
    let event = Event::read(text, &mut tape);
    let mut scratch = Scratch::default();
    // Without a directory no path leads anywhere, and no path rule counts.
    let context =
        Context { cwd: Some("/srv/proj".to_owned()), ..Context::default() };
    let answer = engine.answer(&event, &context, &mut scratch);
    let fires = answer.hooks.iter().filter(|hook| hook.skipped.is_none());
    let hooks = fires.map(|hook| hook.hook).collect();
    (answer.permission.behavior.as_str(), hooks)
}

fn name(event: &Value) -> String {
    let text = |key: &str| event.get(key).and_then(Value::as_str);
    let kind = text("hook_event_name").unwrap_or("");
    let tool = text("tool_name").unwrap_or("");
    let input = event.get("tool_input").and_then(Value::as_object);
    let what = input.and_then(|map| map.values().next()?.as_str());
    match what {
        Some(what) => format!("{kind} {tool} `{what}`"),
        None => format!("{kind} {tool}").trim_end().to_owned(),
    }
}

fn events(policy: &Policy) -> Vec<Value> {
    let mut calls: BTreeSet<(String, String, String)> = BTreeSet::new();
    let mut add = |tool: &str, field: &str, value: &str| {
        calls.insert((tool.into(), field.into(), value.into()));
    };
    for command in COMMANDS {
        add("Bash", "command", command);
    }
    for (tool, field, value) in CALLS {
        add(tool, field, value);
    }
    for text in texts(policy) {
        let (tool, content) = match text.split_once('(') {
            Some((tool, rest)) => (tool, rest.trim_end_matches(')')),
            None => (text, ""),
        };
        let value = content.replace(":*", " *").replace('*', "a");
        let field = match tool {
            "Bash" | "PowerShell" => "command",
            "WebFetch" => "url",
            _ => "file_path",
        };
        let value = match tool {
            "WebFetch" => value.replace("domain:", "https://"),
            _ => value,
        };
        if !tool.is_empty() && !tool.contains(['*', ' ', '&', '!']) {
            add(tool, field, &value);
            // What lies below a path is meant in some dialects only.
            if field == "file_path" {
                add(tool, field, &format!("{value}/b"));
            }
        }
    }
    let mut events: Vec<Value> =
        OTHERS.iter().map(|name| json!({"hook_event_name": name})).collect();
    for (tool, field, value) in calls {
        for name in ["PreToolUse", "PostToolUse"] {
            events.push(json!({
                "hook_event_name": name,
                "tool_name": tool,
                "tool_input": { &field: value },
            }));
        }
    }
    events
}

/// Every rule and condition.
fn texts(policy: &Policy) -> impl Iterator<Item = &str> {
    policy.documents().iter().flat_map(|document| {
        let rules = document.rules.iter().map(|rule| rule.text.as_str());
        let groups = document.groups.iter();
        let hooks = groups.flat_map(|group| &group.hooks);
        let ifs =
            hooks.filter_map(|hook| Some(hook.condition.as_ref()?.as_str()));
        rules.chain(ifs)
    })
}
