//! What programs are known for.

/// Programs that run whatever they are told to, and what that is. Sorted.
pub(super) const RUN_ANYTHING: &[(&str, &str)] = &[
    (".", "a script"),
    ("awk", "code"),
    ("bash", "a command line"),
    ("bun", "code"),
    ("bunx", "a package"),
    ("chroot", "a program"),
    ("cmd", "a command line"),
    ("dash", "a command line"),
    ("deno", "code"),
    ("doas", "a program"),
    ("docker", "a program in a container"),
    ("doppler", "a program"),
    ("env", "a program"),
    ("eval", "a command line"),
    ("exec", "a program"),
    ("find", "a program with `-exec`"),
    ("fish", "a command line"),
    ("gawk", "code"),
    ("git", "a program through `-c`, aliases and hooks"),
    ("ksh", "a command line"),
    ("lua", "code"),
    ("make", "what a file says"),
    ("node", "code"),
    ("npx", "a package"),
    ("osascript", "code"),
    ("parallel", "a program"),
    ("perl", "code"),
    ("php", "code"),
    ("pnpx", "a package"),
    ("podman", "a program in a container"),
    ("powershell", "a command line"),
    ("pwsh", "a command line"),
    ("python", "code"),
    ("python2", "code"),
    ("python3", "code"),
    ("ruby", "code"),
    ("script", "a command line"),
    ("sh", "a command line"),
    ("source", "a script"),
    ("ssh", "a command line elsewhere"),
    ("su", "a command line"),
    ("sudo", "a program as another user"),
    ("uvx", "a package"),
    ("watch", "a command line"),
    ("xargs", "a program"),
    ("zsh", "a command line"),
];

/// Programs that only start another one; they are taken off before a
/// command is compared. Sorted.
pub(super) const WRAPPERS: &[&str] =
    &["nice", "nohup", "stdbuf", "time", "timeout"];

/// Programs that start another one and are looked through by deny and ask
/// rules. Sorted.
pub(super) const EXEC_WRAPPERS: &[&str] = &[
    "command", "doas", "env", "ionice", "nice", "nohup", "setsid", "stdbuf",
    "sudo", "time", "timeout", "xargs",
];

/// Words a shell command never starts with when it stands alone.
pub(super) const KEYWORDS: &[&str] =
    &["do", "done", "elif", "else", "esac", "fi", "then", "{", "}"];

/// Words that open a compound command.
pub(super) const OPENERS: &[&str] =
    &["case", "for", "function", "if", "select", "until", "while"];

/// Programs whose options may stand before the subcommand, with one of them.
pub(super) const SUBCOMMANDS: &[(&str, &str)] = &[
    ("aws", "--profile x"),
    ("docker", "--context x"),
    ("gh", "-R x"),
    ("git", "-C ."),
    ("helm", "--namespace x"),
    ("kubectl", "-n x"),
    ("npm", "--prefix ."),
    ("pnpm", "-C ."),
    ("terraform", "-chdir=."),
    ("yarn", "--cwd ."),
];

/// Programs that read the files they are given.
pub(super) const READ_FILES: &[&str] = &[
    "bat", "cat", "egrep", "fgrep", "grep", "head", "less", "more", "rg",
    "sort", "tac", "tail", "wc",
];

/// Programs that change, copy or remove the files they are given.
pub(super) const CHANGE_FILES: &[&str] = &[
    "chmod", "chown", "cp", "dd", "ln", "mv", "rm", "rmdir", "rsync", "shred",
    "tee", "truncate", "unlink",
];

/// What PowerShell calls what a program does.
pub(super) const POWERSHELL: &[(&str, &str)] = &[
    ("cat", "Get-Content"),
    ("chmod", "Set-Acl"),
    ("cp", "Copy-Item"),
    ("curl", "Invoke-WebRequest"),
    ("del", "Remove-Item"),
    ("kill", "Stop-Process"),
    ("mv", "Move-Item"),
    ("rm", "Remove-Item"),
    ("rmdir", "Remove-Item"),
    ("wget", "Invoke-WebRequest"),
];

/// What a program runs, if it runs whatever it is told to.
pub(super) fn runs(program: &str) -> Option<&'static str> {
    let at = RUN_ANYTHING.binary_search_by(|row| row.0.cmp(program));
    at.ok().and_then(|at| RUN_ANYTHING.get(at)).map(|row| row.1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_sorted() {
        assert!(RUN_ANYTHING.is_sorted_by(|a, b| a.0 < b.0));
    }
}
