//! The whole answer to a command at 10,000 rules, as a sum of its parts:
//! splitting the line into what rules look at, matching, and the rest (the
//! verdict over the matches). Reading the event's JSON, which comes before
//! that, is measured beside it, and so is the decision alone, which need not
//! know all matches.
//!
//! `cargo bench --bench answer -- [--quick] [--instructions]`; `CASE` names
//! the only case to run (`real`, `long`, `real claude`, `long claude`).

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a bench may fail loudly"
)]

mod corpora;

use corpora::timing::{Times, median, warm};
use corpora::{BenchRule, set};
use hookset::event::{Context, Event};
use hookset::json::Tape;
use hookset::plan::{Engine, Scratch};
use hookset::subject::Subjects;

/// Three of five rules allow, the others deny or ask.
fn engine(dialect: &str, rules: &[BenchRule]) -> Engine {
    let mut lists = [Vec::new(), Vec::new(), Vec::new()];
    for (number, rule) in rules.iter().enumerate() {
        let list = [0, 0, 1, 0, 2][number % 5];
        lists[list].push(set::text(rule));
    }
    set::engine_in(dialect, lists)
}

fn payload(command: &str) -> String {
    serde_json::json!({
        "session_id": "0197f2a4-6c1e-7d30-9b52-3f1c8e7a6d05",
        "transcript_path": "/home/ada/.agent/projects/srv/0197f2a4.jsonl",
        "cwd": "/srv/project",
        "permission_mode": "default",
        "hook_event_name": "PreToolUse",
        "tool_name": "Bash",
        "tool_input": {
            "command": command,
            "description": "What the command is for",
        },
        "tool_use_id": "toolu_01F7ZxkQ2mVn5",
    })
    .to_string()
}

/// The parts of an answer, each with memory of its own.
struct Parts<'a> {
    engine: &'a Engine,
    context: Context,
    scratch: Scratch,
    set: hookset::hook_set::Scratch,
    subjects: Subjects,
}

impl Parts<'_> {
    fn split(&mut self, event: &Event<'_>) -> usize {
        let needs = self.engine.needs();
        let dialect = self.engine.dialect();
        self.subjects.read(event, &self.context, dialect, needs);
        self.subjects.commands.views.len()
    }

    fn matches(&mut self, event: &Event<'_>, subjects: &Subjects) -> usize {
        let kind = event.kind.unwrap();
        let found = self.engine.set().matches(subjects, kind, &mut self.set);
        found.len()
    }

    /// One after the other, as an answer has them: more code, and each finds
    /// what the other left of the caches.
    fn split_and_matches(&mut self, event: &Event<'_>) -> usize {
        self.split(event);
        let subjects = std::mem::take(&mut self.subjects);
        let found = self.matches(event, &subjects);
        self.subjects = subjects;
        found
    }

    fn decision(&mut self, event: &Event<'_>) -> usize {
        let scratch = &mut self.scratch;
        let said = self.engine.decide(event, &self.context, scratch);
        usize::from(std::hint::black_box(said).rule.is_some())
    }

    fn answer(&mut self, event: &Event<'_>) -> usize {
        let scratch = &mut self.scratch;
        let answer = self.engine.answer(event, &self.context, scratch);
        std::hint::black_box(answer.permission);
        answer.matches.len()
    }
}

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let has = |name: &str| args.iter().any(|arg| arg == name);
    let (size, count, times) = match (has("--bench"), has("--quick")) {
        (false, _) => (100, 100, 1),
        (true, true) => (10_000, 1000, 3),
        (true, false) => (10_000, 3000, 9),
    };
    let texts = corpora::texts();
    let rules = corpora::rules(&texts, size);
    let lines = corpora::lines(&texts, count);
    let long = corpora::long_events(&texts, 300.min(count));
    let long: Vec<_> = long.into_iter().map(|e| e.text).collect();
    let only = std::env::var("CASE").ok();
    // Strict, and as the runner it predicts reads a command.
    for dialect in ["hookset", "claude"] {
        let engine = engine(dialect, &rules);
        let count = engine.set().len();
        println!("{dialect}: {size} rules, {count} as lowered");
        for (name, commands) in [("real", &lines), ("long", &long)] {
            let name = match dialect {
                "hookset" => name.to_owned(),
                _ => format!("{name} {dialect}"),
            };
            if only.as_ref().is_none_or(|only| *only == name) {
                let times = (!has("--instructions")).then_some(times);
                case(&name, &engine, commands, times);
            }
        }
    }
}

/// Each part of a round is measured `times` times; without them, what it takes
/// is for others to count.
fn case(
    name: &str,
    engine: &Engine,
    commands: &[String],
    times: Option<usize>,
) {
    let payloads: Vec<_> = commands.iter().map(|c| payload(c)).collect();
    let mut tapes = vec![Tape::default(); payloads.len()];
    let events = payloads.iter().zip(&mut tapes);
    let events: Vec<_> =
        events.map(|(text, tape)| Event::read(text, tape)).collect();
    let mut parts = Parts {
        engine,
        context: Context::default(),
        scratch: Scratch::default(),
        set: engine.set().scratch(),
        subjects: Subjects::default(),
    };
    let prepared: Vec<(&Event<'_>, Subjects)> = events
        .iter()
        .map(|event| {
            parts.split(event);
            (event, parts.subjects.clone())
        })
        .collect();
    let bytes: usize = commands.iter().map(String::len).sum();
    let bytes = bytes as f64 / commands.len() as f64;
    let matches: usize =
        prepared.iter().map(|(e, s)| parts.matches(e, s)).sum();
    let answers: usize = events.iter().map(|e| parts.answer(e)).sum();
    assert_eq!(matches, answers, "parts and whole differ");
    for event in &events {
        let alone = engine.decide(event, &parts.context, &mut parts.scratch);
        let answer = engine.answer(event, &parts.context, &mut parts.scratch);
        assert_eq!(alone.behavior, answer.permission.behavior);
    }
    let Some(times) = times else {
        counted_json(&payloads);
        counted_split(&mut parts, &events);
        counted_match(&mut parts, &prepared);
        counted_answer(&mut parts, &events);
        counted_decision(&mut parts, &events);
        println!("{name}: {} events of {bytes:.0} bytes", events.len());
        return;
    };
    let rounds = rounds(&mut parts, &payloads, &events, &prepared, times);
    let mean = |count: usize| count as f64 / events.len() as f64;
    let views = prepared.iter().map(|(_, s)| s.commands.views.len());
    let files = prepared.iter().map(|(_, s)| s.paths.len());
    println!(
        "{name}: {} commands of {bytes:.0} bytes, {:.1} views, {:.1} files, \
         {:.2} matches",
        events.len(),
        mean(views.sum()),
        mean(files.sum()),
        mean(matches),
    );
    report(&rounds, bytes);
}

fn report(rounds: &[[Times; 6]], bytes: f64) {
    let of = |part: usize, get: fn(&Times) -> f64| {
        median(rounds.iter().map(|round| get(&round[part])).collect()).0
    };
    let whole = (of(3, |t| t.p50), of(3, |t| t.mean));
    let names = [
        "(its JSON)",
        "split",
        "match",
        "whole answer",
        "(decision alone)",
        "(split and match)",
    ];
    for (part, name) in names.iter().enumerate() {
        let (p50, mean) = (of(part, |t| t.p50), of(part, |t| t.mean));
        println!(
            "  {name:<17}{p50:>9.0} ns p50 {mean:>9.0} mean {:>7.2} ns/byte \
             {:>5.0} %",
            mean / bytes,
            100.0 * mean / whole.1,
        );
    }
    let both = (of(5, |t| t.p50), of(5, |t| t.mean));
    println!(
        "  verdict: {:.0} ns p50, {:.0} mean beside splitting and matching \
         one after the other",
        whole.0 - both.0,
        whole.1 - both.1,
    );
}

/// Three rounds of all parts: the JSON, splitting, matching, the whole, the
/// decision alone, splitting and matching in turn.
fn rounds(
    parts: &mut Parts<'_>,
    payloads: &[String],
    events: &[Event<'_>],
    prepared: &[(&Event<'_>, Subjects)],
    times: usize,
) -> Vec<[Times; 6]> {
    let round = |_| {
        let mut tape = Tape::default();
        let json = warm(payloads, times, |text| read(text, &mut tape));
        let split = warm(events, times, |e| parts.split(e));
        let matching = warm(prepared, times, |(e, s)| parts.matches(e, s));
        let whole = warm(events, times, |e| parts.answer(e));
        let decision = warm(events, times, |e| parts.decision(e));
        let both = warm(events, times, |e| parts.split_and_matches(e));
        [json, split, matching, whole, decision, both]
    };
    (0..3).map(round).collect()
}

/// The event of a text, as a hook reads it.
fn read(text: &str, tape: &mut Tape) -> usize {
    let event = Event::read(text, tape);
    usize::from(std::hint::black_box(&event).kind.is_some())
}

#[inline(never)]
fn counted_json(payloads: &[String]) -> usize {
    let mut tape = Tape::default();
    payloads.iter().map(|text| read(text, &mut tape)).sum()
}

#[inline(never)]
fn counted_split(parts: &mut Parts<'_>, events: &[Event<'_>]) -> usize {
    events.iter().map(|e| parts.split(e)).sum()
}

#[inline(never)]
fn counted_match(
    parts: &mut Parts<'_>,
    events: &[(&Event<'_>, Subjects)],
) -> usize {
    events.iter().map(|(e, s)| parts.matches(e, s)).sum()
}

#[inline(never)]
fn counted_answer(parts: &mut Parts<'_>, events: &[Event<'_>]) -> usize {
    events.iter().map(|e| parts.answer(e)).sum()
}

#[inline(never)]
fn counted_decision(parts: &mut Parts<'_>, events: &[Event<'_>]) -> usize {
    events.iter().map(|e| parts.decision(e)).sum()
}
