use proptest::prelude::*;

use super::super::Behavior;
use super::super::engine::Scratch;
use super::super::state::State;
use super::super::steps::Plan;
use super::*;
use crate::dialect::Dialect;
use crate::event::{Context, Event};
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
        r#"{"continue": true, "continue": false}"#,
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
        (Scope::User, r#"{"permissions": {"allow": ["Bash(ls *)"]}}"#),
        (Scope::Project, r#"{"permissions": {"deny": ["Bash(ls *)"]}}"#),
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

#[test]
fn a_changed_input_is_judged_again() {
    let deny = r#"{"deny": ["Bash(rm *)"], "allow": ["Bash(ls *)"]}"#;
    let (engine, plan) = commands(1, deny, "hookset");
    let context = Context::default();
    let judged = |json: &str| {
        let verdict = fold(&plan, &[(0, input(json))]);
        let mut scratch = Scratch::default();
        settle(&engine, &plan, verdict, (BASH, &context), &mut scratch)
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

/// Outcomes of every kind.
fn any_outcome() -> impl Strategy<Value = Outcome> {
    let decision = prop_oneof![
        Just(Decision::None),
        Just(Decision::Allow),
        Just(Decision::Ask),
        Just(Decision::Defer),
        Just(Decision::Deny),
    ];
    let class = prop_oneof![
        Just(Class::Success),
        Just(Class::Blocking),
        Just(Class::NonBlockingError),
        Just(Class::Cancelled),
    ];
    let text = || proptest::option::of("[ab]{1,2}");
    let json = proptest::option::of(prop_oneof![
        Just(r#"{"command":"a"}"#.to_owned()),
        Just(r#"{"command":"ls","timeout":6}"#.to_owned()),
        Just(r#"{"timeout":5,"command":"ls"}"#.to_owned()),
    ]);
    let flags = (any::<bool>(), any::<bool>(), any::<bool>());
    (class, decision, flags, text(), text(), text(), json).prop_map(
        |(class, decision, (veto, halt, suppress), a, b, c, input)| Outcome {
            class,
            decision,
            veto: veto || decision == Decision::Deny,
            halt,
            suppress,
            reason: a.clone(),
            context: b.clone(),
            stop_reason: c.clone(),
            error: c,
            output: b,
            message: a,
            input,
            ..Outcome::default()
        },
    )
}

fn any_outcomes() -> impl Strategy<Value = Vec<(usize, Outcome)>> {
    proptest::collection::vec((0..5_usize, any_outcome()), 0..7)
}

fn rules() -> impl Strategy<Value = Behavior> {
    prop_oneof![
        Just(Behavior::None),
        Just(Behavior::Allow),
        Just(Behavior::Ask),
        Just(Behavior::Deny),
    ]
}

fn base(dialect: &str) -> Plan {
    commands(5, "{}", dialect).1
}

proptest! {
    #[test]
    fn the_order_of_outcomes_does_not_count(
        outcomes in any_outcomes(),
        shuffled in any::<proptest::sample::Index>(),
        rules in rules(),
        strict in any::<bool>(),
    ) {
        let mut plan = base(if strict { "hookset" } else { "claude" });
        plan.rules = rules;
        let wanted = fold(&plan, &outcomes);
        let mut other = outcomes.clone();
        other.reverse();
        prop_assert_eq!(&fold(&plan, &other), &wanted);
        if !other.is_empty() {
            let by = shuffled.index(other.len());
            other.rotate_left(by);
            prop_assert_eq!(&fold(&plan, &other), &wanted);
        }
    }

    #[test]
    fn a_deny_permits_nothing(
        outcomes in any_outcomes(),
        at in 0..5_usize,
        rules in rules(),
    ) {
        let mut plan = base("hookset");
        plan.rules = rules;
        let before = fold(&plan, &outcomes);
        let deny = Outcome {
            decision: Decision::Deny,
            veto: true,
            ..Outcome::default()
        };
        let mut with = outcomes.clone();
        with.push((at, deny));
        let after = fold(&plan, &with);
        prop_assert!(after.decision >= before.decision);
        prop_assert!(after.veto);
        prop_assert!(after.halt >= before.halt);
        plan.rules = Behavior::Deny;
        let ruled = fold(&plan, &outcomes);
        prop_assert!(ruled.decision >= before.decision && ruled.veto);
    }
}

/// Answers as programs print them, good and bad.
fn any_stdout() -> impl Strategy<Value = String> {
    let key = prop_oneof![
        Just("continue"),
        Just("decision"),
        Just("hookSpecificOutput"),
        Just("systemMessage"),
        Just("async"),
        Just("asyncTimeout"),
        Just("ok"),
        Just("x"),
    ];
    let value = prop_oneof![
        Just("true"),
        Just("false"),
        Just("30"),
        Just(r#""approve""#),
        Just(r#""allow""#),
        Just(r#"{"hookEventName":"PreToolUse","permissionDecision":"allow"}"#),
        Just(r#"{"hookEventName":"Stop","updatedInput":{}}"#),
        Just("["),
    ];
    let pairs = proptest::collection::vec((key, value), 0..4);
    let object = pairs.prop_map(|pairs| {
        let pairs: Vec<_> =
            pairs.iter().map(|(k, v)| format!("\"{k}\":{v}")).collect();
        format!("{{{}}}", pairs.join(","))
    });
    prop_oneof![object, "\\PC{0,20}", r#"[{}":,a ]{0,20}"#]
}

proptest! {
    #[test]
    fn whatever_is_printed_exit_code_two_blocks(
        stdout in any_stdout(),
        stderr in "\\PC{0,9}",
        dialect in 0..4_usize,
    ) {
        let names = ["claude", "agent", "pattern", "hookset"];
        let set = commands(1, "{}", names[dialect]);
        let out = answered(&set, 2, &stdout, &stderr);
        prop_assert_eq!(out.class, Class::Blocking);
        prop_assert_eq!(out.decision, Decision::Deny);
        prop_assert!(out.veto);
        let failed = answered(&set, 1, "", &stderr);
        prop_assert_eq!(failed.class, Class::NonBlockingError);
    }

    #[test]
    fn every_answer_to_every_event_is_read(
        text in any_stdout(),
        code in 0..3_i32,
    ) {
        let (engine, mut plan) = commands(1, "{}", "hookset");
        let step = &mut plan.steps[0];
        for kind in crate::event::EventKind::all() {
            let texts = [text.as_str()];
            for ended in [
                Ended::Exit { code: Some(code), stdout: &text, stderr: "" },
                Ended::Http { status: 200, body: &text },
                Ended::Tool { is_error: false, texts: &texts },
                Ended::Model { text: &text },
            ] {
                let out = outcome(step, kind, &ended, engine.dialect());
                let blocks = out.veto || out.halt;
                prop_assert!(!blocks || out.class == Class::Blocking);
                let failed = out.class == Class::NonBlockingError;
                prop_assert!(!failed || out.decision == Decision::None);
            }
        }
    }
}
