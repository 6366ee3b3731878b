//! An answer as people read it.

use std::fmt::Write as _;

use serde_json::Value;

use crate::answer::{Answer, Hook};
use crate::terminal::{Look, Paint};
use crate::text::{shortened, visible};

/// The answer to the event at line `number`.
pub(super) fn text(
    number: usize,
    event: &str,
    answer: &Answer,
    look: Look,
) -> String {
    let mut out = String::new();
    let head = format!("event {number}");
    let head = look.paint(Paint::Bold, &head);
    let width = look.width.saturating_sub(16);
    let _ = writeln!(out, "{head}  {}", summary(event, width));
    permission(&mut out, answer, look);
    for matched in &answer.matched {
        let decides = answer.permission.source.as_ref()
            == Some(&matched.source)
            && answer.permission.rule.as_ref() == Some(&matched.rule);
        // Hooks are told below, with what they run.
        if decides || matched.effect == "if" {
            continue;
        }
        let rule = visible(&matched.rule);
        let place = visible(&matched.source);
        let effect = matched.effect;
        line(
            &mut out,
            look,
            "matches",
            &format!("{effect} `{rule}`  {place}"),
        );
    }
    for hook in &answer.hooks {
        line(&mut out, look, "hook", &describe(hook, width));
    }
    for skipped in &answer.skipped {
        let place = visible(&skipped.source);
        let reason = visible(&skipped.reason);
        line(&mut out, look, "skipped", &format!("{place}  {reason}"));
    }
    for doubt in &answer.doubt {
        let shown = shortened(&doubt.text, width);
        let text = format!("{} in `{shown}`", doubt.reason);
        line(&mut out, look, "doubt", &text);
    }
    for found in &answer.diagnostics {
        let text = format!(
            "{}[{}]: {}",
            found.severity,
            found.code,
            visible(&found.message)
        );
        line(&mut out, look, "note", &text);
    }
    out.push('\n');
    out
}

fn line(out: &mut String, look: Look, label: &str, text: &str) {
    let label = look.paint(Paint::Dim, &format!("{label:>9}"));
    let _ = writeln!(out, "{label}  {text}");
}

fn permission(out: &mut String, answer: &Answer, look: Look) {
    let permission = &answer.permission;
    let paint = match permission.behavior {
        "deny" => Paint::Red,
        "ask" => Paint::Yellow,
        "allow" => Paint::Green,
        _ => Paint::Bold,
    };
    let word = look.paint(paint, &format!("{:>9}", permission.behavior));
    let reason = visible(&permission.reason);
    match (&permission.rule, &permission.source) {
        (Some(rule), Some(place)) => {
            let (rule, place) = (visible(rule), visible(place));
            let effect = permission.effect.unwrap_or(permission.behavior);
            let _ = writeln!(out, "{word}  {effect} rule `{rule}`  {place}");
            // The reason of a plain match says nothing new.
            if effect != permission.behavior || !answer.doubt.is_empty() {
                line(out, look, "why", &reason);
            }
        }
        _ => {
            let _ = writeln!(out, "{word}  {reason}");
        }
    }
}

fn describe(hook: &Hook, width: usize) -> String {
    let action = hook.action.values().next();
    let what = match action {
        Some(Value::String(text)) => format!(" `{}`", shortened(text, width)),
        Some(other) => format!(" `{}`", shortened(&other.to_string(), width)),
        None => String::new(),
    };
    let mut flags = String::new();
    if hook.once {
        flags.push_str(", once");
    }
    if hook.is_async {
        flags.push_str(", async");
    }
    let (kind, place) = (visible(&hook.kind), visible(&hook.source));
    format!("{kind}{what}{flags}  {place}")
}

/// What the event is about, in a few words.
fn summary(event: &str, width: usize) -> String {
    let Ok(event) = serde_json::from_str::<Value>(event) else {
        return String::new();
    };
    let name = event.get("tool_name").or_else(|| event.get("hook_event_name"));
    let name = name.and_then(Value::as_str).unwrap_or("");
    let input = event.get("tool_input").and_then(Value::as_object);
    let main = input.and_then(|input| {
        let keys = ["command", "file_path", "notebook_path", "url", "path"];
        let named = keys.iter().find_map(|key| input.get(*key));
        let text = named.and_then(Value::as_str);
        text.or_else(|| input.values().find_map(Value::as_str))
    });
    match main {
        Some(main) => format!(
            "{} `{}`",
            shortened(name, 40),
            shortened(main, width.saturating_sub(name.len().min(40)))
        ),
        None => shortened(name, 40),
    }
}
