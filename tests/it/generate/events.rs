//! Events, made to be near some rules.

use hookset::event::{Context, Event, Platform, Shell};
use hookset::json::Tape;
use serde_json::{Value, json};

use super::{Choices, Rules, command, path, paths};

/// One event and where it happens.
#[derive(Clone, Debug)]
pub(crate) struct Happening {
    /// The payload.
    pub(crate) text: String,
    /// Where it happens.
    pub(crate) context: Context,
}

impl Happening {
    pub(crate) fn made(choices: &mut Choices<'_>, rules: &Rules) -> Happening {
        let context = context(choices);
        let contents = |tool: &str| -> Vec<String> {
            let inner = |text: &String| {
                let rest = text.strip_prefix(tool)?.strip_prefix('(')?;
                Some(rest.strip_suffix(')')?.to_owned())
            };
            rules.texts().filter_map(inner).collect()
        };
        let (tool, mut input) = match choices.below(10) {
            0..=3 => {
                let line = command(choices, &contents("Bash"));
                ("Bash", json!({ "command": line }))
            }
            4 => ("Read", file(choices, &contents("Read"))),
            5 => ("Edit", file(choices, &contents("Edit"))),
            6 => ("Write", file(choices, &contents("Write"))),
            7 => ("WebFetch", json!({ "url": url(choices) })),
            8 => other(choices),
            _ => {
                let line = command(choices, &contents("PowerShell"));
                ("PowerShell", json!({ "command": line }))
            }
        };
        if choices.one_in(5) {
            let value = [json!("5"), json!(5), json!(true), json!("a b")];
            let value = value.get(choices.below(4)).cloned();
            input[choices.pick(&["timeout", "description", "x"])] =
                value.unwrap_or(Value::Null);
        }
        let text = payload(choices, tool, &input);
        Happening { text, context }
    }

    /// A call of Bash in the usual place.
    pub(crate) fn bash(command: &str) -> Happening {
        Happening::command("Bash", command)
    }

    /// The call of a tool that runs a command line.
    pub(crate) fn command(tool: &str, command: &str) -> Happening {
        let text = json!({
            "hook_event_name": "PreToolUse",
            "tool_name": tool,
            "tool_input": { "command": command },
        })
        .to_string();
        Happening { text, context: usual() }
    }

    /// Reads the payload and hands it on.
    pub(crate) fn with<T>(&self, then: impl FnOnce(&Event<'_>) -> T) -> T {
        let mut tape = Tape::new();
        then(&Event::read(&self.text, &mut tape))
    }
}

fn payload(choices: &mut Choices<'_>, tool: &str, input: &Value) -> String {
    let event = match choices.below(8) {
        5 => "PostToolUse",
        6 => "PermissionRequest",
        7 => "Stop",
        _ => "PreToolUse",
    };
    let mut text = json!({
        "hook_event_name": event,
        "tool_name": tool,
        "tool_input": input,
    })
    .to_string();
    // A payload that two readers could read differently.
    if choices.one_in(20) {
        text.insert_str(1, "\"tool_name\":\"Read\",");
    }
    if choices.one_in(40) {
        text.pop();
    }
    text
}

fn file(choices: &mut Choices<'_>, rules: &[String]) -> Value {
    let text = match choices.below(4) {
        0..=2 if !rules.is_empty() => {
            let at = choices.below(rules.len());
            let pattern = rules.get(at).map_or("", String::as_str);
            paths::filled(choices, pattern)
        }
        _ => path(choices),
    };
    json!({ "file_path": text })
}

fn url(choices: &mut Choices<'_>) -> String {
    const URLS: &[&str] = &[
        "https://example.com/x",
        "http://api.example.com",
        "example.com",
        "https://a@EXAMPLE.com.:8080/",
        "http://0x7f.1/",
        "http://[::1]:80/",
        "https://bücher.de",
        "https://xn--bcher-kva.de/",
        "ftp://a.b.com",
        "https://example.com\\@evil.com",
        "http://%65xample.com",
        "file:///x",
        "https://api.x.com",
    ];
    match choices.below(14) {
        13 => format!("https://{}", choices.raw()),
        at => URLS.get(at).copied().unwrap_or("").to_owned(),
    }
}

fn other(choices: &mut Choices<'_>) -> (&'static str, Value) {
    match choices.below(9) {
        0 => ("mcp__github__push", json!({ "a": "b" })),
        1 => ("mcp__a__b__c", json!({})),
        2 => ("Agent", json!({ "subagent_type": "Explore", "model": "x" })),
        3 => ("Skill", json!({ "skill": "pdf", "args": "a b" })),
        4 => ("Grep", json!({ "pattern": "x", "path": path(choices) })),
        5 => ("Task", json!({ "subagent_type": "Explore" })),
        6 => ("Bash", json!({})),
        7 => ("Cd", json!({ "path": path(choices) })),
        _ => ("NotebookEdit", json!({ "notebook_path": path(choices) })),
    }
}

/// The place most events happen in.
pub(crate) fn usual() -> Context {
    Context {
        cwd: Some("/srv/proj".to_owned()),
        home: Some("/home/u".to_owned()),
        project_root: Some("/srv/proj".to_owned()),
        ..Context::default()
    }
}

fn context(choices: &mut Choices<'_>) -> Context {
    let mut context = usual();
    match choices.below(10) {
        5 => context.cwd = Some("/srv/proj/src".to_owned()),
        6 => context.home = None,
        7 => context.platform = Platform::MacOs,
        8 => {
            context.platform = Platform::Windows;
            context.cwd = Some("C:\\srv\\proj".to_owned());
        }
        9 => context.cwd = None,
        _ => {}
    }
    if choices.one_in(6) {
        let links = [
            ("/srv/proj/a", "/etc"),
            ("/srv/proj/src", "/srv/proj/lib"),
            ("/srv/proj/x", "/srv/proj/x"),
            ("/srv/proj/lib", "../.."),
        ];
        let count = 1 + choices.below(4);
        let links = links.iter().take(count);
        context.links =
            links.map(|(a, b)| (a.to_string(), b.to_string())).collect();
    }
    if choices.one_in(8) {
        context.shell = Some(Shell::Zsh);
    }
    if choices.one_in(8) {
        context.mcp_servers = vec!["github".to_owned(), "a__b".to_owned()];
    }
    context
}
