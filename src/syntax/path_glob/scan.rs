//! The characters of a path pattern → segments.

use super::class::{self, Read};
use super::{
    MAX_CLASS_RANGES, MAX_PATH_SEGMENTS, MAX_PATH_STARS, PathNote,
    PathNoteKind, Piece, Segment,
};
use crate::source::Span;

/// Reads a pattern from left to right.
pub(super) struct Scan<'a> {
    text: &'a str,
    at: usize,
    /// Backslashes divide, as they do behind a drive letter.
    windows: bool,
    pieces: Vec<Piece>,
    /// Stars written in this segment.
    stars_here: usize,
    segment_start: usize,
    stars: usize,
    out: Scanned,
}

/// What was read.
#[derive(Default)]
pub(super) struct Scanned {
    pub(super) segments: Vec<Segment>,
    pub(super) ascend: usize,
    pub(super) directory: bool,
    /// A slash stands before the end.
    pub(super) inner_slash: bool,
    pub(super) notes: Vec<PathNote>,
}

impl<'a> Scan<'a> {
    pub(super) fn new(
        text: &'a str,
        at: usize,
        drive: Option<char>,
        notes: Vec<PathNote>,
    ) -> Scan<'a> {
        let slashes = text.bytes().filter(|&b| b == b'/').count();
        let segments = Vec::with_capacity(slashes + 1);
        let mut out = Scanned { segments, notes, ..Scanned::default() };
        if let Some(letter) = drive {
            let name = Piece::Text(letter.to_string());
            out.segments.push(Segment::Name([name].into()));
        }
        Scan {
            text,
            at,
            windows: drive.is_some(),
            pieces: Vec::new(),
            stars_here: 0,
            segment_start: at,
            stars: 0,
            out,
        }
    }

    pub(super) fn run(&mut self) {
        let fatal = |n: &PathNote| n.kind == PathNoteKind::TooLong;
        if self.out.notes.iter().any(fatal) {
            return;
        }
        while let Some(c) = self.peek(0) {
            let start = self.at;
            self.at += c.len_utf8();
            match c {
                '/' => self.slash(start),
                '\\' if self.windows => self.slash(start),
                '\\' => self.escape(start),
                '*' => self.star(),
                '?' => self.pieces.push(Piece::One),
                '[' => self.class(start),
                _ => self.plain(start),
            }
        }
        if self.segment_start < self.text.len() {
            self.close(self.text.len());
        }
        self.limits();
    }

    pub(super) fn finish(self) -> Scanned {
        self.out
    }

    fn limits(&mut self) {
        let span = Span::new(0, self.text.len());
        let mut note = |kind| self.out.notes.push(PathNote { kind, span });
        if self.out.segments.len() > MAX_PATH_SEGMENTS {
            note(PathNoteKind::TooManySegments);
        }
        if self.stars > MAX_PATH_STARS {
            note(PathNoteKind::TooManyStars);
        }
    }

    fn peek(&self, ahead: usize) -> Option<char> {
        self.text.get(self.at..)?.chars().nth(ahead)
    }

    fn note(&mut self, kind: PathNoteKind, start: usize, end: usize) {
        let span = Span::new(start, end);
        self.out.notes.push(PathNote { kind, span });
    }

    /// Everything up to the next character that is more than itself.
    fn plain(&mut self, start: usize) {
        let text = self.text.get(start..).unwrap_or("");
        let end = text.find(['/', '\\', '*', '?', '[']);
        let plain = text.get(..end.unwrap_or(text.len())).unwrap_or(text);
        self.at = start + plain.len();
        self.push(plain);
    }

    fn push(&mut self, plain: &str) {
        match self.pieces.last_mut() {
            Some(Piece::Text(text)) => text.push_str(plain),
            _ => self.pieces.push(Piece::Text(plain.to_owned())),
        }
    }

    fn slash(&mut self, start: usize) {
        let last = self.at >= self.text.len();
        if last {
            self.out.directory = true;
            if !self.out.segments.is_empty() || !self.pieces.is_empty() {
                self.note(PathNoteKind::TrailingSlash, start, self.at);
            }
        } else {
            self.out.inner_slash = true;
        }
        self.close(start);
        self.segment_start = self.at;
    }

    fn escape(&mut self, start: usize) {
        let Some(c) = self.peek(0) else {
            self.note(PathNoteKind::TrailingBackslash, start, self.at);
            self.pieces.push(class::nothing());
            return;
        };
        self.at += c.len_utf8();
        if c == '/' {
            return self.slash(start);
        }
        // `.\x`, `src\**`: meant as between directories.
        let before = self.text.get(self.segment_start..start).unwrap_or("");
        let joins = match c {
            '.' => matches!(before, "." | ".."),
            '*' => self.peek(0) == Some('*') && !before.is_empty(),
            _ => false,
        };
        if c.is_alphanumeric() || joins {
            self.note(PathNoteKind::EscapedLetter, start, self.at);
        }
        self.push(c.encode_utf8(&mut [0; 4]));
    }

    fn star(&mut self) {
        self.stars_here += 1;
        if self.pieces.last() != Some(&Piece::Star) {
            self.stars += 1;
            self.pieces.push(Piece::Star);
        }
    }

    fn class(&mut self, start: usize) {
        let Read { piece, end, note } = class::read(self.text, start);
        let taken = self.text.get(start..end).unwrap_or("");
        self.out.inner_slash |= taken.contains('/');
        if let Piece::Class { ranges, .. } = &piece
            && ranges.len() > MAX_CLASS_RANGES
        {
            self.note(PathNoteKind::ClassTooBig, start, end);
        }
        self.out.notes.extend(note);
        self.pieces.push(piece);
        self.at = end;
    }

    /// Ends the segment that lies before the slash at `end`.
    fn close(&mut self, end: usize) {
        let stars = std::mem::take(&mut self.stars_here);
        let start = self.segment_start;
        match self.pieces.as_slice() {
            [] => self.note(PathNoteKind::EmptySegment, start, end),
            [Piece::Star] if stars > 1 => {
                if stars > 2 {
                    self.note(PathNoteKind::ManyStars, start, end);
                }
                if self.out.segments.last() == Some(&Segment::Deep) {
                    // The same as one of them, so it costs nothing.
                    self.stars -= 1;
                } else {
                    self.out.segments.push(Segment::Deep);
                }
            }
            [Piece::Text(text)] if text == "." => {
                self.note(PathNoteKind::DotSegment, start, end);
            }
            [Piece::Text(text)] if text == ".." => {
                self.note(PathNoteKind::Parent, start, end);
                self.ascend();
            }
            _ => {
                if stars > 1 && self.text.get(start..end).is_some_and(has_deep)
                {
                    self.note(PathNoteKind::DeepInName, start, end);
                }
                let pieces = self.pieces.drain(..).collect();
                self.out.segments.push(Segment::Name(pieces));
            }
        }
        self.pieces.clear();
    }

    /// `..` takes the directory before it away; behind `**` it adds nothing
    /// that `**` does not cover.
    fn ascend(&mut self) {
        let drive = usize::from(self.windows);
        match self.out.segments.last() {
            Some(Segment::Name(_)) if self.out.segments.len() > drive => {
                self.out.segments.pop();
            }
            None => self.out.ascend += 1,
            _ => {}
        }
    }
}

fn has_deep(text: &str) -> bool {
    text.contains("**") && !text.contains(['\\', '['])
}
