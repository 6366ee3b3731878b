//! Plans for programs: one object per event.

use hookset::plan::steps::{Body, Skipped, Step, Work};
use hookset::syntax::Template;
use serde_json::{Map, Value, json};

use super::Told;
use crate::engine::seconds;

pub(super) fn line(told: &Told<'_>) -> String {
    let plan = told.plan;
    let verdict = told.verdict;
    // What the library writes is JSON.
    let state = serde_json::from_str(&told.next.to_json());
    let value = json!({
        "schema": "hookset.plan/1",
        "id": told.number.to_string(),
        "event": plan.event.map(|kind| kind.name()),
        "permission": {
            "behavior": plan.rules.as_str(),
            "reason": plan.reason,
            "source": plan.rule,
        },
        "decided": {
            "decision": verdict.decision.as_str(),
            "veto": verdict.veto,
            "reasons": verdict.reasons,
            "contexts": verdict.contexts,
        },
        "notices": plan.notices,
        "parallel": plan.parallel,
        "steps": plan.steps.iter().map(step).collect::<Vec<_>>(),
        "skipped": plan.skipped.iter().map(skipped).collect::<Vec<_>>(),
        "diagnostics": told.findings,
        "state": state.unwrap_or(Value::Null),
    });
    format!("{value}\n")
}

fn skipped(skipped: &Skipped) -> Value {
    let mut out = Map::new();
    out.insert("id".into(), skipped.id.as_str().into());
    out.insert("source".into(), skipped.origin.as_str().into());
    out.insert("reason".into(), skipped.reason.as_str().into());
    let pin = skipped.pin.as_ref();
    out.extend(pin.map(|pin| ("approval".into(), pin.as_str().into())));
    Value::Object(out)
}

fn step(step: &Step) -> Value {
    let mut out = Map::new();
    out.insert("id".into(), step.id.as_str().into());
    out.insert("type".into(), step.kind.as_str().into());
    work(&step.work, &mut out);
    out.insert("status".into(), json!(step.status));
    out.insert("cost".into(), step.cost.as_str().into());
    out.insert("timeout".into(), seconds(step.timeout));
    out.insert("async".into(), step.is_async.into());
    out.insert("once".into(), step.once.into());
    out.insert("failure_blocks".into(), step.failure_blocks.into());
    out.insert("sources".into(), json!(step.origins));
    out.insert("notices".into(), json!(step.notices));
    // What `approved` of the state must hold.
    let pin = step.pin.as_ref();
    out.extend(pin.map(|pin| ("approval".into(), pin.as_str().into())));
    Value::Object(out)
}

/// What a step does, under the keys of the settings file.
fn work(work: &Work, out: &mut Map<String, Value>) {
    let mut put = |key: &str, value: Value| {
        out.insert(key.to_owned(), value);
    };
    match work {
        Work::Command { command, args, environment, rewake, .. } => {
            put("command", json!(command));
            put("args", json!(args));
            put("environment", environment.iter().cloned().collect());
            put("rewake", json!(rewake));
        }
        Work::Http { url, headers } => {
            put("url", json!(url));
            let row = |(name, value): &(String, Template)| {
                (name.clone(), json!(value.to_string()))
            };
            put("headers", headers.iter().map(row).collect());
        }
        Work::McpTool { server, tool, input } => {
            put("server", json!(server));
            put("tool", json!(tool));
            put("input", parsed(input));
        }
        Work::Prompt { prompt, model, continue_on_block } => {
            put("prompt", json!(prompt));
            put("model", json!(model));
            put("continue_on_block", json!(continue_on_block));
        }
        Work::Agent { prompt, model, tools, turns } => {
            put("prompt", json!(prompt));
            put("model", json!(model));
            put("tools", json!(tools));
            put("turns", json!(turns));
        }
        Work::Decision { decision, reason, context } => {
            let word = decision.map(|decision| decision.as_str());
            put("decision", json!(word));
            put("reason", json!(reason));
            put("context", json!(context));
        }
        Work::Refused { url, reason } => {
            put("url", json!(url));
            put("refused", reason.as_str().into());
        }
        Work::Inject { server, level, lowered, body } => {
            put("server", json!(server));
            put("level", json!(level.as_str()));
            if let Some(declared) = lowered {
                put("declared_level", json!(declared.as_str()));
            }
            match body {
                Body::Text(text) => put("context", json!(text)),
                Body::Tool { tool, input } => {
                    put("context_tool", json!(tool));
                    put("input", parsed(input));
                }
            }
        }
        // The type says all that is known of what comes in later.
        _ => {}
    }
}

fn parsed(json: &str) -> Value {
    serde_json::from_str(json).unwrap_or_else(|_| Value::from(json))
}
