//! What a definition may say, and where its text stands.

use super::{Texts, read, read_as, start, with};
use hookset::guide::{
    Choices, DEFAULT_APP, Feature, Guidance, Level, Loader, Registry,
    content_path,
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
