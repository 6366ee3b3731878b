//! Quotes, escapes and variables of PowerShell.

use super::WordFlags;
use super::bytes::{name_byte, width};
use super::lexer::Lexer;
use crate::shell::Reason;

impl Lexer<'_, '_> {
    /// `@'…'@` and `@"…"@`.
    pub(super) fn here_string(&mut self, quote: u8) {
        let at = self.at;
        let start = at + 2;
        let rest = self.bytes.get(start..self.c.end).unwrap_or(b"");
        let close = [b'\n', quote, b'@'];
        let Some(len) = memchr::memmem::find(rest, &close) else {
            self.at = self.c.end;
            self.append(start, self.at);
            return self.lost(at, self.c.end);
        };
        let end = start + len;
        self.c.pen.flags |= WordFlags::QUOTED;
        self.append(start, end);
        self.at = end + 3;
        let inside = self.bytes.get(start..end).unwrap_or(b"");
        if quote == b'"' && memchr::memchr(b'$', inside).is_some() {
            self.expands(WordFlags::PARAMETER);
            if memchr::memmem::find(inside, b"$(").is_some() {
                self.lost(start, end);
            }
        }
    }

    pub(super) fn power_single(&mut self) {
        let at = self.at;
        let rest = self.bytes.get(at + 1..self.c.end).unwrap_or(b"");
        let Some(len) = memchr::memchr(b'\'', rest) else {
            return self.unclosed();
        };
        self.c.pen.flags |= WordFlags::QUOTED;
        let end = at + 1 + len;
        self.append(at + 1, end);
        self.at = end + 1;
        if self.byte(self.at) == b'\'' {
            // Two quotes are one; the text goes on behind the second.
            self.append(end, end + 1);
        }
    }

    pub(super) fn power_escape(&mut self) {
        let at = self.at;
        if at + 1 >= self.c.end {
            self.at += 1;
            return;
        }
        let next = self.byte(at + 1);
        if matches!(next, b'\n' | b'\r') {
            return self.continue_line();
        }
        self.at += 1 + width(next);
        self.c.pen.flags |= WordFlags::QUOTED;
        let control = match next {
            b'0' => '\0',
            b'a' => '\u{7}',
            b'b' => '\u{8}',
            b'e' => {
                // The escape character, or in version 5 the letter.
                self.mark(Reason::DynamicArgument, at, self.at);
                return self.append(at + 1, self.at);
            }
            b'f' => '\u{c}',
            b'n' => '\n',
            b'r' => '\r',
            b't' => '\t',
            b'v' => '\u{b}',
            b'u' => {
                // `u{72}: any character at all.
                self.mark(Reason::DynamicArgument, at, self.at);
                return self.append(at, self.at);
            }
            _ => return self.append(at + 1, self.at),
        };
        if self.c.pen.raw == 0 && !self.c.pen.frozen {
            self.spill();
            self.s.cook.push(control);
        }
    }

    pub(super) fn power_dollar(&mut self) {
        let at = self.at;
        match self.byte(at + 1) {
            b'(' => {
                self.at += 1;
                self.power_open(at);
            }
            b'{' => {
                let end = self.skip(at + 2, |b| b != b'}');
                self.expands(WordFlags::PARAMETER);
                self.at = self.c.end.min(end + 1);
                self.append(at, self.at);
            }
            b if name_byte(b) || matches!(b, b'?' | b'$' | b'^') => {
                self.expands(WordFlags::PARAMETER);
                self.at = self.skip(at + 2, name_byte);
                self.append(at, self.at);
            }
            _ => {
                self.at += 1;
                self.append(at, self.at);
            }
        }
    }

    pub(super) fn power_quoted(&mut self) {
        let start = self.at;
        self.at = self.skip(start, |b| !matches!(b, b'"' | b'`' | b'$'));
        self.append(start, self.at);
        let at = self.at;
        match self.byte(at) {
            b'"' if self.byte(at + 1) == b'"' => {
                self.at += 2;
                self.append(at, at + 1);
            }
            b'"' => {
                self.at += 1;
                self.pop_part();
            }
            b'`' => self.power_escape(),
            b'$' => self.power_dollar(),
            _ => {}
        }
    }
}

/// Whether a text holds a typographic quote, dash or blank, which PowerShell
/// takes for the plain one.
pub(super) fn odd_marks(text: &str) -> bool {
    !text.is_ascii() && text.chars().any(|c| plain_mark(c) != c)
}

/// The text with plain quotes, dashes and blanks in place of typographic
/// ones, where it has any of them.
pub(crate) fn plain_marks(text: &str) -> Option<String> {
    odd_marks(text).then(|| text.chars().map(plain_mark).collect())
}

fn plain_mark(c: char) -> char {
    match c {
        '\u{2018}'..='\u{201B}' => '\'',
        '\u{201C}'..='\u{201E}' => '"',
        '\u{2013}'..='\u{2015}' => '-',
        _ if !c.is_ascii() && c.is_whitespace() => ' ',
        _ => c,
    }
}
