//! Programs that take several spellings of their words for the same.

use super::programs::Known;

/// What is written in several ways.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Spelling {
    /// Statements of SQL.
    Sql,
    /// Commands of Redis.
    Redis,
    /// The kind of a file system.
    MakeFs,
    /// What is done with the files that were found.
    Find,
    /// The path of a script.
    Script,
    /// The version of a package.
    Package,
    /// Files, each by its path.
    Files,
    /// A host, the first word.
    Host,
    /// Hosts before a colon.
    Hosts,
    /// Hosts by their names.
    Names,
    /// Addresses that need no scheme.
    Fetch,
    /// Commits, and files that are put back.
    Git,
    /// What is done with a service, behind its name.
    Service,
    /// Tasks that need no `run` before them.
    Tasks,
    /// What needs no subcommand before it.
    LeftOut,
}

/// What a program takes for the same, by its name.
pub(crate) fn of(name: &str, known: Known) -> Option<Spelling> {
    let others = [
        ("mkfs.", Spelling::MakeFs),
        ("php", Spelling::Script),
        ("python3.", Spelling::Script),
    ];
    known.spelling().or_else(|| {
        let starts = |row: &&(&str, Spelling)| name.starts_with(row.0);
        others.iter().find(starts).map(|row| row.1)
    })
}

/// What a subcommand takes for the same, if that is the name of a host.
pub(crate) fn of_hosts(program: &str, sub: &str) -> Option<Spelling> {
    let registry =
        matches!(program, "docker" | "podman" | "nerdctl" | "buildah")
            && matches!(sub, "login" | "logout");
    registry.then_some(Spelling::Names)
}

/// Those that take several spellings, each in one row.
pub(super) const SPELLINGS: &[(Spelling, &[&str])] = &[
    (Spelling::Git, &["git"]),
    (
        Spelling::Sql,
        &[
            "psql",
            "pgcli",
            "mysql",
            "mariadb",
            "mycli",
            "sqlite3",
            "sqlite",
            "sqlcmd",
            "sqlplus",
            "duckdb",
            "cockroach",
            "clickhouse",
            "clickhouse-client",
            "snowsql",
            "bq",
            "cqlsh",
            "trino",
            "usql",
            "litecli",
            "turso",
        ],
    ),
    (Spelling::Redis, &["redis-cli", "valkey-cli", "keydb-cli"]),
    (Spelling::MakeFs, &["mkfs", "mke2fs"]),
    (Spelling::Find, &["find", "gfind"]),
    (
        Spelling::Script,
        &["python", "python3", "node", "ruby", "perl", "bash", "sh", "deno"],
    ),
    (
        Spelling::Files,
        &[
            "rm", "rmdir", "unlink", "shred", "mv", "cp", "ln", "chmod",
            "chown", "chgrp", "touch", "mkdir", "truncate", "cat", "less",
            "head", "tail", "tee", "vim", "vi", "nano", "source",
        ],
    ),
    (Spelling::Package, &["npx", "bunx", "pnpx", "uvx"]),
    (Spelling::Host, &["ssh", "mosh", "autossh", "ssh-copy-id", "sftp"]),
    (Spelling::Hosts, &["scp", "rsync", "sshfs"]),
    (
        Spelling::Names,
        &[
            "nc",
            "ncat",
            "netcat",
            "ping",
            "ping6",
            "telnet",
            "ftp",
            "host",
            "dig",
            "nslookup",
            "whois",
            "traceroute",
            "tracepath",
            "mtr",
            "nmap",
            "ssh-keyscan",
        ],
    ),
    (Spelling::Fetch, &["curl", "wget"]),
    (Spelling::Service, &["service"]),
    (Spelling::Tasks, &["yarn", "pnpm", "bun", "turbo"]),
    (Spelling::LeftOut, &["composer", "mise", "pass", "pdm"]),
];

/// Subcommands that need not be written where the first word is none of the
/// others that the program has: `pass x/y` shows that.
pub(crate) const LEFT_OUT: &[(&str, &[&str], &[&str])] = &[
    ("composer", &["run", "run-script"], COMPOSER),
    ("mise", &["run"], MISE),
    ("pass", &["show"], PASS),
    ("pdm", &["run"], PDM),
];

const COMPOSER: &[&str] = &[
    "about",
    "archive",
    "audit",
    "browse",
    "bump",
    "cc",
    "check-platform-reqs",
    "clear-cache",
    "clearcache",
    "completion",
    "config",
    "create-project",
    "depends",
    "diagnose",
    "dump-autoload",
    "dumpautoload",
    "exec",
    "fund",
    "global",
    "help",
    "home",
    "i",
    "info",
    "init",
    "install",
    "licenses",
    "list",
    "outdated",
    "prohibits",
    "r",
    "reinstall",
    "remove",
    "repo",
    "repository",
    "require",
    "rm",
    "run",
    "run-script",
    "search",
    "self-update",
    "selfupdate",
    "show",
    "status",
    "suggests",
    "u",
    "uninstall",
    "update",
    "upgrade",
    "validate",
    "why",
    "why-not",
];

const MISE: &[&str] = &[
    "activate",
    "alias",
    "asdf",
    "backends",
    "bin-paths",
    "cache",
    "cfg",
    "completion",
    "config",
    "current",
    "deactivate",
    "direnv",
    "doctor",
    "dr",
    "e",
    "edit",
    "en",
    "env",
    "exec",
    "fmt",
    "gen",
    "generate",
    "global",
    "help",
    "hook-env",
    "i",
    "implode",
    "install",
    "install-into",
    "latest",
    "link",
    "list",
    "ln",
    "local",
    "lock",
    "ls",
    "ls-remote",
    "mcp",
    "outdated",
    "p",
    "plugin",
    "plugins",
    "prepare",
    "prune",
    "r",
    "registry",
    "remove",
    "reshim",
    "rm",
    "run",
    "search",
    "self-update",
    "set",
    "settings",
    "sh",
    "shell",
    "shell-alias",
    "sync",
    "t",
    "task",
    "tasks",
    "test-tool",
    "token",
    "tool",
    "tool-alias",
    "tool-stub",
    "trust",
    "u",
    "uninstall",
    "unset",
    "unuse",
    "up",
    "upgrade",
    "usage",
    "use",
    "v",
    "version",
    "w",
    "watch",
    "where",
    "which",
    "x",
];

const PASS: &[&str] = &[
    "add", "copy", "cp", "delete", "edit", "find", "generate", "git", "grep",
    "help", "init", "insert", "list", "ls", "mv", "otp", "remove", "rename",
    "rm", "search", "show", "version",
];

const PDM: &[&str] = &[
    "add",
    "build",
    "cache",
    "completion",
    "config",
    "export",
    "fix",
    "help",
    "import",
    "info",
    "init",
    "install",
    "list",
    "lock",
    "new",
    "outdated",
    "plugin",
    "publish",
    "py",
    "python",
    "remove",
    "run",
    "search",
    "self",
    "show",
    "sync",
    "update",
    "use",
    "venv",
];

/// Subcommands of those that run tasks which are no tasks.
pub(crate) const TASKS: &[&str] = &[
    "add",
    "audit",
    "bin",
    "cache",
    "config",
    "create",
    "dedupe",
    "dlx",
    "exec",
    "i",
    "info",
    "init",
    "install",
    "link",
    "list",
    "ls",
    "npm",
    "outdated",
    "pack",
    "pm",
    "publish",
    "remove",
    "rm",
    "run",
    "set",
    "store",
    "un",
    "uninstall",
    "unlink",
    "up",
    "update",
    "upgrade",
    "version",
    "view",
    "why",
    "workspace",
    "workspaces",
    "x",
];
