mod left_out;

use super::{Texts, start};
use hookset::guide::{
    Caps, Choices, Composed, Entry, Guidance, Kind, Level, Loader, LogLevel,
    Options, Phase, Query, Registry, Words, compose,
};
use hookset::json::Tape;
use hookset::load::Level as Weight;
use proptest::prelude::*;

fn entry(name: &str, level: Level, priority: i64) -> Entry {
    Entry {
        id: format!("a:session:start:{name}"),
        name: name.to_owned(),
        level,
        priority,
        text: format!("Text of {name}."),
        server: None,
    }
}

fn made(entries: Vec<Entry>, options: &Options) -> Composed {
    compose(entries, Vec::new(), Vec::new(), options)
}

fn code() -> Options {
    Options { choices: Choices::CODE, ..Options::default() }
}

/// The places of `parts` in `text`, which must be there in this order.
fn in_order(text: &str, parts: &[&str]) {
    let mut from = 0;
    for part in parts {
        let at = text[from..].find(part);
        let at = at.unwrap_or_else(|| panic!("no `{part}` in\n{text}"));
        from += at + part.len();
    }
}

fn entry_summary(name: &str) -> hookset::guide::Summary {
    let mut one = start("tips", Level::May, 50);
    one.name = name.to_owned();
    hookset::guide::Summary::of(&one, None)
}

fn names(composed: &Composed) -> Vec<&str> {
    composed.included.iter().map(|one| one.name.as_str()).collect()
}

#[test]
fn s1_32_sections() {
    let entries = [Level::May, Level::Must, Level::Should]
        .map(|level| entry(level.as_str(), level, 50));
    let made = made(entries.to_vec(), &Options::default());
    in_order(&made.content, &["## MUST\n", "## SHOULD\n", "## MAY\n"]);
    assert_eq!(names(&made), ["MUST", "SHOULD", "MAY"]);
}

#[test]
fn s1_33_priorities() {
    let entries = [10, 100, 50, 100]
        .into_iter()
        .enumerate()
        .map(|(at, n)| entry(&format!("{at}-{n}"), Level::May, n));
    let made = made(entries.collect(), &Options::default());
    assert_eq!(names(&made), ["1-100", "3-100", "2-50", "0-10"]);
}

#[test]
fn s1_34_headings() {
    let made =
        made(vec![entry("Tips", Level::ShouldNot, 1)], &Options::default());
    in_order(&made.content, &["\n## SHOULD NOT\n", "\n### Tips\n\nText of"]);
}

#[test]
fn s1_35_each_level_is_explained() {
    let words = Words::default();
    for &level in Level::ALL {
        let made = made(vec![entry("x", level, 1)], &Options::default());
        let said = words.get(level.as_str());
        assert!(!said.is_empty());
        let heading = format!("## {}\n\n{said}\n\n### x", level.as_str());
        assert!(made.content.contains(&heading), "{}", made.content);
    }
}

#[test]
fn s1_36_reference() {
    let one = || vec![entry("x", Level::Must, 1)];
    let content = made(one(), &Options::default()).content;
    let first = content.lines().next().unwrap();
    assert!(first.starts_with("> ") && first.contains("rfc2119"));
    let options = Options { reference: false, ..Options::default() };
    assert!(made(one(), &options).content.starts_with("## MUST"));
}

#[test]
fn s1_37_without_preambles() {
    let options = Options { preambles: false, ..Options::default() };
    let content = made(vec![entry("x", Level::Must, 1)], &options).content;
    assert!(content.contains("## MUST\n\n### x\n\nText of x."));
    assert!(!content.contains(options.words.get("MUST")));
}

#[test]
fn s1_38_separator_and_c_27() {
    let two = || vec![entry("A", Level::May, 2), entry("B", Level::May, 1)];
    let content = made(two(), &Options::default()).content;
    in_order(&content, &["### A\n\nText of A.\n\n---\n\n### B"]);
    let mut options = Options { separator: "@@".to_owned(), ..code() };
    let code = made(two(), &options).content;
    assert!(!code.contains("@@"));
    in_order(&code, &["### A\n\nText of A.\n\n### B"]);
    options.choices = Choices::DOCUMENT;
    let content = made(two(), &options).content;
    in_order(&content, &["### A\n\nText of A.@@### B"]);
}

#[test]
fn s1_39_nothing() {
    let made = made(Vec::new(), &Options::default());
    assert_eq!(made.content, "");
    assert!(made.notices.is_empty());
}

/// A registry, its texts and what becomes of them.
fn example() -> (Registry, Texts) {
    let mut registry = Registry::of_app("my-server").unwrap();
    let one = |tag: &str, name: &str, level, priority| {
        let mut one =
            Guidance::new(tag, Kind::Session, Phase::Start, name, level);
        one.priority = priority;
        one
    };
    let all = [
        one("greeting", "Hello", Level::Should, 50),
        one("set-up", "Set up first", Level::Must, 100),
        one("hints", "Some hints", Level::May, 30),
    ];
    registry.register_all(all).unwrap();
    let texts = Texts::of(&[
        (
            "greeting.md",
            "There are tools, resources and prompts here.\n\
             Look at them with `server_info`.\n",
        ),
        ("set-up.md", "Call `session_init`; no other tool works before.\n"),
        ("hints.md", "A debug mode makes the log longer.\n"),
    ]);
    (registry, texts)
}

fn shown(options: &Options) -> String {
    let (registry, texts) = example();
    let registry = registry.with(options.choices);
    let query = Query {
        kind: Some(Kind::Session),
        phase: Some(Phase::Start),
        ..Query::default()
    };
    let selected = registry.query(&query);
    let loaded = Loader::new(&texts).load_all(selected.chosen.iter().copied());
    let failed = loaded.failures();
    let entries = loaded.resolved.into_iter().map(Entry::from).collect();
    compose(entries, selected.left_out(), failed, options).content
}

/// What each line is, whatever it says.
fn structure(text: &str) -> Vec<&str> {
    let kind = |line| match line {
        "" => "blank",
        "---" => "rule",
        line if line.starts_with("> ") => "quote",
        line if line.starts_with("## ") => line,
        line if line.starts_with("### ") => "entry",
        _ => "text",
    };
    text.lines().map(kind).collect()
}

#[test]
fn s1_44_the_whole_way() {
    let content = shown(&Options::default());
    let golden = include_str!("golden/document.md");
    assert_eq!(content, golden.trim_end_matches('\n'));
    let section = |level| [level, "blank", "text", "blank", "entry", "blank"];
    let end = ["blank", "rule", "blank"];
    let mut expected = vec!["quote", "blank"];
    expected.extend(section("## MUST"));
    expected.push("text");
    expected.extend(end);
    expected.extend(section("## SHOULD"));
    expected.extend(["text", "text"]);
    expected.extend(end);
    expected.extend(section("## MAY"));
    expected.push("text");
    assert_eq!(structure(&content), expected);
}

/// The example of the document itself, where the document is at hand.
#[test]
fn s1_44_the_example_of_the_document() {
    let name = "001_3266311dd9d9719b.txt";
    let Some(text) = crate::guide::source(name) else {
        println!("skipped: the source document {name} is not here");
        return;
    };
    let (_, rest) = text.split_once("### Composed Output").unwrap();
    let (_, rest) = rest.split_once("```markdown\n").unwrap();
    let (sample, _) = rest.split_once("\n```").unwrap();
    let mut entries = Vec::new();
    let mut parts = sample.split("\n## ");
    let quote = parts.next().unwrap();
    assert!(quote.starts_with("> "));
    for part in parts {
        let (level, rest) = part.split_once("\n\n").unwrap();
        let (_, rest) = rest.split_once("### ").unwrap();
        let (name, body) = rest.split_once("\n\n").unwrap();
        let body = body.split("\n\n---").next().unwrap();
        let mut one = entry(name, Level::named(level).unwrap(), 50);
        one.text = body.trim_end().to_owned();
        entries.insert(0, one);
    }
    assert_eq!(entries.len(), 3);
    let bodies: Vec<_> = entries.iter().map(|e| e.text.clone()).collect();
    let content = made(entries, &Options::default()).content;
    assert_eq!(structure(&content), structure(sample));
    // Headings and bodies are the very same lines.
    for (ours, theirs) in content.lines().zip(sample.lines()) {
        let is_body = bodies.iter().any(|b| b.lines().any(|l| l == theirs));
        if theirs.starts_with('#') || is_body {
            assert_eq!(ours, theirs);
        }
    }
}

#[test]
fn c_28_the_layout_of_the_code() {
    let content = shown(&code());
    let golden = include_str!("golden/code.md");
    assert_eq!(content, golden);
    // A rule behind the quotation, and a blank line more behind each text.
    let lines = structure(&content);
    assert_eq!(&lines[..4], ["quote", "blank", "rule", "blank"]);
    let rules = lines.iter().filter(|line| **line == "rule").count();
    assert_eq!(rules, 3);
    assert!(content.ends_with("longer.\n"));
}

#[test]
fn s1_40_the_result() {
    let mut skipped = entry_summary("Tips");
    skipped.reason = Some("requires storage: memory".to_owned());
    let mut failed = entry_summary("Gone");
    failed.reason = Some("there is no file `gone.md`".to_owned());
    let options = Options {
        at: Some("2026-01-01T00:00:00Z".to_owned()),
        ..Options::default()
    };
    let entries = vec![entry("x", Level::Must, 7)];
    let made = compose(entries, vec![skipped], vec![failed], &options);
    let json: serde_json::Value = serde_json::from_str(&made.json()).unwrap();
    let keys: Vec<_> = json.as_object().unwrap().keys().cloned().collect();
    assert_eq!(
        keys,
        [
            "content",
            "includedHooks",
            "skippedHooks",
            "failedHooks",
            "notices",
            "composedAt"
        ]
    );
    assert_eq!(
        json["includedHooks"],
        serde_json::json!([{"id": "a:session:start:x", "name": "x",
            "requirementLevel": "MUST", "priority": 7}])
    );
    let skipped = &json["skippedHooks"][0];
    assert_eq!(skipped["skipReason"], "requires storage: memory");
    let failed = &json["failedHooks"][0];
    assert_eq!(failed["error"], "there is no file `gone.md`");
    assert_eq!(json["notices"].as_array().unwrap().len(), 2);
}
