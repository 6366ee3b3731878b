//! Programs that only read the files their words name, and options that say
//! so: beside these a word that names a protected path is one that may be
//! written.

/// A program, and options with which it writes after all.
type Reader = (&'static str, &'static [&'static str]);

/// The table; from the programs' manuals.
const READERS: &[Reader] = &[
    ("actionlint", &[]),
    ("ajv", &[]),
    ("ansible-inventory", &["--output"]),
    ("ava", &["--update-snapshots", "-u"]),
    ("bandit", &[]),
    ("bats", &["--gather-test-outputs-in", "--output", "-o"]),
    ("biome", &["--write", "--apply", "--fix", "--unsafe"]),
    ("bundlesize", &[]),
    ("cargo", &["fmt", "fix", "new", "init", "--fix"]),
    ("cfn-lint", &[]),
    ("check-jsonschema", &[]),
    ("check-wheel-contents", &[]),
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
    ("gotestsum", &["--jsonfile", "--junitfile"]),
    ("govulncheck", &[]),
    ("hadolint", &[]),
    ("hurl", &["--output", "-o"]),
    ("jest", &["-u", "--update", "--updateSnapshot", "--ci=false"]),
    ("jshint", &[]),
    ("json.tool", &[]),
    ("jsonlint", &["-i", "--in-place"]),
    ("ktlint", &["-F", "--format"]),
    ("kubeconform", &[]),
    ("kubeval", &["--output"]),
    ("lockfile-lint", &[]),
    ("lsd", &[]),
    ("madge", &["--image", "-i"]),
    ("markdownlint", &["--fix", "-f"]),
    ("markdownlint-cli2", &["--fix"]),
    ("md5", &[]),
    ("mdl", &[]),
    ("mocha", &[]),
    ("mypy", &[]),
    ("ncdu", &[]),
    ("openssl", &[]),
    ("oxlint", &["--fix", "--fix-dangerously", "--fix-suggestions"]),
    ("pest", &[]),
    ("phpunit", &["--generate-configuration", "--migrate-configuration"]),
    ("pre-commit", &["autoupdate", "migrate-config"]),
    ("prove", &["--archive", "-a"]),
    ("py_compile", &[]),
    ("pylint", &[]),
    ("pyright", &[]),
    ("pytest", &[]),
    ("rspec", &["--init"]),
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
    ("staticcheck", &[]),
    ("stylelint", &["--fix"]),
    ("terraform", &["fmt"]),
    ("textlint", &["--fix"]),
    ("tflint", &["--fix", "--init"]),
    ("tokei", &[]),
    ("ts-standard", &["--fix"]),
    ("tsc", &["--outDir", "--outFile", "--declarationDir", "--init"]),
    ("tslint", &["--fix"]),
    ("typos", &["-w", "--write"]),
    ("unittest", &[]),
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
    ("ocamlformat", &["--check"]),
    ("oxipng", &["--pretend", "-P", "--stdout"]),
    ("plutil", &["-lint", "-o", "-p"]),
    ("pnpm", &["test", "t"]),
    ("pycln", &["--check", "--diff", "-c", "-d"]),
    ("rufo", &["--check", "-c"]),
    ("rustfmt", &["--check"]),
    ("scalafmt", &["--check", "--list", "--stdout", "--test"]),
    ("sort-package-json", &["--check", "-c"]),
    ("sqlfmt", &["--check", "--diff"]),
    ("ssort", &["--check", "--diff"]),
    ("stylua", &["--check"]),
    ("swiftformat", &["--lint", "--dryrun"]),
    ("taplo", &["check", "lint", "--check"]),
    ("upx", &["-l", "-t"]),
    ("yamlfmt", &["-dry", "-lint"]),
    ("yarn", &["test"]),
];

/// Programs that only print unless they get one of these.
const TOLD_TO: &[Reader] = &[
    ("2to3", &["-w", "--write"]),
    ("ast-grep", &["-U", "--update-all", "--interactive", "-i"]),
    ("autoflake", &["-i", "--in-place"]),
    ("autopep8", &["-i", "--in-place"]),
    ("bibtex-tidy", &["-m", "--modify"]),
    ("clang-format", &["-i", "--i"]),
    ("clang-tidy", &["--fix", "--fix-errors", "-fix", "-fix-errors"]),
    ("cmake-format", &["-i", "--in-place"]),
    ("codespell", &["-w", "--write-changes"]),
    ("comby", &["-i", "-in-place"]),
    ("css-beautify", &["-r", "--replace"]),
    ("deadnix", &["-e", "--edit"]),
    ("dfmt", &["-i", "--inplace"]),
    ("djlint", &["--reformat"]),
    ("docformatter", &["-i", "--in-place"]),
    ("erblint", &["-a", "--autocorrect", "--autocorrect-all"]),
    ("eslint_d", &["--fix"]),
    ("fixjson", &["-w", "--write"]),
    ("fourmolu", &["-i", "--mode=inplace", "inplace"]),
    ("futurize", &["-w", "--write"]),
    ("gersemi", &["-i", "--in-place"]),
    ("gofmt", &["-w"]),
    ("gofumpt", &["-w"]),
    ("goimports", &["-w"]),
    ("golangci-lint", &["--fix", "fmt"]),
    ("golines", &["-w", "--write-output"]),
    ("google-java-format", &["-i", "--replace"]),
    ("haml-lint", &["-a", "-A", "--auto-correct", "--auto-correct-all"]),
    ("hclfmt", &["-w"]),
    ("html-beautify", &["-r", "--replace"]),
    ("import-sort", &["--write"]),
    ("js-beautify", &["-r", "--replace"]),
    ("jsonnetfmt", &["-i", "--in-place"]),
    ("latexindent", &["-w", "-wd", "--overwrite"]),
    ("lebab", &["--replace"]),
    ("lua-format", &["-i", "--in-place"]),
    ("markdown-toc", &["-i"]),
    ("misspell", &["-w"]),
    ("modernize", &["-w", "--write"]),
    ("ormolu", &["-i", "--mode=inplace", "inplace"]),
    ("perltidy", &["-b"]),
    ("pg_format", &["-i", "--inplace"]),
    ("prettier", &["--write", "-w"]),
    ("prettier-eslint", &["--write"]),
    ("putout", &["--fix"]),
    ("pyment", &["-w", "--write"]),
    ("remark", &["-o", "--output"]),
    ("ruff", &["--fix", "format", "--add-noqa", "--unsafe-fixes"]),
    ("ruplacer", &["--go"]),
    ("rustywind", &["--write"]),
    ("sg", &["-U", "--update-all", "--interactive", "-i"]),
    ("shellharden", &["--replace"]),
    ("shfmt", &["-w", "--write"]),
    ("sql-formatter", &["--fix"]),
    ("stylish-haskell", &["-i", "--inplace"]),
    ("swift-format", &["-i", "--in-place"]),
    ("swiftlint", &["--fix", "--autocorrect", "--format"]),
    ("toml-sort", &["-i", "--in-place"]),
    ("uncrustify", &["--no-backup", "--replace"]),
    ("unimport", &["-r", "--remove"]),
    ("xattr", &["-w", "-c", "-d"]),
    ("yapf", &["-i", "--in-place"]),
    ("zprint", &["-w", "-lw", "-sw"]),
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
        let at = table.partition_point(|row| row.0 < program);
        table.get(at).filter(|row| row.0 == program).map(|row| row.1)
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
    "--noEmit",
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

#[cfg(test)]
mod tests {
    use super::{CHECKED, READERS, TOLD_TO};

    #[test]
    fn the_rows_stand_in_order() {
        for table in [CHECKED, READERS, TOLD_TO] {
            assert!(table.is_sorted_by_key(|row| row.0));
        }
    }
}
