//! From text to a set that answers: reading, lowering, filing, writing; time
//! and size of the image. What memory it takes `tests/alloc.rs` tells, for an
//! allocator that counts takes a tenth of the time.
//!
//! `cargo bench --bench compile -- [--quick]`; times are those of the
//! processor, and the best of several runs.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    reason = "a bench may fail loudly"
)]

mod corpora;
#[path = "corpora/processor.rs"]
mod processor;

use corpora::{BenchRule, set, timing::median};
use hookset::hook_set::{HookSet, Limits};
use hookset::ir::{RuleId, Rules};
use hookset::plan::Engine;
use hookset::policy::Policy;
use processor::now;

fn settings(rules: &[BenchRule]) -> String {
    let deny: Vec<String> = rules.iter().map(set::text).collect();
    serde_json::json!({ "permissions": { "deny": deny } }).to_string()
}

fn policy(text: &str) -> Policy {
    set::policy(text.to_owned())
}

/// The best of some runs, and the run in the middle, in milliseconds. What
/// `before` makes and what `work` makes of it is not part of the time.
fn milliseconds<A, B>(
    mut before: impl FnMut() -> A,
    mut work: impl FnMut(A) -> B,
    rounds: usize,
) -> (f64, f64) {
    let times = (0..rounds).map(|_| {
        let given = before();
        let start = now();
        let made = work(given);
        let time = (now() - start) * 1e3;
        drop(made);
        time
    });
    let (middle, best, _) = median(times.collect());
    (best, middle)
}

#[inline(never)]
fn counted_read(text: &str) -> Policy {
    policy(text)
}

#[inline(never)]
fn counted_set(policy: Policy) -> Engine {
    policy.compile(&Limits::default()).unwrap()
}

/// For a run under callgrind, which is told to count inside of `counted_*`:
/// `CASE="read 1000"` or `CASE="set 1000"`.
fn instructions(case: &str, texts: &corpora::Texts) {
    let (what, size) = case.split_once(' ').unwrap();
    let rules = corpora::rules(texts, size.parse().unwrap());
    let text = settings(&rules);
    let read = match what {
        "read" => counted_read(&text),
        _ => policy(&text),
    };
    println!("{what}: {} rules of {size} texts", read.rules().rules.len());
    if what == "set" {
        let engine = counted_set(read);
        let image = engine.set().image();
        println!("{} bytes; sections: {:?}", image.len(), sections(image));
    }
}

/// The sizes of the tables, in the order they stand.
fn sections(image: &[u8]) -> Vec<u32> {
    let number =
        |at: usize| u32::from_le_bytes(image[at..at + 4].try_into().unwrap());
    (0..15).map(|table| number(64 + table * 8 + 4)).collect()
}

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let has = |name: &str| args.iter().any(|arg| arg == name);
    let texts = corpora::texts();
    if has("--instructions") {
        let case = std::env::var("CASE").expect("CASE=\"read 1000\"");
        return instructions(&case, &texts);
    }
    let sizes: &[usize] = match (has("--bench"), has("--quick")) {
        (false, _) => &[100],
        (true, true) => &[100, 1000, 10_000],
        (true, false) => &[100, 1000, 10_000, 100_000],
    };
    println!(
        "{:<8}{:>8}{:>10}{:>9}{:>9}{:>9}{:>10}{:>7}{:>7}{:>10}",
        "texts",
        "rules",
        "best ms",
        "median",
        "of read",
        "of set",
        "image",
        "B/text",
        "B/rule",
        "verify us"
    );
    let mut last: Option<(usize, f64)> = None;
    for &size in sizes {
        let rounds = match (has("--bench"), size) {
            (false, _) => 1,
            (true, ..=1000) => 25,
            (true, _) => 7,
        };
        let best = one_size(&corpora::rules(&texts, size), rounds);
        if let Some((before, time)) = last {
            let exponent =
                (best / time).ln() / (size as f64 / before as f64).ln();
            println!("        exponent {exponent:.2}");
        }
        last = Some((size, best));
    }
}

/// What it takes to have a set again when one rule has changed.
fn one_less(before: &Policy, rounds: usize) -> f64 {
    let new = policy(r#"{"permissions":{"deny":["Bash(new one *)"]}}"#);
    let (rules, limits) = (before.rules(), Limits::default());
    let removed = [RuleId((rules.rules.len() / 3) as u32)];
    let work = |rules: Rules| {
        let changed = rules.with(new.rules(), &removed).unwrap();
        let set = HookSet::compile(&changed, &limits).unwrap();
        // Who goes on keeps both.
        (changed, set)
    };
    milliseconds(|| rules.clone(), work, rounds).0
}

/// Measures and prints one line; gives the best time.
fn one_size(rules: &[BenchRule], rounds: usize) -> f64 {
    let text = settings(rules);
    let read = milliseconds(|| (), |()| counted_read(&text), rounds);
    let policy = policy(&text);
    let one_less = one_less(&policy, rounds);
    let count = policy.rules().rules.len();
    assert!(count >= rules.len(), "every rule is read");
    let compiled = milliseconds(|| policy.clone(), counted_set, rounds);
    let other = counted_set(policy.clone());
    let engine = counted_set(policy);
    let set = engine.set();
    assert_eq!(set.image(), other.set().image(), "the same bytes");
    let verify = milliseconds(|| (), |()| set.verify().unwrap(), rounds);
    let image = set.image().len();
    println!(
        "        one rule put in and one taken out: {one_less:.2} ms, {:.2} \
         of the whole",
        one_less / (read.0 + compiled.0),
    );
    println!(
        "{:<8}{count:>8}{:>10.2}{:>9.2}{:>9.2}{:>9.2}{image:>10}\
         {:>7}{:>7}{:>10.0}",
        rules.len(),
        read.0 + compiled.0,
        read.1 + compiled.1,
        read.0,
        compiled.0,
        image / rules.len(),
        image / count,
        verify.0 * 1e3,
    );
    read.0 + compiled.0
}
