//! Files that say what a search leaves out. Whoever makes calls can put there
//! what never ends, or what nobody ever writes to, and whoever waits for that
//! gives no answer.

use std::fs;
use std::path::{Path, PathBuf};

/// Those in a directory.
const IN_DIRECTORY: &[&str] =
    &[".gitignore", ".ignore", ".rgignore", ".git/info/exclude"];
/// What git is told by whoever uses it, below the home directory.
const IN_HOME: &[&str] =
    &[".gitconfig", ".config/git/config", ".config/git/ignore"];
/// Variables that name such files, or the directory above them, and what
/// stands behind that.
const VARIABLES: &[(&str, &str)] = &[
    ("GIT_CONFIG_GLOBAL", ""),
    ("GIT_CONFIG_SYSTEM", ""),
    ("XDG_CONFIG_HOME", "git/config"),
    ("XDG_CONFIG_HOME", "git/ignore"),
];
/// A larger file is not read.
const LARGE: u64 = 1 << 20;

/// Whether all that a search below this directory is told from above it can
/// be read.
pub(super) fn is_readable_above(root: &Path) -> bool {
    let home = std::env::home_dir().unwrap_or_default();
    let mut named = VARIABLES.iter().filter_map(|(name, behind)| {
        let path = PathBuf::from(std::env::var_os(name)?);
        Some(if behind.is_empty() { path } else { path.join(behind) })
    });
    root.ancestors().all(is_readable)
        && IN_HOME.iter().all(|file| is_plain(&home.join(file)))
        && named.all(|path| is_plain(&path))
        && is_plain(Path::new("/etc/gitconfig"))
        && ignore::gitignore::gitconfig_excludes_path()
            .is_none_or(|path| is_plain(&path))
}

/// The same of what is read on the way into the directories in this one.
pub(super) fn is_readable_below(directory: &Path) -> bool {
    let Ok(entries) = fs::read_dir(directory) else { return true };
    let mut entries = entries.flatten();
    entries.all(|entry| {
        let kind = entry.file_type();
        let is_directory = kind.map_or(true, |kind| kind.is_dir());
        !is_directory || is_readable(&entry.path())
    })
}

fn is_readable(directory: &Path) -> bool {
    IN_DIRECTORY.iter().all(|file| is_plain(&directory.join(file)))
        && leads_to_plain(&directory.join(".git")).is_some()
}

/// What a file in the place of a repository leads to.
fn leads_to_plain(git: &Path) -> Option<()> {
    if !git.is_file() {
        return Some(());
    }
    let first = |path: &Path| {
        let text = is_plain(path).then(|| fs::read(path).ok()).flatten()?;
        let text = String::from_utf8(text).ok()?;
        text.lines().next().map(str::to_owned)
    };
    let line = first(git)?;
    let Some(own) = line.strip_prefix("gitdir: ") else { return Some(()) };
    let own = PathBuf::from(own);
    let common = own.join("commondir");
    if !common.exists() {
        return Some(());
    }
    let line = first(&common)?;
    let common = match line.starts_with('.') {
        true => own.join(line),
        false => PathBuf::from(line),
    };
    is_plain(&common.join("info/exclude")).then_some(())
}

/// Whether this is a file of a size that is read, or nothing that can be.
fn is_plain(path: &Path) -> bool {
    let Ok(found) = fs::metadata(path) else { return true };
    found.is_dir() || found.is_file() && found.len() <= LARGE
}
