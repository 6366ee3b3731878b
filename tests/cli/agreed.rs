//! What one command says of a policy is what another says of it.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::run::{Scratch, hookset};

/// The files that pages of findings show as bad, without the marks below
/// their lines.
fn bad_examples() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../src/lint");
    let mut pages: Vec<_> = fs::read_dir(root)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|end| end == "md"))
        .collect();
    pages.sort();
    let is_mark = |line: &&str| {
        line.contains('^') && line.chars().all(|c| " ^".contains(c))
    };
    let mut all = Vec::new();
    for page in pages {
        let name = page.file_stem().unwrap().to_string_lossy().into_owned();
        let text = fs::read_to_string(&page).unwrap();
        let bad = text.split("## Bad").nth(1).unwrap_or("");
        let bad = bad.split("## Good").next().unwrap_or("");
        for (at, block) in bad.split("```json\n").skip(1).enumerate() {
            let block = block.split("```").next().unwrap();
            let lines = block.lines().filter(|line| !is_mark(line));
            let text = lines.collect::<Vec<_>>().join("\n");
            all.push((format!("{name}-{at}/.claude/settings.json"), text));
        }
    }
    all
}

/// Of what `check` says that it never matches, `list` does not say that it
/// is in force.
#[test]
fn what_never_matches_is_not_in_force() {
    let all = bad_examples();
    let files: Vec<(&str, &str)> =
        all.iter().map(|(name, text)| (&**name, &**text)).collect();
    let at = Scratch::holding("never-in-force", &files);
    let (mut seen, mut wrong) = (0, Vec::new());
    for dialect in ["claude", "hookset"] {
        for (file, _) in &files {
            let run = |command: &str| {
                let args = [command, "--dialect", dialect, "--format", "json"];
                let ran = hookset(&at.0, &[&args[..], &[file]].concat(), None);
                serde_json::from_str::<Value>(&ran.stdout).unwrap_or_default()
            };
            let found = run("check");
            let found = found["diagnostics"].as_array().cloned();
            let never: Vec<Value> = found
                .unwrap_or_default()
                .into_iter()
                .filter(|one| {
                    let said = one["message"].as_str().unwrap_or("");
                    said.contains("never match")
                })
                .collect();
            if never.is_empty() {
                continue;
            }
            let list = run("list");
            for found in never {
                let rules = list["permissions"].as_array().unwrap();
                let here = rules.iter().filter(|rule| is_in(&found, rule));
                for rule in here {
                    seen += 1;
                    if rule["active"] == true {
                        wrong.push(format!("{dialect} {file}: {rule}"));
                    }
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(seen > 20, "only {seen} rules were looked at");
}

/// Whether a finding lies in a rule.
fn is_in(found: &Value, rule: &Value) -> bool {
    let place = rule["source"].as_str().unwrap();
    let mut parts = place.rsplitn(3, ':');
    let mut number = || parts.next().unwrap().parse::<u64>().unwrap();
    let (column, line) = (number(), number());
    let text = rule["rule"].as_str().unwrap().chars().count() as u64;
    let at = found["span"]["column"].as_u64().unwrap();
    found["span"]["line"] == line && column <= at && at <= column + text + 1
}

/// A hook whose `if` never matches is none in force.
#[test]
fn an_if_that_never_matches_is_not_in_force() {
    let hook = |condition: &str| {
        format!(
            r#"{{"hooks":{{"PreToolUse":[{{"matcher":"Edit|Bash","hooks":
            [{{"type":"command","command":"x","if":"{condition}"}}]}}]}}}}"#
        )
    };
    let rows = [
        ("Edit(*.ts|*.tsx)", false),
        ("Bash(a && b)", false),
        ("Bash(a *)", true),
    ];
    for (condition, active) in rows {
        let text = hook(condition);
        let files = [(".claude/settings.json", &*text)];
        let at = Scratch::holding("if-in-force", &files);
        let args = ["list", "--format", "json", ".claude/settings.json"];
        let ran = hookset(&at.0, &args, None);
        let list: Value = serde_json::from_str(&ran.stdout).unwrap();
        assert_eq!(list["hooks"][0]["active"], active, "{condition}");
    }
}
