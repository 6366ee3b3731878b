//! What holds for all outcomes, in every order.

use std::collections::BTreeMap;

use proptest::prelude::*;
use serde_json::Value;

use super::*;

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
    let json = proptest::option::of(any_input());
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

/// Inputs that leave keys as they are, change them, drop them, add some.
fn any_input() -> impl Strategy<Value = String> {
    let value = || {
        prop_oneof![
            Just(r#""ls""#.to_owned()),
            Just(r#""rm x""#.to_owned()),
            Just(r#""pwd""#.to_owned()),
            Just("5".to_owned()),
            Just("[1]".to_owned()),
            Just("[1, 2]".to_owned()),
        ]
    };
    let key = prop_oneof![
        3 => Just("command"),
        2 => Just("timeout"),
        1 => Just("list"),
        1 => Just("new"),
    ];
    proptest::collection::btree_map(key, value(), 0..4).prop_map(|pairs| {
        let pairs = pairs.iter().map(|(k, v)| format!("\"{k}\":{v}"));
        format!("{{{}}}", pairs.collect::<Vec<_>>().join(","))
    })
}

fn any_outcomes() -> impl Strategy<Value = Vec<(usize, Outcome)>> {
    proptest::collection::vec((0..5_usize, any_outcome()), 0..7)
}

/// Outcomes, and the same in another order.
fn shuffled() -> impl Strategy<Value = [Vec<(usize, Outcome)>; 2]> {
    any_outcomes().prop_flat_map(|outcomes| {
        let other = Just(outcomes.clone()).prop_shuffle();
        other.prop_map(move |other| [outcomes.clone(), other])
    })
}

fn rules() -> impl Strategy<Value = Behavior> {
    prop_oneof![
        Just(Behavior::None),
        Just(Behavior::Allow),
        Just(Behavior::Ask),
        Just(Behavior::Deny),
    ]
}

const DIALECTS: [&str; 4] = ["hookset", "claude", "agent", "pattern"];

/// The call the plans of these laws are about, with a key that no rule
/// looks at.
const CALL: &str = r#"{"hook_event_name": "PreToolUse", "session_id": "s",
    "cwd": "/p", "tool_name": "Bash",
    "tool_input": {"command": "ls", "timeout": 5, "list": [1]}}"#;

/// Plans of five command hooks, under rules that a change of the input may
/// meet, made once for each dialect.
fn base(dialect: usize) -> &'static (Engine, Plan) {
    type Made = std::sync::OnceLock<(Engine, Plan)>;
    static MADE: [Made; 4] =
        [Made::new(), Made::new(), Made::new(), Made::new()];
    MADE[dialect].get_or_init(|| {
        let rules = r#"{"deny": ["Bash(rm *)"], "allow": ["Bash(pwd)"]}"#;
        let (engine, _) = commands(5, rules, DIALECTS[dialect]);
        let plan = plan(&engine, CALL);
        (engine, plan)
    })
}

/// What outcomes come to, with the changed input judged.
fn settled(at: usize, plan: &Plan, all: &[(usize, Outcome)]) -> Settled {
    let engine = &base(at).0;
    let (context, mut scratch) = (Context::default(), Scratch::default());
    let verdict = fold(plan, all);
    let place = (CALL, &context, &State::default());
    settle(engine, plan, verdict, place, &mut scratch)
}

fn deny() -> Outcome {
    let decision = Decision::Deny;
    Outcome { decision, veto: true, ..Outcome::default() }
}

/// Which of two verdicts lets more run: the first must not.
fn no_milder(after: &Verdict, before: &Verdict) -> bool {
    after.decision >= before.decision
        && after.veto >= before.veto
        && after.halt >= before.halt
}

proptest! {
    #[test]
    fn the_order_of_outcomes_does_not_count(
        [outcomes, other] in shuffled(),
        rules in rules(),
        at in 0..4_usize,
    ) {
        let mut plan = base(at).1.clone();
        plan.rules = rules;
        prop_assert_eq!(fold(&plan, &outcomes), fold(&plan, &other));
        let (one, two) =
            (settled(at, &plan, &outcomes), settled(at, &plan, &other));
        prop_assert_eq!(one, two);
    }

    #[test]
    fn a_deny_permits_nothing(
        outcomes in any_outcomes(),
        step in 0..5_usize,
        place in any::<proptest::sample::Index>(),
        rules in rules(),
        at in 0..4_usize,
    ) {
        let mut plan = base(at).1.clone();
        plan.rules = rules;
        let mut with = outcomes.clone();
        with.insert(place.index(outcomes.len() + 1), (step, deny()));
        let (before, after) =
            (fold(&plan, &outcomes), fold(&plan, &with));
        prop_assert!(no_milder(&after, &before));
        prop_assert!(after.veto);
        prop_assert_eq!(after.decision, Decision::Deny);
        // What is stopped runs with no input, changed or not.
        prop_assert_eq!(&after.input, &None);
        let (before, after) =
            (settled(at, &plan, &outcomes), settled(at, &plan, &with));
        prop_assert!(no_milder(&after.verdict, &before.verdict));
        prop_assert!(after.verdict.veto);
        prop_assert_eq!(after.payload, None);
    }

    /// What is not known lets nothing more run than an answer that says
    /// nothing.
    #[test]
    fn a_missing_answer_permits_nothing(
        outcomes in any_outcomes(),
        rules in rules(),
        at in 0..4_usize,
    ) {
        let mut plan = base(at).1.clone();
        plan.rules = rules;
        let silent = (0..5).map(|at| (at, Outcome::default()));
        let all: Vec<_> = outcomes.iter().cloned().chain(silent).collect();
        let (before, after) = (fold(&plan, &all), fold(&plan, &outcomes));
        prop_assert!(no_milder(&after, &before));
        let some_missing = !after.unfinished.is_empty();
        prop_assert!(!some_missing || after.decision >= Decision::Ask);
        let (before, after) =
            (settled(at, &plan, &all), settled(at, &plan, &outcomes));
        prop_assert!(no_milder(&after.verdict, &before.verdict));
        let decision = after.verdict.decision;
        prop_assert!(!some_missing || decision >= Decision::Ask);
    }

    #[test]
    fn a_deny_of_the_rules_permits_nothing(
        outcomes in any_outcomes(),
        rules in rules(),
        at in 0..4_usize,
    ) {
        let mut plan = base(at).1.clone();
        plan.rules = rules;
        let before = fold(&plan, &outcomes);
        plan.rules = Behavior::Deny;
        let after = fold(&plan, &outcomes);
        prop_assert!(no_milder(&after, &before));
        prop_assert!(after.veto);
        prop_assert_eq!(after.decision, Decision::Deny);
    }

    /// A change to `rm` is denied by the rules, whoever makes it and
    /// whatever others say; nothing that is denied has a veto missing.
    #[test]
    fn a_changed_input_meets_the_rules(
        outcomes in any_outcomes(),
        rules in rules(),
        at in 0..4_usize,
    ) {
        let mut plan = base(at).1.clone();
        plan.rules = rules;
        let changed = fold(&plan, &outcomes).input;
        let done = settled(at, &plan, &outcomes).verdict;
        prop_assert_eq!(done.veto, done.decision == Decision::Deny
            || outcomes.iter().any(|(_, outcome)| outcome.veto));
        prop_assert!(!done.veto || done.input.is_none());
        if let Some(input) = changed {
            let input: Value = serde_json::from_str(&input).unwrap();
            prop_assert!(done.veto || input["command"] != "rm x");
            let passes = input["command"] == "pwd" && !done.hooks_veto;
            prop_assert!(!done.veto || !passes
                || done.hooks == Decision::Deny);
        }
    }

    #[test]
    fn a_halt_stays(
        outcomes in any_outcomes(),
        rules in rules(),
        at in 0..4_usize,
    ) {
        let mut plan = base(at).1.clone();
        plan.rules = rules;
        let done = settled(at, &plan, &outcomes).verdict;
        let any = |does: fn(&Outcome) -> bool| {
            outcomes.iter().any(|(_, outcome)| does(outcome))
        };
        prop_assert_eq!(done.halt, any(|outcome| outcome.halt));
        prop_assert!(done.veto || !any(|outcome| outcome.veto));
        prop_assert!(done.stop_reason.is_none() || done.halt);
    }

    /// The merge, said again in the plainest way: per key, the last step
    /// that changes it counts; two that change it differently conflict.
    #[test]
    fn changes_are_merged_as_the_plain_merge_says(
        inputs in proptest::collection::vec((0..5_usize, any_input()), 0..5),
        rules in rules(),
    ) {
        let mut plan = base(0).1.clone();
        plan.rules = rules;
        // The others change nothing.
        let changes = inputs.iter().map(|(at, json)| (*at, input(json)));
        let others = (0..5).map(|at| (at, Outcome::default()));
        let outcomes: Vec<_> = changes.chain(others).collect();
        let verdict = fold(&plan, &outcomes);
        let mut sorted = inputs.clone();
        sorted.sort();
        let read = |json: &str| -> BTreeMap<String, Value> {
            serde_json::from_str(json).unwrap()
        };
        let before = read(plan.input.as_deref().unwrap());
        let mut merged = before.clone();
        let mut changes: BTreeMap<String, Vec<Option<Value>>> =
            BTreeMap::new();
        for (_, json) in &sorted {
            let now = read(json);
            for key in ["command", "timeout", "list", "new"] {
                if now.get(key) == before.get(key) {
                    continue;
                }
                let value = now.get(key).cloned();
                match &value {
                    Some(value) => merged.insert(key.into(), value.clone()),
                    None => merged.remove(key),
                };
                changes.entry(key.into()).or_default().push(value);
            }
        }
        let changed = (merged != before).then_some(merged);
        prop_assert_eq!(verdict.input.as_deref().map(read), changed);
        let clash = changes.iter().filter(|(_, all)| {
            all.iter().any(|value| *value != all[0])
        });
        let clash: Vec<&str> = clash.map(|(key, _)| key.as_str()).collect();
        let found: Vec<&str> =
            verdict.conflicts.iter().map(|c| c.what.as_str()).collect();
        prop_assert_eq!(found, clash.clone());
        let asks = verdict.hooks == Decision::Ask;
        prop_assert_eq!(asks, !clash.is_empty());
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
