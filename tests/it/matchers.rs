//! The matcher cases that other implementations measured.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "helpers of tests may panic"
)]

use hookset::hook_set::regex::{RegexLimits, RegexProgram, Verdict3};
use hookset::syntax::Matcher;
use hookset::syntax::matcher::{MatcherAlphabet, parse_matcher};
use hookset::syntax::regex::Flavor;
use serde_json::Value;

use super::shared;

/// The runner the cases are about unless they say otherwise.
const LATEST: u32 = 329;

/// Events that ignore their matcher.
const WITHOUT: &[&str] = &[
    "UserPromptSubmit",
    "Stop",
    "TeammateIdle",
    "TaskCreated",
    "TaskCompleted",
    "WorktreeCreate",
    "WorktreeRemove",
    "CwdChanged",
    "PostToolBatch",
    "MessageDisplay",
];

fn patch(version: &Value) -> Option<u32> {
    version.as_str()?.strip_prefix("2.1.")?.parse().ok()
}

fn matches(
    event: &str,
    text: Option<&str>,
    value: &str,
    version: u32,
) -> bool {
    let alphabet =
        MatcherAlphabet { commas: version >= 191, hyphens: version >= 195 };
    let parsed =
        parse_matcher(text, alphabet.for_event(event), Flavor::JavaScript);
    if WITHOUT.contains(&event) {
        return true;
    }
    match parsed.matcher {
        Matcher::All => true,
        Matcher::Exact(items) => items.iter().any(|i| i.value == value),
        Matcher::Regex(_) => parsed.regex.is_some_and(|regex| {
            let limits = RegexLimits::default();
            let program = RegexProgram::compile(&regex, &limits).unwrap();
            program.is_match(value) == Verdict3::Yes
        }),
    }
}

#[test]
fn the_shared_matcher_cases_hold() {
    let Some(text) = shared::text("cases/matchers.jsonl") else { return };
    let mut wrong = Vec::new();
    for line in text.lines().filter(|line| !line.is_empty()) {
        let case: Value = serde_json::from_str(line).unwrap();
        let expect = case["expect"].as_str().unwrap();
        // An array voids its whole file; the loader's cases hold that.
        if expect == "invalid" {
            assert!(!case["matcher"].is_string(), "{line}");
            continue;
        }
        let version = patch(&case["until"]).unwrap_or(LATEST);
        let found = matches(
            case["event"].as_str().unwrap(),
            case["matcher"].as_str(),
            case["value"].as_str().unwrap(),
            version,
        );
        if found != (expect == "match") {
            wrong.push(line.to_owned());
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
