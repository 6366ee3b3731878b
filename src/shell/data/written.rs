//! Files that options say a program writes.

use super::outputs::GROUPS;
use super::sources::{Row, row};

/// gpg makes its keyrings where it is told to be at home.
const GPG: &[&str] = &["--homedir", "--log-file", "--logger-file", "--output"];

/// Options that name a file that a program writes, or the directory that it
/// writes into, for programs whose operands are no such files.
pub(crate) const WRITTEN: &[Row] = &[
    row("age", "o", &["--output"]),
    row("ar", "", &["--output"]),
    row("aria2c", "do", &["--dir", "--out"]),
    row("as", "o", &[]),
    row("base64", "o", &["--output"]),
    row("bison", "o", &["--output"]),
    row("c++", "o", &["--output", "-MF"]),
    row(
        "cargo",
        "",
        &[
            "--artifact-dir",
            "--destination",
            "--out-dir",
            "--output-dir",
            "--output-path",
            "--root",
            "--target-dir",
        ],
    ),
    row("cc", "o", &["--output", "-MF"]),
    row("clang", "o", &["--output", "-MF"]),
    row("clang++", "o", &["--output", "-MF"]),
    row("cmake", "B", &["--prefix", "--install-prefix"]),
    row("code2prompt", "oO", &["--output", "--output-file"]),
    row("coverage", "o", &["--data-file"]),
    row("cpio", "", &["--directory"]),
    row("csplit", "f", &["--prefix"]),
    row(
        "curl",
        "oDc",
        &[
            "--alt-svc",
            "--cookie-jar",
            "--dump-header",
            "--etag-save",
            "--hsts",
            "--libcurl",
            "--output",
            "--output-dir",
            "--stderr",
            "--trace",
            "--trace-ascii",
        ],
    ),
    row(
        "docker",
        "o",
        &["--cidfile", "--iidfile", "--metadata-file", "--output"],
    ),
    row("dot", "o", &[]),
    row("dumpcap", "w", &[]),
    row("esbuild", "", &["--metafile", "--outdir", "--outfile"]),
    row("files-to-prompt", "o", &["--output"]),
    row("find", "", &["-fls", "-fprint", "-fprint0", "-fprintf"]),
    row("flex", "o", &["--outfile"]),
    row("g++", "o", &["--output", "-MF"]),
    row("gcc", "o", &["--output", "-MF"]),
    row("gawk", "dop", &["--dump-variables", "--pretty-print", "--profile"]),
    row("gh", "DO", &["--dir", "--output"]),
    row(
        "go",
        "o",
        &[
            "-blockprofile",
            "-coverprofile",
            "-cpuprofile",
            "-memprofile",
            "-mutexprofile",
            "-output",
            "-outputdir",
            "-trace",
        ],
    ),
    row("gitingest", "o", &["--output"]),
    row("gold", "o", &["--output"]),
    row("gpg", "o", GPG),
    row("gpg2", "o", GPG),
    row("git", "o", &["--output", "--output-directory"]),
    row("gmake", "", &["DESTDIR", "prefix", "PREFIX"]),
    row("helm", "d", &["--destination", "--output-dir", "--untardir"]),
    row("http", "o", &["--output"]),
    row("iconv", "o", &["--output"]),
    row("info", "o", &["--output"]),
    row("javac", "dhs", &[]),
    row("javadoc", "d", &[]),
    row("kubectl", "", &["--cache-dir", "--profile-output"]),
    row("kustomize", "o", &["--output"]),
    row("ld", "o", &["--output"]),
    row("less", "oO", &["--LOG-FILE", "--log-file"]),
    row("logrotate", "sl", &["--state", "--log"]),
    row("ltrace", "o", &["--output"]),
    row("m4", "Fo", &["--debugfile", "--error-output", "--freeze-state"]),
    row("make", "", &["DESTDIR", "prefix", "PREFIX"]),
    row("meson", "", &["--destdir"]),
    row("mktemp", "p", &["--tmpdir"]),
    row("mysql", "", &["--tee"]),
    row("mysqldump", "rT", &["--result-file", "--tab"]),
    row(
        "node",
        "",
        &[
            "--cpu-prof-dir",
            "--diagnostic-dir",
            "--heap-prof-dir",
            "--redirect-warnings",
            "--report-dir",
            "--report-directory",
        ],
    ),
    row("npm", "", &["--pack-destination"]),
    row("openapi-generator", "o", &["--output"]),
    row("openapi-generator-cli", "o", &["--output"]),
    row("openssl", "", &["-keyout", "-out", "-writerand"]),
    row("pandoc", "o", &["--extract-media", "--log", "--output"]),
    row("patch", "ro", &["--output", "--reject-file"]),
    row("perf", "o", &["--output"]),
    row("pg_dump", "f", &["--file"]),
    row("pg_dumpall", "f", &["--file"]),
    row("psql", "oL", &["--output", "--log-file"]),
    row("pip", "tdw", PIP),
    row(
        "protoc",
        "o",
        &[
            "--cpp_out",
            "--csharp_out",
            "--dart_out",
            "--descriptor_set_out",
            "--go-grpc_out",
            "--go_out",
            "--grpc_out",
            "--java_out",
            "--js_out",
            "--kotlin_out",
            "--objc_out",
            "--php_out",
            "--pyi_out",
            "--python_out",
            "--ruby_out",
            "--rust_out",
            "--ts_out",
        ],
    ),
    row(
        "pytest",
        "",
        &[
            "--alluredir",
            "--basetemp",
            "--html",
            "--json-report-file",
            "--junit-xml",
            "--junitxml",
            "--log-file",
            "--report-log",
        ],
    ),
    row("repomix", "o", &["--output"]),
    row(
        "rsync",
        "",
        &[
            "--backup-dir",
            "--log-file",
            "--only-write-batch",
            "--partial-dir",
            "--write-batch",
        ],
    ),
    row("rustc", "o", &["--out-dir"]),
    row("screen", "", &["-Logfile"]),
    row(
        "script",
        "BIOT",
        &["--log-in", "--log-io", "--log-out", "--log-timing"],
    ),
    row("sdiff", "o", &["--output"]),
    row("shuf", "o", &["--output"]),
    row("sort", "o", &["--output"]),
    row("ssh", "E", &[]),
    row("strace", "o", &["--output"]),
    row("strip", "o", &["--output-file"]),
    row(
        "tar",
        "g",
        &[
            "--cd",
            "--directory",
            "--index-file",
            "--listed-incremental",
            "--one-top-level",
            "--volno-file",
        ],
    ),
    row("tcpdump", "w", &[]),
    row("time", "o", &["--output"]),
    row("tree", "o", &["--output"]),
    row("tshark", "w", &[]),
    row(
        "tsc",
        "",
        &[
            "--declarationDir",
            "--generateCpuProfile",
            "--generateTrace",
            "--outDir",
            "--outFile",
            "--tsBuildInfoFile",
        ],
    ),
    row(
        "valgrind",
        "",
        &[
            "--cachegrind-out-file",
            "--callgrind-out-file",
            "--log-file",
            "--massif-out-file",
            "--xml-file",
        ],
    ),
    row("start-stop-daemon", "pO", &["--output", "--pidfile"]),
    row("view", "wW", &["--log", "--startuptime"]),
    row(
        "wget",
        "OPao",
        &[
            "--append-output",
            "--directory-prefix",
            "--output-document",
            "--output-file",
            "--rejected-log",
            "--save-cookies",
            "--warc-file",
            // `-e dir_prefix=x`
            "-edir_prefix",
            "-eoutput_document",
            "dir_prefix",
            "dirprefix",
            "logfile",
            "output_document",
            "outputdocument",
        ],
    ),
    row("xh", "o", &["--output"]),
    row("zip", "O", &["--out", "--output-file"]),
    row("zstd", "o", &["--output-dir-flat", "--output-dir-mirror"]),
    row("zstdcat", "o", &["--trace"]),
    row("youtube-dl", "o", &["--output"]),
    row("yt-dlp", "oP", &["--output", "--paths"]),
];

/// Where `pip` puts packages and what it says of them.
pub(super) const PIP: &[&str] = &[
    "--dest",
    "--log",
    "--prefix",
    "--report",
    "--root",
    "--src",
    "--target",
    "--wheel-dir",
];

/// Programs that save what they get under the name that its address ends
/// with, and their options that say in which directory.
pub(crate) const SAVES: &[(&str, &[&str])] = &[
    ("aria2c", &["-d", "--dir"]),
    ("axel", &[]),
    ("curl", &["--output-dir"]),
    ("wget", &["-P", "--directory-prefix", "dir_prefix"]),
];

/// Parts of the names of options whose value is a file that is written.
const OUTPUTS: &[&str] =
    &["dest", "dist", "dump", "log", "out", "report", "save"];

/// How options start that have such a part by chance.
const NO_OUTPUTS: &[&str] = &[
    "layout", "login", "logout", "no-", "noout", "route", "stdout", "timeout",
    "without",
];

/// Whether a name has such a part. Few bytes are the first of one.
fn holds_output(name: &str) -> bool {
    const FIRST: u128 = {
        let (mut all, mut rest) = (0, OUTPUTS);
        while let [part, behind @ ..] = rest {
            if let [first, ..] = part.as_bytes() {
                all |= 1 << (*first & 127);
            }
            rest = behind;
        }
        all
    };
    name.bytes().enumerate().any(|(at, byte)| {
        FIRST >> (byte & 127) & 1 == 1
            && name.get(at..).is_some_and(|from| {
                OUTPUTS.iter().any(|part| from.starts_with(part))
            })
    })
}

/// Whether an option is likely to name a file that is written.
pub(crate) fn is_output(option: &str) -> bool {
    match option.strip_prefix('-') {
        // A value that stands in the same word is another file's.
        Some(long) if long.len() > 2 && !long.contains('=') => {
            let name = long.trim_start_matches('-');
            holds_output(name)
                && !NO_OUTPUTS.iter().any(|start| name.starts_with(start))
        }
        _ => matches!(option, "-o" | "-O" | "-w"),
    }
}

/// Whether an option is sure to name a file that is written, or a directory
/// that is written into, whatever the program: `--out-dir`, `--logFile`.
pub(crate) fn names_output(option: &str) -> bool {
    const ENDS: &[&str] =
        &["_out", "dir", "directory", "file", "filename", "folder", "path"];
    const STARTS: &[&str] = &["dest", "dump", "out", "report"];
    let Some(long) = option.strip_prefix("--") else { return false };
    if long.contains('=') {
        return false;
    }
    let long = long.to_ascii_lowercase();
    let mut parts = long.split(['-', '_', '.']);
    ENDS.iter().any(|end| long.ends_with(end))
        && parts.any(|part| {
            STARTS.iter().any(|start| part.starts_with(start))
                || matches!(part, "dist" | "log" | "logfile" | "save")
        })
}

/// The row of a number that counts from one, through the rows of one program
/// and then through those of several.
pub(super) fn numbered(number: u16) -> Option<&'static Row> {
    let at = usize::from(number).checked_sub(1)?;
    let beyond = || GROUPS.get(at - WRITTEN.len()).map(|group| &group.0);
    WRITTEN.get(at).or_else(beyond)
}
