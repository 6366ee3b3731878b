//! Subcommands of programs that otherwise run a script by its name, and groups
//! of those that run what stands behind them.

use super::wrappers::Wrapper;

/// Those of `bun` and `deno` (their manuals) that are called as a program
/// might be: no script of this name runs.
pub(crate) const OWN: &[(&str, &[&str])] = &[
    (
        "bun",
        &[
            "a", "add", "audit", "build", "c", "create", "i", "info", "init",
            "install", "link", "outdated", "patch", "pm", "publish", "remove",
            "rm", "test", "unlink", "update", "upgrade", "why",
        ],
    ),
    (
        "deno",
        &[
            "add",
            "bench",
            "cache",
            "check",
            "clean",
            "compile",
            "completions",
            "coverage",
            "doc",
            "fmt",
            "i",
            "info",
            "init",
            "install",
            "lint",
            "lsp",
            "outdated",
            "publish",
            "remove",
            "rm",
            "test",
            "types",
            "uninstall",
            "upgrade",
        ],
    ),
];

/// Whether a word is a subcommand of such a program.
pub(crate) fn is_own(program: &str, word: &str) -> bool {
    let mut rows = OWN.iter();
    rows.any(|(name, words)| *name == program && words.contains(&word))
}

/// Groups, behind which the subcommand stands that runs a command.
const GROUPS: &[(&str, &[&str])] = &[
    ("brew", &["bundle"]),
    ("composer", &["global"]),
    ("ctr", &["task", "tasks", "t"]),
    ("docker", &["container", "service", "sandbox"]),
    ("fly", &["machine", "machines", "m"]),
    ("flyctl", &["machine", "machines", "m"]),
    ("gh", &["codespace", "cs"]),
    ("guix", &["container"]),
    ("hatch", &["env"]),
    ("ip", &["net", "netn", "netns", "vrf"]),
    ("jj", &["util"]),
    ("nerdctl", &["container"]),
    ("perf", &["c2c", "ftrace", "kmem", "lock", "mem", "sched", "timechart"]),
    ("podman", &["container", "machine"]),
    ("pulumi", &["env"]),
    ("uv", &["tool"]),
];

/// Whether a word is such a group of a program.
pub(crate) fn is_group(program: &str, word: &str) -> bool {
    let mut rows = GROUPS.iter();
    rows.any(|(name, words)| *name == program && words.contains(&word))
}

impl Wrapper {
    /// Whether a word is one of its subcommands; the start of one will do
    /// for tmux, where it is not another one's name.
    pub(crate) fn has_sub(&self, word: &str) -> bool {
        let starts = || self.subs.iter().any(|sub| sub.starts_with(word));
        self.subs.contains(&word)
            || self.name == "tmux"
                && word.len() > 1
                && !"display-p".starts_with(word)
                && starts()
    }
}
