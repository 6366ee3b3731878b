//! The automata against the reference evaluator.

use super::{Language, Relation};
use crate::hook_set::reference;
use crate::hook_set::regex::Verdict3;
use crate::ir::NameTest;
use crate::syntax::regex::parse_lowered;
use crate::syntax::{TextGlob, host_glob, parse_path};
use proptest::prelude::*;

fn command(text: &str) -> Language {
    Language::text(&TextGlob::command(text)).unwrap()
}

#[test]
fn commands() {
    let rows = [
        ("git push *", "git *", true),
        ("git push*", "git *", true),
        ("git pus*", "git push *", false),
        ("git*", "git *", false),
        ("git *", "git*", true),
        ("git:*", "git *", true),
        ("npm run test", "npm run *", true),
        ("git * main", "git *", true),
        ("git * main *", "git *", true),
        ("* --version", "*", true),
        ("*a*b*", "*b*", true),
        ("*b*", "*a*b*", false),
    ];
    for (narrow, wide, holds) in rows {
        let relation = command(narrow).is_subset(&command(wide));
        assert_eq!(relation == Relation::Holds, holds, "{narrow} in {wide}");
    }
    let shown = command("git*").is_subset(&command("git *"));
    assert_eq!(shown, Relation::Fails("gitx".into()));
}

#[test]
fn paths() {
    let path =
        |text: &str| Language::path(&parse_path(text, false).glob).unwrap();
    let rows = [
        ("src/a/**", "src/**", true),
        ("src/a", "src/**", true),
        ("src", "src/**", false),
        ("*.ts", "*", true),
        ("*.env", "**/.env", false),
        (".env", "**/.env", true),
        ("a/b/", "a/b", true),
        ("a/b", "a/b/", false),
        ("./src/[ab].c", "./src/?.c", true),
    ];
    for (narrow, wide, holds) in rows {
        let relation = path(narrow).is_subset(&path(wide));
        assert_eq!(relation == Relation::Holds, holds, "{narrow} in {wide}");
    }
}

#[test]
fn a_tool_of_a_server_has_a_name() {
    let any = TextGlob::stars("*");
    for tool in [None, Some(&any)] {
        let language = Language::mcp("s", tool).unwrap();
        assert!(language.has("mcp__s__x") && !language.has("mcp__s__"));
    }
}

/// Look-aheads at the start of an alternative are told apart.
const AHEAD: &[&str] = &["^(?!", "^(?=", "^(?!a)(?=", "a|^(?!", "^(?:(?="];

const PARTS: &[&str] = &[
    "a", "b", ".", "^", "$", "|", "(a", "(?:", ")", "*", "+", "?", "\\b",
    "\\B", "\\w", "\\s", "[^a]", "[-_ ]", "{2}", "{1,2}", "{0,}",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn texts_agree(glob in "[ab *:]{0,8}", text in "[ab :]{0,8}") {
        for glob in [TextGlob::command(&glob), TextGlob::stars(&glob)] {
            let language = Language::text(&glob).unwrap();
            let wanted = reference::text::matches(&glob, &text);
            prop_assert_eq!(language.has(&text), wanted, "{:?}", glob);
        }
    }

    #[test]
    fn paths_agree(
        glob in "(\\*\\*/|/|[ab?*]|\\[!?a\\]){0,6}",
        text in "([ab]{1,2}/){0,3}[ab]{0,2}",
        whole: bool,
    ) {
        let glob = parse_path(&glob, whole).glob;
        let language = Language::path(&glob).unwrap();
        let wanted = reference::path::matches(&glob, &text, false, false);
        prop_assert_eq!(language.has(&text), wanted, "{:?} {}", glob, text);
    }

    #[test]
    fn hosts_agree(
        glob in "(\\*\\.)?([ab]\\.|\\*\\.){0,2}[ab]",
        text in "([ab]\\.){0,3}[ab]",
    ) {
        if let Ok(glob) = host_glob::parse(&glob) {
            let language = Language::host(&glob).unwrap();
            let wanted = reference::host::matches(&glob, &text);
            prop_assert_eq!(language.has(&text), wanted, "{:?}", glob);
        }
    }

    #[test]
    fn regexes_agree(
        parts in prop::collection::vec(prop::sample::select(PARTS), 0..7),
        text in "[abAB _-]{0,6}",
        fold: bool,
    ) {
        let parts = parts.concat();
        let source = if fold { format!("(?i){parts}") } else { parts };
        if let Ok(regex) = parse_lowered(&source) {
            let language = Language::name(&NameTest::Regex(source));
            let language = language.unwrap();
            let wanted =
                reference::regex::regex_matches(&regex, &text, 1_000_000);
            prop_assert_eq!(language.has(&text), wanted == Verdict3::Yes);
        }
    }

    #[test]
    fn look_aheads_agree(
        ahead in prop::sample::select(AHEAD),
        body in prop::collection::vec(prop::sample::select(PARTS), 0..4),
        rest in prop::collection::vec(prop::sample::select(PARTS), 0..4),
        text in "[abAB _-]{0,6}",
    ) {
        let close = if ahead.contains("?:") { "))" } else { ")" };
        let (body, rest) = (body.concat(), rest.concat());
        let source = format!("{ahead}{body}{close}{rest}");
        if let Ok(regex) = parse_lowered(&source) {
            let language = Language::name(&NameTest::Regex(source));
            let wanted =
                reference::regex::regex_matches(&regex, &text, 1_000_000);
            if let Some(language) = language {
                let takes = language.has(&text);
                prop_assert_eq!(takes, wanted == Verdict3::Yes);
            }
        }
    }
}
