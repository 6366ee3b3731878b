//! What is said about everyday misses; `tests/it/why.rs` holds that it
//! agrees with the evaluators.

use super::{Explained, Verdict};
use crate::dialect::Dialect;
use crate::event::{Context, Event};
use crate::hook_set::Limits;
use crate::json::Tape;
use crate::load::{Family, Scope};
use crate::plan::Scratch;
use crate::policy::{Input, Policy};

/// What is said about a policy, one line for each rule: the cause, the part
/// of the rule, the part of the event, the message and the help.
fn said(dialect: &str, policy: &str, event: &str) -> Vec<String> {
    let input = Input {
        name: "p.json".to_owned(),
        text: policy.to_owned(),
        family: Family::Hookset,
        scope: Scope::Project,
        directory: None,
    };
    let dialect = Dialect::named(dialect).unwrap();
    let policy = Policy::from_sources([input], &dialect);
    let engine = policy.compile(&Limits::default()).unwrap();
    let context = Context {
        cwd: Some("/srv/proj".to_owned()),
        home: Some("/home/u".to_owned()),
        links: vec![("/srv/proj/l".to_owned(), "/etc/x".to_owned())],
        ..Context::default()
    };
    let mut tape = Tape::new();
    let event = Event::read(event, &mut tape);
    let mut scratch = Scratch::default();
    let answer = engine.answer(&event, &context, &mut scratch);
    engine.explain(&event, &answer).iter().map(line).collect()
}

fn line(each: &Explained) -> String {
    match &each.verdict {
        Verdict::Matched(found) => {
            let places: Vec<_> =
                found.places.iter().map(|spot| spot.as_str()).collect();
            let rest: Vec<_> =
                found.uncovered.iter().map(|spot| spot.as_str()).collect();
            let note = found.note.as_deref().unwrap_or("");
            format!("matched {places:?} {rest:?} {note}")
        }
        Verdict::Missed(miss) => {
            let rule = miss.rule.as_ref().map_or("", |part| &part.text);
            let event = miss.event.as_ref().map_or("", |spot| spot.as_str());
            let help = miss.help.as_deref().unwrap_or("");
            let (cause, message) = (miss.cause.as_str(), &miss.message);
            format!("{cause} [{rule}] [{event}] {message} | {help}")
        }
    }
}

fn rule(list: &str, text: &str) -> String {
    serde_json::json!({ "permissions": { list: [text] } }).to_string()
}

fn call(tool: &str, input: serde_json::Value) -> String {
    serde_json::json!({
        "hook_event_name": "PreToolUse",
        "tool_name": tool,
        "tool_input": input,
    })
    .to_string()
}

fn key(tool: &str) -> &'static str {
    match tool {
        "Bash" | "PowerShell" => "command",
        "WebFetch" => "url",
        "Agent" => "subagent_type",
        "Skill" => "skill",
        "Grep" | "Glob" | "Cd" => "path",
        _ => "file_path",
    }
}

/// A rule, a call, what is said.
const ROWS: &str = include_str!("tests/rules.txt");

#[test]
fn what_is_said_about_rules() {
    let show = std::env::var_os("SHOW_WHY").is_some();
    let mut wrong = 0;
    let mut lines = ROWS.lines().filter(|line| !line.starts_with('#'));
    while let Some(head) = lines.next() {
        let expected = lines.next().unwrap_or("").trim_start();
        let mut parts = head.split(" ~ ");
        let mut next = || parts.next().unwrap_or("");
        let (dialect, list, text) = (next(), next(), next());
        let (tool, value) = (next(), next());
        let event = call(tool, serde_json::json!({ key(tool): value }));
        let got = said(dialect, &rule(list, text), &event).join(" // ");
        if show {
            println!("{head}\n    {got}");
        } else if got != expected {
            wrong += 1;
            println!("{head}\n    {got}\n    but expected\n    {expected}");
        }
    }
    assert_eq!(wrong, 0, "rows about which something else is said");
}

#[test]
fn what_is_said_about_hooks() {
    let hook = |matcher: &str, condition: &str| {
        serde_json::json!({"hooks": {"PreToolUse": [{
            "matcher": matcher,
            "hooks": [{
                "type": "command", "command": "x", "if": condition
            }],
        }]}})
        .to_string()
    };
    let event = call("Bash", serde_json::json!({"command": "git push"}));
    for (matcher, condition, expected) in [
        (
            "bash",
            "Bash(git *)",
            "case [bash] [Bash] `bash` is not `Bash`: letter case counts | ",
        ),
        (
            "Edit|Write",
            "Bash",
            "matcher [Edit|Write] [Bash] none of `Edit|Write` is `Bash` | ",
        ),
        (
            "^Ba$",
            "Bash",
            "matcher [^Ba$] [Bash] the expression `^Ba$` is not found in \
             `Bash` | ",
        ),
        (
            "Bash",
            "Bash(git status *)",
            "word [status] [push] `push` stands where the rule has `status` \
             | ",
        ),
        (
            "Bash",
            "Bash(git *) && !Bash(git push *)",
            "negated [Bash(git push *)] [] `Bash(git push *)` holds, and `!` \
             stands before it | ",
        ),
        (
            "Bash",
            "tool_input.command == \"git pull\"",
            "value [git pull] [git push] `tool_input.command` is \
             `git push`, not `git pull` | ",
        ),
        ("Bash", "Bash(git *)", "matched [\"git push\"] [] command `x`"),
    ] {
        let said = said("hookset", &hook(matcher, condition), &event);
        assert_eq!(said, [expected], "{matcher} {condition}");
    }
}

/// A star would not cover what an allow rule matches by its full text alone.
#[test]
fn no_star_is_advised_that_would_not_help() {
    let event = r#"{"hook_event_name": "PreToolUse", "tool_name": "Bash",
        "tool_input": {"command": "sudo apt update"}}"#;
    let of = |list: &str| {
        let policy =
            format!(r#"{{"permissions": {{"{list}": ["Bash(sudo apt)"]}}}}"#);
        said("hookset", &policy, event).join("\n")
    };
    assert!(of("deny").contains("add ` *`"), "{}", of("deny"));
    assert!(!of("allow").contains("add ` *`"), "{}", of("allow"));
}
