//! Programs whose words are subcommands and names of tasks, where a word
//! that looks like a file's name is none: `npm run build`.

/// A program of this kind.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tasks {
    pub(crate) program: &'static str,
    /// Whether its first word is a subcommand or a task, never a file.
    pub(crate) first: bool,
    /// Subcommands behind which a task is named.
    pub(crate) subs: &'static [&'static str],
}

const fn row(program: &'static str, subs: &'static [&'static str]) -> Tasks {
    Tasks { program, first: true, subs }
}

/// In the order of their names. `bun run x` and `vercel x` may mean a file.
const TASKS: &[Tasks] = &[
    row("cargo", &["make"]),
    Tasks { first: false, ..row("deno", &["task"]) },
    row("docker", &[]),
    row("docker-compose", &[]),
    row("lerna", &["run"]),
    row("mise", &["r", "run"]),
    row("moon", &["r", "run"]),
    row("npm", &["rum", "run", "run-script", "urn"]),
    row("nx", &["run"]),
    row("pnpm", &["run", "run-script"]),
    row("podman", &[]),
    row("turbo", &["run"]),
    row("yarn", &["run"]),
];

/// The row of a program.
pub(crate) fn tasks_of(program: &str) -> Option<Tasks> {
    TASKS.iter().find(|row| row.program == program).copied()
}

/// Options of theirs that take no word, before the name of a task.
pub(crate) const PLAIN: &[&str] = &[
    "--all",
    "--force",
    "--if-present",
    "--parallel",
    "--recursive",
    "--silent",
    "--stream",
    "--verbose",
    "-A",
    "-r",
    "-s",
];

/// Options with which they go to a directory, whose files they may change.
pub(crate) const PLACES: &[&str] =
    &["--cd", "--cwd", "--dir", "--prefix", "--project-directory", "-C"];
