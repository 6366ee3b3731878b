//! A no is not lost because the answer it stands in has a fault.

use super::*;

const DENY: &str = r#"{"hookSpecificOutput": {"hookEventName":
"PreToolUse", "permissionDecision": "deny"}}"#;

/// What a handler's end comes to on a call.
fn ended(handler: &str, dialect: &str, ended: &Ended<'_>) -> Outcome {
    let settings = format!(
        r#"{{"hooks": {{"PreToolUse": [{{"hooks": [{handler}]}}]}}}}"#
    );
    let engine = engine(&settings, dialect);
    let plan = plan(&engine, BASH);
    outcome(&plan.steps[0], plan.event.unwrap(), ended, engine.dialect())
}

fn printed(stdout: &str, dialect: &str) -> Outcome {
    answered(&commands(1, "{}", dialect), 0, stdout, "")
}

#[test]
fn a_faulty_answer_loses_no_no() {
    let behind = format!("a banner\n{DENY}");
    let two = format!("{DENY}\n{DENY}");
    for stdout in [
        behind.as_str(),
        &two,
        DENY.trim_end_matches('}'),
        &DENY.replace("deny", "DENY"),
        &DENY.replace("PreToolUse", "Stop"),
        r#"{"continue": "false"}"#,
        r#"{"decision": "block", "reason": 5}"#,
        r#"{"decision": "block", "asyncTimeout": -1}"#,
        r#"{"decision": "block", "hookSpecificOutput": {}}"#,
        r#"{"hookSpecificOutput": {"permissionDecision": "deny"}}"#,
        r#"{"permissionDecision": "deny"}"#,
        r#"{"permission_decision": "deny"}"#,
        r#"{"permission": "deny", "agent_message": "no"}"#,
        r#"{"Decision": "block"}"#,
        &DENY.replace("permissionDecision", "permission-decision"),
        &DENY.replace("hookSpecificOutput", "hook_specific_output"),
        r#"[{"decision": "block"}]"#,
        r#"{"decision": "block",}"#,
        "warn: { bad\n{\"decision\": \"block\"}",
        &format!("log {{\n{DENY}"),
        &format!("log {{\n{DENY}\n}}"),
        "{\"x\": \"unterminated\n{\"decision\": \"block\"}",
        &DENY.replace(r#""deny""#, r#"["deny"]"#),
    ] {
        let out = printed(stdout, "hookset");
        assert!(out.veto, "{stdout}");
        assert_eq!(out.class, Class::Blocking, "{stdout}");
        assert!(!out.notices.is_empty(), "{stdout}");
        // The documented runner passes these on; that is predicted.
        assert!(!printed(stdout, "claude").veto, "{stdout}");
    }
    let notices = printed(&behind, "claude").notices;
    assert_eq!(notices.len(), 1, "what is lost is said");
}

#[test]
fn other_words_for_a_no_are_one() {
    let words = [
        "blocked",
        "cancel",
        "cancelled",
        "denied",
        "disallow",
        "disallowed",
        "false",
        "forbid",
        "forbidden",
        "never",
        "no",
        "refuse",
        "Refused",
        "reject",
        "REJECTED",
    ];
    let asks = ["confirm", "prompt"];
    let said = |text: &str| {
        let decision = |key: &str| format!(r#"{{"{key}": {text}}}"#);
        ["decision", "permission"]
            .map(decision)
            .into_iter()
            .chain([DENY.replace(r#""deny""#, text)])
    };
    for word in words {
        for stdout in said(&format!("\"{word}\"")) {
            assert!(printed(&stdout, "hookset").veto, "{stdout}");
            assert!(!printed(&stdout, "claude").veto, "{stdout}");
        }
    }
    for stdout in said("false") {
        assert!(printed(&stdout, "hookset").veto, "{stdout}");
    }
    for word in asks {
        for stdout in said(&format!("\"{word}\"")) {
            let out = printed(&stdout, "hookset");
            assert_eq!((out.decision, out.veto), (Decision::Ask, false));
        }
    }
    for word in ["yes", "ok", "approved", "perhaps", "none", "continue"] {
        for stdout in said(&format!("\"{word}\"")) {
            let out = printed(&stdout, "hookset");
            let came = (out.decision, out.veto);
            assert_eq!(came, (Decision::None, false), "{stdout}");
        }
    }
}

#[test]
fn a_faulty_answer_allows_and_changes_nothing() {
    for stdout in [
        r#"{"decision": "approve", "reason": 5}"#,
        r#"{"x": {"decision": "block"}, "reason": 5}"#,
        r#"{"decision": "perhaps"}"#,
        r#"{"permission": "allow", "reason": 5}"#,
    ] {
        let out = printed(stdout, "hookset");
        assert_eq!(out.class, Class::NonBlockingError, "{stdout}");
        assert_eq!((out.decision, out.veto), (Decision::None, false));
    }
    let asks = printed(r#"{"decision": "ask", "reason": 5}"#, "hookset");
    assert_eq!(asks.decision, Decision::Ask);
    // What is context is no answer.
    let settings = r#"{"hooks": {"UserPromptSubmit": [{"hooks": [
        {"type": "command", "command": "x"}]}]}}"#;
    let engine = engine(settings, "hookset");
    let event = r#"{"hook_event_name": "UserPromptSubmit", "prompt": "x"}"#;
    let planned = plan(&engine, event);
    let set = (engine, planned);
    let out = answered(&set, 0, "so:\n{\"decision\": \"block\"}", "");
    assert!(out.context.is_some() && !out.veto);
}

#[test]
fn of_two_flags_the_one_that_waits_counts() {
    for dialect in ["claude", "hookset"] {
        for stdout in [
            r#"{"async": false, "async": true, "decision": "block"}"#,
            r#"{"asyncTimeout": 1.5, "decision": "block"}"#,
        ] {
            assert!(printed(stdout, dialect).veto, "{stdout}");
        }
    }
}

#[test]
fn servers_and_tools_lose_no_no() {
    let http = r#"{"type": "http", "url": "https://a.example/"}"#;
    let tool = r#"{"type": "mcp_tool", "server": "s", "tool": "t"}"#;
    let cut = DENY.trim_end_matches('}');
    for (status, body) in [(200, cut), (500, DENY)] {
        let out = ended(http, "hookset", &Ended::Http { status, body });
        assert!(out.veto, "{status}");
        let out = ended(http, "claude", &Ended::Http { status, body });
        assert!(!out.veto, "{status}");
    }
    for (is_error, texts) in [(true, vec![DENY]), (false, vec!["so:", DENY])] {
        let end = Ended::Tool { is_error, texts: &texts };
        assert!(ended(tool, "hookset", &end).veto || !is_error);
    }
}

#[test]
fn of_what_a_model_says_the_no_counts() {
    let prompt = r#"{"type": "prompt", "prompt": "x"}"#;
    for text in [
        r#"{"ok": true, "permissionDecision": "deny"}"#,
        r#"{"permissionDecision": "deny", "ok": true}"#,
        r#"{"ok": true, "continue": false}"#,
        r#"{"ok": "false"}"#,
        r#"{"ok": null}"#,
        r#"{"ok": true} {"ok": false}"#,
        "So:\n```json\n{\"ok\": false}\n```",
        r#"Yes, {"ok": false}"#,
        r#"[{"ok": false}]"#,
        "**NO**",
        "note { x\n{\"ok\": false}",
    ] {
        let out = ended(prompt, "hookset", &Ended::Model { text });
        assert!(out.veto, "{text}");
    }
    for text in [r#"{"ok": true}"#, "YES", r#"{"ok": true, "reason": "no"}"#] {
        let out = ended(prompt, "hookset", &Ended::Model { text });
        assert_eq!((out.class, out.veto), (Class::Success, false), "{text}");
    }
}

/// Servers that ask are answered no in any letter case.
#[test]
fn a_decline_is_heard() {
    let settings = r#"{"hooks": {"Elicitation": [{"hooks": [
        {"type": "command", "command": "x"}]}]}}"#;
    let event = r#"{"hook_event_name": "Elicitation"}"#;
    let engine = engine(settings, "hookset");
    let planned = plan(&engine, event);
    let set = (engine, planned);
    for (word, stops) in
        [("Decline", true), ("CANCEL", true), ("accept", false)]
    {
        let stdout = format!(
            r#"{{"hookSpecificOutput": {{"hookEventName": "Elicitation",
                "action": "{word}"}}}}"#
        );
        assert_eq!(answered(&set, 0, &stdout, "").veto, stops, "{word}");
    }
}
