//! PowerShell 7. Not its whole grammar: statements, pipelines, quotes and
//! nested code are found, so that every command in them is seen; what an
//! expression does is left to the flags of its words.

use super::bytes::{meta, name_byte};
use super::lexer::Lexer;
use super::state::{Kind, Role};
use super::{Line, WordFlags};
use crate::shell::Reason;

impl Lexer<'_, '_> {
    /// One step through PowerShell.
    pub(super) fn power(&mut self) {
        if self.kind == Kind::Double {
            self.power_quoted();
        } else if self.c.pen.active {
            self.power_bare();
        } else {
            self.power_command();
        }
    }

    fn power_command(&mut self) {
        let at = self.at;
        let next = self.byte(at + 1);
        match self.byte(at) {
            b' ' | b'\t' => self.at += 1,
            b'`' if matches!(next, b'\n' | b'\r') => self.continue_line(),
            b'\n' | b'\r' => {
                self.end_simple();
                self.at += 1;
            }
            b';' => {
                if self.c.open.needed && !self.c.open.started {
                    // `&;`: nothing is called.
                    self.lost(at, at + 1);
                }
                self.at += 1;
                self.separate();
            }
            b'#' => {
                self.at = self.skip(at, |b| !matches!(b, b'\n' | b'\r'));
            }
            b'<' if next == b'#' => self.block_comment(),
            b'&' => self.power_ampersand(),
            b'|' => {
                self.need_left(at);
                self.at += if next == b'|' { 2 } else { 1 };
                self.separate();
                self.c.open.needed = true;
                self.c.open.piped |= next != b'|';
            }
            b'.' if matches!(next, b' ' | b'\t') && !self.c.open.started => {
                self.at += 1;
                self.c.open.needed = true;
            }
            b'>' => self.redirect(at),
            b'<' => {
                self.lost(at, at + 1);
                self.at += 1;
            }
            b')' if self.c.round > 0 => self.power_close(),
            b'}' if self.kind == Kind::Function => self.close_substitution(1),
            b')' | b'}' => {
                self.lost(at, at + 1);
                self.end_simple();
                self.at += 1;
            }
            _ => self.power_word(),
        }
    }

    /// A backtick at the end of a line, which may end with two bytes.
    pub(super) fn continue_line(&mut self) {
        self.at += match self.is(self.at + 1, "\r\n") {
            true => 3,
            false => 2,
        };
    }

    fn power_ampersand(&mut self) {
        let at = self.at;
        if self.byte(at + 1) == b'&' {
            self.need_left(at);
            self.at += 2;
            self.separate();
            self.c.open.needed = true;
        } else if self.c.open.started {
            self.at += 1;
            self.separate();
        } else {
            // The call operator: the next word is the command.
            self.at += 1;
            self.c.open.needed = true;
        }
    }

    fn power_close(&mut self) {
        while !self.kind.round() && self.kind != Kind::Top {
            self.lost(self.frame_start(), self.at);
            self.pop_place();
        }
        self.close_substitution(1);
    }

    fn block_comment(&mut self) {
        let rest = self.bytes.get(self.at..self.c.end).unwrap_or(b"");
        match memchr::memmem::find(rest, b"#>") {
            Some(len) => self.at += len + 2,
            None => {
                self.lost(self.at, self.c.end);
                self.at = self.c.end;
            }
        }
    }

    fn power_word(&mut self) {
        if self.c.open.after && !self.continues() {
            // `if (…) {…} command`: a new statement.
            self.end_simple();
        }
        self.start_word(self.at, 0);
        if self.byte(self.at) != b'@' {
            return;
        }
        let at = self.at;
        match self.byte(at + 1) {
            b'(' | b'{' => {
                self.at += 1;
                self.power_open(at);
            }
            quote @ (b'\'' | b'"') => self.here_string(quote),
            _ => {
                // Arguments from a variable: `@parameters`.
                self.at += 1;
                self.expands(WordFlags::PARAMETER);
                self.append(at, self.at);
            }
        }
    }

    /// Whether the word here goes on with the statement before it.
    fn continues(&self) -> bool {
        const MORE: [&str; 7] =
            ["catch", "else", "elseif", "end", "finally", "until", "while"];
        let end = self.skip(self.at, name_byte);
        let word = self.str(self.at, end);
        end == self.at || MORE.iter().any(|m| m.eq_ignore_ascii_case(word))
    }

    /// Opens the bracket that stands here; what it belongs to starts at
    /// `start`.
    pub(super) fn power_open(&mut self, start: usize) {
        if self.too_deep() {
            // Each bracket more would be a longer word around all the
            // others; the scan of bare tokens finds what is left.
            self.lost(start, self.c.end);
            self.at = self.c.end;
            return;
        }
        let round = self.byte(self.at) == b'(';
        self.expands(WordFlags::SUBSTITUTION);
        self.owner();
        let kind = if round { Kind::Command } else { Kind::Function };
        self.push_place(kind, start);
        self.at += 1;
    }

    fn power_bare(&mut self) {
        let start = self.at;
        self.at = self.skip(start, |b| {
            !meta(b)
                && !matches!(
                    b,
                    b'\r'
                        | b'\''
                        | b'"'
                        | b'`'
                        | b'$'
                        | b'{'
                        | b'}'
                        | b'='
                        | b'*'
                        | b'?'
                        | b'['
                )
        });
        self.append(start, self.at);
        let at = self.at;
        if at >= self.c.end {
            return;
        }
        let first = at == self.c.pen.start;
        match self.byte(at) {
            b'\'' => self.power_single(),
            b'"' => self.open_double(at),
            b'`' => self.power_escape(),
            b'$' => self.power_dollar(),
            b'(' => self.power_open(at),
            b'{' if first => self.power_open(at),
            b'=' if self.assigns() => self.assign(),
            b'*' | b'?' | b'[' => {
                let bare = self.str(self.c.pen.start, at + 1);
                if bare != "?" {
                    self.c.pen.flags |= WordFlags::GLOB;
                }
                self.at += 1;
                self.append(at, self.at);
            }
            b'=' => {
                self.at += 1;
                self.append(at, self.at);
            }
            _ => self.finish_power_word(),
        }
    }

    /// Ends the word of PowerShell that is being read.
    pub(super) fn finish_power_word(&mut self) {
        let pen = self.c.pen;
        let raw = self.str(pen.start, self.at);
        if let Role::Target { .. } = self.c.open.role {
            return self.finish_target();
        }
        let bare = pen.flags & !WordFlags::GLOB == 0;
        let number = raw == "*" || raw.bytes().all(|b| b.is_ascii_digit());
        if bare && number && self.byte(self.at) == b'>' {
            self.drop_word();
            return self.redirect(pen.start);
        }
        let next = self.skip(self.at, |b| b == b' ' || b == b'\t');
        if self.assigns() && self.assignment_at(next) {
            self.at = self.skip(next, |b| b != b'=');
            return self.assign();
        }
        if bare && self.c.open.count == 0 && is(raw, &LEADING) {
            self.drop_word();
            self.c.open.needed = false;
            return;
        }
        let within = bare && self.kind == Kind::Command;
        if within && self.c.open.count < 2 && is(raw, &["in"]) {
            // `foreach ($x in command)`.
            if !self.in_head() {
                self.lost(pen.start, self.at);
            }
            self.drop_word();
            return self.end_simple();
        }
        let block = self.byte(self.at.wrapping_sub(1)) == b'}';
        self.owner();
        let word = self.take_word();
        if raw == "--%" {
            // Everything behind it goes to the program as it stands.
            self.lost(pen.start, self.c.end);
        }
        let open = &mut self.c.open;
        if open.count == 0 {
            open.test = false;
            open.regex = is(raw, &STATEMENTS);
        }
        open.count += 1;
        open.end = self.at;
        open.needed = false;
        open.after = open.regex && block;
        self.s.words.push(word);
        if self.c.open.count == 1 && is_parameters(raw) {
            // `param($x) command`
            return self.end_simple();
        }
        if is(raw, &DEFINITIONS) && self.c.open.count == 1 {
            self.mark_line(Reason::StateChange, pen.start, self.at);
        }
    }

    /// Whether the brackets here are surely those of `foreach (…)`.
    fn in_head(&self) -> bool {
        const NAME: &[u8] = b"foreach";
        let end = self.frame_start();
        let from = end.saturating_sub(NAME.len() + 1);
        let before = self.bytes.get(from..end).unwrap_or(b"");
        let before = before.trim_ascii();
        before.eq_ignore_ascii_case(NAME)
    }

    pub(super) fn mark_line(
        &mut self,
        reason: Reason,
        start: usize,
        end: usize,
    ) {
        let span = self.span(start, end);
        self.out.mark(reason, span, None);
    }
}

/// Words before a command.
const LEADING: [&str; 3] = ["exit", "return", "throw"];

/// Words that start a statement which may end with a `}`.
const STATEMENTS: [&str; 20] = [
    "begin", "catch", "class", "do", "else", "elseif", "end", "enum",
    "filter", "finally", "for", "foreach", "function", "if", "process",
    "switch", "trap", "try", "until", "while",
];

/// Words after which a name means something new.
const DEFINITIONS: [&str; 6] =
    ["class", "enum", "filter", "function", "using", "workflow"];

/// Programs that run text as code, and what makes names mean other things.
const CODE: [(&str, Reason); 12] = [
    ("add-type", Reason::ForeignCode),
    ("icm", Reason::DynamicCommand),
    ("iex", Reason::DynamicCommand),
    ("invoke-command", Reason::DynamicCommand),
    ("invoke-expression", Reason::DynamicCommand),
    ("nal", Reason::StateChange),
    ("new-alias", Reason::StateChange),
    ("powershell", Reason::ForeignCode),
    ("pwsh", Reason::ForeignCode),
    ("sal", Reason::StateChange),
    ("set-alias", Reason::StateChange),
    ("start-process", Reason::DynamicCommand),
];

/// Whether a word is `param(…)`.
pub(crate) fn is_parameters(word: &str) -> bool {
    let name = word.split('(').next().unwrap_or("");
    name.len() < word.len() && name.eq_ignore_ascii_case("param")
}

fn is(word: &str, list: &[&str]) -> bool {
    list.iter().any(|entry| entry.eq_ignore_ascii_case(word))
}

/// Marks commands that run their arguments as code.
pub(super) fn code(out: &mut Line) {
    for index in 0..out.simples.len() {
        let Some(simple) = out.simples.get(index).copied() else { continue };
        let Some(word) = out.words_of(&simple).first() else { continue };
        let name = out.cooked(word);
        let name = name.rsplit(['\\', '/']).next().unwrap_or(name);
        let dot = name.len().saturating_sub(4);
        let name = match name.get(dot..) {
            Some(end) if end.eq_ignore_ascii_case(".exe") => {
                name.get(..dot).unwrap_or(name)
            }
            _ => name,
        };
        let row = CODE.iter().find(|(c, _)| c.eq_ignore_ascii_case(name));
        if let Some(&(_, reason)) = row {
            out.mark(reason, simple.span, u32::try_from(index).ok());
        }
    }
}
