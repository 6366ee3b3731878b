//! Events that show whether two policies are alike: some that are common,
//! and some for every rule and condition.

use std::collections::BTreeSet;

use hookset::analyze::{Sample, Survey, sample_context};
use hookset::diagnostic::Code;
use hookset::event::{Context, Event};
use hookset::hook_set::Limits;
use hookset::ir::{Effect, Rule, RuleId};
use hookset::json::Tape;
use hookset::load::{Document, List};
use hookset::plan::{Engine, Scratch};
use hookset::policy::Policy;
use serde_json::{Value, json};

use super::Differences;
use crate::fault::Fault;

/// Commands that many policies say something about.
const COMMANDS: &[&str] = &[
    "ls -la",
    "git status",
    "git commit -m b",
    "cd a && git commit -m b",
    "git push origin main",
    "rm -rf build",
    "npm test",
];

/// Other calls: the tool, the field and its value.
const CALLS: &[(&str, &str, &str)] = &[
    ("Read", "file_path", "src/main.rs"),
    ("Read", "file_path", ".env"),
    ("Write", "file_path", "src/a/b.ts"),
    ("Edit", "file_path", "README.md"),
    ("WebFetch", "url", "https://example.com/x"),
    ("mcp__github__create_pr", "title", "x"),
];

/// The field that a pattern is about, where it is no `file_path`.
const FIELDS: &[(&str, &str)] = &[
    ("Agent", "subagent_type"),
    ("Glob", "path"),
    ("Grep", "path"),
    ("NotebookEdit", "notebook_path"),
    ("Skill", "skill"),
];

/// What stands around a command or file of these tools where only a strict
/// runner finds it.
const SHAPES: &[(&[&str], &str, &str)] = &[
    (&["Bash"], "/usr/bin/", ""),
    (&["Bash"], "bash -c '", "'"),
    (&["Read", "Edit"], "sometool ", ""),
    (&["Read"], "cat ", ""),
    (&["Edit"], "rm ", ""),
];

/// Events that are about no tool.
const OTHERS: &[&str] = &[
    "SessionStart",
    "SessionEnd",
    "UserPromptSubmit",
    "Stop",
    "SubagentStop",
];

/// What two policies are compared in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Of {
    /// What they decide, and the hooks that fire.
    All,
    /// The hooks alone.
    Hooks,
}

/// Evaluates the samples on both; `origins` holds, for each hook of
/// `after`, the hook of `before` that it was made from.
pub(super) fn compare(
    (before, after): (&Policy, &Policy),
    origins: &[usize],
    of: Of,
) -> Result<Differences, Fault> {
    let compile = |policy: &Policy| {
        policy.clone().compile(&Limits::default()).map_err(|error| {
            let message = format!("the policy cannot be compiled: {error}");
            Fault::new(Code::POLICY_TOO_LARGE, "policy", message)
        })
    };
    let (first, second) = (compile(before)?, compile(after)?);
    let events = events(before);
    let mut differ = Vec::new();
    let mut otherwise = 0;
    for event in &events {
        let before = differ.len();
        let text = event.to_string();
        let (one, hooks) = answer(&first, &text);
        let (other, made) = answer(&second, &text);
        let made: BTreeSet<_> =
            made.iter().filter_map(|at| origins.get(*at)).copied().collect();
        let name = name(event);
        if one != other && of == Of::All {
            differ.push(format!("{name}: {one} before, {other} after"));
        }
        let hooks: BTreeSet<_> = hooks.into_iter().collect();
        for hook in hooks.difference(&made) {
            let place = first.hook(*hook).map(|hook| hook.place);
            let place = place.unwrap_or_default();
            differ.push(format!("{name}: hook {place} does not fire after"));
        }
        for hook in made.difference(&hooks) {
            let place = first.hook(*hook).map(|hook| hook.place);
            let place = place.unwrap_or_default();
            differ.push(format!("{name}: hook {place} fires only after"));
        }
        otherwise += usize::from(differ.len() > before);
    }
    let mut looked = events.len();
    let engines = [&first, &second];
    let deep = by_shapes(before, engines, (origins, of), &mut looked);
    otherwise += deep.len();
    differ.extend(deep);
    let samples = match of {
        Of::All => stopped(before),
        Of::Hooks => Vec::new(),
    };
    looked += samples.len();
    let weaker = weaker(&samples, engines);
    otherwise += weaker.len();
    differ.extend(weaker);
    Ok(Differences { events: looked, otherwise, differ })
}

/// What only a strict runner finds within other words: what guards stop and
/// hooks look at. One of each is enough to say that the other does not look
/// there.
fn by_shapes(
    before: &Policy,
    [first, second]: [&Engine; 2],
    (origins, of): (&[usize], Of),
    looked: &mut usize,
) -> Vec<String> {
    let mut out = Vec::new();
    for shape in SHAPES {
        let guards = guards(before).filter(|_| of == Of::All);
        let weaker = shaped(guards, shape).find_map(|event| {
            *looked += 1;
            let text = event.to_string();
            let (one, other) =
                (answer(first, &text).0, answer(second, &text).0);
            let name = name(&event);
            (rank(other) < rank(one))
                .then(|| format!("{name}: {one} before, {other} after"))
        });
        let silent = shaped(conditions(before), shape).find_map(|event| {
            *looked += 1;
            let text = event.to_string();
            let made = answer(second, &text).1;
            let made = made.iter().filter_map(|at| origins.get(*at));
            let made: BTreeSet<_> = made.collect();
            let hooks = answer(first, &text).1;
            let hook = hooks.iter().find(|hook| !made.contains(hook))?;
            let place = first.hook(*hook).map(|hook| hook.place);
            let (name, place) = (name(&event), place.unwrap_or_default());
            Some(format!("{name}: hook {place} does not fire after"))
        });
        out.extend(weaker.into_iter().chain(silent));
    }
    out
}

/// Which of these calls the second engine lets through more easily.
fn weaker(samples: &[Sample], engines: [&Engine; 2]) -> Vec<String> {
    let context = sample_context();
    let weaker = samples.iter().filter_map(|sample| {
        let [one, other] =
            engines.map(|engine| answer_in(engine, sample.json(), &context).0);
        let shown = sample.shown();
        (rank(other) < rank(one))
            .then(|| format!("{shown}: {one} before, {other} after"))
    });
    weaker.collect()
}

/// Calls that guards stop, by what their patterns match: classes, arguments,
/// other spellings. Of very many guards the first.
fn stopped(policy: &Policy) -> Vec<Sample> {
    const GUARDS: usize = 200;
    const EACH: usize = 4;
    let rules = policy.rules();
    let mut survey = Survey::new(rules, policy.dialect());
    let ids = (0..).map(RuleId).zip(&rules.rules);
    let is_own = |rule: &Rule| {
        let document = policy.documents().get(rule.origin.source.0 as usize);
        document.is_some_and(|one| !one.family.is_of_another())
    };
    let guards = ids
        .filter(|(_, rule)| matches!(rule.effect, Effect::Deny | Effect::Ask))
        .filter(|(_, rule)| is_own(rule))
        .take(GUARDS);
    let samples =
        guards.flat_map(|(id, _)| survey.samples(id).into_iter().take(EACH));
    samples.collect()
}

/// How much an answer lets through; less for more.
fn rank(behavior: &str) -> usize {
    let ranks = ["allow", "none", "ask", "deny"];
    ranks.iter().position(|one| *one == behavior).unwrap_or(0)
}

/// The documents of a policy that are no other agent's: rules of those are
/// read strictly here, but promise nothing of the kind there.
fn own(policy: &Policy) -> impl Iterator<Item = &Document> {
    let documents = policy.documents().iter();
    documents.filter(|one| !one.family.is_of_another())
}

/// What guards say.
fn guards(policy: &Policy) -> impl Iterator<Item = &str> {
    let rules = own(policy).flat_map(|document| &document.rules);
    let guards = rules.filter(|rule| rule.list != List::Allow);
    guards.map(|rule| rule.text.as_str())
}

/// What the conditions of hooks say.
fn conditions(policy: &Policy) -> impl Iterator<Item = &str> {
    let groups = own(policy).flat_map(|document| &document.groups);
    let hooks = groups.flat_map(|group| &group.hooks);
    hooks.filter_map(|hook| Some(hook.condition.as_ref()?.as_str()))
}

/// Calls of the commands and files that these are about in one of the shapes.
fn shaped<'p>(
    texts: impl Iterator<Item = &'p str> + 'p,
    &(tools, before, behind): &'p (&'p [&'p str], &'p str, &'p str),
) -> impl Iterator<Item = Value> + 'p {
    let calls = texts.flat_map(of_text);
    let calls = calls.filter(|call| tools.contains(&call.0));
    calls.filter(|call| !call.2.is_empty()).map(move |call| {
        let command = format!("{before}{}{behind}", call.2);
        json!({
            "hook_event_name": "PreToolUse",
            "tool_name": "Bash",
            "tool_input": { "command": command },
        })
    })
}

fn answer(engine: &Engine, text: &str) -> (&'static str, Vec<usize>) {
    // Without a directory no path leads anywhere, and no path rule counts.
    let context =
        Context { cwd: Some("/srv/proj".to_owned()), ..Context::default() };
    answer_in(engine, text, &context)
}

fn answer_in(
    engine: &Engine,
    text: &str,
    context: &Context,
) -> (&'static str, Vec<usize>) {
    let mut tape = Tape::new();
    let event = Event::read(text, &mut tape);
    let mut scratch = Scratch::default();
    let answer = engine.answer(&event, context, &mut scratch);
    let fires = answer.hooks.iter().filter(|hook| hook.skipped.is_none());
    let hooks = fires.map(|hook| hook.hook).collect();
    (answer.permission.behavior.as_str(), hooks)
}

fn name(event: &Value) -> String {
    let text = |key: &str| event.get(key).and_then(Value::as_str);
    let kind = text("hook_event_name").unwrap_or("");
    let tool = text("tool_name").unwrap_or("");
    let input = event.get("tool_input").and_then(Value::as_object);
    let what = input.and_then(|map| map.values().next()?.as_str());
    match what {
        Some(what) => format!("{kind} {tool} `{what}`"),
        None => format!("{kind} {tool}").trim_end().to_owned(),
    }
}

fn events(policy: &Policy) -> Vec<Value> {
    let mut calls: BTreeSet<(String, String, String)> = BTreeSet::new();
    let mut add = |tool: &str, field: &str, value: &str| {
        calls.insert((tool.into(), field.into(), value.into()));
    };
    for command in COMMANDS {
        add("Bash", "command", command);
    }
    for (tool, field, value) in CALLS {
        add(tool, field, value);
    }
    for text in texts(policy) {
        for (tool, field, value) in of_text(text) {
            add(tool, field, &value);
        }
    }
    for needle in needles(policy) {
        // Also without what stands at its edges, which a pattern may take for
        // a word boundary.
        for command in [needle, needle.trim(), needle.trim_end_matches(':')] {
            add("Bash", "command", command);
            add("Bash", "command", &format!("a {command}b"));
        }
    }
    let mut events: Vec<Value> =
        OTHERS.iter().map(|name| json!({"hook_event_name": name})).collect();
    for (tool, field, value) in calls {
        for name in ["PreToolUse", "PostToolUse"] {
            events.push(json!({
                "hook_event_name": name,
                "tool_name": tool,
                "tool_input": { &field: value },
            }));
        }
    }
    events
}

/// Calls that a rule or condition may be about: of a text with `|`, as it
/// is, and of each part, which some runners take for one of several patterns.
fn of_text(text: &str) -> Vec<(&str, &str, String)> {
    let (tool, content) = match text.split_once('(') {
        Some((tool, rest)) => (tool, rest.trim_end_matches(')')),
        None => (text, ""),
    };
    if tool.is_empty() || tool.contains(['*', ' ', '&', '!']) {
        return Vec::new();
    }
    let parts = content.split('|').filter(|part| *part != content);
    let all = std::iter::once(content).chain(parts);
    all.flat_map(|content| of_content(tool, content)).collect()
}

fn of_content<'t>(
    tool: &'t str,
    content: &'t str,
) -> Vec<(&'t str, &'t str, String)> {
    let value = content.replace(":*", " *").replace('*', "a");
    let field = FIELDS.iter().find(|row| row.0 == tool);
    match (tool, content.split_once(':')) {
        ("WebFetch", _) => {
            vec![(tool, "url", value.replace("domain:", "https://"))]
        }
        ("Bash" | "PowerShell", _) => vec![(tool, "command", value)],
        // It may be a field of the input.
        (_, Some((field, value))) => vec![(tool, field, value.to_owned())],
        _ => {
            let field = field.map_or("file_path", |row| row.1);
            // What lies below a path is meant in some dialects only.
            let below = format!("{value}/b");
            // A matcher may name another tool that the pattern is about.
            let other = (tool == "Edit").then(|| ("Write", value.clone()));
            let other = other.map(|(tool, value)| (tool, field, value));
            let own = [(tool, field, value), (tool, field, below)];
            own.into_iter().chain(other).collect()
        }
    }
}

/// Every rule and condition.
fn texts(policy: &Policy) -> impl Iterator<Item = &str> {
    policy.documents().iter().flat_map(|document| {
        let rules = document.rules.iter().map(|rule| rule.text.as_str());
        let groups = document.groups.iter();
        let hooks = groups.flat_map(|group| &group.hooks);
        let ifs =
            hooks.filter_map(|hook| Some(hook.condition.as_ref()?.as_str()));
        rules.chain(ifs)
    })
}

/// What declarations look for in the input.
fn needles(policy: &Policy) -> impl Iterator<Item = &str> {
    let groups = policy.documents().iter().flat_map(|one| &one.groups);
    let declared = groups.filter_map(|group| group.declared.as_ref());
    declared.filter_map(|one| Some(one.input.as_ref()?.as_str()))
}
