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
    /// `//C:/…`: a drive with its colon behind the root.
    DriveColon,
    /// `C:\…`: read as `//c/…`, backslashes as slashes.
    Drive,
    /// A backslash before a letter or digit, which does nothing, or where
    /// one directory ends and another starts (`.\.x`, `src\**`).
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

type Row = (PathNoteKind, &'static str, &'static str);

/// What was found and what it does, and what to write instead.
const WORDS: &[Row] = {
    use PathNoteKind::*;
    &[
        (Empty, "no path stands here", "write a path such as `src/**`"),
        (TooLong, "the path is too long", "use `*` for the parts that vary"),
        (TooManySegments, "the path has too many parts", "use `**`"),
        (TooManyStars, "the path has too many stars", "use fewer stars"),
        (ClassTooBig, "too many members stand in `[…]`", "use ranges"),
        (
            UnclosedClass,
            "`[` is never closed, so this matches nothing",
            "add `]`, or write `\\[` for the bracket itself",
        ),
        (
            BackwardsRange,
            "the range is backwards",
            "write the lower character first, as in `[a-z]`",
        ),
        (
            UnknownClassName,
            "no class has this name, so this matches nothing",
            "write `[:alpha:]`, `[:digit:]`, `[:alnum:]` or ranges",
        ),
        (
            TrailingBackslash,
            "nothing follows the backslash, so this matches nothing",
            "remove it, or write `\\\\` for the backslash itself",
        ),
        (
            Negation,
            "a leading `!` carves nothing out of other rules",
            "write a rule for what is meant, or `\\!` for the character",
        ),
        (
            LooksAbsolute,
            "one leading `/` is the directory of the settings, not the root",
            "write `//` for the root of the file system",
        ),
        (
            DriveColon,
            "behind a slash a drive has no colon; no file is called this",
            "write `//c/…`",
        ),
        (
            Drive,
            "a drive is written as a directory of the root",
            "write `//c/…` with forward slashes",
        ),
        (
            EscapedLetter,
            "a backslash takes the next character as it is",
            "write `/` between directories",
        ),
        (
            OtherHome,
            "only `~/` is a home directory; this is taken literally",
            "write the directory out, starting with `//`",
        ),
        (
            Variable,
            "variables are not expanded in rules; this is taken literally",
            "write `~/` for the home directory",
        ),
        (
            Brace,
            "braces are not special in paths; they are taken literally",
            "write one rule for each, or a class such as `[ab]`",
        ),
        (
            Bar,
            "`|` is not special in paths here; it is taken literally",
            "write one rule for each",
        ),
        (ManyStars, "more than two stars mean the same as `**`", "write `**`"),
        (
            DeepInName,
            "`**` beside other characters stays inside one directory",
            "write `**` between slashes, as in `**/x`",
        ),
        (
            TrailingSlash,
            "a trailing `/` covers only what lies below a directory",
            "remove it to cover a file of that name too",
        ),
        (
            Parent,
            "`..` leads out of the directory the pattern starts in",
            "write the path from the root, starting with `//`",
        ),
        (EmptySegment, "two slashes are read as one", "write one slash"),
        (DotSegment, "a `.` between slashes is left out", "remove it"),
        (TrailingBlank, "blanks at the end are left out", "remove them"),
    ]
};

impl PathNoteKind {
    fn row(self) -> Option<&'static Row> {
        WORDS.iter().find(|row| row.0 == self)
    }

    /// What was found and what it does.
    pub fn words(self) -> &'static str {
        self.row().map_or("", |row| row.1)
    }

    /// What to write instead.
    pub fn help(self) -> &'static str {
        self.row().map_or("", |row| row.2)
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
    // Few patterns have one of them.
    let special = |byte| matches!(byte, b'$' | b'%' | b'{' | b'}' | b'|');
    if !text.bytes().any(special) {
        return;
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
    for span in braces(text) {
        note(PathNoteKind::Brace, span.start as usize, span.end as usize);
    }
    if let Some(at) = find('|') {
        note(PathNoteKind::Bar, at, at + 1);
    }
}

/// The first pair of braces with all that is in it, and the first brace that
/// has no other. Those that are escaped or part of a variable are none.
fn braces(text: &str) -> Vec<Span> {
    let (mut pair, mut stray) = (None, None);
    let mut open = Vec::new();
    let mut before = None;
    for (at, c) in text.char_indices() {
        let escaped = before == Some('\\');
        let variable = before == Some('$');
        before = (!escaped || c != '\\').then_some(c);
        match c {
            _ if escaped => {}
            '{' => open.push((at, variable)),
            '}' => match open.pop() {
                Some((_, true)) => {}
                Some((start, _)) if open.is_empty() => {
                    pair.get_or_insert(Span::new(start, at + 1));
                }
                Some(_) => {}
                None => {
                    stray.get_or_insert(Span::new(at, at + 1));
                }
            },
            _ => {}
        }
    }
    let unclosed = open.first().map(|(at, _)| Span::new(*at, at + 1));
    pair.into_iter().chain(stray.or(unclosed)).collect()
}

/// The bytes of a shell variable's name (with its braces) at the start.
fn variable_len(text: &str) -> usize {
    if text.starts_with('{') {
        return text.find('}').map_or(0, |at| at + 1);
    }
    let named = |c: char| c.is_ascii_alphanumeric() || c == '_';
    text.len() - text.trim_start_matches(named).len()
}
