//! `[…]` in a path pattern.

use super::super::fold::fold_char;
use super::{PathNote, PathNoteKind, Piece};
use crate::source::Span;

/// A range that spans more characters than this is folded by its ASCII part
/// only.
const MAX_FOLDED_RANGE: u32 = 2048;

/// What stands at a `[`.
pub(super) struct Read {
    pub(super) piece: Piece,
    /// One past its last byte.
    pub(super) end: usize,
    pub(super) note: Option<PathNote>,
}

/// The named classes, over ASCII.
const NAMED: &[(&str, &[(char, char)])] = &[
    ("alnum", &[('0', '9'), ('A', 'Z'), ('a', 'z')]),
    ("alpha", &[('A', 'Z'), ('a', 'z')]),
    ("blank", &[('\t', '\t'), (' ', ' ')]),
    ("cntrl", &[('\0', '\x1f'), ('\x7f', '\x7f')]),
    ("digit", &[('0', '9')]),
    ("graph", &[('!', '~')]),
    ("lower", &[('a', 'z')]),
    ("print", &[(' ', '~')]),
    ("punct", &[('!', '/'), (':', '@'), ('[', '`'), ('{', '~')]),
    ("space", &[('\t', '\n'), ('\r', '\r'), (' ', ' ')]),
    ("upper", &[('A', 'Z')]),
    ("xdigit", &[('0', '9'), ('A', 'F'), ('a', 'f')]),
];

/// The class that matches no character.
pub(super) fn nothing() -> Piece {
    Piece::Class { negated: false, ranges: Vec::new() }
}

/// One past the `]` of the class that opens at `open`, if it is closed.
pub(super) fn end(text: &str, open: usize) -> Option<usize> {
    let read = read(text, open);
    let unclosed = |note: PathNote| note.kind == PathNoteKind::UnclosedClass;
    (!read.note.is_some_and(unclosed)).then_some(read.end)
}

/// Reads the class that opens at `open`. What git never matches becomes
/// [`nothing`] with a note, and takes the rest of the text when it is not
/// closed.
pub(super) fn read(text: &str, open: usize) -> Read {
    let mut reader =
        Reader { text, at: open + 1, ranges: Vec::new(), note: None };
    let negated = matches!(reader.peek(), Some('!' | '^'));
    if negated {
        reader.at += 1;
    }
    if reader.members().is_none() {
        let end = text.len();
        let kind = PathNoteKind::UnclosedClass;
        let note = PathNote { kind, span: Span::new(open, open + 1) };
        return Read { piece: nothing(), end, note: Some(note) };
    }
    let broken = |n: PathNote| n.kind == PathNoteKind::UnknownClassName;
    let piece = match reader.note.is_some_and(broken) {
        true => nothing(),
        false => Piece::Class { negated, ranges: merged(reader.ranges) },
    };
    Read { piece, end: reader.at, note: reader.note }
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    ranges: Vec<(char, char)>,
    note: Option<PathNote>,
}

impl Reader<'_> {
    fn peek(&self) -> Option<char> {
        self.text.get(self.at..)?.chars().next()
    }

    fn next(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.at += c.len_utf8();
        Some(c)
    }

    /// A character, or the one behind a backslash.
    fn literal(&mut self) -> Option<char> {
        match self.next()? {
            '\\' => self.next(),
            c => Some(c),
        }
    }

    /// The members up to and with the `]`; `None` when it is missing. A `]`
    /// right at the start is a member.
    fn members(&mut self) -> Option<()> {
        let mut before: Option<(char, usize)> = None;
        let mut first = true;
        loop {
            let start = self.at;
            let c = self.next()?;
            if c == ']' && !first {
                return Some(());
            }
            first = false;
            if c == '-'
                && let Some((low, from)) = before
                && !matches!(self.peek(), None | Some(']'))
            {
                let high = self.literal()?;
                self.range(low, high, from);
                before = None;
                continue;
            }
            if c == '[' && self.peek() == Some(':') && self.named(start)? {
                before = None;
                continue;
            }
            let member = match c {
                '\\' => self.next()?,
                c => c,
            };
            self.ranges.push((member, member));
            before = Some((member, start));
        }
    }

    fn range(&mut self, low: char, high: char, from: usize) {
        if low <= high {
            self.ranges.push((low, high));
            return;
        }
        let kind = PathNoteKind::BackwardsRange;
        let span = Span::new(from, self.at);
        self.note.get_or_insert(PathNote { kind, span });
    }

    /// Whether `[:name:]` stands at `start`; it is then taken. `None` when
    /// no `]` follows at all.
    fn named(&mut self, start: usize) -> Option<bool> {
        let body = self.text.get(start + 2..)?;
        let close = body.find(']')?;
        let Some(name) =
            body.get(..close).and_then(|body| body.strip_suffix(':'))
        else {
            return Some(false);
        };
        self.at = start + 2 + close + 1;
        match NAMED.iter().find(|row| row.0 == name) {
            Some(row) => self.ranges.extend_from_slice(row.1),
            None => {
                let kind = PathNoteKind::UnknownClassName;
                let span = Span::new(start, self.at);
                self.note = Some(PathNote { kind, span });
            }
        }
        Some(true)
    }
}

/// The same characters as sorted ranges that neither meet nor overlap.
fn merged(mut ranges: Vec<(char, char)>) -> Vec<(char, char)> {
    ranges.sort_unstable();
    let mut out: Vec<(char, char)> = Vec::with_capacity(ranges.len());
    for (low, high) in ranges {
        match out.last_mut() {
            Some(last) if u32::from(low) <= u32::from(last.1) + 1 => {
                last.1 = last.1.max(high);
            }
            _ => out.push((low, high)),
        }
    }
    out
}

/// The ranges with everything that folds to one of their characters' folded
/// form.
pub(super) fn folded(ranges: &[(char, char)]) -> Vec<(char, char)> {
    let mut out = ranges.to_vec();
    for &(low, high) in ranges {
        let wide = u32::from(high) - u32::from(low) > MAX_FOLDED_RANGE;
        let high = if wide { high.min('\u{17f}') } else { high };
        for c in low..=high {
            out.extend(fold_char(c).map(|folded| (folded, folded)));
        }
    }
    merged(out)
}
