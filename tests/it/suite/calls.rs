//! Rules and calls: `match`, `matcher`, `bypass`.

use std::collections::BTreeMap;
use std::num::NonZero;
use std::thread;

use hookset::dialect::Dialect;
use hookset::event::{Context, Event};
use hookset::json::Tape;
use hookset::load::Scope;
use hookset::plan::answers::beforehand;
use hookset::plan::{Behavior, Engine, Scratch, State};
use serde_json::{Value, json};

use super::cases::{self, Case};
use super::engine::{ask, call, compiled, context, policy, scope, settings};
use super::score::Score;

fn claude() -> Dialect {
    Dialect::named("claude").unwrap()
}

/// A policy of just the rule of a case.
fn alone(case: &Case, rule: &str) -> Engine {
    let text = match case.text("effect") {
        "if" => settings(&json!({}), Some(rule), None),
        effect => settings(&json!({ effect: [rule] }), None, None),
    };
    compiled(policy(&text, scope(&case.row["context"]), &claude()))
}

/// A policy and a call that it is asked about.
pub(super) struct Scene {
    pub(super) engine: Engine,
    pub(super) payload: String,
    pub(super) context: Context,
}

pub(super) fn match_scene(case: &Case) -> Scene {
    Scene {
        engine: alone(case, case.text("rule")),
        context: context(&json!({}), &case.row["context"]),
        payload: call(case.text("tool"), &case.row["input"]),
    }
}

fn check_match(case: &Case) -> Result<(), String> {
    let Scene { engine, payload, context } = match_scene(case);
    let said = ask(&engine, &payload, &context)?;
    let matches = match case.text("effect") {
        "allow" => said.behavior == Behavior::Allow,
        "deny" => said.behavior == Behavior::Deny,
        "ask" => said.behavior == Behavior::Ask,
        _ => said.fires,
    };
    let spoken = !hookset::lint::check(engine.policy().unwrap()).is_empty();
    match case.text("expect") {
        "match" if !matches => return Err(format!("no match: {said:?}")),
        "no_match" if matches => return Err("match".into()),
        "invalid" if matches => return Err("is valid and matches".into()),
        "invalid" if !spoken => return Err("no diagnostic".into()),
        _ => {}
    }
    // What is printed means the same.
    if let Ok(tree) = hookset::syntax::parse_rule(case.text("rule")) {
        let again = alone(case, &tree.to_string());
        let again = ask(&again, &payload, &context)?;
        if (again.behavior, again.fires) != (said.behavior, said.fires) {
            return Err(format!("`{tree}` means something else"));
        }
    }
    Ok(())
}

#[test]
fn matching() {
    let mut score = Score::new("match");
    for case in cases::of("match") {
        score.note(&case, check_match(&case));
    }
    score.settle();
}

/// All rules of one effect and scope in one policy: each still matches what
/// it matches alone.
#[test]
fn rules_do_not_disturb_each_other() {
    let all = cases::of("match");
    for effect in ["allow", "deny", "ask"] {
        for source in [Scope::Project, Scope::Local, Scope::Cli] {
            let own: Vec<&Case> = all
                .iter()
                .filter(|case| case.text("effect") == effect)
                .filter(|case| scope(&case.row["context"]) == source)
                .collect();
            let rules: Vec<_> = all
                .iter()
                .filter(|case| case.text("effect") != "if")
                .map(|case| case.text("rule"))
                .collect();
            let text = settings(&json!({ effect: rules }), None, None);
            let together = compiled(policy(&text, source, &claude()));
            for case in own {
                let alone = alone(case, case.text("rule"));
                let context = context(&json!({}), &case.row["context"]);
                let payload = call(case.text("tool"), &case.row["input"]);
                let one = ask(&alone, &payload, &context).unwrap();
                let many = ask(&together, &payload, &context).unwrap();
                let rule = case.text("rule").to_owned();
                assert_eq!(
                    one.rules.contains(&rule),
                    many.rules.contains(&rule),
                    "{}: {rule}",
                    case.name
                );
            }
        }
    }
}

pub(super) fn matcher_scene(case: &Case) -> Result<Scene, String> {
    let mut group = json!({"hooks": [{"type": "command", "command": "x"}]});
    if !case.row["matcher"].is_null() {
        group["matcher"] = case.row["matcher"].clone();
    }
    let event = case.text("event");
    let text = json!({ "hooks": { event: [group] } }).to_string();
    let mut dialect = claude();
    if let Some(until) = case.row["until"].as_str() {
        // The expectation holds before this version.
        let version = hookset::dialect::Version::parse(until);
        let Some(mut version) = version else {
            return Err("version".into());
        };
        version.2 = version.2.saturating_sub(1);
        dialect = Dialect::named(&format!("claude@{version}"))
            .ok_or("no such dialect")?;
    }
    let engine = compiled(policy(&text, Scope::Project, &dialect));
    let kind = hookset::event::EventKind::named(event).ok_or("no event")?;
    use hookset::event::table::MatcherField;
    let field = match kind.row().matcher {
        MatcherField::Field(name) | MatcherField::BaseName(name) => name,
        MatcherField::None => "none",
    };
    let payload = json!({
        "hook_event_name": event,
        field: case.text("value"),
        "cwd": "/srv/proj",
    });
    let (payload, context) = (payload.to_string(), Context::default());
    Ok(Scene { engine, payload, context })
}

fn check_matcher(case: &Case) -> Result<(), String> {
    let Scene { engine, payload, context } = matcher_scene(case)?;
    let said = ask(&engine, &payload, &context)?;
    match (case.text("expect"), said.fires) {
        ("match", false) => Err("does not fire".into()),
        ("no_match" | "invalid", true) => Err("fires".into()),
        _ => Ok(()),
    }
}

#[test]
fn matchers() {
    let mut score = Score::new("matcher");
    for case in cases::of("matcher") {
        score.note(&case, check_matcher(&case));
    }
    score.settle();
}

pub(super) fn bypass_scene(case: &Case) -> Scene {
    let rules = &case.row["rules"];
    let (condition, matcher) =
        (rules["if"].as_str(), rules["matcher"].as_str());
    let mut lists = json!({});
    for list in ["allow", "deny", "ask"] {
        if !rules[list].is_null() {
            lists[list] = rules[list].clone();
        }
    }
    let mut text = settings(&lists, condition, matcher);
    if !rules["hooks"].is_null() {
        let hooks = &rules["hooks"];
        text = json!({"permissions": lists, "hooks": hooks}).to_string();
    }
    let dialect = Dialect::named("hookset").unwrap();
    let engine = compiled(policy(&text, Scope::Project, &dialect));
    let usual = json!({
        "cwd": "/srv/proj",
        "home": "/home/u",
        "project_root": "/srv/proj",
    });
    let context = context(&usual, &case.row["context"]);
    let payload = call(case.text("tool"), &case.row["input"]);
    Scene { engine, payload, context }
}

/// What the rules and the decisions of a policy come to.
fn decided(engine: &Engine, payload: &str, context: &Context) -> &'static str {
    let mut tape = Tape::new();
    let event = Event::read(payload, &mut tape);
    let (state, mut scratch) = (State::default(), Scratch::default());
    let plan = engine.plan(&event, context, &state, &mut scratch);
    beforehand(&plan).decision.as_str()
}

fn check_bypass(case: &Case) -> Result<(), String> {
    let Scene { engine, payload, context } = bypass_scene(case);
    let said = ask(&engine, &payload, &context)?;
    let rules = &case.row["rules"];
    if rules["if"].is_string() || rules["matcher"].is_string() {
        let fires = case.row["fires"].as_bool();
        let fires = fires.unwrap_or(case.text("expect") == "deny");
        return match fires == said.fires {
            true => Ok(()),
            false => Err(format!("fires: {}", said.fires)),
        };
    }
    if let Some(flag) = case.row["flag"].as_str() {
        is_flagged(flag, &said.doubts)?;
    }
    let mut answer = said.behavior.as_str();
    if !rules["hooks"].is_null() {
        answer = decided(&engine, &payload, &context);
    }
    let is = |wanted: &str| match wanted {
        "not-allow" => answer != "allow",
        wanted => wanted == answer,
    };
    let mut right = case.texts("accept");
    right.push(case.text("expect"));
    if case.texts("must_not").iter().any(|wanted| is(wanted)) {
        return Err(format!("{answer}, which must not be"));
    }
    match right.iter().any(|wanted| is(wanted)) {
        true => Ok(()),
        false => Err(format!("{answer}, not {}", right.join(" or "))),
    }
}

/// Whether the reasons of an answer are those that a case asks for; what a
/// command runs that is not known is an option of it, too.
fn is_flagged(flag: &str, doubts: &[&str]) -> Result<(), String> {
    let wanted: &[&str] = match flag {
        // Any reason.
        "opaque" => return Ok(()),
        "control-char" => &["control-character"],
        "exec-flag" => &["exec-flag", "dynamic-command"],
        flag => &[flag],
    };
    match doubts.iter().any(|doubt| wanted.contains(doubt)) {
        true => Ok(()),
        false => Err(format!("in doubt by {doubts:?}, not {flag}")),
    }
}

#[test]
fn bypasses() {
    let mut score = Score::new("bypass");
    for case in cases::of("bypass") {
        score.note(&case, check_bypass(&case));
    }
    score.settle();
}

/// No call of the suite makes the two evaluators differ, whatever the rules.
#[test]
fn every_call_under_every_rule() {
    let all = [cases::of("match"), cases::of("bypass")].concat();
    let text = settings(&rules_of_all(&all), None, None);
    let dialect = Dialect::named("hookset").unwrap();
    let engine = compiled(policy(&text, Scope::Project, &dialect));
    let workers = thread::available_parallelism().map_or(1, NonZero::get);
    thread::scope(|scope| {
        for cases in all.chunks(all.len().div_ceil(workers)) {
            scope.spawn(|| both_evaluators_agree(&engine, cases));
        }
    });
}

/// Every rule of the cases, once: most stand in many cases, and the reference
/// goes through all of them.
fn rules_of_all(cases: &[Case]) -> Value {
    let of = |list: &str| -> Vec<&Value> {
        let rows = cases.iter().map(|case| &case.row);
        let lists =
            rows.clone().filter_map(|row| row["rules"][list].as_array());
        let own = rows.filter(|row| row["effect"] == list);
        let rules = own.map(|row| &row["rule"]).chain(lists.flatten());
        let once: BTreeMap<String, &Value> =
            rules.map(|rule| (rule.to_string(), rule)).collect();
        once.into_values().collect()
    };
    json!({"allow": of("allow"), "deny": of("deny"), "ask": of("ask")})
}

fn both_evaluators_agree(engine: &Engine, cases: &[Case]) {
    let base = json!({"cwd": "/srv/proj", "home": "/home/u"});
    let mut scratch = Scratch::default();
    for case in cases {
        let context = context(&base, &case.row["context"]);
        let payload = call(case.text("tool"), &case.row["input"]);
        let mut tape = Tape::new();
        let event = Event::read(&payload, &mut tape);
        let fast = engine.answer(&event, &context, &mut scratch);
        let fast = (fast.permission, fast.matches.to_vec());
        let slow = engine.answer_by_reference(&event, &context, &mut scratch);
        let slow = slow.unwrap();
        let slow = (slow.permission, slow.matches.to_vec());
        assert_eq!(fast, slow, "{}", case.name);
    }
}
