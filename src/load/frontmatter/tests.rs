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
fn keys_that_are_almost_ours_are_named() {
    let rows = [
        ("disallowedtools: Bash", "write `disallowedTools`", true),
        ("deniedTools: [Bash]", "write `disallowedTools`", true),
        ("deny: Bash", "write `disallowedTools`", true),
        ("permissions:\n  deny: [Bash]", "write `disallowedTools`", true),
        ("Tools: Read", "write `tools`", true),
        ("Hooks:\n  Stop: []", "write `hooks`", false),
        ("Stop: []", "move it into `hooks`", false),
        ("permission-mode: plan", "write `permissionMode`", false),
    ];
    for (line, help, guards) in rows {
        let (document, found) = agent(&format!("---\n{line}\n---\n"));
        assert_eq!(found.len(), 1, "{line}: {found:?}");
        assert_eq!(found[0].code, Code::UNKNOWN_KEY, "{line}");
        assert_eq!(found[0].help.as_deref(), Some(help), "{line}");
        assert_eq!(document.degraded, guards, "{line}");
    }
    let fine = "---\nskills: a\nmodel: x\ncolor: y\nprompt: do it\n\
                exclude: b\ntags: [c]\npermissions:\n  contents: read\n\
                deny:\nhook: x\n---\n";
    for (document, found) in [agent(fine), skill(fine)] {
        assert!(found.is_empty() && !document.degraded, "{found:?}");
    }
    let (document, found) = agent("---\ndisallowed_tools: Bash\n---\n");
    assert_eq!(found[0].code, Code::MISPLACED_FIELD);
    assert!(document.degraded);
}

#[test]
fn what_denies_nothing_is_no_loss_and_what_cannot_be_read_is() {
    for (value, lost) in [
        ("", false),
        ("[]", false),
        ("[Bash, {a: b}]", true),
        ("[5]", true),
        ("{Bash: true}", true),
    ] {
        let text = format!("---\ndisallowedTools: {value}\n---\n");
        assert_eq!(agent(&text).0.degraded, lost, "{value}");
    }
    let (document, _) = agent("---\nname: a\n  disallowedTools: Bash\n---\n");
    assert!(document.degraded);
    let text = "---\ntext: a: b\n  tools: Bash\n---\n";
    assert!(agent(text).0.degraded && !skill(text).0.degraded);
}

#[test]
fn front_matter_elsewhere_is_found() {
    let keys = "name: x\ndisallowedTools: Bash";
    for text in [
        format!("\n---\n{keys}\n---\nbody\n"),
        format!(" ---\n{keys}\n---\n"),
        format!("----\n{keys}\n----\n"),
        format!("---{keys}\n---\n"),
        format!("{keys}\n---\nbody\n"),
        format!("```yaml\n---\n{keys}\n---\n```\n"),
        "---\rname: x\rdisallowedTools: Bash\r---\r".to_owned(),
        "+++\nname = \"x\"\ndisallowedTools = \"Bash\"\n+++\n".to_owned(),
    ] {
        let (document, found) = agent(&text);
        assert_eq!(found[0].code, Code::MISPLACED_FRONT_MATTER, "{text}");
        assert!(document.degraded, "{text}");
        let span = found[0].primary().unwrap().span;
        assert!(!span.of(&text).contains('\n'), "{text}");
    }
    let (document, found) = agent("\n---\nname: x\n---\n");
    assert_eq!((found.len(), document.degraded), (1, false));
    for text in [
        "# Title\n\n---\nname: x\n---\n",
        "\n---\n\nNote: a rule\n\n---\n",
        "Name: x\n\ntext\n",
        "name: x\n\ntext without an end\n",
    ] {
        assert!(agent(text).1.is_empty(), "{text}");
    }
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
fn a_list_that_a_tab_takes_away_leaves_a_doubt() {
    for (text, is_agent, lost) in [
        ("tools: Read", true, true),
        ("tools: Read", false, false),
        ("hooks:", true, true),
        ("disallowedTools: Bash", true, true),
        ("allowed-tools: Read", false, false),
        ("color: red", true, false),
    ] {
        let text = format!("---\nname: x\ndescription: y\n\t{text}\n---\n");
        let read = if is_agent { agent } else { skill };
        let (document, found) = read(&text);
        assert_eq!(found[0].code, Code::INVALID_YAML, "{text}");
        assert_eq!(document.degraded, lost, "{text}");
    }
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

#[test]
fn front_matter_behind_a_title_or_other_dashes_is_told() {
    for text in [
        "# Agent\n---\nname: a\ndisallowedTools: Bash\n---\nx",
        "\u{2014}--\nname: a\ndisallowedTools: Bash\n\u{2014}--\nx",
    ] {
        let (document, found) = agent(text);
        assert_eq!(found.len(), 1, "{text}");
        assert_eq!(found[0].code, Code::MISPLACED_FRONT_MATTER, "{text}");
        assert!(document.degraded, "{text}");
    }
    for page in [
        "# Title\n\nText: some.\n\n---\nname: no\n---\n",
        "# Title\n\nmodel: that\n\n---\n",
        "# Title\n---\nNote: a rule\nname: x\n---\n",
    ] {
        assert!(agent(page).1.is_empty(), "{page}");
    }
}

#[test]
fn a_list_of_tools_holds_names_alone() {
    let text =
        "---\nname: a\ntools: Bash(git status:*), Agent(Plan), Read\n---\n";
    let (_, found) = agent(text);
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].code, Code::IGNORED_SPECIFIER);
    let label = found[0].primary().unwrap();
    assert_eq!(label.span.of(text), "(git status:*)");
}
