//! Programs that only read the files their words name, and options that say
//! so: beside these a word that names a protected path is one that may be
//! written.

/// A program, and options with which it writes after all.
type Reader = (&'static str, &'static [&'static str]);

/// The table; from the programs' manuals.
const READERS: &[Reader] = &[
    ("actionlint", &[]),
    ("ajv", &[]),
    ("bandit", &[]),
    ("biome", &["--write", "--apply", "--fix", "--unsafe"]),
    ("cargo", &["fmt", "fix", "new", "init", "--fix"]),
    ("check-jsonschema", &[]),
    ("cloc", &[]),
    ("compileall", &[]),
    ("direnv", &["edit"]),
    ("dust", &[]),
    ("entr", &[]),
    ("eslint", &["--fix", "--init"]),
    ("exa", &[]),
    ("eza", &[]),
    ("flake8", &[]),
    ("gitleaks", &[]),
    ("gitstats", &[]),
    ("go", &["fmt", "fix", "generate", "work", "mod"]),
    ("hadolint", &[]),
    ("jest", &["-u", "--update", "--ci=false"]),
    ("jshint", &[]),
    ("json.tool", &[]),
    ("jsonlint", &["-i", "--in-place"]),
    ("ktlint", &["-F", "--format"]),
    ("lsd", &[]),
    ("markdownlint", &["--fix", "-f"]),
    ("markdownlint-cli2", &["--fix"]),
    ("md5", &[]),
    ("mdl", &[]),
    ("mypy", &[]),
    ("ncdu", &[]),
    ("openssl", &[]),
    ("oxlint", &["--fix", "--fix-dangerously", "--fix-suggestions"]),
    ("pre-commit", &["autoupdate", "migrate-config"]),
    ("py_compile", &[]),
    ("pylint", &[]),
    ("pyright", &[]),
    ("pytest", &[]),
    (
        "rubocop",
        &[
            "-a",
            "-A",
            "--auto-correct",
            "--autocorrect",
            "--fix-layout",
            "--safe-auto-correct",
            "-x",
        ],
    ),
    ("scc", &[]),
    ("semgrep", &["--autofix", "-a"]),
    ("sha1", &[]),
    ("sha256", &[]),
    ("shasum", &[]),
    ("shellcheck", &[]),
    ("standard", &["--fix"]),
    ("standardrb", &["--fix"]),
    ("stylelint", &["--fix"]),
    ("terraform", &["fmt"]),
    ("textlint", &["--fix"]),
    ("tokei", &[]),
    ("ts-standard", &["--fix"]),
    ("tslint", &["--fix"]),
    ("tsc", &["--outDir", "--outFile", "--declarationDir", "--init"]),
    ("unittest", &[]),
    ("typos", &["-w", "--write"]),
    ("vitest", &["-u", "--update"]),
    ("xmllint", &["--output"]),
    ("xo", &["--fix"]),
    ("yamllint", &[]),
];

/// Programs that write the files their words name unless they get one of
/// these.
const CHECKED: &[Reader] = &[
    ("addlicense", &["-check"]),
    ("alejandra", &["--check", "-c"]),
    ("astyle", &["--dry-run"]),
    ("black", &["--check", "--diff"]),
    ("blue", &["--check", "--diff"]),
    (
        "buildifier",
        &["--mode=check", "--mode=diff", "-mode=check", "-mode=diff"],
    ),
    ("csharpier", &["--check", "check"]),
    ("djhtml", &["--check", "-c"]),
    ("elm-format", &["--validate"]),
    ("erlfmt", &["--check", "-c"]),
    ("fantomas", &["--check"]),
    ("flynt", &["--dry-run", "-d"]),
    ("gpg", &["--verify", "--list-packets", "--fingerprint"]),
    ("isort", &["--check", "--check-only", "--diff", "-c"]),
    ("ktfmt", &["--dry-run", "-n"]),
    ("mdformat", &["--check"]),
    ("nixfmt", &["--check", "-c"]),
    ("nixpkgs-fmt", &["--check"]),
    ("npm", &["test", "t"]),
    ("oxipng", &["--pretend", "-P", "--stdout"]),
    ("pycln", &["--check", "--diff", "-c", "-d"]),
    ("plutil", &["-lint", "-o", "-p"]),
    ("pnpm", &["test", "t"]),
    ("rufo", &["--check", "-c"]),
    ("rustfmt", &["--check"]),
    ("scalafmt", &["--check", "--list", "--stdout", "--test"]),
    ("sort-package-json", &["--check", "-c"]),
    ("sqlfmt", &["--check", "--diff"]),
    ("ssort", &["--check", "--diff"]),
    ("upx", &["-l", "-t"]),
    ("yamlfmt", &["-dry", "-lint"]),
    ("swiftformat", &["--lint", "--dryrun"]),
    ("taplo", &["check", "lint", "--check"]),
    ("yarn", &["test"]),
];

/// Programs that only print unless they get one of these.
const TOLD_TO: &[Reader] = &[
    ("prettier", &["--write", "-w"]),
    ("ruff", &["--fix", "format", "--add-noqa", "--unsafe-fixes"]),
    ("clang-format", &["-i", "--i"]),
    ("gofmt", &["-w"]),
    ("goimports", &["-w"]),
    ("shfmt", &["-w", "--write"]),
    ("ast-grep", &["-U", "--update-all", "--interactive", "-i"]),
    ("comby", &["-i", "-in-place"]),
    ("djlint", &["--reformat"]),
    ("golangci-lint", &["--fix", "fmt"]),
    ("swiftlint", &["--fix", "--autocorrect", "--format"]),
    ("2to3", &["-w", "--write"]),
    ("bibtex-tidy", &["-m", "--modify"]),
    ("codespell", &["-w", "--write-changes"]),
    ("dfmt", &["-i", "--inplace"]),
    ("erblint", &["-a", "--autocorrect", "--autocorrect-all"]),
    ("eslint_d", &["--fix"]),
    ("fixjson", &["-w", "--write"]),
    ("haml-lint", &["-a", "-A", "--auto-correct", "--auto-correct-all"]),
    ("import-sort", &["--write"]),
    ("misspell", &["-w"]),
    ("prettier-eslint", &["--write"]),
    ("putout", &["--fix"]),
    ("sql-formatter", &["--fix"]),
    ("zprint", &["-w", "-lw", "-sw"]),
    ("autoflake", &["-i", "--in-place"]),
    ("autopep8", &["-i", "--in-place"]),
    ("clang-tidy", &["--fix", "--fix-errors", "-fix", "-fix-errors"]),
    ("cmake-format", &["-i", "--in-place"]),
    ("css-beautify", &["-r", "--replace"]),
    ("deadnix", &["-e", "--edit"]),
    ("docformatter", &["-i", "--in-place"]),
    ("fourmolu", &["-i", "--mode=inplace", "inplace"]),
    ("futurize", &["-w", "--write"]),
    ("gersemi", &["-i", "--in-place"]),
    ("gofumpt", &["-w"]),
    ("golines", &["-w", "--write-output"]),
    ("google-java-format", &["-i", "--replace"]),
    ("hclfmt", &["-w"]),
    ("html-beautify", &["-r", "--replace"]),
    ("js-beautify", &["-r", "--replace"]),
    ("jsonnetfmt", &["-i", "--in-place"]),
    ("latexindent", &["-w", "-wd", "--overwrite"]),
    ("lebab", &["--replace"]),
    ("lua-format", &["-i", "--in-place"]),
    ("markdown-toc", &["-i"]),
    ("modernize", &["-w", "--write"]),
    ("ormolu", &["-i", "--mode=inplace", "inplace"]),
    ("perltidy", &["-b"]),
    ("pg_format", &["-i", "--inplace"]),
    ("pyment", &["-w", "--write"]),
    ("remark", &["-o", "--output"]),
    ("ruplacer", &["--go"]),
    ("rustywind", &["--write"]),
    ("sg", &["-U", "--update-all", "--interactive", "-i"]),
    ("shellharden", &["--replace"]),
    ("stylish-haskell", &["-i", "--inplace"]),
    ("swift-format", &["-i", "--in-place"]),
    ("toml-sort", &["-i", "--in-place"]),
    ("uncrustify", &["--no-backup", "--replace"]),
    ("unimport", &["-r", "--remove"]),
    ("xattr", &["-w", "-c", "-d"]),
    ("yapf", &["-i", "--in-place"]),
];

/// Whether a program with these options only reads what its words name. `has`
/// says whether it has one; where that would write, also as a letter among
/// others.
pub(crate) fn reads_only(
    program: &str,
    has: impl Fn(&str, bool) -> bool,
) -> bool {
    let alone = |option: &&str| has(option, false);
    let among = |option: &&str| has(option, true);
    let row = |table: &'static [Reader]| {
        table.iter().find(|row| row.0 == program).map(|row| row.1)
    };
    if let Some(options) = row(TOLD_TO) {
        return !options.iter().any(among);
    }
    if let Some(options) = row(CHECKED) {
        return options.iter().any(alone);
    }
    row(READERS).is_some_and(|options| !options.iter().any(among))
}

/// Options of such programs that take no word.
pub(crate) const FLAGS: &[&str] = &[
    "-",
    "--",
    "--check",
    "--diff",
    "--dry-run",
    "--lint",
    "--list",
    "--noout",
    "--quiet",
    "--test",
    "--validate",
    "--verbose",
    "-d",
    "-l",
    "-lint",
    "-p",
    "-q",
    "-v",
];

/// Those of the programs above that start what is not known.
pub(crate) const STARTERS: &[&str] =
    &["cargo", "direnv", "entr", "go", "npm", "pnpm", "pre-commit", "yarn"];

/// Subcommands of git that change none of the files that their words name.
pub(crate) const GIT_READERS: &[&str] = &[
    "add",
    "annotate",
    "blame",
    "check-attr",
    "check-ignore",
    "commit",
    "describe",
    "diff",
    "grep",
    "log",
    "ls-files",
    "ls-tree",
    "rev-list",
    "shortlog",
    "show",
    "stage",
    "status",
    "whatchanged",
];

/// Subcommands of git that write where their words say, and words behind
/// them with which they do not.
pub(crate) const GIT_WRITERS: &[(&str, &[&str])] = &[
    ("bundle", &["verify", "list-heads", "unbundle"]),
    ("checkout-index", &[]),
    ("clean", &[]),
    ("clone", &[]),
    ("init", &[]),
    ("stash", &["list", "show", "drop", "clear", "create"]),
    ("submodule", &["status", "summary", "foreach", "init"]),
    ("worktree", &["list", "prune", "lock", "unlock"]),
];

/// Parts of the names of long options whose value is read, left out, or a
/// text.
pub(crate) const TOLD: &[&str] = &[
    "body",
    "comment",
    "config",
    "description",
    "env-file",
    "exclude",
    "filter",
    "from",
    "git-dir",
    "glob",
    "grep",
    "ignore",
    "include",
    "input",
    "label",
    "manifest-path",
    "message",
    "notes",
    "omit",
    "pattern",
    "project",
    "prompt",
    "prune",
    "query",
    "read",
    "require",
    "rcfile",
    "schema",
    "search",
    "settings",
    "skip",
    "source",
    "subject",
    "text",
    "title",
    "tsconfig",
    "userconfig",
    "var-file",
];

/// Parts of the names of those with which it is written all the same.
pub(crate) const CHANGED: &[&str] =
    &["create", "edit", "fix", "generate", "init", "update", "write"];

/// Programs whose longer words are texts for people.
pub(crate) const WORDY: &[&str] = &[
    "claude",
    "codex",
    "curl",
    "gemini",
    "gh",
    "glab",
    "jira",
    "mail",
    "osascript",
    "slack",
    "wall",
];

/// Programs to which `-f` names a file that is read.
pub(crate) const READS_F: &[&str] = &[
    "ansible-playbook",
    "docker",
    "docker-compose",
    "gmake",
    "helm",
    "kubectl",
    "make",
    "podman",
    "psql",
    "tar",
];

/// Programs that change the files which code of a shell gives them.
pub(crate) const SHELL_WRITES: &[&str] = &[
    "chmod", "chown", "cp", "dd", "install", "ln", "mkdir", "mv", "patch",
    "perl", "rm", "rsync", "sed", "sponge", "tee", "touch", "truncate",
    "unlink",
];

/// Words before the script that an interpreter runs.
pub(crate) const STARTS: &[&str] = &["run", "exec", "test", "x"];
