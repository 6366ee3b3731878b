//! Plans for people.

use std::fmt::Write as _;

use hookset::event::EventKind;
use hookset::plan::answers::Decision;
use hookset::plan::steps::{Body, Cost, Plan, Step, Work};

use super::Told;
use crate::commands::verdict::{self, line};
use crate::terminal::Look;
use crate::text::{count, shortened, visible};

pub(super) fn text(told: &Told<'_>, explain: bool, look: Look) -> String {
    let plan = told.plan;
    let mut out = String::new();
    verdict::head(&mut out, told.number, told.event, look);
    if plan.event.is_none_or(EventKind::is_decided) {
        let (word, why) = (plan.rules.as_str(), visible(&plan.reason));
        let place = visible(plan.rule.as_deref().unwrap_or(""));
        let rules = format!("{word}: {why}  {place}");
        line(&mut out, look, "rules", rules.trim_end());
    }
    for notice in &plan.notices {
        line(&mut out, look, "note", &visible(notice));
    }
    for (number, step) in plan.steps.iter().enumerate() {
        let label = format!("step {}", number + 1);
        line(&mut out, look, &label, &first(step, verdict::room(look)));
        details(&mut out, step, explain, look);
    }
    if plan.steps.len() > 1 {
        let how = if plan.parallel { "at the same time" } else { "in order" };
        line(&mut out, look, "run", how);
    }
    skipped(&mut out, plan, explain, look);
    let verdict = told.verdict;
    if verdict.decision != Decision::None {
        let word = verdict.decision.as_str();
        let by = match verdict.reasons.is_empty() {
            true => " by the rules",
            false => "",
        };
        let mut text = format!("{word}{by}, before anything is run");
        for reason in &verdict.reasons {
            let _ =
                write!(text, "; {}", shortened(reason, verdict::room(look)));
        }
        line(&mut out, look, "decided", &text);
    }
    out.push('\n');
    out
}

/// The type of a step, what it does and where it stands.
fn first(step: &Step, width: usize) -> String {
    let what = match &step.work {
        Work::Command { command, .. } => command.clone(),
        Work::Http { url, .. } | Work::Refused { url, .. } => url.clone(),
        Work::McpTool { server, tool, .. } => format!("{server}: {tool}"),
        Work::Prompt { prompt, .. } | Work::Agent { prompt, .. } => {
            prompt.clone()
        }
        Work::Decision { decision, context, .. } => {
            let word = decision.map(|decision| decision.as_str().to_owned());
            word.or(context.clone()).unwrap_or_default()
        }
        Work::Inject { server, level, lowered, body } => {
            let what = match body {
                Body::Text(text) => text.clone(),
                Body::Tool { tool, .. } => format!("answer of {tool}"),
            };
            let lowered = lowered.map_or_else(String::new, |declared| {
                format!(", declared {}", declared.as_str())
            });
            format!("{server}, {}{lowered}: {what}", level.as_str())
        }
        // The type says all that is known of what comes in later.
        _ => String::new(),
    };
    let kind = step.kind.as_str();
    let place = step.origins.first().map_or("", String::as_str);
    format!("{kind} `{}`  {}", shortened(&what, width), visible(place))
}

fn details(out: &mut String, step: &Step, explain: bool, look: Look) {
    let mut say = |label: &str, text: &str| {
        line(out, look, label, &visible(text));
    };
    if let Some(status) = &step.status {
        say("shows", status);
    }
    for notice in &step.notices {
        say("note", notice);
    }
    if !explain {
        return;
    }
    let mut flags = vec![step.cost.words().to_owned()];
    if step.cost != Cost::Nothing {
        let seconds = step.timeout as f64 / 1000.0;
        flags.push(format!("{seconds} s at most"));
    }
    let words = [
        (step.is_async, "nobody waits"),
        (step.once, "once"),
        (step.failure_blocks, "a failure blocks"),
    ];
    flags.extend(words.iter().filter(|w| w.0).map(|w| w.1.to_owned()));
    say("takes", &flags.join(", "));
    say("id", &step.id);
    for also in step.origins.iter().skip(1) {
        say("also at", also);
    }
    match &step.work {
        Work::Command { environment, .. } => {
            for (name, value) in environment {
                say("sets", &format!("{name}={value}"));
            }
        }
        Work::McpTool { input, .. }
        | Work::Inject { body: Body::Tool { input, .. }, .. } => {
            say("input", input);
        }
        Work::Http { headers, .. } => {
            for (name, value) in headers {
                say("header", &format!("{name}: {value}"));
            }
        }
        _ => {}
    }
}

/// Hooks that do not run: how many, or each with its reason.
fn skipped(out: &mut String, plan: &Plan, explain: bool, look: Look) {
    if explain {
        for each in &plan.skipped {
            let place = visible(&each.origin);
            let text = format!("{place}  {}", each.reason.words());
            line(out, look, "skipped", &text);
        }
    } else if !plan.skipped.is_empty() {
        let mut reasons: Vec<(&str, usize)> = Vec::new();
        for each in &plan.skipped {
            let reason = each.reason.words();
            match reasons.iter_mut().find(|(known, _)| *known == reason) {
                Some((_, count)) => *count += 1,
                None => reasons.push((reason, 1)),
            }
        }
        for (why, number) in reasons {
            let text = format!("{}: {why}", count(number, "hook"));
            line(out, look, "skipped", &text);
        }
    }
}
