//! The requirements of the source documents, row by row: each case names
//! the row it holds for, and rows without a case are printed.

mod act;
mod look;
mod read;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

fn directory() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/suite/requirements")
}

/// The tables called `kind` of every file, with the file's name.
fn tables(kind: &str) -> Vec<(String, Value)> {
    let entries = fs::read_dir(directory()).unwrap();
    let mut paths: Vec<_> = entries.map(|e| e.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|e| e == "toml"));
    paths.sort();
    let mut out = Vec::new();
    for path in paths {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let text = fs::read_to_string(&path).unwrap();
        let table: toml::Table =
            toml::from_str(&text).unwrap_or_else(|e| panic!("{name}: {e}"));
        let value = serde_json::to_value(table).unwrap();
        let list = value[kind].as_array().cloned().unwrap_or_default();
        out.extend(list.into_iter().map(|each| (name.clone(), each)));
    }
    out
}

/// The rows a case or reason is about: one, or several joined by blanks.
fn rows_of(table: &Value) -> Vec<String> {
    let rows = table["row"].as_str().unwrap_or_default();
    rows.split_whitespace().map(str::to_owned).collect()
}

/// Every row with its areas.
fn rows() -> BTreeMap<String, Vec<String>> {
    let text = fs::read_to_string(directory().join("rows.txt")).unwrap();
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let rows = lines.filter_map(|line| line.split_once(' '));
    rows.map(|(row, areas)| {
        (row.to_owned(), areas.split(',').map(str::to_owned).collect())
    })
    .collect()
}

#[test]
fn every_case_holds() {
    let mut wrong = Vec::new();
    let mut count = 0;
    for (file, case) in tables("case").into_iter().chain(tables("half")) {
        count += 1;
        let row = case["row"].as_str().unwrap_or("a case without row");
        let says = case["says"].as_str().unwrap_or_default();
        if let Err(why) = act::run(&case) {
            wrong.push(format!("{file} {row} ({says}): {why}"));
        }
    }
    println!("{count} cases");
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

/// Every row has a case. Only what something would have to be run for may
/// wait for the runner.
#[test]
fn every_row_has_a_case_or_waits_for_the_runner() {
    let rows = rows();
    let named = |kind| -> BTreeSet<String> {
        tables(kind).iter().flat_map(|(_, table)| rows_of(table)).collect()
    };
    let mut cases = named("case");
    // Rows about guidance are tests in Rust that bear the row's name.
    cases.extend(crate::guide::rows::named());
    // What a runner would have to do for these rows is not done; what is
    // read from its answers is.
    let halves = named("half");
    for row in cases.iter().chain(&halves) {
        assert!(rows.contains_key(row), "`{row}` is no row");
    }
    let runs = |areas: &[String]| areas.iter().any(|area| area == "run");
    let elsewhere = ["core", "lint", "plan", "compose"];
    let (mut missing, mut waiting, mut partly) =
        (Vec::new(), Vec::new(), Vec::new());
    for (row, areas) in &rows {
        let also = areas.iter().any(|a| elsewhere.contains(&a.as_str()));
        match (cases.contains(row), runs(areas)) {
            (true, true) => partly.push(row.as_str()),
            (true, false) => {}
            (false, true) if !also || halves.contains(row) => {
                waiting.push(row.as_str());
            }
            (false, _) => missing.push(row.as_str()),
        }
    }
    println!("rows with a case: {} of {}", cases.len(), rows.len());
    println!("of these, also to be run: {}", partly.join(" "));
    println!("waiting for the runner: {}", waiting.join(" "));
    let halves: Vec<_> = halves.iter().map(String::as_str).collect();
    println!("read but not run: {}", halves.join(" "));
    println!("without a case: {}", missing.join(" "));
    assert!(missing.is_empty(), "rows without a case: {}", missing.join(" "));
}

/// The contradictions of which the toolkit's document and its code are the
/// two sides: tests in Rust compose both.
const IN_THE_TOOLKIT: std::ops::RangeInclusive<usize> = 27..=37;

/// Each contradiction between the source documents is a choice of dialects:
/// what a case says of one dialect does not hold in another that has a case,
/// or a reason says why there is one answer only.
#[test]
fn every_contradiction_has_two_answers_or_a_reason() {
    let mut cases: BTreeMap<String, Vec<Value>> = BTreeMap::new();
    for (_, case) in tables("case").into_iter().chain(tables("half")) {
        for row in rows_of(&case) {
            cases.entry(row).or_default().extend(act::each(&case));
        }
    }
    let mut reasons = BTreeMap::new();
    for (file, table) in tables("one") {
        let why = table["why"].as_str().unwrap_or_default().to_owned();
        assert!(why.len() > 40, "{file}: one answer without a reason");
        for row in rows_of(&table) {
            reasons.insert(row, why.clone());
        }
    }
    let in_rust = crate::guide::rows::named();
    let (mut two, mut one, mut missing) = (0, 0, Vec::new());
    for number in 1..=51 {
        let row = format!("C-{number:02}");
        let own = cases.get(&row).map_or(&[][..], Vec::as_slice);
        let both = both_ways(own);
        let reason = reasons.get(&row);
        let in_rust =
            IN_THE_TOOLKIT.contains(&number) && in_rust.contains(&row);
        match (reason, both) {
            (Some(why), _) if !own.is_empty() || in_rust => {
                one += 1;
                println!("{row}: one answer: {why}");
            }
            (Some(_), _) => missing.push(format!("{row} has no case")),
            (None, Some((first, other, why))) => {
                two += 1;
                println!("{row}: in {first}, not in {other}: {why}");
            }
            (None, None) if in_rust => {
                two += 1;
                println!("{row}: by the document, and by the code");
            }
            (None, None) => missing.push(format!("{row} has one answer")),
        }
    }
    println!("two answers: {two}, one and a reason: {one}");
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}

/// Two dialects of these cases between which a case makes a difference, and
/// what differs.
fn both_ways(cases: &[Value]) -> Option<(String, String, String)> {
    let name = |case: &Value| {
        case["dialect"].as_str().unwrap_or("hookset").to_owned()
    };
    let names: BTreeSet<String> = cases.iter().map(name).collect();
    cases.iter().find_map(|case| {
        let own = name(case);
        names.iter().filter(|other| **other != own).find_map(|other| {
            let mut moved = case.clone();
            moved["dialect"] = other.as_str().into();
            // A handler or field the other does not have says nothing about
            // its answer.
            let why = act::run(&moved).err()?;
            let says = !why.contains("no step") && !why.contains("no field");
            says.then_some((own.clone(), other.clone(), why))
        })
    })
}
