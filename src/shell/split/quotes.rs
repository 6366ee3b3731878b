//! Quotes: `'…'`, `"…"`, `$'…'`, and the bodies of here-documents.

use super::WordFlags;
use super::lexer::Lexer;
use super::state::Kind;
use crate::shell::Reason;

impl Lexer<'_, '_> {
    /// A single quote: everything up to the next one is literal.
    pub(super) fn single(&mut self) {
        let start = self.at + 1;
        let rest = self.bytes.get(start..self.c.end).unwrap_or(b"");
        let Some(len) = memchr::memchr(b'\'', rest) else {
            return self.unclosed();
        };
        let end = start + len;
        self.c.pen.flags |= WordFlags::QUOTED;
        let inside = self.bytes.get(start..end).unwrap_or(b"");
        if memchr::memchr2(b'$', b'`', inside).is_some() {
            self.c.pen.hidden = true;
        }
        self.append(start, end);
        self.at = end + 1;
    }

    /// A quote that does not end: the rest is one word.
    pub(super) fn unclosed(&mut self) {
        let start = self.at;
        self.c.pen.flags |= WordFlags::QUOTED;
        self.at = self.c.end;
        self.append(start, self.at);
        self.lost(start, self.at);
    }

    /// Opens double quotes; the quote stands here.
    pub(super) fn open_double(&mut self, start: usize) {
        self.c.pen.flags |= WordFlags::QUOTED;
        self.push_part(Kind::Double, start);
        self.at += 1;
    }

    /// One step inside double quotes or the body of a here-document.
    pub(super) fn quoted(&mut self) {
        let start = self.at;
        let body = self.kind == Kind::Body;
        self.at =
            self.skip(start, |b| !matches!(b, b'"' | b'\\' | b'$' | b'`'));
        self.append(start, self.at);
        if self.at >= self.c.end {
            return;
        }
        let at = self.at;
        match self.byte(at) {
            b'"' if body => {
                self.at += 1;
                self.append(at, self.at);
            }
            b'"' => {
                self.at += 1;
                self.pop_part();
            }
            b'\\' => self.escape_in_double(body),
            b'$' => self.dollar(),
            _ => self.backtick(),
        }
    }

    fn escape_in_double(&mut self, body: bool) {
        let at = self.at;
        let next = self.byte(at + 1);
        match next {
            b'\n' => self.at += 2,
            b'$' | b'`' | b'\\' => {
                self.c.pen.hidden |= next != b'\\';
                self.at += 2;
                self.append(at + 1, self.at);
            }
            b'"' if !body => {
                self.at += 2;
                self.append(at + 1, self.at);
            }
            _ => {
                self.at += 1;
                self.append(at, self.at);
            }
        }
    }

    /// `$'…'`; `at` is at the dollar.
    pub(super) fn ansi(&mut self) {
        let start = self.at + 2;
        let mut end = start;
        let mut escaped = false;
        loop {
            let rest = self.bytes.get(end..self.c.end).unwrap_or(b"");
            let Some(len) = memchr::memchr2(b'\'', b'\\', rest) else {
                return self.unclosed();
            };
            end += len;
            if self.byte(end) == b'\'' {
                break;
            }
            escaped = true;
            end += 2;
        }
        self.c.pen.flags |= WordFlags::QUOTED;
        self.at = end + 1;
        let inside = self.bytes.get(start..end).unwrap_or(b"");
        if memchr::memchr3(b'$', b'`', b'\\', inside).is_some() {
            self.c.pen.hidden = true;
        }
        if escaped && self.c.pen.raw == 0 && !self.c.pen.frozen {
            self.append_decoded(start, end);
        } else {
            self.append(start, end);
        }
    }

    fn append_decoded(&mut self, start: usize, end: usize) {
        let mut bytes = std::mem::take(&mut self.s.bytes);
        bytes.clear();
        let inside = self.bytes.get(start..end).unwrap_or(b"");
        decode(inside, &mut bytes);
        self.spill();
        match std::str::from_utf8(&bytes) {
            Ok(text) => self.s.cook.push_str(text),
            Err(_) => {
                // Not a text: what the program gets cannot be shown.
                self.mark(Reason::DynamicArgument, start, end);
                let text = String::from_utf8_lossy(&bytes);
                self.s.cook.push_str(&text);
            }
        }
        self.s.bytes = bytes;
    }
}

/// What `$'…'` with this in it is; nothing where that is no text.
pub(crate) fn unescaped(inside: &str) -> String {
    let mut out = Vec::new();
    decode(inside.as_bytes(), &mut out);
    String::from_utf8(out).unwrap_or_default()
}

/// Resolves the escapes of `$'…'`. A NUL ends the text, as in C.
fn decode(inside: &[u8], out: &mut Vec<u8>) {
    let mut rest = inside;
    while let Some((&b, after)) = rest.split_first() {
        rest = after;
        if b != b'\\' {
            out.push(b);
            continue;
        }
        let Some((&kind, after)) = rest.split_first() else {
            return out.push(b'\\');
        };
        let (value, after) = escape_value(kind, after);
        rest = after;
        match value {
            Some(0) => return,
            Some(code) if code < 256 && !matches!(kind, b'u' | b'U') => {
                out.extend(u8::try_from(code));
            }
            Some(code) => {
                let c = char::from_u32(code).unwrap_or('\u{FFFD}');
                let mut utf8 = [0; 4];
                out.extend(c.encode_utf8(&mut utf8).as_bytes());
            }
            None => out.extend([b'\\', kind]),
        }
    }
}

/// What the escape `\kind` stands for, and what follows it.
pub(crate) fn escape_value(kind: u8, rest: &[u8]) -> (Option<u32>, &[u8]) {
    let value = match kind {
        b'a' => 7,
        b'b' => 8,
        b'e' | b'E' => 27,
        b'f' => 12,
        b'n' => 10,
        b'r' => 13,
        b't' => 9,
        b'v' => 11,
        b'\\' | b'\'' | b'"' | b'?' => u32::from(kind),
        b'0'..=b'7' => {
            let (more, rest) = digits(rest, 8, 2);
            let start = u32::from(kind - b'0');
            let value = more.iter().fold(start, |n, &d| n * 8 + value_of(d));
            return (Some(value & 255), rest);
        }
        b'x' => {
            let Some(braced) = rest.strip_prefix(b"{") else {
                let (hex, after) = digits(rest, 16, 2);
                return (hexadecimal(hex), after);
            };
            // All digits count, of which the last two are kept; without any
            // it is a NUL.
            let (hex, after) = digits(braced, 16, usize::MAX);
            let after = after.strip_prefix(b"}").unwrap_or(after);
            return (Some(hexadecimal(hex).unwrap_or(0) & 255), after);
        }
        b'u' | b'U' => {
            let most = if kind == b'u' { 4 } else { 8 };
            let (hex, after) = digits(rest, 16, most);
            return (hexadecimal(hex), after);
        }
        b'c' => {
            let Some((&b, after)) = rest.split_first() else {
                return (None, rest);
            };
            return (Some(u32::from(b & 31)), after);
        }
        _ => return (None, rest),
    };
    (Some(value), rest)
}

fn value_of(digit: u8) -> u32 {
    char::from(digit).to_digit(16).unwrap_or(0)
}

fn hexadecimal(digits: &[u8]) -> Option<u32> {
    let value = digits.iter().fold(0u32, |n, &d| (n << 4) | value_of(d));
    (!digits.is_empty()).then_some(value)
}

/// Up to `most` digits, and what follows them.
fn digits(rest: &[u8], radix: u32, most: usize) -> (&[u8], &[u8]) {
    let fits = |b: &u8| char::from(*b).is_digit(radix);
    let len = rest.iter().take(most).take_while(|b| fits(b)).count();
    rest.split_at(len.min(rest.len()))
}
