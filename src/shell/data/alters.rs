//! Programs that write some of the files that their words name, whatever
//! stands in front of these.

/// Which of the words are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Which {
    /// All of them.
    Each,
    /// The first.
    First,
    /// The last of several.
    Last,
    /// The last, also one that stands alone.
    Only,
    /// All but so many in front.
    Behind(usize),
    /// What stands behind a colon.
    Pairs,
    /// What it is handed by others; which of its words are files, or what one
    /// of its options says beside `-i`, is known only to it.
    Handed,
}

/// A program that writes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Alters {
    /// The program.
    pub(crate) program: &'static str,
    /// Words with which it does, subcommands or options; none, where it
    /// always does.
    pub(crate) acts: &'static [&'static str],
    /// What it writes of the words, behind the subcommand if it has one.
    pub(crate) which: Which,
    /// Letters of options that take the next word.
    pub(crate) valued: &'static str,
    /// Words with which it only looks.
    pub(crate) unless: &'static [&'static str],
}

const fn row(
    program: &'static str,
    acts: &'static [&'static str],
    which: Which,
) -> Alters {
    Alters { program, acts, which, valued: "", unless: &[] }
}

/// Programs that write their last word, and read the others.
const fn last(program: &'static str) -> Alters {
    row(program, &[], Which::Last)
}

/// The same, of options with values.
const fn last_of(program: &'static str, valued: &'static str) -> Alters {
    Alters { valued, ..last(program) }
}

/// One subcommand that writes the last word.
const fn by(program: &'static str, acts: &'static [&'static str]) -> Alters {
    row(program, acts, Which::Only)
}

/// One that writes all words.
const fn each(program: &'static str, acts: &'static [&'static str]) -> Alters {
    row(program, acts, Which::Each)
}

/// One that writes the first word.
const fn first(
    program: &'static str,
    acts: &'static [&'static str],
) -> Alters {
    row(program, acts, Which::First)
}

/// What `cmake -E` does with files.
const CMAKE: &[&str] =
    &["make_directory", "remove", "remove_directory", "rename", "rm", "touch"];

/// How it copies them.
const CMAKE_COPIES: &[&str] = &[
    "copy",
    "copy_directory",
    "copy_if_different",
    "create_hardlink",
    "create_symlink",
];

/// How `dpkg` takes an archive apart.
const DPKG: &[&str] =
    &["--extract", "--raw-extract", "--vextract", "-R", "-X", "-x"];

/// How files are fetched from Hadoop.
const HDFS: &[&str] = &["-copyToLocal", "-get", "-getmerge"];

/// How `htpasswd` only prints.
const HTPASSWD: &[&str] = &["-n", "-nb", "-nbB", "-v"];

/// How `jar` writes an archive.
const JAR: &[&str] = &[
    "--create", "--update", "-c", "-u", "cf", "cfe", "cfm", "cfv", "cmf",
    "cvf", "cvfe", "cvfm", "uf", "ufv", "uvf",
];

/// How `plutil` writes a file.
const PLUTIL: &[&str] = &["-convert", "-insert", "-remove", "-replace"];

/// How `ptx` writes a file.
const PTX: &[&str] = &["-G", "--traditional"];

/// How `sqlite-utils` changes a database.
const SQLITE: &[&str] = &[
    "add-column",
    "bulk",
    "convert",
    "create-index",
    "create-table",
    "delete",
    "drop-table",
    "insert",
    "transform",
    "upsert",
    "vacuum",
];

/// The table; from the programs' manuals.
pub(super) const ALTERS: &[Alters] = &[
    by("PlistBuddy", &["-c"]),
    by("SetFile", &[]),
    by("adb", &["pull"]),
    each("ansible-vault", &["create", "decrypt", "edit", "encrypt", "rekey"]),
    first("apptainer", &["build", "pull"]),
    by("asciinema", &["rec"]),
    last_of("avconv", "f"),
    last("avifenc"),
    by("aws", &["get-object", "get-job-output", "invoke"]),
    by("chflags", &[]),
    by("chrpath", &["--convert", "--delete", "--replace", "-c", "-d", "-r"]),
    last_of("cjxl", "deq"),
    each("cmake", CMAKE),
    by("cmake", CMAKE_COPIES),
    by("codesign", &["--remove-signature", "--sign", "-s"]),
    last("composite"),
    by("consul", &["save"]),
    last("convert"),
    last("copyfiles"),
    last("cpx"),
    last("cpx2"),
    last("cpy"),
    by("crane", &["export", "pull"]),
    first("crudini", &["--del", "--merge", "--set"]),
    last("cwebp"),
    last("d2"),
    first("dasel", &["delete", "put"]),
    last("ddrescue"),
    by("debootstrap", &[]),
    by("deno", &["bundle"]),
    last("djxl"),
    row("dpkg", DPKG, Which::Last),
    by("dpkg-deb", &["--build", "-b"]),
    row("dpkg-deb", DPKG, Which::Last),
    each("dvc", &["checkout"]),
    last("dvipdf"),
    last("ebook-convert"),
    last_of("editcap", "ABcCDEFiIostST"),
    last("epstopdf"),
    by("etcdctl", &["save"]),
    last_of("ffmpeg", "f"),
    first("flatpak", &["build-export"]),
    first("flatpak-builder", &[]),
    by("gcloud", &["keys"]),
    each("gifsicle", &["--batch", "-b"]),
    first("gio", &["mkdir", "remove", "rename", "save", "trash"]),
    by("gio", &["copy"]),
    each("gio", &["move"]),
    row("gm", &["composite", "convert", "montage"], Which::Last),
    by("grim", &[]),
    by("hadoop", HDFS),
    by("hdfs", HDFS),
    by("hdiutil", &["create"]),
    last("heif-convert"),
    each("hg", &["bundle", "mv", "remove", "rename", "revert", "rm"]),
    Alters { valued: "r", ..by("hg", &["archive"]) },
    Alters { unless: HTPASSWD, ..first("htpasswd", &[]) },
    by("install_name_tool", &[]),
    first("jar", JAR),
    last("json-schema-to-typescript"),
    last("json.tool"),
    last("json2ts"),
    by("junitparser", &["merge"]),
    by("kind", &["logs"]),
    by("kioclient", &["copy", "mkdir", "move", "remove"]),
    last_of("lame", "bBhmqV"),
    last("lessc"),
    each("link", &[]),
    by("llvm-objcopy", &[]),
    Alters { unless: &["identify"], ..last("magick") },
    by("maim", &[]),
    last("md2pdf"),
    last("mksquashfs"),
    last("montage"),
    last("move-cli"),
    last("move-file"),
    first("msgmerge", &["--update", "-U"]),
    by("msw", &["init"]),
    last("mustache"),
    last("ncp"),
    by("nomad", &["save"]),
    Alters { valued: "BFIjNOR", ..by("objcopy", &[]) },
    last("opusenc"),
    last("papermill"),
    by(
        "patchelf",
        &[
            "--add-needed",
            "--add-rpath",
            "--remove-needed",
            "--remove-rpath",
            "--replace-needed",
            "--set-interpreter",
            "--set-rpath",
            "--set-soname",
        ],
    ),
    last_of("pdfimages", "fl"),
    last_of("pdfseparate", "fl"),
    last("pdftk"),
    last_of("pdftocairo", "flrxyWH"),
    last_of("pdftoppm", "flrxyWH"),
    last_of("pdftops", "fl"),
    last_of("pdftotext", "flrxyWH"),
    last("pdfunite"),
    last("pkgbuild"),
    by("playwright", &["pdf", "screenshot"]),
    Alters { unless: &["-o"], ..each("plutil", PLUTIL) },
    last("pngcrush"),
    by("pnpm", &["deploy"]),
    last("productbuild"),
    last("ps2pdf"),
    Alters { valued: "FMSWbgiow", ..row("ptx", PTX, Which::Behind(1)) },
    first("qemu-img", &["create", "resize", "snapshot", "commit"]),
    by("qemu-img", &["convert"]),
    last("qpdf"),
    each("qpdf", &["--replace-input"]),
    first("rar", &["a", "d", "f", "m", "u"]),
    by("rclone", &["mount"]),
    last("rdiff-backup"),
    row("recode", &[], Which::Behind(1)),
    row("rpl", &[], Which::Behind(2)),
    last("rst2html"),
    last("rst2html5"),
    last("rst2latex"),
    last("rst2man"),
    row("ruby", &["-i"], Which::Handed),
    last("sass"),
    row("sass", &[], Which::Pairs),
    by("screencapture", &[]),
    by("scrot", &[]),
    first("singularity", &["build", "pull"]),
    each("sops", &["--in-place", "-i", "updatekeys"]),
    last("sox"),
    first("sqlite-utils", SQLITE),
    first("step", &["create"]),
    first("supabase", &["dump"]),
    last("svgexport"),
    each(
        "svn",
        &[
            "copy", "cp", "delete", "mkdir", "move", "mv", "rename", "revert",
            "rm",
        ],
    ),
    first("tarfile", &["--create", "-c"]),
    by("tarfile", &["--extract", "-e"]),
    by("terraform", &["mirror"]),
    last("tesseract"),
    each("tidy", &["-m", "-modify"]),
    by("tmux", &["save-buffer", "saveb"]),
    by("tofu", &["mirror"]),
    by(
        "typeorm",
        &["entity:create", "migration:create", "migration:generate"],
    ),
    row("typst", &["c", "compile", "w", "watch"], Which::Last),
    by("vault", &["save"]),
    by("vercel", &["pull"]),
    last("virt-make-fs"),
    last("weasyprint"),
    last("wkhtmltoimage"),
    last("wkhtmltopdf"),
    by("wrangler", &["types"]),
    by("xattr", &["-c", "-d", "-w"]),
    by("xmlstarlet", &["--inplace", "-L"]),
    last("zipalign"),
    first("zipfile", &["--create", "-c"]),
    by("zipfile", &["--extract", "-e"]),
    last("zopflipng"),
];

/// The rows of a program, which stand behind each other.
pub(crate) fn rows_of(program: &str) -> impl Iterator<Item = &'static Alters> {
    let first = ALTERS.partition_point(|row| row.program < program);
    let rows = ALTERS.get(first..).unwrap_or(&[]).iter();
    rows.take_while(move |row| row.program == program)
}

/// Programs that rename the files they are given by an expression.
pub(crate) const RENAMERS: &[&str] =
    &["file-rename", "perl-rename", "prename", "rename", "rename.ul"];

/// Programs that rename what their patterns find, or what somebody says in
/// an editor.
pub(crate) const RENAME_ANY: &[&str] = &[
    "brename",
    "convmv",
    "detox",
    "f2",
    "massren",
    "mmv",
    "nomino",
    "pyrenamer",
    "qcp",
    "qmv",
    "renamer",
    "repren",
    "rnr",
    "vidir",
    "zcp",
    "zln",
    "zmv",
];

#[cfg(test)]
mod tests {
    use super::ALTERS;

    #[test]
    fn the_rows_stand_in_order() {
        assert!(ALTERS.is_sorted_by_key(|row| row.program));
    }
}
