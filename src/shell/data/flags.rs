//! The options of programs that guards are written about: every name of
//! each, and whether it takes a value. From each program's own help text.

mod anywhere;
mod git;
mod names;
mod others;
mod posix;
mod servers;
mod tools;

use super::mixed::letters_of;

pub(crate) use super::mixed::letter_of;
pub(crate) use anywhere::spelled;
pub(crate) use names::{Flag, Takes, named, started};

/// Options of some programs, or of some of their subcommands, with commas
/// between them. Each is a list of its names without dashes, the usual one
/// first; a name of one character is a letter.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Flags {
    pub(crate) programs: &'static [&'static str],
    /// Subcommands, of one word or two; none: whatever stands there.
    pub(crate) subs: &'static [&'static str],
    /// Options that take a value.
    pub(crate) valued: &'static str,
    /// Options that take none.
    pub(crate) plain: &'static str,
    /// Options whose value, if there is one, is in one word with them.
    pub(crate) joined: &'static str,
    /// Whether long options that are not listed take a value.
    pub(crate) rest: bool,
    /// Behind how many operands, the subcommand's words not counted, there
    /// are only words of another command; 0: behind none.
    pub(crate) own: usize,
}

const NOTHING: Flags = Flags {
    programs: &[],
    subs: &[],
    valued: "",
    plain: "",
    joined: "",
    rest: false,
    own: 0,
};

const fn simple(
    programs: &'static [&'static str],
    valued: &'static str,
    plain: &'static str,
) -> Flags {
    Flags { programs, valued, plain, ..NOTHING }
}

const DOCKER: &[&str] = &["docker", "podman", "nerdctl"];
const KUBECTL: &[&str] = &["kubectl", "oc"];

/// Whether the so many-th row may be about a subcommand with that letter at
/// its start.
pub(crate) fn may_be_of(row: usize, letter: u32) -> bool {
    SUBS.get(row).is_some_and(|letters| letters & letter != 0)
}

/// How the subcommands of each row start: all ways where it names none.
#[allow(clippy::indexing_slicing, reason = "runs while compiling")]
static SUBS: [u32; FLAGS.len()] = {
    let (mut letters, mut row) = ([u32::MAX; FLAGS.len()], 0);
    while row < FLAGS.len() {
        if !FLAGS[row].subs.is_empty() {
            letters[row] = letters_of(FLAGS[row].subs);
        }
        row += 1;
    }
    letters
};

/// All rows. More special ones stand first.
pub(crate) const FLAGS: &[Flags] = &all();

const ROWS: usize = git::ROWS.len()
    + posix::ROWS.len()
    + servers::ROWS.len()
    + tools::ROWS.len()
    + others::ROWS.len();

#[allow(
    clippy::indexing_slicing,
    reason = "runs when hookset is compiled; a wrong index stops that"
)]
const fn all() -> [Flags; ROWS] {
    let (mut all, mut count) = ([NOTHING; ROWS], 0);
    let mut lists: &[&[Flags]] =
        &[git::ROWS, posix::ROWS, servers::ROWS, tools::ROWS, others::ROWS];
    while let [list, others @ ..] = lists {
        let mut rest = *list;
        while let [row, behind @ ..] = rest {
            all[count] = *row;
            count += 1;
            rest = behind;
        }
        lists = others;
    }
    all
}

/// How many names of programs the rows have.
pub(super) const NAMES: usize = {
    let (mut count, mut rest) = (0, FLAGS);
    while let [row, behind @ ..] = rest {
        count += row.programs.len();
        rest = behind;
    }
    count
};
