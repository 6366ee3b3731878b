//! Programs that write files whose names come from elsewhere, and those that
//! pack directories.

/// A program that writes such files.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Puts {
    /// The program.
    pub(crate) program: &'static str,
    /// Words with which it does; none, where it always does.
    pub(crate) acts: &'static [&'static str],
    /// Words with which it only looks.
    pub(crate) looks: &'static [&'static str],
    /// Options that name the directory.
    pub(crate) into: &'static [&'static str],
    /// Whether it is the current directory where no option names one.
    pub(crate) here: bool,
    /// Whether a last operand that ends with a slash names it, too.
    pub(crate) slash: bool,
}

const fn row(
    program: &'static str,
    acts: &'static [&'static str],
    into: &'static [&'static str],
) -> Puts {
    Puts { program, acts, looks: &[], into, here: true, slash: false }
}

/// Where what counts the lines that ran says so.
const NYC: &[&str] = &["--report-dir", "--reports-dir", "--temp-dir"];

/// Where migrations of a database are put.
const KNEX: &[&str] = &["--migrations-directory", "--seeds-directory"];
const SEQUELIZE: &[&str] = &[
    "init",
    "init:migrations",
    "init:models",
    "init:seeders",
    "migration:create",
    "migration:generate",
    "model:create",
    "model:generate",
    "seed:create",
    "seed:generate",
];
const SEQUELIZE_INTO: &[&str] =
    &["--migrations-path", "--models-path", "--seeders-path"];

/// Where `gh` puts what it downloads.
const GH: &[&str] = &["-D", "--dir", "-O", "--output"];

/// The same of one that writes nowhere else that matters.
const fn into(
    program: &'static str,
    acts: &'static [&'static str],
    into: &'static [&'static str],
) -> Puts {
    Puts { here: false, ..row(program, acts, into) }
}

/// The table; from the programs' manuals.
pub(crate) const PUTS: &[Puts] = &[
    Puts {
        looks: &["-l", "--list", "-c", "--cat"],
        ..row("aunpack", &[], &["-X", "--extract-to"])
    },
    row("az", &["download-batch"], &["-d", "--destination"]),
    into("astro", &["build"], &["--outDir"]),
    into("atlas", &["diff", "hash", "import", "new"], &["--dir"]),
    into("babel", &[], &["-d", "--out-dir"]),
    into("buf", &["generate"], &["-o", "--output"]),
    into("bun", &["test"], &["--coverage-dir"]),
    into("c8", &[], NYC),
    row("cookiecutter", &[], &["-o", "--output-dir"]),
    row("copier", &["recopy", "update"], &[]),
    into("coverage", &["annotate", "html"], &["-d", "--directory"]),
    into("dbmate", &["n", "new"], &["-d", "--migrations-dir"]),
    into("diesel", &["generate"], &["--migration-dir"]),
    into(
        "dotnet",
        &["build", "new", "pack", "publish", "test"],
        &["-o", "--output", "--results-directory"],
    ),
    into("eleventy", &[], &["--output"]),
    into("goose", &["create", "fix"], &["-dir", "--dir"]),
    into("gradle", &["init"], &["-p", "--project-dir"]),
    into("gradlew", &["init"], &["-p", "--project-dir"]),
    // what stands in a tree, or comes into it
    Puts {
        looks: &["--dry-run", "--print", "annotate", "log", "st", "status"],
        ..row(
            "hg",
            &["--all", "--clean", "-C", "import", "purge", "unshelve"],
            &[],
        )
    },
    into("hugo", &[], &["-d", "--cacheDir", "--destination"]),
    into("jekyll", &[], &["-d", "--destination"]),
    into("jest", &[], &["--cacheDirectory", "--coverageDirectory"]),
    // what the tree is set back to
    Puts {
        looks: &["--help", "log", "show"],
        ..row("jj", &["restore", "undo"], &[])
    },
    into("jsdoc", &[], &["-d", "--destination"]),
    into("knex", &["migrate:make", "seed:make"], KNEX),
    into("migrate", &["create"], &["-dir", "--dir"]),
    into("mkdocs", &["build", "gh-deploy"], &["-d", "--site-dir"]),
    into("mvn", &["archetype:generate"], &["-DoutputDirectory"]),
    into("ncc", &["build"], &["-o", "--out"]),
    into("nyc", &[], NYC),
    into("ouch", &["d", "decompress"], &["-d", "--dir"]),
    into("parcel", &["build"], &["--dist-dir"]),
    into(
        "pytest",
        &[],
        &[
            "--cov-report=annotate:",
            "--cov-report=html:",
            "--cov-report=json:",
            "--cov-report=lcov:",
            "--cov-report=xml:",
            "annotate:",
            "html:",
            "json:",
            "lcov:",
            "xml:",
        ],
    ),
    into("restic", &["restore"], &["-t", "--target"]),
    into("rollup", &[], &["-d", "--dir"]),
    into("sequelize", SEQUELIZE, SEQUELIZE_INTO),
    into("sequelize-cli", SEQUELIZE, SEQUELIZE_INTO),
    into("sphinx-build", &[], &["-d"]),
    into("sqlx", &["add"], &["--source"]),
    Puts {
        looks: &["-n", "--no", "--simulate"],
        ..into("stow", &[], &["-t", "--target"])
    },
    into("storybook", &["build"], &["-o", "--output-dir"]),
    Puts { looks: &["--dry-run"], ..row("svn", &["patch"], &[]) },
    into("swc", &[], &["-d", "--out-dir"]),
    into("tsup", &[], &["-d", "--out-dir"]),
    into("typedoc", &[], &["--out"]),
    into("vite", &["build"], &["--outDir"]),
    into("vitest", &[], &["--coverage.reportsDirectory", "--outputFile"]),
    into("webpack", &[], &["-o", "--output-path"]),
    Puts {
        looks: &["-l", "--list", "-t", "--test", "-p", "--pipe"],
        ..row("cabextract", &[], &["-d", "--directory"])
    },
    row("curl", &["-J", "--remote-header-name"], &["--output-dir"]),
    row("dtrx", &["-f", "--flat"], &[]),
    row("gh", &["download"], GH),
    Puts { slash: true, ..row("rar", &["e", "x"], &[]) },
    // what is pushed or split off is only read
    Puts {
        here: false,
        looks: &["push", "split"],
        ..row("git", &["subtree"], &["-P", "--prefix"])
    },
    // the start of the names
    Puts { here: false, slash: true, ..row("split", &[], &[]) },
    Puts { here: false, ..row("tsc", &["-b", "--build"], &["-b", "--build"]) },
    row("unar", &[], &["-o", "-output-directory"]),
    Puts { slash: true, ..row("unrar", &["e", "x"], &[]) },
    into("tempfile", &[], &["-d", "--directory"]),
    into("zipsplit", &[], &["-b"]),
    // into a directory of its own
    Puts { here: false, ..row("unsquashfs", &[], &["-d", "-dest"]) },
    // each document by what an expression makes of it
    row("yq", &["-s", "--split-exp"], &[]),
    row(
        "wget",
        &["--content-disposition", "-nH", "--no-host-directories"],
        &["-P", "--directory-prefix", "-O", "--output-document"],
    ),
];

/// Programs that pack the directories they are given, each with the words
/// with which it does, where that is not always.
pub(crate) const PACKS: &[(&str, &[&str])] = &[
    ("genisoimage", &[]),
    ("jar", &["-c", "--create", "-u", "--update"]),
    ("mkisofs", &[]),
    ("mksquashfs", &[]),
    ("pax", &["-w"]),
    ("rar", &["a", "f", "m", "u"]),
    ("shar", &[]),
    ("xorrisofs", &[]),
];
