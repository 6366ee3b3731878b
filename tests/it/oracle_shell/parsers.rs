//! The two other parsers, in a process of their own.

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};

use hookset::shell::split::Line;
use serde_json::{Value, json};

use super::{ours, plain, real_lines, suite_lines};

/// The longest text that the other parsers are given.
const MAX_ORACLE_BYTES: usize = 2_000;

/// The other parsers, started anew when they abort.
pub(super) struct Parsers {
    program: PathBuf,
    child: Option<(Child, ChildStdin, BufReader<std::process::ChildStdout>)>,
    aborts: usize,
}

impl Parsers {
    pub(super) fn find() -> Option<Parsers> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let program = root.join("tests/oracles/target/release");
        let program = program.join("hookset-oracles");
        if !program.exists() {
            println!(
                "skipped: the other parsers are not built (`cargo build \
                 --release` in `tests/oracles`)"
            );
            return None;
        }
        Some(Parsers { program, child: None, aborts: 0 })
    }

    pub(super) fn ask(&mut self, text: &str) -> Option<Value> {
        if self.child.is_none() {
            let mut child = Command::new(&self.program)
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .stderr(Stdio::null())
                .spawn()
                .unwrap();
            let to = child.stdin.take().unwrap();
            let from = child.stdout.take().unwrap();
            self.child = Some((child, to, BufReader::new(from)));
        }
        let (_, to, from) = self.child.as_mut()?;
        let mut answer = String::new();
        let sent = writeln!(to, "{}", json!(text));
        let read = sent.and_then(|()| from.read_line(&mut answer));
        if !matches!(read, Ok(length) if length > 0) {
            self.aborts += 1;
            if let Some((mut child, ..)) = self.child.take() {
                let _ = child.kill();
                let _ = child.wait();
            }
            return None;
        }
        serde_json::from_str(&answer).ok()
    }
}

impl Drop for Parsers {
    fn drop(&mut self) {
        if let Some((mut child, to, _)) = self.child.take() {
            drop(to);
            let _ = child.wait();
        }
    }
}

/// Lines that another parser takes for something else than bash does.
pub(super) const WRONG: &[&str] = &[
    // An assignment to an element is no command.
    "declare -A m; m[$(rm -rf ./probe-dir; echo k)]=1",
    // A backslash at the very end stands for itself.
    "find . -name *.txt -exec ls {} ;\\",
];

/// How far we agree with one parser.
#[derive(Default)]
pub(super) struct Agreement {
    refused: usize,
    seen: usize,
    more: usize,
    wrong: usize,
    marked: usize,
    missing: Vec<String>,
}

impl Agreement {
    fn note(&mut self, text: &str, theirs: &Value, line: &mut Line) {
        let Some(theirs) = theirs.as_array() else {
            self.refused += 1;
            return;
        };
        let count = theirs.len();
        let theirs: BTreeSet<String> = theirs
            .iter()
            .filter_map(|word| word.as_str().map(plain))
            .collect();
        let (marked, ours) = ours(text, line);
        let commands = line.simples.iter().filter(|simple| {
            simple.words.1 - simple.words.0 > simple.assignments
        });
        if theirs.is_subset(&ours) {
            self.seen += 1;
            self.more += usize::from(commands.count() > count);
        } else if WRONG.contains(&text) {
            self.wrong += 1;
        } else if marked {
            self.marked += 1;
        } else {
            let missing: Vec<_> = theirs.difference(&ours).collect();
            self.missing.push(format!("{text:?}: {missing:?}"));
        }
    }

    fn print(&self, name: &str) {
        println!(
            "{name}: all commands seen in {} ({} with more of ours), {} \
             marked, {} refused by it, {} known to be wrong, {} missing",
            self.seen,
            self.more,
            self.marked,
            self.refused,
            self.wrong,
            self.missing.len()
        );
        for text in self.missing.iter().take(40) {
            println!("  {text}");
        }
    }
}

#[test]
pub(super) fn what_other_parsers_see_is_seen_or_marked() {
    let Some(mut parsers) = Parsers::find() else { return };
    let (mut rable, mut tree) = (Agreement::default(), Agreement::default());
    let mut line = Line::default();
    let mut lines = suite_lines();
    lines.extend(real_lines());
    for text in lines.iter().filter(|text| text.len() <= MAX_ORACLE_BYTES) {
        let Some(answer) = parsers.ask(text) else { continue };
        rable.note(text, &answer["rable"], &mut line);
        tree.note(text, &answer["tree_sitter"], &mut line);
    }
    println!("{} lines, {} aborts", lines.len(), parsers.aborts);
    rable.print("rable");
    tree.print("tree-sitter-bash");
    assert!(rable.missing.is_empty(), "rable sees commands that we miss");
    assert!(tree.missing.len() * 1000 < lines.len());
}
