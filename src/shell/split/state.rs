//! What the lexer remembers while it walks.

use super::{Redirect, RedirectKind, Word};
use crate::source::Span;

/// What stands open around the place the lexer is at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Kind {
    /// The text itself.
    #[default]
    Top,
    /// `( … )`.
    Subshell,
    /// `{ …; }`, also as the body of a loop.
    Group,
    /// `$( … )`.
    Command,
    /// `<( … )`, `>( … )`, in zsh `=( … )`.
    Process,
    /// `${ …; }`.
    Function,
    /// Backticks without escapes; ends at the limit of the frame.
    Backtick,
    /// Between `if` and `then`.
    If,
    /// Behind `then` or `else`.
    Then,
    /// Between `while` and `do`.
    Loop,
    /// Between `for` and the end of its words.
    ForHead,
    /// Waiting for `do`.
    ForBody,
    /// Behind `do`.
    Do,
    /// Between `case` and `in`.
    CaseHead,
    /// Where a pattern of `case` stands.
    CasePattern,
    /// Behind the `)` of a pattern.
    CaseBody,
    /// `"…"`.
    Double,
    /// The body of a here-document; ends at the limit of the frame.
    Body,
    /// `${…}`.
    Parameter,
    /// `$(( … ))`; ends at the limit of the frame.
    Arithmetic,
    /// `(( … ))`; ends at the limit of the frame.
    ArithmeticCommand,
    /// `$[ … ]`.
    OldArithmetic,
    /// Brackets within a word: extended globs, regexes.
    Paren,
    /// `a=( … )`.
    Array,
}

impl Kind {
    /// Whether it is a part of a word and not a place for commands.
    pub(super) fn in_word(self) -> bool {
        matches!(
            self,
            Kind::Double
                | Kind::Body
                | Kind::Parameter
                | Kind::Arithmetic
                | Kind::ArithmeticCommand
                | Kind::OldArithmetic
                | Kind::Paren
                | Kind::Array
        )
    }

    /// Whether its end is the limit of its frame.
    pub(super) fn limited(self) -> bool {
        matches!(
            self,
            Kind::Top
                | Kind::Backtick
                | Kind::Body
                | Kind::Arithmetic
                | Kind::ArithmeticCommand
        )
    }

    /// Whether a `)` closes it.
    pub(super) fn round(self) -> bool {
        matches!(self, Kind::Subshell | Kind::Command | Kind::Process)
    }

    /// Whether it is a part of the word around it and holds commands.
    pub(super) fn substitution(self) -> bool {
        matches!(
            self,
            Kind::Command | Kind::Process | Kind::Function | Kind::Backtick
        )
    }
}

/// What the next word is for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Role {
    /// A word of the command.
    #[default]
    Argument,
    /// The target of a redirection whose operator starts at `at`.
    Target {
        at: usize,
        kind: RedirectKind,
        descriptor: Option<u32>,
        /// `>&` and `<&`: a number means no file.
        duplicate: bool,
        /// `<<-`.
        tabs: bool,
    },
}

/// The simple command that is being read.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Open {
    /// Its index, once it is sure that it is one.
    pub slot: Option<u32>,
    /// Where its words start in [`Scratch::words`].
    pub words: usize,
    /// Where its redirections start in [`Scratch::redirects`].
    pub redirects: usize,
    pub assignments: u32,
    /// How many words were read, dropped ones too.
    pub count: u32,
    pub start: usize,
    pub end: usize,
    pub role: Role,
    pub piped: bool,
    /// Something stands before: no keyword can follow.
    pub started: bool,
    /// A compound command was just closed; `first` is the index of the
    /// first simple command in it.
    pub after: bool,
    pub first: usize,
    /// Behind `&&`, `||`, `|`, `!`: a command must follow.
    pub needed: bool,
    /// Inside `[[ … ]]`.
    pub test: bool,
    /// The next word is a regex (behind `=~`).
    pub regex: bool,
    /// A word holds a subscript with a quoted substitution.
    pub hidden: bool,
}

/// The word that is being read.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Pen {
    pub active: bool,
    pub start: usize,
    pub flags: u16,
    /// The cooked text as one range of the line, while it is one.
    pub run: (usize, usize),
    /// The cooked text stands in [`Scratch::cook`] instead.
    pub spilled: bool,
    /// Where it starts there.
    pub cook: usize,
    /// Nested too deep: the cooked text is the word as written.
    pub frozen: bool,
    /// How many constructs stand open whose text stays as written.
    pub raw: u32,
    /// How many double quotes stand open.
    pub double: u32,
    /// A quoted `$(` or backtick stands in it.
    pub hidden: bool,
    pub brace: bool,
    pub bracket: bool,
}

/// Everything that a nested place changes and its end restores.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Context {
    pub open: Open,
    pub pen: Pen,
    /// The first byte that is out of bounds here.
    pub end: usize,
    /// How many substitutions stand around.
    pub substitutions: u16,
    /// How many compound commands stand around.
    pub compounds: u16,
    /// How many places stand open that a `)` closes.
    pub round: u32,
    /// The here-documents before this one belong to places further out.
    pub bodies: usize,
    /// How many of those of this place have been read.
    pub read: usize,
    /// The standard input of everything here comes from a pipe.
    pub piped: bool,
}

/// A place that stands open.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Frame {
    pub kind: Kind,
    pub start: usize,
    /// Open brackets, or the first simple command, or where to go on.
    pub aux: usize,
    /// What was around it.
    pub outer: Context,
}

/// A here-document whose body has not been read.
#[derive(Clone, Copy, Debug)]
pub(super) struct Awaited {
    pub simple: u32,
    pub redirect: u32,
    /// The delimiter in [`super::Line::text`].
    pub delimiter: Span,
    pub quoted: bool,
    pub tabs: bool,
}

/// The text of backticks with escapes, to be read on its own.
#[derive(Clone, Copy, Debug)]
pub(super) struct Job {
    /// Where it stands in [`Scratch::jobs`].
    pub text: (usize, usize),
    /// Where it stands in the line.
    pub span: Span,
    pub substitutions: u16,
    pub compounds: u16,
    pub piped: bool,
    pub level: usize,
    /// Its text has not been moved behind the others yet.
    pub fresh: bool,
}

/// Memory of the lexer; kept from line to line.
#[derive(Clone, Debug, Default)]
pub(super) struct Scratch {
    pub frames: Vec<Frame>,
    pub words: Vec<Word>,
    pub redirects: Vec<Redirect>,
    pub cook: String,
    pub bytes: Vec<u8>,
    pub awaited: Vec<Awaited>,
    pub texts: String,
    pub jobs: Vec<Job>,
    /// Steps taken, looks ahead included; tests hold them against the
    /// length of the text.
    pub steps: usize,
    /// No line and no run of words is read at once.
    #[cfg(test)]
    pub word_by_word: bool,
}
