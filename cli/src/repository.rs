//! Where the git repository around a directory starts, as git finds it, and
//! the branch that is checked out there.

use std::io::Read;
use std::path::{Path, PathBuf};

/// What a directory must hold for git to take it for a repository.
const OWN: &[&str] = &["HEAD", "objects", "refs"];

/// Variables that tell git where its files are.
const TOLD: &[&str] = &["GIT_DIR", "GIT_WORK_TREE", "GIT_COMMON_DIR"];

/// The directory nearest to this one, or itself, with a repository whose
/// files lie there. `None` where they may lie elsewhere, and where a file
/// says so: what settings its repository has is not looked for.
pub(crate) fn around(directory: &str) -> Option<String> {
    let told = |name: &&str| std::env::var_os(name).is_some();
    let directory = Path::new(directory);
    if TOLD.iter().any(told) || !directory.is_absolute() {
        return None;
    }
    let found = directory.ancestors().find(|at| is_one(at))?;
    if found.join(".git").is_file()
        || says(&found.join(".git/config"), SAY_WHERE)
        || says(&found.join(".git/config.worktree"), SAY_WHERE)
    {
        return None;
    }
    found.to_str().map(str::to_owned)
}

/// The branch that is checked out in the repository that starts here, where
/// a push that names none goes to it: no settings may say another one.
pub(crate) fn branch(root: &str) -> Option<String> {
    let own = Path::new(root).join(".git");
    let settings = [own.join("config"), own.join("config.worktree")];
    let own_say = |at: &PathBuf| says(at, &["push", "include"]);
    let home = std::env::home_dir().unwrap_or_default();
    let other = std::env::var_os("XDG_CONFIG_HOME").map(PathBuf::from);
    let other = other.unwrap_or_else(|| home.join(".config"));
    let of_all = [
        home.join(".gitconfig"),
        other.join("git/config"),
        PathBuf::from("/etc/gitconfig"),
    ];
    let all_say = |at: &PathBuf| says(at, PUSHES_ELSEWHERE);
    let told = std::env::vars_os().any(|(name, _)| {
        name.to_str().is_some_and(|name| name.starts_with("GIT_CONFIG"))
    });
    if told || settings.iter().any(own_say) || of_all.iter().any(all_say) {
        return None;
    }
    let head = std::fs::File::open(own.join("HEAD")).ok()?;
    let mut text = String::new();
    head.take(MAX_HEAD).read_to_string(&mut text).ok()?;
    let name = text.strip_prefix("ref: refs/heads/")?.strip_suffix('\n')?;
    // What starts with a dot says that it is kept in another way.
    let is_name = !name.is_empty() && !name.starts_with('.');
    is_name.then(|| name.to_owned())
}

/// What somebody's settings say where pushes go to other branches than the
/// one of their name.
const PUSHES_ELSEWHERE: &[&str] =
    &["include", "matching", "pushdefault", "tracking", "upstream"];

/// A file that says what is checked out and is longer says nothing.
const MAX_HEAD: u64 = 4096;

/// Whether git stops here: at a directory of its own, or at a file that says
/// where that is.
fn is_one(directory: &Path) -> bool {
    let own = directory.join(".git");
    own.is_file() || OWN.iter().all(|name| own.join(name).exists())
}

/// Settings of more bytes, or that are no file, are not read.
const MAX_SETTINGS: u64 = 1 << 20;

/// What settings say that tell where the files of a repository are.
const SAY_WHERE: &[&str] = &["include", "worktree"];

/// Whether settings may say one of these words. What is not there says
/// nothing; what cannot be read may say anything.
fn says(settings: &Path, words: &[&str]) -> bool {
    let plain = match std::fs::metadata(settings) {
        Ok(found) => found.is_file() && found.len() <= MAX_SETTINGS,
        Err(error) => return error.kind() != std::io::ErrorKind::NotFound,
    };
    let text = plain.then(|| std::fs::read(settings).ok()).flatten();
    let Some(text) = text.map(|text| text.to_ascii_lowercase()) else {
        return true;
    };
    words.iter().any(|word| {
        let mut parts = text.windows(word.len());
        parts.any(|part| part == word.as_bytes())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_repository_counts_and_what_git_ignores_does_not() {
        let base = std::env::temp_dir();
        let name = format!("hookset-repository-{}", std::process::id());
        let base = base.join(name);
        let inner = base.join("a/b");
        std::fs::create_dir_all(&inner).unwrap();
        let ask = || around(inner.to_str().unwrap());
        let is = |path: &Path| Some(path.to_str().unwrap().to_owned());
        let outside = ask();
        for part in ["objects", "refs"] {
            std::fs::create_dir_all(base.join(".git").join(part)).unwrap();
        }
        assert_eq!(ask(), outside, "without a head it is none");
        std::fs::write(base.join(".git/HEAD"), "ref: x").unwrap();
        assert_eq!(ask(), is(&base));
        std::fs::create_dir_all(inner.join(".git")).unwrap();
        assert_eq!(ask(), is(&base));
        std::fs::remove_dir(inner.join(".git")).unwrap();
        std::fs::write(inner.join(".git"), "gitdir: x").unwrap();
        assert_eq!(ask(), None);
        std::fs::remove_file(inner.join(".git")).unwrap();
        std::fs::write(base.join(".git/config"), "[core]\nworkTree=/")
            .unwrap();
        assert_eq!(ask(), None);
        std::fs::remove_file(base.join(".git/config")).unwrap();
        assert_eq!(ask(), is(&base));
        std::fs::create_dir(base.join(".git/config")).unwrap();
        assert_eq!(ask(), None, "no file may say anything");
        std::fs::remove_dir_all(&base).unwrap();
    }
}
