//! Plans, outcomes and verdicts as values that cases can be compared with.

use hookset::event::table::Facets;
use hookset::load::Handler;
use hookset::plan::Step;
use hookset::plan::answers::{Outcome, Verdict};
use hookset::plan::steps::{Body, Work};
use serde_json::{Value, json};

/// What a step is known by in a case: what it runs or says.
pub(super) fn name(step: &Step) -> String {
    match &step.work {
        Work::Command { command, .. } => command.clone(),
        Work::Http { url, .. } | Work::Refused { url, .. } => url.clone(),
        Work::McpTool { tool, .. } => tool.clone(),
        Work::Prompt { prompt, .. } | Work::Agent { prompt, .. } => {
            prompt.clone()
        }
        Work::Decision { decision, reason, .. } => reason
            .clone()
            .or(decision.map(|d| d.as_str().to_owned()))
            .unwrap_or_default(),
        Work::Inject { body: Body::Text(text), .. } => text.clone(),
        Work::Inject { body: Body::Tool { tool, .. }, .. } => tool.clone(),
        other => panic!("not known: {other:?}"),
    }
}

/// The same, of a handler as it is written.
pub(super) fn main(handler: &Handler) -> String {
    let text = handler.action.main();
    text.map_or_else(String::new, |text| text.as_str().to_owned())
}

pub(super) fn step(step: &Step) -> Value {
    let mut out = json!({
        "type": step.kind.as_str(),
        "status": step.status,
        "cost": step.cost.as_str(),
        "timeout": step.timeout as f64 / 1000.0,
        "async": step.is_async,
        "once": step.once,
        "failure_blocks": step.failure_blocks,
        "origins": step.origins.len(),
        "origin": step.origins,
        "notices": step.notices,
    });
    let own = match &step.work {
        Work::Command { command, args, environment, .. } => {
            let rows = environment.iter().cloned();
            let rows = rows.map(|(name, value)| (name, value.into()));
            let rows: serde_json::Map<_, _> = rows.collect();
            json!({"command": command, "args": args, "environment": rows})
        }
        Work::Http { url, headers } => {
            let rows = headers.iter();
            let rows = rows
                .map(|(name, value)| (name.clone(), json!(value.to_string())));
            let rows: serde_json::Map<_, _> = rows.collect();
            json!({"url": url, "headers": rows})
        }
        Work::McpTool { server, tool, input } => {
            json!({"server": server, "tool": tool, "input": input})
        }
        Work::Prompt { prompt, model, .. } => {
            json!({"prompt": prompt, "model": model})
        }
        Work::Agent { prompt, model, tools, turns } => {
            json!({"prompt": prompt, "model": model, "tools": tools,
                "turns": turns})
        }
        Work::Decision { decision, reason, context } => {
            let word = decision.map(|decision| decision.as_str());
            json!({"decision": word, "reason": reason, "context": context})
        }
        Work::Refused { url, reason } => {
            json!({"url": url, "refused": reason.as_str()})
        }
        Work::Inject { server, level, body, .. } => {
            let level = level.as_str();
            let (text, tool, input) = match body {
                Body::Text(text) => (Some(text), None, None),
                Body::Tool { tool, input } => (None, Some(tool), Some(input)),
            };
            json!({"server": server, "level": level, "text": text,
                "tool": tool, "input": input, "has_id": step.id.len() == 16})
        }
        other => panic!("not known: {other:?}"),
    };
    for (key, value) in own.as_object().unwrap() {
        out[key] = value.clone();
    }
    out
}

pub(super) fn outcome(out: &Outcome) -> Value {
    let extra = out.extra.iter().cloned();
    let extra = extra.map(|(key, json)| {
        (key, serde_json::from_str(&json).unwrap_or(Value::Null))
    });
    let extra: serde_json::Map<_, _> = extra.collect();
    json!({
        "class": out.class.as_str(),
        "veto": out.veto,
        "halt": out.halt,
        "decision": out.decision.as_str(),
        "reason": text(&out.reason),
        "context": text(&out.context),
        "feedback": text(&out.feedback),
        "message": text(&out.message),
        "stop_reason": text(&out.stop_reason),
        "suppress": out.suppress,
        "input": text(&out.input),
        "output": text(&out.output),
        "detached": out.detached.is_some(),
        "seconds": out.detached.flatten(),
        "error": text(&out.error),
        "extra": extra,
        "notices": out.notices,
    })
}

pub(super) fn verdict(out: &Verdict) -> Value {
    let errors = out.errors.iter().map(|each| each.class.as_str());
    let conflicts = out.conflicts.iter().map(|each| each.what.as_str());
    json!({
        "decision": out.decision.as_str(),
        "veto": out.veto,
        "halt": out.halt,
        "reasons": out.reasons,
        "contexts": out.contexts,
        "feedback": out.feedback,
        "messages": out.messages,
        "stop_reason": text(&out.stop_reason),
        "suppressed": out.suppressed,
        "input": text(&out.input),
        "output": text(&out.output),
        "errors": errors.collect::<Vec<_>>(),
        "conflicts": conflicts.collect::<Vec<_>>(),
        "unfinished": out.unfinished,
    })
}

/// A text; an empty one where there is none, for TOML has no null.
fn text(text: &Option<String>) -> &str {
    text.as_deref().unwrap_or("")
}

pub(super) fn facets(facets: Facets) -> String {
    let letters = [
        (Facets::AWAITED, 'W'),
        (Facets::VETO, 'V'),
        (Facets::HALT, 'H'),
        (Facets::REWRITE, 'R'),
        (Facets::FEEDBACK, 'F'),
    ];
    let held = letters.iter().filter(|(facet, _)| facets.has(*facet));
    held.map(|(_, letter)| *letter).collect()
}
