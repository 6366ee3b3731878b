//! JSON as people and programs write it: a flat tape of nodes with spans.
//!
//! Reading never fails. What is wrong is a [`Problem`] beside the tape, and
//! everything around it is still there, so that one bad entry never takes
//! the rest of a file down. Comments and trailing commas are read over and
//! reported, each as its own kind of problem; the caller decides what they
//! mean.
//!
//! A [`Tape`] may be used again and again; once it has grown, reading does
//! not allocate.

mod build;
mod compact;
mod diagnose;
mod foreign;
mod names;
mod number;
mod parse;
mod problems;
mod quick;
mod spelling;
mod string;
mod value;

pub(crate) use compact::escaped;
pub use compact::{canonical, compact, plain, quote};
pub use diagnose::{Host, diagnose};
pub(crate) use foreign::{Mapped, write_json, write_text};
pub(crate) use names::Names;
#[cfg(feature = "toml")]
pub(crate) use number::is_json_number;
pub(crate) use quick::{Members, Search};
pub use spelling::one_spelling;
pub(crate) use string::{is_below_del, may_hold_control};
pub use value::{Entries, Entry, Items, Value};

use crate::source::Span;

/// What a node is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// `null`
    Null,
    /// `true`
    True,
    /// `false`
    False,
    /// A number, kept as it is written.
    Number,
    /// A string.
    String,
    /// A list.
    Array,
    /// An object.
    Object,
    /// Something that could not be read, or a value that is missing.
    Broken,
}

impl Kind {
    /// The words for it in a message.
    pub fn words(self) -> &'static str {
        match self {
            Kind::Null => "null",
            Kind::True | Kind::False => "a boolean",
            Kind::Number => "a number",
            Kind::String => "a string",
            Kind::Array => "a list",
            Kind::Object => "an object",
            Kind::Broken => "not a value",
        }
    }
}

/// How much is read at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of the text; a longer one is not read at all.
    pub size: usize,
    /// Lists and objects within each other; what lies deeper is left out.
    pub depth: usize,
    /// Problems of one kind that are kept; the last one of all says that
    /// there were more. Each kind has its own, so that many comments hide no
    /// bracket that is missing.
    pub problems: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { size: 32 << 20, depth: 128, problems: 200 }
    }
}

/// What is wrong at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Fault {
    /// There is nothing in the text.
    Empty,
    /// The text is longer than [`Limits::size`].
    TooLarge,
    /// A list or object lies deeper than [`Limits::depth`].
    TooDeep,
    /// There were more problems of a kind than [`Limits::problems`].
    More,
    /// There were more comments or commas before a bracket than that, which
    /// some readers accept.
    MoreAccepted,
    /// A byte order mark at the start.
    ByteOrderMark,
    /// A comment.
    Comment,
    /// A `/*` without its `*/`.
    UnclosedComment,
    /// A comma before a closing bracket.
    TrailingComma,
    /// A comma where nothing stands before it.
    ExtraComma,
    /// No comma between this and what stands before it.
    MissingComma,
    /// No colon between a key and its value.
    MissingColon,
    /// No value behind this key.
    MissingValue,
    /// A key without quotes.
    BareKey,
    /// Something that is no key where one must stand.
    NotAKey,
    /// A text in single quotes.
    SingleQuotes,
    /// A text in typographic quotes.
    CurlyQuotes,
    /// A text whose closing quote is missing.
    UnclosedString,
    /// A quote within a text, without a backslash.
    UnescapedQuote,
    /// A control character that must be escaped in a text.
    ControlCharacter,
    /// A backslash followed by something that is no escape.
    InvalidEscape,
    /// Half a surrogate pair; it stands for no character.
    LoneSurrogate,
    /// A word that is no JSON value.
    UnknownWord,
    /// Not a number by the rules of JSON.
    InvalidNumber,
    /// A number that no program can hold.
    NumberRange,
    /// A bracket that is never closed.
    UnclosedBracket,
    /// A closing bracket that nothing opened.
    StrayBracket,
    /// Characters that mean nothing here.
    Unexpected,
    /// A key that stands in this object before.
    DuplicateKey,
    /// More text behind the value.
    TrailingText,
}

impl Fault {
    /// How many kinds there are.
    const COUNT: usize = Fault::TrailingText as usize + 1;

    /// Whether it only says that others were left out.
    pub(crate) fn is_more(self) -> bool {
        matches!(self, Fault::More | Fault::MoreAccepted)
    }

    /// Whether it is none for [`Host::Lenient`].
    fn is_accepted(self) -> bool {
        matches!(
            self,
            Fault::Comment | Fault::TrailingComma | Fault::MoreAccepted
        )
    }
}

/// A fault and where it lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Problem {
    /// What is wrong.
    pub fault: Fault,
    /// The bytes it concerns.
    pub span: Span,
    /// Another place: the first of two equal keys, the place where a
    /// bracket was missed.
    pub other: Option<Span>,
}

/// The nodes of one text, in the order they stand there.
#[derive(Clone, Debug, Default)]
pub struct Tape {
    nodes: Vec<Node>,
    /// The texts of all strings with escapes, one behind the other.
    decoded: String,
    /// The ranges of `decoded`.
    ranges: Vec<Span>,
    /// The texts of other formats whose places do not follow JSON's escapes.
    mapped: Vec<Mapped>,
    problems: Vec<Problem>,
    /// The containers that are open while reading.
    open: Vec<u32>,
    /// The keys of an object while looking for equal ones, each behind a
    /// number that equal texts share.
    keys: Vec<(u64, u32)>,
}

#[derive(Clone, Copy, Debug)]
struct Node {
    span: Span,
    /// The node behind this one and all it holds; for a string with
    /// escapes, the number of its range in `ranges`; for one with
    /// [`MAPPED`], its number in `mapped`.
    next: u32,
    kind: Kind,
    flags: u8,
}

/// The string has escapes, its text lies in `decoded`.
const ESCAPED: u8 = 1;
/// The string has no quotes.
const BARE: u8 = 2;
/// The string's closing quote is missing.
const UNCLOSED: u8 = 4;
/// The string holds half a surrogate pair.
const LONE: u8 = 8;
/// The node has a problem that makes its value uncertain.
const DOUBTFUL: u8 = 16;
/// The string's text and places lie in `mapped`.
const MAPPED: u8 = 32;

impl Tape {
    /// An empty tape.
    pub fn new() -> Tape {
        Tape::default()
    }

    /// A tape of `text`, within the usual limits.
    pub fn of(text: &str) -> Tape {
        let mut tape = Tape::new();
        tape.read(text, &Limits::default());
        tape
    }

    /// Replaces what is on the tape by the nodes of `text`.
    pub fn read(&mut self, text: &str, limits: &Limits) {
        self.clear();
        parse::run(self, text, limits);
    }

    /// The same, if it can be done at once, within the usual limits: the text
    /// is an object without problems. If it cannot, what is on the tape counts
    /// for nothing.
    #[inline]
    pub(crate) fn read_quickly(
        &mut self,
        text: &str,
        search: &mut Search<'_>,
    ) -> bool {
        self.clear();
        text.len() <= Limits::default().size && quick::run(self, text, search)
    }

    #[inline]
    fn clear(&mut self) {
        self.nodes.clear();
        self.decoded.clear();
        self.ranges.clear();
        self.mapped.clear();
        self.problems.clear();
        self.open.clear();
    }

    /// The value of the whole text. `text` must be the text that was read.
    /// There is none when the text is empty or too large.
    pub fn root<'a>(&'a self, text: &'a str) -> Option<Value<'a>> {
        self.nodes.first().map(|_| Value::at(self, text, 0))
    }

    /// What is wrong, in the order of the text.
    pub fn problems(&self) -> &[Problem] {
        &self.problems
    }
}

#[cfg(test)]
mod tests;
