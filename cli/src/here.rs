//! The world where the command stands: the settings in force there, the
//! links that files lead through.

use std::path::{Path, PathBuf};

use hookset::diagnostic::Code;
use hookset::event::{Context, Platform};

use crate::discover;
use crate::fault::Fault;

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
    let of = |family: &str| -> Vec<PathBuf> {
        let directory = Path::new(&project).join(family);
        let files = NAMES.map(|name| directory.join(name));
        files.into_iter().filter(|file| file.is_file()).collect()
    };
    let family = match FAMILIES.map(of) {
        [claude, agent] if !claude.is_empty() && !agent.is_empty() => {
            return Err(two_families(&project));
        }
        [_, agent] => usize::from(!agent.is_empty()),
    };
    let family = FAMILIES.get(family).copied().unwrap_or_default();
    let home = std::env::home_dir().map(|home| home.join(family));
    let mut files = match family {
        ".claude" => managed(Path::new(MANAGED)),
        _ => Vec::new(),
    };
    let own = home.map(|directory| directory.join("settings.json"));
    files.extend(own.filter(|file| file.is_file()));
    files.extend(of(family));
    // The home directory may be the project.
    let mut seen = std::collections::HashSet::new();
    let is_new = |file: &PathBuf| {
        let real = std::fs::canonicalize(file);
        seen.insert(real.unwrap_or_else(|_| file.clone()))
    };
    let files = files.into_iter().filter(is_new);
    let files: Vec<_> = files.map(|file| discover::display(&file)).collect();
    if files.is_empty() { Err(nothing(&project)) } else { Ok(files) }
}

fn managed(directory: &Path) -> Vec<PathBuf> {
    let main = directory.join("managed-settings.json");
    let more = std::fs::read_dir(directory.join("managed-settings.d"));
    let more = more.into_iter().flatten().flatten();
    let mut more: Vec<_> = more.map(|entry| entry.path()).collect();
    more.retain(|file| file.extension().is_some_and(|ext| ext == "json"));
    more.sort();
    let all = std::iter::once(main).chain(more);
    all.filter(|file| file.is_file()).collect()
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

/// Fills in what nobody said about calls that are made here.
pub(crate) fn complete(context: &mut Context) {
    let text = |path: &Path| path.to_str().map(str::to_owned);
    let here = std::env::current_dir().unwrap_or_default();
    if context.project_root.is_none() {
        context.project_root = text(discover::root(&here).unwrap_or(&here));
    }
    if context.cwd.is_none() {
        context.cwd = text(&here);
    }
}

/// How many links are followed one after the other, as the system does.
const LINKS: usize = 40;

/// The links on the way to files, with the places they lead to.
pub(crate) fn links(files: &[String]) -> Vec<(String, String)> {
    let mut found: Vec<(String, String)> = Vec::new();
    for file in files {
        let path = Path::new(file);
        if !path.is_absolute() {
            continue;
        }
        for part in path.ancestors() {
            let target = part.is_symlink().then(|| target(part));
            let texts = (part.to_str(), target.flatten());
            if let (Some(from), Some(to)) = texts
                && let Some(to) = to.to_str()
                && !found.iter().any(|(known, _)| known == from)
            {
                found.push((from.to_owned(), to.to_owned()));
            }
        }
    }
    found
}

/// Where a link leads. Nothing need be there: who writes to the link makes
/// the file.
fn target(link: &Path) -> Option<PathBuf> {
    if let Ok(real) = std::fs::canonicalize(link) {
        return Some(real);
    }
    let mut at = link.to_owned();
    for _ in 0..LINKS {
        let Ok(next) = std::fs::read_link(&at) else { break };
        at = at.parent()?.join(next);
    }
    let known = |above: &Path| {
        let real = std::fs::canonicalize(above).ok()?;
        Some(real.join(at.strip_prefix(above).ok()?))
    };
    at.ancestors().find_map(known)
}
