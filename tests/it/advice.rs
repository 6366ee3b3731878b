//! What findings advise, followed: the text that a help line ends with gives
//! no finding of its own, and does what the first one was written for.

use hookset::diagnostic::{Diagnostic, Severity};
use hookset::dialect::Dialect;
use hookset::event::{Context, Event};
use hookset::hook_set::Limits;
use hookset::json::Tape;
use hookset::lint;
use hookset::load::{Family, Scope};
use hookset::plan::Scratch;
use hookset::policy::{Input, Policy};
use serde_json::{Value, json};

fn policy(settings: &Value, dialect: &str) -> Policy {
    let input = Input {
        name: "settings.json".into(),
        text: settings.to_string(),
        family: Family::Claude,
        scope: Scope::Project,
        directory: None,
    };
    Policy::from_sources([input], &Dialect::named(dialect).unwrap())
}

fn rule(list: &str, rule: &str, dialect: &str) -> Policy {
    policy(&json!({ "permissions": { list: [rule] } }), dialect)
}

fn found(policy: &Policy, code: &str) -> Vec<Diagnostic> {
    let found = lint::check(policy).into_iter();
    found.filter(|found| found.code.name() == code).collect()
}

/// What a help line has in its last backticks.
fn advised(found: &Diagnostic) -> String {
    let help = found.help.as_deref().unwrap();
    help.rsplit('`').nth(1).unwrap().to_owned()
}

fn answer(policy: Policy, command: &str) -> &'static str {
    let engine = policy.compile(&Limits::default()).unwrap();
    let event = json!({
        "hook_event_name": "PreToolUse",
        "tool_name": "Bash",
        "tool_input": { "command": command },
    });
    let event = event.to_string();
    let (mut tape, mut scratch) = (Tape::new(), Scratch::default());
    let event = Event::read(&event, &mut tape);
    let context = Context {
        cwd: Some("/srv/proj".to_owned()),
        home: Some("/home/u".to_owned()),
        ..Context::default()
    };
    let answer = engine.answer(&event, &context, &mut scratch);
    answer.permission.behavior.as_str()
}

#[test]
fn flags_are_stopped_in_every_place() {
    let rows = [
        ("Bash(rm -rf *)", ["rm -rf x", "rm x -rf", "rm -v -rf x"]),
        (
            "Bash(git push --force *)",
            ["git push --force", "git push a --force", "git push a b --force"],
        ),
    ];
    for (text, commands) in rows {
        let found = found(&rule("deny", text, "claude"), "flag-spelling");
        let better = format!("Bash({})", advised(&found[0]));
        let policy = || rule("deny", &better, "claude");
        let again = lint::check(&policy());
        let worst = again.iter().map(|found| found.severity).max();
        assert!(worst.is_none_or(|s| s == Severity::Info), "{again:?}");
        for command in commands {
            assert_eq!(answer(policy(), command), "deny", "{command}");
        }
        assert_eq!(answer(policy(), "rm x"), "none");
    }
}
