use super::*;

fn agent(text: &str) -> (Document, Vec<Diagnostic>) {
    read(SourceId(0), "a/.claude/agents/rev.md", text, Scope::Agent)
}

fn skill(text: &str) -> (Document, Vec<Diagnostic>) {
    read(SourceId(0), "a/skills/pdf/SKILL.md", text, Scope::Skill)
}

fn rules(document: &Document, text: &str) -> Vec<String> {
    let show = |rule: &RuleEntry| {
        assert_eq!(rule.span.of(text), rule.text.as_str());
        format!("{} {}", rule.list.as_str(), rule.text.as_str())
    };
    document.rules.iter().map(show).collect()
}

#[test]
fn tools_are_split_outside_of_brackets() {
    let text = "---\r\nname: x\r\nallowed-tools: Bash(git add:*, x), Read \
                Grep\r\ndisallowed-tools:\r\n  - Write\r\n---\r\nbody\r\n";
    let (document, found) = skill(text);
    assert!(found.is_empty(), "{found:?}");
    assert_eq!(document.within, Some(Within::Skill("x".into())));
    let wanted =
        ["allow Bash(git add:*, x)", "allow Read", "allow Grep", "deny Write"];
    assert_eq!(rules(&document, text), wanted);
}

#[test]
fn an_agent_stops_as_a_subagent() {
    let text = "---\ntools: Read, Grep\nhooks:\n  Stop:\n    - hooks:\n        \
                - type: command\n          command: \"echo \\\"é\\\"\"\n---\n";
    let (document, found) = agent(text);
    assert!(found.is_empty(), "{found:?}");
    assert_eq!(document.within, Some(Within::Agent("rev".into())));
    let group = &document.groups[0];
    assert_eq!(group.kind, Some(EventKind::SUBAGENT_STOP));
    assert_eq!(group.event.span.of(text), "Stop");
    let json = r#"{"type":"command","command":"echo \"é\""}"#;
    assert_eq!(group.hooks[0].text.as_deref(), Some(json));
    assert!(group.hooks[0].span.of(text).starts_with("type: command"));
    let (tools, span) = document.available.unwrap();
    assert_eq!(tools.len(), 2);
    assert_eq!(span.of(text), "tools: Read, Grep");
}

#[test]
fn keys_of_other_places_are_named() {
    let codes = |found: Vec<Diagnostic>| {
        found.iter().map(|f| f.code.name()).collect::<Vec<_>>()
    };
    let (document, found) = agent("---\nallowedTools: [Bash]\n---\n");
    assert_eq!(codes(found), ["misplaced-field"]);
    assert!(document.rules.is_empty());
    let (_, found) = skill("---\ntools: [Bash]\n---\n");
    assert_eq!(codes(found), ["misplaced-field"]);
}

#[test]
fn fences() {
    assert!(skill("no front matter\n---\n").1.is_empty());
    assert!(skill("").1.is_empty());
    assert!(skill("---\n---\n").1.is_empty());
    assert!(skill("\u{feff}---\nname: é\n---").1.is_empty());
    let (document, found) = skill("---\nname: x\n\nbody\n");
    assert!(document.degraded && document.refused);
    assert_eq!(found[0].code, Code::UNCLOSED_FRONT_MATTER);
    assert_eq!(document.within, Some(Within::Skill("x".into())));
    let (document, _) = agent("---\nx: [\nname: 'a b' # c\nhi: {");
    assert_eq!(document.within, Some(Within::Agent("a b".into())));
    let (document, _) = agent("---\nname: [\nhi");
    assert_eq!(document.within, Some(Within::Agent("rev".into())));
    let (document, found) =
        skill("---\nargument-hint: [a] | [b]\nx: 1\n---\n");
    assert_eq!(found[0].code, Code::INVALID_YAML);
    assert!(!document.degraded);
}

#[test]
fn a_mode_that_is_none_is_said() {
    let codes = |found: Vec<Diagnostic>| {
        found.iter().map(|f| f.code.name()).collect::<Vec<_>>()
    };
    for (mode, wanted) in [
        ("plan", None),
        ("", None),
        ("dontAsk", None),
        ("yolo", Some("unknown-mode")),
        ("Plan", Some("unknown-mode")),
        ("[plan]", Some("wrong-type")),
    ] {
        let text = format!("---\nname: x\npermissionMode: {mode}\n---\n");
        let (document, found) = agent(&text);
        assert!(!document.degraded, "{mode}");
        assert_eq!(codes(found), wanted.as_slice(), "{mode}");
        // A skill has none.
        assert!(skill(&text).1.is_empty());
    }
}
