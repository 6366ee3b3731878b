//! Declarations of servers.

use super::*;

#[test]
fn declarations_fire_by_their_matchers() {
    let inputs =
        vec![input("x.json", DECLARED, Family::Sep2282, Scope::Project)];
    let dialect = Dialect::named("sep2282").unwrap();
    let policy = Policy::from_sources(inputs, &dialect);
    let found: Vec<_> =
        policy.diagnostics().iter().map(|f| f.code.name()).collect();
    assert_eq!(found, ["matcher-on-event-without-matcher"]);
    let engine = policy.compile(&Limits::default()).unwrap();
    let event = |name: &str, tool: &str, input: &str| {
        let text = format!(
            r#"{{"hook_event_name": "{name}", "tool_name": "{tool}",
            "tool_input": {input}, "agent_id": "a"}}"#
        );
        answer(&engine, &text).1
    };
    let post = |tool: &str, input: &str| event("PostToolUse", tool, input);
    let commit = r#"{"command": "cd a && git commit -m b"}"#;
    assert_eq!(post("Bash", commit), [0]);
    assert!(post("BashOutput", commit).is_empty());
    assert!(post("Bash", r#"{"command": "ls"}"#).is_empty());
    assert!(post("Edit", commit).is_empty());
    assert_eq!(post("mcp__github__create_pr", "{}"), [1]);
    assert!(post("mcp__gitlab__create_pr", "{}").is_empty());
    assert!(event("PreToolUse", "Bash", commit).is_empty());
    assert_eq!(answer(&engine, r#"{"hook_event_name": "SessionEnd"}"#).1, [2]);
    let handler = engine.hook(1).unwrap().handler;
    let hookset::load::Action::Inject { server, tool, text, .. } =
        handler.action
    else {
        panic!("a declaration can only inject");
    };
    assert_eq!((server.as_str(), text), ("notes", None));
    assert_eq!(tool.unwrap().0.as_str(), "remember");
}

#[test]
fn declarations_that_the_schema_refuses() {
    let found = |declaration: &str| {
        let text =
            format!(r#"{{"hooks": {{"declarations": [{declaration}]}}}}"#);
        let inputs =
            vec![input("x.json", &text, Family::Sep2282, Scope::Project)];
        let policy = Policy::from_sources(inputs, &Dialect::default());
        assert!(policy.hooks().is_empty(), "{declaration}");
        let found = policy.diagnostics().iter();
        let found = found.map(|f| {
            let at = f.primary().unwrap().span;
            let help = f.help.clone().unwrap_or_default();
            (f.code.name(), at.of(&text).to_owned(), help)
        });
        let found: Vec<_> = found.collect();
        assert_eq!(found.len(), 1, "{declaration}: {found:?}");
        found[0].clone()
    };
    let rest = r#""priority": "important", "context": "x""#;
    let said = found(&format!(r#"{{"event": "PostToolUse", {rest}}}"#));
    assert_eq!(said.0, "unknown-event");
    assert_eq!(said.2, "did you mean `post_tool_use`?");
    let said = found(&format!(
        r#"{{"event": "pre_tool_use", "matcher": {{"tool": "Bash"}}, {rest}}}"#
    ));
    assert_eq!((said.0, &*said.1), ("unknown-key", "\"tool\""));
    assert_eq!(said.2, "did you mean `tool_name`?");
    for (text, code) in [
        (r#"{"event": "session_end", "context": "x"}"#, "missing-field"),
        (
            r#"{"event": "session_end", "priority": "high", "context": "x"}"#,
            "invalid-value",
        ),
        (
            r#"{"event": "session_end", "priority": "required"}"#,
            "missing-field",
        ),
        (
            r#"{"event": "session_end", "priority": "required", "context": "a", "context_tool": "b"}"#,
            "misplaced-field",
        ),
        (
            r#"{"event": "session_end", "priority": "required", "context": "a", "context_tool_args": {}}"#,
            "misplaced-field",
        ),
        (
            r#"{"event": "session_end", "priority": "required", "context": 1}"#,
            "wrong-type",
        ),
        (
            r#"{"event": "session_end", "priority": "required", "context": "a", "prioritty": 1}"#,
            "unknown-key",
        ),
        ("1", "wrong-type"),
    ] {
        assert_eq!(found(text).0, code, "{text}");
    }
}

#[test]
fn declarations_that_do_not_do_what_they_say_are_told() {
    let found = |rest: &str| {
        let text = format!(
            r#"{{"declarations": [{{"event": "post_tool_use",
            "priority": "important", {rest}}}]}}"#
        );
        let inputs =
            vec![input("x.json", &text, Family::Sep2282, Scope::Project)];
        let dialect = Dialect::named("sep2282").unwrap();
        let policy = Policy::from_sources(inputs, &dialect);
        let found = policy.diagnostics().iter().map(|f| {
            let at = f.primary().unwrap().span;
            format!("{} {}", f.code.name(), at.of(&text))
        });
        found.collect::<Vec<_>>()
    };
    let said = r#""context": "x""#;
    for (matcher, wanted) in [
        ("{}", "always-matches {}"),
        (r#"{"input_contains": ""}"#, "always-matches "),
        (r#"{"tool_server": "mcp__github"}"#, "never-matches mcp__github"),
        (
            r#"{"tool_name": "Bash", "tool_server": "github"}"#,
            "never-matches Bash",
        ),
        (r#"{"tool_name": "mcp__.*"}"#, "never-matches ."),
    ] {
        let rest = format!(r#""matcher": {matcher}, {said}"#);
        assert_eq!(found(&rest), [wanted], "{matcher}");
    }
    for (text, wanted) in [
        ("{tool_ouput}", Some("{tool_ouput}")),
        ("{ tool_output }", Some("{ tool_output }")),
        ("${tool_output}", Some("${tool_output}")),
        ("{tool_output} {branch} {project_name}", None),
        ("a {json: 1} b", None),
    ] {
        let wanted = wanted.map(|at| format!("unknown-placeholder {at}"));
        let rest = format!(r#""context": "{text}""#);
        assert_eq!(found(&rest), wanted.into_iter().collect::<Vec<_>>());
    }
}
