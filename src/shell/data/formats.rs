//! Programs that change the files of some names in the directories they are
//! given: formatters, and what mends findings.

/// A program that does.
pub(crate) struct Format {
    programs: &'static [&'static str],
    /// The names of the files that it changes, as globs.
    pub(crate) names: &'static [&'static str],
    /// Whether it goes through the current directory where no word names one.
    pub(crate) here: bool,
    /// Whether its first word is a subcommand.
    pub(crate) sub: bool,
}

const fn given(
    programs: &'static [&'static str],
    names: &'static [&'static str],
) -> Format {
    Format { programs, names, here: false, sub: false }
}

const fn here(
    programs: &'static [&'static str],
    names: &'static [&'static str],
) -> Format {
    Format { programs, names, here: true, sub: false }
}

const fn by_sub(
    programs: &'static [&'static str],
    names: &'static [&'static str],
) -> Format {
    Format { sub: true, ..here(programs, names) }
}

const PYTHON: &[&str] = &["*.py", "*.pyi", "*.ipynb", "*.pyx"];
const SCRIPT: &[&str] = &[
    "*.astro", "*.cjs", "*.cts", "*.htm", "*.html", "*.js", "*.json",
    "*.json5", "*.jsonc", "*.jsx", "*.md", "*.mdx", "*.mjs", "*.mts",
    "*.svelte", "*.ts", "*.tsx", "*.vue", "*.yaml", "*.yml",
];
const WEB: &[&str] = &[
    "*.astro",
    "*.cjs",
    "*.code-workspace",
    "*.css",
    "*.cts",
    "*.gql",
    "*.graphql",
    "*.graphqls",
    "*.handlebars",
    "*.hbs",
    "*.htm",
    "*.html",
    "*.ipynb",
    "*.js",
    "*.json",
    "*.json5",
    "*.jsonc",
    "*.jsx",
    "*.less",
    "*.md",
    "*.mdx",
    "*.mjs",
    "*.mts",
    "*.scss",
    "*.svelte",
    "*.ts",
    "*.tsx",
    "*.vue",
    "*.webmanifest",
    "*.yaml",
    "*.yml",
    ".prettierrc",
];
const C: &[&str] = &[
    "*.c", "*.cc", "*.cpp", "*.cs", "*.cxx", "*.h", "*.hh", "*.hpp", "*.hxx",
    "*.java", "*.js", "*.json", "*.m", "*.mm", "*.proto", "*.ts",
];
const RUBY: &[&str] = &[
    "*.gemspec",
    "*.rake",
    "*.rb",
    "*.ru",
    "*.thor",
    "*file",
    ".irbrc",
    ".pryrc",
];

/// The table; from the programs' manuals.
const FORMATS: &[Format] = &[
    given(&["autopep8", "black", "isort", "yapf"], PYTHON),
    by_sub(&["ruff"], PYTHON),
    given(&["gofmt", "goimports"], &["*.go"]),
    by_sub(&["go"], &["*.go"]),
    by_sub(&["cargo"], &["*.rs"]),
    given(&["rustfmt"], &["*.rs"]),
    given(&["prettier"], WEB),
    by_sub(&["biome", "deno"], WEB),
    given(&["eslint"], SCRIPT),
    here(&["standard"], SCRIPT),
    given(&["stylelint"], &["*.css", "*.scss", "*.sass", "*.less", "*.vue"]),
    by_sub(&["terraform", "tofu"], &["*.tf", "*.tfvars", "*.hcl"]),
    by_sub(&["dart"], &["*.dart"]),
    here(&["rubocop", "standardrb"], RUBY),
    by_sub(&["mix"], &["*.ex", "*.exs", "*.heex"]),
    by_sub(&["zig"], &["*.zig", "*.zon"]),
    by_sub(&["buf"], &["*.proto"]),
    given(&["clang-format"], C),
    given(&["shfmt"], &["*"]),
    here(&["semgrep", "typos"], &["*"]),
    given(&["stylua"], &["*.lua", "*.luau"]),
    here(&["ktlint"], &["*.kt", "*.kts"]),
    here(&["swiftlint"], &["*.swift"]),
    given(&["swiftformat"], &["*.swift"]),
    given(&["djlint"], &["*.hbs", "*.html", "*.j2", "*.jinja", "*.njk"]),
    by_sub(&["php-cs-fixer", "rector"], &["*.php"]),
    given(&["phpcbf"], &["*.css", "*.inc", "*.js", "*.php"]),
    by_sub(&["golangci-lint"], &["*.go"]),
    by_sub(&["dotnet"], &["*.cs", "*.csproj", "*.fs", "*.fsproj", "*.vb"]),
    given(&["comby"], &["*"]),
    by_sub(&["ast-grep"], &["*"]),
    given(&["jscodeshift"], SCRIPT),
    by_sub(&["sqlfluff"], &["*.sql"]),
];

/// Options with which those of them that have subcommands only say what they
/// would change.
pub(crate) const CHECKS: &[&str] = &[
    "--check",
    "--check-formatted",
    "--dry-run",
    "--output=none",
    "--verify-no-changes",
    "-check",
];

/// What is known of a program.
pub(crate) fn format(program: &str) -> Option<&'static Format> {
    FORMATS.iter().find(|row| row.programs.contains(&program))
}
