//! Agents and skills: for whom their rules count, and what becomes of those
//! that a runner may not read.

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
    let answer = engine.answer(&event, &context, &mut Scratch::default());
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
        text: "---\nname: s\nallowed-tools: Bash(rm *)\n---\n".to_owned(),
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
             {{\"command\":\"rm x\"}}}}"
        );
        let mut tape = Tape::new();
        let event = Event::read(&event, &mut tape);
        let context = Context::default();
        let answer = engine.answer(&event, &context, &mut Scratch::default());
        assert_eq!(answer.permission.behavior, wanted, "{skill}");
    }
}
