//! Programs that take commands or code from a pipe, a here-document, or a
//! file that an option names.

use super::sources::{Row, row};

/// Modules of Python that run what they read from standard input.
pub(crate) const FED_MODULES: &[&str] = &[
    "asyncio",
    "bpython",
    "code",
    "IPython",
    "pdb",
    "ptipython",
    "ptpython",
    "xonsh",
];

/// What coding agents call to apply their own form of patches.
pub(crate) const AGENTS_PATCH: &[&str] = &["apply_patch", "applypatch"];

/// Programs that take commands from a pipe or a here-document beside their
/// operands, some of which run programs (`\!`, `system`, `.shell`).
pub(crate) const TAKES_COMMANDS: &[&str] = &[
    "apply_patch",
    "applypatch",
    "psql",
    "mysql",
    "mariadb",
    "sqlite3",
    "sqlplus",
    "duckdb",
    "vim",
    "vi",
    "nvim",
    "ex",
    "view",
    "gdb",
    "lldb",
    "sftp",
    "smbclient",
    "ftp",
    "lftp",
    "mail",
    "mailx",
    "telnet",
    "sbt",
    "scala",
    "ghci",
    "mongosh",
    "guestfish",
    "gp",
    "kak",
    "ansible-console",
    "as",
    "cpp",
];

/// Programs of which a subcommand takes code from a pipe or a
/// here-document.
const WITH_CONSOLES: &[&str] = &[
    "rails",
    "tofu",
    "terraform",
    "packer",
    "cabal",
    "stack",
    "manage.py",
    "django-admin",
    "artisan",
    "symfony",
    "drush",
    "wp",
    "lein",
    "mix",
    "flask",
    "deno",
    "uv",
    "hatch",
    "c++",
    "cc",
    "clang",
    "clang++",
    "g++",
    "gcc",
    "nasm",
];

/// Those subcommands, and the word for standard input.
const CONSOLES: &[&str] = &[
    "-",
    "c",
    "console",
    "dbconsole",
    "dbshell",
    "ghci",
    "repl",
    "shell",
    "tinker",
];

/// Whether this program takes code there, with this word.
pub(crate) fn is_console(program: &str, word: &str) -> bool {
    CONSOLES.contains(&word) && WITH_CONSOLES.contains(&program)
}

/// Options whose value is a file of commands or settings that make a program
/// read, write or run something; code of interpreters stands elsewhere.
pub(crate) const COMMANDED: &[Row] = &[
    row("aria2c", "i", &["--conf-path", "--input-file"]),
    row("curl", "K", &["--config"]),
    row("duckdb", "", &["-init"]),
    row("emacs", "l", &["--load", "--script", "-load", "-script"]),
    row(
        "gdb",
        "x",
        &["--command", "--early-init-command", "--init-command", "-ix"],
    ),
    row("lftp", "f", &[]),
    row(
        "lldb",
        "sSQ",
        &["--source", "--source-before-file", "--source-on-crash"],
    ),
    row("mariadb", "", &["--defaults-extra-file", "--defaults-file"]),
    row("mysql", "", &["--defaults-extra-file", "--defaults-file"]),
    row("screen", "c", &[]),
    row("sqlite3", "", &["--init", "-init"]),
];

/// Programs whose operands are such files.
pub(crate) const OPERANDS_COMMAND: &[&str] =
    &["ansible-playbook", "gnuplot", "logrotate"];

/// With what editors, debuggers, databases and clients go to another
/// directory of this machine.
const GOES: &[&str] = &["cd", "chdir", "lcd", "lchdir", "tcd", "tchdir"];

/// Whether commands of one of these do so: `lcd x`, `.cd x`, `:cd! x`.
pub(crate) fn goes(commands: &str) -> bool {
    commands.split(['|', '\n', ';']).any(|command| {
        let command = command.trim_start();
        let start = ['+', ':', ' ', '.', '\\', '%'];
        let command = command.trim_start_matches(start);
        let verb = command.split([' ', '\t']).next().unwrap_or("");
        verb.len() < command.len()
            && GOES.contains(&verb.trim_end_matches('!'))
    })
}
