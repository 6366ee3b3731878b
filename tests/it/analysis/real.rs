//! Claims about real policies.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use hookset::analyze::{Survey, sample_context};
use hookset::dialect::Dialect;
use hookset::ir::{RuleId, Rules};

use super::super::shared;
use super::made::{Random, call, read, variants};
use super::{CORPUS_EVENTS, places, refuted, text};

pub(super) fn settings(directory: &Path) -> Vec<PathBuf> {
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
                for _ in 0..300 {
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
