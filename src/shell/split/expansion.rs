//! Expansions: `$X`, `${…}`, `$( … )`, backticks.

use super::WordFlags;
use super::bytes::{blank, name_byte, name_start};
use super::lexer::Lexer;
use super::state::{Job, Kind};
use crate::shell::Reason;

/// How far a `${…}` is looked into to find its operator.
const LOOK: usize = 256;

impl Lexer<'_, '_> {
    /// Notes an expansion in the word.
    pub(super) fn expands(&mut self, flag: u16) {
        self.c.pen.flags |= flag;
        if self.c.pen.double == 0 {
            self.c.pen.flags |= WordFlags::UNQUOTED_EXPANSION;
        }
    }

    /// A dollar, in a word or in double quotes.
    pub(super) fn dollar(&mut self) {
        let at = self.at;
        let quotes = !matches!(self.kind, Kind::Double | Kind::Body);
        match self.byte(at + 1) {
            b'(' => self.dollar_bracket(),
            b'{' => self.dollar_brace(),
            b'[' => {
                self.expands(WordFlags::ARITHMETIC);
                self.push_part(Kind::OldArithmetic, at);
                self.at += 2;
            }
            b'\'' if quotes => self.ansi(),
            b'"' if quotes => {
                self.at += 1;
                self.open_double(at + 1);
            }
            b if name_start(b) => {
                self.expands(WordFlags::PARAMETER);
                self.at = self.skip(at + 1, name_byte);
                self.append(at, self.at);
            }
            b'0'..=b'9' | b'@' | b'*' | b'#' | b'?' | b'-' | b'!' | b'$' => {
                self.expands(WordFlags::PARAMETER);
                self.at += 2;
                self.append(at, self.at);
            }
            b'=' | b'~' | b'^' | b'+' if self.zsh => {
                self.expands(WordFlags::PARAMETER);
                if self.byte(at + 1) == b'~' {
                    // The value is a glob, which may hold code.
                    self.mark(Reason::DynamicArgument, at, at + 2);
                }
                self.at += 2;
                self.append(at, self.at);
            }
            b'\\' if self.byte(at + 2) == b'\n' => {
                // What the line goes on with may belong to the dollar.
                self.refuse(at, at + 3);
                self.at += 1;
                self.append(at, self.at);
            }
            _ => {
                self.at += 1;
                self.append(at, self.at);
            }
        }
    }

    fn dollar_bracket(&mut self) {
        let at = self.at;
        if self.is(at, "$((")
            && let Some(end) = self.arithmetic_end(at + 3, true)
        {
            self.expands(WordFlags::ARITHMETIC);
            self.push_part(Kind::Arithmetic, at);
            self.c.end = end;
            self.at = at + 3;
            return;
        }
        self.expands(WordFlags::SUBSTITUTION);
        self.owner();
        self.push_place(Kind::Command, at);
        self.at = at + 2;
    }

    fn dollar_brace(&mut self) {
        let at = self.at;
        let next = self.byte(at + 2);
        if blank(next) || next == b'\n' || next == b'|' {
            self.expands(WordFlags::SUBSTITUTION);
            self.mark(Reason::Substitution, at, at + 2);
            self.push_place(Kind::Function, at);
            self.at = at + if next == b'|' { 3 } else { 2 };
            return;
        }
        self.expands(WordFlags::PARAMETER);
        if self.treacherous(at + 2) {
            self.mark(Reason::DynamicArgument, at, at + 2);
        }
        self.push_part(Kind::Parameter, at);
        // The character behind the brace is part of the name, whatever it
        // is: `${#}`, `${'x}`.
        self.at = at + 2;
        if matches!(next, b'#' | b'!' | b'@' | b'*' | b'?' | b'-') {
            self.at += 1;
        }
    }

    /// Whether an expansion runs text as code, takes its name from a value
    /// or assigns: `${x@P}`, `${!x}`, `${x:=…}`, in zsh any flag.
    fn treacherous(&self, start: usize) -> bool {
        let end = self.c.end.min(start + LOOK);
        let bytes = self.bytes.get(start..end).unwrap_or(b"");
        let Some((&first, after)) = bytes.split_first() else { return true };
        if self.zsh && matches!(first, b'(' | b'~') {
            return true;
        }
        let indirect = first == b'!' && after.first() != Some(&b'}');
        let name = if indirect || first == b'#' { after } else { bytes };
        let len = name.iter().position(|&b| !name_byte(b));
        let rest = name.get(len.unwrap_or(name.len())..).unwrap_or(b"");
        if rest.len() < 2 && end < self.c.end {
            // The name is too long to be one.
            return true;
        }
        if indirect {
            // The names of keys or variables are no values.
            let names: [&[u8]; 4] = [b"[@]}", b"[*]}", b"@}", b"*}"];
            return !names.iter().any(|end| rest.starts_with(end));
        }
        let rest = match rest.first() {
            Some(b'[') => {
                let close = memchr::memchr(b']', rest);
                let Some(close) = close else { return true };
                let key = rest.get(1..close).unwrap_or(b"");
                if key.iter().any(|b| matches!(b, b'[' | b'"' | b'\'' | b'\\'))
                {
                    // Another bracket may be the last one.
                    return true;
                }
                rest.get(close + 1..).unwrap_or(b"")
            }
            _ => rest,
        };
        // `${@:1}`
        let rest = match rest {
            [b'@' | b'*' | b'$' | b'?' | b'-', more @ ..]
                if len == Some(0) && more.starts_with(b":") =>
            {
                more
            }
            _ => rest,
        };
        match rest {
            [b'=', ..] | [b':', b'=', ..] | [b'\\', b'\n', ..] => true,
            [b':', b':', b'=', ..] => self.zsh,
            [b':', b'-' | b'+' | b'?', ..] => false,
            [b':', offset @ ..] => is_quoted(offset),
            [b'@', operator, ..] => operator.is_ascii_alphabetic(),
            _ => false,
        }
    }

    /// One step inside `${…}`.
    pub(super) fn parameter(&mut self) {
        self.at = self.skip(self.at, |b| {
            !matches!(
                b,
                b'}' | b'\'' | b'"' | b'`' | b'$' | b'\\' | b'<' | b'>'
            )
        });
        if self.at >= self.c.end {
            return;
        }
        let at = self.at;
        let quoted = self.c.pen.double > 0;
        match self.byte(at) {
            b'}' => {
                self.at += 1;
                let start = self.pop_part();
                self.append(start, self.at);
            }
            b'\'' => {
                if quoted {
                    // Shells differ on whether this is a quote.
                    self.lost(at, at + 1);
                }
                self.single();
            }
            b'"' => self.open_double(at),
            b'`' => self.backtick(),
            b'$' => self.dollar(),
            b'\\' => self.escape(),
            _ if self.byte(at + 1) == b'(' && !quoted => self.open_process(),
            _ => self.at += 1,
        }
    }

    /// A backtick: the text up to the next one without a backslash.
    pub(super) fn backtick(&mut self) {
        let start = self.at + 1;
        let mut end = start;
        let mut escaped = false;
        loop {
            let rest = self.bytes.get(end..self.c.end).unwrap_or(b"");
            let Some(len) = memchr::memchr2(b'`', b'\\', rest) else {
                self.lost(self.at, self.c.end);
                self.at += 1;
                return self.append(start - 1, start);
            };
            end += len;
            if self.byte(end) == b'`' {
                break;
            }
            let next = self.byte(end + 1);
            let double = self.c.pen.double > 0 && next == b'"';
            escaped |= matches!(next, b'$' | b'`' | b'\\') || double;
            end += 2;
        }
        self.s.steps += end - start;
        self.expands(WordFlags::SUBSTITUTION);
        self.owner();
        if escaped {
            return self.later(start, end);
        }
        self.push_place(Kind::Backtick, start - 1);
        self.c.end = end;
        self.at = start;
    }

    /// Puts the text of backticks aside, its escapes resolved.
    fn later(&mut self, start: usize, end: usize) {
        self.at = end + 1;
        self.append(start - 1, self.at);
        if self.level >= self.limits.reparse {
            return self.mark(Reason::Depth, start - 1, end + 1);
        }
        let from = self.s.texts.len();
        let double = self.c.pen.double > 0;
        let mut rest = self.str(start, end);
        while let Some(at) = memchr::memchr(b'\\', rest.as_bytes()) {
            let (before, after) = rest.split_at(at);
            self.s.texts.push_str(before);
            let next = after.as_bytes().get(1).copied().unwrap_or(0);
            let drop = matches!(next, b'$' | b'`' | b'\\')
                || (double && next == b'"');
            // What is kept or uncovered is one byte of ASCII.
            let kept = if drop { 1..2 } else { 0..1 };
            let len = kept.end;
            self.s.texts.push_str(after.get(kept).unwrap_or(""));
            rest = after.get(len..).unwrap_or("");
        }
        self.s.texts.push_str(rest);
        let job = Job {
            text: (from, self.s.texts.len()),
            span: self.span(start - 1, end + 1),
            substitutions: self.c.substitutions.saturating_add(1),
            compounds: self.c.compounds,
            piped: self.c.piped || self.c.open.piped,
            level: self.level + 1,
            fresh: self.level > 0,
        };
        self.s.jobs.push(job);
    }
}

/// Whether there are quotes in what counts off a part of a value: they are
/// taken away, and what stood in them is expanded once more:
/// `${x:'$(rm y)'}`.
fn is_quoted(offset: &[u8]) -> bool {
    let end = memchr::memchr(b'}', offset);
    let offset = offset.get(..end.unwrap_or(offset.len())).unwrap_or(b"");
    memchr::memchr3(b'\'', b'"', b'\\', offset).is_some()
}
