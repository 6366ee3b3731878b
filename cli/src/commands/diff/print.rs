//! Differences as text, as Markdown and as JSON.

use std::fmt::Write as _;

use super::report::{
    Decision, HookChange, Log, Report, Setting, Unexplored, Verdict, heading,
};
use crate::terminal::{Look, Paint};
use crate::text::{count, shortened, visible};

/// How many differences of one kind are printed for people.
const SHOWN: usize = 50;

/// The longest example that is printed whole.
const WIDE: usize = 100;

pub(super) fn json(report: &Report) -> String {
    // Cannot fail: no map has keys that are not strings.
    let mut text = serde_json::to_string(report).unwrap_or_default();
    text.push('\n');
    text
}

pub(super) fn text(report: &Report, look: Look) -> String {
    let mut out = String::new();
    if let Some(group) = &report.group {
        let _ = writeln!(out, "in {}:", visible(group));
    }
    for (title, changes) in groups(report) {
        let paint = if changes.iter().any(|change| change.widens) {
            Paint::Red
        } else {
            Paint::Green
        };
        let _ = writeln!(out, "{}", look.paint(paint, title));
        for change in changes.iter().take(SHOWN) {
            let _ = writeln!(out, "  {}", example(change, quoted));
            let _ = writeln!(out, "    was {}", side(&change.old, quoted));
            let _ = writeln!(out, "    now {}", side(&change.new, quoted));
        }
        rest(&mut out, changes.len());
    }
    for (title, hooks) in hooks(report) {
        let _ = writeln!(out, "{title}");
        for hook in hooks.iter().take(SHOWN) {
            let _ = writeln!(
                out,
                "  {}: `{}`, which {}\n    for example on {}",
                hook.event,
                shortened(&hook.hook, WIDE),
                power(hook),
                hook_example(hook, quoted)
            );
        }
        rest(&mut out, hooks.len());
    }
    if !report.settings.is_empty() {
        let _ = writeln!(out, "{SETTINGS}");
    }
    for Setting { name, old, new, .. } in &report.settings {
        let (old, new) = (shortened(old, WIDE), shortened(new, WIDE));
        let _ = writeln!(out, "  {name}\n    was `{old}`\n    now `{new}`");
    }
    if !report.unexplored.is_empty() {
        let _ = writeln!(out, "{UNEXPLORED}");
    }
    for Unexplored { rule, source, policy, .. } in &report.unexplored {
        let (rule, source) = (shortened(rule, WIDE), visible(source));
        let _ = writeln!(out, "  `{rule}` of the {policy} policy ({source})");
    }
    let _ = writeln!(out, "{}", closing(report));
    out
}

pub(super) fn markdown(report: &Report) -> String {
    let mut out = String::from("### What this change of the rules changes");
    if let Some(group) = &report.group {
        let _ = write!(out, " in {}", fenced(&visible(group)));
    }
    out.push('\n');
    if report.widens {
        out.push_str("\n**More may happen than before.**\n");
    }
    for (title, changes) in groups(report) {
        let _ = writeln!(out, "\n#### {}\n", capital(title));
        out.push_str("| call | was | now |\n| --- | --- | --- |\n");
        for change in changes.iter().take(SHOWN) {
            let _ = writeln!(
                out,
                "| {} | {} | {} |",
                cell(&example(change, fenced)),
                cell(&side(&change.old, fenced)),
                cell(&side(&change.new, fenced))
            );
        }
        rest(&mut out, changes.len());
    }
    for (title, hooks) in hooks(report) {
        let _ = writeln!(out, "\n#### {}\n", capital(title));
        out.push_str("| event | hook | it | for example on |\n");
        out.push_str("| --- | --- | --- | --- |\n");
        for hook in hooks.iter().take(SHOWN) {
            let runs = fenced(&shortened(&hook.hook, WIDE));
            let _ = writeln!(
                out,
                "| {} | {} | {} | {} |",
                cell(&hook.event),
                cell(&runs),
                power(hook),
                cell(&hook_example(hook, fenced))
            );
        }
        rest(&mut out, hooks.len());
    }
    if !report.settings.is_empty() {
        let _ = writeln!(out, "\n#### {}\n", capital(SETTINGS));
        out.push_str("| setting | was | now |\n| --- | --- | --- |\n");
    }
    for Setting { name, old, new, .. } in &report.settings {
        let value = |text| cell(&fenced(&shortened(text, WIDE)));
        let (old, new) = (value(old), value(new));
        let _ = writeln!(out, "| `{name}` | {old} | {new} |");
    }
    if !report.unexplored.is_empty() {
        let _ = writeln!(out, "\n#### {}\n", capital(UNEXPLORED));
        out.push_str("| rule | policy | stands at |\n| --- | --- | --- |\n");
    }
    for Unexplored { rule, source, policy, .. } in &report.unexplored {
        let rule = cell(&fenced(&shortened(rule, WIDE)));
        let source = cell(&visible(source));
        let _ = writeln!(out, "| {rule} | {policy} | {source} |");
    }
    let _ = writeln!(out, "\n{}", capital(&closing(report)));
    out
}

const SETTINGS: &str = "settings that differ";

const UNEXPLORED: &str = "rules of which it is not known what they change";

/// What a hook can do about a call.
fn power(hook: &HookChange) -> &'static str {
    match (hook.stops, hook.approves) {
        (true, true) => "can stop or approve the call",
        (true, false) => "can stop it",
        (false, true) => "can approve the call",
        (false, false) => "stops and approves nothing",
    }
}

/// The decisions by what they come down to.
fn groups(report: &Report) -> Vec<(&'static str, Vec<&Decision>)> {
    let mut groups: Vec<(&str, Vec<&Decision>)> = Vec::new();
    for behavior in ["allow", "none", "ask", "deny"] {
        let all = report.changes.iter();
        let own: Vec<_> =
            all.filter(|change| change.new.behavior == behavior).collect();
        if !own.is_empty() {
            groups.push((heading(behavior), own));
        }
    }
    groups
}

fn hooks(report: &Report) -> Vec<(&'static str, Vec<&HookChange>)> {
    let of = |fires| -> Vec<&HookChange> {
        report.hooks.iter().filter(|hook| hook.fires == fires).collect()
    };
    let groups = [
        ("hooks that no longer fire", of("stops")),
        ("hooks that newly fire", of("starts")),
    ];
    groups.into_iter().filter(|group| !group.1.is_empty()).collect()
}

fn rest(out: &mut String, all: usize) {
    if all > SHOWN {
        let _ = writeln!(out, "  and {} more", all - SHOWN);
    }
}

fn example(change: &Decision, quote: Quote) -> String {
    let mut shown = cut(&change.example, change.has_quotes, quote);
    // A verdict that is neither the one nor the other end can come from
    // both sides.
    let alike = change.old.behavior == change.new.behavior;
    if change.by_runner {
        shown.push_str(", which the runner asks about by itself");
    } else if alike && change.widens {
        shown.push_str(", looser: only the runner's own question is left");
    } else if matches!(change.new.behavior, "ask" | "none") {
        shown.push_str(if change.widens { ", looser" } else { ", stricter" });
    }
    match change.line {
        Some(line) => format!("{shown} ({})", log(line, change.events)),
        None => shown,
    }
}

fn hook_example(hook: &HookChange, quote: Quote) -> String {
    let shown = cut(&hook.example, hook.has_quotes, quote);
    match hook.events {
        0 => shown,
        events => format!("{shown} ({} of the log)", count(events, "event")),
    }
}

fn log(line: usize, events: usize) -> String {
    match events {
        0 | 1 => format!("line {line} of the log"),
        more => format!("line {line} and {} more of the log", more - 1),
    }
}

/// How a text of a policy is set apart from the words around it.
type Quote = fn(&str) -> String;

fn quoted(text: &str) -> String {
    format!("`{text}`")
}

/// The same in Markdown, where a text must not end its own quotes.
fn fenced(text: &str) -> String {
    let runs = text.split(|c| c != '`').map(str::len);
    let fence = "`".repeat(runs.max().unwrap_or(0) + 1);
    let edge = |at: Option<char>| at.is_none_or(|c| c == '`');
    let is_tight = edge(text.chars().next()) || edge(text.chars().last());
    let blank = if is_tight { " " } else { "" };
    format!("{fence}{blank}{text}{blank}{fence}")
}

/// An example in at most so many characters, its quotes closed. One of an
/// event with quotes of its own is quoted as a whole where these count.
fn cut(example: &str, has_quotes: bool, quote: Quote) -> String {
    let short = shortened(example, WIDE);
    let whole = quote(&short);
    if has_quotes && whole != quoted(&short) {
        return whole;
    }
    let open = short.matches('`').count() % 2 == 1;
    if open { format!("{short}`") } else { short }
}

/// What one policy says, in words.
fn side(verdict: &Verdict, quote: Quote) -> String {
    let does = match verdict.behavior {
        "allow" => "allowed",
        "ask" => "asked about",
        "deny" => "denied",
        _ => "decided by no rule",
    };
    let (Some(rule), Some(place)) = (&verdict.rule, &verdict.source) else {
        return does.to_owned();
    };
    let rule = quote(&shortened(rule, WIDE));
    format!("{does} by {rule} ({})", visible(place))
}

/// What there is to say at the end.
fn closing(report: &Report) -> String {
    let examples = count(report.examples, "example");
    let mut text = if report.differs {
        let changes = report.changes.len()
            + report.hooks.len()
            + report.settings.len()
            + report.unexplored.len();
        let found = count(changes, "difference");
        let more = match (report.widens, report.tighter) {
            (true, _) => "more may happen than before",
            (false, true) => "nothing more may happen than before",
            (false, false) => "none lets more happen than before",
        };
        let only = if only_approval(report) {
            ", for a new hook can approve calls"
        } else {
            ""
        };
        format!(
            "{found} on {examples}, each answered by both policies; \
             {more}{only}"
        )
    } else if report.proven {
        "the rules decide the same: each is covered by the other policy"
            .to_owned()
    } else {
        format!("no difference found on {examples}")
    };
    if !report.diagnostics.is_empty() {
        let errors = count(report.diagnostics.len(), "error");
        let _ = write!(text, "; what {errors} cost is not known");
    }
    if let Some(Log { name, events, changed, unreadable }) = &report.log {
        let events = count(*events, "event");
        let _ = write!(text, "; {changed} of {events} of `{name}` differ");
        if *unreadable > 0 {
            let _ = write!(text, ", {unreadable} could not be read");
        }
    }
    text
}

/// Whether more may happen only because of hooks that can approve.
fn only_approval(report: &Report) -> bool {
    let approves = |hook: &HookChange| hook.fires == "starts" && hook.approves;
    report.widens
        && !report.changes.iter().any(|change| change.widens)
        && !report.settings.iter().any(|setting| setting.widens)
        && !report.unexplored.iter().any(|rule| rule.widens)
        && report.hooks.iter().filter(|hook| hook.widens).all(approves)
}

fn capital(text: &str) -> String {
    let mut chars = text.chars();
    let first = chars.next().map(|c| c.to_ascii_uppercase());
    first.into_iter().chain(chars).collect()
}

/// A text in a cell of a table.
fn cell(text: &str) -> String {
    text.replace('|', "\\|")
}
