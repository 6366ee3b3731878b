//! Arithmetic: `$(( … ))`, `(( … ))`, `$[ … ]`.

use super::bytes::{blank, name_byte, name_start};
use super::lexer::Lexer;
use super::state::Kind;
use super::{Word, WordBytes, WordFlags};
use crate::shell::Reason;
use crate::source::Span;

impl Lexer<'_, '_> {
    /// Where the `))` stands that ends the arithmetic starting here; `None`
    /// if these are two brackets of subshells.
    pub(super) fn arithmetic_end(
        &mut self,
        start: usize,
        command: bool,
    ) -> Option<usize> {
        let end = self.matching(start);
        let looked = end.unwrap_or(self.c.end).saturating_sub(start);
        self.s.steps += looked.min(self.budget);
        if self.budget < looked {
            // Nested so often that looking ahead would not be linear.
            self.budget = 0;
            self.lost(start, self.c.end);
            return None;
        }
        self.budget -= looked;
        let end = end?;
        if self.byte(end + 1) != b')' {
            return None;
        }
        let inside = self.bytes.get(start..end).unwrap_or(b"");
        if sets_path(inside) {
            self.mark(Reason::StateChange, start, end);
        }
        if command && reads_as_command(inside) {
            // bash takes it for bad arithmetic; better safe.
            self.lost(start, end);
            return None;
        }
        Some(end)
    }

    /// The bracket that closes the one before `start`.
    fn matching(&self, start: usize) -> Option<usize> {
        let mut depth = 0usize;
        let mut at = start;
        while at < self.c.end && at - start <= self.budget {
            match self.byte(at) {
                b'\\' => at += 1,
                quote @ (b'\'' | b'"') => at = self.closing(at, quote)?,
                b'(' => depth += 1,
                b')' if depth == 0 => return Some(at),
                b')' => depth -= 1,
                _ => {}
            }
            at += 1;
        }
        None
    }

    fn closing(&self, open: usize, quote: u8) -> Option<usize> {
        let mut at = open + 1;
        loop {
            let rest = self.bytes.get(at..self.c.end)?;
            at += match quote {
                b'"' => memchr::memchr2(b'"', b'\\', rest)?,
                _ => memchr::memchr(quote, rest)?,
            };
            if self.byte(at) == quote {
                return Some(at);
            }
            at += 2;
        }
    }

    /// `(( … ))` as a command: a word for each bracket and one between.
    pub(super) fn arithmetic_command(&mut self, end: usize) {
        self.c.pen.start = self.at;
        self.bracket_word();
        self.start_word(self.at, WordFlags::ARITHMETIC);
        self.push_part(Kind::ArithmeticCommand, self.at);
        self.c.end = end;
    }

    /// The end of its inner part is reached.
    pub(super) fn end_arithmetic_command(&mut self) {
        let start = self.pop_part();
        self.append(start, self.at);
        if self.discards() {
            self.at += 2;
            self.restart();
            return self.become_kind(Kind::ForBody);
        }
        let word = self.take_word();
        self.s.words.push(word);
        self.bracket_word();
        self.end_simple();
        self.c.open.after = true;
        self.c.open.first = self.out.simples.len();
    }

    /// Adds `((` or `))` as a word.
    fn bracket_word(&mut self) {
        let (start, end) = (self.at, self.at + 2);
        self.at = end;
        if self.discards() {
            return;
        }
        self.owner();
        let cooked = Span::new(self.base + start, self.base + end);
        let span = self.span(start, end);
        let flags = WordFlags::default();
        let mut bytes = WordBytes::of(self.str(start, end));
        bytes.0 |= WordBytes::CHANGED;
        self.s.words.push(Word { span, cooked, flags, bytes });
        self.c.open.end = end;
        self.c.open.count += 1;
        self.c.open.needed = false;
    }

    /// One step inside arithmetic; quotes mean nothing here.
    pub(super) fn arithmetic(&mut self) {
        let at = self.at;
        let b = self.byte(at);
        match b {
            b'$' => self.dollar(),
            b'`' => self.backtick(),
            b'\\' => self.at = self.c.end.min(at + 2),
            b'[' | b']' | b'"' | b'\'' if self.kind == Kind::OldArithmetic => {
                self.old_arithmetic(b);
            }
            b'0'..=b'9' => self.at = self.skip(at, name_byte),
            b if name_start(b) => {
                self.c.pen.flags |= WordFlags::PARAMETER;
                self.at = self.skip(at, name_byte);
            }
            _ => self.at += 1,
        }
    }

    fn old_arithmetic(&mut self, b: u8) {
        self.at += 1;
        if b == b'"' || b == b'\'' {
            return self.lost(self.at - 1, self.at);
        }
        let Some(frame) = self.s.frames.last_mut() else { return };
        if b == b'[' {
            frame.aux += 1;
        } else if frame.aux > 0 {
            frame.aux -= 1;
        } else {
            let start = self.pop_part();
            self.append(start, self.at);
        }
    }
}

/// Whether programs may be looked for elsewhere once it is computed, in a
/// directory with a number for its name (`$((PATH=1))`): nobody counts with
/// this variable.
fn sets_path(inside: &[u8]) -> bool {
    const NAME: &[u8] = b"PATH";
    let named = |at: Option<usize>| {
        at.and_then(|at| inside.get(at)).is_some_and(|&b| name_byte(b))
    };
    memchr::memmem::find_iter(inside, NAME)
        .any(|at| !named(at.checked_sub(1)) && !named(Some(at + NAME.len())))
}

/// Whether the inside of `(( … ))` looks like commands: two names side by
/// side, a path, a separator.
fn reads_as_command(inside: &[u8]) -> bool {
    if memchr::memchr2(b';', b'\n', inside).is_some()
        || memchr::memmem::find(inside, b"./").is_some()
    {
        return true;
    }
    let mut last = 0u8;
    let mut gap = false;
    for &b in inside {
        match b {
            // What stands in a substitution is looked at on its own.
            b'$' | b'`' => return false,
            b if blank(b) => gap = true,
            b => {
                if gap && name_byte(last) && name_start(b) {
                    return true;
                }
                gap = false;
                last = b;
            }
        }
    }
    false
}
