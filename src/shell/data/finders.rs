//! Files of code that programs find by themselves: tests, modules, what a
//! project is configured by. From the programs' manuals.

use crate::syntax::stars_match;

/// Which files, by their names, a program finds and runs.
pub(crate) struct Finder {
    pub(crate) programs: &'static [&'static str],
    /// The subcommands that do; none for all.
    pub(crate) subs: &'static [&'static str],
    /// Names, in which stars stand for any part.
    pub(crate) files: &'static [&'static str],
    /// Whether they are code, or only name what is run.
    pub(crate) code: bool,
}

const fn code(
    programs: &'static [&'static str],
    files: &'static [&'static str],
) -> Finder {
    Finder { programs, subs: &[], files, code: true }
}

const fn by(subs: &'static [&'static str], finder: Finder) -> Finder {
    Finder { subs, ..finder }
}

const fn terms(
    programs: &'static [&'static str],
    files: &'static [&'static str],
) -> Finder {
    Finder { programs, subs: &[], files, code: false }
}

const SCRIPT: &[&str] =
    &["*.cjs", "*.cts", "*.js", "*.jsx", "*.mjs", "*.mts", "*.ts", "*.tsx"];

/// Names of modules that hold settings of a tool.
const SETTINGS: &[&str] = &["*.config.*", ".*rc.*"];

/// The table.
const FINDERS: &[Finder] = &[
    code(
        &[
            "bpython", "coverage", "ipython", "nox", "nose2", "py.test",
            "pypy", "pypy3", "pytest", "python", "python2", "python3",
            "unittest",
        ],
        &["*.py"],
    ),
    code(
        &[
            "ava",
            "cypress",
            "deno",
            "electron",
            "jasmine",
            "jest",
            "jiti",
            "karma",
            "mocha",
            "node",
            "nodejs",
            "nodemon",
            "playwright",
            "tap",
            "ts-node",
            "tsx",
            "vite-node",
            "vitest",
            "wdio",
        ],
        SCRIPT,
    ),
    by(
        &["build", "exec", "run", "run-script", "start", "t", "test", "tst"],
        code(&["bun", "npm", "pnpm", "yarn"], SCRIPT),
    ),
    code(
        &[
            "astro",
            "babel",
            "commitlint",
            "craco",
            "esbuild",
            "eslint",
            "expo",
            "gatsby",
            "lint-staged",
            "metro",
            "next",
            "ng",
            "nuxt",
            "nuxi",
            "nx",
            "parcel",
            "postcss",
            "prettier",
            "react-scripts",
            "release-it",
            "remix",
            "rollup",
            "rspack",
            "semantic-release",
            "stylelint",
            "svelte-kit",
            "tailwindcss",
            "tsup",
            "turbo",
            "vite",
            "vue-cli-service",
            "webpack",
            "webpack-cli",
        ],
        SETTINGS,
    ),
    by(
        &["build", "generate", "install", "run", "test", "tool"],
        code(&["go"], &["*.go"]),
    ),
    code(&["air", "gotestsum", "mage"], &["*.go"]),
    by(
        &[
            "b", "bench", "build", "install", "miri", "nextest", "r", "run",
            "t", "test", "watch",
        ],
        code(&["cargo"], &["*.rs"]),
    ),
    code(
        &[
            "ant", "gradle", "gradlew", "groovy", "java", "javac", "kotlin",
            "kotlinc", "mvn", "mvnw", "sbt", "scala",
        ],
        &["*.gradle", "*.groovy", "*.java", "*.kt", "*.kts", "*.scala"],
    ),
    code(
        &[
            "cap", "cucumber", "fastlane", "guard", "irb", "minitest", "pod",
            "rails", "rake", "rspec", "ruby",
        ],
        &[
            "*.rake",
            "*.rb",
            "Capfile",
            "Fastfile",
            "Gemfile",
            "Guardfile",
            "Podfile",
        ],
    ),
    code(&["bundle"], &["Gemfile"]),
    code(&["artisan", "pest", "php", "phpunit"], &["*.php"]),
    code(&["perl", "prove"], &["*.pl", "*.pm", "*.t"]),
    by(
        &["compile", "ecto.migrate", "run", "test"],
        code(&["mix"], &["*.ex", "*.exs"]),
    ),
    by(
        &["build", "msbuild", "publish", "run", "test", "watch"],
        code(
            &["dotnet"],
            &["*.cs", "*.csproj", "*.fs", "*.fsproj", "*.props", "*.targets"],
        ),
    ),
    by(&["build", "package", "run", "test"], code(&["swift"], &["*.swift"])),
    code(&["busted", "lua", "luajit"], &["*.lua"]),
    code(&["R", "Rscript"], &["*.R", "*.r"]),
    code(&["julia"], &["*.jl"]),
    code(&["cabal", "runghc", "runhaskell", "stack"], &["*.hs"]),
    by(&["build", "run", "test"], code(&["zig"], &["*.zig"])),
    code(&["dart", "flutter"], &["*.dart"]),
    code(&["bb", "clj", "clojure", "lein"], &["*.clj", "deps.edn"]),
    code(&["escript", "rebar3"], &["*.erl", "rebar.config"]),
    code(&["awk", "gawk", "mawk", "nawk"], &["*.awk"]),
    code(&["vagrant"], &["Vagrantfile"]),
    code(&["bazel", "bazelisk"], &["*.bazel", "*.bzl", "BUILD"]),
    code(&["doit"], &["dodo.py"]),
    code(&["scons"], &["SConscript", "SConstruct"]),
    code(&["tilt"], &["Tiltfile"]),
    code(&["waf"], &["wscript"]),
    terms(&["act", "ansible-playbook", "ansible-pull"], &["*.yaml", "*.yml"]),
    terms(&["nx"], &["nx.json", "project.json"]),
    by(&["make"], terms(&["cargo"], &["Makefile.toml"])),
    terms(&["cargo-make", "makers"], &["Makefile.toml"]),
    terms(&["lint-staged"], &[".lintstagedrc*", "package.json"]),
    terms(&["lefthook"], &["lefthook.*", ".lefthook.*"]),
    terms(
        &["hatch", "pdm", "poe", "poetry", "rye", "task", "taskipy"],
        &["pyproject.toml"],
    ),
    terms(
        &["docker", "docker-compose", "podman", "podman-compose"],
        &["*compose*.yaml", "*compose*.yml"],
    ),
    terms(&["terraform", "terragrunt", "tofu"], &["*.hcl", "*.tf", "*.json"]),
    terms(&["packer"], &["*.hcl", "*.json"]),
    terms(&["nodemon"], &["nodemon.json"]),
    terms(&["pm2"], &["*.config.*", "*.json", "*.yaml", "*.yml"]),
    terms(&["goreleaser"], &[".goreleaser.*", "goreleaser.*"]),
    terms(&["semantic-release"], &[".releaserc*"]),
    terms(&["snakemake"], &["*.smk", "Snakefile"]),
    terms(&["skaffold"], &["skaffold.*"]),
    terms(&["serverless", "sls"], &["serverless.*"]),
    terms(&["wrangler"], &["wrangler.*"]),
];

/// Options that name a file by which a program is told what it does.
pub(crate) const NAMED: &[(&str, &[&str])] = &[("curl", &["-K", "--config"])];

impl Finder {
    /// Whether it finds a file of that name.
    pub(crate) fn finds(&self, name: &str) -> bool {
        self.files.iter().any(|pattern| stars_match(pattern, name))
    }
}

/// The rows of a program, with their numbers.
pub(crate) fn finders(
    program: &str,
) -> impl Iterator<Item = (usize, &'static Finder)> {
    let rows = FINDERS.iter().enumerate();
    rows.filter(move |(_, row)| row.programs.contains(&program))
}

#[cfg(test)]
mod tests {
    use crate::syntax::stars_match;

    #[test]
    fn stars_stand_for_parts_of_names() {
        for (pattern, name, held) in [
            ("*.py", "a.py", true),
            ("*.py", "a.pyc", false),
            ("*.config.*", "vite.config.js", true),
            ("*.config.*", "vite.js", false),
            ("*compose*.yml", "docker-compose.prod.yml", true),
            ("*compose*.yml", "a.yml", false),
            ("Gemfile", "Gemfile", true),
            ("Gemfile", "Gemfile.lock", false),
        ] {
            assert_eq!(stars_match(pattern, name), held, "{pattern} {name}");
        }
    }
}
