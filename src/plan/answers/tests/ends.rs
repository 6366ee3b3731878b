//! Ends that say less than they mean, and what stays of answers.

use super::*;

fn step(event: &str, handler: &str) -> (Engine, Plan) {
    let settings =
        format!(r#"{{"hooks": {{"{event}": [{{"hooks": [{handler}]}}]}}}}"#);
    let engine = engine(&settings, "claude");
    let payload = BASH.replace("PreToolUse", event);
    let plan = plan(&engine, &payload);
    assert_eq!(plan.steps.len(), 1, "{event}");
    (engine, plan)
}

const COMMAND: &str = r#"{"type": "command", "command": "c"}"#;

/// Where exit code 2 stops nothing, what the answer says counts as behind
/// any other code; that it approves does not.
#[test]
fn exit_code_2_loses_no_deny() {
    let set = step("PermissionRequest", COMMAND);
    let answer = |behavior: &str| {
        format!(
            r#"{{"hookSpecificOutput": {{
                "hookEventName": "PermissionRequest",
                "decision": {{"behavior": "{behavior}"}}}}}}"#
        )
    };
    let no = answered(&set, 2, &answer("deny"), "");
    assert_eq!((no.decision, no.veto), (Decision::Deny, true));
    let yes = answered(&set, 2, &answer("allow"), "");
    assert_eq!((yes.decision, yes.veto), (Decision::None, false));

    let set = step("PostToolUse", COMMAND);
    let hidden = r#"{"hookSpecificOutput": {"hookEventName": "PostToolUse",
        "updatedToolOutput": "***"}}"#;
    let out = answered(&set, 2, hidden, "a secret");
    assert_eq!(out.output.as_deref(), Some("\"***\""));
    assert_eq!(out.feedback.as_deref(), Some("a secret"));
}

#[test]
fn an_exit_code_without_a_word_is_told() {
    for event in ["PermissionRequest", "Notification", "SessionStart"] {
        let set = step(event, COMMAND);
        let outcome = answered(&set, 2, "", "");
        let verdict = fold(&set.1, &[(0, outcome)]);
        let said = verdict.errors.first().map(|error| &*error.message);
        assert_eq!(said, Some("exit code 2"), "{event}");
    }
    let feedback = answered(&step("PostToolUse", COMMAND), 2, "", "").feedback;
    assert_eq!(feedback.as_deref(), Some("exit code 2"));
}

#[test]
fn what_nobody_waits_for_is_said_to_be_lost() {
    let late = r#"{"async": true, "decision": "block"}"#;
    let out = answered(&commands(1, "{}", "claude"), 0, late, "");
    assert_eq!((out.veto, out.notices.len()), (false, 1));
    let quiet = r#"{"async": true, "systemMessage": "hi"}"#;
    let out = answered(&commands(1, "{}", "claude"), 0, quiet, "");
    assert_eq!(out.notices, [""; 0]);
}

#[test]
fn nothing_goes_on_or_stops_where_a_task_is_made() {
    let set = step("TaskCreated", COMMAND);
    let out = answered(&set, 0, r#"{"continue": false}"#, "");
    assert_eq!((out.halt, out.veto, out.notices.len()), (false, false, 1));
    assert!(answered(&set, 0, r#"{"decision": "block"}"#, "").veto);
}

/// Handlers that differ in what they lead to are not the same.
#[test]
fn twins_that_differ_run_both() {
    for (one, other) in [
        (
            r#"{"type": "prompt", "prompt": "x", "continueOnBlock": true}"#,
            r#"{"type": "prompt", "prompt": "x"}"#,
        ),
        (
            r#"{"type": "agent", "prompt": "x", "model": "a"}"#,
            r#"{"type": "agent", "prompt": "x", "model": "b"}"#,
        ),
        (
            r#"{"type": "http", "url": "https://a.example"}"#,
            r#"{"type": "http", "url": "https://a.example",
                "headers": {"A": "b"}}"#,
        ),
    ] {
        for (hooks, runs) in [([one, other], 2), ([one, one], 1)] {
            let hooks = hooks.join(",");
            let settings = format!(
                r#"{{"hooks": {{"PreToolUse": [{{"hooks": [{hooks}]}}]}}}}"#
            );
            let plan = plan(&engine(&settings, "claude"), BASH);
            assert_eq!(plan.steps.len(), runs, "{hooks}");
        }
    }
}

/// What the policy allowed as it was is not allowed as it is changed.
#[test]
fn a_decision_that_allows_does_not_hold_for_another_input() {
    let settings = r#"{"hooks": {"PreToolUse": [{"hooks": [
        {"type": "command", "command": "c"},
        {"type": "decision", "if": "Bash(ls *)",
         "permissionDecision": "allow"}]}]}}"#;
    let engine = engine(settings, "hookset");
    let plan = plan(&engine, BASH);
    let judged = |changed: Outcome| {
        let mut outcomes = plan.foregone(engine.dialect());
        outcomes.push((0, changed));
        let verdict = fold(&plan, &outcomes);
        let place = (BASH, &Context::default());
        settle(&engine, &plan, verdict, place, &mut Scratch::default())
            .verdict
            .decision
    };
    assert_eq!(judged(input(r#"{"command":"ls -l"}"#)), Decision::Allow);
    let other = input(r#"{"command":"rm -rf /"}"#);
    assert_eq!(judged(other.clone()), Decision::None);
    // A program that changes the input may say that it is fine.
    let agreed = Outcome { decision: Decision::Allow, ..other };
    assert_eq!(judged(agreed), Decision::Allow);
}
