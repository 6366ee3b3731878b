//! What is in force, for people.

use std::fmt::Write as _;

use super::{Demands, Entry, Listing};
use crate::terminal::{Look, Paint};
use crate::text::{count, shortened, visible};

/// Whose settings a scope stands for, as people call it.
fn label(scope: &str) -> String {
    let mut letters = scope.chars();
    let first = letters.next().map(|c| c.to_ascii_uppercase());
    let name: String = first.into_iter().chain(letters).collect();
    let name = if name == "Cli" { "Command line".to_owned() } else { name };
    format!("[{name}]")
}

pub(super) fn text(listing: &Listing, look: Look) -> String {
    let mut out = String::new();
    permission_text(listing, look, &mut out);
    let mut events: Vec<&str> = Vec::new();
    for hook in &listing.hooks {
        if !events.contains(&hook.event.as_str()) {
            events.push(&hook.event);
        }
    }
    for event in events {
        let all: Vec<&Entry> =
            listing.hooks.iter().filter(|hook| hook.event == event).collect();
        let active = all.iter().filter(|hook| hook.active).count();
        let mut about = count(active, "hook");
        if active < all.len() {
            let _ = write!(about, ", {} not in force", all.len() - active);
        }
        out.push('\n');
        head(&mut out, look, &visible(event), &about);
        let mut last: Option<String> = None;
        for hook in all {
            let declared = hook.declared.as_ref().map(Demands::text);
            let matcher = declared.or_else(|| hook.matcher.clone());
            let matcher = matcher.unwrap_or_default();
            if last.as_ref() != Some(&matcher) {
                let shown = if matcher.is_empty() { "*" } else { &matcher };
                let _ = writeln!(out, "  {}", visible(shown));
                last = Some(matcher);
            }
            entry(&mut out, look, hook);
        }
    }
    out
}

/// A heading and what is below it, in a few words.
fn head(out: &mut String, look: Look, name: &str, about: &str) {
    let name = look.paint(Paint::Bold, name);
    let about = look.paint(Paint::Dim, about);
    let _ = writeln!(out, "{name}  {about}");
}

fn permission_text(listing: &Listing, look: Look, out: &mut String) {
    let active = listing.permissions.iter().filter(|rule| rule.active);
    let mut about = count(active.count(), "rule");
    let off = listing.permissions.iter().filter(|rule| !rule.active).count();
    if off > 0 {
        let _ = write!(about, ", {off} not in force");
    }
    head(out, look, "permissions", &about);
    if let Some(mode) = &listing.default_mode {
        let _ = write!(out, "  {:<6}{}", "mode", visible(&mode.value));
        ending(out, look, (mode.scope, &mode.source), None);
    }
    for rule in &listing.permissions {
        let paint = match rule.effect {
            "deny" => Paint::Red,
            "ask" => Paint::Yellow,
            _ => Paint::Green,
        };
        let effect = look.paint(paint, &format!("{:<6}", rule.effect));
        let what = visible(&rule.rule);
        let _ = write!(out, "  {effect}{what}");
        ending(out, look, (rule.scope, &rule.source), rule.reason);
    }
}

fn entry(out: &mut String, look: Look, hook: &Entry) {
    let what = hook.action.values().find_map(|value| value.as_str());
    let what = shortened(what.unwrap_or(""), look.width.max(80));
    let _ = write!(out, "    {} `{what}`", hook.kind);
    // Whose word it is, and how strong its claim.
    if hook.kind == "inject" {
        let said = |key: &str| {
            let value = hook.action.get(key);
            visible(value.and_then(|value| value.as_str()).unwrap_or(""))
        };
        let (server, level) = (said("server"), said("level"));
        let _ = write!(out, "  of server `{server}`, {level}");
    }
    if let Some(condition) = &hook.condition {
        let _ = write!(out, "  if {}", visible(condition));
    }
    ending(out, look, (hook.scope, &hook.source), hook.reason);
}

/// Whose it is, where it stands, and why it is not in force.
fn ending(
    out: &mut String,
    look: Look,
    (scope, place): (&str, &str),
    reason: Option<&'static str>,
) {
    let place = format!("{} {}", label(scope), visible(place));
    let place = look.paint(Paint::Dim, &place);
    let _ = write!(out, "  {place}");
    if let Some(reason) = reason {
        let why = format!("not in force: {reason}");
        let _ = write!(out, "  {}", look.paint(Paint::Yellow, &why));
    }
    out.push('\n');
}
