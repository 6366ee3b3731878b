//! The directories that a call may happen in.

use hookset::json::{Kind, Tape, Value};

use super::patch::{has_files, patch};
use super::{Call, Change, Host, PATCH, changed, lists, quoted, replace};

/// The most directories of a workspace that are looked at.
const MAX_ROOTS: usize = 16;

/// A directory that nobody can tell: guards that start there ask.
const NOWHERE: &str = ".";

/// Fields that say in which directory a line runs.
const DIRECTORIES: &[&str] = &[
    "cwd",
    "dir_path",
    "directory",
    "workdir",
    "workingDirectory",
    "working_directory",
];

/// The payload in each directory of the workspace, where it does not say in
/// which it happened; where there are more than are looked at, or one is no
/// text, also in one that is not known.
pub(super) fn in_workspace(text: &str) -> Option<Vec<String>> {
    let tape = Tape::of(text);
    let root = tape.root(text)?;
    let said = root.get("cwd").and_then(Value::str);
    if said.is_some_and(|cwd| !cwd.is_empty()) {
        return None;
    }
    let roots = root.get("workspace_roots")?.items();
    let all: Vec<Option<&str>> =
        roots.map(Value::str).take(MAX_ROOTS + 1).collect();
    let told = all.iter().flatten().take(MAX_ROOTS).copied();
    let unknown = all.contains(&None) || all.len() > MAX_ROOTS;
    let roots: Vec<&str> = told.chain(unknown.then_some(NOWHERE)).collect();
    let in_root = |directory: &&str| changed(text, vec![at(root, directory)]);
    (!roots.is_empty()).then(|| roots.iter().map(in_root).collect())
}

/// The change that makes an event happen in a directory.
fn at(root: Value<'_>, directory: &str) -> Change {
    let directory = quoted(directory);
    match root.get("cwd") {
        Some(cwd) => replace(cwd, directory),
        None => {
            let at = root.span().start as usize + 1;
            (at, at, format!("\"cwd\":{directory},"))
        }
    }
}

/// The change that makes an event happen in a directory that nobody can tell.
pub(super) fn nowhere(root: Value<'_>) -> Change {
    at(root, NOWHERE)
}

/// The directories that an input names; none of them for what is no text.
pub(super) fn directories(input: Value<'_>) -> Vec<Option<&str>> {
    let said = DIRECTORIES.iter().filter_map(|name| input.get(name));
    let said = said.filter(|value| value.kind() != Kind::Null);
    let mut all = Vec::new();
    for directory in said.map(lists::whole) {
        if !all.contains(&directory) {
            all.push(directory);
        }
    }
    all
}

/// The payloads of a call whose line is given: one for each directory that it
/// may run in, and those of a patch in the line.
pub(super) fn of_line(text: &str, ours: &str, host: &Host) -> Vec<String> {
    let tape = Tape::of(text);
    let call = tape.root(text).and_then(|root| Call::of(text, root));
    let line = call.and_then(|call| call.input.get("command"));
    let Some((call, line)) = call.zip(line) else {
        return vec![text.to_owned()];
    };
    let listed = lists::line(line).filter(|_| ours == "Bash");
    let plain = listed.clone().map(|listed| replace(line, quoted(&listed)));
    let said = lists::whole(line).or(listed.as_deref());
    let mut places = directories(call.input);
    if places.is_empty() {
        places.push(Some(""));
    }
    let mut all = Vec::new();
    for place in places {
        let place = place.map(|place| within(call.root, place));
        let changes: Vec<Change> = match (place, said) {
            (Some(None), _) => plain.iter().cloned().collect(),
            (Some(Some(step)), Some(said)) if ours == "Bash" => {
                vec![replace(line, quoted(&format!("{step}\n{said}")))]
            }
            _ => plain.iter().cloned().chain([nowhere(call.root)]).collect(),
        };
        all.push(changed(text, changes));
    }
    // What a shell is given for `apply_patch`, the host takes for a patch.
    let patches = host.tools.iter().any(|row| row.1 == PATCH);
    let body = said.or_else(|| line.str());
    if let Some(body) = body.filter(|line| patches && has_files(line)) {
        all.extend(patch(call, Some(body)));
    }
    all
}

/// The step into the directory that a line runs in, where that is not the
/// one of the event.
fn within(root: Value<'_>, said: &str) -> Option<String> {
    let directory = said.trim_end_matches('/');
    let of_event = root.get("cwd").and_then(Value::str);
    let same = of_event.is_some_and(|cwd| {
        !directory.is_empty() && cwd.trim_end_matches('/') == directory
    });
    if same || matches!(said, "" | "." | "./") {
        return None;
    }
    let dash = if said.starts_with('-') { "./" } else { "" };
    let word = lists::word(said);
    Some(format!("cd {dash}{word}"))
}
