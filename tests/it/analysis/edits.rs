//! Everyday edits of a policy, and what is said about them.

use hookset::analyze::Differ;
use hookset::dialect::Dialect;
use hookset::load::{Family, Scope};
use hookset::policy::{Input, Policy};
use serde_json::{Value, json};

use super::super::suite::cases;
use super::changed::{Said, said};

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

/// What is said, as the cases call it.
fn word(said: Said) -> &'static str {
    match said {
        Said::Same => "same",
        Said::Tighter => "tighter",
        Said::NotWider => "not shown wider",
        Said::Unknown => "unknown",
        Said::Wider => "wider",
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
            let (said, why) = said(&mut differ);
            let is = word(said);
            if is != case.text("says") || !why.contains(case.text("example")) {
                wrong.push(format!("{} in {name}: {is} {why}", case.name));
            }
        }
    }
    println!("{rows} edits");
    assert!(wrong.is_empty(), "{}: {wrong:#?}", wrong.len());
}
