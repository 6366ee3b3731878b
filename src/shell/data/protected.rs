//! The paths that no allow rule approves writing to: the documented
//! runner's list (page on permission modes, section on protected paths,
//! autumn 2026).

/// A directory.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Directory {
    /// Its name.
    pub(crate) name: &'static str,
    /// The directory it must lie in; any where empty.
    pub(crate) within: &'static str,
    /// What in it is not protected.
    pub(crate) except: &'static str,
}

const fn directory(name: &'static str) -> Directory {
    Directory { name, within: "", except: "" }
}

/// Directories, with all that lies in them.
pub(crate) const DIRECTORIES: &[Directory] = &[
    directory(".git"),
    Directory { within: ".config", ..directory("git") },
    directory(".vscode"),
    directory(".idea"),
    directory(".husky"),
    directory(".cargo"),
    directory(".devcontainer"),
    directory(".yarn"),
    directory(".mvn"),
    Directory { except: "worktrees", ..directory(".claude") },
];

/// Files, in any directory.
pub(crate) const FILES: &[&str] = &[
    ".gitconfig",
    ".gitmodules",
    ".bashrc",
    ".bash_profile",
    ".bash_login",
    ".bash_aliases",
    ".bash_logout",
    ".zshrc",
    ".zprofile",
    ".zshenv",
    ".zlogin",
    ".zlogout",
    ".profile",
    ".envrc",
    ".npmrc",
    ".yarnrc",
    ".yarnrc.yml",
    ".pnp.cjs",
    ".pnp.loader.mjs",
    ".pnpmfile.cjs",
    "bunfig.toml",
    ".bunfig.toml",
    ".bazelrc",
    ".bazelversion",
    ".bazeliskrc",
    ".pre-commit-config.yaml",
    "lefthook.yml",
    "lefthook.yaml",
    ".lefthook.yml",
    ".lefthook.yaml",
    "gradle-wrapper.properties",
    "maven-wrapper.properties",
    ".devcontainer.json",
    ".ripgreprc",
    "pyrightconfig.json",
    ".mcp.json",
    ".claude.json",
];

/// What stands before the dot in those that start with none.
pub(crate) const PLAIN: &[&str] =
    &["bunfig", "lefthook", "-wrapper", "pyrightconfig"];

/// Parts of names by which code of other languages changes files.
pub(crate) const CHANGES: &[&str] = &[
    "Remove",
    "Rename",
    "Write",
    "appendFile",
    "chmod",
    "copy",
    "cpSync",
    "link",
    "mkdir",
    "move",
    "put_contents",
    "remove",
    "rename",
    "replaceFile",
    "rmSync",
    "rmtree",
    "touch",
    "truncate",
    "write",
];

/// How modes start in which files are opened to be written.
pub(crate) const MODES: &[&str] =
    &["w", "a'", "a\"", "ab", "at", "a+", "r+", "rb+", "x'", "x\"", "xb"];

#[cfg(test)]
mod tests {
    use super::{FILES, PLAIN};

    #[test]
    fn what_starts_with_no_dot_is_known() {
        let plain = FILES.iter().filter(|name| !name.starts_with('.'));
        for name in plain {
            let known = name.split_once('.').is_some_and(|(before, _)| {
                PLAIN.iter().any(|plain| before.ends_with(plain))
            });
            assert!(known, "{name}");
        }
    }
}
