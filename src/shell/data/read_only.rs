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

/// Options that make a subcommand of git write though a word of the list
/// above stands there: letters, and long ones without their dashes.
pub(crate) const GIT_WRITES: &[(&str, &str, &[&str])] = &[
    (
        "branch",
        "dDmMcCfu",
        &[
            "copy",
            "create-reflog",
            "delete",
            "edit-description",
            "force",
            "move",
            "set-upstream-to",
            "track",
            "unset-upstream",
        ],
    ),
    (
        "tag",
        "dasufmFe",
        &[
            "annotate",
            "create-reflog",
            "delete",
            "edit",
            "file",
            "force",
            "local-user",
            "message",
            "sign",
        ],
    ),
];

/// Words behind which such a subcommand takes operands and only reads.
pub(crate) const GIT_LISTS: &[&str] = &["-l", "-n", "--list"];

/// Options of theirs that take the next word.
pub(crate) const GIT_VALUED: &[&str] = &[
    "--contains",
    "--format",
    "--merged",
    "--no-contains",
    "--no-merged",
    "--points-at",
    "--sort",
];

/// What takes a program out of the list.
pub(crate) struct Exception {
    pub(crate) program: &'static str,
    /// Letters, wherever they stand in a word of such.
    pub(crate) letters: &'static str,
    /// Letters that stand first in their word.
    pub(crate) first: &'static str,
    /// Long options; most programs take the start of one for it.
    pub(crate) long: &'static [&'static str],
    /// Other words, and long options of which the start is none.
    pub(crate) words: &'static [&'static str],
}

/// Words that take a program out of the list.
pub(crate) const EXCEPTIONS: &[Exception] = &[
    Exception {
        program: "find",
        letters: "",
        first: "",
        long: &[],
        words: &[
            "-exec", "-execdir", "-ok", "-okdir", "-delete", "-fprint",
            "-fprint0", "-fprintf", "-fls",
        ],
    },
    Exception {
        program: "fd",
        letters: "xX",
        first: "",
        long: &["--exec", "--exec-batch"],
        words: &[],
    },
    Exception {
        program: "fdfind",
        letters: "xX",
        first: "",
        long: &["--exec", "--exec-batch"],
        words: &[],
    },
    Exception {
        program: "sort",
        letters: "oT",
        first: "",
        long: &["--output", "--compress-program", "--temporary-directory"],
        words: &[],
    },
    Exception {
        program: "file",
        letters: "mfC",
        first: "",
        long: &["--compile", "--files-from"],
        words: &["--magic-file"],
    },
    Exception {
        program: "ss",
        letters: "KD",
        first: "",
        long: &["--kill", "--diag"],
        words: &[],
    },
    Exception {
        program: "git",
        letters: "O",
        first: "cC",
        long: &["--open-files-in-pager", "--output", "--upload-pack"],
        words: &[
            "--ext-diff",
            "--textconv",
            "--git-dir",
            "--work-tree",
            "--exec",
            "--exec-path",
            "--config-env",
        ],
    },
    Exception {
        program: "printf",
        letters: "",
        first: "v",
        long: &[],
        words: &[],
    },
];

/// Programs with which an unquoted glob still prompts.
pub(crate) const NO_GLOB: &[&str] = &["find", "sort", "sed", "git"];
