//! Programs that take several spellings of their words for the same.

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
    /// Addresses that need no scheme.
    Fetch,
    /// Commits, and files that are put back.
    Git,
    /// What is done with a service, behind its name.
    Service,
    /// Tasks that need no `run` before them.
    Tasks,
}

/// What a program takes for the same.
pub(crate) fn of(name: &str) -> Option<Spelling> {
    let first = name.bytes().next()?;
    let lengths = LENGTHS.get(usize::from(first)).copied().unwrap_or(0);
    let may = lengths >> name.len().min(LONGEST) & 1 == 1;
    let is_it = |row: &&(Spelling, &[&str])| row.1.contains(&name);
    let found = SPELLINGS.iter().filter(|_| may).find(is_it);
    let found = found.map(|row| row.0);
    let others = [
        ("mkfs.", Spelling::MakeFs),
        ("php", Spelling::Script),
        ("python3.", Spelling::Script),
    ];
    found.or_else(|| {
        let starts = |row: &&(&str, Spelling)| name.starts_with(row.0);
        others.iter().find(starts).map(|row| row.1)
    })
}

/// How long the names are that start with a letter, a bit for each length:
/// most programs are none of them.
const LENGTHS: [u32; 128] = lengths();

/// No name is as long as this.
const LONGEST: usize = 31;

#[allow(
    clippy::indexing_slicing,
    reason = "it runs when hookset is compiled, and fails then"
)]
const fn lengths() -> [u32; 128] {
    let mut lengths = [0; 128];
    let mut row = 0;
    while row < SPELLINGS.len() {
        let names = SPELLINGS[row].1;
        let mut at = 0;
        while at < names.len() {
            let name = names[at].as_bytes();
            assert!(name.len() < LONGEST);
            lengths[name[0] as usize] |= 1 << name.len();
            at += 1;
        }
        row += 1;
    }
    lengths
}

const SPELLINGS: &[(Spelling, &[&str])] = &[
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
    (Spelling::MakeFs, &["mkfs"]),
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
    (Spelling::Fetch, &["curl", "wget"]),
    (Spelling::Service, &["service"]),
    (Spelling::Tasks, &["yarn", "pnpm", "bun"]),
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
