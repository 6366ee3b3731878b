mod critical;
mod ends;
mod faulty;
mod given;
mod laws;
mod stops;

use super::super::Behavior;
use super::super::engine::Scratch;
use super::super::state::State;
use super::super::steps::Plan;
use super::*;
use crate::dialect::{Dialect, OnDoubt};
use crate::event::{Context, Event, EventKind};
use crate::hook_set::Limits;
use crate::json::Tape;
use crate::load::{Family, Scope};
use crate::plan::Engine;
use crate::policy::{Input, Policy};

fn engine(settings: &str, dialect: &str) -> Engine {
    let input = Input {
        name: "s.json".into(),
        text: settings.into(),
        family: Family::Hookset,
        scope: Scope::Project,
        directory: None,
    };
    let dialect = Dialect::named(dialect).unwrap();
    let policy = Policy::from_sources([input], &dialect);
    policy.compile(&Limits::default()).unwrap()
}

fn plan(engine: &Engine, event: &str) -> Plan {
    let mut tape = Tape::new();
    let event = Event::read(event, &mut tape);
    let (context, state) = (Context::default(), State::default());
    engine.plan(&event, &context, &state, &mut Scratch::default())
}

const BASH: &str = r#"{"hook_event_name": "PreToolUse", "session_id": "s",
    "cwd": "/p", "tool_name": "Bash",
    "tool_input": {"command": "ls", "timeout": 5}}"#;

/// A plan of `n` command hooks on a call, under permissions.
fn commands(n: usize, permissions: &str, dialect: &str) -> (Engine, Plan) {
    let hooks: Vec<_> = (0..n)
        .map(|at| format!(r#"{{"type": "command", "command": "h{at}"}}"#))
        .collect();
    let settings = format!(
        r#"{{"permissions": {permissions},
            "hooks": {{"PreToolUse": [{{"hooks": [{}]}}]}}}}"#,
        hooks.join(",")
    );
    let engine = engine(&settings, dialect);
    let plan = plan(&engine, BASH);
    assert_eq!(plan.steps.len(), n);
    (engine, plan)
}

fn answered(
    (engine, plan): &(Engine, Plan),
    code: i32,
    stdout: &str,
    stderr: &str,
) -> Outcome {
    let ended = Ended::Exit { code: Some(code), stdout, stderr };
    let kind = plan.event.unwrap();
    outcome(&plan.steps[0], kind, &ended, engine.dialect())
}

#[test]
fn exit_codes_become_classes() {
    let set = commands(1, "{}", "claude");
    assert_eq!(answered(&set, 0, "", "").class, Class::Success);
    let blocked = answered(&set, 2, "", "no\n");
    assert_eq!(blocked.class, Class::Blocking);
    assert_eq!(blocked.decision, Decision::Deny);
    assert_eq!(blocked.reason.as_deref(), Some("no"));
    for code in [1, 127, 3] {
        let failed = answered(&set, code, "", "gone");
        assert_eq!(failed.class, Class::NonBlockingError);
        assert!(!failed.veto);
    }
    let allow = r#"{"hookSpecificOutput": {"hookEventName": "PreToolUse",
        "permissionDecision": "allow"}}"#;
    assert_eq!(answered(&set, 0, allow, "").decision, Decision::Allow);
    assert_eq!(answered(&set, 1, allow, "").decision, Decision::Allow);
    assert_eq!(answered(&set, 2, allow, "").decision, Decision::Deny);
    let zero_only = commands(1, "{}", "agent");
    let failed = answered(&zero_only, 1, allow, "");
    assert_eq!(failed.class, Class::NonBlockingError);
}

#[test]
fn answers_that_break_the_rules_are_errors() {
    let set = commands(1, "{}", "claude");
    for stdout in [
        "{",
        r#"{"continue": "no"}"#,
        r#"{"decision": "perhaps"}"#,
        r#"{"hookSpecificOutput": {"permissionDecision": "deny"}}"#,
        r#"{"hookSpecificOutput": {"hookEventName": "Stop"}}"#,
        r#"{"decision": "block",}"#,
    ] {
        let out = answered(&set, 0, stdout, "");
        assert_eq!(out.class, Class::NonBlockingError, "{stdout}");
        assert!(out.error.is_some());
    }
    let halt = answered(&set, 0, r#"{"continue": false}"#, "");
    assert_eq!(
        (halt.class, halt.halt, halt.veto),
        (Class::Blocking, true, true)
    );
}

/// Runners read on where a key stands twice, and past the mark that programs
/// of Windows put in front of UTF-8.
#[test]
fn an_answer_that_runners_read_is_not_lost() {
    for dialect in ["claude", "hookset"] {
        let set = commands(1, "{}", dialect);
        for stdout in [
            "\u{feff}{\"decision\": \"block\"}",
            r#"{"decision": "block", "reason": "a", "reason": "b"}"#,
            r#"{"decision": "approve", "decision": "block"}"#,
            r#"{"continue": false, "continue": true}"#,
            r#"{"asyncTimeout": 5, "decision": "block"}"#,
            r#"{"async": false, "asyncTimeout": 5, "decision": "block"}"#,
        ] {
            let out = answered(&set, 0, stdout, "");
            assert_eq!(out.class, Class::Blocking, "{stdout}");
            assert!(out.veto && out.detached.is_none(), "{stdout}");
        }
    }
}

/// What stops counts wherever it stands in the answer.
#[test]
fn the_order_of_keys_changes_nothing() {
    let request = r#""hookSpecificOutput": {
        "hookEventName": "PermissionRequest",
        "decision": {"behavior": "deny", "interrupt": true}}"#;
    let elicited = r#""hookSpecificOutput": {
        "hookEventName": "Elicitation", "action": "cancel"}"#;
    let dialect = Dialect::named("claude").unwrap();
    for (event, stops, goes_on) in [
        ("PermissionRequest", request, r#""continue": true"#),
        ("Elicitation", elicited, r#""decision": "approve""#),
    ] {
        let kind = EventKind::named(event).unwrap();
        let read = |first: &str, last: &str| {
            let text = format!("{{{first}, {last}}}");
            json::read(&text, kind, &dialect).unwrap()
        };
        let one = read(stops, goes_on);
        assert_eq!(one, read(goes_on, stops), "{event}");
        assert!(one.veto, "{event}");
        assert_eq!(one.halt, event == "PermissionRequest");
    }
}

#[test]
fn a_hook_lifts_no_rule() {
    let allow = Outcome { decision: Decision::Allow, ..Outcome::default() };
    for (permissions, wanted) in [
        (r#"{"deny": ["Bash(ls *)"]}"#, Decision::Deny),
        (r#"{"ask": ["Bash(ls *)"]}"#, Decision::Ask),
        ("{}", Decision::Allow),
    ] {
        let (_, plan) = commands(1, permissions, "hookset");
        let verdict = fold(&plan, &[(0, allow.clone())]);
        assert_eq!(verdict.decision, wanted, "{permissions}");
    }
}

#[test]
fn a_dialect_of_ones_own_counts() {
    use crate::dialect::{Fallback, Strategy};
    let dialect = Dialect {
        strategy: Strategy::FirstSource,
        fallback: Fallback::Deny,
        ..Dialect::default()
    };
    let files = [
        (Scope::Managed, r#"{"permissions": {"ask": ["Bash(npm *)"]}}"#),
        (Scope::Project, r#"{"permissions": {"allow": ["Bash(ls *)"]}}"#),
        (Scope::User, r#"{"permissions": {"deny": ["Bash(ls *)"]}}"#),
    ];
    let inputs = files.map(|(scope, text)| Input {
        name: "s.json".into(),
        text: text.into(),
        family: Family::Hookset,
        scope,
        directory: None,
    });
    let policy = Policy::from_sources(inputs, &dialect);
    let engine = policy.compile(&Limits::default()).unwrap();
    let plan_of = |command: &str| {
        let event = BASH.replace("\"ls\"", &format!("\"{command}\""));
        plan(&engine, &event)
    };
    assert_eq!(plan_of("ls").rules, Behavior::Allow);
    assert_eq!(plan_of("npm i").rules, Behavior::Ask);
    let nothing = plan_of("pwd");
    assert_eq!(nothing.rules, Behavior::None);
    assert_eq!(fold(&nothing, &[]).decision, Decision::Deny);
    // An image cannot carry it, and says so instead of changing it.
    let image = engine.set().image().to_vec();
    let bytes: crate::hook_set::Bytes = std::sync::Arc::new(image);
    assert!(Engine::from_image(bytes).is_err());
}

fn input(json: &str) -> Outcome {
    Outcome { input: Some(json.to_owned()), ..Outcome::default() }
}

#[test]
fn changes_of_the_input_are_merged_key_by_key() {
    let (_, plan) = commands(3, "{}", "hookset");
    let one = input(r#"{"command":"ls -l","timeout":5}"#);
    let two = input(r#"{"command":"ls","timeout":9,"new":1}"#);
    let verdict = fold(&plan, &[(1, two.clone()), (0, one.clone())]);
    let merged = r#"{"command":"ls -l","timeout":9,"new":1}"#;
    assert_eq!(verdict.input.as_deref(), Some(merged));
    assert_eq!(verdict.conflicts, []);
    let clash = input(r#"{"command":"pwd","timeout":5}"#);
    let verdict = fold(&plan, &[(2, clash), (0, one)]);
    assert_eq!(verdict.conflicts[0].what, "command");
    assert_eq!(verdict.conflicts[0].steps, [0, 2]);
    assert_eq!(verdict.decision, Decision::Ask);
    let unchanged = input(r#"{"timeout":5,"command":"ls"}"#);
    assert_eq!(fold(&plan, &[(0, unchanged)]).input, None);
}

/// No rule has seen it, and nobody can be asked.
#[test]
fn a_changed_input_is_refused_where_nobody_is_asked() {
    let (_, plan) = commands(1, "{}", "hookset");
    let new = [(0, input(r#"{"command":"ls -l"}"#))];
    let verdict = fold(&plan, &new);
    assert_eq!((verdict.decision, verdict.veto), (Decision::Ask, false));
    let mut alone = plan;
    alone.joining.denies_asking = true;
    let verdict = fold(&alone, &new);
    assert_eq!((verdict.decision, verdict.veto), (Decision::Deny, true));
    assert!(verdict.input.is_some(), "the rules may yet agree to it");
}

#[test]
fn a_changed_input_is_judged_again() {
    let deny = r#"{"deny": ["Bash(rm *)"], "allow": ["Bash(ls *)"]}"#;
    let (engine, plan) = commands(1, deny, "hookset");
    let context = Context::default();
    let judged = |json: &str| {
        let verdict = fold(&plan, &[(0, input(json))]);
        let mut scratch = Scratch::default();
        let place = (BASH, &context, &State::default());
        settle(&engine, &plan, verdict, place, &mut scratch)
    };
    let worse = judged(r#"{"command":"rm -rf x"}"#);
    assert_eq!(worse.verdict.decision, Decision::Deny);
    assert!(worse.verdict.veto);
    let same = judged(r#"{"command":"ls -l"}"#);
    assert_eq!(same.verdict.decision, Decision::Allow);
    assert!(same.payload.unwrap().contains("ls -l"));
    let other = judged(r#"{"command":"pwd"}"#);
    assert_eq!(other.verdict.decision, Decision::None);
}

/// Decisions that stand in the policy itself, on `Bash(rm *)`.
fn decided(decision: &str, command: &str, dialect: &Dialect) -> Decision {
    let settings = format!(
        r#"{{"hooks": {{"PreToolUse": [{{"hooks": [
            {{"type": "decision", "if": "Bash(rm *)",
              "permissionDecision": "{decision}"}}]}}]}}}}"#
    );
    let input = Input {
        name: "s.json".into(),
        text: settings,
        family: Family::Hookset,
        scope: Scope::Project,
        directory: None,
    };
    let policy = Policy::from_sources([input], dialect);
    let engine = policy.compile(&Limits::default()).unwrap();
    let plan = plan(&engine, &BASH.replace("\"ls\"", &quoted(command)));
    fold(&plan, &[]).decision
}

fn quoted(text: &str) -> String {
    let mut out = String::new();
    crate::json::quote(text, &mut out);
    out
}

#[test]
fn a_decision_bears_as_far_as_its_condition() {
    use Decision::{Allow, Ask, Deny, None};
    let strict = Dialect::default();
    for (command, deny, allow) in [
        ("rm x", Deny, Allow),
        ("ls", None, None),
        // For a part of the call: it stops, but lets nothing run.
        ("rm x; curl y | sh", Deny, None),
        ("rm x > y", Deny, None),
        // Only if what is in doubt turns out so.
        ("eval \"$X\"", Ask, None),
        ("$(cat x) y", Ask, None),
    ] {
        assert_eq!(decided("deny", command, &strict), deny, "{command}");
        assert_eq!(decided("allow", command, &strict), allow, "{command}");
    }
    let nobody = Dialect {
        on_doubt: crate::dialect::OnDoubt::Deny,
        ..Dialect::default()
    };
    assert_eq!(decided("deny", "eval \"$X\"", &nobody), Deny);
}

#[test]
fn a_decision_of_the_policy_judges_a_changed_input() {
    let settings = r#"{"hooks": {"PreToolUse": [{"hooks": [
        {"type": "command", "command": "c"},
        {"type": "decision", "if": "Bash(rm *)",
         "permissionDecision": "deny", "reason": "no"}]}]}}"#;
    let engine = engine(settings, "hookset");
    let plan = plan(&engine, BASH);
    assert_eq!(plan.steps.len(), 1);
    let context = Context::default();
    let judged = |json: &str| {
        let verdict = fold(&plan, &[(0, input(json))]);
        let mut scratch = Scratch::default();
        let place = (BASH, &context, &State::default());
        settle(&engine, &plan, verdict, place, &mut scratch).verdict
    };
    let worse = judged(r#"{"command":"rm -rf x"}"#);
    assert_eq!((worse.decision, worse.veto), (Decision::Deny, true));
    assert_eq!(worse.reasons, ["with the changed input, no"]);
    assert_eq!(worse.input, None);
    let fine = judged(r#"{"command":"ls -l"}"#);
    assert_eq!((fine.decision, fine.veto), (Decision::None, false));
}

/// What one file says too deeply keeps no other from being compiled.
#[test]
fn a_condition_is_refused_before_it_is_too_deep_for_a_set() {
    for depth in 0..80 {
        let open = "Bash(a *) && (Bash(b *) || (".repeat(depth / 2);
        let text = format!("{open}Read(~/x){}", "))".repeat(depth / 2));
        let settings = serde_json::json!({"hooks": {"PreToolUse": [
            {"hooks": [{"type": "command", "command": "x", "if": text}]}]}});
        engine(&settings.to_string(), "hookset");
    }
}

#[test]
fn an_image_of_a_dialect_of_its_own_says_so() {
    use crate::hook_set::ImageError;

    let mut dialect = Dialect::named("hookset").unwrap();
    dialect.on_doubt = OnDoubt::Deny;
    let input = Input {
        name: "a.json".to_owned(),
        text: r#"{"permissions": {"deny": ["Bash(rm *)"]}}"#.to_owned(),
        family: Family::Claude,
        scope: Scope::Project,
        directory: None,
    };
    let policy = Policy::from_sources([input], &dialect);
    let engine = policy.compile(&Limits::default()).unwrap();
    let image = std::sync::Arc::new(engine.set().image().to_vec());
    let found = Engine::from_image(image).unwrap_err();
    assert_eq!(found, ImageError::Dialect);
}

#[test]
fn what_would_ask_is_denied_where_a_file_says_so() {
    let settings = |ask: &str| {
        format!(
            r#"{{"permissions": {{"denyInsteadOfPrompting": {ask},
                "ask": ["Bash(ls *)"], "deny": ["Bash(rm *)"]}},
                "hooks": {{"PreToolUse": [{{"hooks": [
                    {{"type": "decision", "permissionDecision": "ask",
                      "if": "Bash(pwd)"}}]}}]}}}}"#
        )
    };
    let says = |ask: &str, dialect: &str, command: &str| {
        let engine = engine(&settings(ask), dialect);
        let image: crate::hook_set::Bytes =
            std::sync::Arc::new(engine.set().image().to_vec());
        let loaded = Engine::from_image(image).unwrap();
        let event = BASH.replace("\"ls\"", &quoted(command));
        let [one, two] = [engine, loaded].map(|engine| {
            let plan = plan(&engine, &event);
            fold(&plan, &[])
        });
        assert_eq!(one, two);
        one.decision
    };
    for (command, asked) in [
        ("ls", Decision::Ask),
        ("pwd", Decision::Ask),
        ("$X", Decision::Ask),
        ("git log", Decision::None),
    ] {
        let denied = match asked {
            Decision::Ask => Decision::Deny,
            other => other,
        };
        for dialect in ["hookset", "claude", "claude@2.1.319"] {
            // Only our own reads decisions in doubt as questions.
            if command == "$X" && dialect != "hookset" {
                continue;
            }
            assert_eq!(says("true", dialect, command), denied, "{command}");
            assert_eq!(says("false", dialect, command), asked, "{command}");
        }
    }
    // Before 2.1.319 it meant nothing.
    assert_eq!(says("true", "claude@2.1.318", "ls"), Decision::Ask);
}
