//! One look at the name of a program for all the tables.
//!
//! Every command asks a dozen tables about its program. The index is made
//! when hookset is compiled: a name leads to the rows that each table has
//! about it, at the cost of one hash and one comparison.

mod bits;
mod index;

use super::compilers::COMPILERS;
use super::elsewhere;
use super::exec_flags::{self, Row};
use super::files::{self, Handler};
use super::flags::{FLAGS, Flags};
use super::globals::{self, Globals};
use super::interpreters::{self, Interpreter};
use super::modes;
use super::respell::{SPELLINGS, Spelling};
use super::runners::RUNNERS;
use super::sources;
use super::wrappers::{self, WRAPPERS, Wrapper};
use super::written;
use index::INDEX;

/// What the tables say about one program: for each the number of its first
/// row, counted from one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Known {
    wrapper: u16,
    flags: u16,
    handler: u16,
    interpreter: u16,
    globals: u16,
    outputs: u16,
    options: u16,
    spelled: u16,
    is: u32,
}

impl Known {
    const NONE: Known = Known {
        wrapper: 0,
        flags: 0,
        handler: 0,
        interpreter: 0,
        globals: 0,
        outputs: 0,
        options: 0,
        spelled: 0,
        is: 0,
    };

    /// Whether no table says what it does with its words; some say no more
    /// than which file of its own it is about, and how it is written.
    pub(crate) fn is_nothing(self) -> bool {
        let part = self.globals().is_some_and(|row| row.runs);
        let globals = if part { 0 } else { self.globals };
        let is =
            self.is & !(Known::OWNS | Known::HANDS_ON | Known::RENAMES_ANY);
        Known { is, globals, options: 0, spelled: 0, ..self } == Known::NONE
    }

    /// What is known about `name`.
    pub(crate) fn of(name: &str) -> Known {
        let mut known = INDEX.find(name);
        if matches!(name.as_bytes(), [b'l', b'd', b'-', ..])
            && name.contains(".so")
        {
            known.wrapper = INDEX.find(wrappers::LOADER).wrapper;
        }
        if known.is & Known::GNU != 0 {
            known.wrapper = INDEX.find(usual(name)).wrapper;
        }
        let versioned =
            name.bytes().next_back().is_some_and(interpreters::of_version);
        let short = match versioned {
            true => interpreters::without_version(name),
            false => name,
        };
        let other = || behind_triple(short).or(versioned.then_some(short));
        if known.flags == 0
            && let Some(other) = other()
        {
            let Known { flags, outputs, .. } = INDEX.find(other);
            known.flags = flags;
            if known.outputs == 0 {
                known.outputs = outputs;
            }
        }
        if versioned {
            let Known { interpreter: other, globals, .. } = INDEX.find(short);
            if known.globals == 0 {
                known.globals = globals;
            }
            // The first row of the table counts.
            known.interpreter = match (known.interpreter, other) {
                (0, only) | (only, 0) => only,
                (own, other) => own.min(other),
            };
        }
        known
    }

    /// The usual name of a program, `timeout` of `gtimeout`, and what is
    /// known about that.
    pub(crate) fn usually(name: &str) -> (&str, Known) {
        let known = Known::of(name);
        if known.is & Known::GNU == 0 {
            return (name, known);
        }
        let name = usual(name);
        (name, Known::of(name))
    }

    /// Its rows among the wrappers and runners, one per form.
    pub(crate) fn wrappers(self) -> impl Iterator<Item = &'static Wrapper> {
        let mut number = self.wrapper;
        std::iter::from_fn(move || {
            let beyond = usize::from(number).checked_sub(WRAPPERS.len() + 1);
            let found = match beyond {
                Some(at) => RUNNERS.get(at)?,
                None => row(WRAPPERS, number)?,
            };
            let next = row(&INDEX.more_wrappers, number);
            number = next.copied().unwrap_or(0);
            Some(found)
        })
    }

    /// Its rows among the words that make programs run others, but for those
    /// whose subcommand is none of the words with these traces.
    pub(crate) fn exec_flags(
        self,
        traces: u64,
    ) -> impl Iterator<Item = &'static Row> {
        let mut number = self.flags;
        let rows = std::iter::from_fn(move || {
            let &(next, all) = row(&INDEX.more_flags, number)?;
            if all & traces == 0 {
                return None;
            }
            let found = row(exec_flags::ROWS, number)?;
            number = next;
            Some(found)
        });
        rows.filter(move |row| row.trace & traces != 0)
    }

    /// Its rows about the names of options with their numbers, special ones
    /// first.
    pub(crate) fn options(
        self,
    ) -> impl Iterator<Item = (usize, &'static Flags)> {
        let mut number = self.options;
        std::iter::from_fn(move || {
            let &(found, next) = row(&INDEX.options, number)?;
            number = next;
            let found = usize::from(found);
            Some((found, FLAGS.get(found)?))
        })
    }

    /// Whether it has such rows.
    pub(crate) fn has_exec_flags(self) -> bool {
        self.flags != 0
    }

    /// What it does with the files among its words.
    pub(crate) fn handler(self) -> Option<&'static Handler> {
        row(files::HANDLERS, self.handler)
    }

    /// The language of the code it runs.
    pub(crate) fn interpreter(self) -> Option<&'static Interpreter> {
        row(interpreters::INTERPRETERS, self.interpreter)
    }

    /// The options before its subcommands.
    pub(crate) fn globals(self) -> Option<&'static Globals> {
        row(globals::GLOBALS, self.globals)
    }

    /// What it takes in several spellings.
    pub(super) fn spelling(self) -> Option<Spelling> {
        row(SPELLINGS, self.spelled).map(|row| row.0)
    }

    /// The options that name a file it writes.
    pub(crate) fn outputs(self) -> Option<&'static sources::Row> {
        written::numbered(self.outputs)
    }

    /// The options with which the names of its files come from elsewhere.
    pub(crate) fn listed(self, name: &str) -> Option<&'static sources::Row> {
        let has = self.is & Known::LISTED != 0;
        has.then(|| sources::row_of(sources::LISTED, name)).flatten()
    }

    /// The options that name a file it reads.
    pub(crate) fn read(self, name: &str) -> Option<&'static sources::Row> {
        let has = self.is & Known::READ != 0;
        has.then(|| sources::row_of(sources::READ, name)).flatten()
    }

    /// The options that tell it where the code of a project is.
    pub(crate) fn elsewhere(
        self,
        name: &str,
    ) -> Option<&'static sources::Row> {
        let has = self.is & Known::ELSEWHERE != 0;
        has.then(|| sources::row_of(elsewhere::ROWS, name)).flatten()
    }

    /// What says whether it only reads.
    pub(crate) fn modes(
        self,
        name: &str,
    ) -> impl Iterator<Item = &'static modes::Row> {
        let has = self.is & Known::MODES != 0;
        let rows = if has { modes::ROWS } else { &[] };
        rows.iter().filter(move |row| row.programs.contains(&name))
    }

    /// Whether this is a name that it has beside its own: `gtimeout`.
    pub(crate) fn is_second_name(self) -> bool {
        self.is & Known::GNU != 0
    }

    /// Whether a table says what it does with its words.
    pub(crate) fn is_known(self) -> bool {
        const SAID: u32 = Known::RUNS_NOTHING
            | Known::NO_FILES
            | Known::SHELL
            | Known::AWK
            | Known::READS;
        self.is & SAID != 0
            || (self.handler, self.interpreter) != (0, 0)
            || (self.flags, self.wrapper) != (0, 0)
            || self.globals().is_some_and(|row| !row.runs)
    }
}

/// Whether some table has a program of this name.
pub(crate) fn is_program(name: &str) -> bool {
    Known::of(name) != Known::NONE
}

/// Whether words of a program are commands of its own, such as those of git.
pub(crate) fn has_commands(name: &str) -> bool {
    Known::of(name).globals().is_some()
}

/// The name of a GNU program without the letter in front, and of one of zsh.
fn usual(name: &str) -> &str {
    name.strip_prefix("zf_").or(name.get(1..)).unwrap_or(name)
}

/// The compiler in a name with the system that it compiles for.
fn behind_triple(name: &str) -> Option<&str> {
    let dash = name.bytes().rposition(|byte| byte == b'-')?;
    let last = name.get(dash + 1..)?;
    COMPILERS.contains(&last).then_some(last)
}

/// The row of a number that counts from one.
fn row<T>(table: &'static [T], number: u16) -> Option<&'static T> {
    table.get(usize::from(number).wrapping_sub(1))
}
