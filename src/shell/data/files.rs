//! Programs that read or write the files they are given.

/// What a program does with its operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::shell) enum Role {
    /// Reads all of them.
    Reads,
    /// Writes all of them.
    Writes,
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
pub(in crate::shell) struct Handler {
    /// Its name.
    pub(in crate::shell) name: &'static str,
    /// What it does.
    pub(in crate::shell) role: Role,
    /// How many operands come first that are no files (a pattern, a mode).
    pub(in crate::shell) skip: u8,
    /// Letters of options that take the next word, which is no file.
    pub(in crate::shell) valued: &'static str,
    /// Letters of options that stand for the skipped operand.
    pub(in crate::shell) pattern: &'static str,
    /// Letters of options whose value is a file that is written, or the
    /// directory written into.
    pub(in crate::shell) output: &'static str,
    /// Whether the runner is documented or measured to look at it.
    pub(in crate::shell) documented: bool,
}

const BASE: Handler = Handler {
    name: "",
    role: Role::Reads,
    skip: 0,
    valued: "",
    pattern: "",
    output: "",
    documented: false,
};

const fn reads(name: &'static str, valued: &'static str) -> Handler {
    Handler { name, valued, ..BASE }
}

const fn search(name: &'static str, valued: &'static str) -> Handler {
    Handler { name, valued, skip: 1, pattern: "ef", ..BASE }
}

const fn writes(name: &'static str, valued: &'static str) -> Handler {
    Handler { name, role: Role::Writes, valued, ..BASE }
}

const fn role(name: &'static str, role: Role) -> Handler {
    Handler { name, role, ..BASE }
}

/// The table; operands from POSIX and GNU manuals.
pub(in crate::shell) const HANDLERS: &[Handler] = &[
    // documented: cat head tail sed grep; cp and mv since 2.1.321
    Handler { documented: true, ..reads("cat", "") },
    Handler { documented: true, ..reads("head", "nc") },
    Handler { documented: true, ..reads("tail", "nc") },
    Handler { documented: true, ..search("grep", "ABCmdD") },
    Handler { documented: true, ..search("sed", "l") },
    Handler { documented: true, output: "t", ..role("cp", Role::Copies) },
    Handler { documented: true, output: "t", ..role("mv", Role::Moves) },
    Handler { documented: true, ..writes("tee", "") },
    Handler { documented: true, ..writes("touch", "drt") },
    search("egrep", "ABCmdD"),
    search("fgrep", "ABCmdD"),
    search("zgrep", "ABCmdD"),
    search("rg", "ABCmgtTjMEr"),
    search("ag", "ABCmG"),
    search("ack", "ABCm"),
    search("awk", "Fv"),
    search("gawk", "Fv"),
    search("mawk", "Fv"),
    search("nawk", "Fv"),
    search("jq", ""),
    search("yq", ""),
    search("perl", "I"),
    reads("tac", "s"),
    reads("nl", "bdfhilnsvw"),
    reads("less", "bhjkopPtTxyz"),
    reads("more", "n"),
    reads("most", ""),
    reads("bat", "lHrmPA"),
    reads("batcat", "lHrm"),
    reads("view", ""),
    reads("od", "AjNStw"),
    reads("xxd", "cglos"),
    reads("hexdump", "enfs"),
    reads("hd", "ens"),
    reads("strings", "nte"),
    reads("base64", "w"),
    reads("base32", "w"),
    reads("cut", "bcdf"),
    reads("paste", "d"),
    reads("sort", "kStT"),
    reads("uniq", "fsw"),
    reads("wc", ""),
    reads("rev", ""),
    reads("fold", "w"),
    reads("fmt", "wgp"),
    reads("pr", "hlow"),
    reads("expand", "t"),
    reads("column", "sct"),
    reads("comm", ""),
    reads("cmp", "in"),
    reads("diff", "UCIFWx"),
    reads("sdiff", "w"),
    reads("join", "aeijotv12"),
    reads("md5sum", ""),
    reads("sha1sum", ""),
    reads("sha256sum", ""),
    reads("sha512sum", ""),
    reads("cksum", ""),
    reads("zcat", ""),
    reads("xzcat", ""),
    reads("bzcat", ""),
    reads("source", ""),
    reads(".", ""),
    reads("open", "a"),
    reads("xdg-open", ""),
    reads("nano", "T"),
    reads("code", ""),
    reads("mapfile", "ndOstu"),
    // writers
    role("dd", Role::Assigned),
    Handler { output: "t", ..role("install", Role::Copies) },
    Handler { output: "t", ..role("ln", Role::Copies) },
    Handler { valued: "ef", ..role("rsync", Role::Copies) },
    Handler { valued: "PiloFcS", ..role("scp", Role::Copies) },
    Handler { output: "C", ..role("tar", Role::Unpacks) },
    Handler { output: "d", ..role("unzip", Role::Unpacks) },
    Handler { output: "C", ..role("bsdtar", Role::Unpacks) },
    writes("rm", ""),
    writes("rmdir", ""),
    writes("unlink", ""),
    writes("shred", "ns"),
    writes("truncate", "sr"),
    writes("mkdir", "m"),
    writes("mkfifo", "m"),
    writes("patch", "pidrBDFVYz"),
    writes("sponge", ""),
    Handler { skip: 1, ..writes("chmod", "") },
    Handler { skip: 1, ..writes("chown", "") },
    Handler { skip: 1, ..writes("chgrp", "") },
    writes("gzip", "S"),
    writes("gunzip", "S"),
    writes("xz", "T"),
    writes("bzip2", ""),
    writes("zip", "xi"),
    writes("vim", "cSu"),
    writes("vi", "c"),
    writes("nvim", "cSu"),
    writes("ed", "p"),
    writes("ex", "c"),
    writes("emacs", ""),
    writes("split", "abCln"),
];

/// The row of a program.
pub(in crate::shell) fn find(name: &str) -> Option<&'static Handler> {
    HANDLERS.iter().find(|row| row.name == name)
}

/// Options that name a file a program writes, for programs whose operands
/// are no files: program, letters, long option.
pub(in crate::shell) const OUTPUTS: &[(&str, &str, &str)] = &[
    ("curl", "o", "--output"),
    ("wget", "O", "--output-document"),
    ("sort", "o", "--output"),
    ("gcc", "o", "--output"),
    ("base64", "o", "--output"),
    ("tree", "o", "--output"),
    ("git", "o", "--output"),
];
