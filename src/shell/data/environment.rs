//! Which variables tell a program what it works on. From each program's own
//! manual.

use super::implied::POSTGRES;

/// How the names of the variables start that tell some programs so; none:
/// these go by their words alone. Other programs may read any.
const TOLD: &[(&[&str], &[&str])] = &[
    (
        &[
            "cat",
            "chgrp",
            "chmod",
            "chown",
            "cp",
            "cut",
            "date",
            "dd",
            "df",
            "diff",
            "du",
            "echo",
            "egrep",
            "fgrep",
            "file",
            "find",
            "grep",
            "head",
            "kill",
            "killall",
            "less",
            "ln",
            "ls",
            "mkdir",
            "mkfifo",
            "mktemp",
            "more",
            "mv",
            "pgrep",
            "pkill",
            "printf",
            "ps",
            "rg",
            "rm",
            "rmdir",
            "rsync",
            "scp",
            "sed",
            "sftp",
            "shred",
            "shutdown",
            "sleep",
            "sort",
            "ssh",
            "stat",
            "systemctl",
            "tail",
            "tar",
            "tee",
            "test",
            "touch",
            "tr",
            "truncate",
            "uniq",
            "unlink",
            "unzip",
            "wc",
            "which",
            "zip",
        ],
        &[],
    ),
    (&["curl", "wget"], &["http", "HTTP", "ALL_PROXY", "all_proxy"]),
    (POSTGRES, &["PG"]),
    (
        &["mysql", "mariadb", "mysqldump", "mysqladmin", "mariadb-dump"],
        &["MYSQL", "MARIADB"],
    ),
    (&["aws"], &["AWS_"]),
    (&["kubectl", "oc"], &["KUBE"]),
    (&["helm"], &["HELM_", "KUBE"]),
    (&["gcloud", "gsutil", "bq"], &["CLOUDSDK_", "GOOGLE_"]),
    (&["az"], &["AZURE_"]),
    (&["gh"], &["GH_", "GITHUB_"]),
    (&["git"], &["GIT_"]),
];

/// Variables that say how a program goes about it, not with what.
const MANNERS: &[&str] = &[
    "CI",
    "CDPATH",
    "COLUMNS",
    "DEBUG",
    "EDITOR",
    "FORCE_COLOR",
    "GIT_AUTHOR_DATE",
    "GIT_AUTHOR_NAME",
    "GIT_COMMITTER_DATE",
    "GIT_COMMITTER_NAME",
    "GIT_EDITOR",
    "GIT_PAGER",
    "GIT_SEQUENCE_EDITOR",
    "LANG",
    "LD_LIBRARY_PATH",
    "LOG_LEVEL",
    "MANPATH",
    "NODE_PATH",
    "NO_COLOR",
    "PAGER",
    "PATH",
    "PGPASSWORD",
    "PYTHONPATH",
    "RUST_BACKTRACE",
    "RUST_LOG",
    "TERM",
    "TZ",
    "VISUAL",
];

/// Whether some variable may tell a program what it works on.
pub(crate) fn is_told(program: &str) -> bool {
    row(program).is_none_or(|names| !names.is_empty())
}

/// Whether variables of its own tell it.
pub(crate) fn has_own(program: &str) -> bool {
    row(program).is_some_and(|names| !names.is_empty())
}

/// Whether this one may.
pub(crate) fn tells_something(program: &str, name: &str) -> bool {
    !MANNERS.contains(&name)
        && !name.starts_with("LC_")
        && row(program).is_none_or(|names| {
            names.iter().any(|start| name.starts_with(start))
        })
}

fn row(program: &str) -> Option<&'static [&'static str]> {
    let mut rows = TOLD.iter();
    rows.find(|row| row.0.contains(&program)).map(|row| row.1)
}
