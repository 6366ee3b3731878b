//! Words that mean something only where a command starts.

use super::bytes::{blank, meta, name_byte};
use super::lexer::Lexer;
use super::state::Kind;
use crate::shell::Reason;
use crate::shell::data::variables::powerful;

/// Whether a word of plain bytes means something else where a command
/// starts, in some shell.
pub(super) fn is_keyword(word: &[u8]) -> bool {
    match word.len() {
        1 => word == b"!",
        2 => matches!(word, b"if" | b"do" | b"fi"),
        3 => matches!(word, b"for" | b"end"),
        4 => matches!(
            word,
            b"then"
                | b"else"
                | b"elif"
                | b"esac"
                | b"case"
                | b"done"
                | b"time"
        ),
        5 => matches!(word, b"while" | b"until"),
        6 => matches!(word, b"select" | b"always" | b"coproc" | b"repeat"),
        7 => matches!(word, b"foreach"),
        8 => matches!(word, b"function"),
        _ => false,
    }
}

impl Lexer<'_, '_> {
    /// Takes a bare word as a keyword if it is one here.
    pub(super) fn keyword(&mut self, raw: &str, start: usize) -> bool {
        if self.c.open.test {
            return false;
        }
        match self.kind {
            Kind::ForHead => return self.word_of_for(raw),
            Kind::CaseHead => return self.word_of_case(raw),
            Kind::CasePattern => return self.end_of_case(raw),
            Kind::ForBody => self.body_of_for(raw),
            _ => {}
        }
        if self.c.open.started {
            return self.zsh && self.brace_as_word(raw, start);
        }
        if raw.len() > 8 {
            return false;
        }
        self.opening(raw, start)
            || self.middle(raw, start)
            || self.closing_word(raw, start)
            || self.modifier(raw, start)
    }

    /// Opens a compound command whose first word was just read.
    fn open_compound(&mut self, kind: Kind, start: usize) {
        self.drop_word();
        self.push_place(kind, start);
        self.c.open.needed = !matches!(kind, Kind::ForHead | Kind::CaseHead);
    }

    /// The innermost compound command enters its next part.
    fn next_part(&mut self, kind: Kind) {
        self.drop_word();
        if self.c.open.needed {
            self.refuse(self.at, self.at);
        }
        self.restart();
        self.become_kind(kind);
        self.c.open.needed = true;
    }

    fn opening(&mut self, raw: &str, start: usize) -> bool {
        let kind = match raw {
            "if" => Kind::If,
            "while" | "until" => Kind::Loop,
            "for" | "select" => Kind::ForHead,
            "foreach" if self.zsh => Kind::ForHead,
            "case" => Kind::CaseHead,
            "{" => Kind::Group,
            "[[" => {
                self.c.open.after = false;
                self.owner();
                self.c.open.test = true;
                return false;
            }
            _ => return false,
        };
        let body = self.kind == Kind::ForBody
            || (self.zsh
                && self.c.open.after
                && matches!(self.kind, Kind::If | Kind::Loop));
        if kind == Kind::Group && body {
            self.c.open.needed = false;
            self.next_part(Kind::Group);
            return true;
        }
        self.open_compound(kind, start);
        if kind == Kind::ForHead {
            self.open_loop(raw, start);
            self.at = self.skip(self.at, blank);
            self.loops_over(self.at);
            if self.is(self.at, "((")
                && let Some(end) = self.arithmetic_end(self.at + 2, false)
            {
                self.arithmetic_command(end);
            }
        }
        true
    }

    /// `for PATH in /tmp/x`: what the loop sets may change what later words
    /// mean.
    fn loops_over(&mut self, start: usize) {
        let end = self.skip(start, name_byte);
        let name = self.str(start, end);
        let arrays = self.zsh && matches!(name, "path" | "cdpath");
        if arrays || powerful(name) {
            self.mark(Reason::StateChange, start, end);
        }
    }

    fn middle(&mut self, raw: &str, start: usize) -> bool {
        let next = match (raw, self.kind) {
            ("then", Kind::If) => Kind::Then,
            ("else", Kind::Then) => Kind::Then,
            ("elif", Kind::Then) => Kind::If,
            ("do", Kind::Loop | Kind::ForBody) => Kind::Do,
            ("elif", _) if self.zsh => {
                self.open_compound(Kind::If, start);
                return true;
            }
            ("do", _) if self.zsh => {
                self.open_compound(Kind::Do, start);
                return true;
            }
            ("else" | "always", _) if self.zsh => {
                self.drop_word();
                self.c.open.after = false;
                return true;
            }
            ("then" | "else" | "elif" | "do", _) => {
                self.lost(start, self.at);
                self.drop_word();
                return true;
            }
            _ => return false,
        };
        self.c.open.needed &= next != Kind::Do || self.kind == Kind::Loop;
        if self.kind == Kind::ForBody {
            self.enter_loop();
        }
        self.next_part(next);
        true
    }

    fn closing_word(&mut self, raw: &str, start: usize) -> bool {
        let fits = match raw {
            "fi" => self.kind == Kind::Then,
            "done" => self.kind == Kind::Do,
            "end" if self.zsh => self.kind == Kind::Do,
            "esac" => self.kind == Kind::CaseBody,
            "}" => self.kind == Kind::Group,
            _ => return false,
        };
        if !fits {
            self.lost(start, self.at);
            self.drop_word();
            return true;
        }
        if self.c.open.needed {
            self.refuse(start, self.at);
        }
        if raw == "done" {
            self.leave_loop(start);
        }
        self.drop_word();
        self.close_compound(0);
        true
    }

    /// Words before a command that are no part of it.
    fn modifier(&mut self, raw: &str, start: usize) -> bool {
        match raw {
            "!" => self.drop_word(),
            "time" => {
                let Some(at) = self.timed() else { return false };
                self.drop_word();
                self.at = at;
            }
            "coproc" => {
                self.drop_word();
                self.at = self.name_of_coproc();
                self.c.open.piped = true;
            }
            "function" => {
                self.drop_word();
                self.function();
            }
            "repeat" if self.zsh => {
                self.drop_word();
                let count = self.skip(self.at, blank);
                self.at = self.skip(count, |b| !meta(b));
                let count = self.str(count, self.at);
                if !count.bytes().all(name_byte) {
                    self.lost(start, self.at);
                }
            }
            _ => return false,
        }
        self.c.open.needed = true;
        true
    }

    /// Where the compound command behind `time` starts; `None` if a simple
    /// one follows, for which `time` is like any other wrapper.
    fn timed(&self) -> Option<usize> {
        let mut at = self.skip(self.at, blank);
        for option in ["-p", "--"] {
            if self.is(at, option) && blank(self.byte(at + 2)) {
                at = self.skip(at + 2, blank);
            }
        }
        let again = self.word_at(at) == "time";
        (again || self.word_at(at) == "!" || self.compound_at(at))
            .then_some(at)
    }

    fn name_of_coproc(&self) -> usize {
        let start = self.skip(self.at, blank);
        let end = self.skip(start, name_byte);
        let after = self.skip(end, blank);
        if end > start && !self.compound_at(start) && self.compound_at(after) {
            return end;
        }
        self.at
    }

    /// The bare word at `at`.
    fn word_at(&self, at: usize) -> &str {
        let end = self.skip(at, |b| !meta(b) && b != b'\\');
        self.str(at, end)
    }

    /// Whether a compound command starts at `at`.
    fn compound_at(&self, at: usize) -> bool {
        const STARTS: [&str; 9] = [
            "{", "[[", "case", "for", "function", "if", "select", "until",
            "while",
        ];
        self.byte(at) == b'(' || STARTS.contains(&self.word_at(at))
    }

    /// `function name`, with or without `()`.
    fn function(&mut self) {
        let start = self.skip(self.at, blank);
        let end = self.skip(start, |b| !meta(b));
        let name = self.str(start, end);
        if name.is_empty() || name == "{" {
            self.at = start;
            return;
        }
        if name.bytes().any(|b| matches!(b, b'$' | b'`' | b'\'' | b'"')) {
            self.lost(start, end);
            self.at = start;
            return;
        }
        let open = self.skip(end, blank);
        let close = self.skip(open + 1, blank);
        let bracket = self.byte(open) == b'(' && self.byte(close) == b')';
        self.define(start, if bracket { close + 1 } else { end });
    }

    /// A word between `for` and its body.
    fn word_of_for(&mut self, raw: &str) -> bool {
        let count = self.c.open.count;
        let bracket = self.zsh && count >= 2;
        match raw {
            "in" if count == 1 => {
                self.drop_word();
                self.c.open.count = 2;
                true
            }
            "do" if count == 1 || bracket => {
                self.enter_loop();
                self.next_part(Kind::Do);
                true
            }
            "{" if count == 1 || bracket => {
                self.next_part(Kind::Group);
                true
            }
            _ => false,
        }
    }

    /// Something else than `do` or `{` where the body of `for` should be:
    /// in zsh it is the body.
    fn body_of_for(&mut self, raw: &str) {
        if matches!(raw, "do" | "{") || self.c.open.started {
            return;
        }
        let pen = self.c.pen;
        if self.zsh {
            self.pop_place();
            self.c.pen = pen;
        } else {
            self.refuse(pen.start, self.at);
        }
    }

    /// A word between `case` and `in`.
    fn word_of_case(&mut self, raw: &str) -> bool {
        if raw != "in" || self.c.open.count != 1 {
            return false;
        }
        self.drop_word();
        self.restart();
        self.become_kind(Kind::CasePattern);
        true
    }

    /// `esac` where a pattern could stand.
    fn end_of_case(&mut self, raw: &str) -> bool {
        if raw != "esac" || self.c.open.count != 0 || self.c.open.started {
            return false;
        }
        self.drop_word();
        self.close_compound(0);
        true
    }

    /// In zsh braces need no separator before them.
    fn brace_as_word(&mut self, raw: &str, start: usize) -> bool {
        if self.c.open.assignments == self.c.open.count {
            return false;
        }
        match (raw, self.kind) {
            ("{", Kind::If | Kind::Loop) => {
                self.drop_word();
                self.end_simple();
                self.become_kind(Kind::Group);
                true
            }
            ("}", Kind::Group) => {
                self.drop_word();
                self.at = start;
                self.end_simple();
                self.at = start + 1;
                self.close_compound(0);
                true
            }
            _ => false,
        }
    }
}
