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

/// Where `gh` puts what it downloads.
const GH: &[&str] = &["-D", "--dir", "-O", "--output"];

/// The table; from the programs' manuals.
pub(crate) const PUTS: &[Puts] = &[
    Puts {
        looks: &["-l", "--list", "-c", "--cat"],
        ..row("aunpack", &[], &["-X", "--extract-to"])
    },
    row("az", &["download-batch"], &["-d", "--destination"]),
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
    // into a directory of its own
    Puts { here: false, ..row("unsquashfs", &[], &["-d", "-dest"]) },
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
