//! Files and what is said about them: `diagnostic`, `config`.

use hookset::diagnostic::{Code, Diagnostic};
use hookset::dialect::Dialect;
use hookset::lint;
use hookset::load::Scope;
use hookset::source::Span;
use serde_json::{Value, json};

use super::cases::{self, Case};
use super::engine::policy;
use super::scenes;
use super::score::Score;

fn check(text: &str, scope: Scope, dialect: &str) -> Vec<Diagnostic> {
    let dialect = Dialect::named(dialect).unwrap();
    lint::check(&policy(text, scope, &dialect))
}

/// A file around a text, and where the text stands in it, without quotes.
fn around(case: &Case) -> (String, Option<(usize, usize)>) {
    let input = case.text("input");
    let quoted = serde_json::to_string(input).unwrap();
    let (before, after) = match case.text("kind") {
        "settings" | "hooks" | "set" => return (input.to_owned(), None),
        "matcher" => (
            r#"{"hooks": {"PreToolUse": [{"matcher": "#.to_owned(),
            r#", "hooks": [{"type": "command", "command": "x"}]}]}}"#,
        ),
        _ => {
            let list = case.text("list");
            let list = if list.is_empty() { "allow" } else { list };
            (format!(r#"{{"permissions": {{"{list}": ["#), "]}}")
        }
    };
    let start = before.len() + 1;
    let end = start + quoted.len() - 2;
    (format!("{before}{quoted}{after}"), Some((start, end)))
}

/// The span of a case in the file: the case counts bytes of the text, the
/// file holds it with escapes.
fn place(case: &Case, within: Option<(usize, usize)>) -> Option<Span> {
    let at = |n: usize| case.row["span"][n].as_u64().map(|n| n as usize);
    let (start, end) = (at(0)?, at(1)?);
    let Some((from, to)) = within else { return Some(Span::new(start, end)) };
    let input = case.text("input");
    if input.is_empty() {
        return Some(Span::new(from - 1, to + 1));
    }
    let raw = |end: usize| {
        let head = &input[..end];
        serde_json::to_string(head).unwrap().len() - 2
    };
    Some(Span::new(from + raw(start), from + raw(end)))
}

fn check_diagnostic(case: &Case) -> Result<(), String> {
    if case.row["path"].is_string() {
        // Files that cannot be opened are for the command.
        return Ok(());
    }
    let (text, within) = around(case);
    let dialect = case.row["dialect"].as_str().unwrap_or("claude");
    let scope = case.row["scope"].as_str().map(Scope::named);
    let scope = scope.map_or(Scope::Project, |named| named.unwrap());
    let found = check(&text, scope, dialect);
    let wanted = place(case, within);
    let at = |found: &Diagnostic| found.primary().unwrap().span;
    let there: Vec<_> = found
        .iter()
        .filter(|found| wanted.is_none_or(|span| at(found) == span))
        .collect();
    let show = |found: &Diagnostic| {
        let what = at(found).of(&text).chars().take(40).collect::<String>();
        let (code, severity) = (found.code.name(), found.severity.as_str());
        let (message, help) = (&found.message, &found.help);
        format!("{code} {severity} {what:?}: {message} / {help:?}")
    };
    if there.is_empty() {
        if wanted.is_none() && case.text("severity") == "info" {
            return Ok(());
        }
        let other: Vec<_> = found.iter().map(show).collect();
        return Err(format!("not there; found {other:?}"));
    }
    let severity = case.text("severity");
    let says = |found: &&&Diagnostic| {
        let help = found.help.as_deref().unwrap_or("");
        let words = format!("{}\n{help}", found.message);
        case.row["code"].as_str().is_none_or(|code| found.code.name() == code)
            && words.contains(case.row["says"].as_str().unwrap_or(""))
    };
    let mut so = there.iter().filter(says);
    if so.any(|found| found.severity.as_str() == severity) {
        return Ok(());
    }
    let other: Vec<_> = there.into_iter().map(show).collect();
    Err(format!("not {severity}: {other:?}"))
}

#[test]
fn diagnostics() {
    let mut score = Score::new("diagnostic");
    for case in cases::of("diagnostic") {
        score.note(&case, check_diagnostic(&case));
    }
    score.settle();
}

/// The settings that a row of `config` is about, where it is about a file.
fn file(config: &Value) -> Option<(String, Scope)> {
    let plugin = config.to_string().contains("user_config")
        || config["server"].is_string();
    let scope = if plugin { Scope::Plugin } else { Scope::Project };
    let around = |group: Value| json!({"hooks": {"PreToolUse": [group]}});
    let text =
        if config["hooks"].is_object() || config["permissions"].is_object() {
            config.clone()
        } else if config["type"].is_string() {
            around(json!({ "hooks": [config] }))
        } else if config["matcher"].is_string() {
            let mut group = config.clone();
            group["hooks"] = json!([{"type": "command", "command": "x"}]);
            around(group)
        } else {
            return None;
        };
    Some((text.to_string(), scope))
}

fn check_config(case: &Case) -> Option<Result<(), String>> {
    let (text, scope) = file(&case.row["config"])?;
    let found = check(&text, scope, "claude");
    let wanted = case.text("severity");
    let show: Vec<_> = found
        .iter()
        .map(|found| (found.code.name(), found.severity.as_str()))
        .collect();
    let code = case.row["code"].as_str();
    let right = match (wanted, code) {
        ("ok", _) => found.is_empty(),
        (_, Some(code)) => show.contains(&(code, wanted)),
        (_, None) => show.iter().any(|(_, severity)| *severity == wanted),
    };
    Some(match right {
        true => Ok(()),
        false => Err(format!("wanted {wanted}, found {show:?}")),
    })
}

#[test]
fn configs() {
    let mut score = Score::new("config");
    for case in cases::of("config") {
        let scene = scenes::check(&case);
        let result = scene.or_else(|| check_config(&case));
        score.note(&case, result.expect("a row that nothing runs"));
    }
    score.settle();
}

#[test]
fn codes_of_cases_exist() {
    for suite in ["diagnostic", "config"] {
        for case in cases::of(suite) {
            if let Some(code) = case.row["code"].as_str() {
                assert!(Code::named(code).is_some(), "{}: {code}", case.name);
            }
        }
    }
}
