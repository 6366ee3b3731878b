//! `fmt` on files as people lay them out: comments, empty lines, examples,
//! escapes, duplicates. No verdict changes and nothing is lost.

use std::collections::BTreeMap;

use hookset::dialect::Dialect;
use hookset::hook_set::Limits;
use hookset::load::{Family, Scope};
use hookset::plan::{Behavior, Scratch};
use hookset::policy::format::format;
use hookset::policy::{Input, Policy};
use proptest::prelude::*;

use super::generate::{Choices, Happening, Rules};

const GAPS: &[&str] = &["", " ", "\n", "\n    ", "\n\n  ", "\t", "\r\n"];
const NOTES: &[&str] = &[" // as before\n", " /* why, \"x\" */ ", "\n// ]\n"];

/// A rule as it may stand in a list.
fn spelt(choices: &mut Choices<'_>, rule: &str, family: Family) -> String {
    let colon = rule.replace(" *)", ":*)");
    let rule = if choices.one_in(3) { &colon } else { rule };
    let text = serde_json::to_string(rule).unwrap();
    match choices.below(8) {
        0 => text.replacen('a', "\\u0061", 1),
        1 if family == Family::Hookset => {
            let key = choices.pick(&["match", "no_match"]);
            format!("{{\"rule\": {text}, \"{key}\": []}}")
        }
        _ => text,
    }
}

fn list(
    choices: &mut Choices<'_>,
    rules: &[String],
    family: Family,
) -> String {
    let mut all: Vec<&String> = rules.iter().collect();
    for _ in 0..choices.below(3) {
        all.extend(rules.get(choices.below(rules.len().max(1))));
    }
    let mut out = String::from("[");
    for (at, rule) in all.iter().enumerate() {
        if at > 0 {
            out.push(',');
        }
        out.push_str(choices.pick(GAPS));
        if family == Family::Hookset && choices.one_in(4) {
            out.push_str(choices.pick(NOTES));
        }
        out.push_str(&spelt(choices, rule, family));
        out.push_str(choices.pick(GAPS));
    }
    if family == Family::Hookset && choices.one_in(3) {
        out.push_str(choices.pick(NOTES));
    }
    out.push(']');
    out
}

fn file(choices: &mut Choices<'_>, rules: &Rules, family: Family) -> String {
    let mut lists = vec![
        ("allow", &rules.allow),
        ("ask", &rules.ask),
        ("deny", &rules.deny),
    ];
    if choices.one_in(2) {
        lists.reverse();
    }
    let lists: Vec<String> = lists
        .into_iter()
        .map(|(name, rules)| {
            format!("\"{name}\": {}", list(choices, rules, family))
        })
        .collect();
    let between = choices.pick(&[", ", ",\n  ", " ,\t"]);
    let lists = lists.join(between);
    format!("{{\"x\": [3, 1], \"permissions\": {{{lists}}}}}\n")
}

fn input(text: &str, family: Family) -> Input {
    Input {
        name: "settings.json".into(),
        text: text.to_owned(),
        family,
        scope: Scope::Project,
        directory: Some("/srv/proj".to_owned()),
    }
}

fn policy(text: &str, family: Family, dialect: &Dialect) -> Policy {
    Policy::from_sources([input(text, family)], dialect)
}

/// What is decided, and how many different rules match.
fn answer(policy: Policy, at: &Happening) -> (Behavior, Vec<String>) {
    let engine = policy.compile(&Limits::default()).unwrap();
    let mut scratch = Scratch::default();
    at.with(|event| {
        let answer = engine.answer(event, &at.context, &mut scratch);
        let rules = answer.matches.iter().filter_map(|m| engine.rule(m.rule));
        let texts = rules.map(|rule| rule.text.replace(":*)", " *)"));
        let mut texts: Vec<String> = texts.collect();
        texts.sort();
        texts.dedup();
        (answer.permission.behavior, texts)
    })
}

/// How often each code is found.
fn codes(policy: &Policy) -> BTreeMap<&'static str, usize> {
    let mut all = BTreeMap::new();
    for found in policy.diagnostics() {
        *all.entry(found.code.name()).or_default() += 1;
    }
    all
}

const YAML_GAPS: &[&str] =
    &["\n", "\n\n", "\n    # why, \"x\"\n", " # as before\n"];

/// A rule as it may stand in YAML.
fn plain(choices: &mut Choices<'_>, rule: &str) -> String {
    let colon = rule.replace(" *)", ":*)");
    let rule = if choices.one_in(3) { &colon } else { rule };
    match choices.below(3) {
        0 => serde_json::to_string(rule).unwrap(),
        1 => format!("'{}'", rule.replace('\'', "''")),
        _ => rule.to_owned(),
    }
}

/// Rules in YAML: lists below each other, in a row, or in brackets.
fn yaml(choices: &mut Choices<'_>, rules: &Rules) -> String {
    let mut out = String::from("# ours\npermissions:\n");
    let lists =
        [("allow", &rules.allow), ("ask", &rules.ask), ("deny", &rules.deny)];
    for (name, rules) in lists {
        let mut all: Vec<&String> = rules.iter().collect();
        for _ in 0..choices.below(3) {
            all.extend(rules.get(choices.below(rules.len().max(1))));
        }
        let texts: Vec<String> =
            all.into_iter().map(|rule| plain(choices, rule)).collect();
        if choices.one_in(3) {
            out.push_str(&format!("  {name}: [{}]\n", texts.join(" ,  ")));
            continue;
        }
        out.push_str(&format!("  {name}:\n"));
        for text in texts {
            out.push_str(&format!("    - {text}"));
            out.push_str(choices.pick(YAML_GAPS));
        }
    }
    out
}

/// Rules of Gemini CLI, with comments between them.
fn toml(choices: &mut Choices<'_>) -> String {
    const PREFIXES: &[&str] =
        &["git push", "git", "npm i", "rm -rf", "ls", "it's"];
    let mut out = String::from("# ours\n");
    for _ in 0..=choices.below(3) {
        let decision = choices.pick(&["allow", "deny", "ask_user"]);
        out.push_str(&format!(
            "[[rule]] # one\ntoolName = \"run_shell_command\"\n\
             decision = \"{decision}\"\npriority = 1\ncommandPrefix = ["
        ));
        for _ in 0..=choices.below(5) {
            let text = choices.pick(PREFIXES);
            out.push_str(&format!("\"{text}\""));
            out.push_str(choices.pick(&[",", " , ", ",\n  ", ", # x\n"]));
        }
        out.push_str("]\n");
    }
    out
}

/// A file in the one order and spelling, in which it stays as it is; none
/// for one that is refused.
fn formatted(old: &str, family: Family, read: &Policy) -> Option<String> {
    let dialect = read.dialect();
    let new = format(&input(old, family), dialect);
    let Some(new) = new else {
        assert!(read.documents()[0].refused, "{old}");
        return None;
    };
    let again = format(&input(&new, family), dialect);
    assert_eq!(again.as_ref(), Some(&new), "{old}");
    Some(new)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn however_it_is_laid_out(data in prop::collection::vec(any::<u8>(), 400)) {
        let choices = &mut Choices::new(&data);
        let dialect = choices.dialect();
        let rules = Rules::made(choices);
        let at = Happening::made(choices, &rules);
        let families = [Family::Hookset, Family::Claude];
        let family = families[choices.below(2)];
        let old = file(choices, &rules, family);
        let before = policy(&old, family, &dialect);
        let Some(new) = formatted(&old, family, &before) else {
            return Ok(());
        };
        for note in NOTES {
            let note = note.trim();
            let count = |text: &str| text.matches(note).count();
            prop_assert_eq!(count(&old), count(&new), "{}\n{}", old, new);
        }
        let after = policy(&new, family, &dialect);
        for (code, number) in codes(&after) {
            let known = codes(&before).get(code).copied().unwrap_or(0);
            prop_assert!(number <= known, "{} {}\n{}", code, old, new);
        }
        prop_assert_eq!(
            answer(before, &at), answer(after, &at), "{}\n{}", old, new
        );
    }

    #[test]
    fn in_yaml_and_toml(data in prop::collection::vec(any::<u8>(), 400)) {
        let choices = &mut Choices::new(&data);
        let dialect = choices.dialect();
        let rules = Rules::made(choices);
        let at = Happening::made(choices, &rules);
        let (old, family) = match choices.one_in(3) {
            true => (toml(choices), Family::Gemini),
            false => (yaml(choices, &rules), Family::Pattern),
        };
        let before = policy(&old, family, &dialect);
        let Some(new) = formatted(&old, family, &before) else {
            return Ok(());
        };
        let notes = |text: &str| {
            ["# ours", "# why", "# as before", "# one", ", # x\n"]
                .map(|note| text.matches(note).count())
        };
        prop_assert_eq!(notes(&old), notes(&new), "{}\n{}", old, new);
        let after = policy(&new, family, &dialect);
        prop_assert_eq!(
            answer(before, &at), answer(after, &at), "{}\n{}", old, new
        );
    }
}
