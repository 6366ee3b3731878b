//! Each row of the requirement table about guidance has a test of its name.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// Rows of area mcp of which something can be done without a connection.
const DECLARED: &[u32] = &[1, 5, 26, 27, 28, 29, 35, 36, 39, 41];
/// Rows of the talk with servers that belong to other areas and have their
/// pure half here as well.
const BESIDE: &[u32] =
    &[2, 7, 13, 14, 17, 18, 19, 20, 31, 32, 33, 37, 38, 40, 42, 43, 44, 49];

/// The rows that the tests in these files name: `s1_01` is row S1-01.
pub(crate) fn named() -> BTreeSet<String> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/guide");
    let mut rows = BTreeSet::new();
    let mut open = vec![here];
    let mut files = Vec::new();
    while let Some(directory) = open.pop() {
        for entry in fs::read_dir(directory).unwrap() {
            let path = entry.unwrap().path();
            let into = if path.is_dir() { &mut open } else { &mut files };
            into.push(path);
        }
    }
    for path in files {
        if path.extension().is_none_or(|extension| extension != "rs") {
            continue;
        }
        let text = fs::read_to_string(path).unwrap();
        let lines = text.lines().map(str::trim_start);
        for line in lines.filter(|line| line.starts_with("fn ")) {
            let words: Vec<&str> = line[3..].split(['_', '(']).collect();
            for pair in words.windows(2) {
                let is_row = matches!(pair[0], "s0" | "s1" | "c");
                if is_row && pair[1].parse::<u32>().is_ok() {
                    let set = pair[0].to_ascii_uppercase();
                    rows.insert(format!("{set}-{}", pair[1]));
                }
            }
        }
    }
    rows
}

#[test]
fn every_row_has_a_test() {
    let row = |set: &str, number: u32| format!("{set}-{number:02}");
    let mut wanted: Vec<String> = (1..=58).map(|n| row("S1", n)).collect();
    wanted.extend(DECLARED.iter().chain(BESIDE).map(|&n| row("S0", n)));
    wanted.extend((27..=37).map(|n| row("C", n)));
    wanted.push(row("C", 45));
    let named = named();
    let missing: Vec<_> =
        wanted.iter().filter(|row| !named.contains(*row)).collect();
    println!("{} rows, {} without a test", wanted.len(), missing.len());
    assert!(missing.is_empty(), "{missing:?}");
}
