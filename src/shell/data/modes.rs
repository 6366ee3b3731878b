//! Options with which a program only reads, and those with which it writes
//! all the same.

use super::git_keys::CONFIG_WRITES;

/// The options of one program, or of a subcommand.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Row {
    /// The programs.
    pub(crate) programs: &'static [&'static str],
    /// A subcommand that must be among the words; empty for any.
    pub(crate) sub: &'static str,
    /// Letters with which it reads.
    pub(crate) read: &'static str,
    /// Words with which it reads.
    pub(crate) reads: &'static [&'static str],
    /// Letters with which it writes.
    pub(crate) write: &'static str,
    /// Words with which it writes; long options also as they are cut short
    /// and with a value, a plus whatever follows it.
    pub(crate) writes: &'static [&'static str],
}

const fn row(
    programs: &'static [&'static str],
    sub: &'static str,
    (read, reads): (&'static str, &'static [&'static str]),
    (write, writes): (&'static str, &'static [&'static str]),
) -> Row {
    Row { programs, sub, read, reads, write, writes }
}

/// What takes back that nothing is to be done.
const NO_DRY: &[&str] =
    &["--no-dry-run", "--dry-run=false", "--dry-run=none", "--dry-run=0"];

/// How programs that look for faults in types are told to write nothing.
const NO_EMIT: &[&str] = &["--noEmit", "--noemit", "-noEmit"];

/// What takes back that branches are only moved on.
const FAST_FORWARD: &[&str] = &["--ff", "--no-ff", "--no-ff-only"];

/// What another method than that in front is said with.
const METHODS: &[&str] = &[
    "--data",
    "--data-ascii",
    "--data-binary",
    "--data-raw",
    "--data-urlencode",
    "--form",
    "--form-string",
    "--json",
    "--method",
    "--request",
    "--upload-file",
];

/// How a method that only reads is said.
const GET: &[&str] = &[
    "GET",
    "HEAD",
    "-XGET",
    "-XHEAD",
    "--request=GET",
    "--request=HEAD",
    "--method=GET",
    "--method=HEAD",
];

/// The table; from the programs' manuals.
pub(crate) const ROWS: &[Row] = &[
    row(
        &["gsed", "sed"],
        "",
        ("n", &["--quiet", "--silent"]),
        ("i", &["--in-place"]),
    ),
    row(
        &["gofmt", "gofumpt", "goimports"],
        "",
        ("", &["-d", "-l"]),
        ("", &["--w", "--w=true", "-w", "-w=true"]),
    ),
    row(&["shfmt"], "", ("dl", &["--diff", "--list"]), ("w", &["--write"])),
    row(
        &["prettier"],
        "",
        ("cl", &["--check", "--list-different"]),
        ("w", &["--write"]),
    ),
    row(
        &["clang-format"],
        "",
        ("", &["--dry-run", "-dry-run", "-n"]),
        ("", &["--i", "-i", "-i=true"]),
    ),
    row(
        &["eslint"],
        "",
        ("", &["--fix-dry-run", "--no-fix"]),
        ("", &["--fix", "--fix=true"]),
    ),
    row(
        &["ruff"],
        "",
        ("", &["--diff", "--no-fix"]),
        ("", &["--add-noqa", "--fix", "--fix-only"]),
    ),
    row(&["biome"], "", ("", &["ci", "--write=false"]), ("", &["--write"])),
    row(
        &["terraform", "tofu"],
        "fmt",
        ("", &["-check", "--check", "-write=false"]),
        ("", &["-check=false", "--check=false", "-write=true"]),
    ),
    row(
        &["gojq", "yq"],
        "",
        ("enr", &["--raw-output", "--null-input"]),
        ("i", &["--in-place", "--inplace"]),
    ),
    // git
    row(
        &["git"],
        "branch",
        (
            "alrv",
            &[
                "-vv",
                "--all",
                "--contains",
                "--list",
                "--merged",
                "--no-contains",
                "--no-merged",
                "--points-at",
                "--remotes",
                "--show-current",
                "--verbose",
            ],
        ),
        (
            "cCdDfmMtu",
            &[
                "--copy",
                "--create-reflog",
                "--delete",
                "--edit-description",
                "--force",
                "--move",
                "--set-upstream-to",
                "--track",
                "--unset-upstream",
            ],
        ),
    ),
    row(
        &["git"],
        "tag",
        (
            "ln",
            &[
                "--contains",
                "--list",
                "--merged",
                "--no-contains",
                "--no-merged",
                "--points-at",
                "--verify",
            ],
        ),
        (
            "adfFmsu",
            &[
                "--annotate",
                "--create-reflog",
                "--delete",
                "--edit",
                "--file",
                "--force",
                "--local-user",
                "--message",
                "--sign",
            ],
        ),
    ),
    row(
        &["git"],
        "remote",
        ("v", &["--verbose"]),
        (
            "",
            &[
                "add",
                "prune",
                "remove",
                "rename",
                "rm",
                "set-branches",
                "set-head",
                "set-url",
                "update",
            ],
        ),
    ),
    row(
        &["git"],
        "config",
        (
            "l",
            &[
                "get",
                "list",
                "--get",
                "--get-all",
                "--get-color",
                "--get-regexp",
                "--get-urlmatch",
                "--list",
            ],
        ),
        ("e", CONFIG_WRITES),
    ),
    row(
        &["git"],
        "apply",
        ("", &["--check", "--numstat", "--stat", "--summary"]),
        ("", &["--apply"]),
    ),
    row(
        &["git"],
        "symbolic-ref",
        ("q", &["--short", "--quiet"]),
        ("dm", &["--delete"]),
    ),
    row(&["git"], "", ("n", &["--dry-run"]), ("", NO_DRY)),
    // what is put back in the index alone, and in the files
    row(
        &["git"],
        "restore",
        ("S", &["--staged"]),
        ("W", &["--no-staged", "--worktree"]),
    ),
    row(
        &["git"],
        "reset",
        ("", &["--mixed", "--soft"]),
        ("", &["--hard", "--keep", "--merge"]),
    ),
    row(&["git"], "rm", ("", &["--cached"]), ("", &["--no-cached"])),
    row(&["git"], "merge", ("", &["--no-commit"]), ("", &["--commit"])),
    row(&["git"], "merge", ("", &["--ff-only"]), ("", FAST_FORWARD)),
    row(&["git"], "pull", ("", &["--ff-only"]), ("", FAST_FORWARD)),
    row(
        &["git"],
        "push",
        ("", &["--force-with-lease"]),
        ("f", &["--force", "--no-force-with-lease", "+"]),
    ),
    // packages and clusters
    row(
        &["cargo", "helm", "kubectl", "npm", "oc", "pnpm", "rsync", "yarn"],
        "",
        (
            "",
            &[
                "--dry-run",
                "--dry-run=client",
                "--dry-run=server",
                "--dry-run=true",
            ],
        ),
        ("", NO_DRY),
    ),
    // archives of which the last letter counts
    row(
        &["lzma", "unlzma", "unxz", "xz"],
        "",
        ("lt", &["--list", "--test"]),
        ("dz", &["--compress", "--decompress", "--uncompress"]),
    ),
    row(
        &["bzip2", "unzstd", "zstd"],
        "",
        ("lt", &["--list", "--test"]),
        ("dz", &["--compress", "--decompress", "--rm", "--uncompress"]),
    ),
    // systems
    row(&["crontab"], "", ("l", &[]), ("eir", &[])),
    row(
        &["ip6tables", "iptables"],
        "",
        ("LS", &["--list", "--list-rules"]),
        (
            "ADEFINPRXZ",
            &[
                "--append",
                "--delete",
                "--flush",
                "--insert",
                "--policy",
                "--replace",
                "--zero",
            ],
        ),
    ),
    row(
        &["sysctl"],
        "",
        ("an", &["--all", "--values"]),
        ("pw", &["--load", "--system", "--write"]),
    ),
    row(&["date"], "", ("IRu", &["--utc"]), ("s", &["--set"])),
    // code that is looked at, not run
    row(&["tsc", "vue-tsc"], "", ("", NO_EMIT), ("", &[])),
    row(
        &["node", "nodejs"],
        "",
        ("c", &["--check"]),
        ("epr", &["--eval", "--import", "--loader", "--print", "--require"]),
    ),
    row(
        &["bash", "dash", "ksh", "sh", "zsh"],
        "",
        ("n", &[]),
        ("", &["+n", "+o"]),
    ),
    row(&["ruby"], "", ("c", &[]), ("r", &["--require"])),
    row(&["openssl"], "", ("", &["-noout"]), ("", &["-out"])),
    // requests
    row(&["curl"], "", ("I", &["--head"]), ("dFTX", METHODS)),
    row(&["curl"], "", ("", GET), ("FTX", METHODS)),
    row(&["gh", "glab"], "api", ("", GET), ("X", &["--method"])),
];
