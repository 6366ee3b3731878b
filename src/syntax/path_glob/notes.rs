//! What there is to say about a path pattern.

use crate::source::Span;

/// Something worth saying about a path pattern, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PathNote {
    /// What it is.
    pub kind: PathNoteKind,
    /// Where, in the text that was parsed.
    pub span: Span,
}

/// What a [`PathNote`] says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PathNoteKind {
    /// Nothing stands there.
    Empty,
    /// More than [`super::MAX_PATH_PATTERN_BYTES`].
    TooLong,
    /// More than [`super::MAX_PATH_SEGMENTS`].
    TooManySegments,
    /// More than [`super::MAX_PATH_STARS`].
    TooManyStars,
    /// More than [`super::MAX_CLASS_RANGES`].
    ClassTooBig,
    /// `[` without `]`.
    UnclosedClass,
    /// `[z-a]`.
    BackwardsRange,
    /// `[[:spaci:]]`.
    UnknownClassName,
    /// A backslash at the very end.
    TrailingBackslash,
    /// A leading `!`.
    Negation,
    /// `/etc/…`: starts at the settings' directory, not at the root.
    LooksAbsolute,
    /// `C:\…`: read as `//c/…`, backslashes as slashes.
    Drive,
    /// A backslash before a letter or digit, which does nothing.
    EscapedLetter,
    /// `~name/…`: not a home directory, a literal name.
    OtherHome,
    /// `$HOME`, `${X}` or `%X%`: not expanded, literal.
    Variable,
    /// `{` or `}`: literal.
    Brace,
    /// `|` in a single pattern: literal.
    Bar,
    /// `***`: the same as `**`.
    ManyStars,
    /// `**` beside other characters: the same as `*`.
    DeepInName,
    /// A trailing `/`: only what lies below.
    TrailingSlash,
    /// A `..` segment.
    Parent,
    /// `//` inside: read as one slash.
    EmptySegment,
    /// A `.` segment: left out.
    DotSegment,
    /// Blanks at the end: left out.
    TrailingBlank,
}

impl PathNoteKind {
    /// Whether the pattern cannot be used.
    pub fn is_fatal(self) -> bool {
        use PathNoteKind::*;
        matches!(
            self,
            Empty
                | TooLong
                | TooManySegments
                | TooManyStars
                | ClassTooBig
                | UnclosedClass
                | BackwardsRange
                | UnknownClassName
                | TrailingBackslash
        )
    }
}

/// Directories that stand right below the root of common systems.
const TOP_LEVEL: &[&str] = &[
    "Applications",
    "Library",
    "System",
    "Users",
    "Volumes",
    "bin",
    "boot",
    "dev",
    "etc",
    "home",
    "lib",
    "mnt",
    "opt",
    "private",
    "proc",
    "root",
    "run",
    "sbin",
    "srv",
    "sys",
    "tmp",
    "usr",
    "var",
];

/// Whether `name` is what one finds right below the root of a system.
pub(super) fn is_top_level(name: &str) -> bool {
    TOP_LEVEL.binary_search(&name).is_ok()
}

/// Notes on characters that people take for special ones.
pub(super) fn about_text(text: &str, notes: &mut Vec<PathNote>) {
    let mut note = |kind, start, end| {
        notes.push(PathNote { kind, span: Span::new(start, end) });
    };
    if text.is_empty() || text == "!" {
        note(PathNoteKind::Empty, 0, text.len());
    }
    let find = |c| text.find(c);
    if let Some(at) = find('$') {
        let rest = text.get(at + 1..).unwrap_or("");
        let len = variable_len(rest);
        if len > 0 {
            note(PathNoteKind::Variable, at, at + 1 + len);
        }
    }
    if let Some(at) = find('%') {
        let rest = text.get(at + 1..).unwrap_or("");
        if let Some(len) = rest.find('%').filter(|&len| len > 0) {
            note(PathNoteKind::Variable, at, at + len + 2);
        }
    }
    if let Some(at) = find('{').or_else(|| find('}')) {
        let rest = text.get(at..).unwrap_or("");
        let len = rest.find('}').map_or(1, |len| len + 1);
        note(PathNoteKind::Brace, at, at + len);
    }
    if let Some(at) = find('|') {
        note(PathNoteKind::Bar, at, at + 1);
    }
}

/// The bytes of a shell variable's name (with its braces) at the start.
fn variable_len(text: &str) -> usize {
    if text.starts_with('{') {
        return text.find('}').map_or(0, |at| at + 1);
    }
    let named = |c: char| c.is_ascii_alphanumeric() || c == '_';
    text.len() - text.trim_start_matches(named).len()
}
