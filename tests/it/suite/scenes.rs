//! Rows of `config` that are about more than the text of one file: several
//! scopes, a call, an answer of a hook.

use hookset::dialect::Dialect;
use hookset::event::{Context, Event, EventKind};
use hookset::json::Tape;
use hookset::lint;
use hookset::load::{Family, Scope};
use hookset::plan::answers::{Ended, Outcome, fold, outcome};
use hookset::plan::{Engine, Plan, Scratch, State};
use hookset::policy::{Input, Policy};
use serde_json::{Value, json};

use super::cases::Case;
use super::engine::{call, compiled, loaded};

/// Whether the row is right; `None` where it is about the text of a file.
pub(super) fn check(case: &Case) -> Option<Result<(), String>> {
    let config = &case.row["config"];
    let wanted = case.text("expect");
    let said = |ready: Ready| {
        Some(if config["call"].is_string() {
            decided(config, ready)
        } else if config["managed"].is_object() {
            fires(config, ready)
        } else if config["path"].is_string() {
            findings(config)
        } else if config["event"].is_string() {
            ended(config, wanted, ready)
        } else {
            return None;
        })
    };
    let (one, other) = (said(compiled)?, said(loaded)?);
    Some(if one != wanted {
        Err(format!("wanted {wanted}, said {one}"))
    } else if other != one {
        Err(format!("compiled {one}, from the image {other}"))
    } else {
        Ok(())
    })
}

/// Makes a policy ready to answer.
type Ready = fn(Policy) -> Engine;

fn input(name: &str, settings: &Value, scope: Scope) -> Input {
    Input {
        name: name.to_owned(),
        text: settings.to_string(),
        family: Family::Claude,
        scope,
        directory: None,
    }
}

fn policy(inputs: Vec<Input>) -> Policy {
    Policy::from_sources(inputs, &Dialect::named("claude").unwrap())
}

/// The lists of a row: `deny` of the project, `user_allow` of the person.
fn scopes(config: &Value) -> Vec<Input> {
    let list = |key: &str, list: &str, scope| {
        let rules = config[key].as_array()?;
        let settings = json!({ "permissions": { list: rules } });
        Some(input("settings.json", &settings, scope))
    };
    let mut inputs: Vec<_> = ["allow", "ask", "deny"]
        .into_iter()
        .flat_map(|name| {
            let user = format!("user_{name}");
            let project = format!("project_{name}");
            [
                list(name, name, Scope::Project),
                list(&user, name, Scope::User),
                list(&project, name, Scope::Project),
            ]
        })
        .flatten()
        .collect();
    if config["managed"].is_object() {
        inputs.push(input("managed", &config["managed"], Scope::Managed));
    }
    if let Some(answer) = config["hook"].as_str() {
        let hook = json!({"type": "decision", "permissionDecision": answer});
        let hooks = json!({"PreToolUse": [{ "hooks": [hook] }]});
        let settings = json!({ "hooks": hooks });
        let family = Family::Hookset;
        let own = input("hooks.json", &settings, Scope::Project);
        inputs.push(Input { family, ..own });
    }
    inputs
}

/// What is decided about the row's call, hooks and rules together.
fn decided(config: &Value, ready: Ready) -> String {
    let engine = ready(policy(scopes(config)));
    let text = call("Bash", &json!({"command": config["call"]}));
    let mut tape = Tape::new();
    let event = Event::read(&text, &mut tape);
    let mode = config["mode"].as_str().map(|mode| mode.parse().unwrap());
    let context = Context { mode, ..Context::default() };
    let mut scratch = Scratch::default();
    let plan = engine.plan(&event, &context, &State::default(), &mut scratch);
    let kind = EventKind::PRE_TOOL_USE;
    let outcomes = answers(&plan, kind, engine.dialect(), &Ended::Nothing);
    fold(&plan, &outcomes).decision.as_str().to_owned()
}

fn answers(
    plan: &Plan,
    kind: EventKind,
    dialect: &Dialect,
    ended: &Ended<'_>,
) -> Vec<(usize, Outcome)> {
    let steps = plan.steps.iter().enumerate();
    steps.map(|(at, step)| (at, outcome(step, kind, ended, dialect))).collect()
}

/// Whether a managed hook fires beside a person's switches.
fn fires(config: &Value, ready: Ready) -> String {
    let mut managed = config["managed"].clone();
    let hook = json!({"type": "command", "command": "x"});
    managed["hooks"] = json!({"PreToolUse": [{ "hooks": [hook] }]});
    let inputs = vec![
        input("user", &config["user"], Scope::User),
        input("managed", &managed, Scope::Managed),
    ];
    let engine = ready(policy(inputs));
    let text = call("Bash", &json!({"command": "ls"}));
    let mut tape = Tape::new();
    let event = Event::read(&text, &mut tape);
    let mut scratch = Scratch::default();
    let answer = engine.answer(&event, &Context::default(), &mut scratch);
    let fires = answer.hooks.iter().any(|hook| hook.skipped.is_none());
    if fires { "fires" } else { "silent" }.to_owned()
}

/// What is said about hooks in the row's file.
fn findings(config: &Value) -> String {
    let path = config["path"].as_str().unwrap();
    let name = path.split(' ').next().unwrap();
    let hook = json!({"type": "command", "command": "x"});
    let hooks = json!({"PreToolUse": [{ "hooks": [hook] }]});
    let file = input(name, &json!({ "hooks": hooks }), Scope::User);
    let found = lint::check(&policy(vec![file]));
    found.first().map_or("", |found| found.code.name()).to_owned()
}

/// What becomes of a program that ended as the row says.
fn ended(config: &Value, wanted: &str, ready: Ready) -> String {
    let name = config["event"].as_str().unwrap();
    let kind = EventKind::named(name).unwrap();
    let hook = json!({"type": "command", "command": "x"});
    let hooks = json!({ name: [{ "hooks": [hook] }] });
    let file = input("settings.json", &json!({ "hooks": hooks }), Scope::User);
    let engine = ready(policy(vec![file]));
    let text = json!({
        "hook_event_name": name,
        "tool_name": "Bash",
        "tool_input": {"command": "ls"},
    });
    let text = text.to_string();
    let mut tape = Tape::new();
    let event = Event::read(&text, &mut tape);
    let mut scratch = Scratch::default();
    let context = Context::default();
    let plan = engine.plan(&event, &context, &State::default(), &mut scratch);
    let code = config["exit"].as_i64().unwrap_or(0);
    let ended = Ended::Exit {
        code: i32::try_from(code).ok(),
        stdout: config["stdout"].as_str().unwrap_or(""),
        stderr: "",
    };
    let outcomes = answers(&plan, kind, engine.dialect(), &ended);
    let (_, outcome) = &outcomes[0];
    let verdict = fold(&plan, &outcomes);
    match wanted {
        "no veto" if !verdict.veto => wanted.to_owned(),
        "no context" if outcome.context.is_none() => wanted.to_owned(),
        _ => outcome.class.as_str().to_owned(),
    }
}
