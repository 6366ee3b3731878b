//! What is known about files that are chosen by their names, and about names
//! that are files.

/// Words of `rg --type`, and the names they stand for.
pub(crate) const KINDS: &[(&str, &[&str])] = &[
    ("c", &["*.c", "*.h", "*.H", "*.cats", "*.[chH].in"]),
    ("css", &["*.css", "*.scss"]),
    ("go", &["*.go"]),
    ("html", &["*.htm", "*.html", "*.ejs"]),
    ("js", &["*.cjs", "*.js", "*.jsx", "*.mjs", "*.vue"]),
    ("py", &["*.py", "*.pyi"]),
    ("python", &["*.py", "*.pyi"]),
    ("rust", &["*.rs"]),
    ("swift", &["*.swift"]),
    ("ts", &["*.cts", "*.mts", "*.ts", "*.tsx"]),
    ("typescript", &["*.cts", "*.mts", "*.ts", "*.tsx"]),
];

/// A program that hands on some of the lines that it gets, as they are.
pub(crate) struct Filter {
    pub(crate) name: &'static str,
    /// Letters of options that change no line.
    pub(crate) letters: &'static str,
    /// Whether it counts lines: `-5`, `-n 5`.
    pub(crate) counts: bool,
    /// How many words it takes that are no options.
    pub(crate) patterns: usize,
}

const fn filter(
    name: &'static str,
    letters: &'static str,
    counts: bool,
    patterns: usize,
) -> Filter {
    Filter { name, letters, counts, patterns }
}

/// Such programs.
pub(crate) const FILTERS: &[Filter] = &[
    filter("egrep", "vixwz", false, 1),
    filter("fgrep", "vixwz", false, 1),
    filter("grep", "vixwzEFP", false, 1),
    filter("head", "qz", true, 0),
    filter("shuf", "z", false, 0),
    filter("sort", "bdfghnruVz", false, 0),
    filter("tail", "qz", true, 0),
    filter("uniq", "iuz", false, 0),
];

/// Options of `git ls-files` that say which of the files of a repository.
pub(crate) const LISTS: &[&str] = &[
    "--cached",
    "--deleted",
    "--exclude-standard",
    "--modified",
    "--others",
    "-c",
    "-d",
    "-m",
    "-o",
    "-z",
];

/// Options of `git diff` with which it lists files.
pub(crate) const LISTS_CHANGED: &[&str] =
    &["--", "--cached", "--merge-base", "--name-only", "--staged", "-z"];

/// Options of `grep` and `rg` by which they list files.
pub(crate) const LIST_FILES: &[&str] =
    &["--files", "--files-with-matches", "--files-without-match"];

/// Names in the environment by which these programs read their options
/// otherwise.
pub(crate) const ENVIRONMENT: &[&str] =
    &["GIT_INDEX", "GREP_OPTIONS", "POSIXLY_CORRECT", "RIPGREP_CONFIG_PATH"];

/// Programs that run another where they are, whatever their options, and
/// those that do without options but for these.
pub(crate) const STAY_HERE: &[&str] =
    &["exec", "ionice", "nice", "nohup", "stdbuf", "time", "timeout"];
pub(crate) const RUN_HERE: &[&str] = &[
    "--", "--yes", "-y", "bunx", "dlx", "npx", "pdm", "pipx", "pnpm",
    "poetry", "run", "uv", "uvx", "yarn",
];

/// Programs that use no other files than those they are given, and do not
/// look below directories but by letters that say so; a long option may name
/// a list of files.
pub(crate) const USE_GIVEN: &[&str] = &[
    "cat",
    "chmod",
    "chown",
    "egrep",
    "fgrep",
    "grep",
    "head",
    "jpegoptim",
    "jq",
    "nl",
    "optipng",
    "rm",
    "sd",
    "tac",
    "tail",
    "touch",
    "wc",
];

/// Programs that open the files they are given, and do no more with them.
pub(crate) const OPEN_FOUND: &[&str] = &[
    "cat",
    "cksum",
    "cmp",
    "diff",
    "egrep",
    "fgrep",
    "file",
    "findstr",
    "get-content",
    "get-filehash",
    "grep",
    "head",
    "md5sum",
    "nl",
    "select-string",
    "sha1sum",
    "sha256sum",
    "stat",
    "tac",
    "tail",
    "wc",
];

/// Programs that make no links and run no others, whatever they are told.
pub(crate) const MAKE_NO_LINKS: &[&str] = &[
    "[", "basename", "cat", "cd", "chmod", "cut", "date", "dirname", "du",
    "echo", "egrep", "export", "false", "fgrep", "grep", "head", "id", "ls",
    "mkdir", "nproc", "printf", "pwd", "readlink", "realpath", "rm", "rmdir",
    "seq", "set", "sleep", "stat", "tail", "test", "touch", "tr", "true",
    "uname", "uniq", "wc", "whoami",
];

/// Subcommands of git that leave checked out what is.
pub(crate) const KEEP_BRANCH: &[&str] = &[
    "add",
    "blame",
    "commit",
    "describe",
    "diff",
    "fetch",
    "grep",
    "log",
    "ls-files",
    "merge",
    "mv",
    "pull",
    "push",
    "restore",
    "rev-list",
    "rev-parse",
    "rm",
    "show",
    "status",
    "tag",
];

/// Programs that make no files and run no others, whatever they are told.
pub(crate) const ONLY_LOOK: &[&str] = &[
    ":", "[", "basename", "cat", "cd", "cmp", "comm", "cut", "diff",
    "dirname", "du", "echo", "egrep", "exit", "false", "fgrep", "grep",
    "head", "jq", "ls", "nl", "printf", "pwd", "sleep", "stat", "tac", "tail",
    "test", "tr", "true", "wc",
];

/// What `xargs` may be told before the program that it runs.
pub(crate) const RUN_GIVEN: &[&str] = &["{}", "%"];

/// Tests of `find` that take no word, and those that take one. They say
/// which files are meant, and do nothing.
pub(crate) const TESTS: &[&str] = &[
    "-a",
    "-and",
    "-daystart",
    "-depth",
    "-empty",
    "-executable",
    "-false",
    "-mount",
    "-nogroup",
    "-noleaf",
    "-nouser",
    "-nowarn",
    "-prune",
    "-quit",
    "-readable",
    "-true",
    "-writable",
    "-xdev",
];
pub(crate) const VALUED_TESTS: &[&str] = &[
    "-amin",
    "-anewer",
    "-atime",
    "-cmin",
    "-cnewer",
    "-ctime",
    "-fstype",
    "-gid",
    "-group",
    "-ilname",
    "-iname",
    "-inum",
    "-ipath",
    "-iregex",
    "-iwholename",
    "-links",
    "-lname",
    "-maxdepth",
    "-mindepth",
    "-mmin",
    "-mtime",
    "-name",
    "-newer",
    "-newermt",
    "-path",
    "-perm",
    "-regex",
    "-regextype",
    "-samefile",
    "-size",
    "-type",
    "-uid",
    "-user",
    "-wholename",
    "-xtype",
];

/// Names of files that look like those of directories.
const FILES: &[&str] = &[
    ".bash_history",
    ".bashrc",
    ".env",
    ".envrc",
    ".git-credentials",
    ".gitconfig",
    ".htpasswd",
    ".netrc",
    ".npmrc",
    ".pgpass",
    ".profile",
    ".pypirc",
    ".zsh_history",
    ".zshrc",
    "authorized_keys",
    "id_dsa",
    "id_ecdsa",
    "id_ed25519",
    "id_rsa",
    "known_hosts",
];

/// Files of `/etc` whose names are those of directories elsewhere.
const FILES_OF_ETC: &[&str] = &[
    "crontab",
    "fstab",
    "group",
    "gshadow",
    "hostname",
    "hosts",
    "passwd",
    "protocols",
    "services",
    "shadow",
    "shells",
    "sudoers",
];

/// Whether a name is the one of a file of `/etc`.
pub(crate) fn is_file_of_etc(name: &str) -> bool {
    FILES_OF_ETC.contains(&name)
}

/// Whether a name is the one of a file.
pub(crate) fn is_file_name(name: &str) -> bool {
    let ending = name.get(1..).unwrap_or("").rsplit_once('.');
    FILES.iter().any(|file| name.eq_ignore_ascii_case(file))
        || ending.is_some_and(|(_, end)| !end.is_empty() && end != "d")
}
