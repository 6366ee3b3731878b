mod many;

use super::*;
use crate::diagnostic::{Diagnostic, Severity};

fn load(text: &str) -> (Document, Vec<Diagnostic>) {
    settings(SourceId(0), text, Scope::Project, Family::Claude)
}

fn found(text: &str) -> Vec<(&'static str, &str)> {
    let (_, found) = load(text);
    let pairs = found.iter().map(|d| {
        let span = d.primary().map_or(Span::default(), |l| l.span);
        (d.code.name(), span.of(text))
    });
    pairs.collect()
}

/// Settings with one handler on an event.
fn hooked(event: &str, handler: &str) -> String {
    format!(r#"{{"hooks":{{"{event}":[{{"hooks":[{handler}]}}]}}}}"#)
}

#[test]
fn a_settings_file_is_read() {
    let text = r#"{
        "model": "x",
        "permissions": {
            "allow": ["Bash(ls *)", "Read(\"a\")"],
            "deny": ["Bash(rm *)"],
            "ask": [],
            "defaultMode": "manual",
            "additionalDirectories": ["../b"],
            "disableBypassPermissionsMode": "disable"
        },
        "disableAllHooks": false,
        "hooks": {"PreToolUse": [{
            "matcher": "Bash|Edit",
            "hooks": [
                {"type": "command", "command": "x", "timeout": 1.5,
                 "if": "Bash(git *)", "statusMessage": "…", "async": true},
                {"type": "http", "url": "https://h/"},
                {"type": "mcp_tool", "server": "s", "tool": "t",
                 "input": {"p": "${tool_input.file_path}"}},
                {"type": "prompt", "prompt": "p"},
                {"type": "agent", "prompt": "p", "model": "m"}
            ]
        }]}
    }"#;
    let (document, found) = load(text);
    assert_eq!(found, []);
    assert!(!document.degraded && !document.refused);
    let rules: Vec<_> = document
        .rules
        .iter()
        .map(|rule| (rule.list, rule.text.as_str()))
        .collect();
    let expected = [
        (List::Allow, "Bash(ls *)"),
        (List::Allow, "Read(\"a\")"),
        (List::Deny, "Bash(rm *)"),
    ];
    assert_eq!(rules, expected);
    let mode = document.default_mode.as_ref().map(|m| m.value);
    assert_eq!(mode, Some(Mode::Default));
    assert!(document.switches.disable_bypass);
    let group = &document.groups[0];
    assert_eq!(group.kind, Some(EventKind::PRE_TOOL_USE));
    assert_eq!(group.matcher.as_ref().unwrap().as_str(), "Bash|Edit");
    let kinds: Vec<_> = group.hooks.iter().map(Handler::kind).collect();
    assert_eq!(kinds.len(), 5);
    let first = &group.hooks[0];
    assert_eq!(first.timeout, Some(1500));
    assert!(first.is_async());
    assert_eq!(first.condition.as_ref().unwrap().as_str(), "Bash(git *)");
    let last = &group.hooks[4];
    assert_eq!(last.timeout, None);
    assert!(document.root().is_some_and(|root| root.get("model").is_some()));
}

#[test]
fn one_bad_entry_leaves_the_rest() {
    let text = r#"{"permissions":{"deny":["A",7,"B"],"allow":"C",
        "ask":["D"]},"hooks":{"Stop":[3,{"hooks":[4,{"type":"command",
        "command":"x"}]}],"Foo":[]}}"#;
    let (document, found) = load(text);
    let rules: Vec<_> =
        document.rules.iter().map(|rule| rule.text.as_str()).collect();
    assert_eq!(rules, ["A", "B", "D"]);
    assert!(document.degraded);
    assert_eq!(document.groups.len(), 1);
    assert_eq!(document.groups[0].hooks.len(), 1);
    assert_eq!(found.len(), 5);
}

#[test]
fn of_two_lists_the_guards_of_both_count() {
    let text = r#"{"permissions":{"deny":["A"],"deny":["B"],"allow":["C"],
        "allow":["D"]}}"#;
    let (document, found) = load(text);
    let rules: Vec<_> =
        document.rules.iter().map(|rule| rule.text.as_str()).collect();
    assert_eq!(rules, ["A", "B", "D"]);
    assert_eq!(found.len(), 2);
}

/// Handlers with one fault each: its code and the text under it.
const HANDLERS: &[(&str, &str, &str)] = &[
    (r#"{"command":"x"}"#, "missing-field", r#"{"command":"x"}"#),
    (
        r#"{"type":"comand","command":"x"}"#,
        "unknown-handler-type",
        r#""comand""#,
    ),
    (
        r#"{"type":"command","command":"x","timeout":0}"#,
        "invalid-timeout",
        "0",
    ),
    (
        r#"{"type":"command","command":"x","timeout":60000}"#,
        "timeout-in-milliseconds",
        "60000",
    ),
    (
        r#"{"type":"command","command":"x","timeout":1e400}"#,
        "number-out-of-range",
        "1e400",
    ),
    (
        r#"{"type":"command","command":"a b","args":["c"]}"#,
        "command-with-args",
        r#""a b""#,
    ),
    (
        r#"{"type":"command","command":"x","shell":"zsh"}"#,
        "invalid-value",
        r#""zsh""#,
    ),
    (
        r#"{"type":"prompt","prompt":"x","async":true}"#,
        "misplaced-field",
        r#""async""#,
    ),
    (r#"{"type":"http","url":"ftp://h/"}"#, "invalid-value", r#""ftp://h/""#),
    (
        r#"{"type":"http","url":"https://h/","headers":{"A":"x ${B}"}}"#,
        "unlisted-variable",
        "${B}",
    ),
    (
        r#"{"type":"command","command":"x ${user_config.k} y"}"#,
        "user-config-in-shell",
        "${user_config.k}",
    ),
    (
        r#"{"type":"mcp_tool","server":"s","tool":"t","input":{"p":"${tool_input.x"}}"#,
        "unknown-placeholder",
        "${tool_input.x",
    ),
    (
        r#"{"type":"mcp_tool","server":"s","tool":"t","input":{"p":["é ${tool_imput.x}"]}}"#,
        "unknown-placeholder",
        "tool_imput",
    ),
    (
        r#"{"type":"decision","permissionDecision":"deny"}"#,
        "unknown-handler-type",
        r#""decision""#,
    ),
    (
        r#"{"type":"command","comand":"x","command":"y"}"#,
        "unknown-key",
        r#""comand""#,
    ),
];

#[test]
fn handlers_are_checked() {
    for &(handler, code, label) in HANDLERS {
        let text = hooked("PreToolUse", handler);
        assert_eq!(found(&text), [(code, label)], "{handler}");
    }
}

#[test]
fn decisions_are_ours() {
    let text = hooked(
        "PreToolUse",
        r#"{"type":"decision","permissionDecision":"deny","reason":"no",},
        // fine
        {"type":"decision"}"#,
    );
    let (document, found) =
        settings(SourceId(0), &text, Scope::Project, Family::Hookset);
    let names: Vec<_> = found.iter().map(|d| d.code.name()).collect();
    assert_eq!(names, ["missing-field"]);
    assert!(!document.refused);
    let action = &document.groups[0].hooks[0].action;
    assert!(matches!(action, Action::Decision { decision: Some(d), .. }
        if d.value == List::Deny));
}

#[test]
fn groups_are_checked() {
    let cases = [
        (r#"{"hooks":[]}"#, "wrong-type", "[]"),
        (r#"{"hooks":{"PreToolUse":{}}}"#, "wrong-type", "{}"),
        (r#"{"hooks":{"preToolUse":[]}}"#, "unknown-event", r#""preToolUse""#),
        (
            r#"{"hooks":{"Stop":[{"type":"command","command":"x"}]}}"#,
            "flat-hook",
            r#"{"type":"command","command":"x"}"#,
        ),
        (
            r#"{"hooks":{"Stop":[{"matcher":"x","hooks":[{"type":"command","command":"x"}]}]}}"#,
            "matcher-on-event-without-matcher",
            r#""matcher""#,
        ),
        (
            r#"{"hooks":{"PreToolUse":[{"matcher":["A","B"],"hooks":[]}]}}"#,
            "wrong-type",
            r#"["A","B"]"#,
        ),
        (
            r#"{"hooks":{"PreCompact":[{"matcher":"auto|manul","hooks":[{"type":"command","command":"x"}]}]}}"#,
            "unknown-matcher-value",
            "manul",
        ),
        (r#"{"PreToolUse":[]}"#, "misplaced-field", r#""PreToolUse""#),
        (r#"{"deny":["x"]}"#, "misplaced-field", r#""deny""#),
        (r#"{"permision":{}}"#, "unknown-key", r#""permision""#),
        (r#"{"allowManagedHooksOnly":true}"#, "managed-only", "true"),
        ("[]", "wrong-type", "[]"),
        ("", "empty-file", ""),
    ];
    for (text, code, label) in cases {
        assert_eq!(found(text), [(code, label)], "{text}");
    }
}

#[test]
fn scopes_and_switches_decide_what_counts() {
    let hook =
        r#""hooks":{"Stop":[{"hooks":[{"type":"command","command":"x"}]}]}"#;
    let rule = r#""permissions":{"allow":["A"],"defaultMode":"plan"}"#;
    let document = |scope, more: &str| {
        let text = format!("{{{hook},{rule}{more}}}");
        settings(SourceId(0), &text, scope, Family::Claude).0
    };
    let user = document(Scope::User, r#","disableAllHooks":true"#);
    let managed = document(Scope::Managed, "");
    let merged = merge(&[user.clone(), managed.clone()]);
    assert_eq!(merged.rules.len(), 2);
    assert_eq!(merged.handlers.len(), 1);
    assert_eq!(merged.handlers[0].document, 1);
    assert_eq!(merged.inactive_handlers[0].1, Inactive::HooksDisabled);
    assert_eq!(merged.default_mode.map(|m| m.0), Some(1));
    let project = document(Scope::Project, r#","disableAllHooks":false"#);
    let merged = merge(&[user.clone(), project]);
    assert_eq!(merged.handlers.len(), 2);
    let strict = document(
        Scope::Managed,
        r#","allowManagedHooksOnly":true,
        "allowManagedPermissionRulesOnly":"yes""#,
    );
    let twice = r#"{"permissions":{"deny":["A","A"]}}"#;
    let twice = settings(SourceId(0), twice, Scope::User, Family::Claude).0;
    // The same text in another file may be about other places.
    let merged = merge(&[twice.clone(), twice]);
    assert_eq!(merged.rules.len(), 2);
    assert_eq!(merged.inactive_rules[0].1, Inactive::Duplicate);
    let merged = merge(&[user, strict]);
    assert_eq!(merged.rules.len(), 1);
    assert_eq!(merged.inactive_rules[0].1, Inactive::ManagedRulesOnly);
    assert_eq!(merged.handlers.len(), 1);
}

#[test]
fn half_a_character_hides_nothing_else() {
    let text = r#"{"permissions":{"deny":["A"],"allow":["B","\ud800"]},
        "x":"\ud800"}"#;
    let (document, found) = load(text);
    let rules: Vec<_> =
        document.rules.iter().map(|rule| rule.text.as_str()).collect();
    assert_eq!(rules, ["A", "B"]);
    assert!(!document.refused && !document.degraded);
    let codes: Vec<_> = found.iter().map(|d| d.code.name()).collect();
    assert_eq!(codes, ["lone-surrogate", "lone-surrogate"]);
    let (document, _) = load(r#"{"permissions":{"deny":["A\ud800"]}}"#);
    assert!(document.degraded);
}

#[test]
fn guards_under_another_key_are_not_lost() {
    for (text, guards) in [
        (r#"{"permissions":{"denyRules":["A"]}}"#, true),
        (r#"{"permissions":{"never":["A"]}}"#, true),
        (r#"{"permissions":{"rules":{"deny":["A"]}}}"#, true),
        (r#"{"permissions":{"rules":[{"a":"x","b":"deny"}]}}"#, true),
        (r#"{"permissions":{"permissions":{"ask":["A"]}}}"#, true),
        (r#"{"permissions":{"rules":["A"]}}"#, false),
        (r#"{"permissions":{"disableAllHooks":true}}"#, false),
        (r#"{"permissions":{"denied":true}}"#, false),
        (r#"{"permissions":{"allowRules":["A"]}}"#, false),
        (r#"{"denyTools":["A"]}"#, true),
        (r#"{"settings":{"permissions":{"deny":["A"]}}}"#, true),
        (r#"{"a":{"b":{"permissions":{"allow":["A"]}}}}"#, false),
        (r#"{"settings":{"hooks":{"Stop":[]}}}"#, false),
        (r#"{"hooks_config":{"Stop":[]}}"#, false),
    ] {
        let (document, found) = load(text);
        assert_eq!(found.len(), 1, "{text}: {found:?}");
        assert_eq!(document.degraded, guards, "{text}");
    }
    let fine = r#"{"sandbox":{"permissions":{"network":{"deny":1}}},
        "env":{"hooks":"x"},"plugin":{"hooks":{"on":[]}}}"#;
    let (document, found) = load(fine);
    assert!(found.is_empty() && !document.degraded, "{found:?}");
}

#[test]
fn a_file_full_of_faults_is_bounded() {
    let keys = r#""timeuot":1,"#.repeat(50_000);
    let text = format!(r#"{{"permissions":{{{keys}"deny":["A"]}}}}"#);
    let (document, found) = load(&text);
    assert_eq!(document.rules.len(), 1);
    assert!(found.len() <= 1_001);
    let last = found.last().map(|d| (d.code.name(), d.severity));
    assert_eq!(last, Some(("too-many-findings", Severity::Info)));
    // What is left out counts by the gravest of it.
    let text = text.replace(r#""deny":["A"]"#, r#""deny":[1]"#);
    let (_, found) = load(&text);
    let last = found.last().map(|d| (d.code.name(), d.severity));
    assert_eq!(last, Some(("too-many-findings", Severity::Error)));
    let (document, found) = load(&" ".repeat(9 << 20));
    assert!(document.degraded);
    assert_eq!(found[0].code.name(), "file-too-large");
}

/// A plugin may name files and write hooks down beside each other.
#[test]
fn hooks_of_a_plugin_may_stand_in_a_list() {
    let text = r#"{"name": "p", "hooks": ["./h.json", {"PreToolUse": [
        {"matcher": "Bash", "hooks": [{"type": "command", "command": "x"}]}
        ]}, {"Stop": [{"hooks": [{"type": "command", "command": "y"}]}]}]}"#;
    let source = SourceId(0);
    let (document, found) =
        settings(source, text, Scope::Plugin, Family::Plugin);
    let codes: Vec<_> = found.iter().map(|one| one.code.name()).collect();
    assert_eq!(codes, ["hooks-elsewhere"]);
    let events = document.groups.iter().map(|group| &*group.event.value);
    assert_eq!(events.collect::<Vec<_>>(), ["PreToolUse", "Stop"]);
    // Settings have no such lists.
    let (_, found) = settings(source, text, Scope::Project, Family::Claude);
    assert!(!found.is_empty());
}

#[cfg(feature = "yaml")]
#[test]
fn an_empty_document_of_yaml_adds_nothing() {
    let of = |text: &str| {
        let (scope, family) = (Scope::Project, Family::Hookset);
        let (document, found) =
            super::settings::yaml(SourceId(0), text, scope, family);
        (document.rules.len(), document.degraded, found.len())
    };
    let rules = "permissions:\n  deny: [Bash]\n";
    for text in [
        rules.to_owned(),
        format!("{rules}---\n"),
        format!("---\n# licence\n---\n{rules}"),
    ] {
        assert_eq!(of(&text), (1, false, 0), "{text}");
    }
    let other = format!("{rules}---\n- 1\n");
    assert_eq!((of(&other).0, of(&other).2), (1, 1));
}
