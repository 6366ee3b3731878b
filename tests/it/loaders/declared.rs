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

/// The findings of a matcher of a declaration, with what they are about.
fn of_matcher(matcher: &str) -> Vec<String> {
    let text = format!(
        r#"{{"declarations": [{{"event": "post_tool_use", "context": "x",
        "priority": "important", "matcher": {matcher}}}]}}"#
    );
    let inputs = vec![input("x.json", &text, Family::Sep2282, Scope::Project)];
    let dialect = Dialect::named("sep2282").unwrap();
    let policy = Policy::from_sources(inputs, &dialect);
    let found = policy.diagnostics().iter().map(|f| {
        assert!(f.help.is_some(), "{f:?}");
        let at = f.primary().unwrap().span;
        format!("{} {}", f.code.name(), at.of(&text))
    });
    found.collect()
}

#[test]
fn globs_that_match_no_tool_are_told() {
    for (tool, wanted) in [
        ("^mcp__[a-z]+__.*$", "never-matches ^"),
        ("(Bash|mcp__[a-z]*)", "never-matches ("),
        ("{Bash,Edit", "never-matches {"),
        ("{", "never-matches {"),
        ("[a", "never-matches ["),
        ("Bash,Edit", "never-matches ,"),
        ("!Bash", "never-matches !"),
        (" Bash", "never-matches  "),
        ("{Bash,Edit|Write}", "never-matches |"),
        ("bash", "unknown-matcher-tool bash"),
        ("{Bash,bash}", "unknown-matcher-tool bash"),
        ("bash*", "unknown-matcher-tool bash*"),
        ("[a-z]ash", "unknown-matcher-tool [a-z]ash"),
        ("run_shell_command", "unknown-matcher-tool run_shell_command"),
        ("mcp__annal", "literal-mcp-prefix mcp__annal"),
        ("{Bash,mcp__annal}", "literal-mcp-prefix mcp__annal"),
    ] {
        let matcher = format!(r#"{{"tool_name": "{tool}"}}"#);
        assert_eq!(of_matcher(&matcher), [wanted], "{tool}");
    }
    for (tool, server) in [
        ("mcp__annal__*", "other"),
        ("mcp__{a,b}__x", "other"),
        ("Ba*", "other"),
    ] {
        let matcher =
            format!(r#"{{"tool_name": "{tool}", "tool_server": "{server}"}}"#);
        let wanted = format!("never-matches {tool}");
        assert_eq!(of_matcher(&matcher), [wanted], "{tool}");
    }
}

#[test]
fn globs_that_match_a_tool_are_not() {
    for tool in [
        "Bash",
        "Task",
        "*",
        "B*",
        "{Bash,Edit,Write}",
        "{Notebook,}Edit",
        "[BE]*",
        "[!a-z]*",
        "?ash",
        "custom_*",
        "mcp__*",
        "mcp__annal__search",
        "mcp__annal__*",
        "mcp__{a,b}__[a-z]?x",
        "mcp__github__repos.list",
        "*search*",
    ] {
        let matcher = format!(r#"{{"tool_name": "{tool}"}}"#);
        assert!(of_matcher(&matcher).is_empty(), "{tool}");
    }
    for (tool, server) in [
        ("mcp__annal__*", "annal"),
        ("mcp__my_server__x", "my.server"),
        ("*create*", "github"),
        ("mcp__{a,b}__x", "b"),
        ("mcp__plugin_p_gh__x", "gh"),
    ] {
        let matcher =
            format!(r#"{{"tool_name": "{tool}", "tool_server": "{server}"}}"#);
        assert!(of_matcher(&matcher).is_empty(), "{tool} {server}");
    }
}

#[test]
fn a_matcher_of_a_server_keeps_no_policy_from_being_compiled() {
    let long = |part: &str, count: usize| part.repeat(count);
    let names = (0..80).map(|n| format!("mcp__server{n}__tool"));
    let names: Vec<_> = names.collect();
    let guard = r#"{"permissions": {"deny": ["Bash(rm *)"]}}"#;
    for (key, value, is_told) in [
        ("tool_name", format!("{{{}}}", names.join(",")), true),
        ("tool_name", long("{a,b}", 200), true),
        ("tool_name", format!("{{{}x}}", long("*x*,", 500)), true),
        ("tool_name", long("a", 40_000), true),
        ("tool_name", long("*a", 20_000), true),
        ("tool_name", long("*_", 512), false),
        ("tool_name", format!("{{{}*x_}}", long("*x*,", 150)), false),
        ("tool_name", format!("mcp__{}", long("?", 900)), false),
        ("input_contains", long("a", 40_000), true),
        ("tool_server", long("a", 40_000), true),
    ] {
        let text = format!(
            r#"{{"declarations": [{{"event": "post_tool_use",
            "context": "x", "priority": "important",
            "matcher": {{"{key}": "{value}"}}}}]}}"#
        );
        let inputs = vec![
            input("p.json", guard, Family::Hookset, Scope::Project),
            input("x.json", &text, Family::Sep2282, Scope::Project),
        ];
        let policy = Policy::from_sources(inputs, &Dialect::default());
        let found = policy.diagnostics().iter();
        let found: Vec<_> = found.map(|one| one.code.name()).collect();
        let start: String = value.chars().take(20).collect();
        let wanted = if is_told { &["rule-too-long"][..] } else { &[] };
        assert_eq!(found, wanted, "{key} {start}");
        assert_eq!(policy.hooks().is_empty(), is_told, "{key} {start}");
        let engine = policy.compile(&Limits::default()).unwrap();
        let event = bash("rm x", "");
        assert_eq!(answer(&engine, &event).0, "deny", "{key} {start}");
    }
}

#[test]
fn a_needle_with_its_backslashes_is_one_that_fires() {
    for (needle, wanted) in [
        (r#"say \\\"hi\\\""#, None),
        (r#"a\\\\b"#, None),
        (r#"say \"hi"#, Some(r#"\""#)),
        (r#"C:\\new"#, Some(r#"\\"#)),
        (r#"a\\"#, Some(r#"\\"#)),
        (r#"a\nb"#, Some(r#"\n"#)),
    ] {
        let matcher = format!(r#"{{"input_contains": "{needle}"}}"#);
        let wanted = wanted.map(|at| format!("escaped-needle {at}"));
        let wanted: Vec<_> = wanted.into_iter().collect();
        assert_eq!(of_matcher(&matcher), wanted, "{needle}");
    }
}
