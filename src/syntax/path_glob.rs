//! Text → path pattern: gitignore's language behind an anchor.
//!
//! Nothing is refused here: what git would never match becomes a pattern
//! that matches nothing, and the notes say so. Lowering turns notes into
//! findings and skips patterns with a fatal one.

mod class;
mod notes;
mod print;
mod scan;

pub use notes::{PathNote, PathNoteKind};
pub use print::print_path;

use super::{Anchor, PathGlob, Piece, Segment};
use crate::source::Span;
use scan::Scan;

/// The longest path pattern that is read, in bytes.
pub const MAX_PATH_PATTERN_BYTES: usize = 4096;
/// The most segments a path pattern may have.
pub const MAX_PATH_SEGMENTS: usize = 128;
/// The most `*` and `**` a path pattern may hold.
pub const MAX_PATH_STARS: usize = 64;
/// The most ranges a `[…]` may have.
pub const MAX_CLASS_RANGES: usize = 128;

/// A path pattern as it was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParsedPath {
    /// Where it starts.
    pub anchor: Anchor,
    /// How many directories above the anchor it starts (`../x`: one).
    pub ascend: usize,
    /// The pattern itself.
    pub glob: PathGlob,
    /// Whether it starts with `!`; `glob` is then what stands behind it.
    pub negated: bool,
    /// Whether it has the shape `name/**`, which guard rules look for at any
    /// depth and the others only at the anchor: see [`PathGlob::anywhere`].
    pub single_directory: bool,
    /// What there is to say about it; spans are in the text given.
    pub notes: Vec<PathNote>,
}

impl ParsedPath {
    /// The first note that makes the pattern unusable.
    pub fn fault(&self) -> Option<PathNote> {
        self.notes.iter().copied().find(|note| note.kind.is_fatal())
    }

    /// The pattern for deny and ask rules (`guard`) or for the others.
    pub fn glob_for(self, guard: bool) -> PathGlob {
        match guard && self.single_directory {
            true => self.glob.anywhere(),
            false => self.glob,
        }
    }
}

impl PathGlob {
    /// The same pattern, at any depth below the anchor.
    #[must_use]
    pub fn anywhere(mut self) -> PathGlob {
        if self.segments.first() != Some(&Segment::Deep) {
            self.segments.insert(0, Segment::Deep);
        }
        self
    }

    /// Patterns of the directories in which some file lies that this one
    /// matches, but for those that any directory may be. There are three at
    /// most; where there would be more, the last is of all below it.
    pub fn above(&self) -> impl Iterator<Item = PathGlob> {
        const MOST: usize = 3;
        let is_some = |end: usize| {
            let before = self.segments.get(..end).and_then(<[_]>::split_last);
            let Some((Segment::Name(pieces), before)) = before else {
                return false;
            };
            let text = |piece: &Piece| matches!(piece, Piece::Text(_));
            !before.contains(&Segment::Deep) || pieces.iter().any(text)
        };
        // Of a pattern of directories, these are such themselves.
        let last = self.segments.len() + usize::from(self.directory);
        let ends = (1..last).filter(move |&end| is_some(end));
        let more = ends.clone().nth(MOST).is_some();
        ends.take(MOST).enumerate().map(move |(n, end)| PathGlob {
            segments: self.segments.get(..end).unwrap_or(&[]).to_vec(),
            whole: !(more && n + 1 == MOST),
            directory: false,
        })
    }

    /// The pattern for paths whose case was folded with [`super::fold`].
    #[must_use]
    pub fn folded(&self) -> PathGlob {
        let piece = |piece: &Piece| match piece {
            Piece::Text(text) => Piece::Text(super::fold(text)),
            Piece::Class { negated, ranges } => Piece::Class {
                negated: *negated,
                ranges: class::folded(ranges),
            },
            other => other.clone(),
        };
        let segments = self.segments.iter().map(|segment| match segment {
            Segment::Deep => Segment::Deep,
            Segment::Name(pieces) => {
                Segment::Name(pieces.iter().map(piece).collect())
            }
        });
        PathGlob { segments: segments.collect(), ..*self }
    }

    /// The names joined by `/` when there is no wildcard at all.
    pub fn literal(&self) -> Option<String> {
        let mut out = String::new();
        for segment in &self.segments {
            let Segment::Name(pieces) = segment else { return None };
            let [Piece::Text(text)] = &**pieces else { return None };
            if !out.is_empty() {
                out.push('/');
            }
            out.push_str(text);
        }
        Some(out)
    }
}

/// Reads a path pattern. With `whole` it is one of the `/cd` kind: it names
/// the whole path, and a bare name is not looked for at any depth.
pub fn parse_path(text: &str, whole: bool) -> ParsedPath {
    let mut notes = Vec::new();
    let end = without_blanks(text, &mut notes);
    let body = text.get(..end).unwrap_or(text);
    let negated = body.starts_with('!');
    if negated {
        let kind = PathNoteKind::Negation;
        notes.push(PathNote { kind, span: Span::new(0, 1) });
    }
    let start = Start::of(body, usize::from(negated));
    start.note(body, &mut notes);
    notes::about_text(body, &mut notes);
    if body.len() > MAX_PATH_PATTERN_BYTES {
        let kind = PathNoteKind::TooLong;
        notes.push(PathNote { kind, span: Span::new(0, text.len()) });
    }
    let mut scan = Scan::new(body, start.rest, start.drive, notes);
    scan.run();
    let scanned = scan.finish();
    let floats = start.bare && !scanned.inner_slash && !whole;
    let ascend = match start.anchor {
        Anchor::Root => 0,
        _ => scanned.ascend,
    };
    let mut glob = PathGlob {
        directory: scanned.directory && !scanned.segments.is_empty() && !whole,
        segments: scanned.segments,
        whole,
    };
    let unread = |note: &PathNote| {
        matches!(note.kind, PathNoteKind::Empty | PathNoteKind::TooLong)
    };
    if scanned.notes.iter().any(unread) {
        glob.segments = vec![Segment::Name([class::nothing()].into())];
    }
    if floats && ascend == 0 && !glob.segments.is_empty() {
        glob = glob.anywhere();
    }
    let right_here = start.bare && ascend == 0;
    let single_directory = right_here && is_single(&glob);
    // `Cd(**/x)`: any directory of this name, wherever it lies.
    let everywhere =
        whole && right_here && glob.segments.first() == Some(&Segment::Deep);
    let anchor = if everywhere { Anchor::Root } else { start.anchor };
    ParsedPath {
        anchor,
        ascend,
        glob,
        negated,
        single_directory,
        notes: scanned.notes,
    }
}

/// The parts of `a|b`: whole patterns divided by bars that are neither
/// escaped nor in a class, blanks around the bars left out. One at the start
/// of all is part of a name, as it is where there are no bars.
pub fn split_alternatives(text: &str) -> Vec<Span> {
    let mut parts = Vec::new();
    let mut start = 0;
    let mut escaped = false;
    let mut skip_to = 0;
    // Few patterns have a bar.
    let barred = if text.contains('|') { text } else { "" };
    for (at, c) in barred.char_indices() {
        if escaped {
            escaped = false;
            continue;
        }
        if at < skip_to {
            continue;
        }
        match c {
            '\\' => escaped = true,
            '[' => skip_to = class::end(text, at).unwrap_or(at),
            '|' => {
                parts.push(trimmed(text, start, at));
                let blanks = [' ', '\t'];
                let rest = text.get(at + 1..).unwrap_or("");
                start = text.len() - rest.trim_start_matches(blanks).len();
            }
            _ => {}
        }
    }
    parts.push(trimmed(text, start, text.len()));
    parts
}

/// A part without the blanks at its end, which count for nothing.
fn trimmed(text: &str, start: usize, end: usize) -> Span {
    let part = text.get(start..end).unwrap_or("");
    Span::new(start, start + without_blanks(part, &mut Vec::new()))
}

fn is_single(glob: &PathGlob) -> bool {
    !glob.whole
        && matches!(
            glob.segments.as_slice(),
            [Segment::Name(_), Segment::Deep]
        )
}

/// `//C:/x` and `/C:/x` as they are meant: `C:/x`. `None` for all others.
pub fn drive_meant(text: &str) -> Option<&str> {
    let rest = text.strip_prefix('/')?;
    let rest = rest.strip_prefix('/').unwrap_or(rest);
    drive(rest).map(|_| rest)
}

/// The length of `text` without trailing blanks; an escaped one stays.
fn without_blanks(text: &str, notes: &mut Vec<PathNote>) -> usize {
    let mut kept = text.trim_end_matches(' ').len();
    let head = text.get(..kept).unwrap_or("");
    let slashes = head.len() - head.trim_end_matches('\\').len();
    if kept < text.len() && slashes % 2 == 1 {
        kept += 1;
    }
    if kept < text.len() {
        let kind = PathNoteKind::TrailingBlank;
        notes.push(PathNote { kind, span: Span::new(kept, text.len()) });
    }
    kept
}

/// How a pattern starts.
struct Start {
    anchor: Anchor,
    /// Neither an anchor nor `./` was written.
    bare: bool,
    /// The drive letter of `C:\…`.
    drive: Option<char>,
    /// Where the anchor was written and where the rest starts.
    from: usize,
    rest: usize,
}

impl Start {
    fn of(text: &str, from: usize) -> Start {
        let body = text.get(from..).unwrap_or("");
        let start = |anchor, bytes, bare| Start {
            anchor,
            bare,
            drive: None,
            from,
            rest: from + bytes,
        };
        if body.starts_with("//") {
            return start(Anchor::Root, 2, false);
        }
        if body.starts_with('/') {
            return start(Anchor::Source, 1, false);
        }
        if body == "~" || body.starts_with("~/") {
            return start(Anchor::Home, body.len().min(2), false);
        }
        if body == "." || body.starts_with("./") {
            return start(Anchor::Cwd, body.len().min(2), false);
        }
        match drive(body) {
            Some(letter) => {
                Start { drive: Some(letter), ..start(Anchor::Root, 3, false) }
            }
            None => start(Anchor::Cwd, 0, true),
        }
    }

    fn note(&self, text: &str, notes: &mut Vec<PathNote>) {
        if self.drive.is_some() {
            let kind = PathNoteKind::Drive;
            let span = Span::new(self.from, self.rest);
            notes.push(PathNote { kind, span });
        }
        let rest = text.get(self.rest..).unwrap_or("");
        let first = rest.split('/').next().unwrap_or("");
        let span = Span::new(self.from, self.rest + first.len());
        if matches!(self.anchor, Anchor::Root | Anchor::Source)
            && self.drive.is_none()
            && drive(rest).is_some()
        {
            let kind = PathNoteKind::DriveColon;
            let span = Span::new(self.from, self.rest + 2);
            notes.push(PathNote { kind, span });
        }
        if self.anchor == Anchor::Source && notes::is_top_level(first) {
            let kind = PathNoteKind::LooksAbsolute;
            notes.push(PathNote { kind, span });
        }
        if self.bare && first.starts_with('~') {
            let kind = PathNoteKind::OtherHome;
            notes.push(PathNote { kind, span });
        }
    }
}

/// The letter of `C:\…` or `C:/…`.
fn drive(text: &str) -> Option<char> {
    let mut chars = text.chars();
    let letter = chars.next().filter(char::is_ascii_alphabetic)?;
    let follows =
        chars.next() == Some(':') && matches!(chars.next(), Some('\\' | '/'));
    follows.then(|| letter.to_ascii_lowercase())
}

#[cfg(test)]
mod tests;
