//! What is noted of a line while it is looked at, for the commands that come
//! behind and for the texts within them.

use smallvec::SmallVec;

use crate::shell::cd::Cd;
use crate::shell::roots::Root;
use crate::shell::{Effects, Reason};
use crate::source::{Span, Spare};

/// What a text is to the program that reads it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Read {
    /// Lines of a shell.
    Lines,
    /// Lines that may be run elsewhere (`ssh`), or that are words, too
    /// (`parallel`).
    Offered,
    /// What says in its first line who reads it, or else lines of a shell.
    Script,
    /// Code of another language.
    Code,
    /// The same that a program finds by itself, which need not be what is run.
    Found,
    /// What is no language, but may name what is run or opened: words for an
    /// editor, a database, a configuration.
    Terms,
    /// The words of later commands: `read x; ssh $x`.
    Words,
}

impl Read {
    /// What is read where no shell reads it: by a language or by another
    /// program.
    pub(crate) fn of(language: bool) -> Read {
        if language { Read::Code } else { Read::Terms }
    }
}

/// The names of the files that a line writes, two bits for each: one whose
/// bits are not set is written by nothing.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Written {
    bits: [u64; 4],
    /// Whether words of a program name some of them.
    pub(crate) by_words: bool,
}

impl Written {
    /// Notes a name.
    pub(crate) fn add(&mut self, name: &str) {
        for (slot, bit) in written_bits(name) {
            if let Some(bits) = self.bits.get_mut(slot) {
                *bits |= bit;
            }
        }
    }

    /// Whether it wrote none.
    pub(crate) fn is_empty(&self) -> bool {
        self.bits == [0; 4]
    }

    /// Whether it may write a file of that name.
    pub(crate) fn may_hold(&self, name: &str) -> bool {
        if self.is_empty() {
            return false;
        }
        let holds = |(slot, bit): (usize, u64)| {
            self.bits.get(slot).is_some_and(|bits| bits & bit != 0)
        };
        written_bits(name).into_iter().all(holds)
    }
}

/// The bits that stand for a name, in whichever case.
fn written_bits(name: &str) -> [(usize, u64); 2] {
    let mix = |hash: u32, byte: u8| {
        (hash ^ u32::from(byte.to_ascii_lowercase())).wrapping_mul(0x0100_0193)
    };
    let hash = name.bytes().fold(0x811c_9dc5, mix);
    [hash >> 24, hash >> 16 & 0xff]
        .map(|bit| ((bit / 64) as usize, 1 << (bit % 64)))
}

/// How many scripts of a line are looked for.
pub(crate) const SCRIPTS: usize = 16;

/// The scripts of a line that were looked for, with whether it writes them.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Sought<'a> {
    pub(crate) all: [Option<(Script<'a>, bool)>; SCRIPTS],
    pub(crate) count: usize,
    /// Whether there were more, which is said once.
    pub(crate) more: bool,
}

/// A script that is run, by what reads it, and where: in another directory
/// the same lines use other files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Script<'a> {
    pub(crate) name: &'a str,
    pub(crate) read: Read,
    pub(crate) cd: Cd,
    pub(crate) root: Root,
    /// Whether it is the program of a command that writes it: that runs what
    /// was there before.
    pub(crate) own: bool,
}

/// A text that may be run, where it stands, and why nobody knows.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tail {
    pub(crate) text: Span,
    pub(crate) place: Span,
    pub(crate) reason: Reason,
    pub(crate) effects: Effects,
}

impl Tail {
    /// The same of another text.
    pub(crate) fn with_text(self, text: Span) -> Tail {
        Tail { text, ..self }
    }
}

/// How many words that set variables which stand for options are looked at.
const VALUES: usize = 16;

/// The words of a line that set such variables for what follows.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Settings {
    at: [usize; VALUES],
    count: usize,
    pub(crate) more: bool,
}

impl Settings {
    /// Whether there are none.
    pub(crate) fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The numbers of the words.
    pub(crate) fn all(&self) -> &[usize] {
        self.at.get(..self.count).unwrap_or(&[])
    }

    /// Notes a word.
    pub(crate) fn push(&mut self, at: usize) {
        match self.at.get_mut(self.count) {
            Some(place) => {
                *place = at;
                self.count += 1;
            }
            None => self.more = true,
        }
    }
}

/// Whether `pwd` prints the current directory wherever a line has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PrintsHere {
    /// It stands nowhere, or may be something else.
    Not,
    /// In shells whose functions have no names in quotes.
    BesideFunctions,
    /// In all that have it.
    Alone,
}

/// Values of variables, most of them of none.
pub(crate) type Values = SmallVec<[Value; 8]>;

/// A variable, or an argument by its number, and a value that it may have.
pub(crate) struct Value {
    pub(crate) name: Spare,
    pub(crate) text: Spare,
}

impl Value {
    pub(crate) fn new(name: &str, text: &str) -> Value {
        Value { name: Spare::of(&[name]), text: Spare::of(&[text]) }
    }

    pub(crate) fn again(&self) -> Value {
        Value::new(&self.name, &self.text)
    }

    /// Whether it is what a script or a function is given.
    pub(crate) fn is_argument(&self) -> bool {
        let first = self.name.chars().next();
        first.is_none_or(|c| c.is_ascii_digit() || c == '@' || c == '*')
    }
}
