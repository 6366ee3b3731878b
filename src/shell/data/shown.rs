//! What decides whether stars stand for names that start with a dot.

/// Programs that take the names they are given as they stand: what a star
/// stands for the shell has found before (their manuals).
pub(crate) const TAKE_NAMES: &[&str] = &[
    "awk",
    "b2sum",
    "base64",
    "basename",
    "brotli",
    "bunzip2",
    "bzip2",
    "cat",
    "chgrp",
    "chmod",
    "chown",
    "cksum",
    "cmp",
    "column",
    "comm",
    "cp",
    "csplit",
    "cut",
    "diff",
    "dirname",
    "dos2unix",
    "du",
    "egrep",
    "expand",
    "fgrep",
    "file",
    "fmt",
    "fold",
    "gawk",
    "grep",
    "gunzip",
    "gzip",
    "head",
    "hexdump",
    "install",
    "join",
    "jq",
    "less",
    "ln",
    "ls",
    "lz4",
    "lzma",
    "mawk",
    "md5sum",
    "mkdir",
    "more",
    "mv",
    "nawk",
    "nl",
    "od",
    "paste",
    "pigz",
    "pr",
    "readlink",
    "realpath",
    "rev",
    "rm",
    "rmdir",
    "sed",
    "sha1sum",
    "sha224sum",
    "sha256sum",
    "sha384sum",
    "sha512sum",
    "shred",
    "sort",
    "split",
    "stat",
    "strings",
    "sum",
    "tac",
    "tail",
    "tar",
    "tee",
    "touch",
    "truncate",
    "unexpand",
    "uniq",
    "unix2dos",
    "unlink",
    "unxz",
    "unzstd",
    "wc",
    "xxd",
    "xz",
    "zcat",
    "zstd",
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

/// Programs and builtins that take words as lines, or run what they are
/// told to.
pub(crate) const RUN_LINES: &[&str] = &[
    "alias",
    "ash",
    "bash",
    "dash",
    "fish",
    "mapfile",
    "readarray",
    "sh",
    "su",
    "trap",
];

/// Builtins that set variables by names that may be known only when the line
/// runs.
pub(crate) const SET_NAMED: &[&str] = &[
    "declare", "export", "getopts", "local", "printf", "read", "readonly",
    "typeset",
];

/// Words behind which a command starts.
pub(crate) const KEYWORDS: &[&str] =
    &["do", "elif", "else", "exec", "if", "in", "then", "until", "while"];

/// What takes a command as its words, options and all.
pub(crate) const LEADS: &[&str] =
    &["builtin", "command", "coproc", "nocorrect", "noglob", "time"];

/// What code calls to read `.env` without naming it (packages of the name
/// `dotenv`).
const LOAD_ENVIRONMENT: &[&str] = &[
    "Dotenv.load",
    "Dotenv.parse",
    "\"dotenv\"",
    "'dotenv'",
    "dotenv-flow",
    "dotenv-safe",
    "dotenv.config(",
    "dotenv/config",
    "dotenv/load",
    "loadEnvConfig(",
    "loadEnvFile(",
    "load_dotenv(",
    "read_env(",
];

/// Stands in each of these, so that most texts are looked through once.
const IN_EACH_LOAD: &[u8] = b"nv";

/// What does both.
const READ_ENVIRONMENT: &[&str] = &["dotenv_values", "from decouple"];

/// How code names what the environment holds, where a program has read `.env`
/// into it.
pub(crate) const SHOW_ENVIRONMENT: &[&str] = &[
    ".parsed",
    "Bun.env",
    "ENV",
    "environ",
    "getenv",
    "import.meta.env",
    "process.env",
];

/// The same in the words of a line, where names of variables stand, too.
pub(crate) const SHOWN_BY_WORDS: &[&str] = &[
    ".parsed",
    "Bun.env",
    "ENV.",
    "ENV[",
    "environ)",
    "environ.",
    "environ[",
    "getenv",
    "import.meta.env",
    "process.env",
];

/// Programs that read `.env` for what they run.
pub(crate) const LOADERS: &[&str] = &[
    "direnv",
    "dotenv",
    "dotenv-cli",
    "dotenvx",
    "env-cmd",
    "foreman",
    "honcho",
    "nf",
    "pipenv",
];

/// Whether a word loads `.env` without naming it: `-r dotenv/config`.
pub(crate) fn loads_environment(text: &str) -> bool {
    // Every word is asked about, and most are short.
    let may = match text.len() {
        ..64 => text.as_bytes().windows(2).any(|two| two == IN_EACH_LOAD),
        _ => memchr::memmem::find(text.as_bytes(), IN_EACH_LOAD).is_some(),
    };
    may && LOAD_ENVIRONMENT.iter().any(|sign| text.contains(sign))
}

/// Whether a text names what the environment holds.
pub(crate) fn names_environment(text: &str) -> bool {
    SHOW_ENVIRONMENT.iter().any(|sign| text.contains(sign))
}

/// Whether code reads `.env` without naming it and shows what is in there.
pub(crate) fn shows_environment(code: &str) -> bool {
    loads_environment(code) && names_environment(code)
        || READ_ENVIRONMENT.iter().any(|sign| code.contains(sign))
}
