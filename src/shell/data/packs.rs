//! Programs that pack files, with the options with which these stay as they
//! are.

/// One that packs each file for itself.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Packer {
    /// The program.
    pub(crate) program: &'static str,
    /// Letters of options that take no value.
    pub(crate) flags: &'static str,
    /// Long options with which it prints; `-c` is the letter.
    pub(crate) prints: &'static [&'static str],
    /// Long options with which it only looks; `-l` and `-t` are the letters.
    pub(crate) looks: &'static [&'static str],
    /// Long options with which it does something else after all; `-d` and
    /// `-z` are the letters.
    pub(crate) acts: &'static [&'static str],
    /// Whether it only looks all the same behind one of these.
    pub(crate) keeps: bool,
    /// Whether `-o` names the one file that it writes.
    pub(crate) names_output: bool,
    /// Options with which it takes away what it read.
    pub(crate) removes: &'static [&'static str],
}

impl Packer {
    /// Whether these letters are options that take no word.
    pub(crate) fn are_flags(&self, letters: &str) -> bool {
        let threads = letters.strip_prefix('T').filter(|n| !n.is_empty());
        threads.is_some_and(|n| n.bytes().all(|b| b.is_ascii_digit()))
            || letters.chars().all(|c| self.flags.contains(c))
    }

    /// Whether it is known of a long option that it takes no word.
    pub(crate) fn knows(&self, option: &str) -> bool {
        const PLAIN: &[&str] = &["--force", "--keep", "--quiet", "--verbose"];
        [self.prints, self.looks, self.acts, PLAIN]
            .iter()
            .any(|list| list.contains(&option))
    }
}

const PRINTS: &[&str] = &["--stdout", "--to-stdout"];
const LOOKS: &[&str] = &["--list", "--test"];
const ACTS: &[&str] = &["--compress", "--decompress", "--uncompress"];

const fn packer(program: &'static str, flags: &'static str) -> Packer {
    Packer {
        program,
        flags,
        prints: PRINTS,
        looks: LOOKS,
        acts: ACTS,
        keeps: false,
        names_output: false,
        removes: &[],
    }
}

/// What programs put behind the name of what they write.
pub(crate) const MADE: &[(&str, &str)] = &[
    ("brotli", ".br"),
    ("bzip2", ".bz2"),
    ("compress", ".Z"),
    ("gzip", ".gz"),
    ("lz4", ".lz4"),
    ("lzma", ".lzma"),
    ("pbzip2", ".bz2"),
    ("pigz", ".gz"),
    ("xz", ".xz"),
    ("zip", ".zip"),
    ("zstd", ".zst"),
];

const PIGZ: &str = "123456789cdfhikKlLmMnNqrRtTvVzY";

/// The table; from the programs' manuals.
pub(crate) const PACKERS: &[Packer] = &[
    // it tests and lists whatever else it is told
    Packer {
        acts: &[],
        keeps: true,
        ..packer("gzip", "123456789acdfhklLnNqrtvV")
    },
    Packer {
        acts: &[],
        keeps: true,
        ..packer("gunzip", "123456789acdfhklLnNqrtvV")
    },
    packer("xz", "0123456789cdefhHklqQtvVz"),
    packer("bzip2", "123456789cdfhkLqstvVz"),
    packer("brotli", "0123456789cdfhjkntvVZ"),
    packer("bunzip2", "123456789cdfhkLqstvVz"),
    packer("compress", "cdfhrv"),
    packer("lz4", "0123456789cdfhklmqrtvVz"),
    packer("lzma", "0123456789cdefhHklqQtvVz"),
    packer("pbzip2", "123456789cdfhkLqrtvVz"),
    Packer { acts: &[], keeps: true, ..packer("pigz", PIGZ) },
    packer("uncompress", "cdfhrv"),
    packer("unlz4", "0123456789cdfhklmqrtvVz"),
    packer("unlzma", "0123456789cdefhHklqQtvVz"),
    Packer { acts: &[], keeps: true, ..packer("unpigz", PIGZ) },
    packer("unxz", "0123456789cdefhHklqQtvVz"),
    Packer {
        names_output: true,
        removes: &["--rm"],
        ..packer("unzstd", "0123456789CcdfhHklqrtvVz")
    },
    Packer {
        names_output: true,
        // the start of what is no removal, too
        removes: &["--rm", "--train"],
        ..packer("zstd", "0123456789CcdfhHklqrtvVz")
    },
];

/// Letters of options of `zip` with which it takes nothing away.
pub(crate) const ZIP: &str = "0123456789@ADSXgjklqruvy";

/// Other such options, behind the name of the archive: what follows may be a
/// list.
pub(crate) const ZIP_WORDS: &[&str] = &[
    "-i",
    "-x",
    "--exclude",
    "--include",
    "--junk-paths",
    "--no-extra",
    "--quiet",
    "--recurse-paths",
    "--symlinks",
    "--update",
    "--verbose",
];

/// Variables with which such programs are told more.
pub(crate) const SET_BY: &[&str] = &["BZIP", "GZIP", "XZ_", "ZIPOPT", "ZSTD_"];
