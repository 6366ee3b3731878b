//! Programs that read or write the files they are given.

/// What a program does with its operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// Reads all of them.
    Reads,
    /// Writes all of them.
    Writes,
    /// Reads all of them, and may write them.
    Edits,
    /// Reads the first, writes the second.
    Filters,
    /// Reads all but the last, writes the last or into it.
    Copies,
    /// Removes or moves all but the last, writes the last or into it.
    Moves,
    /// Reads them; writes into the directory an option names.
    Unpacks,
    /// `if=`, `of=`.
    Assigned,
}

/// A program and its operands.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Handler {
    /// Its name.
    pub(crate) name: &'static str,
    /// What it does.
    pub(crate) role: Role,
    /// How many operands come first that are no files (a pattern, a mode).
    pub(crate) skip: u8,
    /// Letters of options that take the next word, which is no file.
    pub(crate) valued: &'static str,
    /// Letters of options that stand for the skipped operand.
    pub(crate) pattern: &'static str,
    /// Letters of options whose value, if there is one, is in the same word.
    pub(crate) glued: &'static str,
    /// Whether the skipped operand is a file after all: a script that it
    /// runs.
    pub(crate) runs: bool,
    /// Letters of options whose value is a file that is written, or the
    /// directory written into.
    pub(crate) output: &'static str,
    /// Letters of options with which it goes through directories; `*` where
    /// it always does.
    pub(crate) tree: &'static str,
    /// Whether it goes through the current directory when it is given none.
    pub(crate) here: bool,
    /// Whether the runner is documented or measured to look at it.
    pub(crate) documented: bool,
}

const BASE: Handler = Handler {
    name: "",
    role: Role::Reads,
    skip: 0,
    valued: "",
    pattern: "",
    glued: "",
    runs: false,
    output: "",
    tree: "",
    here: false,
    documented: false,
};

const fn reads(name: &'static str, valued: &'static str) -> Handler {
    Handler { name, valued, ..BASE }
}

const fn search(name: &'static str, valued: &'static str) -> Handler {
    Handler { name, valued, skip: 1, pattern: "ef", ..BASE }
}

const fn greps(name: &'static str) -> Handler {
    Handler { tree: "rR", here: true, ..search(name, "ABCmdD") }
}

const fn trees(name: &'static str, valued: &'static str) -> Handler {
    Handler { tree: "*", here: true, ..search(name, valued) }
}

/// Programs that make one text of a directory.
const fn packs(name: &'static str) -> Handler {
    Handler { output: "o", tree: "*", here: true, ..reads(name, "") }
}

const fn writes(name: &'static str, valued: &'static str) -> Handler {
    Handler { name, role: Role::Writes, valued, ..BASE }
}

const fn edits(name: &'static str, valued: &'static str) -> Handler {
    Handler { name, role: Role::Edits, valued, ..BASE }
}

const fn role(name: &'static str, role: Role) -> Handler {
    Handler { name, role, ..BASE }
}

/// Programs that change the files they are given where an option says so;
/// `sort -o x x`.
pub(crate) const EDITS: &[&str] =
    &["sed", "perl", "awk", "gawk", "yq", "sort"];

/// `find` and `findstr` of Windows.
pub(crate) const FINDSTR: Handler = search("findstr", "");

/// `git grep`: it goes through the files below.
pub(crate) const GIT_GREP: Handler = trees("git", "ABCmO");

/// A copy of what is not looked at.
pub(crate) const COPY: Handler = role("cp", Role::Copies);

/// The table; operands from POSIX and GNU manuals.
pub(crate) const HANDLERS: &[Handler] = &[
    // documented: cat head tail sed grep; cp and mv since 2.1.321
    Handler { documented: true, ..reads("cat", "") },
    Handler { documented: true, ..reads("head", "nc") },
    Handler { documented: true, ..reads("tail", "nc") },
    Handler { documented: true, ..greps("grep") },
    Handler { documented: true, glued: "i", ..search("sed", "l") },
    Handler {
        documented: true,
        output: "t",
        tree: "rRa",
        ..role("cp", Role::Copies)
    },
    Handler {
        documented: true,
        output: "t",
        tree: "*",
        ..role("mv", Role::Moves)
    },
    Handler { documented: true, ..writes("tee", "") },
    Handler { documented: true, ..writes("touch", "drt") },
    Handler { output: "IOBT", ..writes("script", "cmoE") },
    greps("egrep"),
    greps("fgrep"),
    greps("zgrep"),
    greps("bzgrep"),
    greps("xzgrep"),
    greps("zstdgrep"),
    trees("rgrep", "ABCmdD"),
    trees("rg", "ABCmgtTjMErd"),
    trees("rga", "ABCmgtTjMErd"),
    trees("ag", "ABCmGgpW"),
    trees("ack", "ABCmtT"),
    trees("ugrep", "ABCmdDgtOMN"),
    trees("ug", "ABCmdDgtOMN"),
    trees("pt", "ABCmgG"),
    trees("sift", "ABCmtT"),
    packs("code2prompt"),
    packs("files-to-prompt"),
    packs("gitingest"),
    packs("repomix"),
    search("awk", "Fv"),
    search("gawk", "Fv"),
    search("mawk", "Fv"),
    search("nawk", "Fv"),
    search("jq", ""),
    search("yq", ""),
    Handler {
        pattern: "eE",
        glued: "0CDFilTVx",
        runs: true,
        ..search("perl", "IMm")
    },
    reads("tac", "s"),
    reads("nl", "bdfhilnsvw"),
    reads("less", "bhjpPtxyz"),
    reads("pager", "bhjpPtxyz"),
    reads("more", "n"),
    reads("most", ""),
    reads("bat", "lHrm"),
    reads("batcat", "lHrm"),
    reads("view", ""),
    reads("od", "AjNSt"),
    Handler { valued: "cglos", ..role("xxd", Role::Filters) },
    reads("hexdump", "enfs"),
    reads("hd", "ens"),
    reads("strings", "nte"),
    reads("base64", "w"),
    reads("base32", "w"),
    reads("cut", "bcdf"),
    reads("paste", "d"),
    reads("sort", "kStT"),
    Handler { valued: "fsw", ..role("uniq", Role::Filters) },
    reads("wc", ""),
    reads("rev", ""),
    reads("fold", "w"),
    reads("fmt", "wgp"),
    reads("pr", "hlow"),
    reads("expand", "t"),
    reads("column", "scoNHRW"),
    reads("comm", ""),
    reads("cmp", "in"),
    Handler { tree: "*", ..reads("diff", "UCIFWxX") },
    reads("sdiff", "w"),
    reads("join", "aejotv12"),
    reads("md5sum", ""),
    reads("sha1sum", ""),
    reads("sha256sum", ""),
    reads("sha512sum", ""),
    reads("cksum", ""),
    Handler { tree: "r", ..reads("zcat", "S") },
    reads("xzcat", ""),
    reads("bzcat", ""),
    reads("source", ""),
    reads(".", ""),
    reads("open", "a"),
    reads("xdg-open", ""),
    reads("mapfile", "ndOstu"),
    reads("readarray", "ndOstu"),
    reads("shuf", "in"),
    reads("file", "Pm"),
    reads("look", ""),
    reads("m4", "DIU"),
    reads("b2sum", ""),
    reads("sha224sum", ""),
    reads("sha384sum", ""),
    reads("sum", ""),
    reads("unexpand", "t"),
    reads("tsort", ""),
    reads("ptx", ""),
    reads("zless", ""),
    reads("zmore", ""),
    reads("zdiff", ""),
    Handler { tree: "r", ..reads("zstdcat", "") },
    Handler { tree: "r", ..reads("lz4cat", "") },
    Handler { tree: "*", ..reads("colordiff", "UCIFWxX") },
    reads("delta", ""),
    reads("glow", ""),
    reads("iconv", "ft"),
    reads("pbcopy", ""),
    // writers
    role("dd", Role::Assigned),
    Handler { output: "t", valued: "mogS", ..role("install", Role::Copies) },
    Handler { output: "t", ..role("ln", Role::Copies) },
    Handler { tree: "*", ..role("ditto", Role::Copies) },
    Handler { valued: "ef", tree: "ra", ..role("rsync", Role::Copies) },
    Handler { valued: "PiloFcS", tree: "r", ..role("scp", Role::Copies) },
    Handler { output: "C", tree: "*", ..role("tar", Role::Unpacks) },
    Handler { output: "d", ..role("unzip", Role::Unpacks) },
    Handler { output: "C", tree: "*", ..role("bsdtar", Role::Unpacks) },
    Handler { skip: 1, output: "o", tree: "*", ..role("7z", Role::Unpacks) },
    Handler { skip: 1, output: "o", tree: "*", ..role("7za", Role::Unpacks) },
    Handler { skip: 1, output: "o", tree: "*", ..role("7zz", Role::Unpacks) },
    Handler { skip: 1, output: "o", tree: "*", ..role("7zr", Role::Unpacks) },
    Handler { tree: "rR", ..writes("rm", "") },
    Handler { tree: "*", ..writes("del-cli", "") },
    Handler { tree: "*", ..writes("rimraf", "") },
    Handler { tree: "*", ..writes("trash", "") },
    Handler { tree: "*", ..writes("trash-put", "") },
    writes("rmdir", ""),
    Handler { valued: "o", tree: "*", ..role("bindfs", Role::Copies) },
    Handler { valued: "toLUN", tree: "*", ..role("mount", Role::Copies) },
    Handler { valued: "Ot", tree: "*", ..writes("umount", "") },
    writes("unlink", ""),
    writes("shred", "ns"),
    writes("truncate", "sr"),
    writes("mkdir", "m"),
    writes("mkdirp", ""),
    Handler { tree: "*", ..writes("srm", "") },
    Handler { tree: "*", ..writes("wipe", "") },
    writes("mkfifo", "m"),
    Handler { here: true, ..writes("patch", "pidrBDFVYz") },
    writes("sponge", ""),
    Handler { skip: 1, tree: "R", ..writes("chmod", "") },
    Handler { skip: 1, tree: "R", ..writes("chown", "") },
    Handler { skip: 1, tree: "R", ..writes("chgrp", "") },
    Handler { tree: "r", ..edits("gzip", "S") },
    Handler { tree: "r", ..edits("gunzip", "S") },
    edits("xz", "T"),
    edits("bzip2", ""),
    Handler { tree: "r", ..edits("brotli", "oqwS") },
    edits("bunzip2", ""),
    Handler { tree: "r", ..edits("compress", "b") },
    edits("lz4", ""),
    edits("lzma", "T"),
    edits("pbzip2", "bmp"),
    Handler { tree: "r", ..edits("pigz", "bpS") },
    Handler { tree: "r", ..edits("uncompress", "") },
    edits("unlz4", ""),
    edits("unlzma", "T"),
    Handler { tree: "r", ..edits("unpigz", "bpS") },
    edits("unxz", "T"),
    Handler { tree: "r", ..edits("unzstd", "") },
    Handler { tree: "r", ..edits("zstd", "") },
    Handler { tree: "r", ..edits("zip", "xi") },
    edits("vim", "cSu"),
    edits("vi", "c"),
    edits("nvim", "cSu"),
    edits("ed", "p"),
    edits("ex", "c"),
    edits("emacs", ""),
    edits("nano", "T"),
    edits("helix", ""),
    edits("hx", ""),
    edits("joe", ""),
    edits("kak", "ens"),
    edits("micro", ""),
    edits("subl", ""),
    edits("code", ""),
    edits("split", "abCln"),
    edits("csplit", "bfn"),
    edits("dos2unix", ""),
    Handler { skip: 2, ..edits("sd", "fn") },
    writes("jpegoptim", "dm"),
    writes("mogrify", ""),
    writes("optipng", "o"),
    writes("ranlib", ""),
    edits("unix2dos", ""),
];

/// Subcommands of git that change files without naming them, and the option
/// with which they do.
pub(crate) const GIT_REWRITES: &[(&str, &str)] = &[
    ("am", ""),
    ("apply", ""),
    ("checkout", "--force"),
    ("checkout", "--patch"),
    ("checkout", "-p"),
    ("checkout", "-f"),
    ("checkout-index", "--all"),
    ("checkout-index", "--prefix"),
    ("checkout-index", "--stdin"),
    ("checkout-index", "-a"),
    ("clang-format", ""),
    ("clean", ""),
    ("read-tree", "-u"),
    ("reset", "--hard"),
    ("sparse-checkout", ""),
    ("stash", ""),
    ("switch", "--discard-changes"),
    ("switch", "--force"),
    ("switch", "-f"),
];

/// Subcommands of git that change the files they are given, and those in the
/// directories.
pub(crate) const GIT_PLACES: &[&str] = &["checkout", "mv", "restore", "rm"];

/// Subcommands of git that read the files they are given, wherever they are.
pub(crate) const GIT_OPENS: &[&str] =
    &["apply", "hash-object", "interpret-trailers", "update-index"];

/// The same words with which they change none.
pub(crate) const GIT_LOOKS: &[(&str, &str)] = &[
    ("sparse-checkout", "check-rules"),
    ("sparse-checkout", "list"),
    ("stash", "list"),
    ("stash", "show"),
    ("stash", "drop"),
    ("stash", "clear"),
    ("stash", "create"),
];

/// Options whose value names files that are left out.
const LEAVES_OUT: &[&str] =
    &["--exclude", "--exclude-dir", "--ignore", "--ignore-pattern"];

/// Whether an option names files that are left out.
pub(crate) fn leaves_out(option: &str) -> bool {
    // Most words are no such options.
    matches!(option.as_bytes(), [b'-', b'-', b'e' | b'i', ..]) && {
        let name = option.split('=').next().unwrap_or("");
        LEAVES_OUT.contains(&name)
    }
}

/// Whether a word, behind another one, names files that are left out.
pub(crate) fn is_left_out(before: &str, word: &str) -> bool {
    leaves_out(before) && !before.contains('=') || leaves_out(word)
}

/// Programs that open none of the files that their words name: they print
/// the words, ask for names and dates, or control processes.
pub(super) const NO_FILES: &[&str] = &[
    "echo",
    "printf",
    "print",
    "true",
    "false",
    ":",
    "test",
    "[",
    "[[",
    "]",
    "((",
    "expr",
    "let",
    "seq",
    "date",
    "sleep",
    "which",
    "type",
    "hash",
    "command",
    "whereis",
    "whatis",
    "apropos",
    "man",
    "info",
    "help",
    "exit",
    "return",
    "break",
    "continue",
    "wait",
    "jobs",
    "fg",
    "bg",
    "kill",
    "pkill",
    "killall",
    "pgrep",
    "ps",
    "top",
    "umask",
    "ulimit",
    "basename",
    "dirname",
    "realpath",
    "readlink",
    "stat",
    "ls",
    "tree",
    "du",
    "df",
    "find",
    "tput",
    "stty",
    "clear",
    "notify-send",
    "whoami",
    "id",
    "groups",
    "hostname",
    "uname",
    "uptime",
    "export",
    "declare",
    "local",
    "typeset",
    "readonly",
    "unset",
    "alias",
    "unalias",
    "set",
    "shift",
    "getopts",
    "cd",
    "pushd",
    "popd",
    "chdir",
    "dirs",
    "pwd",
    "trap",
    "ping",
    "dig",
    "host",
    "nslookup",
    "locate",
    "lsof",
    "fuser",
];

/// Subcommands that open none either.
const HARMLESS: (&str, &[&str]) = (
    "git",
    &[
        "branch",
        "check-ignore",
        "commit",
        "fetch",
        "ls-files",
        "merge",
        "pull",
        "push",
        "remote",
        "rev-parse",
        "status",
        "switch",
        "tag",
    ],
);

/// The subcommands with which a program opens no file.
pub(crate) fn harmless(name: &str) -> &'static [&'static str] {
    if name == HARMLESS.0 { HARMLESS.1 } else { &[] }
}
