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
}

const fn row(
    program: &'static str,
    acts: &'static [&'static str],
    which: Which,
) -> Alters {
    Alters { program, acts, which, valued: "" }
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
const CMAKE: &[&str] = &[
    "copy",
    "copy_directory",
    "copy_if_different",
    "create_hardlink",
    "create_symlink",
    "make_directory",
    "remove",
    "remove_directory",
    "rename",
    "rm",
    "touch",
];

/// The table; from the programs' manuals.
pub(super) const ALTERS: &[Alters] = &[
    by("PlistBuddy", &["-c"]),
    by("adb", &["pull"]),
    each("ansible-vault", &["create", "decrypt", "edit", "encrypt", "rekey"]),
    first("apptainer", &["build", "pull"]),
    first("ar", &["d", "m", "q", "r", "s"]),
    last_of("avconv", "f"),
    last("avifenc"),
    by("aws", &["get-object", "get-job-output", "invoke"]),
    by("chrpath", &["--convert", "--delete", "--replace", "-c", "-d", "-r"]),
    last_of("cjxl", "deq"),
    each("cmake", CMAKE),
    by("codesign", &["--remove-signature", "--sign", "-s"]),
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
    by("dpkg-deb", &["--build", "-b"]),
    last("dvipdf"),
    last("ebook-convert"),
    last_of("editcap", "ABcCDEFiIostST"),
    last("epstopdf"),
    by("etcdctl", &["save"]),
    last_of("ffmpeg", "f"),
    first("flatpak-builder", &[]),
    by("gcloud", &["keys"]),
    first("gio", &["mkdir", "remove", "rename", "save", "trash"]),
    by("gio", &["copy", "move"]),
    last("heif-convert"),
    each("hg", &["bundle", "mv", "remove", "rename", "revert", "rm"]),
    Alters { valued: "r", ..by("hg", &["archive"]) },
    first("htpasswd", &[]),
    by("install_name_tool", &[]),
    last("json-schema-to-typescript"),
    last("json2ts"),
    by("junitparser", &["merge"]),
    by("kind", &["logs"]),
    by("kioclient", &["copy", "mkdir", "move", "remove"]),
    last_of("lame", "bBhmqV"),
    last("lessc"),
    each("link", &[]),
    first("llvm-ar", &["d", "m", "q", "r", "s"]),
    last("llvm-objcopy"),
    last("magick"),
    last("md2pdf"),
    last("montage"),
    last("move-cli"),
    last("move-file"),
    last("mustache"),
    last("ncp"),
    by("nomad", &["save"]),
    last_of("objcopy", "BFIjNOR"),
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
    by("playwright", &["pdf", "screenshot"]),
    each("plutil", &["-convert", "-insert", "-remove", "-replace"]),
    last("pngcrush"),
    by("pnpm", &["deploy"]),
    last("ps2pdf"),
    first("qemu-img", &["create", "resize", "snapshot", "commit"]),
    by("qemu-img", &["convert"]),
    last("qpdf"),
    each("qpdf", &["--replace-input"]),
    by("rclone", &["mount"]),
    last("rdiff-backup"),
    row("recode", &[], Which::Behind(1)),
    row("rpl", &[], Which::Behind(2)),
    last("rst2html"),
    last("rst2html5"),
    last("rst2latex"),
    last("rst2man"),
    last("sass"),
    row("sd", &[], Which::Behind(2)),
    first("singularity", &["build", "pull"]),
    each("sops", &["--in-place", "-i", "updatekeys"]),
    last("sox"),
    first("step", &["create"]),
    last("svgexport"),
    each(
        "svn",
        &[
            "copy", "cp", "delete", "mkdir", "move", "mv", "rename", "revert",
            "rm",
        ],
    ),
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
    last("zopflipng"),
];

/// The rows of a program, which stand behind each other.
pub(crate) fn rows_of(program: &str) -> impl Iterator<Item = &'static Alters> {
    let first = ALTERS.partition_point(|row| row.program < program);
    let rows = ALTERS.get(first..).unwrap_or(&[]).iter();
    rows.take_while(move |row| row.program == program)
}

#[cfg(test)]
mod tests {
    use super::ALTERS;

    #[test]
    fn the_rows_stand_in_order() {
        assert!(ALTERS.is_sorted_by_key(|row| row.program));
    }
}
