//! Claims about hooks: matchers, conditions, and both together.

use std::fs;

use hookset::analyze::{HookClaim, Overlap, Sample, Survey, sample_context};
use hookset::dialect::Dialect;
use hookset::event::{Context, Event, EventKind, tools};
use hookset::hook_set::reference;
use hookset::ir::{Effect, Rule, RuleId, Rules};
use hookset::json::Tape;
use hookset::subject::{Needs, Subjects};
use serde_json::{Value, json};

use super::super::shared;
use super::made::{Random, contexts, path, read, rule, variants, words};

/// How many pairs of a matcher and a condition are looked at.
const PAIRS: usize = 10_000;

/// How many of them stand in one policy.
const BATCH: usize = 40;

const NAMES: &[&str] = &[
    "Bash",
    "Edit",
    "Write",
    "Read",
    "Grep",
    "WebFetch",
    "WebSearch",
    "Agent",
    "Task",
    "Skill",
    "NotebookEdit",
    "PowerShell",
    "Monitor",
    "Glob",
    "Cd",
    "mcp__s__get",
    "mcp__s__a__b",
    "mcp__t__put",
    "Nothing",
    "bash",
];

fn matcher(r: &mut Random) -> Option<String> {
    let (one, two) = (*r.pick(NAMES), *r.pick(NAMES));
    Some(match r.below(14) {
        0 => return None,
        1 => "*".to_owned(),
        2 => ".*".to_owned(),
        3 => format!("{one}|{two}"),
        4 => format!("^{one}$"),
        5 => format!("{one}.*"),
        6 => format!("^(?:{one}|{two})"),
        7 => "mcp__.*".to_owned(),
        8 => "mcp__s__.*".to_owned(),
        9 => format!("[A-Z].*|{one}"),
        10 => format!("{one}, {two}"),
        11 => "\\bmcp__\\w+__get\\b".to_owned(),
        _ => one.to_owned(),
    })
}

fn condition(r: &mut Random, boolean: bool) -> Option<String> {
    let one = rule(r);
    Some(match r.below(8) {
        0 => return None,
        1 if boolean => format!("{one} || {}", rule(r)),
        2 if boolean => format!("{one} && {}", rule(r)),
        3 if boolean => format!("!{}", r.pick(NAMES)),
        4 => (*r.pick(NAMES)).to_owned(),
        5 => format!("Edit({})", path(r)),
        _ => one,
    })
}

fn policy(r: &mut Random, dialect: &Dialect) -> hookset::policy::Policy {
    let mut hooks = serde_json::Map::new();
    for number in 0..BATCH {
        let event = *r.pick(&["PreToolUse", "PreToolUse", "PostToolUse"]);
        let command = format!("run {number}");
        let mut hook = json!({"type": "command", "command": command});
        if let Some(text) = condition(r, dialect.boolean_conditions) {
            hook["if"] = text.into();
        }
        let mut group = json!({ "hooks": [hook] });
        if let Some(text) = matcher(r) {
            group["matcher"] = text.into();
        }
        let list = hooks.entry(event).or_insert_with(|| json!([]));
        list.as_array_mut().unwrap().push(group);
    }
    let values = ["startup", "resume", "manual", "auto", "other", "idle.*"];
    for event in ["SessionStart", "PreCompact", "SessionEnd"] {
        let hook = json!({"type": "command", "command": event});
        let group = json!({"matcher": r.pick(&values), "hooks": [hook]});
        hooks.insert(event.to_owned(), json!([group]));
    }
    read("settings.json", json!({ "hooks": hooks }).to_string(), dialect)
}

fn events(
    r: &mut Random,
    rules: &Rules,
    survey: &mut Survey<'_>,
) -> Vec<String> {
    let mut out = Vec::new();
    for name in NAMES {
        for event in ["PreToolUse", "PostToolUse"] {
            let input = match r.below(4) {
                0 => json!({"command": words(r, 4)}),
                1 => json!({"file_path": path(r).replace("//", "/")}),
                2 => json!({"url": "https://example.com/x"}),
                _ => json!({"skill": "a", "args": "b", "model": "opus"}),
            };
            let event = json!({"hook_event_name": event,
                "tool_name": name, "tool_input": input});
            out.push(event.to_string());
        }
    }
    for (event, field) in [
        ("SessionStart", "source"),
        ("PreCompact", "trigger"),
        ("SessionEnd", "reason"),
    ] {
        for value in ["startup", "resume", "manual", "auto", "other", "idle"] {
            let event = json!({"hook_event_name": event, field: value});
            out.push(event.to_string());
        }
    }
    for at in 0..rules.rules.len() {
        let samples = survey.samples(RuleId(u32::try_from(at).unwrap()));
        for sample in samples.iter().take(2) {
            out.extend(variants(sample));
        }
    }
    out.sort();
    out.dedup();
    out
}

/// What the evaluator says about a hook and an event.
struct Seen {
    subjects: Subjects,
    kind: EventKind,
}

impl Seen {
    fn of(event: &str, context: &Context, dialect: &Dialect) -> Seen {
        let mut tape = Tape::new();
        let event = Event::read(event, &mut tape);
        let mut subjects = Subjects::default();
        subjects.read(&event, context, dialect, Needs::ALL);
        let kind = event.kind.unwrap_or(EventKind::PRE_TOOL_USE);
        Seen { subjects, kind }
    }

    fn matcher(&self, rules: &Rules, rule: &Rule) -> bool {
        rule.events.has(self.kind)
            && reference::predicate_holds(rules, &rule.matcher, &self.subjects)
    }

    fn condition(&self, rules: &Rules, rule: &Rule) -> bool {
        let test = &rule.predicate;
        rule.events.has(self.kind)
            && reference::predicate_holds(rules, test, &self.subjects)
    }

    fn both(&self, rules: &Rules, rule: &Rule) -> bool {
        self.matcher(rules, rule) && self.condition(rules, rule)
    }

    /// Whether the tool, or what else the matcher looks at, is one that
    /// there is: claims are about those.
    fn is_known(&self) -> bool {
        let value = self.subjects.matcher_field;
        let value = value.map_or("", |span| self.subjects.str(span));
        if self.kind.is_tool() {
            let mut names = tools::names();
            return value.starts_with("mcp__") || names.any(|n| n == value);
        }
        let values = self.kind.row().values;
        values.is_empty() || values.contains(&value)
    }

    fn is_shell(&self) -> bool {
        let tool = self.subjects.str(self.subjects.tool);
        ["Bash", "Monitor", "PowerShell"].contains(&tool)
    }
}

/// Whether an event shows that a claim is wrong.
fn refutes(rules: &Rules, rule: &Rule, claim: &HookClaim, at: &Seen) -> bool {
    match claim {
        HookClaim::Unreachable(_) => at.both(rules, rule),
        HookClaim::NeverMatches => at.is_known() && at.both(rules, rule),
        HookClaim::OnlyShell(_) => at.both(rules, rule) && !at.is_shell(),
        HookClaim::OnlyInDoubt(_) => {
            at.both(rules, rule) && at.subjects.doubts().next().is_none()
        }
        HookClaim::MatcherAlways => {
            rule.events.has(at.kind) && !at.matcher(rules, rule)
        }
        HookClaim::ConditionAlways(_) => {
            at.matcher(rules, rule) && !at.condition(rules, rule)
        }
    }
}

/// Whether the example of a claim shows what it is for.
fn shows(
    rules: &Rules,
    rule: &Rule,
    claim: &HookClaim,
    dialect: &Dialect,
) -> bool {
    let seen =
        |sample: &Sample| Seen::of(sample.json(), &sample_context(), dialect);
    match claim {
        HookClaim::Unreachable(Some(sample)) => {
            let at = seen(sample);
            at.condition(rules, rule) && !at.matcher(rules, rule)
        }
        HookClaim::OnlyShell(Some(sample))
        | HookClaim::OnlyInDoubt(Some(sample))
        | HookClaim::ConditionAlways(sample) => seen(sample).both(rules, rule),
        _ => true,
    }
}

fn told(rule: &Rule, claim: &HookClaim, event: &str) -> String {
    let test = (&rule.text, &rule.matcher, &rule.predicate);
    format!("{claim:?} of {test:?}: {event}")
}

#[test]
fn claims_on_hooks_hold() {
    let mut r = Random(0x51_7C_C1_B7_27_22_0A_95);
    let dialects = ["hookset", "claude"].map(|n| Dialect::named(n).unwrap());
    let (mut pairs, mut claims, mut tried) = (0, 0, 0);
    let mut wrong = Vec::new();
    let mut kinds = std::collections::BTreeMap::<String, usize>::new();
    while pairs < PAIRS {
        for dialect in &dialects {
            let policy = policy(&mut r, dialect);
            let rules = policy.rules();
            pairs += rules.rules.len();
            let mut survey = Survey::new(rules, dialect);
            let found = survey.hooks();
            assert!(survey.undecided().is_empty());
            let events = events(&mut r, rules, &mut survey);
            let contexts = contexts();
            let seen: Vec<_> = events
                .iter()
                .enumerate()
                .map(|(at, event)| {
                    let context = &contexts[at % contexts.len()];
                    (event, Seen::of(event, context, dialect))
                })
                .collect();
            claims += found.len();
            for (id, claim) in found {
                let rule = rules.rule(id).unwrap();
                let name = format!("{claim:?}");
                let name = name.split('(').next().unwrap().to_owned();
                *kinds.entry(name).or_default() += 1;
                if !shows(rules, rule, &claim, dialect) {
                    wrong.push(told(rule, &claim, "its example"));
                }
                tried += seen.len();
                let bad =
                    seen.iter().find(|s| refutes(rules, rule, &claim, &s.1));
                if let Some((event, _)) = bad {
                    wrong.push(told(rule, &claim, event));
                }
            }
        }
    }
    println!("{pairs} hooks, {claims} claims, {tried} events: {kinds:?}");
    let shown = &wrong[..wrong.len().min(12)];
    assert!(wrong.is_empty(), "{}: {shown:#?}", wrong.len());
    assert!(kinds.len() == 6 && claims > 1_000);
}

/// Real hooks, overlaps of real rules: against what real agents did.
#[allow(clippy::too_many_lines, reason = "one walk over many files")]
#[test]
fn claims_on_real_hooks_hold() {
    let Some(corpus) = shared::path("corpus") else { return };
    let calls = corpus.join("events/tool_calls.jsonl");
    let calls = fs::read_to_string(calls).unwrap();
    let events: Vec<String> = calls
        .lines()
        .step_by(4)
        .flat_map(|line| {
            let call: Value = serde_json::from_str(line).unwrap();
            ["PreToolUse", "PostToolUse"].map(|event| {
                json!({"hook_event_name": event,
                    "tool_name": call["tool_name"],
                    "tool_input": call["tool_input"]})
                .to_string()
            })
        })
        .collect();
    let dialects = ["hookset", "claude"].map(|n| Dialect::named(n).unwrap());
    let (mut policies, mut claims, mut tried) = (0, 0, 0);
    let mut wrong = Vec::new();
    let mut texts = std::collections::BTreeSet::new();
    for dialect in &dialects {
        let context = sample_context();
        let seen: Vec<_> = events
            .iter()
            .map(|event| Seen::of(event, &context, dialect))
            .collect();
        for path in super::real::settings(&corpus.join("files")) {
            let Ok(text) = fs::read_to_string(&path) else { continue };
            if !texts.insert((dialect.name, text.clone())) {
                continue;
            }
            let policy = read("settings.json", text, dialect);
            let rules = policy.rules();
            let mut survey = Survey::new(rules, dialect);
            policies += 1;
            for (id, claim) in survey.hooks() {
                let rule = rules.rule(id).unwrap();
                assert!(matches!(rule.effect, Effect::Fire(_)));
                claims += 1;
                tried += seen.len();
                if !shows(rules, rule, &claim, dialect)
                    || seen.iter().any(|at| refutes(rules, rule, &claim, at))
                {
                    wrong.push(told(rule, &claim, &path.to_string_lossy()));
                }
            }
            for Overlap { allow, ask, sample } in survey.overlaps() {
                claims += 1;
                let both = survey.matches(allow, &sample)
                    && survey.matches(ask, &sample);
                if !both {
                    wrong.push(sample.shown().to_owned());
                }
            }
            for id in survey.empty() {
                claims += 1;
                tried += seen.len();
                let rule = rules.rule(id).unwrap();
                if seen.iter().any(|at| at.both(rules, rule)) {
                    wrong.push(rule.text.clone());
                }
            }
        }
    }
    println!("{policies} policies, {claims} claims, {tried} events");
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Names of tools of servers have two underscores in a row.
#[test]
fn a_matcher_that_leaves_servers_out_is_not_for_all() {
    for (matcher, always) in
        [("^(?:[^_]|_[^_])+$", false), ("^(?:[^_]|_)+$", true), (".+", true)]
    {
        let hook = json!([{ "type": "command", "command": "x" }]);
        let group = json!([{ "matcher": matcher, "hooks": hook }]);
        let text = json!({ "hooks": { "PreToolUse": group } }).to_string();
        let dialect = Dialect::named("claude").unwrap();
        let policy = read("settings.json", text, &dialect);
        let mut survey = Survey::new(policy.rules(), &dialect);
        let found = survey.hooks();
        let claims = found.iter().any(|c| c.1 == HookClaim::MatcherAlways);
        assert_eq!(claims, always, "{matcher}: {found:?}");
    }
}

/// A file's name may hold a dot, the name of an agent a colon.
#[test]
fn what_no_tool_is_called_other_values_may_be() {
    let rows = [
        ("FileChanged", "^[^.]+$", false),
        ("SubagentStop", "^[^:]*$", false),
        ("SubagentStop", ".*", true),
        ("PreToolUse", "^[^.:]+$", true),
    ];
    for (event, matcher, always) in rows {
        let hook = json!([{ "type": "command", "command": "x" }]);
        let group = json!([{ "matcher": matcher, "hooks": hook }]);
        let text = json!({ "hooks": { event: group } }).to_string();
        let dialect = Dialect::named("claude").unwrap();
        let policy = read("settings.json", text, &dialect);
        let mut survey = Survey::new(policy.rules(), &dialect);
        let found = survey.hooks();
        let claims = found.iter().any(|c| c.1 == HookClaim::MatcherAlways);
        assert_eq!(claims, always, "{event} {matcher}: {found:?}");
    }
}
