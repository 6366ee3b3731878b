//! From text to a set that answers: reading, lowering, filing, writing; time,
//! memory at the highest, size of the image.
//!
//! `cargo bench --bench compile -- [--quick]`

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a bench may fail loudly"
)]

mod corpora;

use std::time::Instant;

use corpora::{BenchRule, set, timing::median};
use hookset::dialect::Dialect;
use hookset::hook_set::{HookSet, Limits};
use hookset::load::{Family, Scope};
use hookset::policy::{Input, Policy};

fn settings(rules: &[BenchRule]) -> String {
    let deny: Vec<String> = rules.iter().map(set::text).collect();
    serde_json::json!({ "permissions": { "deny": deny } }).to_string()
}

fn policy(text: &str) -> Policy {
    let input = Input {
        name: "settings.json".into(),
        text: text.into(),
        family: Family::Hookset,
        scope: Scope::Project,
        directory: None,
    };
    let dialect = Dialect::named("hookset").unwrap();
    Policy::from_sources([input], &dialect)
}

fn milliseconds(mut work: impl FnMut(), rounds: usize) -> f64 {
    let times = (0..rounds).map(|_| {
        let start = Instant::now();
        work();
        start.elapsed().as_secs_f64() * 1e3
    });
    median(times.collect()).0
}

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let has = |name: &str| args.iter().any(|arg| arg == name);
    let sizes: &[usize] = match (has("--bench"), has("--quick")) {
        (false, _) => &[100],
        (true, true) => &[100, 1000, 10_000],
        (true, false) => &[100, 1000, 10_000, 100_000],
    };
    let rounds = if has("--bench") { 5 } else { 1 };
    let texts = corpora::texts();
    println!(
        "{:<8}{:>10}{:>12}{:>12}{:>12}{:>10}{:>10}{:>12}",
        "rules",
        "whole ms",
        "of it read",
        "of it set",
        "peak KiB",
        "image",
        "B/rule",
        "verify us"
    );
    let mut last: Option<(usize, f64)> = None;
    for &size in sizes {
        let rules = corpora::rules(&texts, size);
        let text = settings(&rules);
        let limits = Limits::default();
        let read = milliseconds(|| drop(policy(&text)), rounds);
        let one = policy(&text);
        assert!(one.rules().rules.len() >= size, "every rule is read");
        let mut image = 0;
        let compiled = milliseconds(
            || {
                let set = HookSet::compile(one.rules(), &limits).unwrap();
                image = set.image().len();
            },
            rounds,
        );
        let used = allocation_counter::measure(|| {
            drop(HookSet::compile(one.rules(), &limits).unwrap());
        });
        let set = HookSet::compile(one.rules(), &limits).unwrap();
        let verify = milliseconds(|| set.verify().unwrap(), rounds);
        let whole = read + compiled;
        println!(
            "{size:<8}{whole:>10.2}{read:>12.2}{compiled:>12.2}{:>12}\
             {image:>10}{:>10}{:>12.0}",
            used.bytes_max / 1024,
            image / size,
            verify * 1e3,
        );
        if let Some((before, time)) = last {
            let exponent =
                (whole / time).ln() / (size as f64 / before as f64).ln();
            println!("        exponent {exponent:.2}");
        }
        last = Some((size, whole));
    }
}
