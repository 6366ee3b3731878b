//! Ends that say less than they mean, and what stays of answers.

use super::*;

fn step(event: &str, handler: &str) -> (Engine, Plan) {
    step_in(event, handler, "claude")
}

fn step_in(event: &str, handler: &str, dialect: &str) -> (Engine, Plan) {
    let settings =
        format!(r#"{{"hooks": {{"{event}": [{{"hooks": [{handler}]}}]}}}}"#);
    let engine = engine(&settings, dialect);
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
        let verdict = fold(&plan, &[(0, changed)]);
        let place = (BASH, &Context::default(), &State::default());
        settle(&engine, &plan, verdict, place, &mut Scratch::default())
            .verdict
            .decision
    };
    assert_eq!(judged(input(r#"{"command":"ls -l"}"#)), Decision::Allow);
    let other = input(r#"{"command":"rm -rf x"}"#);
    assert_eq!(judged(other.clone()), Decision::None);
    // A program that changes the input may say that it is fine.
    let agreed = Outcome { decision: Decision::Allow, ..other };
    assert_eq!(judged(agreed), Decision::Allow);
}

/// A step that costs nothing is an answer: whoever runs steps and hands in
/// something else loses no deny, nor does one who hands in nothing.
#[test]
fn what_the_plan_itself_gives_is_lost_by_nobody() {
    const DENIES: &str =
        r#"{"type": "decision", "permissionDecision": "deny"}"#;
    const REFUSED: &str = r#"{"type": "http", "onFailure": "block",
        "url": "http://169.254.169.254/"}"#;
    for hook in [DENIES, REFUSED] {
        let (engine, plan) = step_in("PreToolUse", hook, "hookset");
        let kind = plan.event.unwrap();
        let text = r#"{"hookSpecificOutput": {
            "hookEventName": "PreToolUse", "permissionDecision": "allow"}}"#;
        for ended in [
            Ended::Exit { code: Some(0), stdout: text, stderr: "" },
            Ended::Http { status: 200, body: text },
            Ended::Tool { is_error: false, texts: &[text] },
            Ended::Model { text },
            Ended::Nothing,
            Ended::Failed { message: "gone" },
            Ended::TimedOut,
            Ended::Aborted,
            Ended::OutOfTurns,
        ] {
            let out = outcome(&plan.steps[0], kind, &ended, engine.dialect());
            assert_eq!((0, &out), (0, &plan.foregone()[0].1), "{ended:?}");
            assert_eq!(fold(&plan, &[(0, out)]), fold(&plan, &[]), "{hook}");
        }
        let verdict = fold(&plan, &[]);
        assert_eq!(verdict.decision, Decision::Deny, "{hook}");
        assert!(verdict.veto && verdict.unfinished.is_empty(), "{hook}");
    }
    // A program that was not run has not agreed.
    let (engine, plan) = step_in("PreToolUse", COMMAND, "hookset");
    let kind = plan.event.unwrap();
    let nothing = Ended::Nothing;
    let out = outcome(&plan.steps[0], kind, &nothing, engine.dialect());
    assert_eq!(out.class, Class::NonBlockingError);
}

/// A hook that is waited for might have denied.
#[test]
fn what_has_given_no_answer_is_asked_about() {
    for (rules, wanted) in [
        ("{}", Decision::Ask),
        (r#"{"allow": ["Bash(ls *)"]}"#, Decision::Ask),
        (r#"{"deny": ["Bash(ls *)"]}"#, Decision::Deny),
    ] {
        let (engine, plan) = commands(2, rules, "hookset");
        let allows =
            Outcome { decision: Decision::Allow, ..Outcome::default() };
        let verdict = fold(&plan, &[(0, allows.clone())]);
        assert_eq!(verdict.decision, wanted, "{rules}");
        assert_eq!(verdict.unfinished, [1], "{rules}");
        let why = "a hook that is waited for has given no answer";
        assert!(verdict.reasons.iter().any(|said| said == why), "{rules}");
        // Nor is a changed input allowed past it.
        let changed = Outcome { input: Some(CHANGED.into()), ..allows };
        let verdict = fold(&plan, &[(0, changed)]);
        let place = (BASH, &Context::default(), &State::default());
        let mut scratch = Scratch::default();
        let settled = settle(&engine, &plan, verdict, place, &mut scratch);
        assert!(settled.verdict.decision >= Decision::Ask, "{rules}");
        // Before anything is run, nothing is missing yet.
        let said = beforehand(&plan).decision;
        let of_rules = match plan.rules {
            Behavior::Allow => Decision::Allow,
            Behavior::Deny => Decision::Deny,
            _ => Decision::None,
        };
        assert_eq!(said, of_rules, "{rules}");
    }
    // Nobody waits for it, and nothing is decided there.
    const ASYNC: &str =
        r#"{"type": "command", "command": "c", "async": true}"#;
    let (_, plan) = step_in("PreToolUse", ASYNC, "hookset");
    assert_eq!(fold(&plan, &[]).decision, Decision::None);
    let (_, plan) = step_in("Stop", COMMAND, "hookset");
    let verdict = fold(&plan, &[]);
    assert_eq!((verdict.decision, verdict.veto), (Decision::None, false));
    assert_eq!(verdict.unfinished, [0]);
}

const CHANGED: &str = r#"{"command":"ls -l","timeout":5}"#;

/// A failure that blocks does so whatever the program printed before.
#[test]
fn a_failure_that_blocks_is_lifted_by_no_answer() {
    const BLOCKS: &str =
        r#"{"type": "command", "command": "c", "onFailure": "block"}"#;
    let allow = r#"{"hookSpecificOutput": {"hookEventName": "PreToolUse",
        "permissionDecision": "allow", "updatedInput": {"command": "rm"}}}"#;
    for dialect in ["claude", "hookset"] {
        let (engine, plan) = step_in("PreToolUse", BLOCKS, dialect);
        for (code, stdout) in [
            (Some(1), r#"{"systemMessage": "x"}"#),
            (Some(127), allow),
            (None, "{}"),
        ] {
            let stderr = "";
            let ended = Ended::Exit { code, stdout, stderr };
            let kind = plan.event.unwrap();
            let out = outcome(&plan.steps[0], kind, &ended, engine.dialect());
            let came = (out.decision, out.veto, out.input);
            assert_eq!(came, (Decision::Deny, true, None), "{stdout}");
            assert!(out.reason.is_some(), "{stdout}");
        }
    }
    let set = step("Stop", BLOCKS);
    let out = answered(&set, 1, r#"{"systemMessage": "x"}"#, "");
    assert_eq!((out.veto, out.message.as_deref()), (false, Some("x")));
}

/// A no behind what is done already reaches the model, also without a word.
#[test]
fn a_no_without_a_reason_is_told() {
    const PROMPT: &str = r#"{"type": "prompt", "prompt": "x"}"#;
    for dialect in ["claude", "hookset"] {
        let set = step_in("PostToolUse", COMMAND, dialect);
        let told = answered(&set, 0, r#"{"decision": "block"}"#, "").feedback;
        assert_eq!(told.as_deref(), Some("a hook says no, without a reason"));
        let (engine, plan) = step_in("PostToolUse", PROMPT, dialect);
        let ended = Ended::Model { text: r#"{"ok": false}"# };
        let kind = plan.event.unwrap();
        let out = outcome(&plan.steps[0], kind, &ended, engine.dialect());
        assert_eq!(out.feedback, told);
    }
    let set = step_in("PostToolUse", COMMAND, "hookset");
    let behind = "log\n{\"decision\": \"block\", \"reason\": \"r\"}";
    let out = answered(&set, 0, behind, "");
    assert_eq!(out.feedback.as_deref(), Some("r"));
}

#[test]
fn what_the_runner_discards_halts_nothing() {
    let halt = r#"{"continue": false, "systemMessage": "x",
        "terminalSequence": "\u0007"}"#;
    for (event, extra) in [("StopFailure", 1), ("InstructionsLoaded", 0)] {
        let out = answered(&step(event, COMMAND), 0, halt, "");
        assert_eq!((out.class, out.halt), (Class::Success, false), "{event}");
        assert_eq!(out.message, None, "{event}");
        assert_eq!((out.extra.len(), out.notices.len()), (extra, 1));
        let out = answered(&step(event, COMMAND), 1, "", "gone");
        assert!(out.error.is_some() && out.notices.is_empty(), "{event}");
        let ours = step_in(event, COMMAND, "hookset");
        assert!(answered(&ours, 0, halt, "").halt, "{event}");
    }
}
