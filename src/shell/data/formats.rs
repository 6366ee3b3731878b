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
    /// The directories that it leaves out: those of this name, or for a dot
    /// those whose names start with one.
    pub(crate) apart: &'static str,
}

/// What all of them leave out: what git keeps for itself.
pub(crate) const APART: &str = ".git";

const fn given(
    programs: &'static [&'static str],
    names: &'static [&'static str],
) -> Format {
    Format { programs, names, here: false, sub: false, apart: APART }
}

const fn here(
    programs: &'static [&'static str],
    names: &'static [&'static str],
) -> Format {
    Format { here: true, ..given(programs, names) }
}

const fn by_sub(
    programs: &'static [&'static str],
    names: &'static [&'static str],
) -> Format {
    Format { sub: true, ..here(programs, names) }
}

/// One that goes by what belongs to a package.
const fn of_package(
    programs: &'static [&'static str],
    names: &'static [&'static str],
) -> Format {
    Format { apart: ".", ..by_sub(programs, names) }
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
const JAVA: &[&str] = &[
    "*.gradle", "*.groovy", "*.java", "*.kt", "*.kts", "*.md", "*.scala",
    "*.xml",
];
const NIX: &[&str] = &["*.nix"];
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
    given(
        &[
            "2to3",
            "add-trailing-comma",
            "autoflake",
            "blue",
            "cythonize",
            "docformatter",
            "flynt",
            "futurize",
            "modernize",
            "nbstripout",
            "pycln",
            "pyink",
            "pyment",
            "pyupgrade",
            "reorder-python-imports",
            "unimport",
        ],
        PYTHON,
    ),
    by_sub(&["ruff"], PYTHON),
    given(&["gofmt", "goimports"], &["*.go"]),
    of_package(&["go"], &["*.go"]),
    of_package(&["cargo"], &["*.rs"]),
    given(&["rustfmt"], &["*.rs"]),
    given(&["prettier"], WEB),
    by_sub(&["biome", "deno"], WEB),
    here(&["knip"], SCRIPT),
    here(&["eslint", "standard", "ts-standard", "oxlint", "xo"], SCRIPT),
    here(&["oxfmt", "pretty-quick"], WEB),
    given(&["react-codemod", "types-react-codemod"], SCRIPT),
    given(&["lebab", "tslint"], SCRIPT),
    given(&["css-beautify", "html-beautify", "js-beautify", "rustywind"], WEB),
    here(&["sort-package-json"], &["package.json"]),
    given(
        &[
            "blacken-docs",
            "doctoc",
            "markdown-toc",
            "markdownlint",
            "markdownlint-cli2",
            "mdformat",
            "remark",
            "textlint",
        ],
        &["*.markdown", "*.md", "*.mdx", "*.txt"],
    ),
    given(&["svgo"], &["*.svg"]),
    by_sub(&["dprint"], WEB),
    given(&["stylelint"], &["*.css", "*.scss", "*.sass", "*.less", "*.vue"]),
    by_sub(
        &["packer", "terraform", "terragrunt", "tofu"],
        &["*.tf", "*.tfvars", "*.hcl"],
    ),
    given(&["hclfmt"], &["*.hcl", "*.tf"]),
    here(&["tflint"], &["*.tf", "*.tf.json", "*.tfvars"]),
    by_sub(&["dart"], &["*.dart"]),
    here(&["pint"], &["*.php"]),
    here(&["scalafix"], &["*.sbt", "*.sc", "*.scala"]),
    here(&["treefmt"], &["*"]),
    given(&["leptosfmt"], &["*.rs"]),
    here(&["rubocop", "standardrb"], RUBY),
    given(&["rufo"], RUBY),
    by_sub(&["mix"], &["*.ex", "*.exs", "*.heex"]),
    by_sub(&["zig"], &["*.zig", "*.zon"]),
    by_sub(&["buf"], &["*.proto"]),
    given(&["astyle", "clang-format", "clang-tidy", "uncrustify"], C),
    given(&["cmake-format", "gersemi"], &["*.cmake", "CMakeLists.txt"]),
    given(&["buildifier"], &["*.bazel", "*.bzl", "BUILD", "WORKSPACE"]),
    given(&["google-java-format"], &["*.java"]),
    given(&["ktfmt"], &["*.kt", "*.kts"]),
    here(&["scalafmt"], &["*.sbt", "*.sc", "*.scala"]),
    given(&["swift-format"], &["*.swift"]),
    given(&["fourmolu", "ormolu", "stylish-haskell"], &["*.hs"]),
    given(&["elm-format"], &["*.elm"]),
    given(&["erlfmt"], &["*.erl", "*.hrl"]),
    given(&["nimpretty"], &["*.nim"]),
    given(&["latexindent"], &["*.bib", "*.cls", "*.sty", "*.tex"]),
    given(&["lua-format"], &["*.lua"]),
    given(&["perltidy"], &["*.pl", "*.pm", "*.t"]),
    given(&["pg_format", "sqlfmt"], &["*.sql"]),
    by_sub(&["crystal"], &["*.cr"]),
    by_sub(&["cue"], &["*.cue"]),
    by_sub(&["dhall"], &["*.dhall"]),
    by_sub(&["forge"], &["*.sol"]),
    by_sub(&["gleam"], &["*.gleam"]),
    here(&["git-clang-format"], C),
    given(&["hindent"], &["*.hs", "*.lhs"]),
    by_sub(&["statix"], NIX),
    given(&["alejandra", "deadnix", "nixfmt", "nixpkgs-fmt"], NIX),
    given(&["jsonnetfmt"], &["*.jsonnet", "*.libsonnet"]),
    by_sub(&["taplo"], &["*.toml"]),
    given(&["toml-sort"], &["*.toml"]),
    here(&["yamlfmt"], &["*.yaml", "*.yml"]),
    given(&["yamlfix"], &["*.yaml", "*.yml"]),
    given(&["beautysh", "shellharden"], &["*"]),
    given(
        &[
            "addlicense",
            "bibtex-tidy",
            "csharpier",
            "csscomb",
            "dfmt",
            "djhtml",
            "erblint",
            "eslint_d",
            "fantomas",
            "fixjson",
            "haml-lint",
            "htmlbeautifier",
            "import-sort",
            "misspell",
            "nph",
            "prettier-eslint",
            "putout",
            "pyproject-fmt",
            "setup-cfg-fmt",
            "sql-formatter",
            "ssort",
            "tox-ini-fmt",
            "zprint",
        ],
        &["*"],
    ),
    by_sub(&["gradle", "gradlew", "mvn", "mvnw"], JAVA),
    by_sub(&["dune"], &["*.ml", "*.mli", "*.re", "*.rei", "dune"]),
    here(&["run-clang-tidy"], C),
    here(&["detekt"], &["*.kt", "*.kts"]),
    by_sub(&["sbt"], &["*.sbt", "*.sc", "*.scala"]),
    here(&["psalm"], &["*.php"]),
    by_sub(&["air"], &["*.R", "*.r"]),
    by_sub(&["tombi"], &["*.toml"]),
    by_sub(&["regal"], &["*.rego"]),
    given(&["erb_lint"], &["*.erb", "*.html"]),
    by_sub(&["libcst.tool"], PYTHON),
    given(&["zizmor"], &["*.yaml", "*.yml"]),
    by_sub(&["topiary"], &["*"]),
    by_sub(&["caddy", "cljfmt", "cljstyle", "nomad", "reuse"], &["*"]),
    by_sub(&["ufmt", "usort"], PYTHON),
    given(&["replace-in-file", "repren", "ruplacer"], &["*"]),
    here(&["fastmod"], &["*"]),
    here(&["codemod", "codespell"], &["*"]),
    given(&["shfmt"], &["*"]),
    here(&["semgrep", "typos"], &["*"]),
    by_sub(&["vue-cli-service"], SCRIPT),
    given(&["stylua"], &["*.lua", "*.luau"]),
    here(&["ktlint"], &["*.kt", "*.kts"]),
    here(&["swiftlint"], &["*.swift"]),
    given(&["swiftformat"], &["*.swift"]),
    given(&["djlint"], &["*.hbs", "*.html", "*.j2", "*.jinja", "*.njk"]),
    by_sub(&["php-cs-fixer", "rector"], &["*.php"]),
    here(&["phpcbf"], &["*.css", "*.inc", "*.js", "*.php"]),
    by_sub(&["golangci-lint"], &["*.go"]),
    by_sub(&["gci"], &["*.go"]),
    given(&["gofumpt", "golines"], &["*.go"]),
    by_sub(&["dotnet"], &["*.cs", "*.csproj", "*.fs", "*.fsproj", "*.vb"]),
    given(&["comby"], &["*"]),
    by_sub(&["ast-grep", "sg"], &["*"]),
    given(&["jscodeshift"], SCRIPT),
    by_sub(&["sqlfluff"], &["*.sql"]),
    by_sub(&["next", "ng"], SCRIPT),
    by_sub(&["nx"], WEB),
    by_sub(&["hatch", "uv"], PYTHON),
    by_sub(&["swift"], &["*.swift"]),
    by_sub(&["nix", "trunk"], &["*"]),
];

/// Options with which they change files, and which take no word.
pub(crate) const WRITES: &[&str] = &[
    "--add-noqa",
    "--apply",
    "--autocorrect",
    "--autofix",
    "--fix",
    "--in-place",
    "--replace",
    "--unsafe",
    "--unsafe-fixes",
    "--update-all",
    "--write",
    "-A",
    "-F",
    "-U",
    "-a",
    "-i",
    "-recursive",
    "-w",
];

/// Options with which those of them that have subcommands only say what they
/// would change.
pub(crate) const CHECKS: &[&str] = &[
    "--check",
    "--check-formatted",
    "--dry-run",
    "--no-fix",
    "--output=none",
    "--verify-no-changes",
    "-check",
];

/// What is known of a program.
pub(crate) fn format(program: &str) -> Option<&'static Format> {
    FORMATS.iter().find(|row| row.programs.contains(&program))
}
