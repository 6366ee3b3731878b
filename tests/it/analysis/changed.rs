//! Whole policies and what an edit of one changes: rules of all kinds in
//! several scopes, hooks with matchers and conditions. Where it is said that
//! nothing more may happen, no event shows that more does.

use std::collections::BTreeMap;

use hookset::analyze::{Change, Differ, Survey, sample_context};
use hookset::dialect::Dialect;
use hookset::event::Context;
use hookset::ir::RuleId;
use hookset::load::{Family, Scope};
use hookset::policy::{Input, Policy};
use serde_json::{Value, json};

use super::made::{
    Random, TOOLS, any_rule, call, contexts, near, path, pick_doubtful,
    random_event, rule, variants, words,
};

/// How many pairs of policies are compared.
const PAIRS: usize = 120;

pub(super) const DIALECTS: &[&str] =
    &["hookset", "claude", "hookset", "claude", "agent", "pattern", "cascade"];

const LISTS: &[&str] = &["allow", "ask", "deny", "deny"];

/// The scopes of a policy, in the order of its sources.
pub(super) const SCOPES: [Scope; 3] =
    [Scope::User, Scope::Project, Scope::Local];

/// Events that are no calls, and the field that a matcher looks at.
const OTHERS: &[(&str, &str)] = &[
    ("SessionStart", "source"),
    ("UserPromptSubmit", "prompt"),
    ("SubagentStop", "agent_type"),
    ("FileChanged", "file_path"),
    ("Stop", "x"),
];

/// An entry of a policy: a rule of a list, or a hook of an event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Entry {
    Rule(&'static str, String),
    Hook(&'static str, Option<String>, Value),
}

/// A policy: entries with the scope each stands in.
pub(super) type Entries = Vec<(Scope, Entry)>;

fn any_list(r: &mut Random) -> &'static str {
    LISTS[r.below(LISTS.len())]
}

fn matcher(r: &mut Random) -> Option<String> {
    let (one, two) = (*r.pick(TOOLS), *r.pick(TOOLS));
    Some(match r.below(10) {
        0 => return None,
        1 => "*".to_owned(),
        2 => format!("{one}|{two}|{}|{}", r.pick(TOOLS), r.pick(TOOLS)),
        3 => format!("^{one}$"),
        4 => format!("{}.*", &one[..2]),
        5 => "mcp__.*".to_owned(),
        6 => "^(?!mcp__)".to_owned(),
        7 => format!("{one}, {two}"),
        _ => one.to_owned(),
    })
}

fn condition(r: &mut Random, dialect: &Dialect) -> Option<String> {
    let one = any_rule(r);
    Some(match r.below(9) {
        0..=2 => return None,
        3 if dialect.boolean_conditions => format!("{one} || {}", rule(r)),
        4 if dialect.boolean_conditions => format!("{one} && {}", rule(r)),
        5 if dialect.boolean_conditions => {
            format!("{one} && !{}", near(r, &one))
        }
        6 if dialect.boolean_conditions => {
            "tool_input.command ~ \"git*\"".to_owned()
        }
        _ => one,
    })
}

fn hook(r: &mut Random, dialect: &Dialect) -> Entry {
    let events = [
        "PreToolUse",
        "PreToolUse",
        "PreToolUse",
        "PostToolUse",
        "PermissionRequest",
    ];
    let mut event = *r.pick(&events);
    let mut matcher = matcher(r);
    if r.below(8) == 0 {
        let values = ["startup", "resume|clear", "a.*", "^[^.]+$", "x"];
        event = OTHERS[r.below(OTHERS.len())].0;
        let value = r.pick(&values).to_string();
        matcher = (r.below(2) == 0).then_some(value);
    }
    let run = *r.pick(&["guard", "other"]);
    let mut hook = match r.below(6) {
        0 => json!({"type": "prompt", "prompt": run}),
        1 if dialect.name == "hookset" => {
            let answer = *r.pick(&["allow", "ask", "deny"]);
            json!({"type": "decision", "permissionDecision": answer})
        }
        _ => json!({"type": "command", "command": run}),
    };
    if r.below(8) == 0 {
        hook["async"] = true.into();
    }
    if r.below(8) == 0 {
        hook["onFailure"] = "block".into();
    }
    if let Some(condition) = condition(r, dialect) {
        hook["if"] = condition.into();
    }
    Entry::Hook(event, matcher, hook)
}

fn scope(r: &mut Random) -> Scope {
    *r.pick(&[Scope::Project, Scope::Project, Scope::Local, Scope::User])
}

pub(super) fn entry(r: &mut Random, dialect: &Dialect) -> (Scope, Entry) {
    let entry = match r.below(3) {
        0 => hook(r, dialect),
        _ => Entry::Rule(any_list(r), any_rule(r)),
    };
    (scope(r), entry)
}

/// The entry, a little different.
pub(super) fn edited(
    r: &mut Random,
    (at, entry): &(Scope, Entry),
    dialect: &Dialect,
) -> (Scope, Entry) {
    if r.below(8) == 0 {
        return (scope(r), entry.clone());
    }
    let entry = match entry {
        Entry::Rule(list, text) => match r.below(4) {
            0 => Entry::Rule(any_list(r), text.clone()),
            _ => Entry::Rule(list, near(r, text)),
        },
        Entry::Hook(event, text, hook) => {
            let (mut text, mut hook) = (text.clone(), hook.clone());
            match (r.below(4), hook["if"].as_str().map(str::to_owned)) {
                (0, _) => text = matcher(r),
                (1, Some(condition)) => {
                    hook["if"] = near(r, &condition).into();
                }
                (2, Some(_)) => {
                    hook.as_object_mut().unwrap().remove("if");
                }
                (3, _) if hook["type"] == "command" => {
                    hook["command"] = "other".into();
                }
                _ => {
                    if let Some(condition) = condition(r, dialect) {
                        hook["if"] = condition.into();
                    }
                }
            }
            Entry::Hook(event, text, hook)
        }
    };
    (*at, entry)
}

fn two(r: &mut Random, dialect: &Dialect) -> (Entries, Entries) {
    let mut old: Entries = Vec::new();
    for _ in 0..1 + r.below(5) {
        let next = match old.last() {
            Some(last) if r.below(2) == 0 => edited(r, last, dialect),
            _ => entry(r, dialect),
        };
        old.push(next);
    }
    let mut new = old.clone();
    for _ in 0..1 + r.below(2) {
        let at = r.below(old.len());
        let next = edited(r, &old[at], dialect);
        match r.below(4) {
            0 if at < new.len() => drop(new.remove(at)),
            1 => new.push(next),
            2 if at < new.len() => {
                // Split in two.
                let other = edited(r, &old[at], dialect);
                new[at] = next;
                new.push(other);
            }
            _ if at < new.len() => new[at] = next,
            _ => {}
        }
    }
    (old, new)
}

pub(super) fn policy(entries: &Entries, dialect: &Dialect) -> Policy {
    let family = match dialect.name {
        "hookset" => Family::Hookset,
        _ => Family::Claude,
    };
    let inputs = SCOPES.into_iter().map(|scope| {
        let mut lists = BTreeMap::<&str, Vec<&str>>::new();
        let mut hooks = BTreeMap::<&str, Vec<Value>>::new();
        for (_, entry) in entries.iter().filter(|e| e.0 == scope) {
            match entry {
                Entry::Rule(list, text) => {
                    lists.entry(list).or_default().push(text);
                }
                Entry::Hook(event, matcher, hook) => {
                    let mut group = json!({ "hooks": [hook] });
                    if let Some(matcher) = matcher {
                        group["matcher"] = matcher.clone().into();
                    }
                    hooks.entry(event).or_default().push(group);
                }
            }
        }
        let text = json!({ "permissions": lists, "hooks": hooks });
        Input {
            name: format!("{scope:?}.json"),
            text: text.to_string(),
            family,
            scope,
            directory: None,
        }
    });
    Policy::from_sources(inputs.collect::<Vec<_>>(), dialect)
}

fn inputs(r: &mut Random, entries: &Entries) -> Vec<Value> {
    let mut all = vec![
        json!({"command": words(r, 4)}),
        json!({"command": format!("{} > a/x", words(r, 3))}),
        json!({"command": pick_doubtful(r)}),
        json!({"file_path": path(r).replace("//", "/")}),
        json!({"file_path": "/"}),
        json!({"url": "https://a.example.com/x"}),
        json!({"skill": "a", "args": "b", "model": "opus"}),
        json!({}),
    ];
    // What rules say, word for word.
    for (_, entry) in entries {
        let texts = match entry {
            Entry::Rule(_, text) => vec![text.as_str()],
            Entry::Hook(_, _, hook) => {
                let text = hook["if"].as_str().unwrap_or("");
                text.split([' ', '!']).collect()
            }
        };
        for text in texts {
            let Some((_, body)) = text.split_once('(') else { continue };
            let body = body.trim_end_matches(')').trim_end_matches(":*");
            all.push(json!({ "command": body }));
            all.push(json!({ "command": body.replace('*', "main") }));
            let file = body.replace("**", "a/src").replace('*', "a.ts");
            let file = file.replace('~', "/home/user").replace("//", "/");
            all.push(json!({ "file_path": file }));
            all.push(json!({ "command": format!("cat {file}") }));
        }
    }
    all
}

pub(super) fn events(
    r: &mut Random,
    (entries, policy): (&Entries, &Policy),
    dialect: &Dialect,
) -> Vec<String> {
    let mut events: Vec<String> = (0..20).map(|_| random_event(r)).collect();
    for _ in 0..30 {
        events.push(call("Bash", "command", &pick_doubtful(r)));
    }
    for input in inputs(r, entries) {
        for tool in TOOLS {
            let kinds = ["PreToolUse", "PostToolUse", "PermissionRequest"];
            let event = *r.pick(&kinds);
            let mut event = json!({"hook_event_name": event,
                "tool_name": tool, "tool_input": input});
            match r.below(12) {
                0 => event["cwd"] = "/home/user/project/src".into(),
                1 => event["mcp_server_name"] = "s__a".into(),
                _ => {}
            }
            events.push(event.to_string());
        }
    }
    for (kind, field) in OTHERS {
        for value in ["startup", "resume", "a.ts", "x", "git:x", ".env"] {
            let event = json!({"hook_event_name": kind, *field: value});
            events.push(event.to_string());
        }
    }
    let mut survey = Survey::new(policy.rules(), dialect);
    for at in 0..policy.rules().rules.len() as u32 {
        for sample in survey.samples(RuleId(at)).iter().take(3) {
            events.extend(variants(sample));
        }
    }
    events
}

/// What is said about a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Said {
    Same,
    Tighter,
    NotWider,
    Unknown,
    Wider,
}

/// What is said, and the example for it or the rules that are open.
pub(super) fn said(differ: &mut Differ) -> (Said, String) {
    let explored = differ.explored();
    let context = sample_context();
    let mut changed = Vec::new();
    for sample in &explored.samples {
        let change = differ.compare(sample.json(), &context);
        changed.extend(change.as_ref().map(|_| sample.shown()));
        if change.as_ref().is_some_and(Change::widens) {
            return (Said::Wider, sample.shown().to_owned());
        }
    }
    let open: Vec<_> = explored.unexplored.iter().map(|u| &u.rule).collect();
    if explored.unexplored.iter().any(|rule| rule.may_widen) {
        return (Said::Unknown, format!("{open:?}"));
    }
    match open.is_empty() && changed.is_empty() {
        true if differ.is_proven_same() => (Said::Same, String::new()),
        _ if differ.is_proven_tighter() => {
            (Said::Tighter, format!("{open:?} {changed:?}"))
        }
        _ => (Said::NotWider, format!("{open:?} {changed:?}")),
    }
}

pub(super) fn places() -> Vec<Context> {
    let mut all = contexts();
    let servers = vec!["s__a".to_owned()];
    all.push(Context { mcp_servers: servers, ..sample_context() });
    let below = format!("{}/src", sample_context().cwd.unwrap());
    all.push(Context { cwd: Some(below), ..sample_context() });
    all
}

#[test]
fn what_is_said_about_a_change_holds() {
    let mut r = Random(0x2545_F491_4F6C_DD1D);
    let mut counts = BTreeMap::<Said, usize>::new();
    let (mut tried, mut wrong) = (0, Vec::new());
    for turn in 0..PAIRS {
        let dialect = Dialect::named(DIALECTS[turn % DIALECTS.len()]).unwrap();
        let (old, new) = two(&mut r, &dialect);
        let both = [&old, &new].map(|entries| policy(entries, &dialect));
        let [one, two] = both.clone();
        let mut differ = Differ::new(one, two).unwrap();
        let (says, _) = said(&mut differ);
        *counts.entry(says).or_default() += 1;
        if says >= Said::Unknown {
            continue;
        }
        let mut all = events(&mut r, (&old, &both[0]), &dialect);
        all.extend(events(&mut r, (&new, &both[1]), &dialect));
        tried += all.len();
        let refuted = all.iter().find_map(|event| {
            places().iter().find_map(|context| {
                let change = differ.compare(event, context)?;
                (says == Said::Same || change.widens())
                    .then(|| format!("{event} {change:?} {context:?}"))
            })
        });
        if let Some(event) = refuted {
            let name = dialect.name;
            wrong.push(format!("{name} {says:?}\n{old:?}\n{new:?}\n{event}"));
        }
    }
    println!("{PAIRS} pairs: {counts:?}, {tried} events");
    for wrong in wrong.iter().take(8) {
        println!("{wrong}\n");
    }
    assert!(wrong.is_empty(), "{}", wrong.len());
    let sure = PAIRS - counts.get(&Said::Unknown).unwrap_or(&0);
    assert!(sure * 10 > PAIRS * 7);
}
