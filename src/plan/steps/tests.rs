use crate::dialect::Dialect;
use crate::event::{Context, Event};
use crate::guide::negotiate::{self, accept};
use crate::hook_set::Limits;
use crate::json::Tape;
use crate::load::{Family, Scope};
use crate::plan::state::{Caps, Server};
use crate::plan::{Engine, Plan, Scratch, State};
use crate::policy::{Input, Policy};

const CALL: &str = r#"{"hook_event_name": "PreToolUse", "session_id": "s",
    "agent_type": "x", "tool_name": "Bash", "tool_input": {"command": "ls"}}"#;

fn engine(files: &[(&str, Family, Scope, &str)], dialect: &str) -> Engine {
    let inputs = files.iter().map(|&(name, family, scope, text)| Input {
        name: name.into(),
        text: text.into(),
        family,
        scope,
        directory: None,
    });
    let dialect = Dialect::named(dialect).unwrap();
    let policy = Policy::from_sources(inputs, &dialect);
    policy.compile(&Limits::default()).unwrap()
}

fn plan(engine: &Engine, event: &str, state: &State) -> Plan {
    let mut tape = Tape::new();
    let event = Event::read(event, &mut tape);
    let context = Context::default();
    engine.plan(&event, &context, state, &mut Scratch::default())
}

fn hooks(handlers: &str) -> String {
    format!(r#"{{"hooks": {{"PreToolUse": [{{"hooks": [{handlers}]}}]}}}}"#)
}

fn reasons(plan: &Plan) -> Vec<&str> {
    plan.skipped.iter().map(|skipped| skipped.reason.as_str()).collect()
}

/// What a person switches off in their own settings stays on where an
/// organisation gives it.
#[test]
fn a_managed_hook_is_not_switched_off() {
    let text = hooks(r#"{"type": "command", "command": "gate"}"#);
    let file = |scope| ("s.json", Family::Hookset, scope, &*text);
    let user = engine(&[file(Scope::User)], "hookset");
    let alone = plan(&user, CALL, &State::default());
    let disabled = vec![alone.steps[0].id.clone()];
    let state = State { disabled, ..State::default() };
    let off = plan(&user, CALL, &state);
    assert_eq!((off.steps.len(), &*reasons(&off)), (0, &["disabled"][..]));
    for scopes in [
        &[Scope::Managed][..],
        &[Scope::User, Scope::Managed],
        &[Scope::Managed, Scope::User],
    ] {
        let files: Vec<_> = scopes.iter().map(|s| file(*s)).collect();
        let plan = plan(&engine(&files, "hookset"), CALL, &state);
        assert_eq!(plan.steps.len(), 1, "{scopes:?}");
    }
}

/// Of hooks that do the same, one runs: the one that can stop the call.
#[test]
fn of_copies_the_one_that_can_stop_runs() {
    let gate = r#"{"type": "command", "command": "gate"}"#;
    let late = r#"{"type": "command", "command": "gate", "async": true}"#;
    for [one, other] in [[late, gate], [gate, late]] {
        let text = hooks(&format!("{one},{other}"));
        let file = ("s.json", Family::Hookset, Scope::Project, &*text);
        let engine = engine(&[file], "agent");
        let plan = plan(&engine, CALL, &State::default());
        assert_eq!(plan.steps.len(), 1, "{text}");
        assert!(!plan.steps[0].is_async, "{text}");
        assert_eq!(plan.steps[0].origins.len(), 2, "{text}");
        assert_eq!(reasons(&plan), ["duplicate"], "{text}");
        let mut tape = Tape::new();
        let event = Event::read(CALL, &mut tape);
        let (context, mut scratch) = (Context::default(), Scratch::default());
        let answer = engine.answer(&event, &context, &mut scratch);
        let runs = answer.hooks.iter().filter(|it| it.skipped.is_none());
        let runs: Vec<_> = runs.map(|it| it.hook).collect();
        assert_eq!(runs, [plan.steps[0].hook], "{text}");
    }
}

/// From the first text that does not fit on, all go.
#[test]
fn no_weaker_text_stays_where_a_stronger_one_went() {
    let text = hooks(
        r#"{"type": "inject", "server": "a", "level": "required",
            "context": "a text that is too long"},
           {"type": "inject", "server": "a", "level": "suggestion",
            "context": "short"},
           {"type": "inject", "server": "a", "level": "suggestion",
            "context_tool": "t"}"#,
    );
    let file = ("s.json", Family::Hookset, Scope::Project, &*text);
    let server =
        Server { name: "a".into(), trusted: true, ..Server::default() };
    let caps = Caps { characters: Some(10), ..Caps::default() };
    let state = State { servers: vec![server], caps, ..State::default() };
    let plan = plan(&engine(&[file], "hookset"), CALL, &state);
    assert_eq!(reasons(&plan), ["cap:context", "cap:context"]);
    assert_eq!(plan.steps.len(), 1);
}

fn declared(event: &str, tool: &str) -> String {
    format!(
        r#"{{"capabilities": {{"hooks": {{"declarations": [{{
            "event": "{event}", "priority": "important", "context": "x",
            "matcher": {{"tool_name": "{tool}"}}}}]}}}},
            "serverInfo": {{"name": "a"}}}}"#
    )
}

/// What was approved is the declaration with its event and its matcher, in
/// the words of whoever talks with the server.
#[test]
fn an_approval_covers_event_and_matcher() {
    let asks = |approved: Vec<String>| State {
        servers: vec![Server {
            name: "a".into(),
            trusted: true,
            approved: Some(approved),
            ..Server::default()
        }],
        ..State::default()
    };
    let planned = |text: &str, approved: Vec<String>, event: &str| {
        let file = ("a.json", Family::Sep2282, Scope::Server, text);
        let event = CALL.replace("PreToolUse", event);
        plan(&engine(&[file], "sep2282"), &event, &asks(approved))
    };
    let text = declared("pre_tool_use", "Bash");
    let first = planned(&text, Vec::new(), "PreToolUse");
    assert_eq!(reasons(&first), ["not-approved"]);
    let pin = first.skipped[0].pin.clone().unwrap();
    let tape = Tape::of(&text);
    let policy = negotiate::Policy {
        trusted: true,
        approved: Some(vec![pin.clone()]),
        ..negotiate::Policy::default()
    };
    let taken = accept("a", tape.root(&text).unwrap(), &policy);
    assert_eq!(taken.kept.len(), 1);
    assert_eq!(taken.kept[0].pin, pin);
    let again = planned(&text, vec![pin.clone()], "PreToolUse");
    assert_eq!(again.steps[0].pin.as_ref(), Some(&pin));
    for (event, moment, tool) in [
        ("PreToolUse", "pre_tool_use", "*"),
        ("PostToolUse", "post_tool_use", "Bash"),
    ] {
        let other = declared(moment, tool);
        let plan = planned(&other, vec![pin.clone()], event);
        assert_eq!(reasons(&plan), ["not-approved"], "{other}");
    }
    // So it is with a text that stands in settings.
    let inject = r#"{"type": "inject", "server": "a", "level": "important",
        "context": "x"}"#;
    let settings = |event: &str, matcher: &str| {
        format!(
            r#"{{"hooks": {{"{event}": [{{"matcher": "{matcher}",
                "hooks": [{inject}]}}]}}}}"#
        )
    };
    let planned = |text: &str, approved: Vec<String>, event: &str| {
        let file = ("s.json", Family::Hookset, Scope::Project, text);
        let event = CALL.replace("PreToolUse", event);
        plan(&engine(&[file], "hookset"), &event, &asks(approved))
    };
    let text = settings("PreToolUse", "Bash");
    let first = planned(&text, Vec::new(), "PreToolUse");
    let pin = first.skipped[0].pin.clone().unwrap();
    let again = planned(&text, vec![pin.clone()], "PreToolUse");
    assert_eq!(again.steps.len(), 1);
    for (event, matcher) in [("PreToolUse", "*"), ("PostToolUse", "Bash")] {
        let other = settings(event, matcher);
        let plan = planned(&other, vec![pin.clone()], event);
        assert_eq!(reasons(&plan), ["not-approved"], "{other}");
    }
}

/// Two declarations that differ in their matcher wait each for itself, and
/// say the same once.
#[test]
fn a_hook_is_known_by_all_that_tells_it_from_others() {
    let text = r#"{"declarations": [
        {"event": "pre_tool_use", "priority": "important", "context": "x",
         "matcher": {"tool_name": "Bash"}},
        {"event": "pre_tool_use", "priority": "important", "context": "x",
         "matcher": {"tool_name": "Read"}},
        {"event": "pre_tool_use", "priority": "important", "context": "x",
         "matcher": {"input_contains": "ls"}}]}"#;
    let file = ("a.json", Family::Sep2282, Scope::Server, text);
    let engine = engine(&[file], "sep2282");
    let caps = Caps { cooldown: Some(60), ..Caps::default() };
    let state = State { caps, ..State::default() };
    let bash = plan(&engine, CALL, &state);
    assert_eq!(bash.steps.len(), 1);
    let next = state.after(&bash);
    let read = r#"{"hook_event_name": "PreToolUse", "session_id": "s",
        "tool_name": "Read", "tool_input": {"file_path": "/p/x"}}"#;
    assert_eq!(plan(&engine, read, &next).steps.len(), 1);
}

#[cfg(feature = "yaml")]
#[test]
fn once_in_one_agent_is_not_once_in_another() {
    let agent = |name: &str| {
        format!(
            "---\nname: {name}\ndescription: d\nhooks:\n  PreToolUse:\n    \
             - hooks:\n        - type: command\n          command: c\n          \
             once: true\n---\n"
        )
    };
    let (a, b) = (agent("a"), agent("b"));
    let files = [
        (".claude/agents/a.md", Family::Definition, Scope::Agent, &*a),
        (".claude/agents/b.md", Family::Definition, Scope::Agent, &*b),
    ];
    let engine = engine(&files, "hookset");
    let called = |name: &str, state: &State| {
        let event = CALL.replace(r#""x""#, &format!("\"{name}\""));
        plan(&engine, &event, state)
    };
    let state = State::default();
    let first = called("a", &state);
    assert_eq!(first.steps.len(), 1, "{:?}", first.skipped);
    let next = state.after(&first);
    assert_eq!(called("a", &next).steps.len(), 0);
    assert_eq!(called("b", &next).steps.len(), 1);
}

/// That its agent does not run is why a hook is left out, and not its matcher.
#[cfg(feature = "yaml")]
#[test]
fn what_keeps_a_hook_of_an_agent_is_told() {
    let kept = |name: &str, matcher: &str| {
        let text = format!(
            "---\nname: {name}\ndescription: d\nhooks:\n  PreToolUse:\n    \
             - matcher: {matcher}\n      hooks:\n        \
             - {{type: command, command: c}}\n---\nx\n"
        );
        let file = ("y.md", Family::Definition, Scope::Agent, &*text);
        let plan = plan(&engine(&[file], "hookset"), CALL, &State::default());
        let all = reasons(&plan).join(" ");
        (plan.steps.len(), all)
    };
    assert_eq!(kept("x", "Bash"), (1, String::new()));
    assert_eq!(kept("y", "Bash"), (0, "not-in-use".to_owned()));
    assert_eq!(kept("y", "Edit"), (0, "matcher".to_owned()));
}

/// The runner calls nothing when a session is ended (spec 1.2).
#[test]
fn no_hook_runs_on_a_call_that_ends_a_session() {
    let text = hooks(r#"{"type": "command", "command": "c"}"#);
    let file = ("s.json", Family::Hookset, Scope::User, &*text);
    let steps = |dialect: &str, tool: &str| {
        let event = format!(
            r#"{{"hook_event_name": "PreToolUse", "tool_name": "{tool}", "tool_input": {{}}}}"#
        );
        let plan = plan(&engine(&[file], dialect), &event, &State::default());
        (plan.steps.len(), reasons(&plan).join(" "))
    };
    assert_eq!(steps("claude", "Bash"), (1, String::new()));
    assert_eq!(steps("claude", "EndConversation"), (0, "tool".to_owned()));
    assert_eq!(steps("hookset", "EndConversation"), (1, String::new()));
}

#[test]
fn an_event_that_nobody_knows_plans_nothing_and_says_so() {
    let text = hooks(r#"{"type": "command", "command": "c"}"#);
    let file = ("s.json", Family::Hookset, Scope::User, &*text);
    let event = r#"{"hook_event_name": "Later", "tool_name": "Bash"}"#;
    let plan = plan(&engine(&[file], "hookset"), event, &State::default());
    assert_eq!((plan.steps.len(), plan.notices.len()), (0, 1));
}
