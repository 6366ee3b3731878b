//! The pages of the findings, executed: what is bad gives exactly the
//! finding of the page at the marked place, what is good gives nothing.

use std::collections::BTreeSet;

use hookset::diagnostic::{Code, Diagnostic};
use hookset::dialect::Dialect;
use hookset::lint;
use hookset::load::{Family, Scope};
use hookset::policy::{Input, Policy};

/// Findings that are not about the text of a settings file, or about one
/// that a page cannot show; their examples are not executed.
const NOT_EXECUTED: &[&str] = &[
    "byte-order-mark",
    "deny-stepped-over",
    "empty-file",
    "exposed-image",
    "file-too-large",
    "invalid-context",
    "invalid-event",
    "invalid-line",
    "invalid-toml",
    "invalid-utf8",
    "misplaced-file",
    "missing-hook-script",
    "nested-too-deep",
    "no-rule-files",
    "not-decided",
    "policy-too-large",
    "rule-too-long",
    "saved-script",
    "stale-image",
    "too-many-findings",
    "tracked-local-settings",
    "unknown-context-key",
    "unknown-dialect",
    "unknown-file-kind",
    "unreadable-file",
    "unusable-image",
    "unwritable-file",
];

/// A fenced example of a page: its text without marks, and the marked
/// places.
struct Example {
    text: String,
    marks: Vec<(usize, usize)>,
    plugin: bool,
    managed: bool,
    skill: bool,
    hookset: bool,
    declaration: bool,
    gemini: bool,
}

fn examples(page: &str, section: &str) -> Vec<Example> {
    let start = page.find(section).expect(section) + section.len();
    let rest = &page[start..];
    let end = rest.find("\n## ").unwrap_or(rest.len());
    let mut found = Vec::new();
    let mut open: Option<Example> = None;
    let mut line_start = 0;
    for line in rest[..end].lines() {
        match (&mut open, line.strip_prefix("```")) {
            (None, Some(info)) => {
                line_start = 0;
                open = Some(Example {
                    text: String::new(),
                    marks: Vec::new(),
                    plugin: info.contains("plugin"),
                    managed: info.contains("managed"),
                    skill: info.contains("markdown"),
                    hookset: info.contains("hookset"),
                    declaration: info.contains("declaration"),
                    gemini: info.contains("gemini"),
                });
            }
            (Some(_), Some(_)) => found.extend(open.take()),
            (Some(example), None) if is_mark(line) => {
                let above = &example.text[line_start..];
                let at = |column: usize| {
                    let mut chars = above.char_indices();
                    chars.nth(column).map_or(above.len(), |(at, _)| at)
                };
                let first = line.find('^').unwrap();
                let last = line.rfind('^').unwrap() + 1;
                let mark = (line_start + at(first), line_start + at(last));
                example.marks.push(mark);
            }
            (Some(example), None) => {
                line_start = example.text.len();
                example.text.push_str(line);
                example.text.push('\n');
            }
            (None, None) => {}
        }
    }
    found
}

fn is_mark(line: &str) -> bool {
    line.contains('^') && line.chars().all(|c| matches!(c, ' ' | '^'))
}

fn check(example: &Example) -> Vec<Diagnostic> {
    let (input, dialect) = read_as(example);
    lint::check(&Policy::from_sources([input], &dialect))
}

/// The example as a file of its kind.
fn read_as(example: &Example) -> (Input, Dialect) {
    let (family, scope) = match (example.plugin, example.managed) {
        (true, _) => (Family::Plugin, Scope::Plugin),
        (_, true) => (Family::Claude, Scope::Managed),
        _ if example.gemini => (Family::Gemini, Scope::Project),
        _ if example.declaration => (Family::Sep2282, Scope::Project),
        _ if example.skill => (Family::Definition, Scope::Skill),
        _ if example.hookset => (Family::Hookset, Scope::Project),
        _ => (Family::Claude, Scope::Project),
    };
    let input = Input {
        name: "settings.json".into(),
        text: example.text.trim_end().into(),
        family,
        scope,
        directory: None,
    };
    let name = if example.hookset { "hookset" } else { "claude" };
    (input, Dialect::named(name).unwrap())
}

/// Every bad example that is executed: the code of its page, and the file
/// with how it is read.
pub(super) fn bad_examples() -> Vec<(&'static str, Input, Dialect)> {
    let executed = |code: &Code| !NOT_EXECUTED.contains(&code.name());
    let of = |code: Code| {
        let page = lint::page(code)?;
        let examples = examples(page, "## Bad").into_iter();
        Some(examples.map(move |example| {
            let (input, dialect) = read_as(&example);
            (code.name(), input, dialect)
        }))
    };
    Code::all().filter(executed).filter_map(of).flatten().collect()
}

#[test]
fn bad_examples_give_exactly_their_finding() {
    let mut wrong = Vec::new();
    for code in Code::all() {
        let name = code.name();
        let Some(page) = lint::page(code) else { continue };
        for example in examples(page, "## Bad") {
            if NOT_EXECUTED.contains(&name) {
                continue;
            }
            let found: Vec<_> = check(&example)
                .into_iter()
                .map(|found| {
                    let at = found.primary().unwrap().span;
                    let place = (at.start as usize, at.end as usize);
                    (found.code.name(), place)
                })
                .collect();
            let marks = example.marks.iter();
            let wanted: Vec<_> = marks.map(|mark| (name, *mark)).collect();
            if wanted.is_empty() || found != wanted {
                let show = |all: &[(&str, (usize, usize))]| {
                    all.iter()
                        .map(|(code, (from, to))| {
                            format!("{code} {:?}", &example.text[*from..*to])
                        })
                        .collect::<Vec<_>>()
                };
                let found = show(&found);
                let wanted = show(&wanted);
                wrong.push(format!("{name}: {found:?}, not {wanted:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn good_examples_give_nothing() {
    let mut wrong = Vec::new();
    for code in Code::all() {
        let name = code.name();
        let Some(page) = lint::page(code) else { continue };
        if NOT_EXECUTED.contains(&name) {
            continue;
        }
        for example in examples(page, "## Good") {
            let found = check(&example);
            let codes: Vec<_> = found.iter().map(|f| f.code.name()).collect();
            if !codes.is_empty() {
                wrong.push(format!("{name}: {codes:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn every_code_has_a_page_with_its_severity() {
    for code in Code::all() {
        let name = code.name();
        let page = lint::page(code).unwrap_or_else(|| panic!("{name}: none"));
        let severity = code.severity().as_str();
        let head = format!("# {name}\n\n{severity}: {}\n", code.summary());
        assert!(page.starts_with(&head), "{name} does not start with {head}");
        let bad = examples(page, "## Bad");
        let executed = !NOT_EXECUTED.contains(&name);
        assert!(!executed || !bad.is_empty(), "{name} has no example");
    }
}

#[test]
fn every_page_and_constant_is_used() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut code = String::new();
    let mut pages = BTreeSet::new();
    let mut open = vec![root.join("src"), root.join("cli/src")];
    while let Some(directory) = open.pop() {
        for entry in std::fs::read_dir(directory).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy();
            if path.is_dir() {
                open.push(path);
            } else if let Some(page) = name.strip_suffix(".md") {
                pages.insert(page.to_owned());
            } else if name.ends_with(".rs") && name != "codes.rs" {
                code.push_str(&std::fs::read_to_string(&path).unwrap());
            }
        }
    }
    for code_row in Code::all() {
        let name = code_row.name();
        let constant = name.to_uppercase().replace('-', "_");
        let used = code.match_indices(&format!("Code::{constant}")).any(
            |(at, text)| {
                let next = code[at + text.len()..].chars().next();
                next.is_none_or(|c| !c.is_alphanumeric() && c != '_')
            },
        );
        assert!(used, "nothing emits {name}");
        assert!(pages.remove(name), "{name} has no page");
    }
    assert!(pages.is_empty(), "pages without a code: {pages:?}");
}

/// A fix that is called safe leaves nothing of its finding behind.
#[test]
fn fixes_mend() {
    for code in Code::all() {
        let Some(page) = lint::page(code) else { continue };
        if NOT_EXECUTED.contains(&code.name()) {
            continue;
        }
        for mut example in examples(page, "## Bad") {
            let found = check(&example);
            let Some(fix) = found.iter().find_map(|f| f.fix.clone()) else {
                continue;
            };
            let mut edits = fix.edits;
            edits.sort_by_key(|edit| std::cmp::Reverse(edit.span));
            for edit in edits {
                example.text.replace_range(edit.span.range(), &edit.text);
            }
            let left = check(&example);
            let left: Vec<_> = left.iter().map(|f| f.code.name()).collect();
            let name = code.name();
            assert!(!left.contains(&name), "{name}: {}", example.text);
        }
    }
}

#[rustfmt::skip]
const TOKENS: &[&str] = &[
    "Bash", "Edit", "Read", "WebFetch", "mcp__", "a__b", "Agent", "Skill",
    "PowerShell", "(", ")", "()", ":*", " *", "*", "**", "/", "//", "~/", "..",
    "domain:", ".", "com", "[", "]", "{", "}", "|", "||", "&&", ";", "'", "\"",
    "\\", "$HOME", "%X%", "!", " ", "\t", "\n", "é", "а", "–", "\u{200b}", "😀",
    "rm", "-rf", "--force", "git", "sudo", "env", "for", "do", "done", "X=1",
    ">", "2>&1", "<<", "https://", "?", ",", "^", "(?=", "(?i)", "\\1", "Task",
    "shell", "#", "=", "==", "\0", "mcp_",
];

/// What rules, matchers and conditions are made of.
fn text() -> impl proptest::strategy::Strategy<Value = String> {
    use proptest::prelude::*;
    let token = prop::sample::select(TOKENS);
    prop::collection::vec(token, 0..10).prop_map(|tokens| tokens.concat())
}

proptest::proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig::with_cases(200))]

    /// Whatever stands in a file, there is an answer, and every place in it
    /// is one of the file.
    #[test]
    fn any_text_is_survived(
        rules in proptest::collection::vec(text(), 1..6),
        matcher in text(),
        condition in text(),
        command in text(),
    ) {
        let file = serde_json::json!({
            "permissions": {"allow": rules, "deny": rules, "ask": rules},
            "hooks": {"PreToolUse": [{"matcher": matcher, "hooks": [
                {"type": "command", "command": command, "if": condition},
            ]}]},
        });
        let text = file.to_string();
        for plugin in [false, true] {
            let marks = Vec::new();
            let text = text.clone();
            let (managed, skill, hookset) = (false, false, false);
            let (declaration, gemini) = (false, false);
            let example = Example {
                text, marks, plugin, managed, skill, hookset, declaration,
                gemini,
            };
            for found in check(&example) {
                for label in &found.labels {
                    let part = example.text.get(label.span.range());
                    proptest::prop_assert!(part.is_some(), "{found:?}");
                }
                for edit in found.fix.iter().flat_map(|fix| &fix.edits) {
                    let part = example.text.get(edit.span.range());
                    proptest::prop_assert!(part.is_some(), "{found:?}");
                    let mut mended = example.text.clone();
                    mended.replace_range(edit.span.range(), &edit.text);
                    let read: Result<serde_json::Value, _> =
                        serde_json::from_str(&mended);
                    proptest::prop_assert!(read.is_ok(), "{found:?}");
                }
            }
        }
    }
}

/// What is configured says how a server is called, whatever is usual.
#[test]
fn servers_are_called_as_they_are_configured() {
    let text = r#"{"permissions": {"deny": [
        "mcp__github__x", "mcp__GitHub__y", "mcp__other__z"]},
        "hooks": {"PreToolUse": [{"matcher": "mcp__github__.*",
        "hooks": [{"type": "command", "command": "x"}]}]}}"#;
    let dialect = Dialect::named("claude").unwrap();
    let input = Input {
        name: "settings.json".into(),
        text: text.to_owned(),
        family: Family::Claude,
        scope: Scope::Project,
        directory: None,
    };
    let policy = Policy::from_sources([input], &dialect);
    let found = lint::check_with(&policy, &["GitHub".to_owned()]);
    let at = |found: &Diagnostic| found.primary().unwrap().span.of(text);
    let found: Vec<_> =
        found.iter().map(|each| (each.code.name(), at(each))).collect();
    assert_eq!(found, [("mcp-server-case", "github"); 2]);
}

/// A star in a guard on an agent counts where the dialect is strict: nobody
/// is told that such an agent does not exist, and to take the rule out.
#[test]
fn a_star_in_a_guard_on_an_agent_is_a_slip_where_it_is_none() {
    for (dialect, list, slips) in [
        ("hookset", "deny", false),
        ("hookset", "ask", false),
        ("hookset", "allow", true),
        ("claude", "deny", true),
    ] {
        let dialect = Dialect::named(dialect).unwrap();
        let text =
            format!(r#"{{"permissions": {{"{list}": ["Agent(review-*)"]}}}}"#);
        let input = Input {
            name: "settings.json".into(),
            text,
            family: Family::Claude,
            scope: Scope::Project,
            directory: None,
        };
        let policy = Policy::from_sources([input], &dialect);
        let found = lint::check(&policy);
        let said = found.iter().any(|f| f.code == Code::NEVER_MATCHES);
        assert_eq!(said, slips, "{list}: {found:?}");
    }
}

/// What mends a matcher of many names is as long as it is, and said once.
#[test]
fn many_servers_in_a_matcher_are_mended_once() {
    let names: Vec<_> = (0..2000).map(|n| format!("mcp__a{n}")).collect();
    let hook = serde_json::json!({"type": "command", "command": "x"});
    let group = serde_json::json!({
        "matcher": names.join("|"), "hooks": [hook]});
    let text = serde_json::json!({"hooks": {"PreToolUse": [group]}});
    let input = Input {
        name: "settings.json".into(),
        text: text.to_string(),
        family: Family::Claude,
        scope: Scope::Project,
        directory: None,
    };
    let dialect = Dialect::named("claude").unwrap();
    let found = lint::check(&Policy::from_sources([input], &dialect));
    let own = found.iter().filter(|f| f.code == Code::LITERAL_MCP_PREFIX);
    let own: Vec<_> = own.collect();
    assert_eq!(own.len(), names.len());
    assert!(own[0].fix.is_some());
    let long = |found: &Diagnostic| {
        let help = found.help.as_ref().map_or(0, String::len);
        help > 200 || found.fix.is_some()
    };
    assert!(!own[1..].iter().any(|found| long(found)));
}
