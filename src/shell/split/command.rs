//! Between the words: separators, brackets, the ends of simple commands.

use super::WordFlags;
use super::bytes::blank;
use super::lexer::Lexer;
use super::state::{Kind, Open, Pen};
use crate::shell::Reason;

impl Lexer<'_, '_> {
    /// One step outside of words.
    pub(super) fn command(&mut self) {
        let next = self.byte(self.at + 1);
        match self.byte(self.at) {
            b' ' | b'\t' => {
                self.at = self.skip(self.at, blank);
                self.plain_words();
            }
            b'\\' if next == b'\n' => self.at += 2,
            b'\n' => self.newline(),
            b'#' => self.comment(),
            b';' => self.semicolon(),
            b'&' => self.ampersand(),
            b'|' => self.bar(),
            b'<' | b'>' if next == b'(' => self.begin_word(),
            b'<' | b'>' if self.c.open.test => self.at += 1,
            b'<' | b'>' => self.redirect(self.at),
            b'(' => self.open_bracket(),
            b')' => self.close_bracket(),
            b'}' if self.kind == Kind::Function && !self.c.open.started => {
                self.close_substitution(1);
            }
            _ if self.plain_words() => {}
            _ => self.begin_word(),
        }
    }

    pub(super) fn comment(&mut self) {
        let rest = self.bytes.get(self.at..self.c.end).unwrap_or(b"");
        let len = memchr::memchr(b'\n', rest).unwrap_or(rest.len());
        self.at += len;
    }

    fn newline(&mut self) {
        if self.c.open.test {
            self.at += 1;
            return;
        }
        self.end_list_item();
        self.at += 1;
        if self.s.awaited.len() > self.c.bodies {
            self.begin_body();
        }
    }

    /// Ends the simple command, or the words of `for`, at a newline.
    fn end_list_item(&mut self) {
        match self.kind {
            Kind::ForHead if self.c.open.count >= 2 => {
                self.restart();
                self.become_kind(Kind::ForBody);
            }
            Kind::ForHead | Kind::CaseHead | Kind::CasePattern => {}
            _ => self.end_simple(),
        }
    }

    fn semicolon(&mut self) {
        let at = self.at;
        let len = if self.is(at, ";;&") {
            3
        } else if self.is(at, ";;")
            || self.is(at, ";&")
            || (self.zsh && self.is(at, ";|"))
        {
            2
        } else {
            1
        };
        self.at += len;
        if len > 1 {
            self.end_simple();
            match self.kind {
                Kind::CaseBody => self.become_kind(Kind::CasePattern),
                _ => self.refuse(at, self.at),
            }
            return;
        }
        if self.kind == Kind::ForHead {
            self.restart();
            self.become_kind(Kind::ForBody);
            return;
        }
        if self.kind != Kind::ForBody {
            self.need_left(at);
        }
        self.separate();
    }

    fn ampersand(&mut self) {
        let at = self.at;
        if self.is(at, "&>") && !self.c.open.test {
            return self.redirect(at);
        }
        let zsh = self.zsh && (self.is(at, "&!") || self.is(at, "&|"));
        let and = self.is(at, "&&");
        self.at += if and || zsh { 2 } else { 1 };
        if self.c.open.test && and {
            return;
        }
        self.need_left(at);
        self.separate();
        self.c.open.needed = and;
    }

    fn bar(&mut self) {
        let at = self.at;
        if self.kind == Kind::CasePattern {
            self.at += 1;
            return;
        }
        let or = self.is(at, "||");
        let both = self.is(at, "|&");
        self.at += if or || both { 2 } else { 1 };
        if self.c.open.test && or {
            return;
        }
        self.need_left(at);
        self.separate();
        self.c.open.needed = true;
        self.c.open.piped = self.c.open.piped || !or;
    }

    /// Refuses a separator with nothing before it.
    pub(super) fn need_left(&mut self, at: usize) {
        let open = &self.c.open;
        if !open.started && !open.after {
            self.refuse(at, at + 1);
        }
    }

    /// Ends the simple command at a separator.
    pub(super) fn separate(&mut self) {
        if self.c.open.test {
            // No shell takes a single `;`, `&` or `|` inside `[[`.
            self.lost(self.at.saturating_sub(1), self.at);
        }
        self.end_simple();
        self.c.open = self.fresh();
    }

    /// A simple command with nothing in it.
    pub(super) fn fresh(&self) -> Open {
        Open {
            words: self.s.words.len(),
            redirects: self.s.redirects.len(),
            piped: self.c.piped,
            ..Open::default()
        }
    }

    /// Drops what was read of a simple command.
    pub(super) fn restart(&mut self) {
        self.s.words.truncate(self.c.open.words);
        self.s.redirects.truncate(self.c.open.redirects);
        self.c.open = self.fresh();
        self.c.pen = Pen::default();
    }

    fn open_bracket(&mut self) {
        let at = self.at;
        if self.c.open.test {
            self.at += 1;
            return;
        }
        if self.kind == Kind::CasePattern {
            self.c.open.started = true;
            self.at += 1;
            return;
        }
        if self.kind == Kind::ForHead && self.zsh {
            return self.begin_word();
        }
        if self.c.open.started {
            if let Some(end) = self.function_brackets() {
                return self.define(self.c.open.start, end);
            }
            if self.zsh {
                return self.begin_word();
            }
            self.lost(at, at + 1);
            self.end_simple();
        } else if self.is(at, "((")
            && let Some(end) = self.arithmetic_end(at + 2, true)
        {
            return self.arithmetic_command(end);
        }
        if self.kind == Kind::ForHead {
            self.lost(at, at + 1);
        }
        self.push_place(Kind::Subshell, at);
        // `()` is nothing that bash takes.
        self.c.open.needed = !self.zsh;
        self.at = at + 1;
    }

    /// The end of `()` behind the one word there is.
    fn function_brackets(&self) -> Option<usize> {
        let open = &self.c.open;
        let name = self.s.words.last()?;
        let expands = name.flags != WordFlags::default();
        let redirects = self.s.redirects.len() - open.redirects;
        if open.count != 1
            || (open.assignments, redirects) != (0, 0)
            || expands
        {
            return None;
        }
        let close = self.skip(self.at + 1, blank);
        (self.byte(close) == b')').then_some(close + 1)
    }

    /// A function is defined: later words may mean something else.
    pub(super) fn define(&mut self, start: usize, end: usize) {
        let span = self.span(start, end);
        self.out.mark(Reason::StateChange, span, None);
        let slot = self.c.open.slot.map(|slot| slot as usize + 1);
        let last = self.out.simples.len();
        if slot == Some(last) {
            self.out.simples.pop();
            self.restart();
        } else {
            self.end_simple();
        }
        self.at = end;
        self.c.open.needed = true;
    }

    fn close_bracket(&mut self) {
        if self.c.open.test {
            self.at += 1;
            return;
        }
        if self.kind == Kind::CasePattern {
            self.at += 1;
            self.restart();
            return self.become_kind(Kind::CaseBody);
        }
        if self.c.round == 0 {
            self.lost(self.at, self.at + 1);
            self.end_simple();
            self.at += 1;
            return;
        }
        if self.c.open.needed {
            self.refuse(self.at, self.at + 1);
        }
        while !self.kind.round() && self.kind != Kind::Top {
            self.lost(self.frame_start(), self.at);
            self.pop_place();
        }
        if self.kind.substitution() {
            self.close_substitution(1);
        } else {
            self.close_compound(1);
        }
    }

    /// Closes a substitution whose closing mark is `len` bytes long; the
    /// word around it goes on.
    pub(super) fn close_substitution(&mut self, len: usize) {
        let frame = self.pop_place();
        self.at += len;
        self.append(frame.start, self.at.min(self.text.len()));
    }

    /// Closes a compound command.
    pub(super) fn close_compound(&mut self, len: usize) {
        self.at += len;
        let frame = self.pop_place();
        let open = &mut self.c.open;
        open.after = true;
        open.needed = false;
        open.first = frame.aux;
    }
}
