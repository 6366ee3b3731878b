//! Answers that stand in the policy, and texts of servers.

use super::*;

fn on(event: &str, handler: &str) -> (Engine, Plan) {
    let settings =
        format!(r#"{{"hooks": {{"{event}": [{{"hooks": [{handler}]}}]}}}}"#);
    let engine = engine(&settings, "hookset");
    let mut tape = Tape::new();
    let text = BASH.replace("PreToolUse", event);
    let event = Event::read(&text, &mut tape);
    let server = crate::plan::state::Server {
        name: "a".into(),
        trusted: true,
        ..Default::default()
    };
    let state = State { servers: vec![server], ..State::default() };
    let (context, mut scratch) = (Context::default(), Scratch::default());
    let plan = engine.plan(&event, &context, &state, &mut scratch);
    (engine, plan)
}

/// A decision of the policy does what the same answer of a program does.
#[test]
fn a_decision_does_what_its_event_can() {
    let decision = r#"{"type": "decision", "permissionDecision": "deny",
        "reason": "R"}"#;
    let command = r#"{"type": "command", "command": "c"}"#;
    let answer = r#"{"decision": "block", "reason": "R"}"#;
    for (event, stops, told) in [
        ("Notification", false, None),
        ("SessionStart", false, Some("R")),
        ("PostToolUse", false, Some("R")),
        ("UserPromptSubmit", true, None),
        ("Stop", true, None),
    ] {
        let (_, plan) = on(event, decision);
        let given = fold(&plan, plan.foregone());
        assert_eq!(given.veto, stops, "{event}");
        let feedback = given.feedback.first().map(String::as_str);
        assert_eq!(feedback, told, "{event}");
        let set = on(event, command);
        let printed = fold(&set.1, &[(0, answered(&set, 0, answer, ""))]);
        assert_eq!(given, printed, "{event}");
    }
}

/// Behind a call nobody is asked, so what is in doubt is told.
#[test]
fn a_deny_in_doubt_behind_a_call_is_told() {
    let decision = r#"{"type": "decision", "permissionDecision": "deny",
        "if": "Bash(rm *)", "reason": "R"}"#;
    let settings = format!(
        r#"{{"hooks": {{"PostToolUse": [{{"hooks": [{decision}]}}]}}}}"#
    );
    let engine = engine(&settings, "hookset");
    let event = BASH.replace("PreToolUse", "PostToolUse");
    let plan = plan(&engine, &event.replace("\"ls\"", r#""eval \"$X\"""#));
    let verdict = fold(&plan, plan.foregone());
    assert_eq!(verdict.feedback.len(), 1);
}

#[test]
fn what_a_servers_tool_says_is_text() {
    let inject = r#"{"type": "inject", "server": "a", "level": "important",
        "context_tool": "t"}"#;
    for event in ["PostToolUse", "SessionEnd", "UserPromptSubmit"] {
        let (engine, plan) = on(event, inject);
        let kind = plan.event.unwrap();
        for text in [
            r#"{"memories":["x"]}"#,
            "{project} notes: remember",
            r#"{"decision": "block"}"#,
            "plain",
        ] {
            let ended = Ended::Tool { is_error: false, texts: &[text] };
            let out = outcome(&plan.steps[0], kind, &ended, engine.dialect());
            assert_eq!(out.context.as_deref(), Some(text), "{event}");
            assert_eq!((out.class, out.veto), (Class::Success, false));
            let ended = Ended::Tool { is_error: true, texts: &[text] };
            let out = outcome(&plan.steps[0], kind, &ended, engine.dialect());
            assert_eq!(out.class, Class::NonBlockingError, "{text}");
            assert!(out.error.is_some() && out.context.is_none(), "{text}");
        }
    }
}

/// The answer to a question stands in the input.
#[test]
fn to_allow_a_question_does_not_answer_it() {
    let allows = Outcome { decision: Decision::Allow, ..Outcome::default() };
    let input = Some(r#"{"answers":{}}"#.to_owned());
    let answers = Outcome { input, ..allows.clone() };
    let decision = r#"{"type": "decision", "permissionDecision": "allow"}"#;
    let settings = format!(
        r#"{{"hooks": {{"PreToolUse": [{{"hooks": [{decision}]}}]}}}}"#
    );
    let engine = engine(&settings, "hookset");
    let (none, allow) = (Decision::None, Decision::Allow);
    for (tool, bare, with_input) in [
        ("AskUserQuestion", none, allow),
        ("ExitPlanMode", none, allow),
        // No rule has seen the input yet.
        ("Bash", allow, Decision::Ask),
    ] {
        let plan = plan(&engine, &BASH.replace("Bash", tool));
        let said = |outcome: &Outcome| fold(&plan, &[(0, outcome.clone())]);
        assert_eq!(said(&allows).decision, bare, "{tool}");
        assert_eq!(said(&answers).decision, with_input, "{tool}");
        let given = fold(&plan, plan.foregone());
        assert_eq!(given.decision, bare, "{tool}");
    }
}

/// A changed input meets the decisions of the policy as the call did: those
/// that did not count then allow nothing now.
#[test]
fn what_did_not_count_does_not_allow_another_input() {
    let settings = r#"{"hooks": {"PreToolUse": [{"hooks": [
        {"type": "command", "command": "c"},
        {"type": "decision", "permissionDecision": "allow",
         "if": "Bash(rm *)"}]}]}}"#;
    let engine = engine(settings, "hookset");
    let mut tape = Tape::new();
    let event = Event::read(BASH, &mut tape);
    let (context, mut scratch) = (Context::default(), Scratch::default());
    let changed = Outcome { decision: Decision::Allow, ..Outcome::default() };
    for trusted in [true, false] {
        let state = State { trusted, ..State::default() };
        let plan = engine.plan(&event, &context, &state, &mut scratch);
        let mut verdict = fold(&plan, &[]);
        // Something that is trusted allowed the call as it was.
        verdict.hooks = changed.decision;
        verdict.input = Some(r#"{"command":"rm -rf x"}"#.to_owned());
        let place = (BASH, &context, &state);
        let done = settle(&engine, &plan, verdict, place, &mut scratch);
        let wanted = if trusted { Decision::Allow } else { Decision::None };
        assert_eq!(done.verdict.decision, wanted, "{trusted}");
    }
}
