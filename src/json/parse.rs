use super::{BARE, DOUBTFUL, Fault, Kind, Limits, Node, Problem, Tape};
use crate::source::Span;

/// Reads `text` onto the empty `tape`.
pub(super) fn run(tape: &mut Tape, text: &str, limits: &Limits) {
    let limit = limits.size.min(u32::MAX as usize - 1);
    let bytes = text.as_bytes();
    let mut parser = Parser {
        text,
        bytes,
        at: 0,
        tape,
        limits,
        comma: None,
        missed: None,
        deep: false,
        counts: [0; Fault::COUNT],
    };
    if text.len() > limit {
        return parser.problem(Fault::TooLarge, Span::default());
    }
    parser.document();
    let order = |p: &Problem| (p.fault.is_more(), p.span);
    parser.tape.problems.sort_by_key(order);
}

pub(super) struct Parser<'t> {
    pub(super) text: &'t str,
    pub(super) bytes: &'t [u8],
    pub(super) at: usize,
    pub(super) tape: &'t mut Tape,
    pub(super) limits: &'t Limits,
    /// The comma that was read last, when nothing has followed it yet.
    pub(super) comma: Option<usize>,
    /// A missing comma whose span is the node that is pushed next.
    pub(super) missed: Option<usize>,
    /// Whether too deep nesting was reported.
    pub(super) deep: bool,
    /// How often each fault was found.
    pub(super) counts: [usize; Fault::COUNT],
}

/// What must come next.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Expect {
    Value,
    Key,
    Colon,
    /// A comma or a closing bracket, or the end.
    Next,
}

impl Parser<'_> {
    fn document(&mut self) {
        if self.text.starts_with('\u{feff}') {
            self.problem(Fault::ByteOrderMark, Span::new(0, 3));
            self.at = 3;
        }
        let mut expect = Expect::Value;
        loop {
            self.blanks();
            let Some(byte) = self.byte() else { break };
            if expect == Expect::Next && self.tape.open.is_empty() {
                let end = self.text.trim_end().len();
                // What is no blank of JSON may be one of other texts.
                let end = if end > self.at { end } else { self.text.len() };
                let rest = Span::new(self.at, end);
                return self.problem(Fault::TrailingText, rest);
            }
            expect = match expect {
                Expect::Value => self.value(byte),
                Expect::Key => self.key(byte),
                Expect::Colon => self.colon(byte),
                Expect::Next => self.next(byte),
            };
        }
        self.finish(expect);
    }

    /// The end of the text, with what is still open.
    fn finish(&mut self, expect: Expect) {
        let end = self.text.len();
        let in_object = self.top() == Some(Kind::Object);
        if in_object && matches!(expect, Expect::Colon | Expect::Value) {
            self.push(Kind::Broken, end, end, 0);
        }
        let inner = self.tape.open.last().copied();
        while let Some(open) = self.tape.open.pop() {
            self.close(open, end);
        }
        if let Some(node) = inner.and_then(|i| self.tape.nodes.get(i as usize))
        {
            let start = node.span.start as usize;
            let bracket = Span::new(start, start + 1);
            let place = Some(Span::new(end, end));
            self.problem_at(Fault::UnclosedBracket, bracket, place);
        } else if self.tape.nodes.is_empty() && !self.has_errors() {
            self.problem(Fault::Empty, Span::new(end, end));
        }
    }

    #[inline]
    pub(super) fn byte(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    #[inline]
    pub(super) fn top(&self) -> Option<Kind> {
        let open = *self.tape.open.last()?;
        self.tape.nodes.get(open as usize).map(|node| node.kind)
    }

    #[inline]
    pub(super) fn push(
        &mut self,
        kind: Kind,
        start: usize,
        end: usize,
        flags: u8,
    ) -> u32 {
        let at = self.tape.nodes.len() as u32;
        let span = Span::new(start, end);
        if let Some(missed) = self.missed.take() {
            let container = matches!(kind, Kind::Array | Kind::Object);
            let shown = if container { start + 1 } else { end };
            if let Some(problem) = self.tape.problems.get_mut(missed) {
                problem.span = Span::new(start, shown);
            }
        }
        self.comma = None;
        self.tape.nodes.push(Node { span, next: at + 1, kind, flags });
        at
    }

    /// Skips blanks and comments.
    #[inline]
    fn blanks(&mut self) {
        loop {
            match self.byte() {
                Some(b' ' | b'\t' | b'\r' | b'\n') => self.at += 1,
                Some(b'/') => {
                    if !self.comment() {
                        return;
                    }
                }
                Some(b'#') => self.line_comment(),
                _ => return,
            }
        }
    }

    fn comment(&mut self) -> bool {
        match self.bytes.get(self.at + 1) {
            Some(b'/') => self.line_comment(),
            Some(b'*') => {
                let start = self.at;
                let rest = self.bytes.get(start + 2..).unwrap_or(&[]);
                let found = memchr::memmem::find(rest, b"*/");
                let end = found.map(|at| start + at + 4);
                self.at = end.unwrap_or(self.bytes.len());
                let fault = match end {
                    Some(_) => Fault::Comment,
                    None => Fault::UnclosedComment,
                };
                self.problem(fault, Span::new(start, self.at));
            }
            _ => return false,
        }
        true
    }

    fn line_comment(&mut self) {
        let start = self.at;
        let rest = self.bytes.get(start..).unwrap_or(&[]);
        let len = memchr::memchr(b'\n', rest).unwrap_or(rest.len());
        self.at = start + len;
        let line = self.text.get(start..self.at).unwrap_or("");
        let end = start + line.trim_end().len();
        self.problem(Fault::Comment, Span::new(start, end));
    }

    fn value(&mut self, byte: u8) -> Expect {
        let in_object = self.top() == Some(Kind::Object);
        match byte {
            b'"' | b'\'' => {
                self.string(byte, true);
                if in_object && self.byte() == Some(b',') {
                    return self.next(b',');
                }
            }
            b'{' => return self.open(Kind::Object),
            b'[' => return self.open(Kind::Array),
            b'0'..=b'9' | b'-' | b'+' | b'.' => self.number(),
            b'a'..=b'z' | b'A'..=b'Z' | b'_' | b'$' => self.word(),
            b'}' | b']' | b',' if in_object => {
                // The key stands just before.
                let key = self.tape.nodes.last().map(|node| node.span);
                let here = Span::new(self.at, self.at);
                self.problem(Fault::MissingValue, key.unwrap_or(here));
                self.push(Kind::Broken, self.at, self.at, 0);
            }
            b'}' | b']' => return self.close_bracket(byte, Expect::Value),
            b',' => {
                self.single(Fault::ExtraComma);
                return Expect::Value;
            }
            _ => {
                let start = self.at;
                self.unexpected();
                self.push(Kind::Broken, start, self.at, 0);
            }
        }
        Expect::Next
    }

    fn key(&mut self, byte: u8) -> Expect {
        match byte {
            b'"' | b'\'' => {
                self.string(byte, false);
                if self.byte() == Some(b':') {
                    self.at += 1;
                    return Expect::Value;
                }
            }
            b'}' | b']' => return self.close_bracket(byte, Expect::Key),
            b',' => {
                self.single(Fault::ExtraComma);
                return Expect::Key;
            }
            b'a'..=b'z' | b'A'..=b'Z' | b'_' | b'$' => {
                let start = self.at;
                self.at = self.run_end(is_word);
                let span = Span::new(start, self.at);
                self.problem(Fault::BareKey, span);
                self.push(Kind::String, start, self.at, BARE);
            }
            b'{' | b'[' => {
                self.single(Fault::NotAKey);
                self.at -= 1;
                self.skip();
                self.comma = None;
                return Expect::Next;
            }
            b':' => {
                self.single(Fault::Unexpected);
                return Expect::Key;
            }
            b'0'..=b'9' | b'-' => {
                let start = self.at;
                self.at = self.run_end(is_number);
                self.problem(Fault::NotAKey, Span::new(start, self.at));
                self.push(Kind::String, start, self.at, BARE | DOUBTFUL);
            }
            _ => {
                self.unexpected();
                return Expect::Key;
            }
        }
        Expect::Colon
    }

    fn colon(&mut self, byte: u8) -> Expect {
        if byte == b':' {
            self.at += 1;
            return Expect::Value;
        }
        if matches!(byte, b'}' | b']' | b',') {
            return self.value(byte);
        }
        let key = self.tape.nodes.last().map(|node| node.span);
        let here = Span::new(self.at, self.at + 1);
        self.problem(Fault::MissingColon, key.unwrap_or(here));
        if byte == b'=' {
            self.at += 1;
        }
        Expect::Value
    }

    fn next(&mut self, byte: u8) -> Expect {
        let in_object = self.top() == Some(Kind::Object);
        let then = if in_object { Expect::Key } else { Expect::Value };
        match byte {
            b',' => {
                self.comma = Some(self.at);
                self.at += 1;
                then
            }
            b'}' | b']' => self.close_bracket(byte, Expect::Next),
            b'"' | b'\'' => self.missing_comma(then),
            b'{' | b'[' | b'0'..=b'9' | b'-' if !in_object => {
                self.missing_comma(then)
            }
            b'a'..=b'z' | b'A'..=b'Z' | b'_' | b'$' => {
                let end = self.run_end(is_word);
                let rest = self.bytes.get(end..).unwrap_or(&[]);
                let after = rest.iter().find(|b| !b.is_ascii_whitespace());
                if (after == Some(&b':')) == in_object {
                    return self.missing_comma(then);
                }
                self.unexpected();
                Expect::Next
            }
            b'{' | b'[' => {
                self.single(Fault::Unexpected);
                self.at -= 1;
                self.skip();
                Expect::Next
            }
            _ => {
                self.unexpected();
                Expect::Next
            }
        }
    }

    fn missing_comma(&mut self, then: Expect) -> Expect {
        let before = self.tape.problems.len();
        self.problem(Fault::MissingComma, Span::new(self.at, self.at + 1));
        let new = self.tape.problems.get(before).map(|new| new.fault);
        self.missed = (new == Some(Fault::MissingComma)).then_some(before);
        then
    }

    /// One byte that is a problem.
    pub(super) fn single(&mut self, fault: Fault) {
        self.problem(fault, Span::new(self.at, self.at + 1));
        self.at += 1;
    }

    /// A run of characters that mean nothing.
    fn unexpected(&mut self) {
        let start = self.at;
        let rest = self.text.get(start..).unwrap_or("");
        let is_curly = |c: char| matches!(c, '“' | '”' | '„' | '‘' | '’');
        if rest.starts_with(is_curly) {
            let mut inner = rest.char_indices().skip(1);
            let end = inner.find(|&(_, c)| is_curly(c) || c == '\n');
            self.at = match end {
                Some((at, '\n')) => {
                    let line = rest.get(..at).unwrap_or("");
                    start + line.strip_suffix('\r').unwrap_or(line).len()
                }
                Some((at, c)) => start + at + c.len_utf8(),
                None => self.bytes.len(),
            };
            return self
                .problem(Fault::CurlyQuotes, Span::new(start, self.at));
        }
        let end = self.run_end(|b| {
            !b.is_ascii_whitespace() && !b"\"'{}[],:/#".contains(&b)
        });
        self.at = if end == start { start + 1 } else { end };
        self.problem(Fault::Unexpected, Span::new(start, self.at));
    }

    pub(super) fn run_end(&self, is_part: impl Fn(u8) -> bool) -> usize {
        let rest = self.bytes.get(self.at..).unwrap_or(&[]);
        let len = rest.iter().position(|&b| !is_part(b));
        self.at + len.unwrap_or(rest.len())
    }
}

pub(super) fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | b'-')
}

pub(super) fn is_number(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.' | b'_')
}
