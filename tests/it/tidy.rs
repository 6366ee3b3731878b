//! What the house looks like: held by reading its own files.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The rooms, in order: each imports only from rooms above it.
const CORRIDOR: &[&str] = &[
    "source",
    "diagnostic",
    "json",
    "event",
    "syntax",
    "shell",
    "load",
    "dialect",
    "ir",
    "subject",
    "policy",
    "hook_set",
    "plan",
    "analyze",
    "guide",
    "lint",
];

/// The rooms of `src/shell`, in order; `analyze.rs` calls them all.
const SHELL: &[&str] = &[
    "data", "split", "guards", SCENE, "files", "runs", "views", "doubts",
    "windows",
];

/// The room of whatever stands at the top of `src/shell` and has none.
const SCENE: &str = "scene";

/// Files that are tables and may be longer.
const TABLES: &[&str] = &[
    "src/diagnostic/codes.rs",
    "src/event/table.rs",
    "src/event/tools.rs",
    "src/shell/data/exec_flags.rs",
    "src/shell/data/files.rs",
    "src/shell/data/flags/others.rs",
    "src/shell/data/globals.rs",
    "src/shell/data/interpreters.rs",
];

/// The longest file, tests aside.
const MAX_LINES: usize = 400;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// All files below a directory with one of these extensions, relative to
/// the root.
fn files(under: &str, extension: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut open = vec![root().join(under)];
    while let Some(directory) = open.pop() {
        let Ok(entries) = fs::read_dir(directory) else { continue };
        for entry in entries {
            let path = entry.unwrap().path();
            if path.is_dir() {
                // What was built there is nobody's.
                if !path.ends_with("target") {
                    open.push(path);
                }
            } else if path.extension().is_some_and(|e| e == extension) {
                found.push(path.strip_prefix(root()).unwrap().to_owned());
            }
        }
    }
    found.sort();
    found
}

fn read(path: &Path) -> String {
    fs::read_to_string(root().join(path)).unwrap()
}

/// The part of a file before its tests; nothing for files of tests.
fn body(path: &Path) -> String {
    let is_test = path.components().any(|part| {
        let name = part.as_os_str().to_string_lossy();
        name == "tests" || name == "tests.rs"
    });
    if is_test {
        return String::new();
    }
    let text = read(path);
    // `mod tests;` may stand anywhere among the others.
    let end = text.find("#[cfg(test)]\nmod tests {").unwrap_or(text.len());
    text[..end].to_owned()
}

/// The rooms of a corridor that a file names behind these words.
fn rooms_used(text: &str, above: &str, all: &[&str]) -> BTreeSet<String> {
    let mut rooms = BTreeSet::new();
    for (at, _) in text.match_indices(above) {
        let line = text[..at].rfind('\n').map_or(0, |n| n + 1);
        if text[line..at].trim_start().starts_with("//") {
            continue;
        }
        let rest = &text[at + above.len()..];
        let names = match rest.strip_prefix('{') {
            Some(list) => &list[..list.find(';').unwrap_or(list.len())],
            None => rest,
        };
        let many = rest.starts_with('{');
        for word in names.split(|c: char| !c.is_alphanumeric() && c != '_') {
            if all.contains(&word) {
                rooms.insert(word.to_owned());
            }
            if !many {
                break;
            }
        }
    }
    rooms
}

#[test]
fn rooms_import_only_from_rooms_above() {
    let place = |room: &str| CORRIDOR.iter().position(|r| *r == room);
    let mut wrong = Vec::new();
    for path in files("src", "rs") {
        let inside = path.strip_prefix("src").unwrap();
        let first = inside.components().next().unwrap();
        let room = first.as_os_str().to_string_lossy();
        let room = room.strip_suffix(".rs").unwrap_or(&room).to_owned();
        if room == "lib" {
            continue;
        }
        let Some(here) = place(&room) else {
            wrong.push(format!("{} is in no room", path.display()));
            continue;
        };
        for used in rooms_used(&body(&path), "crate::", CORRIDOR) {
            if place(&used) > Some(here) {
                wrong.push(format!("{} uses `{used}`", path.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn rooms_of_the_shell_import_only_from_rooms_above() {
    let place = |room: &str| {
        let own = SHELL.iter().position(|own| *own == room);
        own.or_else(place_of_scene)
    };
    let tops = ["src/shell/mod.rs", "src/shell/analyze.rs"].map(Path::new);
    let mut all = files("src/shell", "rs");
    all.retain(|path| !tops.contains(&path.as_path()));
    let room_of = |path: &Path| {
        let first = path.components().nth(2).unwrap();
        let name = first.as_os_str().to_string_lossy();
        name.strip_suffix(".rs").unwrap_or(&name).to_owned()
    };
    let rooms: BTreeSet<_> = all.iter().map(|path| room_of(path)).collect();
    let rooms: Vec<_> = rooms.iter().map(String::as_str).collect();
    let (mut wrong, mut seen) = (Vec::new(), 0);
    for path in all {
        let inside: Vec<_> = path.components().skip(2).collect();
        let here = place(&room_of(&path));
        let text = body(&path);
        let is_root = path.file_name().is_some_and(|name| name == "mod.rs");
        let up = "super::".repeat(inside.len() - usize::from(is_root));
        for above in ["crate::shell::", &up] {
            for used in rooms_used(&text, above, &rooms) {
                seen += 1;
                if place(&used) > here {
                    let path = path.display();
                    wrong.push(format!("{path} uses `{used}`"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(seen > 100, "files of these rooms import from others");
}

fn place_of_scene() -> Option<usize> {
    SHELL.iter().position(|room| *room == SCENE)
}

#[test]
fn the_library_touches_nothing_outside() {
    let words = [
        "std::env",
        "std::fs",
        "std::io",
        "std::net::T",
        "std::net::U",
        "std::process",
        "std::thread",
        "std::time",
        "println!",
        "print!",
        "eprintln!",
        "eprint!",
        "include!",
    ];
    let mut wrong = Vec::new();
    for path in files("src", "rs") {
        for (number, line) in body(&path).lines().enumerate() {
            let code = line.split("//").next().unwrap_or("");
            if words.iter().any(|word| code.contains(word)) {
                let number = number + 1;
                wrong.push(format!("{}:{number}: {line}", path.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn files_are_short() {
    let mut lengths = Vec::new();
    let all = ["src", "cli/src", "benches", "fuzz/fuzz_targets"];
    for path in all.iter().flat_map(|room| files(room, "rs")) {
        let name = path.to_string_lossy().into_owned();
        if !TABLES.contains(&&*name) {
            lengths.push((body(&path).lines().count(), name));
        }
    }
    lengths.sort();
    let at = |part: usize| lengths[(lengths.len() - 1) * part / 10].0;
    println!("lines per file: median {}, p90 {}", at(5), at(9));
    let long: Vec<_> = lengths.iter().filter(|l| l.0 > MAX_LINES).collect();
    assert!(long.is_empty(), "longer than {MAX_LINES} lines: {long:?}");
}

#[test]
fn paths_that_are_named_exist() {
    let mut wrong = Vec::new();
    for name in [
        "ARCHITECTURE.md",
        "CHANGELOG.md",
        "README.md",
        "benches/baseline.md",
        "fuzz/README.md",
        "grammar/README.md",
        "grammar/decisions.md",
        "tests/suite/README.md",
    ] {
        let text = read(Path::new(name));
        let parts = text.split(|c: char| {
            c.is_whitespace() || matches!(c, '`' | '(' | ')' | '[' | ']' | ',')
        });
        for part in parts {
            let part = part.trim_end_matches(['.', ':', ';']);
            // `path:line:column`
            let part = part.split(':').next().unwrap_or(part);
            let top = part.split('/').next().unwrap_or("");
            let ours = [
                "benches", "cli", "examples", "fuzz", "grammar", "rules",
                "src", "tests",
            ];
            let pattern = part.contains(['*', '<', '…']);
            let here = part.contains('/') && ours.contains(&top);
            if here && !pattern && !root().join(part).exists() {
                wrong.push(format!("{name}: {part}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn public_types_can_be_shared() {
    fn shared<T: Send + Sync>() {}
    shared::<hookset::diagnostic::Diagnostic>();
    shared::<hookset::dialect::Dialect>();
    shared::<hookset::event::Context>();
    shared::<hookset::hook_set::HookSet>();
    shared::<hookset::ir::Rules>();
    shared::<hookset::json::Tape>();
    shared::<hookset::plan::Engine>();
    shared::<hookset::plan::Plan>();
    shared::<hookset::plan::Scratch>();
    shared::<hookset::plan::State>();
    shared::<hookset::policy::Policy>();
    shared::<hookset::shell::Commands>();
    shared::<hookset::source::Source>();
    shared::<hookset::subject::Subjects>();
    shared::<hookset::syntax::Condition>();
}

#[test]
fn codes_are_sorted() {
    let names: Vec<_> =
        hookset::diagnostic::CODES.iter().map(|row| row.0).collect();
    assert!(names.is_sorted_by(|a, b| a < b), "{names:?}");
}

/// The type of the error in each public `Result` of the library, with the
/// function that gives it.
fn public_errors() -> Vec<(String, String)> {
    let mut found = Vec::new();
    for path in files("src", "rs") {
        let text = body(&path);
        for (at, _) in text.match_indices("pub fn ") {
            let rest = &text[at + 7..];
            let head = &rest[..rest.find(['{', ';']).unwrap_or(rest.len())];
            let Some((_, given)) = head.split_once("-> Result<") else {
                continue;
            };
            let name = &rest[..rest.find(['(', '<']).unwrap_or(0)];
            // The alias of a room names its own error.
            if let Some((_, error)) = given.trim_end().rsplit_once(", ") {
                let error = error.trim_end_matches([',', '>', '\n']);
                let error = error.trim_start_matches("Vec<");
                found.push((error.to_owned(), name.to_owned()));
            }
        }
    }
    found
}

#[test]
fn errors_of_public_functions_are_errors() {
    fn error<E: std::error::Error>(name: &'static str) -> &'static str {
        let _: Option<E> = None;
        name
    }
    // One that has no name outside.
    fn errors<T, E: std::error::Error>(
        _: fn(hookset::json::Value<'_>) -> Result<T, Vec<E>>,
        name: &'static str,
    ) -> &'static str {
        name
    }
    use hookset::{event, guide, hook_set, ir, plan, policy, subject, syntax};
    let known = [
        error::<event::ContextFault>("ContextFault"),
        error::<event::short::CallError>("CallError"),
        error::<guide::ContentFault>("ContentFault"),
        error::<guide::Failure>("Failure"),
        error::<guide::Fault>("Fault"),
        error::<guide::Rejected>("Rejected"),
        error::<hook_set::CompileError>("CompileError"),
        error::<hook_set::ImageError>("ImageError"),
        error::<hook_set::regex::RegexTooLarge>("RegexTooLarge"),
        error::<ir::UnknownRule>("UnknownRule"),
        errors(plan::State::read, "StateFault"),
        error::<policy::Rejected>("Rejected"),
        error::<policy::UnknownSource>("UnknownSource"),
        error::<subject::path::PathFault>("PathFault"),
        error::<subject::url::UrlFault>("UrlFault"),
        error::<syntax::SyntaxError>("SyntaxError"),
        error::<syntax::host_glob::HostFault>("HostFault"),
        error::<syntax::regex::RegexError>("RegexError"),
    ];
    let mut all = public_errors();
    // What it gives is a match.
    all.retain(|(_, function)| function != "matches_until");
    assert!(all.len() > 15, "{all:?}");
    let wrong: Vec<_> =
        all.iter().filter(|one| !known.contains(&&*one.0)).collect();
    assert!(wrong.is_empty(), "no error, or not listed here: {wrong:?}");
}
