//! Where programs get names of files, or files, beyond their operands.

use super::files::leaves_out;

/// Options of one program.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Row {
    /// The program.
    pub(crate) program: &'static str,
    /// Letters of short options.
    pub(crate) letters: &'static str,
    /// Long options, with their dashes, and other words.
    pub(crate) long: &'static [&'static str],
}

pub(super) const fn row(
    program: &'static str,
    letters: &'static str,
    long: &'static [&'static str],
) -> Row {
    Row { program, letters, long }
}

/// Options whose value is a file that is read, which other tables do not
/// know; what programs cannot read they print.
pub(crate) const READ: &[Row] = &[
    row("ack", "", &["--ackrc", "--files-from"]),
    row("ag", "p", &["--path-to-ignore"]),
    row("apropos", "C", &["--config-file"]),
    row("bsdtar", "X", &["--exclude-from"]),
    row("colordiff", "X", &["--exclude-from", "--from-file", "--to-file"]),
    row(
        "curl",
        "b",
        &["--cacert", "--cert", "--cookie", "--key", "--netrc-file"],
    ),
    row("date", "f", &["--file"]),
    row("diff", "X", &["--exclude-from", "--from-file", "--to-file"]),
    row("dig", "fk", &[]),
    row("docker", "", &["--env-file"]),
    row("docker-compose", "", &["--env-file"]),
    row("du", "X", &["--files0-from", "--exclude-from"]),
    row("find", "", &["-files0-from"]),
    row("file", "fm", &["--files-from", "--magic-file"]),
    row(
        "git",
        "FtX",
        &[
            "--file",
            "--template",
            "--exclude-from",
            "--exclude-per-directory",
            "--pathspec-from-file",
        ],
    ),
    row("awk", "Ei", &["--exec", "--file", "--include"]),
    row("egrep", "f", &["--file", "--exclude-from"]),
    row("enable", "f", &[]),
    row("fgrep", "f", &["--file", "--exclude-from"]),
    row("gawk", "Efi", &["--exec", "--file", "--include"]),
    row("gdb", "x", &["--command"]),
    row("grep", "f", &["--file", "--exclude-from"]),
    row("hd", "f", &["--format-file"]),
    row("hexdump", "f", &["--format-file"]),
    row("history", "anrw", &[]),
    row("hostname", "F", &["--file"]),
    row("info", "f", &["--file"]),
    row("jq", "fL", &["--from-file", "--library-path", "--run-tests"]),
    row("locate", "d", &["--database"]),
    row("mail", "A", &["--attach"]),
    row("mailx", "Aa", &["--attach"]),
    row("man", "lC", &["--local-file", "--config-file"]),
    row("mutt", "a", &[]),
    row("nawk", "Ei", &["--exec", "--file", "--include"]),
    row("node", "r", &["--env-file", "--import", "--require"]),
    row("nvim", "Su", &[]),
    row("patch", "i", &["--input"]),
    row("podman", "", &["--env-file"]),
    row("pgrep", "F", &["--pidfile"]),
    row("pkill", "F", &["--pidfile"]),
    row("ptx", "bio", &["--break-file", "--ignore-file", "--only-file"]),
    row("rg", "f", &["--file", "--ignore-file"]),
    row("rsync", "f", &["--filter"]),
    row("guix", "m", &["--manifest"]),
    row("yq", "", &["--from-file"]),
    row("rgrep", "f", &["--file", "--exclude-from"]),
    row("scp", "Fi", &[]),
    row("sed", "", &["--file"]),
    row("shred", "", &["--random-source"]),
    row("shuf", "", &["--random-source"]),
    row("ssh", "Fi", &[]),
    row("ssh-keygen", "f", &[]),
    row("vi", "Su", &[]),
    row("vim", "Su", &[]),
    row("whatis", "C", &["--config-file"]),
    row("xargs", "a", &["--arg-file"]),
    row("zgrep", "f", &["--file", "--exclude-from"]),
    row(
        "tree",
        "",
        &["--fromfile", "--fromtabfile", "--gitfile", "--infofile"],
    ),
];

/// Programs that open their words and print something of them, and that no
/// other table knows (decision 66).
pub(crate) const OPENS: &[&str] = &[
    "antiword",
    "as",
    "basenc",
    "bunzip2",
    "bzcmp",
    "bzdiff",
    "bzegrep",
    "bzfgrep",
    "bzgrep",
    "bzless",
    "bzmore",
    "captoinfo",
    "catdoc",
    "ccat",
    "certutil",
    "colcrt",
    "cpp",
    "csvcut",
    "csvgrep",
    "csvjson",
    "csvlook",
    "csvstat",
    "ctags",
    "docx2txt",
    "dos2unix",
    "dpkg",
    "dpkg-deb",
    "enc2xs",
    "encguess",
    "enscript",
    "eqn",
    "etags",
    "fx",
    "gencat",
    "gold",
    "gpg",
    "gpg2",
    "gpgsplit",
    "gpgv",
    "gprof",
    "groff",
    "gron",
    "grops",
    "grotty",
    "hexyl",
    "highlight",
    "htmlq",
    "in2csv",
    "infotocap",
    "jless",
    "json_pp",
    "ld",
    "lesskey",
    "localedef",
    "lolcat",
    "lz4",
    "lz4cat",
    "lzcat",
    "mdcat",
    "mlr",
    "msgcat",
    "msgfmt",
    "neqn",
    "nm",
    "notepad",
    "nroff",
    "objcopy",
    "objdump",
    "openssl",
    "pandoc",
    "pdftotext",
    "pic",
    "piconv",
    "pod2html",
    "pod2man",
    "pod2text",
    "pod2usage",
    "podchecker",
    "prove",
    "pup",
    "pygmentize",
    "qsv",
    "ranlib",
    "readelf",
    "sha224sum",
    "sha384sum",
    "shasum",
    "size",
    "soelim",
    "sqlite3",
    "strip",
    "tbl",
    "tic",
    "tidy",
    "troff",
    "ul",
    "unix2dos",
    "unlzma",
    "unxz",
    "uuencode",
    "xgettext",
    "xmllint",
    "xq",
    "xsltproc",
    "xsubpp",
    "xsv",
    "xxhsum",
    "zcmp",
    "zdiff",
    "zegrep",
    "zfgrep",
    "zless",
    "zmore",
    "zstd",
    "zstdcat",
    "zstdless",
];

/// Modules of Python that open the files and directories they are given.
pub(crate) const OPENING_MODULES: &[&str] = &[
    "ast",
    "base64",
    "cProfile",
    "compileall",
    "dis",
    "doctest",
    "gzip",
    "json.tool",
    "pickle",
    "pickletools",
    "profile",
    "py_compile",
    "pyclbr",
    "quopri",
    "symtable",
    "tabnanny",
    "tarfile",
    "tokenize",
    "trace",
    "uu",
    "zipapp",
    "zipfile",
];

/// Options with which the names of the files that a program reads come from
/// elsewhere.
pub(crate) const LISTED: &[Row] = &[
    row("7z", "", &["-i@", "-ir@"]),
    row("bsdtar", "T", &[]),
    row("clang-format", "", &["--files"]),
    row("cloc", "", &["--list-file"]),
    row("cpio", "op", &["--create", "--pass-through"]),
    row("ctags", "L", &[]),
    row("exiftool", "@", &[]),
    row("git", "", &["--batch", "--batch-command", "--stdin-paths"]),
    row("gpg", "", &["--decrypt-files", "--encrypt-files", "--multifile"]),
    row("rclone", "", &["--files-from", "--files-from-raw"]),
    row("rsync", "", &["--files-from"]),
    row("sort", "", &["--files0-from"]),
    row("tar", "T", &["--files-from"]),
    row("wc", "", &["--files0-from"]),
    row("uncrustify", "F", &[]),
    row("xgettext", "f", &["--files-from"]),
    row("xz", "", &["--files", "--files0"]),
    row("zstd", "", &["--filelist"]),
    row("zip", "@R", &["--names-stdin", "--recurse-patterns"]),
];

/// Programs that take names of files, or files, from a pipe.
pub(crate) const TAKES_NAMES: &[&str] = &[
    "cpio",
    "gxargs",
    "mapfile",
    "parallel",
    "pax",
    "read",
    "readarray",
    "rsync",
    "tar",
    "xargs",
    "zip",
];

/// Programs that print the names of files they are given, or that they find.
pub(crate) const PRINTS_NAMES: &[&str] = &[
    "echo", "fd", "fdfind", "find", "locate", "ls", "print", "printf",
    "readlink", "realpath",
];

/// Builtins that set variables to their words.
pub(crate) const SETTERS: &[&str] =
    &["declare", "export", "local", "readonly", "set", "typeset"];

/// Programs among whose words code may stand that names files, and that
/// open the files that other words name.
pub(crate) const CODED: &[&str] = &[
    "ed", "emacs", "ex", "jq", "less", "m4", "nano", "nvim", "perl", "vi",
    "view", "vim", "yq",
];

/// Editors whose words may be commands that read and write files.
pub(crate) const EDITORS: &[&str] =
    &["ed", "ex", "nvim", "vi", "view", "vim", "vimdiff"];

/// Programs that run a command in another root, with the options that show
/// it files of this one; none where they always do.
pub(crate) const OTHER_ROOT: &[Row] = &[
    row("apptainer", "", &[]),
    row("bwrap", "", &[]),
    row("chroot", "", &[]),
    row("ctr", "", &["--mount"]),
    row("docker", "v", &["--volume", "--mount"]),
    row("docker-compose", "v", &["--volume"]),
    row("firejail", "", &[]),
    row("nerdctl", "v", &["--volume", "--mount"]),
    row("nsenter", "", &[]),
    row("podman", "v", &["--volume", "--mount"]),
    row("proot", "", &[]),
    row("singularity", "", &[]),
    row("systemd-nspawn", "", &[]),
    row("unshare", "", &[]),
];

/// Whether a program may run a command in another root.
pub(crate) fn is_other_root(program: &str) -> bool {
    row_of(OTHER_ROOT, program).is_some()
}

/// The row of a program in one of the tables.
pub(crate) fn row_of(
    table: &'static [Row],
    program: &str,
) -> Option<&'static Row> {
    table.iter().find(|row| row.program == program)
}

impl Row {
    /// Where in a word the value of one of the options starts; none where it
    /// is the next word. `None` where the word is no such option.
    pub(crate) fn value(&self, text: &str) -> Option<Option<usize>> {
        // Thousands of substitutions may stand in a longer word.
        const LONGEST: usize = 8192;
        if text.len() > LONGEST {
            return None;
        }
        let name = text.split('=').next().unwrap_or("");
        // Most programs take the start of a long option for it.
        let short = name.len() > 2
            && name.starts_with("--")
            && !leaves_out(name)
            && self.long.iter().any(|long| long.starts_with(name));
        // It takes them in any case, behind one dash or two.
        let bare = name.trim_start_matches('-');
        let loose = self.program == "tsc" && bare.len() < name.len();
        let any_case = loose
            && self.long.iter().any(|long| {
                long.trim_start_matches('-').eq_ignore_ascii_case(bare)
            });
        if short || any_case || self.long.contains(&name) {
            let cut = name.len() + 1;
            return Some((text.len() >= cut).then_some(cut));
        }
        let letters =
            text.strip_prefix('-').filter(|l| !l.starts_with('-'))?;
        let at = letters.find(|c| self.letters.contains(c))?;
        let cut = "-x".len() + at;
        Some((text.len() > cut).then_some(cut))
    }
}
