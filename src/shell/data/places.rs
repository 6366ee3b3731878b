//! Options with which a program works in another directory.

/// The options of one program.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Row {
    /// The program.
    pub(crate) program: &'static str,
    /// Letters of short options whose value is the directory.
    pub(crate) letters: &'static str,
    /// Long options whose value is the directory, with their dashes.
    pub(crate) long: &'static [&'static str],
    /// Words with which it starts in the home directory.
    pub(crate) login: &'static [&'static str],
    /// Whether it always starts there.
    pub(crate) remote: bool,
}

const fn row(
    program: &'static str,
    letters: &'static str,
    long: &'static [&'static str],
) -> Row {
    Row { program, letters, long, login: &[], remote: false }
}

/// The table; from the programs' manuals.
pub(crate) const ROWS: &[Row] = &[
    row("env", "C", &["--chdir"]),
    Row { login: &["-i", "--login"], ..row("sudo", "D", &["--chdir"]) },
    Row { login: &["-", "-l", "--login"], ..row("su", "", &[]) },
    Row { login: &["-", "-l", "--login"], ..row("runuser", "", &[]) },
    Row { remote: true, ..row("ssh", "", &[]) },
    Row { remote: true, ..row("autossh", "", &[]) },
    row("systemd-run", "", &["--working-directory"]),
    row("nsenter", "", &["--wd"]),
    row("unshare", "w", &["--wd"]),
    row("bwrap", "", &["--chdir"]),
    row("proot", "w", &["--cwd"]),
    row("wsl", "", &["--cd"]),
    row("docker", "w", &["--workdir"]),
    row("docker-compose", "w", &["--workdir"]),
    row("nerdctl", "w", &["--workdir"]),
    row("podman", "w", &["--workdir"]),
    row("parallel", "", &["--wd", "--workdir"]),
    row("daemonize", "c", &[]),
    row("start-stop-daemon", "d", &["--chdir"]),
    row("flatpak-spawn", "", &["--directory"]),
    row("uv", "", &["--directory"]),
    row("poetry", "C", &["--directory"]),
    row("pnpm", "C", &["--dir"]),
    row("npm", "C", &["--prefix"]),
    row("yarn", "", &["--cwd"]),
    row("bun", "", &["--cwd"]),
    row("composer", "d", &["--working-dir"]),
    row("git", "C", &["--work-tree"]),
    row("make", "C", &["--directory"]),
    row("gmake", "C", &["--directory"]),
    row("ninja", "C", &[]),
    row("meson", "C", &[]),
    row("cargo", "C", &[]),
    row("go", "C", &["-C"]),
    row("just", "d", &["--working-directory"]),
    row("task", "d", &["--dir"]),
    row("terraform", "", &["-chdir"]),
    row("tofu", "", &["-chdir"]),
    row("tflint", "", &["--chdir"]),
    row("tar", "C", &["--directory", "--cd"]),
    row("bsdtar", "C", &["--directory", "--cd"]),
    row("cpio", "D", &["--directory"]),
    row("patch", "d", &["--directory"]),
];

/// The options of a program.
pub(crate) fn row_of(program: &str) -> Option<&'static Row> {
    ROWS.iter().find(|row| row.program == program)
}
