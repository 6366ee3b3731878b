//! The bodies of here-documents.

use super::lexer::Lexer;
use super::state::{Awaited, Frame, Kind};
use super::{Word, WordFlags};

/// Where a body ends, and where the text goes on.
struct Extent {
    end: usize,
    next: usize,
    /// Whether the delimiter was found on a line of its own.
    closed: bool,
}

impl Lexer<'_, '_> {
    /// Starts the body of the first here-document that waits; a line starts
    /// here.
    pub(super) fn begin_body(&mut self) {
        let index = self.c.bodies + self.c.read;
        let Some(awaited) = self.s.awaited.get(index).copied() else {
            return;
        };
        let start = self.at;
        let extent = self.extent(&awaited);
        if !extent.closed {
            self.lost(start, extent.end);
        }
        let quoted = if awaited.quoted { WordFlags::QUOTED } else { 0 };
        self.start_word(start, quoted);
        // Substitutions of the body stand in the command that reads it;
        // nothing else of a command is open at the start of a line.
        self.c.open.slot = Some(awaited.simple);
        self.push_part(Kind::Body, start);
        if let Some(frame) = self.s.frames.last_mut() {
            frame.aux = extent.next;
        }
        self.c.end = extent.end;
        if awaited.quoted {
            self.append(start, extent.end);
            self.at = extent.end;
        }
    }

    /// The end of a body is reached: it becomes the target.
    pub(super) fn end_body(&mut self) {
        let top = self.s.frames.last();
        let Frame { aux: next, .. } = top.copied().unwrap_or_default();
        self.pop_part();
        let word = self.take_word();
        let index = self.c.bodies + self.c.read;
        if let Some(awaited) = self.s.awaited.get(index).copied() {
            self.settle_body(&awaited, word);
        }
        self.c.open.slot = None;
        self.at = next;
        self.c.read += 1;
        if self.s.awaited.len() > self.c.bodies + self.c.read {
            return self.begin_body();
        }
        self.s.awaited.truncate(self.c.bodies);
        self.c.read = 0;
    }

    fn settle_body(&mut self, awaited: &Awaited, word: Word) {
        let simples = &self.out.simples;
        let Some(simple) = simples.get(awaited.simple as usize) else {
            return;
        };
        let (start, end) = simple.redirects;
        let at = start.saturating_add(awaited.redirect);
        let redirects = &mut self.out.redirects;
        match redirects.get_mut(at as usize) {
            Some(redirect) if at < end => redirect.target = word,
            _ => self.lost(word.span.start as usize, self.at),
        }
    }

    /// Looks for the line that is the delimiter.
    fn extent(&mut self, awaited: &Awaited) -> Extent {
        // Behind more of them the line is in doubt as a whole.
        let frames = self.s.frames.iter().rev();
        let mut frames = frames.take(self.limits.nesting + 2);
        let closing = frames.find(|f| f.kind.round());
        let inner = closing.is_some_and(|f| f.kind.substitution());
        let delimiter = awaited.delimiter.of(&self.out.text).as_bytes();
        let mut at = self.at;
        let mut joined = false;
        // Where a line starts that goes on in others, and what would have to
        // follow for it to be the delimiter.
        let (mut first, mut missing) = (at, Some(delimiter));
        while at < self.c.end {
            let rest = self.bytes.get(at..self.c.end).unwrap_or(b"");
            let len = memchr::memchr(b'\n', rest).unwrap_or(rest.len());
            let line = rest.get(..len).unwrap_or(b"");
            let next = (at + len + 1).min(self.c.end);
            let tabs = line.iter().take_while(|&&b| b == b'\t').count();
            let tabs = if awaited.tabs { tabs } else { 0 };
            let text = line.get(tabs..).unwrap_or(b"");
            if !joined && text == delimiter {
                return Extent { end: at, next, closed: true };
            }
            // `$(cat <<X` … `X)`: bash ends the body here.
            let ends = text.strip_prefix(delimiter).is_some_and(|rest| {
                inner && memchr::memchr(b')', rest).is_some()
            });
            if !joined && ends {
                let next = at + tabs + delimiter.len();
                self.refuse(at, next);
                return Extent { end: at, next, closed: true };
            }
            let slashes = line.iter().rev().take_while(|&&b| b == b'\\');
            let goes_on = !awaited.quoted && slashes.count() % 2 == 1;
            let piece = text.strip_suffix(b"\\").filter(|_| goes_on);
            let piece = piece.unwrap_or(text);
            missing = missing.and_then(|missing| missing.strip_prefix(piece));
            if joined && !goes_on && missing.is_some_and(<[u8]>::is_empty) {
                // Bash ends the body here, other shells do not.
                self.refuse(first, at + len);
                return Extent { end: first, next, closed: true };
            }
            joined = goes_on;
            at = next;
            if !joined {
                (first, missing) = (at, Some(delimiter));
            }
        }
        Extent { end: self.c.end, next: self.c.end, closed: false }
    }
}
