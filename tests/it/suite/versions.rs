//! What changed with a version of the runner: `version`.

use hookset::dialect::{Dialect, Version};
use hookset::load::Scope;
use hookset::plan::Behavior;
use serde_json::json;

use super::cases::{self, Case};
use super::engine::{ask, call, compiled, context, policy, settings};
use super::score::Score;

/// The answer in one version, in a word.
fn answer(case: &Case, version: Version) -> Result<&'static str, String> {
    let dialect = Dialect::named(&format!("claude@{version}"));
    let dialect = dialect.ok_or("no such dialect")?;
    let rules = &case.row["rules"];
    let condition = rules["if"].as_str();
    let matcher = rules["matcher"].as_str();
    let mut lists = json!({});
    for list in ["allow", "deny", "ask"] {
        if !rules[list].is_null() {
            lists[list] = rules[list].clone();
        }
    }
    let text = settings(&lists, condition, matcher);
    let engine = compiled(policy(&text, Scope::Project, &dialect));
    let usual = json!({
        "cwd": "/srv/proj",
        "home": "/home/u",
        "project_root": "/srv/proj",
    });
    let context = context(&usual, &case.row["context"]);
    let payload = call(case.text("tool"), &case.row["input"]);
    let said = ask(&engine, &payload, &context)?;
    Ok(match said.behavior {
        _ if condition.is_some() && said.fires => "fires",
        _ if condition.is_some() => "skips",
        Behavior::Allow => "allow",
        Behavior::Ask => "ask",
        Behavior::Deny => "deny",
        Behavior::None => "none",
    })
}

fn check(case: &Case) -> Result<(), String> {
    let since = Version::parse(case.text("since")).ok_or("version")?;
    let before = Version(since.0, since.1, since.2.saturating_sub(1));
    let newest = Version(2, 1, 329);
    for (version, wanted) in [
        (before, case.text("before")),
        (since, case.text("expect")),
        (newest, case.row["now"].as_str().unwrap_or(case.text("expect"))),
    ] {
        let got = answer(case, version)?;
        if got != wanted {
            return Err(format!("{version}: {got}, not {wanted}"));
        }
    }
    Ok(())
}

#[test]
fn versions() {
    let mut score = Score::new("version");
    for case in cases::of("version") {
        score.note(&case, check(&case));
    }
    score.settle();
}

/// Both evaluators see a line as an earlier version does.
#[test]
fn evaluators_agree_on_earlier_versions() {
    let old = ["2.1.6", "2.1.90", "2.1.120", "2.1.170"];
    let cases = cases::of("bypass");
    for (case, version) in cases.iter().step_by(7).zip(old.iter().cycle()) {
        let version = Version::parse(version).unwrap();
        if let Err(why) = answer(case, version) {
            panic!("{} in {version}: {why}", case.name);
        }
    }
}
