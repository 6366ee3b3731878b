//! The world where the command stands: the settings in force there, the
//! links that files lead through.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use hookset::diagnostic::Code;
use hookset::event::{Context, Platform};

use crate::discover::{self, Found, Home, Place};
use crate::fault::Fault;
use crate::input;

/// Where the settings of an organisation lie.
const MANAGED: &str = if cfg!(windows) {
    r"C:\Program Files\ClaudeCode"
} else if cfg!(target_os = "macos") {
    "/Library/Application Support/ClaudeCode"
} else {
    "/etc/claude-code"
};

/// The settings directories of the families that are read alike.
const FAMILIES: [&str; 2] = [".claude", ".agent"];

const NAMES: [&str; 2] = ["settings.json", "settings.local.json"];

/// The system this program runs on.
pub(crate) fn platform() -> Platform {
    if cfg!(windows) {
        Platform::Windows
    } else if cfg!(target_os = "macos") {
        Platform::MacOs
    } else {
        Platform::Linux
    }
}

/// The settings that a runner reads in the project the command stands in:
/// those of the organisation, of the person, of the project.
pub(crate) fn settings() -> Result<Vec<String>, Fault> {
    let here = std::env::current_dir().unwrap_or_default();
    let project = discover::project(&here);
    let of = |family: &str| of_project(&project, family);
    let family = match FAMILIES.map(of) {
        [claude, agent] if !claude.is_empty() && !agent.is_empty() => {
            return Err(two_families(&project));
        }
        [_, agent] => usize::from(!agent.is_empty()),
    };
    let family = FAMILIES.get(family).copied().unwrap_or_default();
    let home = std::env::home_dir().map(|home| home.join(family));
    let mut files = match family {
        ".claude" => managed(Path::new(MANAGED))?,
        _ => Vec::new(),
    };
    let own = home.map(|directory| directory.join("settings.json"));
    files.extend(own.filter(|file| input::may_be(file)));
    files.extend(of(family));
    // The home directory may be the project.
    let mut seen = HashSet::new();
    let is_new = |file: &PathBuf| {
        let real = std::fs::canonicalize(file);
        seen.insert(real.unwrap_or_else(|_| file.clone()))
    };
    let files = files.into_iter().filter(is_new);
    let files: Vec<_> = files.map(|file| discover::display(&file)).collect();
    if files.is_empty() { Err(nothing(&project)) } else { Ok(files) }
}

/// The settings of a project that one family of runners reads.
fn of_project(project: &str, family: &str) -> Vec<PathBuf> {
    let directory = Path::new(project).join(family);
    let files = NAMES.map(|name| directory.join(name));
    files.into_iter().filter(|file| input::may_be(file)).collect()
}

/// The files to list where nobody names any: with the settings, what else
/// the runner reads of the project; and how many files are left out because
/// other runners or other projects within this one read them.
pub(crate) fn in_force() -> Result<(Vec<Place>, usize), Vec<Fault>> {
    let here = std::env::current_dir().unwrap_or_default();
    let project = discover::project(&here);
    let is_of_two =
        FAMILIES.iter().all(|family| !of_project(&project, family).is_empty());
    // Where there are none, the project shows.
    let beside = match settings() {
        Err(fault) if is_of_two => {
            let help = "name those that are meant: `hookset list .claude`";
            return Err(vec![fault.help(help)]);
        }
        found => found.unwrap_or_default(),
    };
    let Found { places: all, faults, .. } =
        discover::files(std::slice::from_ref(&project));
    if !faults.is_empty() {
        return Err(faults);
    }
    let number = all.len();
    let (mut own, _, _) = discover::own_files(&project);
    let is_of_neighbour =
        |place: &Place| matches!(place.home, Home::Codex | Home::Gemini);
    // One of theirs alone is what its runner reads there.
    if !own.iter().all(is_of_neighbour) || !beside.is_empty() {
        own.retain(|place| !is_of_neighbour(place));
    }
    let left = number - own.len();
    let real = |path: &Path| {
        std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned())
    };
    let known: HashSet<_> =
        own.iter().map(|place| real(&place.file)).collect();
    let is_new = |path: &String| !known.contains(&real(Path::new(path)));
    let beside = beside.into_iter().filter(is_new);
    let mut places: Vec<Place> =
        beside.map(|path| discover::place(&path)).collect();
    places.extend(own);
    match places.is_empty() {
        true => Err(vec![discover::nothing(&[project])]),
        false => Ok((places, left)),
    }
}

/// Whether a file lies where those of an organisation do.
pub(crate) fn is_managed(path: &str) -> bool {
    std::path::absolute(path).is_ok_and(|file| file.starts_with(MANAGED))
}

fn managed(directory: &Path) -> Result<Vec<PathBuf>, Fault> {
    let main = directory.join("managed-settings.json");
    let below = directory.join("managed-settings.d");
    let mut more = Vec::new();
    if input::may_be(&below) {
        let unreadable =
            |error| input::unreadable(&discover::display(&below), &error);
        for entry in std::fs::read_dir(&below).map_err(unreadable)? {
            more.push(entry.map_err(unreadable)?.path());
        }
    }
    more.retain(|file| file.extension().is_some_and(|ext| ext == "json"));
    more.sort();
    let all = std::iter::once(main).chain(more);
    Ok(all.filter(|file| input::may_be(file)).collect())
}

fn two_families(project: &str) -> Fault {
    let message = "there are settings in `.claude` and in `.agent`, which \
                   different runners read";
    Fault::new(Code::NO_RULE_FILES, project, message)
        .help("name those that are meant: `--policy .claude/settings.json`")
}

fn nothing(project: &str) -> Fault {
    let message = format!("no settings are in force in `{project}`");
    Fault::new(Code::NO_RULE_FILES, project, message).help(
        "name the files with `--policy`, or stand in a project with \
         `.claude/settings.json`",
    )
}

/// Fills in where the project is that these files are the settings of, and
/// that a session which reads them started there: an event may happen in any
/// directory below. Where one that may be of it is not there, as behind an
/// image that was moved without its sources, nobody knows.
pub(crate) fn stand_in_project(context: &mut Context, files: &[String]) {
    if context.project_root.is_some() || context.is_project_lost {
        return;
    }
    let is_there =
        |file: &String| file == "-" || std::fs::symlink_metadata(file).is_ok();
    let there: Vec<_> = files.iter().filter(|file| is_there(file)).collect();
    context.project_root = root_of(&there);
    context.is_project_lost =
        context.project_root.is_none() && there.len() < files.len();
    if context.settings_dir.is_none() {
        context.settings_dir.clone_from(&context.project_root);
    }
}

/// The root of the project that one of these files is the settings of; a
/// person's own settings are of none.
fn root_of(files: &[&String]) -> Option<String> {
    let home = std::env::home_dir();
    files.iter().find_map(|file| {
        let file = std::path::absolute(file).ok()?;
        let name = file.file_name()?.to_str()?;
        let directory = file.parent()?;
        let family = directory.file_name()?.to_str()?;
        let root = directory.parent()?;
        let of_project = NAMES.contains(&name)
            && FAMILIES.contains(&family)
            && home.as_deref() != Some(root);
        of_project.then(|| root.to_str().map(str::to_owned))?
    })
}

/// Fills in what nobody said about calls that are made here.
pub(crate) fn complete(context: &mut Context) {
    let text = |path: &Path| path.to_str().map(str::to_owned);
    let here = std::env::current_dir().unwrap_or_default();
    if context.project_root.is_none() && !context.is_project_lost {
        context.project_root = text(discover::root(&here).unwrap_or(&here));
    }
    if context.cwd.is_none() {
        context.cwd = text(&here);
    }
}

/// Whether names that differ in case alone are one file in a directory, as
/// in some that are mounted from other systems; told by something that is
/// there.
#[cfg(unix)]
pub(crate) fn folds_case(directory: &Path) -> bool {
    let told = |name: &str| is_one_file(directory, name);
    let mut usual = [".claude", ".git", ".agent"].into_iter();
    let told = usual.find_map(told).or_else(|| {
        let entries = std::fs::read_dir(directory).ok()?;
        let mut entries = entries.flatten().take(16);
        entries.find_map(|entry| {
            is_one_file(directory, entry.file_name().to_str()?)
        })
    });
    told.unwrap_or(false)
}

/// Whether a file is also there by its name in the other case; none where
/// it is not there at all.
#[cfg(unix)]
fn is_one_file(directory: &Path, name: &str) -> Option<bool> {
    use std::os::unix::fs::MetadataExt;
    let turned = |c: char| match c {
        'a'..='z' => c.to_ascii_uppercase(),
        c => c.to_ascii_lowercase(),
    };
    let other: String = name.chars().map(turned).collect();
    let find = |name: &str| {
        let found = std::fs::symlink_metadata(directory.join(name)).ok()?;
        Some((found.dev(), found.ino()))
    };
    let own = find(name).filter(|_| other != name)?;
    Some(find(&other) == Some(own))
}

/// Systems of which it is known by their kind.
#[cfg(not(unix))]
pub(crate) fn folds_case(_: &Path) -> bool {
    false
}
