//! How often real commands leave doubt: the price of never under-reporting
//! one. The commands lie next to the repository and are not part of it.

use std::collections::{BTreeMap, BTreeSet};

use hookset::dialect::Dialect;
use hookset::load::Scope;
use serde_json::{Value, json};

use super::shared;
use super::suite::engine;

/// The share of real commands that may leave doubt, in percent.
const MOST: usize = 12;

#[test]
fn few_real_commands_leave_doubt() {
    let Some(text) = shared::text("corpus/events/bash_commands.txt") else {
        return;
    };
    let rules = json!({ "deny": ["Bash(zzz *)"] });
    let settings = engine::settings(&rules, None, None);
    let dialect = Dialect::named("hookset").unwrap();
    let policy = engine::policy(&settings, Scope::Project, &dialect);
    let set = engine::compiled(policy);
    let base = json!({ "cwd": "/srv/proj", "home": "/home/u" });
    let context = engine::context(&base, &Value::Null);
    let mut reasons: BTreeMap<&str, usize> = BTreeMap::new();
    let (mut lines, mut doubtful, mut asked) = (0, 0, 0);
    for command in text.lines() {
        let payload = engine::call("Bash", &json!({ "command": command }));
        let said = engine::ask(&set, &payload, &context).unwrap();
        let doubts: BTreeSet<_> = said.doubts.into_iter().collect();
        lines += 1;
        doubtful += usize::from(!doubts.is_empty());
        asked += usize::from(said.behavior.as_str() != "none");
        for reason in doubts {
            *reasons.entry(reason).or_default() += 1;
        }
    }
    let mut reasons: Vec<_> = reasons.into_iter().collect();
    reasons.sort_by_key(|&(_, count)| std::cmp::Reverse(count));
    println!("{lines} commands, {doubtful} leave doubt: {reasons:?}");
    println!("{asked} would turn a deny rule for Bash into a question");
    assert!(doubtful * 100 < lines * MOST, "{doubtful} of {lines}");
}

/// Each command within another looks at all words behind it once more: many
/// of them may not be long, and a long one may not hold many.
#[test]
fn commands_within_commands_are_few_or_short() {
    let rules = json!({ "allow": ["Bash"], "deny": ["Bash(zzz *)"] });
    let settings = engine::settings(&rules, None, None);
    let dialect = Dialect::named("hookset").unwrap();
    let policy = engine::policy(&settings, Scope::Project, &dialect);
    let set = engine::compiled(policy);
    let base = json!({ "cwd": "/srv/proj", "home": "/home/u" });
    let context = engine::context(&base, &Value::Null);
    for (within, words, expected) in [
        (3, 1500, "allow"),
        (12, 10, "allow"),
        (12, 300, "ask"),
        (40, 10, "ask"),
    ] {
        let command = "env ".repeat(within) + "ls" + &" x".repeat(words);
        let payload = engine::call("Bash", &json!({ "command": command }));
        let said = engine::ask(&set, &payload, &context).unwrap();
        let behavior = said.behavior.as_str();
        assert_eq!(behavior, expected, "{within} within, {words} words");
    }
}
