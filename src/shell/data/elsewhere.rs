//! Options that tell a program where the code of a project is: in another
//! directory, or in a file that says what it runs.

use super::sources::{Row, row};

/// The table; from the programs' manuals.
pub(crate) const ROWS: &[Row] = &[
    row("ant", "f", &["-buildfile", "--buildfile", "-file"]),
    row("ava", "", &["--config"]),
    row("babel", "", &["--config-file"]),
    row("bazel", "", &["--bazelrc"]),
    row("bun", "c", &["--config", "--cwd"]),
    row("bundle", "", &["--gemfile"]),
    row("cargo", "C", &["--manifest-path"]),
    row("cmake", "", &["--build"]),
    row("commitlint", "dg", &["--config", "--cwd"]),
    row("composer", "d", &["--working-dir"]),
    row("coverage", "", &["--rcfile"]),
    row("ctest", "", &["--build-and-test", "--test-dir"]),
    row("cypress", "CP", &["--config-file", "--project"]),
    row("deno", "c", &["--config", "--cwd", "--import-map", "--preload"]),
    row("docker-compose", "f", &["--file", "--project-directory"]),
    row("dotnet", "", &["--project", "--settings", "--test-adapter-path"]),
    row("drizzle-kit", "", &["--config"]),
    row("eslint", "c", &["--config"]),
    row("flake8", "", &["--append-config", "--config"]),
    row("gmake", "CI", &["--directory", "--include-dir"]),
    row("go", "", &["-C", "-modfile", "-overlay"]),
    row("golangci-lint", "c", &["--config"]),
    row("gradle", "bcp", GRADLE),
    row("gradlew", "bcp", GRADLE),
    row("grunt", "", &["--base", "--gruntfile"]),
    row("gulp", "f", &["--cwd", "--gulpfile"]),
    row("invoke", "r", &["--search-root"]),
    row("jest", "c", JEST),
    row("just", "df", &["--justfile", "--working-directory"]),
    row("knex", "", &["--cwd", "--knexfile"]),
    row("lint-staged", "c", &["--config", "--cwd"]),
    row("make", "CI", &["--directory", "--include-dir"]),
    row("meson", "C", &[]),
    row("mkdocs", "f", &["--config-file"]),
    row("mix", "r", &["--require"]),
    row("mocha", "r", MOCHA),
    row("mvn", "fs", MAVEN),
    row("mvnw", "fs", MAVEN),
    row("mypy", "", &["--config-file"]),
    row("ninja", "Cf", &[]),
    row("node", "r", NODE),
    row("nox", "f", &["--noxfile"]),
    row("npm", "C", &["--globalconfig", "--prefix", "--userconfig"]),
    row("parcel", "", &["--config"]),
    row("phpunit", "c", &["--bootstrap", "--configuration"]),
    row("playwright", "c", &["--config"]),
    row("pnpm", "C", &["--dir", "--prefix"]),
    row("poetry", "CP", &["--directory", "--project"]),
    row("postcss", "", &["--config"]),
    row("pre-commit", "c", &["--config"]),
    row("prettier", "", &["--config"]),
    row("prisma", "", &["--schema"]),
    row("pylint", "", &["--rcfile"]),
    row("pytest", "c", &["--config-file"]),
    row("rake", "CRf", &["--directory", "--rakefile", "--rakelib"]),
    row("rollup", "c", &["--config"]),
    row("rspec", "IOr", &["--options", "--require"]),
    row("rubocop", "cr", &["--config", "--require"]),
    row("serverless", "c", &["--config"]),
    row("sphinx-build", "c", &[]),
    row("storybook", "c", &["--config-dir"]),
    row("stylelint", "", &["--config", "--config-basedir"]),
    row("swift", "", &["--package-path"]),
    row("tailwindcss", "c", &["--config"]),
    row("task", "dt", &["--dir", "--taskfile"]),
    row("terraform", "", &["-chdir"]),
    row("tofu", "", &["-chdir"]),
    row("tox", "c", &["--conf", "--root"]),
    row("turbo", "", &["--cwd"]),
    row("uv", "p", &["--directory", "--project"]),
    row("vite", "c", &["--config"]),
    row("vitest", "cr", &["--config", "--dir", "--root"]),
    row("webpack", "c", &["--config"]),
    row("wrangler", "c", &["--config"]),
    row("yarn", "", &["--cwd"]),
];

const JEST: &[&str] = &[
    "--config",
    "--environment",
    "--globalSetup",
    "--globalTeardown",
    "--resolver",
    "--rootDir",
    "--roots",
    "--runner",
    "--setupFiles",
    "--setupFilesAfterEnv",
    "--testEnvironment",
    "--testRunner",
    "--transform",
];
const MOCHA: &[&str] =
    &["--config", "--file", "--import", "--loader", "--package", "--require"];
const NODE: &[&str] =
    &["--experimental-loader", "--import", "--loader", "--require"];
const GRADLE: &[&str] = &["--build-file", "--project-dir", "--settings-file"];
const MAVEN: &[&str] = &["--file", "--global-settings", "--settings"];

/// Subcommands of `docker compose` that print what the files of variables
/// hold, and options with which they print names alone.
pub(crate) const SHOWS_ALL: &[&str] = &["config", "convert"];
pub(crate) const SHOWS_NAMES: &[&str] = &[
    "--hash",
    "--images",
    "--profiles",
    "--quiet",
    "--services",
    "--volumes",
    "-q",
];
