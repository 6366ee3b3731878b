//! Hooks of Codex: what refuses the file, what is lost, whom a person trusts.

use super::*;
#[cfg(feature = "toml")]
use crate::load::RuleEntry;

fn lost(text: &str, form: Form) -> Vec<String> {
    let scope = Scope::Project;
    let (document, found) = read(SourceId(0), text, scope, form);
    assert!(!document.groups.is_empty(), "{found:?}");
    let show = |one: &Diagnostic| {
        let span = one.primary().unwrap().span;
        format!("{} {}", one.code.name(), span.of(text))
    };
    found.iter().map(show).collect()
}

#[test]
fn what_means_the_same_is_taken_over() {
    let text = r#"{"hooks": {"PreToolUse": [{"matcher": "Bash|apply_patch",
        "hooks": [{"type": "command", "command": "x", "timeout": 5}]}]}}"#;
    assert_eq!(lost(text, Form::Json), ["lossy-conversion \"hooks\""]);
}

#[test]
fn the_tool_that_writes_files_has_the_names_of_here() {
    for (written, wanted) in [
        ("apply_patch", "Edit|Write"),
        ("Bash|apply_patch", "Bash|Edit|Write"),
        ("^apply_patch$", "^(?:Edit|Write)$"),
        ("my_apply_patch", "my_apply_patch"),
    ] {
        // A mark before the JSON does not make it rules.
        for mark in ["", "\u{feff}"] {
            let text = format!(
                "{mark}{{\"hooks\":{{\"PreToolUse\":[{{\"matcher\":\
                 \"{written}\",\"hooks\":[{{\"type\":\"command\",\
                 \"command\":\"x\"}}]}}]}}}}"
            );
            let (source, scope) = (SourceId(0), Scope::Project);
            let (document, _) =
                super::super::read(source, "hooks.json", &text, scope);
            let matcher = document.groups[0].matcher.as_ref().unwrap();
            assert_eq!(matcher.as_str(), wanted);
        }
    }
}

#[cfg(feature = "toml")]
#[test]
fn tools_that_are_taken_away_are_denied() {
    let text = "[mcp_servers.a]\ndisabled_tools = [\"x\"]\n\
                default_tools_approval_mode = \"prompt\"\n\
                [mcp_servers.a.tools.y]\napproval_mode = \"prompt\"\n\
                [mcp_servers.b]\nenabled = false\n\
                enabled_tools = [\"z\"]\n[features]\nhooks = false\n";
    let (source, scope) = (SourceId(0), Scope::Project);
    let (document, found) = read(source, text, scope, Form::Toml);
    let show = |rule: &RuleEntry| {
        format!("{} {}", rule.list.as_str(), rule.text.as_str())
    };
    let rules: Vec<_> = document.rules.iter().map(show).collect();
    assert_eq!(
        rules,
        ["deny mcp__a__x", "ask mcp__a", "ask mcp__a__y", "deny mcp__b"]
    );
    assert_eq!(found.len(), 2, "{found:?}");
    // A key that is read hides nothing else in it.
    let text = "[mcp_servers.a.permissions]\ndeny = [\"Bash\"]\n";
    let (document, found) = read(source, text, scope, Form::Toml);
    assert!(document.degraded && !found.is_empty(), "{found:?}");
}

#[test]
fn every_difference_is_said() {
    let text = r#"{"hooks": {"PreToolUse": [{"matcher": "a-b", "hooks": [
        {"type": "prompt", "prompt": "x"},
        {"type": "command", "command": "x", "async": true,
         "commandWindows": "y", "additionalContextLimit": 5},
        {"type": "mcp_tool", "server": "a", "tool": "b"},
        {"type": "command", "command": "x", "if": "Bash(ls)"}]}],
        "PreCompact": [{"matcher": "auto", "hooks": [
        {"type": "command", "command": "x"}]}]}}"#;
    let found = lost(text, Form::Json);
    let at = |number: usize| {
        let line = &found[number];
        line.strip_prefix("lossy-conversion ").unwrap().to_owned()
    };
    assert_eq!(found.len(), 3, "{found:#?}");
    assert!(at(1).contains("prompt"));
    assert_eq!(at(2), "Bash(ls)");
}

/// What is found, with how bad it is, and whether hooks are dropped.
fn told(text: &str, form: Form) -> (Vec<String>, bool, usize) {
    let scope = Scope::Project;
    let (document, found) = read(SourceId(0), text, scope, form);
    let hooks = document.groups.iter().map(|group| group.hooks.len());
    let show = |one: &Diagnostic| {
        let span = one.primary().unwrap().span;
        format!("{} {}", one.severity.as_str(), span.of(text))
    };
    let all = found.iter().filter(|one| one.severity != Severity::Info);
    (all.map(show).collect(), document.drops_hooks, hooks.sum())
}

#[test]
fn what_costs_every_hook_is_said() {
    let handler = r#"{"type": "command", "command": "x"}"#;
    let file =
        |group: &str| format!(r#"{{"hooks": {{"PreToolUse": [{group}]}}}}"#);
    let hook =
        |hook: &str| file(&format!(r#"{{"hooks": [{hook}, {handler}]}}"#));
    let more = |more: &str| format!(r#"{{{more}, "hooks": {{}}}}"#);
    for (text, at) in [
        (more(r#""version": 1"#), r#""version""#),
        (more(r#""description": 1"#), "1"),
        (r#"{"PreToolUse": []}"#.to_owned(), r#""PreToolUse""#),
        (hook(r#"{"type": "http", "url": "https://x"}"#), r#""http""#),
        (hook(r#"{"type": "x"}"#), r#""x""#),
        (hook(r#"{"command": "x"}"#), r#"{"command": "x"}"#),
        (
            hook(r#"{"type": "command", "command": "x", "timeout": 1.5}"#),
            "1.5",
        ),
        (hook(r#"{"type": "command", "command": "x", "timeout": -1}"#), "-1"),
        (
            hook(r#"{"type": "command", "command": "x", "timeout": "10"}"#),
            r#""10""#,
        ),
        (file(r#"{"matcher": 5, "hooks": []}"#), "5"),
        (file(r#"{"hooks": {}}"#), "{}"),
        (r#"{"hooks": {"Stop": {}}}"#.to_owned(), "{}"),
        (r#"{"hooks": []}"#.to_owned(), "[]"),
    ] {
        let (found, drops, _) = told(&text, Form::Json);
        assert!(drops, "{text} {found:?}");
        assert!(found.contains(&format!("error {at}")), "{text} {found:?}");
    }
    // Whoever reads them here runs them, whatever stands beside.
    let text = hook(r#"{"type": "http", "url": "https://x"}"#);
    assert_eq!(told(&text, Form::Json).2, 2);
    for text in [
        file(&format!(r#"{{"matcher": null, "hooks": [{handler}]}}"#)),
        r#"{"description": "d", "hooks": {"Stop": []}}"#.to_owned(),
        hook(r#"{"type": "command", "command": "x", "timeout": 10}"#),
        hook(r#"{"type": "command", "command": "x", "timeout": null}"#),
        hook(r#"{"type": "command", "command": "x", "timeoutSec": 0}"#),
    ] {
        let (found, drops, _) = told(&text, Form::Json);
        assert_eq!((found.len(), drops), (0, false), "{text} {found:?}");
    }
}

#[test]
fn events_are_those_of_codex() {
    let group = r#"[{"hooks": [{"type": "command", "command": "x"}]}]"#;
    for (name, wanted) in [
        ("PostToolUse", None),
        ("SessionEnd", None),
        ("Notification", Some("warning")),
        ("PostToolUseFailure", Some("warning")),
        ("Interrupt", Some("warning")),
        ("PreToolUze", Some("error")),
    ] {
        let text = format!(r#"{{"hooks": {{"{name}": {group}}}}}"#);
        let (found, _, _) = told(&text, Form::Json);
        let wanted = wanted.map(|word| format!("{word} \"{name}\""));
        assert_eq!(found, wanted.into_iter().collect::<Vec<_>>());
    }
}

#[test]
fn a_matcher_that_codex_cannot_read_is_said() {
    for (matcher, wanted) in
        [("^(?!Bash)", 1), ("(?i)^bash$", 0), ("[[:upper:]]ash", 0)]
    {
        let text = format!(
            r#"{{"hooks": {{"PreToolUse": [{{"matcher": "{matcher}",
            "hooks": [{{"type": "command", "command": "x"}}]}}]}}}}"#
        );
        let (found, drops, hooks) = told(&text, Form::Json);
        assert_eq!((found.len(), drops, hooks), (wanted, false, 1));
    }
}

#[cfg(feature = "toml")]
#[test]
fn what_codex_writes_itself_is_known() {
    let text = "[hooks.state]\n\"a:PreToolUse:0:0\" = { enabled = false \
                }\n[hooks.state.\"b\"]\ntrusted_hash = \"x\"\n\
                [shell_environment_policy]\nexclude = [\"Bash\"]\n";
    let (found, drops, hooks) = told(text, Form::Toml);
    assert_eq!((found, drops, hooks), (Vec::new(), false, 0));
    let (_, all) = read(SourceId(0), text, Scope::Project, Form::Toml);
    assert_eq!(all.len(), 1, "{all:?}");
}

#[cfg(feature = "toml")]
#[test]
fn rules_of_an_organisation_are_read() {
    let of = |rules: &str| {
        let text = format!("[rules]\nprefix_rules = [{rules}]\n");
        let (source, scope) = (SourceId(0), Scope::Project);
        let (document, found) = read(source, &text, scope, Form::Toml);
        let show = |rule: &RuleEntry| {
            format!("{} {}", rule.list.as_str(), rule.text.as_str())
        };
        let rules: Vec<_> = document.rules.iter().map(show).collect();
        (rules.join(", "), found.len(), document.degraded)
    };
    let rm = "{ pattern = [{ token = \"rm\" }], decision = ";
    let git = "{ pattern = [{ token = \"git\" }, { any_of = [\"push\", \
               \"gc\"] }], decision = \"prompt\" }";
    let wanted = "deny Bash(rm *), ask Bash(git push *), ask Bash(git gc *)";
    let both = format!("{rm}\"forbidden\" }}, {git}");
    assert_eq!(of(&both), (wanted.to_owned(), 0, false));
    for (rule, lost) in [
        (format!("{rm}\"allow\" }}"), false),
        (format!("{rm}\"deny\" }}"), true),
        ("{ pattern = [\"rm\"], decision = \"prompt\" }".into(), true),
        ("{ pattern = [{ token = \"rm\" }] }".into(), true),
    ] {
        assert_eq!(of(&rule), (String::new(), 1, lost), "{rule}");
    }
}

#[cfg(feature = "toml")]
#[test]
fn servers_stand_in_more_places() {
    let text = "[mcp_servers.\"my server\"]\ndisabled_tools = \"rm\"\n\
                [plugins.p.mcp_servers.q]\ndisabled_tools = [\"x\"]\n\
                [profiles.z]\nsandbox_mode = \"y\"\n\
                [profiles.z.mcp_servers.w]\nenabled = false\n";
    let (source, scope) = (SourceId(0), Scope::Project);
    let (document, found) = read(source, text, scope, Form::Toml);
    let rules = document.rules.iter().map(|rule| rule.text.as_str());
    let rules: Vec<_> = rules.collect();
    assert_eq!(rules, ["mcp__my_server__rm", "mcp__q__x", "mcp__w"]);
    assert_eq!(found.len(), 2, "{found:?}");
}

#[cfg(feature = "toml")]
#[test]
fn tables_are_read_as_well() {
    let text = "sandbox_mode = \"x\"\nnotify = []\n[[hooks.Stop]]\n\
                [[hooks.Stop.hooks]]\ntype = \"command\"\n\
                command = \"a \\\"b\\\"\"\n";
    let wanted = ["sandbox_mode", "notify", "hooks"];
    let wanted = wanted.map(|key| format!("lossy-conversion {key}"));
    assert_eq!(lost(text, Form::Toml), wanted);
}
