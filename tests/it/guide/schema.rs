//! Our validation of SEP-2282 and a real JSON Schema engine.

use boon::{Compiler, SchemaIndex, Schemas};
use hookset::diagnostic::Severity;
use hookset::guide::negotiate::{faults, supported};
use hookset::json::Tape;
use hookset::load::{self, Family, Scope};
use hookset::source::SourceId;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use serde_json::{Value, json};

/// The documents that are compared.
const COUNT: usize = 1_000;

fn events() -> Value {
    json!([
        "session_start",
        "session_end",
        "pre_tool_use",
        "post_tool_use",
        "pre_request",
        "post_request"
    ])
}

/// What a declaration must be like, as its schema says it.
fn declaration_schema() -> Value {
    let text = json!({"type": "string"});
    json!({
        "type": "object",
        "additionalProperties": false,
        "required": ["event", "priority"],
        "oneOf": [
            {"required": ["context"]},
            {"required": ["context_tool"]}
        ],
        "properties": {
            "event": {"type": "string", "enum": events()},
            "priority": {"type": "string",
                "enum": ["suggestion", "important", "required"]},
            "context": text,
            "context_tool": text,
            "context_tool_args":
                {"type": "object", "additionalProperties": true},
            "matcher": {
                "type": "object",
                "additionalProperties": false,
                "properties": {"tool_name": text, "input_contains": text,
                    "tool_server": text}
            }
        }
    })
}

fn server_schema() -> Value {
    json!({
        "type": "object",
        "additionalProperties": false,
        "required": ["declarations"],
        "properties": {"declarations": {"type": "array",
            "items": declaration_schema()}}
    })
}

fn client_schema() -> Value {
    json!({
        "type": "object",
        "additionalProperties": false,
        "required": ["supported_events"],
        "properties": {"supported_events": {"type": "array",
            "items": {"type": "string", "enum": events()}}}
    })
}

fn compiled(schema: Value) -> (Schemas, SchemaIndex) {
    let mut schemas = Schemas::new();
    let mut compiler = Compiler::new();
    compiler.add_resource("hooks.json", schema).unwrap();
    let index = compiler.compile("hooks.json", &mut schemas).unwrap();
    (schemas, index)
}

/// The schemas above are those of the document, where it is at hand.
#[test]
fn s0_40_the_schemas_are_those_of_the_document() {
    let name = "000_957b2fb7ce0527ff.txt";
    let Some(text) = super::source(name) else {
        println!("skipped: the source document {name} is not here");
        return;
    };
    let schema = |title: &str| -> Value {
        let mut blocks = text.split("```");
        let block = blocks.find(|block| block.contains(title)).unwrap();
        serde_json::from_str(block.strip_prefix("json").unwrap()).unwrap()
    };
    let plain = |title: &str| {
        let mut schema = schema(title);
        let object = schema.as_object_mut().unwrap();
        object.remove("$schema");
        object.remove("title");
        schema
    };
    assert_eq!(plain("\"ServerHooksCapability\""), server_schema());
    assert_eq!(plain("\"ClientHooksCapability\""), client_schema());
}

fn odd() -> impl Strategy<Value = Value> {
    prop_oneof![
        Just(Value::Null),
        Just(json!(3)),
        Just(json!([])),
        Just(json!({})),
        Just(json!("")),
        Just(json!("x")),
        Just(json!({"tool_name": "Bash"})),
        Just(json!({"tool": "Bash"})),
        Just(json!({"tool_name": 1})),
        Just(json!({"tool_server": "s", "input_contains": ""})),
    ]
}

fn one_of(words: &'static [&'static str]) -> impl Strategy<Value = Value> {
    let right = proptest::sample::select(words).prop_map(|w| json!(w));
    prop_oneof![9 => right, 1 => odd()]
}

/// Mostly right declarations, each member there or not.
fn declaration() -> impl Strategy<Value = Value> {
    let event = one_of(&[
        "session_start",
        "session_end",
        "pre_tool_use",
        "post_tool_use",
        "pre_request",
        "post_request",
        "PostToolUse",
    ]);
    let priority = one_of(&["suggestion", "important", "required", "high"]);
    let text = || prop_oneof![4 => Just(json!("text")), 1 => odd()];
    let object = || prop_oneof![4 => Just(json!({"a": [1]})), 1 => odd()];
    let right = json!({"tool_name": "mcp__*", "input_contains": "\"é"});
    let matcher = prop_oneof![2 => Just(right), 1 => odd()];
    let maybe = |part: f64, of: BoxedStrategy<Value>| {
        proptest::option::weighted(part, of)
    };
    let members = (
        maybe(0.95, event.boxed()),
        maybe(0.95, priority.boxed()),
        maybe(0.6, text().boxed()),
        maybe(0.4, text().boxed()),
        maybe(0.3, object().boxed()),
        maybe(0.4, matcher.boxed()),
        maybe(0.05, odd().boxed()),
    );
    members.prop_map(|(event, priority, text, tool, args, matcher, more)| {
        let all = [
            ("event", event),
            ("priority", priority),
            ("context", text),
            ("context_tool", tool),
            ("context_tool_args", args),
            ("matcher", matcher),
            ("more", more),
        ];
        let there = all
            .into_iter()
            .filter_map(|(key, value)| Some((key.to_owned(), value?)));
        Value::Object(there.collect())
    })
}

fn documents(of: impl Strategy<Value = Value>) -> Vec<Value> {
    let seed = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let mut runner = TestRunner::new_with_rng(Config::default(), seed);
    let one = |_| of.new_tree(&mut runner).unwrap().current();
    (0..COUNT).map(one).collect()
}

#[test]
fn s0_40_declarations_agree_with_the_schema() {
    let (schemas, index) = compiled(declaration_schema());
    let (mut valid, mut stricter) = (0, 0);
    let all = documents(prop_oneof![19 => declaration(), 1 => odd()]);
    for document in all {
        let text = document.to_string();
        let tape = Tape::of(&text);
        let found = faults(tape.root(&text).unwrap());
        let ours = found.iter().all(|fault| !fault.refuses);
        let theirs = schemas.validate(&document, index).is_ok();
        valid += usize::from(theirs);
        // The prose asks for more: arguments need the tool they are for.
        let has = |key: &str| document.get(key).is_some();
        let is_lone = has("context_tool_args") && !has("context_tool");
        stricter += usize::from(theirs && is_lone);
        assert_eq!(ours, theirs && !is_lone, "{text}: {found:?}");
    }
    println!(
        "{COUNT} declarations agree: {valid} valid, {stricter} only there"
    );
    assert!(valid > COUNT / 20 && stricter > 0, "{valid} {stricter}");
}

#[test]
fn s0_40_clients_agree_with_the_schema() {
    let (schemas, index) = compiled(client_schema());
    let words = one_of(&["session_start", "post_request", "stop"]);
    let list = proptest::collection::vec(words, 0..4).prop_map(Value::Array);
    let list = prop_oneof![9 => list, 1 => odd()];
    let more = proptest::option::weighted(0.1, odd());
    let client = (proptest::option::weighted(0.9, list), more);
    let client = client.prop_map(|(events, more)| {
        let all = [("supported_events", events), ("more", more)];
        let there = all
            .into_iter()
            .filter_map(|(key, value)| Some((key.to_owned(), value?)));
        Value::Object(there.collect())
    });
    let mut valid = 0;
    let all = documents(prop_oneof![19 => client, 1 => odd()]);
    for document in &all {
        let text = document.to_string();
        let tape = Tape::of(&text);
        let (moments, found) = supported(tape.root(&text).unwrap());
        let ours = moments.is_some() && found.is_empty();
        let theirs = schemas.validate(document, index).is_ok();
        valid += usize::from(theirs);
        assert_eq!(ours, theirs, "{text}: {found:?}");
    }
    println!("{} clients agree, {valid} of them valid", all.len());
    assert!(valid > COUNT / 10, "{valid}");
}

/// Files with declarations are read by the same validation: whole
/// capabilities, as they come from a server.
#[test]
fn s0_40_s0_01_files_agree_with_the_schema() {
    let (schemas, index) = compiled(server_schema());
    let list = proptest::collection::vec(declaration(), 0..3);
    let list = list.prop_map(Value::Array);
    let list = prop_oneof![9 => list, 1 => odd()];
    let more = proptest::option::weighted(0.1, odd());
    let server = (proptest::option::weighted(0.95, list), more);
    let server = server.prop_map(|(list, more)| {
        let all = [("declarations", list), ("more", more)];
        let there = all
            .into_iter()
            .filter_map(|(key, value)| Some((key.to_owned(), value?)));
        Value::Object(there.collect())
    });
    let (mut valid, mut stricter) = (0, 0);
    let all = documents(prop_oneof![19 => server, 1 => odd()]);
    for document in &all {
        let text = document.to_string();
        let (family, scope) = (Family::Sep2282, Scope::Project);
        let (read, found) =
            load::read(SourceId(0), "s.json", &text, scope, family);
        let is_error = |severity| severity == Severity::Error;
        let ours = !found.iter().any(|one| is_error(one.severity));
        let theirs = schemas.validate(document, index).is_ok();
        let list = document["declarations"].as_array();
        let mut list = list.into_iter().flatten();
        let is_lone = list.any(|one| {
            one.get("context_tool_args").is_some()
                && one.get("context_tool").is_none()
        });
        valid += usize::from(theirs);
        stricter += usize::from(theirs && is_lone);
        assert_eq!(ours, theirs && !is_lone, "{text}: {found:?}");
        assert_eq!(read.scope, Scope::Server);
    }
    let count = all.len();
    println!("{count} files agree: {valid} valid, {stricter} only there");
    assert!(valid > COUNT / 20 && stricter > 0, "{valid} {stricter}");
}
