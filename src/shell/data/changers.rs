//! Programs that `find` hands files to so that they change these, and what
//! their other words may be. From the programs' manuals.

/// What removes files.
pub(crate) const REMOVERS: &[&str] = &["rm", "rmdir", "unlink"];

/// One such program.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Changer {
    pub(crate) program: &'static str,
    /// Whether words in front of the files may be none: a mode, an owner.
    pub(crate) modes: bool,
    /// Whether options may take a word.
    pub(crate) valued: bool,
    /// Whether the files stand last, not in front of where they go.
    pub(crate) last: bool,
}

const fn modes(program: &'static str) -> Changer {
    Changer { program, modes: true, valued: true, last: true }
}

const fn removes(program: &'static str) -> Changer {
    Changer { program, modes: false, valued: false, last: true }
}

/// The table.
const CHANGERS: &[Changer] = &[
    modes("chgrp"),
    modes("chmod"),
    modes("chown"),
    Changer { program: "mv", modes: false, valued: true, last: false },
    removes("rm"),
    removes("rmdir"),
    modes("shred"),
    modes("truncate"),
    removes("unlink"),
];

/// The row of a program.
pub(crate) fn changer(program: &str) -> Option<&'static Changer> {
    CHANGERS.iter().find(|row| row.program == program)
}
