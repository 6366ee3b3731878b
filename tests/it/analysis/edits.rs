//! Everyday edits of a policy, and what is said about them.

use hookset::analyze::{Change, Differ, sample_context};
use hookset::dialect::Dialect;
use hookset::load::{Family, Scope};
use hookset::policy::{Input, Policy};
use serde_json::{Value, json};

use super::super::suite::cases;

/// A policy: permission lists, and `hooks`, `local` and `user` beside them.
fn policy(lists: &Value, dialect: &Dialect) -> Policy {
    let scopes = [
        ("user", Scope::User),
        ("project", Scope::Project),
        ("local", Scope::Local),
    ];
    let inputs = scopes.iter().filter_map(|(name, scope)| {
        let own = if *name == "project" { lists } else { lists.get(name)? };
        let mut settings = json!({ "permissions": {} });
        for (key, value) in own.as_object().unwrap() {
            match key.as_str() {
                "local" | "user" => {}
                "hooks" => settings["hooks"] = value.clone(),
                list => settings["permissions"][list] = value.clone(),
            }
        }
        Some(Input {
            name: format!("{name}.json"),
            text: settings.to_string(),
            family: match dialect.name {
                "hookset" => Family::Hookset,
                _ => Family::Claude,
            },
            scope: *scope,
            directory: None,
        })
    });
    Policy::from_sources(inputs.collect::<Vec<_>>(), dialect)
}

/// What is said, and the example for it.
fn said(differ: &mut Differ) -> (&'static str, String) {
    let explored = differ.explored();
    let context = sample_context();
    let mut changed = false;
    for sample in &explored.samples {
        let change = differ.compare(sample.json(), &context);
        changed |= change.is_some();
        if change.as_ref().is_some_and(Change::widens) {
            return ("wider", sample.shown().to_owned());
        }
    }
    let open: Vec<_> = explored.unexplored.iter().map(|u| &u.rule).collect();
    if explored.unexplored.iter().any(|rule| rule.may_widen) {
        return ("unknown", format!("{open:?}"));
    }
    match open.is_empty() && !changed && differ.is_proven_same() {
        true => ("same", String::new()),
        false if differ.is_proven_tighter() => ("tighter", String::new()),
        false => ("not shown wider", format!("{open:?}")),
    }
}

#[test]
fn what_is_said_about_everyday_edits() {
    let mut wrong = Vec::new();
    let mut rows = 0;
    for case in cases::of("diff") {
        let dialects = match case.text("dialect") {
            "" => vec!["claude", "hookset"],
            one => vec![one],
        };
        for name in dialects {
            rows += 1;
            let dialect = Dialect::named(name).unwrap();
            let of = |key| policy(&case.row[key], &dialect);
            let mut differ = Differ::new(of("old"), of("new")).unwrap();
            let (is, why) = said(&mut differ);
            if is != case.text("says") || !why.contains(case.text("example")) {
                wrong.push(format!("{} in {name}: {is} {why}", case.name));
            }
        }
    }
    println!("{rows} edits");
    assert!(wrong.is_empty(), "{}: {wrong:#?}", wrong.len());
}
