//! Redirections.

use super::lexer::Lexer;
use super::state::{Awaited, Role};
use super::{Redirect, RedirectKind, WordFlags};
use crate::shell::Reason;
use crate::shell::data::variables::powerful;

impl Lexer<'_, '_> {
    /// Reads an operator; its number starts at `start`, the operator stands
    /// here.
    pub(super) fn redirect(&mut self, start: usize) {
        if let Role::Target { at, .. } = self.c.open.role {
            // An operator where a target should be.
            self.refuse(at, self.at);
        }
        // `{PATH}>x` sets the variable.
        let number = self.str(start, self.at);
        if powerful(number.trim_matches(['{', '}'])) {
            self.mark(Reason::StateChange, start, self.at);
        }
        let (kind, len) = self.operator();
        let operator = self.str(self.at, self.at + len);
        let role = Role::Target {
            at: start,
            kind,
            descriptor: descriptor(number, operator),
            duplicate: matches!(operator, ">&" | "<&"),
            tabs: operator == "<<-",
        };
        if !self.c.open.started {
            self.c.open.started = true;
            self.c.open.start = start;
        }
        self.at += len;
        let goes_on = [b'<', b'>', b'&', b'|', b'-', b'(', b'\\'];
        if self.is(self.at, "\\\n")
            && goes_on.contains(&self.byte(self.at + 2))
        {
            // The operator goes on in the next line: `<<\` and `-E`.
            self.refuse(start, self.at + 3);
        }
        if self.is(self.at, "!") && kind == RedirectKind::Write {
            if self.zsh {
                self.at += 1;
            } else {
                // A file called `!` here, a forced write in zsh.
                self.refuse(start, self.at + 1);
            }
        } else if self.zsh && self.is(self.at, "|") {
            self.at += 1;
        }
        self.c.open.role = role;
    }

    fn operator(&self) -> (RedirectKind, usize) {
        use RedirectKind::{
            Duplicate, HereDocument, HereString, Read, ReadWrite, Write,
        };
        const OPERATORS: [(&str, RedirectKind); 12] = [
            ("<<<", HereString),
            ("<<-", HereDocument),
            ("<<", HereDocument),
            ("<&", Duplicate),
            ("<>", ReadWrite),
            ("<", Read),
            ("&>>", Write),
            ("&>", Write),
            (">>", Write),
            (">&", Write),
            (">|", Write),
            (">", Write),
        ];
        let found = OPERATORS.iter().find(|(text, _)| self.is(self.at, text));
        found.map_or((Write, 1), |&(text, kind)| (kind, text.len()))
    }

    /// Ends the word that is the target of a redirection.
    pub(super) fn finish_target(&mut self) {
        let Role::Target { at, mut kind, descriptor, duplicate, tabs } =
            self.c.open.role
        else {
            return;
        };
        self.c.open.role = Role::Argument;
        if self.discards() {
            // No head of a compound command has redirections.
            self.lost(at, self.at);
            return self.drop_word();
        }
        let after = self.c.open.after && self.c.open.count == 0;
        let simple = self.owner().unwrap_or(0);
        let target = self.take_word();
        if duplicate && is_descriptor(self.out.cooked(&target)) {
            kind = RedirectKind::Duplicate;
        }
        let nth = self.s.redirects.len() - self.c.open.redirects;
        let span = self.span(at, self.at);
        let redirect = Redirect { span, kind, descriptor, target };
        self.s.redirects.push(redirect);
        self.c.open.end = self.at;
        self.c.open.needed = false;
        if kind == RedirectKind::HereDocument {
            self.s.awaited.push(Awaited {
                simple,
                redirect: u32::try_from(nth).unwrap_or(u32::MAX),
                delimiter: target.cooked,
                quoted: target.flags.any(WordFlags::QUOTED),
                tabs,
            });
        }
        if after && self.out.feeds(&redirect) && !self.too_deep() {
            self.feed(simple);
        }
    }

    /// Everything in the compound command just closed reads what the
    /// redirection behind it gives.
    fn feed(&mut self, end: u32) {
        let inner = self.c.open.first..end as usize;
        for simple in self.out.simples.get_mut(inner).into_iter().flatten() {
            simple.piped = true;
        }
        // Once is enough.
        self.c.open.first = end as usize;
    }
}

/// What an operator with a number before it is about.
fn descriptor(number: &str, operator: &str) -> Option<u32> {
    match number {
        // `*>` of PowerShell is about each of them.
        "" | "*" => Some(u32::from(!operator.starts_with('<'))),
        _ => number.parse().ok(),
    }
}

/// Whether the word behind `>&` names no file.
fn is_descriptor(word: &str) -> bool {
    let number = word.strip_suffix('-').unwrap_or(word);
    number.bytes().all(|b| b.is_ascii_digit())
}
