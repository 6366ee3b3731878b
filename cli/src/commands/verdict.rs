//! An answer as people read it.

use std::fmt::Write as _;

use hookset::plan::Skip;
use hookset::shell::Reason;
use serde_json::Value;

use crate::answer::{Answer, Hook};
use crate::terminal::{Look, Paint};
use crate::text::{shortened, visible};

/// The room for what stands behind a label.
pub(super) fn room(look: Look) -> usize {
    look.width.saturating_sub(16)
}

/// The line that names the event at line `number`.
pub(super) fn head(out: &mut String, number: usize, event: &str, look: Look) {
    let head = look.paint(Paint::Bold, &format!("event {number}"));
    let line = format!("{head}  {}", summary(event, room(look)));
    let _ = writeln!(out, "{}", line.trim_end());
}

/// The answer to the event at line `number`.
pub(super) fn text(
    number: usize,
    event: &str,
    answer: &Answer,
    look: Look,
) -> String {
    let mut out = String::new();
    head(&mut out, number, event, look);
    permission(&mut out, answer, look);
    late(&mut out, answer, look);
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
        line(&mut out, look, "hook", &describe(hook, room(look)));
    }
    skipped(&mut out, answer, look);
    doubts(&mut out, answer, look);
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

/// What cannot be known, one line each.
pub(super) fn doubts(out: &mut String, answer: &Answer, look: Look) {
    let width = look.width.saturating_sub(16);
    for doubt in &answer.doubt {
        let shown = shortened(&doubt.text, width);
        let why = why(&doubt.reason);
        let text = match shown.as_str() {
            "" => why.to_owned(),
            shown => format!("`{shown}`: {why}"),
        };
        line(out, look, "doubt", &text);
    }
}

pub(super) fn line(out: &mut String, look: Look, label: &str, text: &str) {
    let label = look.paint(Paint::Dim, &format!("{label:>9}"));
    let _ = writeln!(out, "{label}  {text}");
}

pub(super) fn permission(out: &mut String, answer: &Answer, look: Look) {
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
            let plain = format!("`{rule}` matches");
            // The reason of a plain match says nothing new.
            if effect != permission.behavior || reason != plain {
                line(out, look, "why", &reason);
            }
        }
        _ => {
            let _ = writeln!(out, "{word}  {reason}");
        }
    }
}

/// Says where nobody asks the rules.
pub(super) fn late(out: &mut String, answer: &Answer, look: Look) {
    if let Some(note) = answer.permission.note {
        line(out, look, "note", note);
    }
}

/// Hooks that do not fire, one line per reason.
fn skipped(out: &mut String, answer: &Answer, look: Look) {
    let mut reasons: Vec<(Skip, Vec<&str>)> = Vec::new();
    for each in &answer.skipped {
        match reasons.iter_mut().find(|(why, _)| *why == each.why) {
            Some((_, places)) => places.push(&each.source),
            None => reasons.push((each.why, vec![&each.source])),
        }
    }
    for (why, places) in reasons {
        let why = why.words();
        let places = visible_places(&places);
        line(out, look, "skipped", &format!("{places}  {why}"));
    }
}

/// Places in a row; a file is named once.
fn visible_places(places: &[&str]) -> String {
    let mut out = String::new();
    let mut last = "";
    for place in places {
        let mut parts = place.rsplitn(3, ':');
        let (column, line) = (parts.next(), parts.next());
        let file = parts.next().unwrap_or("");
        if !out.is_empty() {
            out.push_str(", ");
        }
        match (line, column) {
            (Some(line), Some(column)) if file == last => {
                let _ = write!(out, "{line}:{column}");
            }
            _ => out.push_str(&visible(place)),
        }
        last = file;
    }
    out
}

/// What a doubt means.
pub(super) fn why(reason: &str) -> &str {
    match Reason::named(reason) {
        Some(reason) => reason.words(),
        None => reason,
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
pub(super) fn summary(event: &str, width: usize) -> String {
    let Ok(event) = serde_json::from_str::<Value>(event) else {
        return String::new();
    };
    let text = |key| event.get(key).and_then(Value::as_str);
    let kind = text("hook_event_name").unwrap_or("");
    let name = match (kind, text("tool_name")) {
        ("" | "PreToolUse", Some(tool)) => tool.to_owned(),
        (kind, Some(tool)) => format!("{kind} {tool}"),
        (kind, None) => kind.to_owned(),
    };
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
            shortened(&name, 40),
            shortened(main, width.saturating_sub(name.len().min(40)))
        ),
        None => shortened(&name, 40),
    }
}
