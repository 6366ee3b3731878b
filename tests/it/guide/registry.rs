//! Keeping guidance, and loading its texts.

use super::{Texts, read, start, with};
use hookset::guide::{Choices, Guidance, Level, Loader, LogLevel, Registry};

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
