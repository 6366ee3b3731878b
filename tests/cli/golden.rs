use std::fs;
use std::path::{Path, PathBuf};

use crate::run::{Ran, hookset};

#[test]
fn golden_runs() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/cli");
    let update = std::env::var_os("UPDATE").is_some();
    let mut failed = Vec::new();
    let mut seen = 0;
    for directory in directories(&root) {
        seen += 1;
        let ran = run(&directory);
        if update {
            write(&directory, &ran);
        } else if let Err(why) = compare(&directory, &ran) {
            failed.push(format!("{}: {why}", directory.display()));
        }
    }
    assert!(seen > 0, "no golden runs found");
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

fn directories(root: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(root).unwrap();
    let paths = entries.map(|entry| entry.unwrap().path());
    let mut all: Vec<_> =
        paths.filter(|path| path.join("cmd").is_file()).collect();
    all.sort();
    all
}

fn run(directory: &Path) -> Ran {
    let line = fs::read_to_string(directory.join("cmd")).unwrap();
    let args = words(line.trim());
    assert_eq!(args.first().map(String::as_str), Some("hookset"));
    let stdin = fs::read(directory.join("stdin")).ok();
    hookset(directory, &args[1..], stdin.as_deref())
}

/// Words at blanks; single quotes keep blanks.
fn words(line: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut quoted = false;
    for c in line.chars() {
        match c {
            '\'' => quoted = !quoted,
            ' ' if !quoted => words.push(String::new()),
            c => words.last_mut().unwrap().push(c),
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

fn outputs(ran: &Ran) -> [(&'static str, String); 3] {
    [
        ("stdout", ran.stdout.clone()),
        ("stderr", ran.stderr.clone()),
        ("code", format!("{}\n", ran.code)),
    ]
}

fn write(directory: &Path, ran: &Ran) {
    for (name, text) in outputs(ran) {
        let path = directory.join(name);
        if text.is_empty() {
            let _ = fs::remove_file(path);
        } else {
            fs::write(path, text).unwrap();
        }
    }
}

fn compare(directory: &Path, ran: &Ran) -> Result<(), String> {
    for (name, text) in outputs(ran) {
        let wanted =
            fs::read_to_string(directory.join(name)).unwrap_or_default();
        if wanted != text {
            return Err(format!(
                "{name} differs\n--- wanted\n{wanted}--- got\n{text}"
            ));
        }
    }
    Ok(())
}
