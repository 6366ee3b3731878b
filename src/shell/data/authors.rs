//! Programs that write the files that others run.

/// Programs that write what they are given into files that their words name.
pub(crate) const TAKES: &[&str] = &["dd", "sponge", "tee"];

/// Programs that give a file another name.
pub(crate) const MOVES: &[&str] = &["cp", "install", "ln", "mv", "rsync"];

/// Programs that write what comes from elsewhere.
pub(crate) const FETCHES: &[&str] =
    &["aria2c", "curl", "fetch", "scp", "wget"];

/// Programs that change files in their places, where an option says so.
pub(crate) const EDITS: &[&str] = &["awk", "gawk", "perl", "sed", "yq"];

/// Programs that print what they are given or what stands in files, and
/// those that print no commands.
pub(crate) const COPIES: &[&str] = &[
    ":", "[", "cat", "cd", "cp", "dd", "echo", "export", "head", "install",
    "ln", "mkdir", "mv", "printf", "pushd", "read", "rsync", "set", "sleep",
    "sponge", "tail", "tee", "test", "true",
];

/// Whether a name may be one of these: by its first letter, which leaves out
/// most words of a line.
pub(crate) fn may_write(name: &str) -> bool {
    const FIRST: u128 = {
        const LISTS: &[&[&str]] = &[TAKES, MOVES, FETCHES, EDITS];
        let (mut all, mut lists) = (0, LISTS);
        while let [list, behind @ ..] = lists {
            let mut names = *list;
            while let [name, rest @ ..] = names {
                if let [first, ..] = name.as_bytes() {
                    all |= 1 << *first;
                }
                names = rest;
            }
            lists = behind;
        }
        all
    };
    let first = name.as_bytes().first().filter(|byte| byte.is_ascii());
    first.is_some_and(|byte| FIRST & 1 << byte != 0)
}

/// How the names of scripts end that are no shell's.
pub(crate) const OTHERS: &[&str] = &[
    "awk", "c", "cjs", "cs", "cts", "exs", "go", "java", "js", "kts", "lua",
    "mjs", "mts", "php", "pl", "py", "r", "rb", "rs", "swift", "tcl", "ts",
    "tsx",
];

/// Programs that run, or compile, the files of code that their words name,
/// with their subcommand if they have one.
pub(crate) const RUN_CODE: &[(&str, &str)] = &[
    ("bun", "run"),
    ("bun", "test"),
    ("c++", ""),
    ("cc", ""),
    ("clang", ""),
    ("clang++", ""),
    ("deno", "run"),
    ("deno", "test"),
    ("dotnet", "run"),
    ("g++", ""),
    ("gcc", ""),
    ("go", "run"),
    ("go", "test"),
    ("java", ""),
    ("jest", ""),
    ("jiti", ""),
    ("kotlinc", ""),
    ("mix", "run"),
    ("mix", "test"),
    ("playwright", "test"),
    ("py.test", ""),
    ("pytest", ""),
    ("rustc", ""),
    ("swift", ""),
    ("vite-node", ""),
    ("vitest", ""),
];

/// What a program runs by the name of a file: lines of a shell, or what only
/// names commands and files.
pub(crate) struct Configured {
    pub(crate) programs: &'static [&'static str],
    pub(crate) files: &'static [&'static str],
    pub(crate) lines: bool,
}

const fn lines(
    programs: &'static [&'static str],
    files: &'static [&'static str],
) -> Configured {
    Configured { programs, files, lines: true }
}

const fn code(
    programs: &'static [&'static str],
    files: &'static [&'static str],
) -> Configured {
    Configured { programs, files, lines: false }
}

/// Programs that run the lines of a file that `-f` names.
pub(crate) const GIVEN: &[&str] =
    &["at", "batch", "bmake", "gmake", "just", "make"];

/// Files that programs run because of their names (the programs' manuals).
pub(crate) const CONFIGURED: &[Configured] = &[
    lines(
        &["bmake", "gmake", "make"],
        &["BSDmakefile", "GNUmakefile", "Makefile", "makefile"],
    ),
    lines(&["just"], &["justfile", ".justfile", "Justfile"]),
    lines(
        &["bash", "su", "sudo", "login"],
        &[".bashrc", ".bash_profile", ".bash_login", ".profile"],
    ),
    lines(
        &["zsh"],
        &[".zshenv", ".zprofile", ".zshrc", ".zlogin", ".zlogout"],
    ),
    lines(&["dash", "ksh", "sh"], &[".profile", ".kshrc", ".shrc"]),
    lines(&["direnv"], &[".envrc"]),
    lines(&["foreman", "hivemind", "honcho", "overmind"], &["Procfile"]),
    lines(
        &["git"],
        &[
            "applypatch-msg",
            "commit-msg",
            "fsmonitor-watchman",
            "post-applypatch",
            "post-checkout",
            "post-commit",
            "post-merge",
            "post-rewrite",
            "pre-applypatch",
            "pre-commit",
            "pre-merge-commit",
            "pre-push",
            "pre-rebase",
            "prepare-commit-msg",
        ],
    ),
    code(&["git"], &["config", ".gitconfig", "config.worktree"]),
    code(&["rsync", "scp", "sftp", "ssh"], &["config"]),
    code(
        &["bun", "bunx", "node", "npm", "npx", "pnpm", "yarn"],
        &["package.json"],
    ),
    code(&["deno"], &["deno.json", "deno.jsonc", "package.json"]),
    code(&["composer"], &["composer.json"]),
    code(&["cargo"], &["build.rs", "config.toml", "lib.rs", "main.rs"]),
    code(&["pip", "pip3", "uv"], &["setup.py", "pyproject.toml"]),
    code(&["py.test", "pytest"], &["conftest.py", "pytest.ini"]),
    code(&["nox", "tox"], &["noxfile.py", "tox.ini"]),
    code(&["python", "python3"], &["sitecustomize.py", "usercustomize.py"]),
    code(&["rake"], &["Rakefile", "rakefile", "Rakefile.rb"]),
    code(&["task"], &["Taskfile.yml", "Taskfile.yaml"]),
    code(&["mise"], &["mise.toml", ".mise.toml"]),
    code(&["fab", "inv", "invoke"], &["fabfile.py", "tasks.py"]),
    code(&["cmake"], &["CMakeLists.txt"]),
    code(&["meson"], &["meson.build"]),
    code(&["ninja"], &["build.ninja"]),
    code(&["gradle", "gradlew"], &["build.gradle", "build.gradle.kts"]),
    code(&["mvn", "mvnw"], &["pom.xml"]),
    code(&["ant"], &["build.xml"]),
    code(&["grunt", "gulp"], &["Gruntfile.js", "gulpfile.js"]),
    code(&["pre-commit"], &[".pre-commit-config.yaml"]),
    code(&["gdb"], &[".gdbinit"]),
    code(&["nvim", "vi", "view", "vim"], &[".vimrc", ".exrc", "init.vim"]),
    code(&["emacs"], &[".emacs", "init.el"]),
    code(&["tmux"], &[".tmux.conf"]),
    code(&["screen"], &[".screenrc"]),
    code(&["psql"], &[".psqlrc"]),
    code(&["sqlite3"], &[".sqliterc"]),
    code(&["R", "Rscript"], &[".Rprofile"]),
    code(&["irb"], &[".irbrc"]),
];
