//! JavaScript regular expressions: what stands in a `matcher`.
//!
//! The language is ECMAScript with Annex B and without flags, as
//! `new RegExp(text)` reads it. Without the `u` flag a pattern and a text are
//! sequences of **UTF-16 code units**: `^.$` does not match an emoji, and
//! `[😀]` is a class of two units. So the tree is over units, and everything
//! that works on it is too.
//!
//! The linear flavour ([`Flavor`]) is the part of it that automata do exactly,
//! and `(?i)` in front.
//!
//! Never accepted where a JavaScript engine may refuse or read differently:
//! inline modifiers such as `(?i:…)` (engines disagree) and group names with
//! characters beyond ASCII are errors that say so.

mod linear;
mod parse;
mod print;
mod rows;
mod weight;

pub use linear::{parse_linear, parse_lowered};
pub use parse::parse_regex;
pub(crate) use rows::starts_ahead;

use crate::source::Span;

/// The longest pattern, in bytes.
pub const MAX_REGEX_BYTES: usize = 1024;
/// How deep groups may nest.
pub const MAX_REGEX_DEPTH: u32 = 50;
/// The largest number in a `{n,m}`.
pub const MAX_REPEAT: u32 = 1000;
/// How many instructions there may be once repetitions are written out, of
/// the machine that runs any of them.
pub const MAX_REGEX_WEIGHT: u64 = 20_000;

/// What stands in front of a regular expression of the linear flavour that
/// takes no notice of letter case.
pub const IGNORE_CASE: &str = "(?i)";

/// Which regular expressions there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flavor {
    /// JavaScript's.
    JavaScript,
    /// Those that an automaton does exactly.
    Linear,
}

impl Flavor {
    /// Reads `text`.
    ///
    /// # Errors
    /// The first thing that is wrong, with its place.
    pub fn parse(self, text: &str) -> Result<Regex, RegexError> {
        match self {
            Flavor::JavaScript => parse_regex(text),
            Flavor::Linear => parse_linear(text),
        }
    }
}

/// A regular expression.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Regex {
    /// The whole of it.
    pub root: Node,
    /// How many groups capture; they are numbered from 1.
    pub captures: u32,
    /// The names of groups, in order; a name can stand for several groups of
    /// which at most one takes part in a match.
    pub names: Vec<(String, u32)>,
    /// Whether letter case does not count, as with JavaScript's flag `i`.
    pub ignores_case: bool,
}

/// A part of a regular expression.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Node {
    /// What it is.
    pub kind: Kind,
    /// Where it stands.
    pub span: Span,
}

/// What a part of a regular expression is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// This code unit.
    Unit(u16),
    /// `.`: any unit but a line terminator.
    Dot,
    /// `\d` and its like, outside of brackets.
    Escape(ClassEscape),
    /// `[…]`.
    Class {
        /// `[^…]`.
        negated: bool,
        /// What it lists.
        items: Vec<ClassItem>,
    },
    /// `^`: the start of the text.
    Start,
    /// `$`: the end of the text.
    End,
    /// `\b`, or `\B` where negated.
    Boundary {
        /// `\B`.
        negated: bool,
    },
    /// `(?=…)`, `(?!…)`, `(?<=…)`, `(?<!…)`.
    Look {
        /// Whether it looks back.
        behind: bool,
        /// Whether it must not match.
        negated: bool,
        /// What it looks for.
        body: Box<Node>,
    },
    /// `(?:…)`, `(…)`, `(?<name>…)`.
    Group {
        /// The number, where it captures.
        capture: Option<u32>,
        /// What stands in it.
        body: Box<Node>,
    },
    /// `\1`, `\k<name>`: the text of whichever of these groups took part.
    Back(Vec<u32>),
    /// `*`, `+`, `?`, `{n,m}`.
    Repeat {
        /// At least this often.
        min: u32,
        /// At most this often.
        max: Option<u32>,
        /// Whether more is tried before less.
        greedy: bool,
        /// The numbers of the groups inside: first, and one past the last.
        inside: (u32, u32),
        /// What is repeated.
        body: Box<Node>,
    },
    /// `a|b`.
    Either(Vec<Node>),
    /// One after the other; may be empty.
    Sequence(Vec<Node>),
}

/// Something a class lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ClassItem {
    /// These units, both ends included.
    Range(u16, u16),
    /// `\d` and its like.
    Escape(ClassEscape),
}

/// `\d`, `\s`, `\w`, or `\D`, `\S`, `\W` where negated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ClassEscape {
    /// Which units.
    pub shorthand: Shorthand,
    /// Or all others.
    pub negated: bool,
}

/// A set of units that has a letter of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Shorthand {
    /// `\d`: `0` to `9`.
    Digit,
    /// `\s`: JavaScript's white space and line terminators.
    Space,
    /// `\w`: ASCII letters, digits and `_`.
    Word,
}

/// Why a text is not a regular expression that can be used, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RegexError {
    /// What is wrong.
    pub kind: RegexErrorKind,
    /// Where, in the text that was parsed.
    pub span: Span,
}

/// What is wrong with a regular expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RegexErrorKind {
    /// Longer than [`MAX_REGEX_BYTES`].
    TooLong,
    /// Nested deeper than [`MAX_REGEX_DEPTH`].
    TooDeep,
    /// A number in `{…}` above [`MAX_REPEAT`].
    TooManyRepeats,
    /// More than [`MAX_REGEX_WEIGHT`] once repetitions are written out.
    TooLarge,
    /// A quantifier with nothing before it.
    NothingToRepeat,
    /// A quantifier behind a look-behind.
    LookBehindRepeated,
    /// `{2,1}`.
    RepeatOrder,
    /// `(` that is never closed.
    UnclosedGroup,
    /// `)` that was never opened.
    StrayClose,
    /// `[` that is never closed.
    UnclosedClass,
    /// `[b-a]`.
    RangeOrder,
    /// `\` at the end.
    TrailingBackslash,
    /// `(?` and something that is no group.
    InvalidGroup,
    /// `(?i:…)`: only the newest engines know it.
    Modifiers,
    /// `(?P<name>…)` of other languages.
    PythonGroup,
    /// `(?<…` without a proper name.
    InvalidName,
    /// A name of a group with characters beyond ASCII.
    NameNotAscii,
    /// Two groups of one name that can both take part.
    DuplicateName,
    /// `\k` that names no group.
    InvalidReference,
    /// `\k` in brackets where groups have names.
    InvalidEscape,
    /// `(?=…)` and its like, where the flavour has none.
    LookAround,
    /// `\1`, `\k<name>`, where the flavour has none.
    BackReference,
}

impl RegexErrorKind {
    /// What was found.
    pub fn message(self) -> &'static str {
        use RegexErrorKind as K;
        match self {
            K::TooLong => "the regular expression is longer than 1024 bytes",
            K::TooDeep => "groups are nested more than 50 deep",
            K::TooManyRepeats => "a repetition of more than 1000 times",
            K::TooLarge => "the repetitions multiply too far",
            K::NothingToRepeat => "there is nothing to repeat here",
            K::LookBehindRepeated => "a look-behind cannot be repeated",
            K::RepeatOrder => "the numbers of the repetition are reversed",
            K::UnclosedGroup => "this group is never closed",
            K::StrayClose => "this `)` closes nothing",
            K::UnclosedClass => "this `[` is never closed",
            K::RangeOrder => "the ends of this range are reversed",
            K::TrailingBackslash => "a `\\` at the end escapes nothing",
            K::InvalidGroup => "this is not a kind of group",
            K::Modifiers => {
                "modifiers of a group are not understood by every runner"
            }
            K::PythonGroup => "`(?P` is not JavaScript",
            K::InvalidName => "this is not a name of a group",
            K::NameNotAscii => {
                "names of groups beyond ASCII are not supported"
            }
            K::DuplicateName => "another group already has this name",
            K::InvalidReference => "no group has this name",
            K::InvalidEscape => {
                "`\\k` cannot stand in brackets where groups have names"
            }
            K::LookAround => "look-arounds are not supported here",
            K::BackReference => "back-references are not supported here",
        }
    }

    /// What to write instead.
    pub fn help(self) -> &'static str {
        use RegexErrorKind as K;
        match self {
            K::TooLong => "split it over several groups of hooks",
            K::TooDeep => "use fewer groups",
            K::TooManyRepeats => "repeat at most 1000 times, or write `*`",
            K::TooLarge => "repeat less often, or write `*`",
            K::NothingToRepeat => {
                "put something before the quantifier: `.*` matches any \
                 text, `\\*` a star"
            }
            K::LookBehindRepeated => "drop the quantifier",
            K::RepeatOrder => "write the smaller number first",
            K::UnclosedGroup => "add `)`, or write `\\(` for a bracket",
            K::StrayClose => "drop it, or write `\\)` for a bracket",
            K::UnclosedClass => "add `]`, or write `\\[` for a bracket",
            K::RangeOrder => {
                "write the smaller end first, or `\\-` for a hyphen"
            }
            K::TrailingBackslash => "write `\\\\` for a backslash",
            K::InvalidGroup => {
                "groups are `(…)`, `(?:…)`, `(?<name>…)`, `(?=…)`, \
                 `(?!…)`, `(?<=…)` and `(?<!…)`"
            }
            K::Modifiers => "write both cases out: `[Bb]ash`",
            K::PythonGroup => "write `(?<name>…)`",
            K::InvalidName => {
                "a name has letters, digits, `_` and `$`, and does not \
                 start with a digit"
            }
            K::NameNotAscii => "use ASCII letters",
            K::DuplicateName => "use another name, or `(?:…)`",
            K::InvalidReference => "write `\\k<name>` with a group's name",
            K::InvalidEscape => "write `k`",
            K::LookAround => {
                "list the names instead, or write `^(?!…)` or `^(?=…)` at \
                 the start"
            }
            K::BackReference => "list the names instead",
        }
    }
}

#[cfg(test)]
mod tests;
