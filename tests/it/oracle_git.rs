//! Path patterns against git itself, and against the `ignore` package where
//! node finds it. What differs on purpose is listed with its reason in
//! `tests/suite/paths/differences.json`.

#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    reason = "a test may fail"
)]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use hookset::hook_set::reference;
use hookset::syntax::{Anchor, ParsedPath, parse_path};

use super::shared;

fn suite(name: &str) -> serde_json::Value {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let file = root.join("tests/suite/paths").join(name);
    let text = fs::read_to_string(file).expect(name);
    serde_json::from_str(&text).expect(name)
}

fn list(name: &str) -> Vec<String> {
    serde_json::from_value(suite(name)).expect(name)
}

/// The patterns of the table and, when it is there, of the corpus.
fn patterns() -> Vec<String> {
    let mut all = list("patterns.json");
    // Without it only the table is compared.
    let Some(corpus) = shared::text("corpus/rules.jsonl") else { return all };
    for line in corpus.lines() {
        let row: serde_json::Value = serde_json::from_str(line).expect(line);
        let rule = row["rule"].as_str().unwrap_or("");
        let content = ["Read(", "Edit("]
            .iter()
            .find_map(|tool| rule.strip_prefix(tool))
            .and_then(|rest| rest.strip_suffix(')'));
        all.extend(content.map(str::to_owned));
    }
    let mut seen = BTreeSet::new();
    all.retain(|pattern| seen.insert(pattern.clone()));
    all
}

/// The line of an ignore file, in the directory the pattern is anchored at,
/// that means the same; `None` where no line can.
fn as_line(text: &str, parsed: &ParsedPath) -> Option<String> {
    if parsed.negated || text.contains(['\n', '\0']) || parsed.ascend > 0 {
        return None;
    }
    let line = match parsed.anchor {
        Anchor::Root => text.strip_prefix("//")?.to_owned(),
        Anchor::Home => text.strip_prefix("~/").unwrap_or("").to_owned(),
        Anchor::Source => text.strip_prefix('/')?.to_owned(),
        Anchor::Cwd => match text.strip_prefix("./") {
            Some(rest) => rest.to_owned(),
            None if text.starts_with('#') => return Some(format!("\\{text}")),
            None => return Some(text.to_owned()),
        },
    };
    (!line.trim().is_empty()).then(|| format!("/{line}"))
}

struct Case {
    text: String,
    line: String,
    parsed: ParsedPath,
}

fn cases() -> Vec<Case> {
    let case = |text: String| {
        let parsed = parse_path(&text, false);
        let line = as_line(&text, &parsed)?;
        Some(Case { text, line, parsed })
    };
    patterns().into_iter().filter_map(case).collect()
}

/// Compares what another reader says about every pattern and path; returns
/// the differences that are not listed.
fn compare(
    who: &str,
    cases: &[Case],
    paths: &[String],
    theirs: impl Fn(usize, usize) -> bool,
) {
    let listed: BTreeMap<String, BTreeMap<String, String>> =
        serde_json::from_value(suite("differences.json")).expect("a map");
    let none = BTreeMap::new();
    let listed = listed.get(who).unwrap_or(&none);
    let mut used = BTreeSet::new();
    let mut wrong = Vec::new();
    for (at, case) in cases.iter().enumerate() {
        for (place, path) in paths.iter().enumerate() {
            let glob = &case.parsed.glob;
            let ours = reference::path::matches(glob, path, false, false);
            let theirs = theirs(at, place);
            if ours == theirs {
                continue;
            }
            if listed.contains_key(&case.text) {
                used.insert(case.text.clone());
                continue;
            }
            wrong.push(format!("{} on {path}: {who} {theirs}", case.text));
        }
    }
    let differ = wrong.len();
    wrong.truncate(60);
    assert!(differ == 0, "{differ} differences:\n{}", wrong.join("\n"));
    let table: BTreeSet<String> = list("patterns.json").into_iter().collect();
    let stale =
        |text: &&String| !used.contains(*text) && table.contains(*text);
    let stale: Vec<_> = listed.keys().filter(stale).collect();
    assert!(stale.is_empty(), "listed, but there is no difference: {stale:?}");
    println!(
        "{}: {} patterns on {} paths, {} patterns differ as listed",
        who,
        cases.len(),
        paths.len(),
        used.len()
    );
}

fn scratch(name: &str) -> PathBuf {
    let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&dir);
    fs::create_dir_all(&dir).expect("a directory for the test");
    dir
}

/// Runs a program on a text and returns what it prints.
fn piped(command: &mut Command, input: Vec<u8>) -> Option<Vec<u8>> {
    command.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.stderr(Stdio::null()).spawn().ok()?;
    let mut stdin = child.stdin.take()?;
    let writer = std::thread::spawn(move || stdin.write_all(&input).is_ok());
    let output = child.wait_with_output().ok()?;
    writer.join().ok()?.then_some(output.stdout)
}

fn git(dir: &Path) -> Command {
    let mut git = Command::new("git");
    git.current_dir(dir)
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .env("GIT_CONFIG_NOSYSTEM", "1")
        .args(["-c", "core.excludesFile=/dev/null"])
        .args(["-c", "core.ignoreCase=false"]);
    git
}

#[test]
fn git_reads_patterns_alike() {
    let dir = scratch("oracle_git");
    let init = git(&dir).args(["init", "-q"]).output();
    if !init.is_ok_and(|out| out.status.success()) {
        println!("skipped: git cannot be run");
        return;
    }
    let cases = cases();
    let paths = list("paths.json");
    let mut asked = Vec::new();
    for (at, case) in cases.iter().enumerate() {
        let sub = dir.join(format!("p{at}"));
        fs::create_dir(&sub).expect("a directory for the pattern");
        let line = format!("{}\n", case.line);
        fs::write(sub.join(".gitignore"), line).expect("an ignore file");
        for path in &paths {
            asked.extend(format!("p{at}/{path}\0").into_bytes());
        }
    }
    let mut command = git(&dir);
    command.args(["check-ignore", "--no-index", "-v", "-n", "-z", "--stdin"]);
    let answers = piped(&mut command, asked).expect("git's answers");
    let answers = String::from_utf8(answers).expect("text");
    // Four fields each: file, line, pattern, path; the first three are empty
    // where nothing matches.
    let fields: Vec<&str> = answers.split('\0').collect();
    let said: Vec<bool> =
        fields.chunks_exact(4).map(|answer| !answer[0].is_empty()).collect();
    assert_eq!(said.len(), cases.len() * paths.len());
    compare("git", &cases, &paths, |case, path| {
        said[case * paths.len() + path]
    });
}

const SCRIPT: &str = "
const ignore = require('ignore');
const {lines, paths} = JSON.parse(require('fs').readFileSync(0, 'utf8'));
console.log(lines.map(line => {
  const one = ignore({ignorecase: false}).add(line);
  return paths.map(path => {
    try { return one.ignores(path) ? '1' : '0' } catch { return '?' }
  }).join('');
}).join('\\n'));
";

#[test]
fn the_ignore_package_reads_patterns_alike() {
    let cases = cases();
    let paths = list("paths.json");
    let lines: Vec<&str> = cases.iter().map(|c| c.line.as_str()).collect();
    let input = serde_json::json!({ "lines": lines, "paths": paths });
    let mut node = Command::new("node");
    let answers =
        piped(node.args(["-e", SCRIPT]), input.to_string().into_bytes());
    let answers =
        String::from_utf8(answers.unwrap_or_default()).expect("text");
    let rows: Vec<&[u8]> = answers.lines().map(str::as_bytes).collect();
    if rows.len() != cases.len() {
        println!("skipped: node does not find the package `ignore`");
        return;
    }
    compare("ignore", &cases, &paths, |case, path| rows[case][path] == b'1');
}
