//! Options that say which tests are run, or what is listed: their values are
//! compared with names, and nothing of them runs (the programs' manuals).

/// What one program is told so by: behind a subcommand, where one is named.
pub(crate) struct Filter {
    program: &'static str,
    subcommands: &'static [&'static str],
    options: &'static [&'static str],
}

const fn of(
    program: &'static str,
    subcommands: &'static [&'static str],
    options: &'static [&'static str],
) -> Filter {
    Filter { program, subcommands, options }
}

/// What scripts called `test` hand on.
const SCRIPT: &[&str] = &["--grep", "--testNamePattern", "-g", "-t"];

const FILTERS: &[Filter] = &[
    of("bun", &["test"], &["--test-name-pattern", "-t"]),
    of("ctest", &[], &["-E", "-L", "-LE", "-R"]),
    of("deno", &["bench", "test"], &["--filter"]),
    of("docker", &["image", "images", "ps"], &["--filter", "-f"]),
    of("dotnet", &["test"], &["--filter"]),
    of("go", &["test"], &["-bench", "-list", "-run", "-skip"]),
    of("gradle", &[], &["--tests"]),
    of("gradlew", &[], &["--tests"]),
    of("jest", &[], &["--testNamePattern", "-t"]),
    of("mocha", &[], &["--fgrep", "--grep", "-f", "-g"]),
    of("npm", &["t", "test"], SCRIPT),
    of("phpunit", &[], &["--exclude-filter", "--filter"]),
    of("playwright", &["test"], &["--grep", "--grep-invert", "-g"]),
    of("pnpm", &["t", "test"], SCRIPT),
    of("swift", &["test"], &["--filter", "--skip"]),
    of("vitest", &[], &["--testNamePattern", "-t"]),
    of("yarn", &["test"], SCRIPT),
];

/// Whether an option of a program with this first word only chooses by names.
pub(crate) fn only_chooses(program: &str, first: &str, option: &str) -> bool {
    FILTERS.iter().any(|filter| {
        filter.program == program
            && (filter.subcommands.is_empty()
                || filter.subcommands.contains(&first))
            && filter.options.contains(&option)
    })
}

/// Programs that print or compare their words, or count and wait, and do no
/// more: no word of theirs runs, writes or removes something.
pub(crate) const PRINTS: &[&str] = &[
    "[", "[[", "basename", "cd", "dirname", "echo", "expr", "false", "popd",
    "printf", "pushd", "pwd", "seq", "sleep", "test", "true",
];
