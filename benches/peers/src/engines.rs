//! Engines that answer with the numbers of the rules that match.

use globset::{GlobBuilder, GlobMatcher, GlobSet, GlobSetBuilder};
use hookset::event::EventKind;
use hookset::hook_set::{HookSet, Limits};
use hookset::subject::Subjects;
use regex::{Regex, RegexSet, RegexSetBuilder};

use crate::corpora::{BenchEvent, BenchRule, Tool, set};
use crate::literals;

/// An event in the forms that engines want.
#[derive(Clone)]
pub struct Prepared {
    pub event: BenchEvent,
    pub subjects: Subjects,
    /// The text; of a file the absolute path.
    pub text: String,
    /// A call of Bash as a runner sends it.
    pub json: String,
}

pub fn prepare(event: &BenchEvent) -> Prepared {
    let text = match is_file(event.tool) {
        true => format!("/srv/{}", event.text),
        false => event.text.clone(),
    };
    let subjects = set::subjects(event);
    let json = serde_json::json!({
        "session_id": "0b8e6c1e-6a3f-4b8e-9d2a-5f1c7e9a4d21",
        "transcript_path": "/home/u/.claude/projects/p/0b8e6c1e.jsonl",
        "cwd": "/srv",
        "permission_mode": "default",
        "hook_event_name": "PreToolUse",
        "tool_name": "Bash",
        "tool_input": { "command": event.text, "description": "A call" },
    });
    Prepared { event: event.clone(), subjects, text, json: json.to_string() }
}

type Run = Box<dyn FnMut(&Prepared, &mut Vec<u32>)>;

pub struct Engine {
    pub name: &'static str,
    pub run: Run,
    pub passes: usize,
    /// Makes it anew, for engines that remember events.
    pub rebuild: Option<fn(&[BenchRule]) -> Engine>,
    /// How long it took to make, in milliseconds.
    pub made: f64,
}

pub fn engine(name: &'static str, passes: usize, run: Run) -> Engine {
    Engine { name, run, passes, rebuild: None, made: 0.0 }
}

/// The engine that `make` makes, with the time that takes.
pub fn timed(
    rules: &[BenchRule],
    make: impl FnOnce(&[BenchRule]) -> Engine,
) -> Engine {
    let start = std::time::Instant::now();
    let engine = make(rules);
    Engine { made: start.elapsed().as_secs_f64() * 1e3, ..engine }
}

/// Ours first: the ratios are to it. Ours again second: what the ratio of
/// one thing to itself is says what the others are worth.
pub fn general(rules: &[BenchRule]) -> Vec<Engine> {
    let slow = if rules.len() > 1000 { 1 } else { 5 };
    let mut engines = vec![
        timed(rules, ours),
        timed(rules, |rules| Engine { name: "hookset again", ..ours(rules) }),
        timed(rules, |rules| plain_loop(rules, slow)),
        timed(rules, |rules| regex_loop(rules, slow)),
        timed(rules, |rules| Engine { passes: slow, ..default_set(rules) }),
        timed(rules, large_set),
        timed(rules, literals::aho),
        timed(rules, literals::daac),
    ];
    engines.extend(crate::vectorscan::engine(rules));
    engines
}

pub fn paths(rules: &[BenchRule]) -> Vec<Engine> {
    vec![
        timed(rules, ours),
        timed(rules, |rules| Engine { name: "hookset again", ..ours(rules) }),
        timed(rules, globset),
        timed(rules, glob_loop),
    ]
}

pub fn ours(rules: &[BenchRule]) -> Engine {
    let set = HookSet::compile(&set::lowered(rules), &Limits::default());
    let set = set.unwrap();
    let kind = EventKind::named("PreToolUse").unwrap();
    let mut scratch = set.scratch();
    let run = Box::new(move |event: &Prepared, out: &mut Vec<u32>| {
        out.clear();
        let found = set.matches(&event.subjects, kind, &mut scratch);
        out.extend(found.iter().map(|m| m.rule.0));
    });
    engine("hookset", 15, run)
}

fn plain_loop(rules: &[BenchRule], passes: usize) -> Engine {
    let rules = set::Loop::new(rules);
    let run = Box::new(move |event: &Prepared, out: &mut Vec<u32>| {
        rules.matches(&event.event, out);
    });
    engine("loop of matchers", passes, run)
}

const TOOLS: [Tool; 6] = [
    Tool::Bash,
    Tool::Edit,
    Tool::Read,
    Tool::Write,
    Tool::WebFetch,
    Tool::Mcp,
];

/// The rules of each tool, with their numbers.
pub fn by_tool(rules: &[BenchRule]) -> Vec<(Tool, Vec<(u32, &BenchRule)>)> {
    let of = |tool| {
        let rules = rules.iter().enumerate();
        let rules = rules.filter(|(_, rule)| rule.tool == tool);
        (tool, rules.map(|(n, rule)| (n as u32, rule)).collect())
    };
    TOOLS.into_iter().map(of).collect()
}

pub fn is_file(tool: Tool) -> bool {
    matches!(tool, Tool::Edit | Tool::Read | Tool::Write)
}

pub fn absolute(pattern: &str) -> String {
    match pattern.starts_with('/') {
        true => pattern.to_owned(),
        false => format!("/srv/{pattern}"),
    }
}

/// The rule as a regular expression over the prepared text.
pub fn regex(rule: &BenchRule) -> String {
    let escape = |text: &str| regex::escape(text);
    if is_file(rule.tool) {
        let path = absolute(&rule.pattern);
        let mut out = String::from("^");
        let segments: Vec<&str> = path[1..].split('/').collect();
        for (i, segment) in segments.iter().enumerate() {
            let last = i + 1 == segments.len();
            match (*segment, last) {
                ("**", true) => out.push_str("/.+"),
                ("**", false) => out.push_str("(?:/[^/]+)*"),
                (name, _) => {
                    out.push('/');
                    let parts: Vec<_> = name.split('*').map(escape).collect();
                    out.push_str(&parts.join("[^/]*"));
                }
            }
        }
        return out + "$";
    }
    let (body, end) = match rule.pattern.strip_suffix(" *") {
        Some(body) if rule.tool == Tool::Bash => (body, "(?: .*)?$"),
        _ => match rule.pattern.strip_suffix(":*") {
            Some(body) if rule.tool == Tool::Bash => (body, "(?: .*)?$"),
            _ => (rule.pattern.as_str(), "$"),
        },
    };
    let parts: Vec<_> = body.split('*').map(escape).collect();
    format!("(?s)^{}{end}", parts.join(".*"))
}

fn regex_loop(rules: &[BenchRule], passes: usize) -> Engine {
    let compiled: Vec<(Tool, Vec<(u32, Regex)>)> = by_tool(rules)
        .into_iter()
        .map(|(tool, rules)| {
            let one = |(n, rule)| (n, Regex::new(&regex(rule)).unwrap());
            (tool, rules.into_iter().map(one).collect())
        })
        .collect();
    let run = Box::new(move |event: &Prepared, out: &mut Vec<u32>| {
        out.clear();
        for (tool, rules) in &compiled {
            if *tool == event.event.tool {
                let fits = |(_, r): &&(u32, Regex)| r.is_match(&event.text);
                out.extend(rules.iter().filter(fits).map(|(n, _)| *n));
            }
        }
    });
    engine("loop of regexes", passes, run)
}

fn regex_set(rules: &[BenchRule], cache: Option<usize>) -> Run {
    let sets: Vec<(Tool, Vec<u32>, RegexSet)> = by_tool(rules)
        .into_iter()
        .map(|(tool, rules)| {
            let texts = rules.iter().map(|(_, rule)| regex(rule));
            let mut builder = RegexSetBuilder::new(texts);
            builder.size_limit(1 << 30);
            if let Some(bytes) = cache {
                builder.dfa_size_limit(bytes);
            }
            let numbers = rules.iter().map(|(n, _)| *n).collect();
            (tool, numbers, builder.build().unwrap())
        })
        .collect();
    Box::new(move |event: &Prepared, out: &mut Vec<u32>| {
        out.clear();
        for (tool, numbers, set) in &sets {
            if *tool == event.event.tool {
                let found = set.matches(&event.text);
                out.extend(found.iter().map(|i| numbers[i]));
            }
        }
    })
}

fn default_set(rules: &[BenchRule]) -> Engine {
    let run = regex_set(rules, None);
    let rebuild = Some(default_set as fn(&[BenchRule]) -> Engine);
    Engine { rebuild, ..engine("RegexSet", 5, run) }
}

fn large_set(rules: &[BenchRule]) -> Engine {
    let run = regex_set(rules, Some(1 << 30));
    let rebuild = Some(large_set as fn(&[BenchRule]) -> Engine);
    Engine { rebuild, ..engine("RegexSet 1 GiB", 15, run) }
}

fn glob(rule: &BenchRule) -> globset::Glob {
    let path = absolute(&rule.pattern);
    let mut builder = GlobBuilder::new(&path);
    builder.literal_separator(true).build().unwrap()
}

fn globset(rules: &[BenchRule]) -> Engine {
    let sets: Vec<(Tool, Vec<u32>, GlobSet)> = by_tool(rules)
        .into_iter()
        .filter(|(tool, _)| is_file(*tool))
        .map(|(tool, rules)| {
            let mut builder = GlobSetBuilder::new();
            for (_, rule) in &rules {
                builder.add(glob(rule));
            }
            let numbers = rules.iter().map(|(n, _)| *n).collect();
            (tool, numbers, builder.build().unwrap())
        })
        .collect();
    let mut found = Vec::new();
    let run = Box::new(move |event: &Prepared, out: &mut Vec<u32>| {
        out.clear();
        for (tool, numbers, set) in &sets {
            if *tool == event.event.tool {
                set.matches_into(&event.text, &mut found);
                out.extend(found.iter().map(|&i| numbers[i]));
            }
        }
    });
    engine("GlobSet", 15, run)
}

fn glob_loop(rules: &[BenchRule]) -> Engine {
    let globs: Vec<(Tool, u32, GlobMatcher)> = rules
        .iter()
        .enumerate()
        .filter(|(_, rule)| is_file(rule.tool))
        .map(|(n, rule)| (rule.tool, n as u32, glob(rule).compile_matcher()))
        .collect();
    let run = Box::new(move |event: &Prepared, out: &mut Vec<u32>| {
        out.clear();
        let fits = |(tool, _, glob): &&(Tool, u32, GlobMatcher)| {
            *tool == event.event.tool && glob.is_match(&event.text)
        };
        out.extend(globs.iter().filter(fits).map(|(_, n, _)| *n));
    });
    engine("loop of globs", 3, run)
}
