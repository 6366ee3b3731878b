//! Commands the runner runs without a rule (documented and from its
//! change log; spelled out in the semantics notes of the project).

/// Programs that only read, whatever their words (exceptions are tested
/// apart). The change log names `lsof` too; published examples of `ls *`
/// say that it still asks.
pub(crate) const PROGRAMS: &[&str] = &[
    "ls", "cat", "echo", "pwd", "head", "tail", "grep", "find", "wc", "which",
    "diff", "stat", "du", "pgrep", "tput", "ss", "fd", "fdfind", "fmt",
    "comm", "cmp", "numfmt", "expr", "test", "printf", "getconf", "seq",
    "tsort", "pr", "sort", "file",
];

/// git subcommands that only read.
pub(crate) const GIT: &[&str] = &[
    "status",
    "log",
    "diff",
    "show",
    "blame",
    "annotate",
    "shortlog",
    "rev-parse",
    "rev-list",
    "ls-files",
    "ls-tree",
    "ls-remote",
    "describe",
    "cat-file",
    "grep",
    "merge-base",
    "name-rev",
    "for-each-ref",
    "show-ref",
    "show-branch",
    "count-objects",
    "whatchanged",
    "diff-tree",
    "diff-index",
    "diff-files",
    "cherry",
    "range-diff",
    "var",
    "check-ignore",
    "check-attr",
    "version",
    "help",
];

/// Subcommands that only read when they come without operands or with one
/// of these words: subcommand, words.
pub(crate) const GIT_LISTING: &[(&str, &[&str])] = &[
    (
        "branch",
        &[
            "-a",
            "-r",
            "-v",
            "-vv",
            "--list",
            "--all",
            "--remotes",
            "--show-current",
            "--verbose",
        ],
    ),
    ("tag", &["-l", "--list", "-n"]),
    ("remote", &["-v", "--verbose", "show", "get-url"]),
    ("stash", &["list", "show"]),
    ("config", &["--get", "--list", "-l", "--get-all", "get", "list"]),
    ("reflog", &["show"]),
    ("worktree", &["list"]),
    ("notes", &["list", "show"]),
];

/// Words that take a program out of the list.
pub(crate) const EXCEPTIONS: &[(&str, &[&str])] = &[
    (
        "find",
        &[
            "-exec", "-execdir", "-ok", "-okdir", "-delete", "-fprint",
            "-fprint0", "-fprintf", "-fls",
        ],
    ),
    ("fd", &["-x", "-X", "--exec", "--exec-batch"]),
    ("fdfind", &["-x", "-X", "--exec", "--exec-batch"]),
    ("sort", &["-o", "--output", "--compress-program", "-T"]),
    ("file", &["-m", "-f", "-C", "--magic-file", "--files-from"]),
    (
        "git",
        &[
            "--output",
            "--ext-diff",
            "--textconv",
            "-O",
            "--open-files-in-pager",
            "--upload-pack",
            "-c",
            "-C",
            "--git-dir",
            "--work-tree",
            "--exec-path",
            "--config-env",
        ],
    ),
    ("printf", &["-v"]),
];

/// Programs with which an unquoted glob still prompts.
pub(crate) const NO_GLOB: &[&str] = &["find", "sort", "sed", "git"];
