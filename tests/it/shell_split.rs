//! The splitter over real command lines and over the known ways around it.
//! The data lies next to the repository and is not part of it.

#![allow(clippy::indexing_slicing, reason = "a row that lacks a key fails")]

use std::collections::BTreeMap;

use hookset::shell::split::{Limits, Line, split};
use hookset::shell::{Reason, Shell};
use serde_json::Value;

use super::{shared, targets};

fn shell_of(case: &Value) -> Shell {
    match case["ctx"]["shell"].as_str() {
        Some("zsh") => Shell::Zsh,
        Some("powershell") => Shell::PowerShell,
        _ => Shell::Bash,
    }
}

fn command_of(case: &Value) -> Option<String> {
    let input = &case["input"];
    if let Some(command) = input["command"].as_str() {
        return Some(command.to_owned());
    }
    let unit = input["gen"]["unit"].as_str()?;
    let count = usize::try_from(input["gen"]["count"].as_u64()?).ok()?;
    let tail = input["gen"]["tail"].as_str().unwrap_or("");
    Some(unit.repeat(count) + tail)
}

/// The programs a line names: the last segment of each first word.
fn programs(line: &Line) -> Vec<&str> {
    let firsts = line.simples.iter().filter_map(|simple| {
        let words = line.words_of(simple);
        let word = words.get(simple.assignments as usize)?;
        let name = line.cooked(word);
        Some(name.rsplit('/').next().unwrap_or(name))
    });
    firsts.collect()
}

#[test]
fn known_bypasses_are_seen_or_marked() {
    let Some(text) = shared::text("cases/bypass.jsonl") else { return };
    let mut line = Line::default();
    let (mut ran, mut first, mut marked, mut inner) = (0, 0, 0, Vec::new());
    for row in text.lines() {
        let case: Value = serde_json::from_str(row).unwrap();
        let Some(command) = command_of(&case) else { continue };
        split(&command, shell_of(&case), &Limits::default(), &mut line);
        targets::shells::places_exist(&command, &line);
        let doubt = line.marks.iter().any(|m| m.reason != Reason::Confusable);
        if std::env::var_os("SHOW_MARKED").is_some()
            && doubt
            && case["ideal"] == "allow"
        {
            println!("marked: {} {command:?} {:?}", case["id"], line.marks);
        }
        let programs = programs(&line);
        let runs = case["oracle_runs"].as_array();
        for run in runs.into_iter().flatten().filter_map(Value::as_str) {
            ran += 1;
            if programs.contains(&run) {
                first += 1;
            } else if doubt {
                marked += 1;
            } else {
                inner.push((case["id"].clone(), command.clone()));
            }
        }
    }
    println!("{ran} programs: {first} first words, {marked} behind a mark");
    println!("{} inside wrappers, strings, variables:", inner.len());
    for (id, command) in inner {
        println!("  {id} {command:?}");
    }
}

#[test]
fn real_command_lines() {
    let Some(text) = shared::text("corpus/events/bash_commands.txt") else {
        return;
    };
    let calls =
        shared::text("corpus/events/tool_calls.jsonl").unwrap_or_default();
    // Those of several lines stand only in the recorded calls.
    let calls = calls.lines().filter_map(|row| {
        let call: Value = serde_json::from_str(row).unwrap();
        let command = call["tool_input"]["command"].as_str()?;
        command.contains('\n').then(|| command.to_owned())
    });
    let rows = text.lines().map(str::to_owned).chain(calls);
    let mut line = Line::default();
    let mut reasons: BTreeMap<&str, usize> = BTreeMap::new();
    let (mut lines, mut marked, mut simples) = (0, 0, 0);
    for command in rows {
        split(&command, Shell::Bash, &Limits::default(), &mut line);
        targets::shells::places_exist(&command, &line);
        lines += 1;
        simples += line.simples.len();
        let doubts = line.marks.iter().map(|mark| mark.reason);
        let mut doubts: Vec<_> =
            doubts.filter(|&r| r != Reason::Confusable).collect();
        doubts.sort_unstable();
        doubts.dedup();
        marked += usize::from(!doubts.is_empty());
        for reason in doubts {
            *reasons.entry(reason.as_str()).or_default() += 1;
            if std::env::var_os("SHOW_LINES").is_some() {
                println!("{} {command:?}", reason.as_str());
            }
        }
    }
    println!("{lines} lines, {simples} commands, {marked} lines with marks");
    println!("{reasons:?}");
    assert!(marked * 100 < lines * 12, "{marked} of {lines} are marked");
}

/// `bash -n` says which lines are no commands: each of them has a mark, and
/// hardly any other is called unparsed.
#[test]
fn bash_refuses_what_is_marked() {
    let Some(file) = std::env::var_os("BASH_VERDICTS") else { return };
    let text = std::fs::read_to_string(file).unwrap();
    let rows: Value = serde_json::from_str(&text).unwrap();
    let mut line = Line::default();
    let (mut missed, mut extra) = (0, 0);
    for row in rows.as_array().into_iter().flatten() {
        let command = row["c"].as_str().unwrap();
        split(command, Shell::Bash, &Limits::default(), &mut line);
        let marked = line.marks.iter().any(|m| m.reason == Reason::Unparsed);
        if row["bad"] == true && !marked {
            missed += 1;
            println!("missed {command:?}");
        }
        if row["bad"] == false && marked {
            extra += 1;
            println!("extra {command:?} {:?}", line.marks);
        }
    }
    println!("{missed} missed, {extra} extra");
}
