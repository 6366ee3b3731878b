//! Kinds of event made of the commands of the suite, each again and again:
//! whatever is looked for in a command, one of them has it. Those are printed
//! that take more than linear time.
//!
//! `cargo bench --bench hostile -- --suite [name]`

use std::path::Path;

use hookset::plan::Engine;
use serde_json::Value;

use super::corpora::set;
use super::random::steep;
use super::{Memory, guards};

/// A longer command says nothing that a shorter one does not.
const LONG: usize = 200;

/// A row of the suite: its name, its guards, the tool and its command.
struct Row {
    name: String,
    guards: Vec<String>,
    tool: &'static str,
    command: String,
}

fn rows() -> Vec<Row> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = root.join("tests/suite/bypass").read_dir().unwrap();
    let mut paths: Vec<_> = folder.map(|file| file.unwrap().path()).collect();
    paths.sort();
    let texts = paths.into_iter().map(|p| std::fs::read_to_string(p).unwrap());
    let lines: Vec<Value> = texts
        .flat_map(|text| {
            let rows = text.lines().map(|l| serde_json::from_str(l).unwrap());
            rows.collect::<Vec<_>>()
        })
        .collect();
    let row = |line: &Value| {
        let command = line["input"]["command"].as_str()?;
        let tool = match line["tool"].as_str()? {
            "Bash" => "Bash",
            "PowerShell" => "PowerShell",
            _ => return None,
        };
        let lists = ["deny", "ask"].map(|list| line["rules"][list].as_array());
        let guards = lists.into_iter().flatten().flatten();
        let guards = guards.filter_map(Value::as_str).map(str::to_owned);
        let name = line["id"].as_str()?;
        (command.len() < LONG).then(|| Row {
            name: name.to_owned(),
            guards: guards.collect(),
            tool,
            command: command.to_owned(),
        })
    };
    lines.iter().filter_map(row).collect()
}

/// Asks each command under the guards of all of them.
pub(super) fn run(wanted: &str) {
    let mut rows = rows();
    let mut deny = guards();
    deny.extend(rows.iter_mut().flat_map(|row| row.guards.drain(..)));
    deny.sort();
    deny.dedup();
    let engine: Engine = set::engine([Vec::new(), deny, Vec::new()]);
    let mut memory = Memory::default();
    let mut count = 0;
    rows.retain(|row| row.name.contains(wanted));
    for Row { name, tool, command, .. } in rows {
        let (first, rest) = command.split_once(' ').unwrap_or((&command, ""));
        let kinds = [
            ["".to_owned(), format!("{command}; "), String::new()],
            [first.to_owned(), format!(" {rest}"), String::new()],
            ["".to_owned(), format!("{command} "), String::new()],
        ];
        for kind in kinds {
            count += 1;
            let place = (tool, "command");
            if let Some(times) = steep(&engine, &mut memory, &kind, place) {
                println!("{name} {kind:?}: {times:.1?} ms from 40 kB on");
            }
        }
    }
    println!("{count} kinds");
}
