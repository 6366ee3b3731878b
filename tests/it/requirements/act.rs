//! A case: what is given, what is done with it, what must come of it.

mod answers;

use hookset::dialect::{Dialect, SlotRule, differences};
use hookset::event::{Context, Event, EventKind};
use hookset::hook_set::Limits;
use hookset::json::Tape;
use hookset::lint;
use hookset::load::Scope;
use hookset::plan::answers::{Ended, Outcome, fold, outcome, settle};
use hookset::plan::expand::{Values, fill};
use hookset::plan::{Engine, Plan, Scratch, State};
use hookset::policy::{Input, Policy};
use serde_json::{Value, json};

use super::{look, read};

use answers::answers;

/// What a case finds, or why it does not hold.
pub(super) type Held = Result<(), String>;

pub(super) fn run(case: &Value) -> Held {
    each(case).iter().try_for_each(in_one)
}

/// The case in each of its dialects.
pub(super) fn each(case: &Value) -> Vec<Value> {
    let names = texts(&case["dialects"]);
    if names.is_empty() {
        return vec![case.clone()];
    }
    let one = |name: String| {
        let mut one = case.clone();
        one["dialect"] = name.into();
        one["dialects"] = Value::Null;
        one
    };
    names.into_iter().map(one).collect()
}

fn in_one(case: &Value) -> Held {
    for run in texts(&case["cli"]) {
        shown(&run)?;
    }
    let name = case["dialect"].as_str().unwrap_or("hookset");
    let dialect = Dialect::named(name).ok_or("no such dialect")?;
    fields(case, &dialect)?;
    names(case, &dialect)?;
    fills(case, &dialect)?;
    read::elsewhere(case)?;
    let Some(policy) = policy(case, &dialect) else { return Ok(()) };
    codes(case, &policy)?;
    read::labels(case, &policy)?;
    read::guidance(case, &policy)?;
    let engine = policy.compile(&Limits::default()).unwrap();
    steps(case, &engine)
}

/// `cli`: golden runs of the command, or tests of it as `file::name`, that
/// show what the row asks for.
fn shown(run: &str) -> Held {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let tests = root.join("tests/cli");
    let is_there = match run.split_once("::") {
        Some((file, name)) => {
            let text =
                std::fs::read_to_string(tests.join(format!("{file}.rs")));
            text.is_ok_and(|text| text.contains(&format!("fn {name}()")))
        }
        None => tests.join(run).join("cmd").is_file(),
    };
    if is_there { Ok(()) } else { Err(format!("no run `{run}`")) }
}

/// `field`: values of the dialect's fields.
fn fields(case: &Value, dialect: &Dialect) -> Held {
    let known = dialect.fields();
    for (name, wanted) in entries(&case["field"]) {
        let field = known.iter().find(|field| field.name == *name);
        let found = field.ok_or(format!("no field `{name}`"))?;
        let found = found.value.to_string();
        same(name, &json!(found), wanted)?;
    }
    if let Some(other) = case["differs_from"].as_str() {
        let other = Dialect::named(other).ok_or("no such dialect")?;
        let found = differences(dialect, &other);
        let found: Vec<_> = found.iter().map(|d| d.name.as_str()).collect();
        for wanted in texts(&case["differs_in"]) {
            if !found.contains(&wanted.as_str()) {
                return Err(format!("`{wanted}` is not in {found:?}"));
            }
        }
    }
    Ok(())
}

/// `event_names`: what other names of events mean; `exits`, `facets`: what
/// an event can do in the dialect.
fn names(case: &Value, dialect: &Dialect) -> Held {
    for (name, wanted) in entries(&case["event_names"]) {
        let found = EventKind::known_as(name).map(EventKind::name);
        same(name, &json!(found.unwrap_or("none")), wanted)?;
    }
    for (name, wanted) in entries(&case["events"]) {
        let kind = EventKind::named(name).ok_or(name.clone())?;
        let surface = &dialect.surface;
        let found = json!({
            "exists": surface.events.has(kind),
            "if": surface.conditions.has(kind),
            "exit": format!("{:?}", dialect.exit(kind)),
            "facets": look::facets(dialect.facets(kind)),
            "fields": kind.row().fields,
        });
        part(name, &found, wanted)?;
    }
    Ok(())
}

/// `fill`: a text filled in from an event.
fn fills(case: &Value, dialect: &Dialect) -> Held {
    for each in case["fill"].as_array().into_iter().flatten() {
        let payload = event(&each["event"]);
        let mut tape = Tape::new();
        let event = Event::read(&payload, &mut tape);
        let context = context(case);
        let values = Values::new(&event, &context);
        let slots = &dialect.slots;
        let rule: SlotRule = match each["slot"].as_str().unwrap_or_default() {
            "context" => slots.context,
            "input" => slots.input,
            "prompt" => slots.prompt,
            slot => return Err(format!("no slot `{slot}`")),
        };
        let text = each["text"].as_str().unwrap_or_default();
        let found = fill(text, rule, &values);
        same(text, &json!(found.text), &each["is"])?;
        if each["unknown"].is_array() {
            same("unknown", &json!(found.unknown), &each["unknown"])?;
        }
    }
    Ok(())
}

pub(super) fn policy(case: &Value, dialect: &Dialect) -> Option<Policy> {
    let mut files = case["files"].as_array().cloned().unwrap_or_default();
    let whole = ["hooks", "permissions", "settings", "text"];
    if whole.iter().any(|key| !case[*key].is_null()) {
        files.push(case.clone());
    }
    if files.is_empty() {
        return None;
    }
    let inputs = files.iter().enumerate().map(|(at, file)| Input {
        name: file["name"].as_str().map_or(format!("{at}.json"), Into::into),
        text: settings(file),
        family: read::family(file, dialect),
        scope: file["scope"]
            .as_str()
            .and_then(Scope::named)
            .unwrap_or(Scope::Project),
        directory: None,
    });
    Some(Policy::from_sources(inputs, dialect))
}

fn settings(file: &Value) -> String {
    if let Some(text) = file["text"].as_str() {
        return text.to_owned();
    }
    let mut out = file["settings"].clone();
    if out.is_null() {
        out = json!({});
    }
    for key in ["hooks", "permissions"] {
        if !file[key].is_null() {
            out[key] = file[key].clone();
        }
    }
    out.to_string()
}

/// `codes`: findings that must be there; `no_codes`: that must not;
/// `clean`: none at all; `help`: words of their help or message.
fn codes(case: &Value, policy: &Policy) -> Held {
    let found = lint::check(policy);
    let all: Vec<_> = found.iter().map(|each| each.code.name()).collect();
    for code in texts(&case["codes"]) {
        if !all.contains(&code.as_str()) {
            return Err(format!("no `{code}`, only {all:?}"));
        }
    }
    for code in texts(&case["errors"]) {
        let is_one = |each: &&hookset::diagnostic::Diagnostic| {
            each.code.name() == code && each.severity.as_str() == "error"
        };
        if !found.iter().any(|each| is_one(&each)) {
            return Err(format!("no error `{code}`"));
        }
    }
    for code in texts(&case["no_codes"]) {
        if all.contains(&code.as_str()) {
            return Err(format!("found `{code}`"));
        }
    }
    if case["clean"] == true && !all.is_empty() {
        return Err(format!("found {all:?}"));
    }
    let words = found.iter().map(|each| {
        format!("{} {}", each.message, each.help.as_deref().unwrap_or(""))
    });
    let words = words.collect::<Vec<_>>().join("\n");
    for wanted in texts(&case["help"]) {
        if !words.contains(&wanted) {
            return Err(format!("`{wanted}` is not in {words}"));
        }
    }
    Ok(())
}

fn context(case: &Value) -> Context {
    let mut all = json!({
        "cwd": "/p", "home": "/home/u", "project_root": "/p",
    });
    for (key, value) in entries(&case["context"]) {
        all[key] = value.clone();
    }
    let text = all.to_string();
    let tape = Tape::of(&text);
    let (context, faults) = Context::read(tape.root(&text).unwrap());
    assert!(faults.is_empty(), "{faults:?}");
    context
}

/// The payload of an event, as it stands in `payload`. One with `tool` is a call of it, with what else
/// stands there as its input.
fn event(given: &Value) -> String {
    if let Some(whole) = given["payload"].as_str() {
        return whole.to_owned();
    }
    let mut out = json!({"session_id": "s", "cwd": "/p"});
    if let Some(tool) = given["tool"].as_str() {
        out["hook_event_name"] = "PreToolUse".into();
        out["tool_name"] = tool.into();
        out["tool_input"] = json!({});
        for (key, value) in entries(given) {
            match key.as_str() {
                "tool" => {}
                "on" => out["hook_event_name"] = value.clone(),
                "session" => out["session_id"] = value.clone(),
                "with" => {
                    for (key, value) in entries(value) {
                        out[key] = value.clone();
                    }
                }
                _ => out["tool_input"][key] = value.clone(),
            }
        }
    } else {
        for (key, value) in entries(given) {
            match key.as_str() {
                "on" => out["hook_event_name"] = value.clone(),
                key => out[key] = value.clone(),
            }
        }
    }
    out.to_string()
}

fn state(case: &Value) -> State {
    let text = case["state"].to_string();
    if case["state"].is_null() {
        return State::default();
    }
    let tape = Tape::of(&text);
    State::read(tape.root(&text).unwrap()).unwrap()
}

/// `step`: events one after the other, with what must run.
fn steps(case: &Value, engine: &Engine) -> Held {
    let context = context(case);
    let mut state = state(case);
    for step in case["step"].as_array().into_iter().flatten() {
        if let Some(now) = step["now"].as_u64() {
            state.now = now;
        }
        let payload = event(&step["event"]);
        let mut tape = Tape::new();
        let event = Event::read(&payload, &mut tape);
        let mut scratch = Scratch::default();
        read::agree(engine, &event, &context)?;
        let plan = engine.plan(&event, &context, &state, &mut scratch);
        let again = engine.plan(&event, &context, &state, &mut scratch);
        if plan != again {
            return Err("two plans differ".to_owned());
        }
        planned(step, engine, &plan).map_err(|e| format!("{payload}: {e}"))?;
        answers(step, engine, &plan, (&payload, &context, &state))
            .map_err(|e| format!("{payload}: {e}"))?;
        state = state.after(&plan);
    }
    Ok(())
}

fn planned(step: &Value, engine: &Engine, plan: &Plan) -> Held {
    if step["fires"].is_array() {
        let names: Vec<_> = plan.steps.iter().map(look::name).collect();
        same("fires", &json!(names), &step["fires"])?;
    }
    for (name, reason) in entries(&step["skips"]) {
        let found = plan.skipped.iter().find(|skipped| {
            let hook = engine.hook(skipped.hook).unwrap();
            look::main(&hook.handler) == *name
        });
        let found = found.map(|skipped| skipped.reason.as_str());
        same(name, &json!(found), reason)?;
    }
    if !step["rules"].is_null() {
        same("rules", &json!(plan.rules.as_str()), &step["rules"])?;
    }
    if step["notices"].is_array() {
        same("notices", &json!(plan.notices), &step["notices"])?;
    }
    if !step["parallel"].is_null() {
        same("parallel", &json!(plan.parallel), &step["parallel"])?;
    }
    for (at, wanted) in entries(&step["is"]) {
        let at: usize = at.parse().map_err(|_| "a number of a step")?;
        let found = plan.steps.get(at).ok_or(format!("no step {at}"))?;
        part(&format!("step {at}"), &look::step(found), wanted)?;
    }
    Ok(())
}

pub(super) fn entries(
    value: &Value,
) -> impl Iterator<Item = (&String, &Value)> {
    value.as_object().into_iter().flatten()
}

pub(super) fn texts(value: &Value) -> Vec<String> {
    let items = value.as_array().into_iter().flatten();
    items.map(|item| item.as_str().unwrap().to_owned()).collect()
}

pub(super) fn same(what: &str, found: &Value, wanted: &Value) -> Held {
    if found == wanted {
        return Ok(());
    }
    Err(format!("{what}: wanted {wanted}, found {found}"))
}

/// Whether every key that is wanted is found with its value.
fn part(what: &str, found: &Value, wanted: &Value) -> Held {
    for (key, value) in entries(wanted) {
        same(&format!("{what}, {key}"), &found[key], value)?;
    }
    Ok(())
}
