//! Which guards are named where a doubt decides.

use std::sync::Arc;

use hookset::event::{Context, Event};
use hookset::json::Tape;
use hookset::load::{Family, Scope};
use hookset::{Dialect, Engine, Input, Limits, Policy};

const RULES: [&str; 4] = [
    "Bash(git push *)",
    "Read(.env)",
    "Read(**/*secret*)",
    "Edit(/locked/**)",
];

fn engine(rules: &[&str], effect: &str) -> Engine {
    let text = serde_json::json!({"permissions": {effect: rules}});
    let input = Input {
        name: "settings.json".into(),
        text: text.to_string(),
        family: Family::Hookset,
        scope: Scope::Project,
        directory: None,
    };
    let policy = Policy::from_sources([input], &Dialect::default());
    policy.compile(&Limits::default()).unwrap()
}

/// What is named, and how it is said.
fn told(engine: &Engine, command: &str) -> (String, String) {
    let call = serde_json::json!({"hook_event_name": "PreToolUse",
        "tool_name": "Bash", "tool_input": {"command": command},
        "cwd": "/srv/shop"})
    .to_string();
    let mut tape = Tape::new();
    let event = Event::read(&call, &mut tape);
    let (context, mut scratch) = (Context::default(), Default::default());
    let plain = engine.answer(&event, &context, &mut scratch).permission;
    let answer = engine.told(&event, &context, &mut scratch);
    assert_eq!(answer.permission.behavior, plain.behavior, "{command}");
    assert_eq!(answer.permission.why, plain.why, "{command}");
    let reason = engine.reason(&answer, command);
    let rule = answer.permission.rule.and_then(|id| engine.rule(id));
    (rule.map_or(String::new(), |rule| rule.text.into_owned()), reason)
}

#[test]
fn the_guard_is_named_that_a_doubt_comes_from() {
    let rows = [
        ("cat cmd/*.go", "Read(**/*secret*)", ""),
        ("cat *", "Read(.env)", "`Read(.env)` or `Read(**/*secret*)`"),
        ("git $VERB", "Bash(git push *)", "`Bash(git push *)` matches"),
        ("ls >> lock*/a", "Edit(/locked/**)", "`Edit(/locked/**)` matches"),
    ];
    for effect in ["deny", "ask"] {
        let engine = engine(&RULES, effect);
        let image = engine.set().image().to_vec();
        let image = Engine::from_image(Arc::new(image)).unwrap();
        for (command, rule, said) in rows {
            let (named, reason) = told(&engine, command);
            assert_eq!(named, rule, "{effect} {command}: {reason}");
            assert!(reason.contains(said), "{effect} {command}: {reason}");
            assert_eq!(told(&image, command), (named, reason), "{command}");
        }
    }
}

/// Where there are more guards than are asked, the first of their kind is
/// named, and that there are others.
#[test]
fn of_many_guards_the_first_of_their_kind_is_named() {
    let many: Vec<String> =
        (0..100).map(|at| format!("Read(**/*secret{at}*)")).collect();
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    let (named, reason) = told(&engine(&many, "deny"), "cat *");
    assert_eq!(named, "Read(**/*secret0*)");
    assert!(reason.contains("or another `Read` rule"), "{reason}");
}
