//! What a setting of git may say without running anything, and how it is
//! made.

/// git configuration keys (lower case) that hold no program.
pub(crate) const SAFE_KEYS: &[&str] = &[
    "user.",
    "author.",
    "committer.",
    "color.",
    "advice.",
    "column.",
    "init.defaultbranch",
    "core.excludesfile",
    "core.quotepath",
    "core.autocrlf",
    "core.eol",
    "core.ignorecase",
    "core.longpaths",
    "core.abbrev",
    "core.filemode",
    "commit.gpgsign",
    "tag.gpgsign",
    "push.default",
    "push.autosetupremote",
    "pull.",
    "fetch.prune",
    "merge.conflictstyle",
    "commit.template",
    "blame.ignorerevsfile",
    "diff.renames",
    "diff.algorithm",
    "diff.renamelimit",
    "log.",
    "rebase.autostash",
    "rebase.autosquash",
    "status.",
    "versionsort.",
    "i18n.",
    "gc.auto",
    "http.extraheader",
    "http.postbuffer",
    "http.lowspeedlimit",
    "http.lowspeedtime",
    "safe.directory",
    "rerere.",
    "branch.",
    "protocol.version",
    "index.",
    "pack.",
    "feature.",
    "maintenance.auto",
];

/// Keys that bring in hooks, or more settings, from elsewhere, as they start.
pub(crate) const HOOK_KEYS: &[&str] = &[
    "core.fsmonitor",
    "core.hookspath",
    "include.path",
    "includeif.",
    "init.templatedir",
];

/// Options of `git config`, and its subcommands, with which it only reads.
pub(crate) const CONFIG_READS: &[&str] = &[
    "--get",
    "--get-all",
    "--get-color",
    "--get-colorbool",
    "--get-regexp",
    "--get-urlmatch",
    "--list",
    "-l",
    "get",
    "list",
];

/// Those with which it writes, however many words stand behind them.
pub(crate) const CONFIG_WRITES: &[&str] = &[
    "--add",
    "--edit",
    "--remove-section",
    "--rename-section",
    "--replace-all",
    "--unset",
    "--unset-all",
    "-e",
    "edit",
    "remove-section",
    "rename-section",
    "set",
    "unset",
];
