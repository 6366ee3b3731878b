use super::{Texts, read, read_as, start, with};
use hookset::guide::{
    Choices, Conditions, DEFAULT_APP, Feature, Guidance, Kind, Level, Loader,
    LogLevel, Phase, Query, Registry, config, content_path,
};
use hookset::json::Tape;

fn refused(member: &str) -> Vec<String> {
    let (read, found) = read(&with(member));
    assert!(read.is_none(), "{member} is taken");
    assert!(!found.is_empty());
    found
}

fn taken(member: &str) -> Guidance {
    let (read, found) = read(&with(member));
    assert!(found.is_empty(), "{member}: {found:?}");
    read.unwrap()
}

#[test]
fn s1_01_types() {
    for word in ["session", "action", "storage", "config"] {
        let one = taken(&format!("\"type\":\"{word}\""));
        assert_eq!(one.kind.as_str(), word);
    }
    assert!(refused("\"type\":\"provider\"")[0].contains("provider"));
}

#[test]
fn s1_02_lifecycles() {
    for word in ["start", "running", "progress", "cancel", "end"] {
        let one = taken(&format!("\"lifecycle\":\"{word}\""));
        assert_eq!(one.phase.as_str(), word);
    }
    refused("\"lifecycle\":\"config\"");
}

#[test]
fn s1_03_levels() {
    for word in ["MUST", "MUST NOT", "SHOULD", "SHOULD NOT", "MAY"] {
        let one = taken(&format!("\"requirementLevel\":\"{word}\""));
        assert_eq!(one.level.as_str(), word);
    }
    let found = refused("\"requirementLevel\":\"must\"");
    assert!(found[0].contains("did you mean `MUST`?"), "{found:?}");
}

#[test]
fn s1_04_features() {
    let all = "\"conditions\":{\"requiresFeatures\":[\"tools\",\"resources\",\
               \"prompts\",\"sampling\",\"elicitation\"]}";
    assert_eq!(taken(all).conditions.features, Feature::ALL);
    let found = refused("\"conditions\":{\"requiresFeatures\":[\"zzz\"]}");
    assert!(found[0].contains("zzz"), "{found:?}");
}

#[test]
fn s1_05_required_fields() {
    for key in ["tag", "type", "lifecycle", "name", "requirementLevel"] {
        let text = with("\"priority\":1");
        let tape = Tape::of(&text);
        let root = tape.root(&text).unwrap();
        let kept = root.entries().filter(|entry| entry.name() != key);
        let kept: Vec<String> = kept
            .map(|e| format!("{}:{}", e.key.raw(), e.value.raw()))
            .collect();
        let text = format!("{{{}}}", kept.join(","));
        let (read, found) = read(&text);
        assert!(read.is_none());
        let line = found.iter().find(|line| line.contains("missing-field"));
        let line = line.unwrap();
        assert!(line.contains(&format!("`{key}`")), "{line}");
        // At the object's place.
        assert!(line.contains(&text), "{line}");
    }
}

#[test]
fn s1_06_tags_are_safe_file_names() {
    assert_eq!(taken("\"tag\":\"my-tag-1\"").tag, "my-tag-1");
    for tag in ["CamelCase", "a_b", "with space", "", "../x", "a/b", "é"] {
        refused(&format!("\"tag\":\"{tag}\""));
    }
}

#[test]
fn s1_07_ids() {
    let mut registry = Registry::of_app("my-server").unwrap();
    let one = registry.register(start("welcome", Level::Should, 50)).unwrap();
    assert_eq!(one.id(), "my-server:session:start:welcome");
    assert!(registry.has("my-server:session:start:welcome"));
}

#[test]
fn s1_08_apps() {
    let mut registry = Registry::of_app("a").unwrap();
    registry.register(start("x", Level::May, 1)).unwrap();
    let mut own = start("x", Level::May, 1);
    own.app = Some("b".to_owned());
    registry.register(own).unwrap();
    assert!(registry.has("a:session:start:x"));
    assert!(registry.has("b:session:start:x"));
    let mut nobody = Registry::new();
    nobody.register(start("x", Level::May, 1)).unwrap();
    assert!(nobody.has(&format!("{DEFAULT_APP}:session:start:x")));
    assert_eq!(DEFAULT_APP, "mcp-toolkit");
    // An id must be read back without doubt.
    assert!(Registry::of_app("").is_err());
    assert!(Registry::of_app("x:y").is_err());
    refused("\"app\":\"x:y\"");
    refused("\"app\":\"\"");
}

#[test]
fn s1_09_priorities() {
    assert_eq!(taken("\"name\":\"N\"").priority, 50);
    assert_eq!(taken("\"priority\":-3").priority, -3);
    assert_eq!(taken("\"priority\":1e2").priority, 100);
    refused("\"priority\":1.5");
    refused("\"priority\":\"50\"");
    refused("\"priority\":1e300");
}

#[test]
fn s1_10_names() {
    refused("\"name\":\"\"");
    refused("\"name\":\"two\\nlines\"");
    assert_eq!(taken("\"name\":\"N\"").description, None);
    let one = taken("\"description\":\"what for\"");
    assert_eq!(one.description.as_deref(), Some("what for"));
}

#[test]
fn s1_11_content_beside_the_definition() {
    let mut one = start("welcome", Level::Should, 50);
    one.directory = "hooks".to_owned();
    assert_eq!(content_path(&one).unwrap(), "hooks/welcome.md");
    one.content_file = Some("texts/hello.md".to_owned());
    assert_eq!(content_path(&one).unwrap(), "hooks/texts/hello.md");
    one.content_file = Some("../shared/hello.md".to_owned());
    assert_eq!(content_path(&one).unwrap(), "shared/hello.md");
}

#[test]
fn s1_12_the_base_directory_is_never_left() {
    let texts = Texts::of(&[("etc/passwd", "secret")]);
    let mut loader = Loader::new(&texts);
    for file in [
        "../../etc/passwd",
        "../x/../../etc/passwd",
        "/etc/passwd",
        "..\\etc\\passwd",
        "C:passwd",
        "c:/etc/passwd",
        "\\\\host\\x",
        "a\u{0}b",
        "",
        "..",
        "a/",
    ] {
        let mut one = start("t", Level::Must, 50);
        one.directory = "hooks".to_owned();
        one.content_file = Some(file.to_owned());
        let loaded = loader.load_all([&one]);
        assert!(loaded.resolved.is_empty(), "{file:?} was read");
        assert_eq!(loaded.failures()[0].id, one.id());
    }
}

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
fn s1_23_register_gives_back_what_was_added() {
    let one = read(&with("\"name\":\"N\"")).0.unwrap();
    let mut registry = Registry::of_app("a").unwrap();
    let added = registry.register(one).unwrap();
    assert_eq!((added.priority, added.app()), (50, "a"));
    assert_eq!(added.id(), "a:session:start:t");
    let mut bad = start("Bad", Level::May, 1);
    bad.name = String::new();
    assert_eq!(registry.register(bad).unwrap_err().faults.len(), 2);
}

#[test]
fn s1_24_each_id_once() {
    let mut registry = Registry::of_app("a").unwrap();
    registry.register(start("x", Level::May, 1)).unwrap();
    let again = registry.register(start("x", Level::Must, 2)).unwrap_err();
    assert_eq!(again.id, "a:session:start:x");
    assert!(again.faults[0].message.contains("a:session:start:x"));
    assert_eq!(registry.len(), 1);
}

#[test]
fn s1_25_many() {
    let many = ["x", "y", "z"].map(|tag| start(tag, Level::May, 1));
    let mut registry = Registry::new();
    assert_eq!(registry.register_all(many), Ok(3));
    assert_eq!(registry.len(), 3);
}

#[test]
fn c_31_all_or_those_in_front() {
    let many = ["x", "y", "x", "z"].map(|tag| start(tag, Level::May, 1));
    for (choices, left) in [(Choices::DOCUMENT, 1), (Choices::CODE, 3)] {
        let mut registry = Registry::new().with(choices);
        registry.register(start("first", Level::May, 1)).unwrap();
        let rejected = registry.register_all(many.clone()).unwrap_err();
        assert_eq!(rejected.at, 2);
        assert_eq!(registry.len(), left);
        let has_y = registry.has("mcp-toolkit:session:start:y");
        assert_eq!(has_y, left == 3);
    }
}

#[test]
fn s1_26_keeping() {
    let mut registry = Registry::of_app("a").unwrap();
    registry.register(start("x", Level::May, 1)).unwrap();
    registry.register(start("y", Level::May, 1)).unwrap();
    assert_eq!(registry.get("a:session:start:x").unwrap().tag, "x");
    assert!(registry.get("a:session:start:q").is_none());
    assert!(!registry.unregister("a:session:start:q"));
    assert!(registry.unregister("a:session:start:x"));
    assert!(!registry.has("a:session:start:x"));
    assert_eq!((registry.all().len(), registry.len()), (1, 1));
    // The id is free again.
    registry.register(start("x", Level::May, 1)).unwrap();
    registry.clear();
    assert!(registry.is_empty() && !registry.has("a:session:start:y"));
}

#[test]
fn s1_27_load() {
    let texts = Texts::of(&[("x.md", "# X\r\n\n text \n\n")]);
    let mut loader = Loader::new(&texts);
    loader.set_time("2026-01-01T00:00:00Z");
    let one = start("x", Level::May, 1);
    let resolved = loader.load(&one).unwrap();
    assert_eq!(resolved.text, "# X\r\n\n text \n\n");
    assert_eq!(resolved.path.as_deref(), Some("x.md"));
    assert_eq!(resolved.at.as_deref(), Some("2026-01-01T00:00:00Z"));
    assert_eq!(resolved.guidance, one);
}

#[test]
fn s1_28_load_all() {
    let texts = Texts::of(&[("x.md", "text")]);
    let mut loader = Loader::new(&texts);
    let all = ["x", "missing"].map(|tag| start(tag, Level::May, 1));
    let loaded = loader.load_all(&all);
    assert_eq!(loaded.resolved.len(), 1);
    assert_eq!(loaded.failed.len(), 1);
    assert!(loaded.failed[0].error.contains("missing.md"));
}

#[test]
fn s1_29_load_inline() {
    let texts = Texts::default();
    let loader = Loader::new(&texts);
    let one = start("x", Level::May, 1);
    let resolved = loader.load_inline(&one, "# Test\n\nText.");
    assert_eq!(
        (resolved.text.as_str(), resolved.path),
        ("# Test\n\nText.", None)
    );
}

#[test]
fn s1_30_cache() {
    use std::cell::RefCell;
    struct File(RefCell<String>);
    impl hookset::guide::Content for &File {
        fn read(&self, _: &str) -> Result<String, String> {
            Ok(self.0.borrow().clone())
        }
    }
    let file = File(RefCell::new("old".to_owned()));
    let one = start("x", Level::May, 1);
    let mut loader = Loader::new(&file);
    let mut fresh = Loader::new(&file).without_cache();
    assert_eq!(loader.load(&one).unwrap().text, "old");
    assert_eq!(fresh.load(&one).unwrap().text, "old");
    assert_eq!((loader.cache_size(), fresh.cache_size()), (1, 0));
    *file.0.borrow_mut() = "new".to_owned();
    assert_eq!(loader.load(&one).unwrap().text, "old");
    assert_eq!(fresh.load(&one).unwrap().text, "new");
    loader.clear_cache();
    assert_eq!(loader.cache_size(), 0);
    assert_eq!(loader.load(&one).unwrap().text, "new");
}

#[test]
fn s1_31_failures_are_logged() {
    let texts = Texts::default();
    let mut loader = Loader::new(&texts);
    let one = start("x", Level::May, 1);
    let loaded = loader.load_all([&one]);
    let log = loaded.log();
    assert_eq!((log.len(), log[0].level), (1, LogLevel::Error));
    assert!(log[0].text.contains(&one.id()));
    assert_eq!(loaded.failures()[0].id, one.id());
}

#[test]
fn c_32_loaded_and_failed_in_one_answer() {
    // The document shows a list, the code an object of both: only one can
    // exist, for a list would lose what failed.
    let texts = Texts::default();
    let loaded = Loader::new(&texts).load_all(&[] as &[Guidance]);
    assert!(loaded.resolved.is_empty() && loaded.failed.is_empty());
}

#[test]
fn unknown_keys_are_said_unless_the_code_is_followed() {
    let (read, found) = read(&with("\"requirmentLevel\":\"MAY\""));
    assert!(read.is_some());
    assert!(found[0].contains("did you mean `requirementLevel`?"));
    let (_, found) =
        read_as(&with("\"requirmentLevel\":\"MAY\""), &Choices::CODE);
    assert!(found.is_empty());
    // A condition that is not looked at would show what should be hidden.
    refused("\"conditions\":{\"requireStorage\":[\"x\"]}");
    refused("\"conditions\":{\"requiresConfig\":{\"a\":1,\"a\":2}}");
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
