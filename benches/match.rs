//! Matching against 10 to 100,000 rules; every count is checked against a
//! loop of plain matchers first.
//!
//! `cargo bench --bench match -- [--quick]`

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a bench may fail loudly"
)]

mod corpora;

use corpora::timing::{Times, fresh, median, warm};
use corpora::{BenchEvent, BenchRule, set};
use hookset::event::EventKind;
use hookset::hook_set::{HookSet, Limits, Scratch};
use hookset::subject::Subjects;

struct Case {
    name: String,
    set: HookSet,
    scratch: Scratch,
    events: Vec<Subjects>,
    bytes: usize,
    matches: f64,
    tested: f64,
}

fn kind() -> EventKind {
    EventKind::named("PreToolUse").unwrap()
}

fn case(name: &str, rules: &[BenchRule], events: &[BenchEvent]) -> Case {
    let lowered = set::lowered(rules);
    let set = HookSet::compile(&lowered, &Limits::default()).unwrap();
    let reference = set::Loop::new(rules);
    let mut scratch = set.scratch();
    let mut expected = Vec::new();
    let (mut count, mut tested) = (0, 0);
    let mut subjects = Vec::with_capacity(events.len());
    // The loop is slow: with very many rules only some events are checked.
    let step = (rules.len() / 10_000).max(1);
    for (number, event) in events.iter().enumerate() {
        let one = set::subjects(event);
        let found = set.matches(&one, kind(), &mut scratch);
        if number % step == 0 {
            reference.matches(event, &mut expected);
            let found: Vec<u32> = found.iter().map(|m| m.rule.0).collect();
            assert_eq!(found, expected, "{name}: {event:?}");
        }
        count += found.len();
        tested += scratch.tested();
        subjects.push(one);
    }
    let bytes = events.iter().map(|e| e.text.len()).sum();
    let matches = count as f64 / events.len() as f64;
    let tested = tested as f64 / events.len() as f64;
    let name = name.to_owned();
    Case { name, set, scratch, events: subjects, bytes, matches, tested }
}

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let has = |name: &str| args.iter().any(|arg| arg == name);
    // Without `--bench` this is `cargo test`: only the counts are checked.
    let sizes: &[usize] = match (has("--bench"), has("--quick")) {
        (false, _) => &[100],
        (true, true) => &[100, 1000, 10_000],
        (true, false) => &[10, 100, 1000, 10_000, 100_000],
    };
    let texts = corpora::texts();
    texts.print();
    let largest = sizes.iter().max().copied().unwrap_or(100);
    let all = corpora::rules(&texts, largest);
    let count = if has("--bench") { 2000 } else { 200 };
    let events = corpora::events(&texts, &all[..100], count, 5);
    // `CASE` picks one case, for runs under callgrind.
    let wanted = std::env::var("CASE").ok();
    let mut cases = Vec::new();
    let mut add =
        |name: String, rules: &[BenchRule], events: &[BenchEvent]| {
            if wanted.as_ref().is_none_or(|wanted| *wanted == name) {
                cases.push(case(&name, rules, events));
            }
        };
    for &size in sizes {
        add(format!("natural {size}"), &all[..size], &events);
    }
    for &size in sizes.iter().filter(|&&size| size > 100) {
        let mut rules = all[..100].to_vec();
        rules.extend(corpora::decoys(&texts, size - 100));
        add(format!("decoys {size}"), &rules, &events);
    }
    let size = largest.min(10_000);
    let paths: Vec<BenchEvent> =
        events.iter().filter(|e| is_path(e)).cloned().collect();
    for size in [100, size] {
        add(format!("paths {size}"), &all[..size], &paths);
    }
    let long = corpora::long_events(&texts, 300.min(count));
    add(format!("long {size}"), &all[..size], &long);
    let size = 1000.min(largest);
    add(format!("*a*b*c* {size}"), &costly(size), &events);
    if has("--instructions") {
        return instructions(&mut cases);
    }
    measure(&mut cases, if has("--bench") { 3 } else { 1 });
}

fn is_path(event: &BenchEvent) -> bool {
    use corpora::Tool::*;
    matches!(event.tool, Edit | Read | Write)
}

/// Patterns without any key.
fn costly(count: usize) -> Vec<BenchRule> {
    let mut random = corpora::Random::new(31);
    let mut seen = std::collections::HashSet::new();
    let mut rules = Vec::new();
    while rules.len() < count {
        let mut letter = || (b'a' + random.below(26) as u8) as char;
        let (a, b, c) = (letter(), letter(), letter());
        let pattern = format!("*{a}*{b}*{c}*");
        if seen.insert(pattern.clone()) {
            rules.push(BenchRule { tool: corpora::Tool::Bash, pattern });
        }
    }
    rules
}

/// For a run under callgrind, which is told to count inside of `counted`.
fn instructions(cases: &mut [Case]) {
    for case in cases.iter_mut() {
        let mut work = 0;
        for _ in 0..3 {
            work += counted(case);
        }
        println!("{}: {} events, {work}", case.name, 3 * case.events.len());
    }
}

#[inline(never)]
fn counted(case: &mut Case) -> usize {
    let Case { set, scratch, events, .. } = case;
    let kind = kind();
    let one = |s: &Subjects| set.matches(s, kind, scratch).len();
    events.iter().map(one).sum()
}

fn measure(cases: &mut [Case], rounds: usize) {
    let mut rounds_of: Vec<Vec<(Times, Times)>> =
        vec![Vec::new(); cases.len()];
    for _ in 0..rounds {
        for (case, out) in cases.iter_mut().zip(&mut rounds_of) {
            let kind = kind();
            let loaded = case.set.clone();
            let scratch = &mut case.scratch;
            let cold = fresh(&case.events, |s| {
                loaded.matches(s, kind, scratch).len()
            });
            let hot = warm(&case.events, 15, |s| {
                loaded.matches(s, kind, scratch).len()
            });
            out.push((hot, cold));
        }
    }
    println!(
        "{:<18}{:>9}{:>9}{:>9}{:>9}{:>10}{:>10}{:>8}{:>10}{:>14}",
        "case",
        "p50 ns",
        "p99",
        "mean",
        "fresh",
        "matches",
        "tested",
        "ns/B",
        "B/rule",
        "x of 100"
    );
    let base: Vec<f64> = cases
        .iter()
        .zip(&rounds_of)
        .find(|(case, _)| case.name == "natural 100")
        .map(|(_, rounds)| rounds.iter().map(|r| r.0.p50).collect())
        .unwrap_or_default();
    for (case, rounds) in cases.iter().zip(&rounds_of) {
        let of = |get: fn(&(Times, Times)) -> f64| {
            median(rounds.iter().map(get).collect()).0
        };
        let ratios = rounds.iter().zip(&base).map(|(r, b)| r.0.p50 / b);
        let ratio = beside(ratios.collect());
        let mean = of(|r| r.0.mean);
        let events = case.events.len() as f64;
        println!(
            "{:<18}{:>9.0}{:>9.0}{:>9.0}{:>9.0}{:>10.2}{:>10.2}{:>8.2}{:>10.0}  {ratio}",
            case.name,
            of(|r| r.0.p50),
            of(|r| r.0.p99),
            mean,
            of(|r| r.1.p50),
            case.matches,
            case.tested,
            mean / (case.bytes as f64 / events),
            case.set.image().len() as f64 / case.set.len() as f64,
        );
    }
}

/// How many times as long as the case that all are compared with; nothing
/// where that is not among them.
fn beside(ratios: Vec<f64>) -> String {
    if ratios.is_empty() {
        return "-".to_owned();
    }
    let (ratio, low, high) = median(ratios);
    format!("{ratio:.2} ({low:.2}-{high:.2})")
}
