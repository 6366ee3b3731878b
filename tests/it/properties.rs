//! The laws on made-up policies and events. A case is a list of bytes (see
//! [`super::generate`]), so a case that fails shrinks by leaving bytes out
//! and can be kept below `fuzz/regressions`.

use std::time::Instant;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};

use super::generate::{Choices, Happening, Rules, rule};
use super::{laws, targets};
use hookset::plan::Scratch;

/// How many cases each law is tried on, unless `PROPTEST_CASES` says so.
const CASES: u32 = 10_000;

fn hold(name: &str, most_bytes: usize, share: u32, law: fn(&[u8])) {
    let asked = std::env::var("PROPTEST_CASES").ok();
    let asked = asked.and_then(|text| text.parse().ok());
    let cases = asked.unwrap_or(CASES) / share;
    let config = Config {
        cases,
        failure_persistence: None,
        max_shrink_iters: 20_000,
        ..Config::default()
    };
    let start = Instant::now();
    let mut runner = TestRunner::new(config);
    let bytes = vec(any::<u8>(), 0..most_bytes);
    let result = runner.run(&bytes, |bytes| {
        law(&bytes);
        Ok(())
    });
    println!("{name}: {cases} cases in {:.1?}", start.elapsed());
    if let Err(error) = result {
        panic!("{name}: {error}");
    }
}

#[test]
fn printing_and_reading_changes_nothing() {
    hold("round trip", 120, 1, |bytes| {
        let mut choices = Choices::new(bytes);
        let text = match choices.below(3) {
            0 => rule(&mut choices),
            1 => super::generate::condition(&mut choices, 3),
            _ => super::generate::path_rule(&mut choices),
        };
        targets::run("roundtrip", text.as_bytes());
        targets::run("parse", text.as_bytes());
    });
}

#[test]
fn the_compiled_set_says_what_the_reference_says() {
    hold("agree", 240, 1, targets::agree);
}

#[test]
fn decoys_change_nothing() {
    hold("decoys", 240, 250, |bytes| {
        let mut choices = Choices::new(bytes);
        let dialect = choices.dialect();
        let mut rules = Rules::made(&mut choices);
        let events: Vec<Happening> =
            (0..30).map(|_| Happening::made(&mut choices, &rules)).collect();
        for at in 0..100_u32 {
            // Numbers that look random, the same in every run.
            let bytes = (0..40_u32).map(|n| {
                let mixed = (at * 40 + n).wrapping_mul(0x9E37_79B9);
                (mixed >> 13 ^ mixed >> 22) as u8
            });
            let bytes: Vec<u8> = bytes.collect();
            let decoy = Choices::new(&bytes);
            let decoy = rule(&mut { decoy });
            rules.allow.push(decoy.clone());
            rules.ask.push(decoy.replace('(', "(x"));
            rules.deny.push(decoy.replace('(', "(-"));
        }
        let engine = targets::engine(&rules, &dialect);
        let mut scratch = Scratch::default();
        for event in &events {
            targets::same(&engine, event, &mut scratch);
        }
    });
}

#[test]
fn order_and_saying_it_twice_do_not_matter() {
    hold("order", 160, 1, laws::order);
}

#[test]
fn more_rules_never_turn_the_answer_around() {
    hold("monotone", 160, 1, laws::monotone);
}

#[test]
fn the_parts_of_what_is_allowed_are_allowed() {
    hold("parts", 80, 1, laws::parts);
}

#[test]
fn what_is_denied_stays_stopped_when_wrapped() {
    hold("wrapped", 16, 1, laws::wrapped);
}

#[test]
fn what_no_rule_allows_stays_so_when_wrapped() {
    hold("uncovered", 60, 1, laws::uncovered);
}

#[test]
fn absolute_paths_are_settled() {
    hold("paths", 40, 1, laws::normal_paths);
}

#[test]
fn a_faulty_event_weighs_more_than_other_doubts() {
    let mut rules = Rules::default();
    rules.deny.push("WebFetch(domain:example.com)".to_owned());
    let happening = Happening::bash("(\0)");
    let dialect = hookset::dialect::Dialect::default();
    laws::holds_with(&rules, "Bash(rm *)", 0, &dialect, &happening);
}
