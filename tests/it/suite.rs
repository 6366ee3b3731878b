//! The suite: expectations as data, run through the public API.

mod calls;
pub(crate) mod cases;
mod crowd;
pub(crate) mod engine;
mod files;
mod names;
mod scenes;
mod score;
mod versions;

use hookset::syntax;
use std::collections::BTreeSet;

use cases::Case;

const SUITES: &[&str] =
    &["bypass", "config", "diagnostic", "match", "matcher", "version"];

fn all() -> impl Iterator<Item = Case> {
    SUITES.iter().flat_map(|suite| cases::of(suite))
}

#[test]
fn names_are_unique() {
    let mut seen = BTreeSet::new();
    for case in all() {
        assert!(seen.insert(case.name.clone()), "{} twice", case.name);
    }
}

#[test]
fn every_case_says_where_it_comes_from() {
    for case in all() {
        assert!(!case.text("source").is_empty(), "{}", case.name);
    }
}

#[test]
fn known_gaps_are_cases_in_order() {
    let path = cases::directory().join("known-gaps.txt");
    let text = std::fs::read_to_string(path).unwrap();
    let entry = |line: &&str| !line.is_empty() && !line.starts_with('#');
    let lines: Vec<_> = text.lines().filter(entry).collect();
    assert!(lines.is_sorted(), "the list of known gaps is not sorted");
    let names: BTreeSet<_> = all().map(|case| case.name).collect();
    for gap in score::known_gaps() {
        assert!(names.contains(&gap), "{gap} is no case");
    }
}

#[test]
fn rules_are_printed_as_they_are_read() {
    for case in cases::of("match") {
        let Ok(tree) = syntax::parse_rule(case.text("rule")) else {
            assert_ne!(case.text("expect"), "match", "{}", case.name);
            continue;
        };
        let printed = tree.to_string();
        let again = syntax::parse_rule(&printed).expect("what was printed");
        assert_eq!(again.to_string(), printed, "{}", case.name);
    }
}
