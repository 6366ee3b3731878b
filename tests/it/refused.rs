//! What a runner leaves out as a whole: files that its schema refuses, hooks
//! that its dialect never runs. Nothing rests on them, and it is said.

use hookset::dialect::Dialect;
use hookset::event::{Context, Event};
use hookset::hook_set::Limits;
use hookset::json::Tape;
use hookset::lint;
use hookset::load::{Family, Inactive, Scope};
use hookset::plan::{Behavior, Engine, Scratch};
use hookset::policy::{Input, Policy};

use super::shared;

fn policy(texts: &[(&str, Scope)], family: Family, dialect: &str) -> Policy {
    let inputs = texts.iter().enumerate().map(|(at, (text, scope))| Input {
        name: format!("{at}.json"),
        text: (*text).to_owned(),
        family,
        scope: *scope,
        directory: None,
    });
    Policy::from_sources(inputs, &Dialect::named(dialect).unwrap())
}

fn claude(texts: &[(&str, Scope)]) -> Policy {
    policy(texts, Family::Claude, "claude")
}

/// What the rules say of a command, and why; from an image it is the same.
fn said(policy: Policy, command: &str) -> (Behavior, String) {
    let engine = policy.compile(&Limits::default()).unwrap();
    let bytes = engine.set().image().to_vec();
    let image = Engine::from_image(std::sync::Arc::new(bytes)).unwrap();
    let [one, other] = [&engine, &image].map(|engine| {
        let event = format!(
            "{{\"tool_name\":\"Bash\",\"tool_input\":\
             {{\"command\":\"{command}\"}}}}"
        );
        let mut tape = Tape::new();
        let event = Event::read(&event, &mut tape);
        let mut scratch = Scratch::default();
        let context = Context::default();
        let answer = engine.answer(&event, &context, &mut scratch);
        let reason = engine.reason(&answer, command);
        (answer.permission.behavior, reason)
    });
    assert_eq!(one, other);
    one
}

/// A file of rules with something beside them.
fn with(more: &str) -> String {
    format!(
        "{{\"permissions\":{{\"allow\":[\"Bash(ls *)\"],\"deny\":\
         [\"Bash(rm *)\"]}},{more}}}"
    )
}

const MATCHER: &str = r#""hooks":{"PreToolUse":[{"matcher":["Bash"],"hooks":[{"type":"command","command":"gate"}]}],"Stop":[{"hooks":[{"type":"command","command":"s"}]}]}"#;

#[test]
fn a_file_that_the_schema_refuses_is_not_relied_on() {
    for (more, column) in [
        (MATCHER, 97),
        (r#""disableAllHooks":"yes""#, 81),
        (r#""hooks":[]"#, 71),
    ] {
        let text = with(more);
        let read = || claude(&[(&text, Scope::Project)]);
        let found = lint::check(&read());
        let message = &found.first().unwrap().message;
        assert!(message.contains("the whole file is refused"), "{message}");
        for command in ["rm x", "ls x"] {
            let (behavior, why) = said(read(), command);
            assert_eq!(behavior, Behavior::Ask, "{more}: {command}");
            let place = format!("(0.json:1:{column}: {message})");
            assert!(why.ends_with(&place), "{why}");
        }
        let off = read();
        let mut off = off.hooks().iter().map(|hook| hook.inactive);
        assert!(off.all(|why| why == Some(Inactive::Refused)));
    }
}

#[test]
fn other_files_still_deny_and_switches_of_a_refused_one_do_not_count() {
    let refused = with(r#""disableAllHooks":true,"httpHookAllowedEnvVars":1"#);
    let own = r#"{"permissions":{"deny":["Bash(rm *)"]},"hooks":{"Stop":
        [{"hooks":[{"type":"command","command":"s"}]}]}}"#;
    let read = || claude(&[(own, Scope::User), (&refused, Scope::Project)]);
    assert_eq!(said(read(), "rm x").0, Behavior::Deny);
    assert_eq!(said(read(), "ls x").0, Behavior::Ask);
    assert_eq!(read().hooks()[0].inactive, None);
}

#[test]
fn of_managed_settings_only_the_key_is_dropped() {
    let read = || {
        let text = with(MATCHER);
        claude(&[(&text, Scope::Managed)])
    };
    assert_eq!(said(read(), "rm x").0, Behavior::Deny);
    assert_eq!(read().hooks()[0].inactive, Some(Inactive::Refused));
    let text = r#"{"permissions":{"deny":{}},"hooks":{"Stop":
        [{"hooks":[{"type":"command","command":"s"}]}]}}"#;
    let read = claude(&[(text, Scope::Managed)]);
    assert!(read.diagnostics()[0].message.contains("is dropped"));
    assert_eq!(read.hooks()[0].inactive, None);
}

#[test]
fn our_own_reading_refuses_nothing_for_its_types() {
    let text = with(MATCHER);
    let read = |family| policy(&[(&text, Scope::Project)], family, "hookset");
    for family in [Family::Claude, Family::Hookset] {
        assert_eq!(said(read(family), "rm x").0, Behavior::Deny);
    }
}

#[test]
fn a_number_that_is_too_large_is_no_reason_to_refuse_a_file() {
    let text = with(r#""cleanupPeriodDays":1e999"#);
    for dialect in ["claude", "hookset"] {
        let read =
            || policy(&[(&text, Scope::Project)], Family::Claude, dialect);
        assert!(!read().documents()[0].refused);
        assert_eq!(said(read(), "rm x").0, Behavior::Deny);
        assert_eq!(said(read(), "ls x").0, Behavior::Allow);
        let found = lint::check(&read());
        assert_eq!(found[0].code.name(), "number-out-of-range");
    }
    // Where a guard stands it is one that cannot be read.
    let text = r#"{"permissions":{"deny":[1e999],"allow":["Bash"]}}"#;
    let read = policy(&[(text, Scope::Project)], Family::Claude, "hookset");
    assert_eq!(said(read, "ls x").0, Behavior::Ask);
}

#[test]
fn what_could_not_be_read_is_named_with_its_place() {
    let text = r#"{"permissions":{"deny":["Bash(rm *)",5]}}"#;
    let read = policy(&[(text, Scope::Project)], Family::Claude, "hookset");
    let (behavior, why) = said(read, "ls");
    assert_eq!(behavior, Behavior::Ask);
    assert!(why.ends_with(
        "(0.json:1:38: a rule must be a text; this entry of `deny` is \
         skipped)"
    ));
}

#[test]
fn hooks_that_the_dialect_never_runs_are_off_and_said() {
    let text = r#"{"hooks":{
        "Setup":[{"hooks":[{"type":"command","command":"a"}]},
                 {"hooks":[{"type":"command","command":"b"}]}],
        "PreToolUse":[{"hooks":[{"type":"mcp_tool","server":"s","tool":"t"},
                                {"type":"command","command":"c"}]}],
        "SessionStart":[{"hooks":[{"type":"prompt","prompt":"p"}]}]}}"#;
    let off = |dialect| {
        let read = policy(&[(text, Scope::Project)], Family::Claude, dialect);
        let off: Vec<_> =
            read.hooks().iter().map(|hook| hook.inactive).collect();
        let found = read.diagnostics().iter();
        let said: Vec<_> = found.map(|found| found.code.name()).collect();
        (off, said)
    };
    let (event, kind) = (Some(Inactive::Event), Some(Inactive::HandlerType));
    let agent = vec![event, event, kind, None, None];
    let said = vec!["unknown-event", "unsupported-handler"];
    assert_eq!(off("agent"), (agent, said));
    let claude = vec![None, None, None, None, kind];
    assert_eq!(off("claude"), (claude, vec!["unsupported-handler"]));
}

#[test]
fn once_is_said_to_be_ignored_only_where_it_is() {
    let text = r#"{"hooks":{"Stop":[{"hooks":[{"type":"command","command":
        "test -n \"$stop_hook_active\"","once":true}]}]}}"#;
    let found = |dialect| {
        let read = policy(&[(text, Scope::Project)], Family::Claude, dialect);
        let found = lint::check(&read);
        found.iter().any(|found| found.code.name() == "ignored-once")
    };
    assert!(found("claude"));
    assert!(!found("agent") && !found("pattern") && !found("hookset"));
}

/// Handlers and matchers on events where they mean something or not.
#[test]
fn events_run_what_the_table_says() {
    let Some(rows) = shared::text("cases/config.jsonl") else { return };
    let mut wrong = Vec::new();
    for line in rows.lines() {
        let row: serde_json::Value = serde_json::from_str(line).unwrap();
        let config = &row["config"];
        let ours = ["matcher", "handler", "mode"];
        if !ours.iter().any(|area| row["area"] == *area) {
            continue;
        }
        let text = match config["type"].as_str() {
            Some(_) => format!(
                "{{\"hooks\":{{\"PreToolUse\":[{{\"hooks\":[{config}]}}]}}}}"
            ),
            None => config.to_string(),
        };
        let plugin = row["finding"].to_string().contains("plugin");
        let family = if plugin { Family::Plugin } else { Family::Claude };
        let read = policy(&[(&text, Scope::Project)], family, "claude");
        let found = read.diagnostics();
        let severity = row["severity"].as_str();
        let hit = match severity {
            Some("ok") => found.is_empty(),
            _ => found.iter().any(|d| Some(d.severity.as_str()) == severity),
        };
        if !hit {
            let names: Vec<_> = found.iter().map(|d| d.code.name()).collect();
            wrong.push(format!("{} {}: {names:?}", row["id"], row["finding"]));
        }
    }
    // The names of tools are looked at by a lint.
    wrong.retain(|row| !row.contains("no known tool"));
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn a_private_address_is_refused_where_something_guards_against_it() {
    let text = r#"{"hooks":{"Stop":[{"hooks":[{"type":"http","url":"http://HOST/x"}]}]}}"#;
    const SEED: &[&str] = &["10.0.0.5", "169.254.169.254", "[::ffff:a00:1]"];
    const STRICT: &[&str] =
        &["[fd00::1]", "0.0.0.0", "[fe80::1]", "[64:ff9b::a00:1]"];
    const FINE: &[&str] = &["127.0.0.1", "localhost", "example.com"];
    let all = [SEED, STRICT].concat();
    let rows: [(&str, &[&str]); 5] = [
        ("claude", &[]),
        ("agent", &[]),
        ("hookset", &all),
        ("pattern", SEED),
        ("cascade", SEED),
    ];
    for (dialect, refused) in rows {
        for host in [SEED, STRICT, FINE].concat() {
            let text = text.replace("HOST", host);
            let texts = [(text.as_str(), Scope::Project)];
            let read = policy(&texts, Family::Claude, dialect);
            let found = lint::check(&read);
            let codes = found.iter().map(|f| f.code.name());
            let said = codes.filter(|code| *code == "private-address").count();
            let wanted = usize::from(refused.contains(&host));
            assert_eq!(said, wanted, "{dialect}: {host}");
            let why = read.hooks()[0].inactive.map(|why| why.as_str());
            let wanted = (wanted > 0).then_some("private-address");
            assert_eq!(why, wanted, "{dialect}: {host}");
        }
    }
}

#[test]
fn a_refused_address_that_stops_the_call_is_in_force() {
    let text = r#"{"hooks":{"PreToolUse":[{"hooks":[{"type":"http",
        "url":"http://10.0.0.5/x","onFailure":"block"}]}]}}"#;
    let texts = [(text, Scope::Project)];
    let read = policy(&texts, Family::Claude, "hookset");
    assert_eq!(read.hooks()[0].inactive, None);
}

#[test]
fn a_managed_switch_of_another_type_is_said_to_count() {
    for key in ["allowManagedHooksOnly", "allowManagedPermissionRulesOnly"] {
        let text = format!("{{\"{key}\":\"yes\"}}");
        for family in [Family::Claude, Family::Hookset] {
            let read = policy(&[(&text, Scope::Managed)], family, "claude");
            let found = read.diagnostics();
            assert_eq!(found.len(), 1, "{found:?}");
            let wanted = "must be true or false; it counts as `true`";
            assert!(found[0].message.ends_with(wanted), "{found:?}");
        }
    }
}
