//! What the analysis claims, against the reference evaluator: where it says
//! that a rule covers another, no event is found that matches the one and
//! not the other; where it says not, its example shows it.

mod hooks;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use hookset::analyze::{Cover, Sample, Survey, sample_context};
use hookset::diagnostic::Code;
use hookset::dialect::Dialect;
use hookset::event::{Context, Event, EventKind, Platform};
use hookset::hook_set::{Place, reference};
use hookset::ir::{Effect, RuleId, Rules};
use hookset::json::Tape;
use hookset::load::{Family, Scope};
use hookset::policy::{Input, Policy};
use hookset::subject::{Needs, Subjects};
use serde_json::{Value, json};

use super::shared;

/// How many pairs of rules are compared.
const PAIRS: usize = 10_000;

/// How many rules are compared with each other.
const BATCH: usize = 20;

/// How many events corpus claims are held against.
const CORPUS_EVENTS: usize = 100_000;

/// Small, fast, and the same on every run.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }

    fn pick<'a, T>(&mut self, of: &'a [T]) -> &'a T {
        &of[self.below(of.len())]
    }
}

const WORDS: &[&str] = &[
    "git", "push", "--force", "main", "rm", "-rf", "x", "npm", "run", "test",
    "find", ".", "-delete", "watch", "ls", "a.txt", "*", "*", "\"x y\"",
];

fn words(r: &mut Random, most: usize) -> String {
    let count = 1 + r.below(most);
    let words: Vec<&str> = (0..count).map(|_| *r.pick(WORDS)).collect();
    words.join(" ")
}

fn pattern(r: &mut Random) -> String {
    let text = words(r, 3);
    match r.below(5) {
        0 => format!("{text}:*"),
        1 => format!("{text} *"),
        2 => format!("{text}*"),
        3 => format!("* {text}"),
        _ => text,
    }
}

fn path(r: &mut Random) -> String {
    let names = [
        "src", "a", "*", "**", "*.ts", "a.ts", ".env", "[ab]", "[!a]", "?",
        "A",
    ];
    let anchor = *r.pick(&["", "", "./", "/", "//", "~/", "../"]);
    let count = 1 + r.below(3);
    let parts: Vec<&str> = (0..count).map(|_| *r.pick(&names)).collect();
    let end = if r.below(8) == 0 { "/" } else { "" };
    format!("{anchor}{}{end}", parts.join("/"))
}

fn rule(r: &mut Random) -> String {
    match r.below(16) {
        0..=5 => format!("Bash({})", pattern(r)),
        6 => r.pick(&["Bash", "Read", "Edit", "WebFetch", "*"]).to_string(),
        7..=8 => format!("Read({})", path(r)),
        9..=10 => format!("Edit({})", path(r)),
        11 => format!("{}({})", r.pick(&["Write", "Grep"]), path(r)),
        12 => {
            let hosts = ["example.com", "*.example.com", "*", "a.*.com"];
            format!("WebFetch(domain:{})", r.pick(&hosts))
        }
        13 => {
            let names = [
                "mcp__s",
                "mcp__s__*",
                "mcp__s__get",
                "mcp__s__get*",
                "mcp__s__a__b",
                "mcp__*",
                "Web*",
            ];
            r.pick(&names).to_string()
        }
        14 => {
            let texts = [
                "Agent(x)",
                "Agent",
                "Agent(model:op*)",
                "Agent(model:opus)",
                "Skill(a *)",
                "Skill(a b)",
                "Bash(timeout:*)",
            ];
            r.pick(&texts).to_string()
        }
        _ => format!("PowerShell({})", pattern(r)),
    }
}

/// A rule that is somewhat narrower or wider.
fn near(r: &mut Random, rule: &str) -> String {
    let Some((tool, rest)) = rule.split_once('(') else {
        return rule.to_owned();
    };
    let text = rest.trim_end_matches(')');
    let text = match (tool, r.below(4)) {
        (_, 0) => return tool.to_owned(),
        ("Bash" | "PowerShell", 1) => {
            let text = text.trim_end_matches(['*', ':', ' ']);
            format!("{text} {} *", r.pick(WORDS))
        }
        ("Bash" | "PowerShell", 2) => text.replace(" *", "*"),
        ("Bash" | "PowerShell", _) => {
            let word = text.split([' ', ':']).next().unwrap_or("");
            format!("{word} *")
        }
        ("Read" | "Edit", 1) => format!("{text}/a.ts"),
        ("Read" | "Edit", 2) => text.replace("a", "*"),
        ("Read" | "Edit", _) => {
            let up = text.rsplit_once('/').map_or("", |(up, _)| up);
            format!("{up}/**")
        }
        _ => text.to_owned(),
    };
    format!("{tool}({text})")
}

/// A policy of rules that are all active; their lists are drawn.
fn policy(r: &mut Random, dialect: &Dialect) -> Policy {
    let mut lists = BTreeMap::<&str, Vec<String>>::new();
    let mut last = rule(r);
    for _ in 0..BATCH {
        // Half of the rules are narrower or wider than the one before.
        last = if r.below(2) == 0 { near(r, &last) } else { rule(r) };
        let list = *r.pick(&["allow", "ask", "deny"]);
        lists.entry(list).or_default().push(last.clone());
    }
    let text = json!({ "permissions": lists }).to_string();
    read("settings.json", text, dialect)
}

fn read(name: &str, text: String, dialect: &Dialect) -> Policy {
    let input = Input {
        name: name.into(),
        text,
        family: Family::Claude,
        scope: Scope::Project,
        directory: None,
    };
    Policy::from_sources([input], dialect)
}

/// Where the examples take place, and places that are unlike it.
fn contexts() -> Vec<Context> {
    let usual = sample_context();
    let folded = Context {
        platform: Platform::MacOs,
        case_sensitive: Some(false),
        ..usual.clone()
    };
    let links = vec![
        ("/home/user/project/a".to_owned(), "/home/user/src".to_owned()),
        ("/home/user/project/src".to_owned(), "/etc".to_owned()),
    ];
    let linked = Context { links, ..usual.clone() };
    let mut bare = Context { cwd: Some("/a/b".to_owned()), ..usual.clone() };
    bare.home = None;
    vec![usual, folded, linked, bare]
}

/// The sample and events like it.
fn variants(sample: &Sample) -> Vec<String> {
    let event: Value = serde_json::from_str(sample.json()).unwrap();
    let mut out = vec![event.to_string()];
    let Some(input) = event["tool_input"].as_object() else { return out };
    for (key, value) in input {
        let Some(text) = value.as_str() else { continue };
        for changed in changed(key, text) {
            let mut event = event.clone();
            event["tool_input"][key] = Value::from(changed);
            out.push(event.to_string());
        }
    }
    out
}

fn changed(key: &str, text: &str) -> Vec<String> {
    if key != "command" {
        let up = text.rsplit_once('/').map_or("", |(up, _)| up);
        return vec![
            format!("{text}/x"),
            format!("{text}x"),
            format!("{up}/src/a.ts"),
            up.to_owned(),
            text.to_uppercase(),
            text.replace('a', "src"),
        ];
    }
    let head = text.rsplit_once(' ').map_or(text, |(head, _)| head);
    let rest = text.split_once(' ').map_or("", |(_, rest)| rest);
    vec![
        format!("{text} x"),
        format!("{text}x"),
        format!("{text} main"),
        head.to_owned(),
        format!("NODE_ENV=x {text}"),
        format!("FOO=1 {text}"),
        format!("PATH=. {text}"),
        format!("sudo {text}"),
        format!("timeout 5 {text}"),
        format!("watch {text}"),
        format!("xargs {text}"),
        format!("bash -c '{text}'"),
        format!("find . -exec {text} ;"),
        format!("echo $({text})"),
        format!("cd src && {text}; ls"),
        format!("{text} > a/x"),
        format!("cat src/a.ts | {text}"),
        format!("\"{}\" {rest}", text.split(' ').next().unwrap_or("")),
        text.replace(' ', "  "),
        format!("git -C . {rest}"),
    ]
}

fn random_event(r: &mut Random) -> String {
    let (tool, key, value) = match r.below(6) {
        0..=2 => ("Bash", "command", words(r, 4)),
        3 => {
            let path = path(r).replace("//", "/").replace('~', "/home/user");
            ("Read", "file_path", path)
        }
        4 => ("Edit", "file_path", path(r).replace("//", "/")),
        _ => ("PowerShell", "command", words(r, 4)),
    };
    call(tool, key, &value)
}

fn call(tool: &str, key: &str, value: &str) -> String {
    let mut event =
        json!({"hook_event_name": "PreToolUse", "tool_name": tool});
    event["tool_input"] = json!({ key: value });
    event.to_string()
}

/// Where each rule matches an event.
fn places(
    rules: &Rules,
    event: &str,
    context: &Context,
    dialect: &Dialect,
) -> BTreeMap<RuleId, Vec<Place>> {
    let mut tape = Tape::new();
    let event = Event::read(event, &mut tape);
    let mut subjects = Subjects::default();
    subjects.read(&event, context, dialect, Needs::ALL);
    let kind = event.kind.unwrap_or(EventKind::PRE_TOOL_USE);
    let mut out: BTreeMap<RuleId, Vec<Place>> = BTreeMap::new();
    for found in reference::matches(rules, &subjects, kind) {
        out.entry(found.rule).or_default().push(found.place);
    }
    out
}

/// Why a claim that `wide` covers `narrow` is refuted, if it is.
fn refuted(
    rules: &Rules,
    narrow: RuleId,
    wide: RuleId,
    at: &BTreeMap<RuleId, Vec<Place>>,
) -> bool {
    let (Some(own), other) = (at.get(&narrow), at.get(&wide)) else {
        return false;
    };
    let Some(other) = other else { return true };
    let allow = |id| rules.rule(id).unwrap().effect == Effect::Allow;
    let whole = other.contains(&Place::Call);
    allow(narrow)
        && allow(wide)
        && !whole
        && own.iter().any(|place| !other.contains(place))
}

fn text(rules: &Rules, id: RuleId) -> String {
    let rule = rules.rule(id).unwrap();
    format!("{:?} {}", rule.effect, rule.text)
}

#[derive(Default)]
struct Tally {
    holds: usize,
    fails: usize,
    undecided: usize,
    events: usize,
    wrong: Vec<String>,
}

fn batch(r: &mut Random, dialect: &Dialect, tally: &mut Tally) {
    let policy = policy(r, dialect);
    let rules = policy.rules();
    let mut survey = Survey::new(rules, dialect);
    let ids: Vec<RuleId> = (0..rules.rules.len() as u32)
        .map(RuleId)
        .filter(|id| rules.rule(*id).unwrap().effect.is_permission())
        .collect();
    let mut events: Vec<String> = (0..60).map(|_| random_event(r)).collect();
    for id in &ids {
        for sample in survey.samples(*id).iter().take(3) {
            events.extend(variants(sample));
        }
    }
    events.sort();
    events.dedup();
    let contexts = contexts();
    let mut seen = Vec::new();
    for (at, event) in events.iter().enumerate() {
        let context = &contexts[at % contexts.len()];
        seen.push((event, places(rules, event, context, dialect)));
        if at % contexts.len() > 0 {
            let at = places(rules, event, &contexts[0], dialect);
            seen.push((event, at));
        }
    }
    tally.events += seen.len();
    for &narrow in &ids {
        for &wide in ids.iter().filter(|wide| **wide != narrow) {
            let pair = || {
                let (own, wide) = (text(rules, narrow), text(rules, wide));
                format!("{}: {own} in {wide}", dialect.name)
            };
            match survey.covers(wide, narrow) {
                Cover::Holds => {
                    tally.holds += 1;
                    for (event, at) in &seen {
                        if refuted(rules, narrow, wide, at) {
                            tally.wrong.push(format!("{}: {event}", pair()));
                            break;
                        }
                    }
                }
                Cover::Fails(sample) => {
                    tally.fails += 1;
                    let context = sample_context();
                    let at = places(rules, sample.json(), &context, dialect);
                    if !at.contains_key(&narrow) || at.contains_key(&wide) {
                        let shown = sample.shown();
                        tally.wrong.push(format!("{} not: {shown}", pair()));
                    }
                }
                Cover::NotDecided => tally.undecided += 1,
            }
        }
    }
}

#[test]
fn claims_on_pairs_hold() {
    let mut r = Random(0x9E37_79B9_7F4A_7C15);
    let mut tally = Tally::default();
    let dialects = ["hookset", "claude"].map(|n| Dialect::named(n).unwrap());
    while tally.holds + tally.fails + tally.undecided < PAIRS {
        for dialect in &dialects {
            batch(&mut r, dialect, &mut tally);
        }
    }
    let Tally { holds, fails, undecided, events, wrong } = tally;
    println!(
        "{holds} covered, {fails} not, {undecided} not decided, \
         {events} events"
    );
    assert!(
        wrong.is_empty(),
        "{}: {:#?}",
        wrong.len(),
        &wrong[..20.min(wrong.len())]
    );
    assert!(holds > 300 && undecided * 10 < holds + fails);
}

fn settings(directory: &Path) -> Vec<PathBuf> {
    let (mut found, mut open) = (Vec::new(), vec![directory.to_owned()]);
    while let Some(directory) = open.pop() {
        for entry in fs::read_dir(directory).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|e| e == "json") {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// Real policies: every claim about them against commands and files that
/// real agents used.
#[allow(clippy::too_many_lines, reason = "one walk over many files")]
#[test]
fn claims_on_real_policies_hold() {
    let Some(corpus) = shared::path("corpus") else { return };
    let events = corpus.join("events");
    let commands = fs::read_to_string(events.join("bash_commands.txt"));
    let commands = commands.unwrap();
    let mut by_word = BTreeMap::<&str, Vec<&str>>::new();
    let all: Vec<&str> = commands.lines().collect();
    for line in &all {
        for word in line.split([' ', ';', '|', '&', '(']).take(12) {
            by_word.entry(word).or_default().push(line);
        }
    }
    let files = fs::read_to_string(events.join("file_paths.txt")).unwrap();
    let files: Vec<&str> = files.lines().collect();
    let mut r = Random(7);
    let (mut policies, mut claims, mut tried) = (0, 0, 0);
    let (mut with_claims, mut wrong) = (0, Vec::new());
    let mut seen = std::collections::BTreeSet::new();
    for path in settings(&corpus.join("files")) {
        let Ok(text) = fs::read_to_string(&path) else { continue };
        if !text.contains("\"permissions\"") || !seen.insert(text.clone()) {
            continue;
        }
        for name in ["claude", "hookset"] {
            let dialect = Dialect::named(name).unwrap();
            let policy = read("settings.json", text.clone(), &dialect);
            let rules = policy.rules();
            policies += 1;
            let mut survey = Survey::new(rules, &dialect);
            let (shadowed, redundant) = survey.covered();
            let found: Vec<_> = shadowed.iter().chain(&redundant).collect();
            with_claims += usize::from(!found.is_empty());
            for claim in found {
                claims += 1;
                let own = &rules.rule(claim.rule).unwrap().text;
                let word = own.split(['(', ' ', ':', '*', ')']).nth(1);
                let near =
                    by_word.get(word.unwrap_or("")).map_or(&[][..], |v| v);
                let mut events = variants(&claim.sample);
                for line in near.iter().take(1_000) {
                    events.push(call("Bash", "command", line));
                }
                for _ in 0..120 {
                    let (line, file) = (*r.pick(&all), *r.pick(&files));
                    events.push(call("Bash", "command", line));
                    events.push(call("Read", "file_path", file));
                    events.push(call("Edit", "file_path", file));
                }
                tried += events.len();
                let two = pair(rules, claim.rule, claim.by);
                let (one, other) = (RuleId(0), RuleId(1));
                for event in &events {
                    let at = places(&two, event, &sample_context(), &dialect);
                    if refuted(&two, one, other, &at) {
                        let (a, b) = (text_of(&two, 0), text_of(&two, 1));
                        wrong.push(format!("{name}: {a} in {b}: {event}"));
                        break;
                    }
                }
                if tried > 3 * CORPUS_EVENTS {
                    break;
                }
            }
        }
    }
    println!(
        "{policies} policies, {with_claims} with claims, {claims} claims, \
         {tried} events"
    );
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(tried >= CORPUS_EVENTS);
}

/// Two rules of a policy alone.
fn pair(rules: &Rules, one: RuleId, other: RuleId) -> Rules {
    let both = [one, other].map(|id| rules.rule(id).unwrap().clone());
    Rules {
        atoms: rules.atoms.clone(),
        rules: both.to_vec(),
        ..Rules::default()
    }
}

fn text_of(rules: &Rules, at: u32) -> String {
    text(rules, RuleId(at))
}

/// What would take too long is given up, and that is said.
#[test]
fn what_is_given_up_is_said() {
    let mut r = Random(11);
    let mut lists = BTreeMap::<&str, Vec<String>>::new();
    for at in 0..400 {
        let parts: Vec<String> = (0..24)
            .map(|_| r.pick(&["[a-f]", "[!b]", "?", "*"]).to_string())
            .collect();
        let list = if at % 2 == 0 { "allow" } else { "ask" };
        let rule = format!("Read({}/**)", parts.concat());
        lists.entry(list).or_default().push(rule);
    }
    let text = json!({ "permissions": lists }).to_string();
    let dialect = Dialect::named("claude").unwrap();
    let policy = read("settings.json", text, &dialect);
    let found = hookset::lint::check(&policy);
    let told: Vec<_> = found
        .iter()
        .filter(|found| found.code == Code::NOT_DECIDED)
        .map(|found| found.message.as_str())
        .collect();
    assert_eq!(told.len(), 1, "{told:?}");
    assert!(told[0].contains("of 400 rules were not compared"), "{told:?}");
}
