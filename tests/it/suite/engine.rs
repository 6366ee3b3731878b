//! Cases through the public API.

use std::sync::Arc;

use hookset::dialect::Dialect;
use hookset::event::{Context, Event};
use hookset::hook_set::Limits;
use hookset::json::Tape;
use hookset::load::{Family, Scope};
use hookset::plan::{Answer, Behavior, Engine, Scratch};
use hookset::policy::{Input, Policy};
use serde_json::{Value, json};

/// A policy of one text.
pub(crate) fn policy(text: &str, scope: Scope, dialect: &Dialect) -> Policy {
    let family = match dialect.name {
        "claude" if scope == Scope::Plugin => Family::Plugin,
        "claude" => Family::Claude,
        "agent" => Family::Agent,
        _ => Family::Hookset,
    };
    let input = Input {
        name: "settings.json".into(),
        text: text.into(),
        family,
        scope,
        directory: None,
    };
    Policy::from_sources([input], dialect)
}

/// The scope that a case's context names.
pub(crate) fn scope(context: &Value) -> Scope {
    let named = context["settings_source"].as_str().and_then(Scope::named);
    named.unwrap_or(Scope::Project)
}

pub(crate) fn compiled(policy: Policy) -> Engine {
    policy.compile(&Limits::default()).expect("small enough")
}

/// The engine that a process has which knows nothing but the image.
pub(crate) fn loaded(policy: Policy) -> Engine {
    from_image(&compiled(policy))
}

fn from_image(engine: &Engine) -> Engine {
    let image = engine.set().image().to_vec();
    Engine::from_image(Arc::new(image)).expect("an image that was written")
}

/// A settings file with these permissions, and a hook with this `if` and
/// matcher where one is given.
pub(crate) fn settings(
    permissions: &Value,
    condition: Option<&str>,
    matcher: Option<&str>,
) -> String {
    let mut settings = json!({ "permissions": permissions });
    if condition.is_some() || matcher.is_some() {
        let mut handler = json!({"type": "command", "command": "x"});
        if let Some(condition) = condition {
            handler["if"] = condition.into();
        }
        let mut group = json!({ "hooks": [handler] });
        if let Some(matcher) = matcher {
            group["matcher"] = matcher.into();
        }
        settings["hooks"] = json!({ "PreToolUse": [group] });
    }
    settings.to_string()
}

/// The payload of a call.
pub(crate) fn call(tool: &str, input: &Value) -> String {
    if let Some(raw) = input["raw_event"].as_str() {
        return raw.to_owned();
    }
    let call = json!({
        "hook_event_name": "PreToolUse",
        "tool_name": tool,
        "tool_input": input,
    });
    call.to_string()
}

/// What matters of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Said {
    pub(crate) behavior: Behavior,
    /// The texts of the permission rules that match.
    pub(crate) rules: Vec<String>,
    pub(crate) fires: bool,
    pub(crate) doubts: Vec<&'static str>,
}

fn said(engine: &Engine, answer: &Answer<'_>) -> Said {
    let rule = |id| engine.set().rule(id).unwrap();
    let mut rules: Vec<_> = answer
        .matches
        .iter()
        .map(|found| rule(found.rule).text.into_owned())
        .collect();
    rules.dedup();
    Said {
        behavior: answer.permission.behavior,
        rules,
        fires: answer.hooks.iter().any(|hook| hook.skipped.is_none()),
        doubts: answer.subjects.doubts().map(|d| d.reason.as_str()).collect(),
    }
}

/// The answer to a call, by the compiled set; the reference and the image
/// must agree. (With many other rules around: `crowd.rs`.)
pub(crate) fn ask(
    engine: &Engine,
    payload: &str,
    context: &Context,
) -> Result<Said, String> {
    let mut tape = Tape::new();
    let event = Event::read(payload, &mut tape);
    let mut scratch = Scratch::default();
    let fast = engine.answer(&event, context, &mut scratch);
    let fast = said(engine, &fast);
    let slow = engine.answer_by_reference(&event, context, &mut scratch);
    let slow = said(engine, &slow.unwrap());
    if fast != slow {
        return Err(format!("compiled {fast:?}, reference {slow:?}"));
    }
    let early = engine.decide(&event, context, &mut scratch);
    if early.behavior != fast.behavior {
        return Err(format!("compiled {fast:?}, decided early {early:?}"));
    }
    let image = from_image(engine);
    let read = image.answer(&event, context, &mut scratch);
    let read = said(&image, &read);
    if fast != read {
        return Err(format!("compiled {fast:?}, from the image {read:?}"));
    }
    Ok(fast)
}

/// The context of a case; `base` is what holds where it says nothing.
pub(crate) fn context(base: &Value, own: &Value) -> Context {
    let mut all = base.clone();
    for (key, value) in own.as_object().into_iter().flatten() {
        all[key] = value.clone();
    }
    let text = all.to_string();
    let tape = Tape::of(&text);
    let (context, faults) = Context::read(tape.root(&text).unwrap());
    assert!(faults.is_empty(), "{faults:?} in {text}");
    context
}
