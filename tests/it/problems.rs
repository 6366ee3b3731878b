//! What goes wrong for people: each problem that a file shows is found, by
//! a case under its number; the others have a reason.

use std::collections::BTreeSet;

use hookset::dialect::Dialect;
use hookset::lint;
use hookset::load::{Family, Scope};
use hookset::policy::{Input, Policy};
use serde_json::{Value, json};

const NUMBER: u64 = 32;

fn problems() -> Vec<Value> {
    let path = super::suite::cases::directory().join("problems.toml");
    let text = std::fs::read_to_string(path).unwrap();
    let table: toml::Table = toml::from_str(&text).unwrap();
    let value = serde_json::to_value(table).unwrap();
    value["problem"].as_array().unwrap().clone()
}

fn cases(problem: &Value) -> impl Iterator<Item = &Value> {
    problem["case"].as_array().into_iter().flatten()
}

/// The settings file of a case, or of one of its files.
fn input(of: &Value) -> Input {
    let mut settings = of["settings"].clone();
    if settings.is_null() {
        settings = json!({});
    }
    for key in ["permissions", "hooks"] {
        if !of[key].is_null() {
            settings[key] = of[key].clone();
        }
    }
    let text = of["text"].as_str();
    let scope = of["scope"].as_str().unwrap_or("project");
    let scope = Scope::named(scope).expect(scope);
    Input {
        name: format!("{scope:?}"),
        text: text.map_or(settings.to_string(), str::to_owned),
        family: match scope {
            Scope::Plugin => Family::Plugin,
            _ => Family::Claude,
        },
        scope,
        directory: None,
    }
}

fn policy(case: &Value) -> Policy {
    let name = case["dialect"].as_str().unwrap_or("claude");
    let dialect = Dialect::named(name).unwrap();
    match case["files"].as_array() {
        Some(files) => Policy::from_sources(files.iter().map(input), &dialect),
        None => Policy::from_sources([input(case)], &dialect),
    }
}

/// Code, severity and labelled text of everything that is found.
fn found(case: &Value) -> Vec<[String; 3]> {
    let policy = policy(case);
    let mut found = lint::check(&policy);
    if case["stepped_over"] == true {
        found.extend(lint::stepped_over(&policy));
    }
    let rows = found.iter().map(|found| {
        let at = found.primary().unwrap();
        let source = policy.source(at.source).unwrap();
        let text = at.span.of(source.text());
        let (code, severity) = (found.code.name(), found.severity.as_str());
        [code.to_owned(), severity.to_owned(), text.to_owned()]
    });
    rows.collect()
}

fn wrong(case: &Value) -> Vec<String> {
    let mut wrong = Vec::new();
    let found = found(case);
    let mut left = found.clone();
    for wanted in case["finds"].as_array().into_iter().flatten() {
        let is = |each: &[String; 3]| wanted == &json!(each);
        match left.iter().position(is) {
            Some(at) => drop(left.swap_remove(at)),
            None => wrong.push(format!("{wanted} is not in {found:?}")),
        }
    }
    for code in case["never"].as_array().into_iter().flatten() {
        if found.iter().any(|each| each[0] == code.as_str().unwrap()) {
            wrong.push(format!("{code} is in {found:?}"));
        }
    }
    if let Some(call) = case["call"].as_str() {
        let (answer, rule) = super::ask::command(policy(case), call);
        if case["answer"] != answer {
            wrong.push(format!("the answer is {answer}"));
        }
        if case["rule"].as_str().unwrap_or_default() != rule {
            wrong.push(format!("the rule is `{rule}`"));
        }
    }
    wrong
}

#[test]
fn every_problem_is_found() {
    let mut all = Vec::new();
    let mut count = 0;
    for problem in problems() {
        let number = &problem["number"];
        for (at, case) in cases(&problem).enumerate() {
            count += 1;
            let wrong = wrong(case);
            let name = |what| format!("problem {number}, case {at}: {what}");
            all.extend(wrong.into_iter().map(name));
        }
    }
    println!("{count} cases of {NUMBER} problems");
    assert!(all.is_empty(), "{all:#?}");
}

#[test]
fn every_problem_has_a_case_or_a_reason() {
    let mut seen = BTreeSet::new();
    for problem in problems() {
        let number = problem["number"].as_u64().unwrap();
        assert!(seen.insert(number), "problem {number} twice");
        let shown = cases(&problem).any(|case| {
            case["finds"].as_array().is_some_and(|finds| !finds.is_empty())
        });
        let argued = problem["why"].as_str().is_some_and(|w| !w.is_empty());
        assert!(shown != argued, "problem {number}");
    }
    assert!(seen.into_iter().eq(1..=NUMBER), "a number is missing");
}
