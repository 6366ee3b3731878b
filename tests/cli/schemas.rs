//! The schemas of what is printed: whatever a command prints fits its own.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::run::{Scratch, hookset};

/// What the schema says is wrong with a value: as much of JSON Schema as
/// our schemas use.
pub(crate) fn wrong(
    schema: &Value,
    root: &Value,
    value: &Value,
    at: &str,
) -> Vec<String> {
    if let Some(target) = schema["$ref"].as_str() {
        let target = root.pointer(target.trim_start_matches('#')).unwrap();
        return wrong(target, root, value, at);
    }
    let mut out = Vec::new();
    let kind = match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(n) if n.is_f64() => "number",
        Value::Number(_) => "integer",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    };
    let is = |one: &Value| one == kind;
    let fits = match &schema["type"] {
        Value::Null => true,
        Value::Array(kinds) => kinds.iter().any(is),
        one => is(one),
    };
    let one_of = schema["enum"].as_array();
    let listed = one_of.is_none_or(|all| all.contains(value));
    let fixed = schema.get("const").is_none_or(|one| one == value);
    if !fits || !listed || !fixed {
        out.push(format!("{at}: {value}"));
    }
    if value.is_object() {
        for name in schema["required"].as_array().into_iter().flatten() {
            if value.get(name.as_str().unwrap()).is_none() {
                out.push(format!("{at}: no {name}"));
            }
        }
    }
    for (key, value) in value.as_object().into_iter().flatten() {
        let known = schema["properties"].get(key);
        let inner = known.unwrap_or(&schema["additionalProperties"]);
        if inner == &Value::Bool(false) {
            out.push(format!("{at}: {key}"));
        }
        out.extend(wrong(inner, root, value, &format!("{at}/{key}")));
    }
    for item in value.as_array().into_iter().flatten() {
        out.extend(wrong(&schema["items"], root, item, at));
    }
    out
}

pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

pub(crate) fn json(args: &[&str]) -> Vec<Value> {
    let ran = hookset(&root(), args, None);
    let lines = ran.stdout.trim();
    match serde_json::from_str(lines) {
        Ok(one) => vec![one],
        Err(_) => lines
            .lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect(),
    }
}

#[test]
fn what_is_printed_fits_its_schema() {
    let team = "rules/example-team/settings.json";
    let events = "rules/example-team/events.jsonl";
    let broken = "rules/example-broken/settings.json";
    let checked = ["check", team, broken, "--format", "json"];
    let evaluated = ["eval", "-p", team, "-e", events, "--format", "json"];
    for (name, args) in [("check", &checked[..]), ("eval", &evaluated[..])] {
        let schema = json(&["schema", name]).remove(0);
        let printed = json(args);
        assert!(!printed.is_empty());
        for value in printed {
            let wrong = wrong(&schema, &schema, &value, "");
            assert!(wrong.is_empty(), "{name}: {wrong:#?}");
        }
    }
}

/// The formats that `hookset schema` knows, without that of the
/// configuration.
const FORMATS: &[&str] = &[
    "check",
    "compile",
    "compose",
    "dialect",
    "dialect-diff",
    "diff",
    "eval",
    "list",
    "plan",
    "test",
    "why",
];

/// The schemas by name.
struct Schemas(Vec<(&'static str, Value)>);

impl Schemas {
    fn new() -> Schemas {
        let all = FORMATS.iter();
        Schemas(
            all.map(|name| (*name, json(&["schema", name]).remove(0)))
                .collect(),
        )
    }

    /// What is printed fits the schema that it names, which says something
    /// about every key of it; the name.
    fn hold(&self, what: &str, printed: &Value) -> &'static str {
        // Lines of `eval` name none.
        let name = printed["schema"].as_str().unwrap_or("hookset.eval/1");
        let is_it =
            |row: &&(&str, Value)| name == format!("hookset.{}/1", row.0);
        let (name, schema) = self.0.iter().find(is_it).unwrap();
        let wrong = wrong(schema, schema, printed, "");
        assert!(wrong.is_empty(), "{what}: {wrong:#?}");
        if *name != "eval" {
            let unsaid = unsaid(schema, schema, printed, "");
            assert!(unsaid.is_empty(), "{what}: {unsaid:#?}");
        }
        name
    }
}

/// Keys that a schema with keys says nothing about.
fn unsaid(
    schema: &Value,
    root: &Value,
    value: &Value,
    at: &str,
) -> Vec<String> {
    if let Some(target) = schema["$ref"].as_str() {
        let target = root.pointer(target.trim_start_matches('#')).unwrap();
        return unsaid(target, root, value, at);
    }
    let mut out = Vec::new();
    let more = schema.get("additionalProperties");
    if let Some(known) = schema["properties"].as_object() {
        for (key, value) in value.as_object().into_iter().flatten() {
            let at = format!("{at}/{key}");
            match known.get(key).or(more) {
                None => out.push(at),
                Some(inner) => out.extend(unsaid(inner, root, value, &at)),
            }
        }
    }
    for item in value.as_array().into_iter().flatten() {
        out.extend(unsaid(&schema["items"], root, item, at));
    }
    out
}

/// What stands in a file or came out of a command: one object, or one a line.
fn objects(text: &str) -> Option<Vec<Value>> {
    let lines = text.lines().map(|line| serde_json::from_str(line).ok());
    let objects: Option<Vec<Value>> = lines.collect();
    objects.filter(|all| all.iter().all(Value::is_object))
}

#[test]
fn golden_json_fits_its_schema() {
    let schemas = Schemas::new();
    let cases = root().join("tests/cli");
    let mut seen = BTreeSet::new();
    for entry in fs::read_dir(cases).unwrap() {
        let path = entry.unwrap().path();
        let line = fs::read_to_string(path.join("cmd")).unwrap_or_default();
        if !line.contains("--format json") {
            continue;
        }
        let text = fs::read_to_string(path.join("stdout")).unwrap();
        let printed = objects(&text).unwrap();
        assert!(!printed.is_empty(), "{line}");
        for one in printed {
            seen.insert(schemas.hold(&line, &one));
        }
    }
    let golden: BTreeSet<&str> = FORMATS.iter().copied().collect();
    let other = BTreeSet::from(["compile", "dialect"]);
    assert_eq!(seen, &golden - &other);
}

/// Kinds of answers that no golden run has.
#[test]
fn more_json_fits_its_schema() {
    let schemas = Schemas::new();
    let team = root().join("rules/example-team");
    let team = team.to_str().unwrap();
    let (policy, log) =
        (format!("{team}/settings.json"), format!("{team}/events.jsonl"));
    let at = Scratch::new("schemas").with("empty.json", "{}");
    for (args, name) in [
        (&["compile", "-p", &policy, "-o", "p.hsi"][..], "compile"),
        (&["compile", "-p", "empty.json", "--stats"], "compile"),
        (&["compile", "--verify", "p.hsi"], "compile"),
        (&["compile", "-p", "none.json", "--stats"], "check"),
        (&["dialect", "show", "claude"], "dialect"),
        (&["dialect", "show", "pattern"], "dialect"),
        (&["dialect", "diff", "claude", "pattern"], "dialect-diff"),
        (&["diff", &policy, "empty.json", "-e", &log], "diff"),
        (&["diff", "empty.json", &policy], "diff"),
        (&["diff", "empty.json", "none.json"], "check"),
        (&["list", &policy], "list"),
        (&["list", "none.json"], "check"),
        (&["plan", "-p", &policy, "-e", &log], "plan"),
        (&["plan", "-p", "none.json", "-e", &log], "check"),
        (&["test", team, "--coverage"], "test"),
        (&["test", "--coverage", "-p", &policy, "-e", &log], "test"),
        (&["test", "none.json"], "test"),
        (&["why", "-p", &policy, "-e", &log, "--all"], "why"),
        (&["why", "-p", "none.json", "-e", &log], "check"),
        (&["compose", "none"], "compose"),
    ] {
        let args = [args, &["--format", "json"]].concat();
        let ran = hookset(&at.0, &args, None);
        let printed = objects(&ran.stdout).unwrap_or_default();
        assert!(!printed.is_empty(), "{args:?}: {ran:?}");
        for one in printed {
            assert_eq!(schemas.hold(&args.join(" "), &one), name);
        }
    }
}
