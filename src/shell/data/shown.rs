//! What decides whether stars stand for names that start with a dot.

/// Programs that take the names they are given as they stand: what a star
/// stands for the shell has found before (their manuals).
pub(crate) const TAKE_NAMES: &[&str] = &[
    "cat",
    "chmod",
    "chown",
    "cmp",
    "comm",
    "cp",
    "cut",
    "diff",
    "du",
    "egrep",
    "fgrep",
    "file",
    "grep",
    "head",
    "hexdump",
    "jq",
    "less",
    "ls",
    "md5sum",
    "more",
    "mv",
    "nl",
    "od",
    "paste",
    "rm",
    "sed",
    "sha1sum",
    "sha256sum",
    "sort",
    "stat",
    "strings",
    "tac",
    "tail",
    "touch",
    "uniq",
    "wc",
    "xxd",
];

/// Parts of names that turn on that they do, in any letter case: options of
/// bash, zsh and ksh, variables, and what names files with such lines that
/// a shell runs first.
pub(crate) const TURN_ON: &[&str] = &[
    "shopt",
    "setopt",
    "bashopts",
    "emulate",
    "glob",
    "ignore=",
    "env=",
    "rcfile",
    "init-file",
    "zdotdir",
];

/// Words that may: of shells whose options have other names, and what runs
/// lines that are not seen; so does a dot alone.
pub(crate) const WORDS_TURN_ON: &[&str] =
    &["eval", "ksh", "options", "set", "source", "zsh"];
