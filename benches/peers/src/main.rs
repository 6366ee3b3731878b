//! The compiled set beside what one would use instead, in one run: the same
//! rules, the same events, every answer checked against the plain loop
//! first, engines interleaved, ratios taken within a round.
//!
//! `cargo run --release -- [--quick]` in `benches/peers`; with
//! `--features cedar,cel,quamina,regorus` engines that take JSON join at
//! 1,000 rules (`--policies` runs only these), and with `--features vectorscan` that one, where its library
//! is installed.

#[path = "../../corpora/mod.rs"]
mod corpora;
mod engines;
mod literals;
mod policy_engines;
mod vectorscan;
mod whole;

use corpora::timing::{Times, fresh, median, warm};
use corpora::{BenchEvent, BenchRule, Tool};
use engines::Engine;

fn main() {
    let has = |name: &str| std::env::args().any(|arg| arg == name);
    let (quick, only_policies) = (has("--quick"), has("--policies"));
    if let Some(why) = vectorscan::SKIPPED {
        println!("{why}");
    }
    let sizes: &[usize] =
        if quick { &[100, 1000] } else { &[100, 1000, 10_000] };
    let texts = corpora::texts();
    texts.print();
    let largest = sizes.iter().max().copied().unwrap_or(100);
    // Six of ten rules are about commands, and a thousand of those are asked
    // for; a longer list begins as a shorter one does.
    let all = corpora::rules(&texts, largest.max(2000));
    let events = corpora::events(&texts, &all[..100], 500, 5);
    for &size in sizes.iter().filter(|_| !only_policies) {
        let rules = &all[..size];
        println!("\n## {size} rules, all events");
        compare(engines::general(rules), rules, &events);
        let files =
            |tool: Tool| matches!(tool, Tool::Edit | Tool::Read | Tool::Write);
        let events: Vec<_> =
            events.iter().filter(|e| files(e.tool)).cloned().collect();
        println!("\n## {size} rules, events about files");
        compare(engines::paths(rules), rules, &events);
    }
    let bash = |tool: Tool| tool == Tool::Bash;
    let rules: Vec<_> =
        all.iter().filter(|r| bash(r.tool)).take(1000).cloned().collect();
    assert_eq!(rules.len(), 1000, "command rules");
    let events: Vec<_> =
        events.iter().filter(|e| bash(e.tool)).take(120).cloned().collect();
    let sizes = events.iter().map(|e| engines::prepare(e).json.len());
    let mean = sizes.sum::<usize>() / events.len();
    println!("\n## {} command rules, JSON of {mean} bytes", rules.len());
    let engines = policy_engines::with_json(&rules);
    if engines.len() < 6 {
        println!(
            "some are skipped: run with `--features \
             cedar,cel,quamina,regorus`"
        );
    }
    compare(engines, &rules, &events);
    println!("\n## the same, of events read before");
    compare(policy_engines::without_json(&rules), &rules, &events);
    println!("\n## our whole answer to the same, in parts");
    whole::print(&rules, &events);
}

fn compare(
    mut engines: Vec<Engine>,
    rules: &[BenchRule],
    events: &[BenchEvent],
) {
    let reference = corpora::set::Loop::new(rules);
    let (mut expected, mut found) = (Vec::new(), Vec::new());
    let mut count = 0;
    for event in events {
        reference.matches(event, &mut expected);
        count += expected.len();
        let prepared = engines::prepare(event);
        for engine in &mut engines {
            (engine.run)(&prepared, &mut found);
            found.sort_unstable();
            found.dedup();
            let differ = |n: &&u32| found.contains(n) != expected.contains(n);
            let both = found.iter().chain(&expected).filter(differ);
            let wrong: Vec<_> = both.map(|n| &rules[*n as usize]).collect();
            assert!(wrong.is_empty(), "{}: {event:?}: {wrong:?}", engine.name);
        }
    }
    let matches = count as f64 / events.len() as f64;
    println!("{} events, {matches:.2} matches per event", events.len());
    let prepared: Vec<_> = events.iter().map(engines::prepare).collect();
    let mut results: Vec<Vec<(Times, Times)>> =
        vec![Vec::new(); engines.len()];
    for _ in 0..3 {
        for (engine, results) in engines.iter_mut().zip(&mut results) {
            let mut work = |event: &engines::Prepared| {
                (engine.run)(event, &mut found);
                found.len()
            };
            let cold = match engine.rebuild {
                // What an engine caches must not have seen these events.
                Some(rebuild) => {
                    let mut engine = rebuild(rules);
                    let mut out = Vec::new();
                    fresh(&prepared, |event| {
                        (engine.run)(event, &mut out);
                        out.len()
                    })
                }
                None => fresh(&prepared, &mut work),
            };
            results.push((warm(&prepared, engine.passes, &mut work), cold));
        }
    }
    let first = results.first().cloned().unwrap_or_default();
    println!(
        "{:<22}{:>10}{:>11}{:>11}{:>12}{:>9}  {:<24}{:>9}{:>10}",
        "engine",
        "made ms",
        "p50 ns",
        "fresh p50",
        "fresh mean",
        "matches",
        "x of hookset (min-max)",
        "fresh x",
        "made x"
    );
    let made = engines.first().map_or(1.0, |engine| engine.made);
    for (engine, rounds) in engines.iter().zip(&results) {
        let of = |get: fn(&(Times, Times)) -> f64| {
            median(rounds.iter().map(get).collect()).0
        };
        let ratio = |get: fn(&(Times, Times)) -> f64| {
            let pairs = rounds.iter().zip(&first);
            median(pairs.map(|(r, f)| get(r) / get(f)).collect())
        };
        let (hot, low, high) = ratio(|r| r.0.p50);
        println!(
            "{:<22}{:>10.1}{:>11.0}{:>11.0}{:>12.0}{matches:>9.2}  \
             {:<24}{:>9.2}{:>10.1}",
            engine.name,
            engine.made,
            of(|r| r.0.p50),
            of(|r| r.1.p50),
            of(|r| r.1.mean),
            format!("{hot:.2} ({low:.2}-{high:.2})"),
            ratio(|r| r.1.p50).0,
            engine.made / made,
        );
    }
}
