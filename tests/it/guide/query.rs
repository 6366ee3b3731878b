//! Which guidance is due, and why the rest is not.

use super::{read, start, with};
use hookset::guide::{
    Choices, Conditions, Feature, Guidance, Kind, Level, Phase, Query,
    Registry, config,
};
use hookset::json::Tape;

/// A registry with one storage hook, one features hook, one config hook.
fn conditional(choices: Choices) -> Registry {
    let mut registry = Registry::of_app("a").unwrap().with(choices);
    let conditions = [
        ("store", "{\"requiresStorage\":[\"memory\",\"file\"]}"),
        ("ask", "{\"requiresFeatures\":[\"sampling\",\"tools\"]}"),
        ("debug", "{\"requiresConfig\":{\"debug\":true,\"level\":\"v\"}}"),
        ("deep", "{\"requiresConfig\":{\"o\":{\"b\":[1],\"a\":2.0}}}"),
    ];
    for (tag, conditions) in conditions {
        let text = with(&format!("\"conditions\":{conditions}"));
        let mut one = read(&text).0.unwrap();
        one.tag = tag.to_owned();
        one.name = tag.to_owned();
        registry.register(one).unwrap();
    }
    registry
}

fn due(registry: &Registry, query: &Query) -> Vec<String> {
    let selected = registry.query(query);
    selected.chosen.iter().map(|one| one.tag.clone()).collect()
}

fn why(registry: &Registry, query: &Query, tag: &str) -> String {
    let selected = registry.query(query);
    let mut skipped = selected.skipped.iter();
    let found = skipped.find(|one| one.guidance.tag == tag);
    found.map_or(String::new(), |one| one.reason.clone())
}

fn known(text: &str) -> Query {
    let tape = Tape::of(text);
    let (query, faults) = Query::read(tape.root(text).unwrap());
    assert!(faults.is_empty(), "{faults:?}");
    query
}

#[test]
fn s1_13_storage() {
    let registry = conditional(Choices::DOCUMENT);
    let with = |text: &str| due(&registry, &known(text));
    assert_eq!(with("{\"storage\":\"file\"}"), ["store"]);
    assert_eq!(with("{\"storage\":[\"pg\",\"memory\"]}"), ["store"]);
    assert_eq!(with("{\"storage\":\"pg\"}"), [""; 0]);
}

#[test]
fn s1_14_features() {
    let registry = conditional(Choices::DOCUMENT);
    let one = known("{\"features\":[\"tools\"]}");
    assert_eq!(why(&registry, &one, "ask"), "requires features: sampling");
    let both = known("{\"features\":[\"tools\",\"sampling\"]}");
    assert_eq!(due(&registry, &both), ["ask"]);
}

#[test]
fn c_36_one_feature_or_all() {
    let one = known("{\"features\":[\"tools\"]}");
    assert_eq!(due(&conditional(Choices::DOCUMENT), &one), [""; 0]);
    let code = conditional(Choices::CODE);
    assert!(due(&code, &one).contains(&"ask".to_owned()));
    let none = Query::default();
    assert!(why(&code, &none, "ask").contains("sampling or tools"));
}

#[test]
fn s1_15_config() {
    let registry = conditional(Choices::DOCUMENT);
    let yes = known("{\"config\":{\"debug\":true,\"level\":\"v\",\"x\":1}}");
    assert_eq!(due(&registry, &yes), ["debug"]);
    let no = known("{\"config\":{\"debug\":true,\"level\":\"i\"}}");
    assert_eq!(due(&registry, &no), [""; 0]);
    let said = why(&registry, &no, "debug");
    assert_eq!(said, "requires config: level = \"v\"");
    // Deep, by value: neither the order of keys nor the spelling counts.
    let deep = known("{\"config\":{\"o\":{\"a\":2,\"b\":[1.0]}}}");
    assert_eq!(due(&registry, &deep), ["deep"]);
    let other = known("{\"config\":{\"o\":{\"a\":2,\"b\":[1,1]}}}");
    assert_eq!(due(&registry, &other), [""; 0]);
}

#[test]
fn s1_16_without_context() {
    let registry = conditional(Choices::DOCUMENT);
    assert_eq!(due(&registry, &Query::default()), [""; 0]);
}

#[test]
fn c_30_config_that_is_not_known() {
    let query = Query::default();
    assert_eq!(due(&conditional(Choices::DOCUMENT), &query), [""; 0]);
    assert_eq!(due(&conditional(Choices::CODE), &query), ["debug", "deep"]);
    // The code compares references: an object is never equal.
    let deep = known("{\"config\":{\"o\":{\"a\":2,\"b\":[1]}}}");
    assert_eq!(due(&conditional(Choices::CODE), &deep), [""; 0]);
}

#[test]
fn s1_17_request_ids() {
    let text = with("\"requestId\":\"r1\"");
    let (read, found) = super::read(&text);
    assert_eq!(read.unwrap().request.as_deref(), Some("r1"));
    assert!(found[0].starts_with("warning"), "{found:?}");
    let text = text.replace("\"start\"", "\"running\"");
    assert!(super::read(&text).1.is_empty());
}

/// Untied, tied to r1 and s1, tied to r2 and s2.
fn tied() -> Registry {
    let mut registry = Registry::of_app("a").unwrap();
    for (tag, tie) in [("free", None), ("one", Some("1")), ("two", Some("2"))]
    {
        let mut one = start(tag, Level::May, 50);
        one.phase = Phase::Running;
        one.request = tie.map(|n| format!("r{n}"));
        one.session = tie.map(|n| format!("s{n}"));
        registry.register(one).unwrap();
    }
    registry
}

#[test]
fn s1_18_sessions() {
    let query = known("{\"sessionId\":\"s1\"}");
    assert_eq!(due(&tied(), &query), ["free", "one"]);
}

#[test]
fn s1_19_filters() {
    let mut registry = Registry::new();
    for (tag, kind, phase) in [
        ("a", Kind::Session, Phase::Start),
        ("b", Kind::Session, Phase::End),
        ("c", Kind::Action, Phase::Start),
        ("d", Kind::Config, Phase::Start),
    ] {
        let one = Guidance::new(tag, kind, phase, tag, Level::May);
        registry.register(one).unwrap();
    }
    assert_eq!(due(&registry, &Query::default()).len(), 4);
    assert_eq!(due(&registry, &known("{\"type\":\"session\"}")), ["a", "b"]);
    let both = known("{\"type\":\"session\",\"lifecycle\":\"start\"}");
    assert_eq!(due(&registry, &both), ["a"]);
}

#[test]
fn s1_20_requests() {
    let query = known("{\"requestId\":\"r1\"}");
    assert_eq!(due(&tied(), &query), ["free", "one"]);
}

#[test]
fn s1_21_sorted() {
    let mut registry = Registry::new();
    for (tag, priority) in
        [("a", 10), ("b", 100), ("c", 50), ("d", 100), ("e", 50)]
    {
        registry.register(start(tag, Level::May, priority)).unwrap();
    }
    let query = Query::default();
    assert_eq!(due(&registry, &query), ["b", "d", "c", "e", "a"]);
}

#[test]
fn s1_22_tags() {
    let mut registry = Registry::new();
    for (tag, tags) in [("a", vec!["important", "x"]), ("b", vec!["y"])] {
        let mut one = start(tag, Level::May, 50);
        one.tags = tags.into_iter().map(str::to_owned).collect();
        registry.register(one).unwrap();
    }
    let query = known("{\"tags\":[\"important\",\"z\"]}");
    assert_eq!(due(&registry, &query), ["a"]);
}

#[test]
fn s1_58_reasons() {
    let registry = conditional(Choices::DOCUMENT);
    let query = Query::default();
    let said = |tag: &str| why(&registry, &query, tag);
    assert_eq!(said("store"), "requires storage: memory or file");
    assert_eq!(said("ask"), "requires features: sampling, tools");
    assert_eq!(said("debug"), "requires config: debug = true, level = \"v\"");
    let mut all = start("all", Level::May, 1);
    let text = "{\"debug\":true}";
    let tape = Tape::of(text);
    all.conditions = Conditions {
        storage: vec!["memory".to_owned()],
        features: vec![Feature::Sampling],
        config: config(tape.root(text).unwrap()).unwrap(),
    };
    let mut registry = Registry::new();
    registry.register(all).unwrap();
    assert_eq!(
        why(&registry, &query, "all"),
        "requires storage: memory; requires features: sampling; requires \
         config: debug = true"
    );
}

#[test]
fn s1_57_sampling_is_gated() {
    let mut one = Guidance::new(
        "summarise",
        Kind::Action,
        Phase::Running,
        "Ask the model",
        Level::Should,
    );
    one.conditions.features = vec![Feature::Sampling];
    let mut registry = Registry::new();
    registry.register(one).unwrap();
    assert_eq!(due(&registry, &Query::default()), [""; 0]);
    let there = known("{\"features\":[\"sampling\"]}");
    assert_eq!(due(&registry, &there), ["summarise"]);
}
