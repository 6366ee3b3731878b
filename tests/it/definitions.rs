//! Agents and skills: for whom their rules count, and what becomes of those
//! that a runner may not read.

use hookset::diagnostic::Severity;
use hookset::dialect::Dialect;
use hookset::event::{Context, Event};
use hookset::hook_set::Limits;
use hookset::json::Tape;
use hookset::load::{Family, Scope};
use hookset::plan::{Behavior, Scratch};
use hookset::policy::{Input, Policy};

fn agent(name: &str, keys: &str, dialect: &str) -> Policy {
    let input = Input {
        name: name.to_owned(),
        text: format!("---\n{keys}\n---\nbody\n"),
        family: Family::Definition,
        scope: Scope::Agent,
        directory: None,
    };
    Policy::from_sources([input], &Dialect::named(dialect).unwrap())
}

/// What the rules say of a command of an agent.
fn said(policy: Policy, agent: &str, command: &str) -> Behavior {
    let engine = policy.compile(&Limits::default()).unwrap();
    let event = format!(
        "{{\"hook_event_name\":\"PreToolUse\",\"agent_type\":\"{agent}\",\
         \"tool_name\":\"Bash\",\"tool_input\":{{\"command\":\"{command}\"}}}}"
    );
    let mut tape = Tape::new();
    let event = Event::read(&event, &mut tape);
    let context = Context::default();
    let mut scratch = Scratch::default();
    let answer = engine.answer(&event, &context, &mut scratch);
    answer.permission.behavior
}

#[test]
fn guards_hold_for_the_agent_of_a_plugin() {
    let guard = "name: a\ndisallowedTools: Bash(rm *)";
    let list = "name: a\ntools: Read";
    for (file, keys, who, wanted) in [
        ("p/agents/a.md", guard, "a", Behavior::Deny),
        ("p/agents/a.md", guard, "p:a", Behavior::Deny),
        ("p/agents/a.md", guard, "p:b:a", Behavior::Deny),
        ("p/agents/a.md", guard, "p:ba", Behavior::None),
        ("p/agents/a.md", list, "p:a", Behavior::Deny),
        // An agent of the project is none of a plugin.
        (".claude/agents/a.md", guard, "a", Behavior::Deny),
        (".claude/agents/a.md", guard, "p:a", Behavior::None),
        ("x\\.claude\\agents\\a.md", guard, "p:a", Behavior::None),
    ] {
        for dialect in ["hookset", "claude"] {
            let policy = agent(file, keys, dialect);
            assert_eq!(
                said(policy, who, "rm x"),
                wanted,
                "{file}, {keys}: {who} in {dialect}"
            );
        }
    }
}

#[test]
fn a_skill_of_a_plugin_lets_no_more_run() {
    let input = Input {
        name: "p/skills/s/SKILL.md".to_owned(),
        text: "---\nname: s\nallowed-tools: Bash(git push *)\n---\n"
            .to_owned(),
        family: Family::Definition,
        scope: Scope::Skill,
        directory: None,
    };
    let policy = Policy::from_sources([input], &Dialect::default());
    let engine = policy.compile(&Limits::default()).unwrap();
    for (skill, wanted) in [("s", Behavior::Allow), ("p:s", Behavior::None)] {
        let event = format!(
            "{{\"hook_event_name\":\"PreToolUse\",\"active_skill\":\
             \"{skill}\",\"tool_name\":\"Bash\",\"tool_input\":\
             {{\"command\":\"git push a\"}}}}"
        );
        let mut tape = Tape::new();
        let event = Event::read(&event, &mut tape);
        let context = Context::default();
        let mut scratch = Scratch::default();
        let answer = engine.answer(&event, &context, &mut scratch);
        assert_eq!(answer.permission.behavior, wanted, "{skill}");
    }
}

#[test]
fn what_front_matter_that_is_refused_forbids_asks() {
    for (keys, wanted, severity) in [
        (
            "description: d: e\ndisallowedTools: Bash(rm *)",
            ["ask", "none"],
            Severity::Warning,
        ),
        ("description: d: e\ntools: Read", ["ask", "ask"], Severity::Warning),
        ("description: d: e\ntools: Bash", ["none"; 2], Severity::Warning),
        ("description: d: e", ["none"; 2], Severity::Info),
        ("disallowedTools: [Bash", ["ask"; 2], Severity::Error),
    ] {
        let file = ".claude/agents/a.md";
        let policy = || agent(file, keys, "claude");
        let found = policy().diagnostics().to_vec();
        assert_eq!(found.len(), 1, "{keys}: {found:?}");
        assert_eq!(found[0].severity, severity, "{keys}");
        let answers = ["rm x", "ls"].map(|line| said(policy(), "a", line));
        assert_eq!(answers.map(Behavior::as_str), wanted, "{keys}");
        // It is about this agent alone.
        assert_eq!(said(policy(), "b", "rm x"), Behavior::None, "{keys}");
    }
}

#[test]
fn a_list_of_no_tool_there_is_leaves_none() {
    for dialect in ["hookset", "claude"] {
        let policy =
            || agent(".claude/agents/a.md", "name: a\ntools: bash", dialect);
        let found = policy().diagnostics().to_vec();
        let codes: Vec<_> = found.iter().map(|f| f.code.name()).collect();
        assert_eq!(codes, ["foreign-tool-name"]);
        assert_eq!(said(policy(), "a", "ls"), Behavior::Deny, "{dialect}");
        assert_eq!(said(policy(), "b", "ls"), Behavior::None, "{dialect}");
    }
}

#[test]
fn keys_that_deny_elsewhere_deny_and_are_named() {
    let policy = || {
        agent(
            ".claude/agents/a.md",
            "name: a\ndisallowed-tools: Bash",
            "claude",
        )
    };
    let found = policy().diagnostics().to_vec();
    let codes: Vec<_> = found.iter().map(|f| f.code.name()).collect();
    assert_eq!(codes, ["misplaced-field"]);
    assert_eq!(found[0].help.as_deref(), Some("write `disallowedTools`"));
    assert_eq!(said(policy(), "a", "ls"), Behavior::Deny);
}

/// A guard under a key that no definition has.
#[test]
fn a_guard_in_guidance_is_told_of_once() {
    let text = r#"{"tag": "t", "type": "action", "lifecycle": "start",
        "name": "n", "requirementLevel": "MUST", "contentFile": "c.md",
        "deny": ["Bash(rm *)"], "foo": 1}"#;
    let input = Input {
        name: "x.json".into(),
        text: text.into(),
        family: Family::Toolkit,
        scope: Scope::Project,
        directory: None,
    };
    let dialect = Dialect::named("toolkit").unwrap();
    let found = hookset::lint::check(&Policy::from_sources([input], &dialect));
    let keys = found.iter().filter(|f| f.code.name() == "unknown-key");
    let keys: Vec<_> = keys
        .map(|f| (f.severity.as_str(), f.primary().unwrap().span.of(text)))
        .collect();
    assert_eq!(keys, [("error", "\"deny\""), ("warning", "\"foo\"")]);
}

/// A tool that is called otherwise now is not to be written twice, and a list
/// of names takes no patterns.
#[test]
fn former_tools_lead_to_names_that_a_list_can_hold() {
    for (tools, name, help) in [
        ("Read, Edit, MultiEdit", "MultiEdit", "remove it: `Edit` stands"),
        ("Read, MultiEdit", "MultiEdit", "write `Edit`"),
        ("Glob, LS", "LS", "remove it: `Glob` stands"),
        ("Read, LS", "LS", "write `Glob`"),
        ("Read, BashOutput", "BashOutput", "remove it: `Read` stands"),
        ("Bash, BashOutput", "BashOutput", "write `Read`"),
    ] {
        let policy = agent(
            ".claude/agents/a.md",
            &format!("name: a\ntools: {tools}"),
            "claude",
        );
        let found = policy.diagnostics().iter();
        let found = found.filter(|found| found.message.contains(name));
        let helps: Vec<_> = found.map(|f| f.help.as_deref()).collect();
        let [Some(said)] = helps.as_slice() else { panic!("{helps:?}") };
        assert!(said.starts_with(help), "{tools}: {said}");
    }
}
