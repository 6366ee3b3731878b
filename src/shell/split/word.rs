//! Bare words: where they start, go on and end.

use super::bytes::{blank, meta, name_byte, name_start, plain, width};
use super::lexer::Lexer;
use super::state::{Kind, Pen, Role};
use super::{Word, WordBytes, WordFlags};
use crate::shell::Reason;
use crate::source::Span;

impl Lexer<'_, '_> {
    /// Starts a word here.
    pub(super) fn begin_word(&mut self) {
        self.c.pen = Pen {
            active: true,
            start: self.at,
            cook: self.s.cook.len(),
            ..Pen::default()
        };
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

    /// Reads words up to the first that is more than plain bytes; none where
    /// a word could be more than a part of a command. Each step is what
    /// [`Lexer::begin_word`], [`Lexer::bare`] and [`Lexer::finish_word`] come
    /// to for such a word. Whether anything was read.
    pub(super) fn plain_words(&mut self) -> bool {
        let mut any = false;
        #[cfg(test)]
        if self.s.word_by_word {
            return any;
        }
        let open = &self.c.open;
        if open.test || open.role != Role::Argument || self.discards() {
            return any;
        }
        loop {
            let start = self.at;
            let rest = self.bytes.get(start..self.c.end).unwrap_or(b"");
            let (len, bytes) = plain(rest);
            let first = rest.first().copied().unwrap_or(b'#');
            if len == 0 || first == b'#' || (self.zsh && first == b'=') {
                return any;
            }
            let end = start + len;
            let next = rest.get(len).copied().unwrap_or(b'\n');
            let word = rest.get(..len).unwrap_or(b"");
            if !ends_word(next) || !self.is_plain_argument(word, bytes) {
                self.begin_word();
                self.c.pen.run = (start, end);
                self.at = end;
                return true;
            }
            any = true;
            self.s.steps += 1;
            self.owner_of(start);
            let (from, to) = (self.base + start, self.base + end);
            let cooked = Span::new(from, to);
            let span = self.span(start, end);
            let mut bytes = bytes;
            if self.place.is_some() {
                bytes.0 |= WordBytes::CHANGED;
            }
            let flags = WordFlags::default();
            self.s.words.push(Word { span, cooked, flags, bytes });
            let open = &mut self.c.open;
            open.count += 1;
            open.end = end;
            open.needed = false;
            self.at = self.skip(end, blank);
        }
    }

    /// Whether a word of plain bytes is a word of the command and nothing
    /// else: no keyword, no assignment.
    fn is_plain_argument(&self, word: &[u8], bytes: WordBytes) -> bool {
        let open = &self.c.open;
        if !open.started {
            let fits = !open.after && self.kind != Kind::ForBody;
            return fits
                && !bytes.any(WordBytes::EQUALS)
                && !super::compound::is_keyword(word);
        }
        open.assignments < open.count || !bytes.any(WordBytes::EQUALS)
    }

    /// Opens a process substitution whose bracket is the next byte.
    fn open_process(&mut self) {
        let start = self.at;
        self.c.pen.flags |=
            WordFlags::SUBSTITUTION | WordFlags::UNQUOTED_EXPANSION;
        self.owner();
        self.push_place(Kind::Process, start);
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
                self.count_brackets(b);
            }
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

    /// Adds a range of the text to the cooked word.
    pub(super) fn append(&mut self, start: usize, end: usize) {
        let deep = self.too_deep();
        let pen = &mut self.c.pen;
        if pen.raw > 0 || pen.frozen || start >= end {
            return;
        }
        let (from, to) = pen.run;
        if pen.spilled {
            let piece = self.text.get(start..end).unwrap_or("");
            self.s.cook.push_str(piece);
        } else if from == to {
            pen.run = (start, end);
        } else if to == start {
            pen.run = (from, end);
        } else if deep {
            pen.frozen = true;
        } else {
            self.spill();
            let piece = self.text.get(start..end).unwrap_or("");
            self.s.cook.push_str(piece);
        }
    }

    /// Moves the cooked text into memory of its own.
    pub(super) fn spill(&mut self) {
        if !self.c.pen.spilled {
            self.c.pen.spilled = true;
            let (from, to) = self.c.pen.run;
            let run = self.text.get(from..to).unwrap_or("");
            self.s.cook.push_str(run);
        }
    }

    /// Takes the word as it is, up to here.
    pub(super) fn take_word(&mut self) -> Word {
        let pen = self.c.pen;
        let base = self.base;
        let raw = Span::new(base + pen.start, base + self.at);
        let as_written = !pen.spilled && pen.run == (pen.start, self.at);
        let cooked = if pen.frozen {
            raw
        } else if pen.spilled {
            let start = self.out.text.len();
            let cooked = self.s.cook.get(pen.cook..).unwrap_or("");
            self.out.text.push_str(cooked);
            Span::new(start, self.out.text.len())
        } else if pen.run.0 == pen.run.1 {
            Span::new(base + pen.start, base + pen.start)
        } else {
            Span::new(base + pen.run.0, base + pen.run.1)
        };
        self.s.cook.truncate(pen.cook);
        self.c.pen = Pen::default();
        let flags = WordFlags(pen.flags);
        let mut bytes = WordBytes::ANY;
        const OPEN: u16 = WordFlags::SUBSTITUTION
            | WordFlags::PARAMETER
            | WordFlags::ARITHMETIC;
        if !flags.any(OPEN) {
            // A word with a substitution may hold thousands of others.
            bytes = WordBytes::of(cooked.of(&self.out.text));
        }
        bytes.0 |= WordBytes::CHANGED;
        if as_written && !pen.frozen && self.place.is_none() {
            bytes.0 &= !WordBytes::CHANGED;
        }
        Word { span: self.span(pen.start, self.at), cooked, flags, bytes }
    }

    /// Ends the word, if one is being read.
    pub(super) fn finish_word(&mut self) {
        let pen = self.c.pen;
        if !pen.active {
            return;
        }
        let raw = self.str(pen.start, self.at);
        let bare = pen.flags & WordFlags::QUOTED == 0
            && pen.run == (pen.start, self.at);
        if let Role::Target { .. } = self.c.open.role {
            return self.finish_target();
        }
        if bare && self.descriptor(raw) {
            self.c.pen = Pen::default();
            self.s.cook.truncate(pen.cook);
            return self.redirect(pen.start);
        }
        if bare && self.keyword(raw, pen.start) {
            return;
        }
        if self.discards() {
            self.s.cook.truncate(pen.cook);
            self.c.pen = Pen::default();
            self.c.open.count += 1;
            if self.zsh && self.kind == Kind::ForHead && raw.starts_with('(') {
                self.restart();
                self.become_kind(Kind::ForBody);
            }
            return;
        }
        self.finish_argument(raw);
    }

    fn finish_argument(&mut self, raw: &str) {
        let pen = self.c.pen;
        if self.c.open.after && !self.c.open.started {
            // A word behind `fi`, `done`, `}`.
            self.refuse(pen.start, self.at);
            self.c.open.after = false;
        }
        self.owner();
        let mut word = self.take_word();
        if pen.hidden && self.out.cooked(&word).contains('[') {
            self.c.open.hidden = true;
        }
        let first = self.c.open.assignments == self.c.open.count;
        if first && subscript_goes_on(raw) {
            // bash reads up to the `]`, over blanks and lines.
            self.refuse(pen.start, self.at);
        }
        let open = &mut self.c.open;
        if open.assignments == open.count && assignment(raw).is_some() {
            open.assignments += 1;
            // No files and no braces in the value, and `a[1]` is no glob.
            word.flags.0 &= !(WordFlags::GLOB | WordFlags::BRACE);
        }
        open.count += 1;
        open.end = self.at;
        open.regex = open.test && raw == "=~";
        open.needed = false;
        self.s.words.push(word);
        if self.c.open.test && raw == "]]" {
            self.c.open.test = false;
            self.end_simple();
            self.c.open.after = true;
            self.c.open.first = self.out.simples.len();
        }
    }

    /// Whether the word is the number of a redirection that follows.
    fn descriptor(&self, raw: &str) -> bool {
        if !matches!(self.byte(self.at), b'<' | b'>') || self.c.open.test {
            return false;
        }
        let inner = raw.strip_prefix('{').and_then(|r| r.strip_suffix('}'));
        match inner {
            Some(name) => {
                name.bytes().next().is_some_and(name_start)
                    && name.bytes().all(name_byte)
            }
            None => raw.bytes().all(|b| b.is_ascii_digit()),
        }
    }
}

/// Whether a bare word of plain bytes ends before this byte, and nothing but
/// a blank, a separator or a closing bracket follows.
fn ends_word(b: u8) -> bool {
    matches!(b, b' ' | b'\t' | b'\n' | b';' | b'&' | b'|' | b')')
}

/// Whether what stands before a `}` makes it a brace expansion.
fn expands(so_far: &[u8]) -> bool {
    let Some(open) = memchr::memchr(b'{', so_far) else { return false };
    let inside = so_far.get(open..).unwrap_or(b"");
    memchr::memchr(b',', inside).is_some()
        || memchr::memmem::find(inside, b"..").is_some()
}

/// The length of `NAME=`, `NAME+=`, `NAME[…]=` at the start of a word.
pub(super) fn assignment(raw: &str) -> Option<usize> {
    let bytes = raw.as_bytes();
    if !bytes.first().copied().is_some_and(name_start) {
        return None;
    }
    let name = bytes.iter().position(|&b| !name_byte(b))?;
    let mut at = name;
    if bytes.get(at) == Some(&b'[') {
        let rest = bytes.get(at..)?;
        let close = memchr::memmem::find(rest, b"]=")
            .into_iter()
            .chain(memchr::memmem::find(rest, b"]+="))
            .min()?;
        at += close + 1;
    }
    if bytes.get(at) == Some(&b'+') {
        at += 1;
    }
    (bytes.get(at) == Some(&b'=')).then_some(at + 1)
}

/// Whether a word is the start of a subscript that it does not close: `a[0`.
fn subscript_goes_on(raw: &str) -> bool {
    let bytes = raw.as_bytes();
    if !bytes.first().copied().is_some_and(name_start) {
        return false;
    }
    let name = bytes.iter().position(|&b| !name_byte(b));
    let Some((b'[', rest)) =
        name.and_then(|name| bytes.get(name..)).and_then(<[u8]>::split_first)
    else {
        return false;
    };
    // Thousands of substitutions may stand in it, each of which is looked at
    // as well: what does not end near is said to go on.
    let near = rest.get(..rest.len().min(NEAR)).unwrap_or(b"");
    !near.contains(&b']')
}

/// How far the end of a subscript is looked for.
const NEAR: usize = 4096;
