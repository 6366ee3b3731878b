//! From text to simple commands with words (bash, sh, zsh).

mod arithmetic;
mod bytes;
mod command;
mod compound;
mod expansion;
mod heredoc;
mod lexer;
mod limits;
mod loops;
mod pen;
mod plain;
mod power_assign;
mod power_quotes;
mod powershell;
mod quotes;
mod redirect;
mod scan;
mod shorten;
mod simple;
mod state;
#[cfg(test)]
mod tests;
mod word;

pub(crate) use bytes::looks_alike;
pub use limits::Limits;
pub(super) use power_quotes::plain_marks;
pub(super) use powershell::is_parameters;
pub(super) use quotes::{escape_value, unescaped};

use crate::shell::{Reason, Shell};
use crate::source::Span;

/// Takes `text` apart as `shell` would, and keeps the memory of `out`. Total
/// and linear; never under-reports: what is not understood gets a mark.
///
/// What stands in the words (a program named by `$X`, an argument with a
/// glob) is said by their flags only; marks are for the rest.
pub fn split(text: &str, shell: Shell, limits: &Limits, out: &mut Line) {
    out.clear();
    out.scratch.steps = 0;
    let text = bounded(text, limits, out);
    if shell == Shell::PowerShell {
        bytes::hints(text, out);
        if power_quotes::odd_marks(text) {
            out.mark(Reason::Unparsed, Span::new(0, text.len()), None);
        }
        lexer::lex(text, shell, limits, None, out);
        powershell::code(out);
    } else {
        let run = plain::start(text, shell == Shell::Zsh, out);
        if plain::whole(text, run, out) {
            return;
        }
        bytes::hints(text, out);
        lexer::lex(text, shell, limits, Some(run), out);
    }
    shorten::shorten(out);
    bytes::lookalikes(out);
}

/// Marks a text that is too long; cuts it only where spans end.
fn bounded<'t>(text: &'t str, limits: &Limits, out: &mut Line) -> &'t str {
    if text.len() > limits.text {
        out.mark(Reason::Size, Span::new(0, text.len()), None);
    }
    let mut end = text.len().min(MOST_BYTES);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    text.get(..end).unwrap_or("")
}

/// Spans are 32 bits wide, and cooked texts stand behind the line.
const MOST_BYTES: usize = 1 << 27;

/// A line split into simple commands; reused from line to line.
#[derive(Clone, Debug, Default)]
pub struct Line {
    /// Memory for the cooked texts of words; it starts with the line itself.
    pub text: String,
    /// The simple commands, in the order they stand, inner ones (from
    /// substitutions) behind the one that holds them. Redirections behind a
    /// compound command (`{ …; } > f`) are a simple command without words.
    /// `[[ … ]]` and `(( … ))` are simple commands with these brackets as
    /// first and last word. After a parse error the commands that a scan of
    /// the bare tokens finds follow at the end.
    pub simples: Vec<Simple>,
    /// The words of all simple commands.
    pub words: Vec<Word>,
    /// The redirections of all simple commands.
    pub redirects: Vec<Redirect>,
    /// The words that `for` and `select` go through.
    pub heads: Vec<Word>,
    /// The loops of `for` with `do` and `done`, in the order they start.
    pub loops: Vec<Loop>,
    /// Places that are not understood, with the reason.
    pub marks: Vec<Mark>,
    /// Memory that only the splitter uses.
    scratch: state::Scratch,
}

impl Line {
    /// Forgets the last line and keeps the memory.
    pub fn clear(&mut self) {
        self.text.clear();
        self.simples.clear();
        self.words.clear();
        self.redirects.clear();
        self.heads.clear();
        self.loops.clear();
        self.marks.clear();
    }

    /// The words of a simple command, leading assignments included.
    pub fn words_of(&self, simple: &Simple) -> &[Word] {
        let (start, end) = simple.words;
        self.words.get(start as usize..end as usize).unwrap_or(&[])
    }

    /// The redirections of a simple command.
    pub fn redirects_of(&self, simple: &Simple) -> &[Redirect] {
        let (start, end) = simple.redirects;
        self.redirects.get(start as usize..end as usize).unwrap_or(&[])
    }

    /// Whether a redirection gives something to standard input: all but
    /// `<&-`.
    pub fn feeds(&self, redirect: &Redirect) -> bool {
        let closes = redirect.kind == RedirectKind::Duplicate
            && self.cooked(&redirect.target).starts_with('-');
        redirect.descriptor == Some(0) && !closes
    }

    /// The cooked text of a word.
    pub fn cooked(&self, word: &Word) -> &str {
        word.cooked.of(&self.text)
    }

    pub(super) fn mark(
        &mut self,
        reason: Reason,
        span: Span,
        simple: Option<u32>,
    ) {
        self.marks.push(Mark { reason, span, simple });
    }
}

/// A loop as it stands: `for NAME in WORDS; do BODY; done`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Loop {
    /// All of it; empty where its end was not found.
    pub span: Span,
    /// Its words: a range of [`Line::heads`].
    pub heads: (u32, u32),
    /// What stands between `do` and `done`.
    pub body: Span,
}

/// One simple command as it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Simple {
    /// Its bytes, redirections and assignments included.
    pub span: Span,
    /// Its words: a range of [`Line::words`], leading assignments included.
    pub words: (u32, u32),
    /// How many of the words are leading assignments.
    pub assignments: u32,
    /// Its redirections: a range of [`Line::redirects`].
    pub redirects: (u32, u32),
    /// Whether its standard input comes from a pipe.
    pub piped: bool,
    /// How deep it is nested in substitutions, groups and compounds.
    pub depth: u16,
    /// How many of `$(…)`, backticks and `<(…)` it stands inside.
    pub substitutions: u16,
    /// Whether it belongs to a compound command (loop, `if`, `case`, group,
    /// subshell, function body).
    pub compound: bool,
    /// What stands in any of its words.
    pub flags: WordFlags,
    /// The bytes of any of its words.
    pub bytes: WordBytes,
    /// Whether its words stand in [`Line::text`] as they are, one blank
    /// apart.
    pub even: bool,
    /// The bytes of the longest cooked word.
    pub longest: u32,
}

impl Simple {
    /// With what its words, which stand in `text`, have in common.
    fn with(mut self, words: &[Word], text: &str) -> Simple {
        let mut before = None;
        self.even = true;
        for word in words {
            let Span { start, end } = word.cooked;
            self.flags.0 |= word.flags.0;
            self.bytes = self.bytes.and(word.bytes);
            self.longest = self.longest.max(end - start);
            self.even &= before.is_none_or(|end| {
                let gap = text.as_bytes().get(end as usize);
                end + 1 == start && gap == Some(&b' ')
            });
            before = Some(end);
        }
        self.even &= !self.bytes.any(WordBytes::CHANGED);
        self
    }

    /// One with nothing in it.
    pub(super) const EMPTY: Simple = Simple {
        span: Span { start: 0, end: 0 },
        words: (0, 0),
        assignments: 0,
        redirects: (0, 0),
        piped: false,
        depth: 0,
        substitutions: 0,
        compound: false,
        flags: WordFlags(0),
        bytes: WordBytes(0),
        even: false,
        longest: 0,
    };
}

/// One word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Word {
    /// Its bytes in the line, quotes included.
    pub span: Span,
    /// Its text without quotes and escapes, in [`Line::text`]; what is not
    /// literal stands there as written.
    pub cooked: Span,
    /// What stands in it.
    pub flags: WordFlags,
    /// What bytes its cooked text may hold.
    pub bytes: WordBytes,
}

/// What stands in a word, as bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WordFlags(pub u16);

impl WordFlags {
    /// Some of it was quoted or escaped.
    pub const QUOTED: u16 = 1;
    /// A parameter expansion (`$X`, `${…}`).
    pub const PARAMETER: u16 = 2;
    /// A command or process substitution.
    pub const SUBSTITUTION: u16 = 4;
    /// An arithmetic expansion; with a name in it, `PARAMETER` is set too.
    pub const ARITHMETIC: u16 = 8;
    /// An unquoted `*`, `?` or `[`.
    pub const GLOB: u16 = 16;
    /// An unquoted brace expansion.
    pub const BRACE: u16 = 32;
    /// A leading unquoted `~`.
    pub const TILDE: u16 = 64;
    /// An expansion stands outside of double quotes: it may become several
    /// words or none.
    pub const UNQUOTED_EXPANSION: u16 = 128;

    /// Whether any of these bits is set.
    pub fn any(self, bits: u16) -> bool {
        self.0 & bits != 0
    }

    /// Whether the cooked text is exactly what the program will get (a
    /// leading tilde aside).
    pub fn literal(self) -> bool {
        self.0 & !(Self::QUOTED | Self::TILDE) == 0
    }
}

/// Which bytes a word's cooked text may hold, as bits: a word is read once,
/// and what looks for a character asks here first. Exact for literal words;
/// of others every bit is set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WordBytes(pub u16);

impl WordBytes {
    /// `/`.
    pub const SLASH: u16 = 1;
    /// `.`.
    pub const DOT: u16 = 2;
    /// Any other byte than `.`.
    pub const NO_DOT: u16 = 4;
    /// `=`.
    pub const EQUALS: u16 = 8;
    /// `:`.
    pub const COLON: u16 = 16;
    /// `@` or `,`.
    pub const AT_COMMA: u16 = 32;
    /// White space, quotes, backticks, round brackets.
    pub const CODE: u16 = 64;
    /// White space, control characters, and what shells take for something
    /// else without quotes.
    pub const SPECIAL: u16 = 128;
    /// Bytes beyond ASCII.
    pub const WIDE: u16 = 256;
    /// Not a byte: the cooked text is not the word as it stands in the line.
    pub const CHANGED: u16 = 512;

    /// Nothing is known.
    pub const ANY: WordBytes = WordBytes(u16::MAX);

    /// Whether any of these bits is set.
    pub fn any(self, bits: u16) -> bool {
        self.0 & bits != 0
    }
}

/// One redirection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Redirect {
    /// Operator and target.
    pub span: Span,
    /// What it does.
    pub kind: RedirectKind,
    /// What it does it to: the number before the operator, or what that means
    /// without one. None for another that is free, as of `{fd}<f`.
    pub descriptor: Option<u32>,
    /// The target word; for here-documents the body as one word.
    pub target: Word,
}

/// What a redirection does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RedirectKind {
    /// `<`.
    Read,
    /// `>`, `>>`, `>|`, `&>`, `&>>`, `>&file`, zsh `>!`.
    Write,
    /// `<>`.
    ReadWrite,
    /// `>&1`, `2>&-`: no file.
    Duplicate,
    /// `<<` and `<<-`.
    HereDocument,
    /// `<<<`.
    HereString,
}

impl RedirectKind {
    /// Whether what it gives stands in the line.
    pub(crate) fn is_text(self) -> bool {
        matches!(self, RedirectKind::HereDocument | RedirectKind::HereString)
    }
}

impl Redirect {
    /// Whether standard input becomes that of another number: `<&3`.
    pub(crate) fn copies_input(&self) -> bool {
        self.kind == RedirectKind::Duplicate && self.descriptor == Some(0)
    }
}

/// A place that is not understood.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    /// Why.
    pub reason: super::Reason,
    /// The bytes.
    pub span: Span,
    /// Index of the simple command it belongs to, if any.
    pub simple: Option<u32>,
}
