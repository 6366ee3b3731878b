//! Words that a program reads, of programs that may write others.

/// What stands behind some words of a program.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Looked {
    /// The program.
    pub(crate) program: &'static str,
    /// The words that its other words start with.
    pub(crate) lead: &'static [&'static str],
    /// Whether it is all that follows but the values of options, not one
    /// file alone.
    pub(crate) all: bool,
    /// Words with which it writes some of them after all.
    pub(crate) unless: &'static [&'static str],
}

const fn one(program: &'static str, lead: &'static [&'static str]) -> Looked {
    Looked { program, lead, all: false, unless: &[] }
}

const fn all(
    program: &'static str,
    lead: &'static [&'static str],
    unless: &'static [&'static str],
) -> Looked {
    Looked { program, lead, all: true, unless }
}

/// What hands words on to tests, and what rewrites these.
const TESTED: &[&str] = &["-args", "--args", "-u", "--update-snapshots"];

/// The table; from the programs' manuals.
pub(crate) const LOOKED: &[Looked] = &[
    one("Rscript", &[]),
    one("ansible-vault", &["view"]),
    all("ansible-playbook", &[], &[]),
    all("ar", &["p"], &[]),
    all("ar", &["t"], &[]),
    all("ar", &["tv"], &[]),
    all("ar", &["x"], &[]),
    all("artisan", &["test"], TESTED),
    all("aws", &["s3", "cp"], &[]),
    all("aws", &["s3", "sync"], &[]),
    one("bash", &["-n"]),
    one("bats", &["-r"]),
    one("bun", &[]),
    one("bun", &["run"]),
    all("bun", &["test"], TESTED),
    all("bun", &["build"], &[]),
    all("cmake", &["-E", "cat"], &[]),
    all("cmake", &["-E", "compare_files"], &[]),
    all("cmake", &["-E", "copy"], &[]),
    all("cmake", &["-E", "echo"], &[]),
    one("convert", &[]),
    one("copyfiles", &[]),
    one("cpx", &[]),
    one("cpy", &[]),
    all("cwebp", &[], &[]),
    all("deno", &["check"], &[]),
    all("deno", &["lint"], &["--fix"]),
    one("deno", &["run"]),
    all("deno", &["test"], TESTED),
    all("deno", &["compile"], &[]),
    one("deno", &["run", "-A"]),
    all("dotnet", &["build"], &["--output", "-o"]),
    all("dotnet", &["test"], &[]),
    one("fastapi", &["dev"]),
    one("fastapi", &["run"]),
    all("flutter", &["test"], &["--update-goldens"]),
    all("forge", &["test"], &[]),
    all("gh", &["release", "upload"], &[]),
    all("gio", &["cat"], &[]),
    all("gio", &["copy"], &[]),
    all("gio", &["info"], &[]),
    all("go", &["build"], &[]),
    one("go", &["run"]),
    all("go", &["test"], TESTED),
    all("go", &["vet"], &["-fix"]),
    all("helm", &["lint"], &[]),
    all("helm", &["template"], &["--output-dir"]),
    one("java", &[]),
    one("java", &["-jar"]),
    one("k6", &["run"]),
    all("kotlinc", &[], &[]),
    all("kubectl", &["diff"], &[]),
    all("kustomize", &["build"], &["--output", "-o"]),
    one("lua", &[]),
    one("magick", &[]),
    all("mix", &["test"], &[]),
    one("ncp", &[]),
    one("newman", &["run"]),
    one("node", &[]),
    all("node", &["--test"], &["--test-update-snapshots"]),
    one("node", &["--inspect"]),
    one("node", &["--watch"]),
    all("openapi-typescript", &[], &[]),
    one("php", &[]),
    one("php", &["-l"]),
    all("playwright", &["test"], &["--update-snapshots", "-u"]),
    all("protoc", &[], &[]),
    one("python", &[]),
    all("python", &["-m", "json.tool"], &[]),
    all("python", &["-m", "pytest"], &[]),
    all("python", &["-m", "zipfile", "-l"], &[]),
    all("python", &["-m", "unittest"], &[]),
    one("python", &["-u"]),
    one("qpdf", &[]),
    all("quicktype", &[], &[]),
    all("rails", &["test"], &[]),
    all("redocly", &[], &[]),
    one("ruby", &[]),
    one("ruby", &["-Ilib"]),
    one("ruby", &["-Ilib", "-Itest"]),
    one("ruby", &["-Itest"]),
    one("sass", &[]),
    all("rustc", &[], &[]),
    all("scalac", &[], &[]),
    one("sops", &["-d"]),
    one("sops", &["--decrypt"]),
    one("sops", &["decrypt"]),
    one("streamlit", &["run"]),
    all("swiftc", &[], &[]),
    all("terser", &[], &[]),
    one("tesseract", &[]),
    one("ts-node", &[]),
    all("tsup", &[], &[]),
    one("tsx", &[]),
    all("tsx", &["--test"], TESTED),
    one("tsx", &["watch"]),
    all("twine", &["check"], &[]),
    all("uglifyjs", &[], &["--in-situ"]),
    all("xgettext", &[], &[]),
];

/// Programs that write nothing that their words name, or only where other
/// tables know it, and options with which they may.
pub(crate) const ONLY_READ: &[(&str, &[&str])] = &[
    ("elm", &[]),
    ("esbuild", &[]),
    ("ffprobe", &["-o", "-report"]),
    ("gcov", &[]),
    ("identify", &["-write"]),
    ("latexmk", &["-cd"]),
    ("ldd", &[]),
    ("lessc", &[]),
    ("lualatex", &[]),
    ("nm", &[]),
    ("objdump", &[]),
    ("otool", &[]),
    ("pandoc", &[]),
    ("pdflatex", &[]),
    ("postcss", &["--replace", "-r"]),
    ("readelf", &[]),
    ("size", &[]),
    ("tailwindcss", &["init"]),
    ("typedoc", &[]),
    ("xelatex", &[]),
];

/// The same of a program with a word and with options of a list alone.
pub(crate) const ONLY_READ_WITH: &[(&str, &str, &[&str])] = &[
    (
        "gpg",
        "--verify",
        &["--batch", "--no-tty", "--quiet", "--verbose", "--verify", "-q"],
    ),
    (
        "openssl",
        "dgst",
        &[
            "-binary", "-c", "-hex", "-md5", "-r", "-sha1", "-sha224",
            "-sha256", "-sha384", "-sha512",
        ],
    ),
];

/// Options whose value is read, of programs of which it is not known that
/// they read others.
pub(crate) const TOLD_BY: &[(&str, &[&str])] = &[
    ("act", &["--eventpath", "--workflows", "-W", "-e"]),
    ("alembic", &["--config", "-c"]),
    ("ansible-inventory", &["--inventory", "-i"]),
    ("ansible-playbook", &["-i"]),
    (
        "aws",
        &[
            "--assume-role-policy-document",
            "--cli-input-json",
            "--cli-input-yaml",
            "--parameters",
            "--policy-document",
            "--tags",
            "--template-body",
            "--zip-file",
        ],
    ),
    ("bun", &["--env-file"]),
    ("checkov", &["--directory", "--file", "-d", "-f"]),
    (
        "curl",
        &[
            "--cacert",
            "--data",
            "--data-binary",
            "--data-urlencode",
            "--form",
            "--upload-file",
            "-F",
            "-T",
            "-d",
        ],
    ),
    ("cypress", &["--spec", "-s"]),
    ("deno", &["--env-file"]),
    ("docker", &["--env-file", "--file", "--secret", "-f"]),
    ("docker-compose", &["--env-file", "--file", "-f"]),
    (
        "eslint",
        &["--config", "--ext", "--format", "--max-warnings", "-c", "-f"],
    ),
    ("flask", &["--app", "-A"]),
    ("forge", &["--match-path", "--mp"]),
    ("gh", &["--body-file"]),
    ("helm", &["--values", "-f"]),
    ("kubectl", &["--filename", "--kustomize", "-f", "-k"]),
    ("lockfile-lint", &["--path", "-p"]),
    ("make", &["--file", "--makefile", "-f"]),
    ("node", &["--env-file"]),
    ("mypy", &["--config-file"]),
    ("nginx", &["-c"]),
    ("podman", &["--env-file", "--file", "-f"]),
    ("psql", &["--file", "-f"]),
    ("pytest", &["--config-file", "-c"]),
    ("ruff", &["--config"]),
    ("skaffold", &["--filename", "-f"]),
    ("storybook", &["--config-dir", "-c"]),
    ("tflint", &["--chdir"]),
    ("tsx", &["--env-file"]),
    ("uv", &["--env-file"]),
    ("vite", &["--config", "-c"]),
    ("webpack", &["--config", "-c"]),
    ("tsc", &["--project", "-p"]),
    ("ffmpeg", &["-i"]),
    ("mmdc", &["--input", "-i"]),
    ("openapi-generator", &["--input-spec", "-i"]),
    ("openapi-generator-cli", &["--input-spec", "-i"]),
    ("openssl", &["-CA", "-CAfile", "-cert", "-in", "-inkey"]),
    ("rollup", &["--input", "-i"]),
    ("swagger-codegen", &["--input-spec", "-i"]),
];

/// How names of sources end that a compiler of C reads.
pub(crate) const SOURCES: &[&str] =
    &[".C", ".S", ".c", ".cc", ".cpp", ".cxx", ".m", ".mm", ".s"];

/// Options of such a compiler that take no word.
pub(crate) const COMPILES: &[&str] = &[
    "-E",
    "-M",
    "-MD",
    "-MM",
    "-MMD",
    "-S",
    "-c",
    "-fPIC",
    "-g",
    "-pedantic",
    "-pthread",
    "-shared",
    "-static",
    "-v",
    "-w",
];

/// Programs that read what stands behind no option where one of these says
/// what they write, which lies beside it otherwise.
pub(crate) const READ_BESIDE: &[(&str, &[&str])] = &[
    ("asciidoctor", &["--destination-dir", "--out-file", "-D", "-o"]),
    ("javac", &["-d"]),
    ("nasm", &["-o"]),
    ("svgo", &["--output", "-o"]),
];
