//! The language of rules, matchers and patterns: its syntax tree.
//!
//! The tree says what stands in the text and where; what a pattern means for
//! a tool is decided later, in [`crate::ir`]. All spans are byte offsets in
//! the (decoded) text that was parsed.

mod errors;
mod fold;
pub mod host_glob;
pub mod matcher;
mod name_glob;
pub(crate) mod operators;
mod parse;
mod path_glob;
mod print;
pub mod regex;
mod template;
mod text_glob;

pub use fold::fold;
pub(crate) use fold::has_other_forms;
pub use name_glob::{GlobMatch, GlobPart, NameGlob, glob_regex};
pub use parse::{
    MAX_CONDITION_DEPTH, MAX_RULE_BYTES, parse_condition, parse_rule,
};
pub use path_glob::{
    MAX_CLASS_RANGES, MAX_PATH_PATTERN_BYTES, MAX_PATH_SEGMENTS,
    MAX_PATH_STARS, ParsedPath, PathNote, PathNoteKind, drive_meant,
    parse_path, print_path, split_alternatives,
};
pub use template::{
    Placeholder, Template, TemplatePart, TemplateSyntax, parse_template,
};
pub(crate) use text_glob::{is_evenly_spaced, stars_match};

use std::sync::Arc;

use crate::source::{Span, Spanned};

/// The reference of the rule language, for people.
pub const REFERENCE: &str = include_str!("../../grammar/README.md");

/// The numbered decisions on what the documents leave open, for people.
pub const DECISIONS: &str = include_str!("../../grammar/decisions.md");

/// Why a text is not a rule or condition, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SyntaxError {
    /// What is wrong.
    pub kind: SyntaxErrorKind,
    /// Where, in the text that was parsed.
    pub span: Span,
}

/// What is wrong with a rule or condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SyntaxErrorKind {
    /// Nothing but blanks.
    Empty,
    /// `(` without a name before it.
    NoName,
    /// `(` that is never closed.
    Unclosed,
    /// `)` that was never opened.
    StrayClose,
    /// `Tool()`.
    EmptyContent,
    /// Text after the closing bracket.
    TextAfter,
    /// A condition that breaks off or holds something unexpected.
    Condition,
    /// Longer than [`MAX_RULE_BYTES`].
    TooLong,
    /// Nested deeper than [`MAX_CONDITION_DEPTH`].
    TooDeep,
}

/// A condition: a permission rule, a hook's `if`, or (in our own dialect) a
/// boolean combination of such.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Condition {
    /// `Tool` or `Tool(content)`.
    Tool(ToolPattern),
    /// `tool_input.timeout > 5`-like test of a field of the event.
    Field(FieldTest),
    /// All of them.
    And(Vec<Condition>),
    /// Any of them.
    Or(Vec<Condition>),
    /// Not it.
    Not(Box<Condition>),
}

/// `Tool` or `Tool(content)`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ToolPattern {
    /// The tool's name as written; may hold `*`.
    pub name: Spanned<String>,
    /// What stands between the brackets, verbatim; `None` without brackets.
    pub content: Option<Spanned<String>>,
    /// The whole of it.
    pub span: Span,
}

/// A test of one field of the event, in our own dialect.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct FieldTest {
    /// `tool_input.timeout`: names joined by dots.
    pub path: Spanned<String>,
    /// How it is compared.
    pub test: Comparison,
    /// The whole of it.
    pub span: Span,
}

/// How a field is compared.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Comparison {
    /// The field is there.
    Exists,
    /// Its text form equals.
    Equals(Spanned<String>),
    /// Its text form matches a text glob.
    Like(TextGlob),
}

/// A text in which `*` stands for any run of characters: command patterns,
/// parameter values, tool-name globs.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TextGlob {
    /// The literal parts between stars: one more than there are stars. A
    /// pattern without a star has one part.
    pub parts: Vec<String>,
    /// A trailing ` *` or `:*`: the text may end where the blank would
    /// stand. `parts` then holds the text before the blank and an empty
    /// last part.
    pub boundary: bool,
}

/// A path pattern with gitignore semantics. Built by [`parse_path`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PathGlob {
    /// The segments, from the anchor down.
    pub segments: Vec<Segment>,
    /// Whether the pattern also matches everything below what it names
    /// (gitignore) or only the whole path (`Cd`).
    pub whole: bool,
    /// Whether it ends with `/`: only what lies below it matches.
    pub directory: bool,
}

/// One segment of a path pattern.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Segment {
    /// `**`: any number of segments.
    Deep,
    /// Anything else: pieces that match within one segment. Shared by the
    /// patterns of the directories above ([`PathGlob::above`]).
    Name(Arc<[Piece]>),
}

/// A piece of a path segment.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Piece {
    /// These characters.
    Text(String),
    /// `*`: any run of characters but `/`.
    Star,
    /// `?`: one character but `/`.
    One,
    /// `[…]`: one character of (or not of) these ranges.
    Class {
        /// `[!…]`.
        negated: bool,
        /// Inclusive ranges.
        ranges: Vec<(char, char)>,
    },
}

/// Where a path pattern starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Anchor {
    /// `//`: the root of the file system.
    Root,
    /// `~/`: the home directory.
    Home,
    /// `/`: the directory of the settings source.
    Source,
    /// Bare or `./`: the current directory.
    Cwd,
}

/// A host pattern of `WebFetch(domain:…)`: labels from left to right.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct HostGlob {
    /// A leading `*.` (or bare `*`): any number of labels in front.
    pub any_prefix: bool,
    /// The labels; each a text glob that does not cross a dot.
    pub labels: Vec<TextGlob>,
}

/// A settings `matcher`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Matcher {
    /// Absent, empty or `*`.
    All,
    /// A list of exact names.
    Exact(Vec<Spanned<String>>),
    /// A JavaScript regular expression, not anchored: its source text.
    Regex(Spanned<String>),
}
