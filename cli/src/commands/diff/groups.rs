//! Which files of two directories are one policy: no runner reads those of
//! two projects, or those of another runner, together.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::discover::{self, Home, Place};
use crate::engine::Input;
use crate::input;

/// Files of both sides that are to be compared, and where they stand.
pub(super) struct Group {
    /// None where all files are one policy on each side.
    pub(super) name: Option<String>,
    pub(super) sides: [Vec<Input>; 2],
}

/// What says whether two files are read together.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Key {
    project: PathBuf,
    runner: &'static str,
}

/// The keys of the files of one side; none where a file is named, which is
/// one policy with whatever it is compared with.
pub(super) fn keys(path: &str, inputs: &[Input]) -> Option<Vec<Key>> {
    let root = Path::new(path);
    if !input::is_directory(root) {
        return None;
    }
    let root = root.strip_prefix(".").unwrap_or(root);
    let keys = inputs.iter().map(|input| Key::of(root, &input.place));
    Some(keys.collect())
}

impl Key {
    fn of(root: &Path, place: &Place) -> Key {
        let file = place.file.strip_prefix(root).unwrap_or(&place.file);
        let project = project(file).to_owned();
        let runner = match place.home {
            Home::Agent => "agent",
            Home::Definition if discover::is_below(&place.path, ".agent") => {
                "agent"
            }
            Home::Codex => "Codex",
            Home::Gemini => "Gemini CLI",
            Home::Pattern => "YAML",
            _ => "Claude Code",
        };
        Key { project, runner }
    }

    fn name(&self) -> String {
        let project = discover::display(&self.project);
        let project = if project.is_empty() { "." } else { &project };
        format!("{project} ({})", self.runner)
    }
}

/// Directories whose files count for the one that they lie in.
const WITHIN: &[&str] = &[
    ".agent",
    ".claude",
    ".claude-plugin",
    ".codex",
    ".gemini",
    "agents",
    "commands",
    "hooks",
    "managed-settings.d",
    "skills",
];

/// The directory whose settings a file is part of: of a project or a plugin.
fn project(file: &Path) -> &Path {
    let is_within = |directory: &Path| {
        let name = directory.file_name().and_then(|name| name.to_str());
        name.is_some_and(|name| WITHIN.contains(&name))
    };
    let directory = file.parent().unwrap_or(Path::new(""));
    let Some(nearest) = directory.ancestors().find(|at| is_within(at)) else {
        return directory;
    };
    let above = nearest.ancestors().find(|at| !is_within(at));
    above.unwrap_or(Path::new(""))
}

/// The files of both sides, by what is read together.
pub(super) fn groups(
    sides: [Vec<Input>; 2],
    keys: [Option<Vec<Key>>; 2],
) -> Vec<Group> {
    let [Some(old), Some(new)] = keys else {
        return vec![Group { name: None, sides }];
    };
    let mut groups: BTreeMap<Key, [Vec<Input>; 2]> = BTreeMap::new();
    let [olds, news] = sides;
    for (key, input) in old.into_iter().zip(olds) {
        let [side, _] = groups.entry(key).or_default();
        side.push(input);
    }
    for (key, input) in new.into_iter().zip(news) {
        let [_, side] = groups.entry(key).or_default();
        side.push(input);
    }
    let is_one = groups.len() < 2;
    let named = groups.into_iter().map(|(key, sides)| Group {
        name: (!is_one).then(|| key.name()),
        sides,
    });
    named.collect()
}
