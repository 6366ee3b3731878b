//! Files of five dialects in one policy: one compiled set, one answer, and
//! everything in it in the order of the files.

use std::sync::Arc;

use hookset::dialect::Dialect;
use hookset::event::{Context, Event};
use hookset::hook_set::{HookSet, Limits};
use hookset::json::Tape;
use hookset::load::{Family, Scope};
use hookset::plan::{Engine, Scratch, State};
use hookset::policy::{Input, Policy};

const SETTINGS: &str = r#"{
  "permissions": {"allow": ["Bash(git *)"], "deny": ["Bash(rm *)"]},
  "hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [
    {"type": "command", "command": "settings", "if": "Bash(git *)"}]}]}
}"#;

const PATTERN: &str = "hooks_config:
  PreToolUse:
    - matcher: \"Bash|Write\"
      hooks:
        - type: command
          command: pattern
          if: Bash(git push*)
        - type: http
          url: https://example.com/audit
          async: true
";

const AGENT: &str = "---
name: reviewer
disallowedTools: Bash(git push --force *)
hooks:
  PreToolUse:
    - hooks:
        - type: command
          command: agent
---
You review.
";

const SERVER: &str = r#"{"result": {"serverInfo": {"name": "annal"},
  "capabilities": {"hooks": {"declarations": [
    {"event": "pre_tool_use", "priority": "important",
     "matcher": {"tool_name": "Ba*", "input_contains": "push"},
     "context": "server on {tool_name}"}]}}}}"#;

const GEMINI: &str = "[[rule]]
toolName = \"run_shell_command\"
commandPrefix = \"git push\"
decision = \"ask_user\"
priority = 100
";

const CODEX: &str = "prefix_rule(pattern=[\"git\", [\"clean\", \"gc\"]], \
                     decision=\"forbidden\")\n";

fn policy() -> Policy {
    let files = [
        ("settings.json", SETTINGS, Family::Claude, Scope::Project),
        ("hooks.yaml", PATTERN, Family::Pattern, Scope::Project),
        ("agents/r.md", AGENT, Family::Definition, Scope::Agent),
        ("server.json", SERVER, Family::Sep2282, Scope::Project),
        ("policy.toml", GEMINI, Family::Gemini, Scope::User),
        ("default.rules", CODEX, Family::Codex, Scope::User),
    ];
    let inputs = files.map(|(name, text, family, scope)| Input {
        name: name.to_owned(),
        text: text.to_owned(),
        family,
        scope,
        directory: None,
    });
    Policy::from_sources(inputs, &Dialect::default())
}

fn event(command: &str, agent: &str) -> String {
    format!(
        r#"{{"session_id": "s", "cwd": "/p", "hook_event_name":
        "PreToolUse", "tool_name": "Bash", "tool_input": {{"command":
        "{command}"}}{agent}}}"#
    )
}

const INSIDE: &str = r#", "agent_id": "1", "agent_type": "reviewer""#;

/// The answer of the rules, and the files whose hooks fire, in order, with
/// both evaluators and from the image.
fn answer(engine: &Engine, text: &str) -> (String, Vec<String>) {
    let context = Context {
        cwd: Some("/p".into()),
        home: Some("/home/u".into()),
        project_root: Some("/p".into()),
        ..Context::default()
    };
    let mut tape = Tape::new();
    let event = Event::read(text, &mut tape);
    let (mut one, mut other) = (Scratch::default(), Scratch::default());
    let compiled = engine.answer(&event, &context, &mut one);
    let slow = engine.answer_by_reference(&event, &context, &mut other);
    let slow = slow.unwrap();
    assert_eq!(compiled.matches, slow.matches, "{text}");
    assert_eq!(compiled.permission, slow.permission, "{text}");
    assert_eq!(compiled.hooks, slow.hooks, "{text}");
    let image = Arc::new(engine.set().image().to_vec());
    let loaded = HookSet::from_image(image).unwrap();
    let mut memory = hookset::hook_set::Scratch::default();
    let kind = event.kind.unwrap();
    let again = loaded.matches(slow.subjects, kind, &mut memory);
    assert_eq!(again, slow.matches, "{text}");
    let behavior = slow.permission.behavior.as_str().to_owned();
    let fires = slow.hooks.iter().filter(|hook| hook.skipped.is_none());
    let places = fires.map(|hook| engine.hook(hook.hook).unwrap().place);
    let files = places
        .map(|place| place.split(':').next().unwrap_or_default().to_owned());
    (behavior, files.collect())
}

#[test]
fn one_set_answers_for_all() {
    let policy = policy();
    let found = policy.diagnostics();
    assert!(found.is_empty(), "{found:?}");
    let engine = policy.compile(&Limits::default()).unwrap();
    let ask = |command: &str, agent: &str| {
        let (behavior, files) = answer(&engine, &event(command, agent));
        let files = files.join(" ");
        (behavior, files)
    };
    let is =
        |behavior: &str, files: &str| (behavior.to_owned(), files.to_owned());
    // Everything at once, in the order of the files; the rule of the fifth
    // asks, though the first allows.
    assert_eq!(
        ask("git push origin", INSIDE),
        is(
            "ask",
            "settings.json hooks.yaml hooks.yaml agents/r.md server.json"
        )
    );
    // Without the agent, all but its own.
    assert_eq!(
        ask("git push origin", ""),
        is("ask", "settings.json hooks.yaml hooks.yaml server.json")
    );
    // A deny of the agent counts only within it.
    assert_eq!(ask("git push --force x", INSIDE).0, "deny");
    assert_eq!(ask("git push --force x", "").0, "ask");
    // A rule of the sixth stops what the first allows.
    assert_eq!(
        ask("git clean -fd", ""),
        is("deny", "settings.json hooks.yaml")
    );
    assert_eq!(ask("git status", ""), is("allow", "settings.json hooks.yaml"));
    assert_eq!(ask("rm -rf x", "").0, "deny");
}

#[test]
fn the_plan_has_everything_in_order() {
    let engine = policy().compile(&Limits::default()).unwrap();
    let text = event("git push origin", INSIDE);
    let mut tape = Tape::new();
    let event = Event::read(&text, &mut tape);
    let mut scratch = Scratch::default();
    let (context, state) = (Context::default(), State::default());
    let plan = engine.plan(&event, &context, &state, &mut scratch);
    let kinds: Vec<_> =
        plan.steps.iter().map(|step| step.kind.as_str()).collect();
    let wanted = ["command", "command", "http", "command", "inject"];
    assert_eq!(kinds, wanted);
    assert_eq!(plan.rules.as_str(), "ask");
    let again = engine.plan(&event, &context, &state, &mut scratch);
    assert_eq!(plan, again);
}
