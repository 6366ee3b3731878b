//! What `why` says agrees with what the evaluators find, on every case.

#![allow(
    clippy::indexing_slicing,
    clippy::unwrap_used,
    reason = "a case without the field is a failed test"
)]

use hookset::dialect::Dialect;
use hookset::event::{Context, Event};
use hookset::hook_set::{Limits, Place};
use hookset::ir::{Effect, Rule, RuleId};
use hookset::json::Tape;
use hookset::load::{Family, Scope};
use hookset::plan::why::{Cause, Explained, Verdict};
use hookset::plan::{Answer, Engine, Scratch};
use hookset::policy::{Input, Policy};
use serde_json::{Value, json};

use crate::suite::cases::{self, Case};

fn policy(case: &Case) -> Value {
    let rule = case.text("rule");
    let hook = |matcher: &str, condition: &str| {
        let mut handler = json!({"type": "command", "command": "x"});
        if !condition.is_empty() {
            handler["if"] = condition.into();
        }
        json!({"PreToolUse": [{"matcher": matcher, "hooks": [handler]}]})
    };
    match case.text("effect") {
        "" => {
            let rules = &case.row["rules"];
            let list = |name: &str| match &rules[name] {
                Value::Null => json!([]),
                Value::String(one) => json!([one]),
                many => many.clone(),
            };
            let condition = rules["if"].as_str().unwrap_or("");
            let matcher = rules["matcher"].as_str().unwrap_or("");
            json!({
                "permissions": {
                    "allow": list("allow"),
                    "deny": list("deny"),
                    "ask": list("ask"),
                },
                "hooks": hook(matcher, condition),
            })
        }
        "if" => json!({"hooks": hook("", rule)}),
        effect => json!({"permissions": { effect: [rule] }}),
    }
}

fn event(case: &Case) -> String {
    if let Some(raw) = case.row["input"]["raw_event"].as_str() {
        return raw.to_owned();
    }
    json!({
        "hook_event_name": "PreToolUse",
        "tool_name": case.row["tool"],
        "tool_input": case.row["input"],
    })
    .to_string()
}

fn context(case: &Case) -> Context {
    let mut value = case.row["context"].clone();
    if value.is_null() {
        value = json!({"cwd": "/srv/proj", "home": "/home/u"});
    }
    let text = value.to_string();
    let tape = Tape::of(&text);
    Context::read(tape.root(&text).unwrap()).0
}

fn compiled(policy: &Value, dialect: &Dialect) -> Engine {
    let input = Input {
        name: "policy".to_owned(),
        text: policy.to_string(),
        family: Family::Hookset,
        scope: Scope::Project,
        directory: None,
    };
    let policy = Policy::from_sources([input], dialect);
    policy.compile(&Limits::default()).unwrap()
}

/// Holds an engine on the event of a case; returns how many rules missed.
fn hold(case: &Case, engine: &Engine) -> usize {
    let (text, context) = (event(case), context(case));
    let mut tape = Tape::new();
    let event = Event::read(&text, &mut tape);
    let mut scratch = Scratch::default();
    let answer = engine.answer(&event, &context, &mut scratch);
    let explained = engine.explain(&event, &answer);
    let rules = engine.policy().unwrap().rules().rules.iter();
    let written = |rule: &&Rule| {
        !matches!(rule.effect, Effect::MayDeny | Effect::MayAsk)
    };
    let rules = rules.filter(written).count();
    let told = explained.iter().filter_map(|each| each.rule);
    assert_eq!(told.count(), rules, "{}: rules left out", case.name);
    for each in &explained {
        stands(&case.name, &event, each);
    }
    explained.iter().map(|e| one(case, engine, &answer, e)).sum()
}

/// Holds that the text of a field is that of the event.
fn stands(name: &str, event: &Event<'_>, each: &Explained) {
    let spots = match &each.verdict {
        Verdict::Matched(found) => &*found.places,
        Verdict::Missed(miss) => miss.event.as_slice(),
    };
    for spot in spots.iter().filter(|spot| !spot.is_made) {
        let value = event.field(&spot.field);
        let own = value.map(|v| v.str().unwrap_or_else(|| v.raw()));
        // The name of a call stands under several keys.
        let own = own.or(event.tool_name).unwrap_or_default();
        assert_eq!(own, &*spot.text, "{name}: {spot:?}");
    }
}

fn one(
    case: &Case,
    engine: &Engine,
    answer: &Answer<'_>,
    each: &Explained,
) -> usize {
    let name = &case.name;
    // Words that an unknown program may run are told of as a doubt; a hook
    // fires for them.
    let units = &answer.subjects.commands.units;
    let maybe = |place: Place| match place {
        Place::Unit(at) => {
            units.get(at as usize).is_some_and(|u| u.maybe.is_some())
        }
        _ => false,
    };
    let is = |id: RuleId| {
        let counts = |place| each.effect == "hook" || !maybe(place);
        answer.matches.iter().any(|m| m.rule == id && counts(m.place))
    };
    let matches = each.rule.is_some_and(is);
    if std::env::var_os("SHOW_WHY").is_some()
        && let Verdict::Missed(miss) = &each.verdict
    {
        let rule = miss.rule.as_ref().map_or("", |part| &part.text);
        let event = miss.event.as_ref().map_or("", |spot| spot.as_str());
        let (cause, near) = (miss.cause.as_str(), each.near);
        println!(
            "{name} {near} {cause} {} [{rule}] [{event}] {} | {:?}",
            each.text, miss.message, miss.help
        );
    }
    let (part, spots, missed) = match &each.verdict {
        Verdict::Matched(found) => {
            (&found.rule, found.places.iter().collect(), 0)
        }
        Verdict::Missed(miss) => {
            assert!(!miss.message.is_empty(), "{name}");
            // Nothing is left without a reason: a rule in force that
            // matches nothing at all has a finding.
            let lame = miss.message.contains("this never matches");
            let kept = matches!(miss.cause, Cause::Never);
            assert!(!lame || kept, "{name}: {}", miss.message);
            if lame {
                println!("{name}: {} has no reason", each.text);
            }
            (&miss.rule, miss.event.iter().collect::<Vec<_>>(), 1)
        }
    };
    assert_eq!(matches, missed == 0, "{name}: {}", each.text);
    for spot in spots {
        let under = spot.text.get(spot.span.range());
        assert!(under.is_some(), "{name}: {spot:?}");
    }
    if let Some(part) = part {
        let policy = engine.policy().unwrap();
        let source = policy.source(part.source).unwrap();
        let under = source.text().get(part.span.range());
        assert!(under.is_some(), "{name}: {part:?}");
    }
    missed
}

#[test]
fn why_agrees_with_the_evaluators() {
    let mut missed = 0;
    for suite in ["match", "bypass"] {
        for case in cases::of(suite) {
            for name in ["claude", "hookset"] {
                let dialect = Dialect::named(name).unwrap();
                missed += hold(&case, &compiled(&policy(&case), &dialect));
            }
        }
    }
    println!("{missed} misses explained");
    assert!(missed > 500, "{missed}");
}

/// Every rule of the suite in one policy, on some of the events.
#[test]
fn why_agrees_on_rules_and_events_that_do_not_belong_together() {
    let mut lists = json!({"allow": [], "deny": [], "ask": []});
    let mut hooks = Vec::new();
    let matches = cases::of("match");
    for case in &matches {
        let rule = case.text("rule");
        match case.text("effect") {
            "if" => hooks.push(json!({"matcher": "", "hooks": [
                {"type": "command", "command": "x", "if": rule}
            ]})),
            effect => lists[effect].as_array_mut().unwrap().push(rule.into()),
        }
    }
    let policy = json!({"permissions": lists, "hooks": {"PreToolUse": hooks}});
    let mut missed = 0;
    for name in ["claude", "hookset"] {
        let dialect = Dialect::named(name).unwrap();
        let engine = compiled(&policy, &dialect);
        let events = matches.iter().step_by(11);
        missed += events.map(|case| hold(case, &engine)).sum::<usize>();
        let events = cases::of("bypass").into_iter().step_by(23);
        missed += events.map(|case| hold(&case, &engine)).sum::<usize>();
    }
    println!("{missed} misses explained");
    assert!(missed > 5000, "{missed}");
}
