//! Bare words: where they start, go on and end.

use super::WordFlags;
use super::bytes::{blank, meta, name_byte, plain, width};
use super::lexer::Lexer;
use super::pen::assignment;
use super::state::Kind;
use crate::shell::Reason;

impl Lexer<'_, '_> {
    /// Starts a word here.
    pub(super) fn begin_word(&mut self) {
        self.start_word(self.at, 0);
        let next = self.byte(self.at + 1);
        match self.byte(self.at) {
            b'~' => self.c.pen.flags |= WordFlags::TILDE,
            b'=' if self.zsh && next == b'(' => {
                self.open_process();
            }
            // `=name` is the path of the program.
            b'=' if self.zsh && name_byte(next) => {
                self.c.pen.flags |= WordFlags::QUOTED;
                self.at += 1;
            }
            b'(' => self.open_paren(),
            _ => {}
        }
    }

    /// Opens a process substitution whose bracket is the next byte.
    pub(super) fn open_process(&mut self) {
        let start = self.at;
        self.c.pen.flags |=
            WordFlags::SUBSTITUTION | WordFlags::UNQUOTED_EXPANSION;
        self.owner();
        self.push_place(Kind::Process, start);
        if self.byte(start) == b'>' {
            // What is written there is read.
            self.c.piped = true;
            self.c.open.piped = true;
        }
        self.at += 2;
    }

    /// One step inside a word.
    pub(super) fn bare(&mut self) {
        let start = self.at;
        let rest = self.bytes.get(start..self.c.end).unwrap_or(b"");
        self.at = start + plain(rest).0;
        self.append(start, self.at);
        if self.at >= self.c.end {
            return;
        }
        let at = self.at;
        let b = self.byte(at);
        match b {
            b'\\' => self.escape(),
            b'\'' => self.single(),
            b'"' => self.open_double(at),
            b'`' => self.backtick(),
            b'$' => self.dollar(),
            b'<' | b'>' if self.byte(at + 1) == b'(' => self.open_process(),
            b'(' if self.paren_in_word() => self.open_paren(),
            b'|' if self.c.open.regex => {
                self.at += 1;
                self.append(at, at + 1);
            }
            _ if meta(b) => self.finish_word(),
            _ => {
                self.wild(b);
                self.at += 1;
                self.append(at, at + 1);
            }
        }
    }

    /// Notes a character that may be part of a glob or brace expansion.
    fn wild(&mut self, b: u8) {
        let pen = &mut self.c.pen;
        match b {
            b'*' | b'?' => pen.flags |= WordFlags::GLOB,
            b'[' => pen.bracket = true,
            b']' if pen.bracket => pen.flags |= WordFlags::GLOB,
            b'{' => pen.brace = true,
            b'}' if pen.brace && pen.flags & WordFlags::BRACE == 0 => {
                pen.brace = false;
                let start = pen.start;
                let deep = self.too_deep();
                let so_far = self.bytes.get(start..self.at).unwrap_or(b"");
                if deep || expands(so_far) {
                    self.c.pen.flags |= WordFlags::BRACE;
                }
            }
            _ => {}
        }
    }

    /// Whether a `(` is part of the word it stands in.
    fn paren_in_word(&self) -> bool {
        let open = &self.c.open;
        if open.regex {
            return true;
        }
        let so_far = self.str(self.c.pen.start, self.at);
        if !open.test && assignment(so_far) == Some(so_far.len()) {
            return true;
        }
        let last = self.byte(self.at.wrapping_sub(1));
        if matches!(last, b'@' | b'?' | b'*' | b'+' | b'!') {
            return so_far != "!" || open.started;
        }
        if !self.zsh || open.test {
            return false;
        }
        let close = self.skip(self.at + 1, blank);
        open.started || self.byte(close) != b')'
    }

    fn open_paren(&mut self) {
        let so_far = self.str(self.c.pen.start, self.at);
        let array =
            !so_far.is_empty() && assignment(so_far) == Some(so_far.len());
        let kind = if array { Kind::Array } else { Kind::Paren };
        if !array {
            self.c.pen.flags |= WordFlags::GLOB;
        }
        self.push_part(kind, self.at);
        self.at += 1;
        self.append(self.at - 1, self.at);
    }

    /// One step inside the brackets of an array, a glob or a regex.
    pub(super) fn brackets(&mut self) {
        let start = self.at;
        self.at = self.skip(start, |b| {
            !matches!(
                b,
                b'\\'
                    | b'\''
                    | b'"'
                    | b'`'
                    | b'$'
                    | b'('
                    | b')'
                    | b'<'
                    | b'>'
                    | b'#'
                    | b'*'
                    | b'?'
                    | b';'
                    | b'&'
                    | b'|'
            )
        });
        self.append(start, self.at);
        if self.at >= self.c.end {
            return;
        }
        let at = self.at;
        match self.byte(at) {
            b'\\' => self.escape(),
            b'\'' => self.single(),
            b'"' => self.open_double(at),
            b'`' => self.backtick(),
            b'$' => self.dollar(),
            b'<' | b'>' if self.byte(at + 1) == b'(' => self.open_process(),
            b'#' if self.comment_in_array() => {
                let rest = self.bytes.get(at..self.c.end).unwrap_or(b"");
                let len = memchr::memchr(b'\n', rest);
                self.at += len.unwrap_or(rest.len());
                self.append(at, self.at);
            }
            b => {
                self.at += 1;
                self.append(at, self.at);
                self.ends_array(b);
                self.count_brackets(b);
            }
        }
    }

    /// Where this cannot stand among the words of an array, a shell goes on
    /// with the next line as if none of it were there.
    fn ends_array(&mut self, b: u8) {
        let ends = match b {
            b';' | b'&' | b'|' | b'<' | b'>' => true,
            // A glob of zsh: `a=(*(N))`.
            b'(' => !self.zsh,
            _ => false,
        };
        if ends && self.kind == Kind::Array {
            self.lost(self.at - 1, self.at);
        }
    }

    fn comment_in_array(&self) -> bool {
        let before = self.byte(self.at.wrapping_sub(1));
        self.kind == Kind::Array && (meta(before) || before == b'\n')
    }

    fn count_brackets(&mut self, b: u8) {
        match b {
            b'*' | b'?' => self.c.pen.flags |= WordFlags::GLOB,
            b'(' => {
                if let Some(frame) = self.s.frames.last_mut() {
                    frame.aux += 1;
                }
            }
            b')' => match self.s.frames.last_mut() {
                Some(frame) if frame.aux > 0 => frame.aux -= 1,
                _ => {
                    let start = self.pop_part();
                    self.qualifiers(start);
                }
            },
            _ => {}
        }
    }

    /// Marks a glob of zsh that can run code: `*(e:'…':)`, `*(+name)`.
    fn qualifiers(&mut self, start: usize) {
        if !self.zsh || self.c.open.test {
            return;
        }
        let inside = self.bytes.get(start..self.at).unwrap_or(b"");
        if memchr::memchr2(b'e', b'+', inside).is_some() {
            self.mark(Reason::ForeignCode, start, self.at);
        }
    }

    /// A backslash outside of quotes.
    pub(super) fn escape(&mut self) {
        let at = self.at;
        let next = self.byte(at + 1);
        if at + 1 >= self.c.end {
            let before = self.bytes.get(..at).unwrap_or(b"");
            let alone = before.last().is_none_or(u8::is_ascii_whitespace);
            if alone && at + 1 == self.text.len() {
                // `bash -c` takes it for a word, a script is not complete.
                self.refuse(at, at + 1);
            }
            self.at += 1;
            return self.append(at, self.at);
        }
        self.at += 1 + width(next);
        if next == b'\n' {
            return;
        }
        self.c.pen.flags |= WordFlags::QUOTED;
        if next == b'$' || next == b'`' {
            self.c.pen.hidden = true;
        }
        self.append(at + 1, self.at);
    }
}

/// Whether what stands before a `}` makes it a brace expansion.
fn expands(so_far: &[u8]) -> bool {
    let Some(open) = memchr::memchr(b'{', so_far) else { return false };
    let inside = so_far.get(open..).unwrap_or(b"");
    memchr::memchr(b',', inside).is_some()
        || memchr::memmem::find(inside, b"..").is_some()
}
