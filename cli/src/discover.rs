//! Which files to check: those that are named, and rule files by their
//! place under a directory.

mod named;
mod place;
mod unread;

pub(crate) use named::with_named;
pub(crate) use place::{
    Home, Place, inline, is_agent_of_plugin, is_below, is_workflow, place,
};
pub(crate) use unread::tell as tell_unread;

use std::fs;
use std::path::{Path, PathBuf};

use hookset::diagnostic::Code;
use hookset::json::Tape;
use hookset::load::Family;

use self::place::{
    definition, is_config_directory, is_of_another, is_of_neighbour,
    parent_name, place_of,
};
use crate::fault::Fault;
use crate::input;

/// Directories that hold no rules of this project.
const SKIPPED: &[&str] =
    &[".git", ".hg", ".svn", ".venv", "node_modules", "target", "worktrees"];

/// The paths given, or the project that the command stands in.
pub(crate) fn paths_or_project(paths: &[String]) -> Vec<String> {
    if !paths.is_empty() {
        return paths.to_vec();
    }
    let here = std::env::current_dir().unwrap_or_default();
    vec![project(&here)]
}

/// What a search of some paths finds.
#[derive(Default)]
pub(crate) struct Found {
    /// The files, in order, each once.
    pub(crate) places: Vec<Place>,
    /// For paths that cannot be searched.
    pub(crate) faults: Vec<Fault>,
    /// Files that hold rules or hooks of programs whose words nobody here
    /// reads.
    pub(crate) unread: Vec<PathBuf>,
}

/// The files under `paths`.
pub(crate) fn files(paths: &[String]) -> Found {
    files_but(paths, is_rule_file, |_| false)
}

/// The same with files beside the settings that no runner reads.
pub(crate) fn files_and_beside(paths: &[String]) -> Found {
    let is_wanted = |path: &Path, name: &str| {
        is_rule_file(path, name)
            || Family::is_beside_settings(&path.to_string_lossy())
                && may_hold_rules(path)
    };
    files_but(paths, is_wanted, |_| false)
}

/// The same without those that lie in a project within the one that is
/// searched, and how many such projects there are.
pub(crate) fn own_files(project: &str) -> (Vec<Place>, Vec<Fault>, usize) {
    let mut others = 0_usize;
    let is_other = |directory: &Path| {
        let is_other = is_root(directory);
        others += usize::from(is_other);
        is_other
    };
    let paths = [project.to_owned()];
    let Found { places, faults, .. } =
        files_but(&paths, is_rule_file, is_other);
    (places, faults, others)
}

fn files_but(
    paths: &[String],
    is_wanted: impl Fn(&Path, &str) -> bool,
    mut is_left: impl FnMut(&Path) -> bool,
) -> Found {
    let mut found = Found::default();
    for path in paths {
        if input::is_directory(Path::new(path)) {
            let at = Path::new(path);
            let ways = (&is_wanted, &mut is_left);
            walk(at, ways, &mut found);
        } else {
            found.places.push(place(path));
        }
    }
    let places = found.places.into_iter().flat_map(with_named);
    let mut seen = std::collections::HashSet::new();
    found.places =
        places.filter(|place| seen.insert(one_name(&place.file))).collect();
    found
}

/// A path as it is spelled from the root, so that `./a` is `a`. Links are two
/// files: where one stands says how it is read.
fn one_name(file: &Path) -> PathBuf {
    std::path::absolute(file).unwrap_or_else(|_| file.to_owned())
}

/// The files of cases under `paths`, and policies that are named
/// themselves.
pub(crate) fn cases(paths: &[String]) -> (Vec<String>, Vec<String>) {
    let (mut files, mut policies) = (Vec::new(), Vec::new());
    for path in paths {
        let at = Path::new(path);
        if input::is_directory(at) {
            let is_cases = |name: &str| name == "cases.toml";
            for found in below(at, is_cases) {
                files.push(display(&found));
            }
        } else if at.extension().is_some_and(|ext| ext == "toml") {
            files.push(path.clone());
        } else {
            policies.push(path.clone());
        }
    }
    (files, policies)
}

/// Files below a directory by name, sorted; links to directories are not
/// followed.
fn below(root: &Path, wanted: impl Fn(&str) -> bool) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut open = vec![root.to_owned()];
    while let Some(directory) = open.pop() {
        let Ok(entries) = fs::read_dir(&directory) else { continue };
        for entry in entries.flatten() {
            let name = entry.file_name();
            let name = name.to_string_lossy();
            let is_directory = entry.file_type().is_ok_and(|t| t.is_dir());
            if is_directory && !SKIPPED.contains(&name.as_ref()) {
                open.push(entry.path());
            } else if !is_directory && wanted(&name) {
                found.push(entry.path());
            }
        }
    }
    found.sort();
    found
}

/// The root of the project that `from` stands in: the nearest directory
/// upwards that has settings or is a repository.
pub(crate) fn root(from: &Path) -> Option<&Path> {
    from.ancestors().find(|at| is_root(at))
}

fn is_root(directory: &Path) -> bool {
    let names = [".claude", ".agent", ".git"];
    // What nobody may look into is not passed over.
    let is_there = |path: PathBuf| path.try_exists().unwrap_or(true);
    names.iter().any(|name| is_there(directory.join(name)))
}

/// The same as a relative path; where `from` stands, if there is none.
pub(crate) fn project(from: &Path) -> String {
    let root = root(from).unwrap_or(from);
    let up = from.ancestors().take_while(|at| *at != root).count();
    match up {
        0 => ".".to_owned(),
        up => vec![".."; up].join("/"),
    }
}

fn walk(
    root: &Path,
    (is_wanted, is_left): (
        &impl Fn(&Path, &str) -> bool,
        &mut impl FnMut(&Path) -> bool,
    ),
    found: &mut Found,
) {
    let mut stack = vec![root.to_owned()];
    while let Some(directory) = stack.pop() {
        let entries = match fs::read_dir(&directory) {
            Ok(entries) => entries,
            Err(error) => {
                let name = display(&directory);
                found.faults.push(input::unreadable(&name, &error));
                continue;
            }
        };
        let mut entries: Vec<_> = entries.flatten().collect();
        entries.sort_by_key(fs::DirEntry::file_name);
        let mut below = Vec::new();
        for entry in entries {
            let name = entry.file_name();
            let name = name.to_string_lossy();
            // Links to directories are not followed: they may lead in a
            // circle, and what they lead to is found at its own place.
            if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                let skipped = SKIPPED.contains(&name.as_ref());
                if !skipped && !is_left(&entry.path()) {
                    below.push(entry.path());
                }
            } else if is_wanted(&entry.path(), &name) {
                found.places.push(place_of(&entry.path()));
            } else if unread::is_unread(&entry.path()) {
                found.unread.push(entry.path());
            }
        }
        stack.extend(below.into_iter().rev());
    }
}

/// Whether a file found on the way holds rules: by name and directory
/// where these say it, by a look inside where only the name does.
fn is_rule_file(path: &Path, name: &str) -> bool {
    if is_of_another(path) {
        return false;
    }
    match name {
        "managed-settings.json" => true,
        "settings.json" | "settings.local.json" => {
            is_config_directory(parent_name(path))
                || mentions_rules(path).unwrap_or(false)
        }
        // What cannot be read may hold some, and whoever reads it says why.
        "hooks.json" => mentions_rules(path).unwrap_or(true),
        "plugin.json" => {
            parent_name(path) == Some(".claude-plugin")
                && mentions_rules(path).unwrap_or(true)
        }
        _ => {
            let is_json = path.extension().is_some_and(|ext| ext == "json");
            (parent_name(path) == Some("managed-settings.d") && is_json)
                || is_of_neighbour(path)
                || definition(path).is_some()
        }
    }
}

/// Whether a file in whatever form has the keys of rules or hooks.
fn may_hold_rules(path: &Path) -> bool {
    let text = input::read_text(path, input::POLICY_LIMIT);
    text.is_ok_and(|text| {
        ["permissions", "hooks"].into_iter().any(|key| text.contains(key))
    })
}

/// Whether a text has keys that rules and hooks stand under; none where it
/// cannot be read.
fn mentions_rules(path: &Path) -> Option<bool> {
    let text = input::read_text(path, input::POLICY_LIMIT).ok()?;
    let is_there = |key: &str| text.contains(key);
    if ["\"permissions\"", "\"hooks\""].into_iter().any(is_there) {
        return Some(true);
    }
    // Letters of a key may be written by their numbers.
    let tape = text.contains("\\u").then(|| Tape::of(&text));
    let root = tape.as_ref().and_then(|tape| tape.root(&text));
    Some(root.is_some_and(|root| {
        let mut keys = root.entries().map(|entry| entry.name());
        keys.any(|key| matches!(key, "permissions" | "hooks"))
    }))
}

pub(crate) fn display(path: &Path) -> String {
    let text = path.to_string_lossy();
    text.strip_prefix("./").unwrap_or(&text).to_owned()
}

/// The same where a configuration leaves none of the files that were found.
pub(crate) fn excluded(
    number: usize,
    paths: &[String],
    config: &str,
) -> Fault {
    let under = paths.join("`, `");
    let files = match number {
        1 => "the only rule file".to_owned(),
        number => format!("all {number} rule files"),
    };
    let message = format!("`{config}` excludes {files} under `{under}`");
    Fault::new(Code::NO_RULE_FILES, config, message).help(
        "its `exclude` says which files are left out; `--config` names another",
    )
}

/// Nothing to check is not the same as nothing wrong.
pub(crate) fn nothing(paths: &[String]) -> Fault {
    let under = paths.join("`, `");
    let message = format!("no rule files found under `{under}`");
    Fault::new(Code::NO_RULE_FILES, under, message).help(
        "looked for `.claude/settings.json`, `.claude/settings.local.json`, \
         `managed-settings.json`, `hooks/hooks.json`, agents, skills and \
         commands below `.claude`, `.codex/config.toml`, `.codex/rules` and \
         `.gemini/policies`; name a file to check it wherever it is",
    )
}
