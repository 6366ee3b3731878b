//! The verbs of the parser that put tokens, lists and objects on the tape.

use super::number::{is_json_number, is_out_of_range};
use super::parse::{Expect, Parser, is_number, is_word};
use super::string::{
    Pieces, Scan, Text, may_follow, plain_end, real_end, scan,
};
use super::{DOUBTFUL, ESCAPED, Fault, Kind, LONE, Node, UNCLOSED, Value};
use crate::source::Span;

impl Parser<'_> {
    pub(super) fn open(&mut self, kind: Kind) -> Expect {
        if self.tape.open.len() >= self.limits.depth {
            return self.too_deep();
        }
        let at = self.push(kind, self.at, self.at + 1, 0);
        self.tape.open.push(at);
        self.at += 1;
        if kind == Kind::Object { Expect::Key } else { Expect::Value }
    }

    fn too_deep(&mut self) -> Expect {
        let start = self.at;
        if !self.deep {
            self.deep = true;
            self.problem(Fault::TooDeep, Span::new(start, start + 1));
        }
        self.skip();
        self.push(Kind::Broken, start, self.at, 0);
        Expect::Next
    }

    /// Skips a list or object without reading it.
    pub(super) fn skip(&mut self) {
        let mut depth = 0usize;
        while let Some(byte) = self.byte() {
            match byte {
                b'{' | b'[' => depth += 1,
                b'}' | b']' => depth = depth.saturating_sub(1),
                b'"' => self.at = self.string_end(),
                _ => {}
            }
            self.at += 1;
            if depth == 0 {
                break;
            }
        }
        self.at = self.at.min(self.bytes.len());
    }

    /// Where the string ends that starts here.
    fn string_end(&self) -> usize {
        scan(self.bytes, self.at + 1, self.at + 1, b'"').end
    }

    pub(super) fn close_bracket(
        &mut self,
        byte: u8,
        otherwise: Expect,
    ) -> Expect {
        let kind = if byte == b'}' { Kind::Object } else { Kind::Array };
        if self.comma.is_none() && self.top() == Some(kind) {
            let open = self.tape.open.pop().unwrap_or_default();
            self.at += 1;
            self.close(open, self.at);
            return Expect::Next;
        }
        let nodes = &self.tape.nodes;
        let is_kind = |&open: &u32| {
            nodes.get(open as usize).is_some_and(|node| node.kind == kind)
        };
        if !self.tape.open.iter().any(is_kind) {
            self.single(Fault::StrayBracket);
            return otherwise;
        }
        if let Some(comma) = self.comma.take() {
            let span = Span::new(comma, comma + 1);
            self.problem(Fault::TrailingComma, span);
        }
        while let Some(open) = self.tape.open.pop() {
            let node = self.tape.nodes.get(open as usize).copied();
            if node.is_some_and(|node| node.kind == kind) {
                self.at += 1;
                self.close(open, self.at);
                break;
            }
            let start = node.map_or(0, |node| node.span.start as usize);
            let bracket = Span::new(start, start + 1);
            let here = Some(Span::new(self.at, self.at + 1));
            self.problem_at(Fault::UnclosedBracket, bracket, here);
            self.close(open, self.at);
        }
        Expect::Next
    }

    pub(super) fn close(&mut self, open: u32, end: usize) {
        let next = self.tape.nodes.len() as u32;
        let Some(node) = self.tape.nodes.get_mut(open as usize) else {
            return;
        };
        node.span.end = Span::new(end, end).end;
        node.next = next;
        if node.kind == Kind::Object {
            self.duplicates(open);
        }
    }

    /// Reports every key of the object that stands in it before.
    fn duplicates(&mut self, open: u32) {
        let mut keys = std::mem::take(&mut self.tape.keys);
        keys.clear();
        let nodes = &self.tape.nodes;
        let mut at = open as usize + 1;
        while let Some(value) = nodes.get(at + 1) {
            keys.push((number(self.key_text(at)), at as u32));
            at = match value.kind {
                Kind::Array | Kind::Object => value.next as usize,
                _ => at + 2,
            };
        }
        if may_repeat(&mut keys) {
            self.equal_keys(&mut keys);
        }
        self.tape.keys = keys;
    }

    /// The text of the key on node `at`; empty where there is none.
    #[inline]
    fn key_text(&self, at: usize) -> &[u8] {
        match self.tape.nodes.get(at) {
            Some(&Node { span, kind: Kind::String, flags: 0, .. }) => {
                let end = (span.end as usize).saturating_sub(1);
                let inside = span.start as usize + 1..end;
                self.bytes.get(inside).unwrap_or(&[])
            }
            _ => {
                let key = Value::at(self.tape, self.text, at as u32);
                key.str().unwrap_or("").as_bytes()
            }
        }
    }

    /// Reports those of the keys that are equal, not just their numbers.
    fn equal_keys(&mut self, keys: &mut [(u64, u32)]) {
        let key = |at: u32| Value::at(self.tape, self.text, at);
        let name = |at: u32| key(at).str().unwrap_or("");
        keys.sort_unstable_by(|&(_, a), &(_, b)| {
            name(a).cmp(name(b)).then(a.cmp(&b))
        });
        let mut last: Option<u32> = None;
        let mut found = Vec::new();
        for &(_, at) in &*keys {
            match last {
                Some(before) if name(before) == name(at) => {
                    found.push((key(before).span(), key(at).span()));
                }
                _ => last = Some(at),
            }
        }
        for (first, again) in found {
            self.problem_at(Fault::DuplicateKey, again, Some(first));
        }
    }

    #[inline]
    pub(super) fn string(&mut self, quote: u8, is_value: bool) {
        let start = self.at;
        if quote != b'"' {
            // No quote of the other kind may stand before the end of the text.
            return self.odd_string(quote, is_value, start + 1);
        }
        let end = plain_end::<b'"'>(self.bytes, start + 1);
        let is_plain = self.bytes.get(end) == Some(&b'"')
            && (!is_value || may_follow(self.bytes.get(end + 1)));
        if is_plain {
            self.at = end + 1;
            self.push(Kind::String, start, end + 1, 0);
        } else {
            self.odd_string(quote, is_value, end);
        }
    }

    /// A string that is plain up to `plain`, but not to its end, or that may
    /// go on behind its quote.
    fn odd_string(&mut self, quote: u8, is_value: bool, plain: usize) {
        let start = self.at;
        let mut scan = scan(self.bytes, start + 1, plain, quote);
        if quote == b'"' && scan.closed && is_value {
            self.inner_quote(&mut scan, start);
        }
        let mut flags = if scan.quotes { DOUBTFUL } else { 0 };
        let end = scan.end + usize::from(scan.closed);
        if quote == b'\'' {
            self.problem(Fault::SingleQuotes, Span::new(start, end));
        }
        if !scan.closed {
            flags |= UNCLOSED | DOUBTFUL;
            self.problem(Fault::UnclosedString, Span::new(start, end));
        }
        if let Some(at) = scan.control {
            flags |= DOUBTFUL;
            let span = Span::new(at, at + 1);
            self.problem(Fault::ControlCharacter, span);
        }
        if scan.escaped {
            flags |= ESCAPED | self.escapes(start + 1, scan.end);
        }
        self.at = end;
        let node = self.push(Kind::String, start, end, flags);
        if flags & ESCAPED != 0 {
            let range = self.tape.ranges.len().saturating_sub(1) as u32;
            if let Some(node) = self.tape.nodes.get_mut(node as usize) {
                node.next = range;
            }
        }
    }

    /// Moves the end of a string behind a quote that lacks its backslash.
    fn inner_quote(&mut self, scan: &mut Scan, start: usize) {
        let Some(end) = real_end(self.bytes, scan.end) else { return };
        let span = Span::new(scan.end, scan.end + 1);
        let rest = Span::new(scan.end, end);
        self.problem_at(Fault::UnescapedQuote, span, Some(rest));
        scan.quotes = true;
        scan.end = end;
        let text = self.bytes.get(start..end).unwrap_or(&[]);
        scan.escaped = text.contains(&b'\\');
    }

    /// Decodes the content of a string and reports what is wrong in it.
    fn escapes(&mut self, start: usize, end: usize) -> u8 {
        let mut flags = 0;
        let from = self.tape.decoded.len();
        let text = self.text;
        for piece in Pieces::of(text.get(start..end).unwrap_or("")) {
            match piece.text {
                Text::Plain(plain) => self.tape.decoded.push_str(plain),
                Text::Escape(c) => self.tape.decoded.push(c),
            }
            let Some(fault) = piece.fault else { continue };
            let lone = fault == Fault::LoneSurrogate;
            flags |= if lone { LONE } else { DOUBTFUL };
            let span = Span::new(start + piece.start, start + piece.end);
            self.problem(fault, span);
        }
        let to = self.tape.decoded.len();
        self.tape.ranges.push(Span::new(from, to));
        flags
    }

    pub(super) fn word(&mut self) {
        let start = self.at;
        self.at = self.run_end(is_word);
        let kind = match self.bytes.get(start..self.at) {
            Some(b"true") => Kind::True,
            Some(b"false") => Kind::False,
            Some(b"null") => Kind::Null,
            _ => Kind::Broken,
        };
        if kind == Kind::Broken {
            let span = Span::new(start, self.at);
            self.problem(Fault::UnknownWord, span);
        }
        self.push(kind, start, self.at, 0);
    }

    pub(super) fn number(&mut self) {
        let start = self.at;
        self.at = self.run_end(is_number);
        let text = self.bytes.get(start..self.at).unwrap_or(&[]);
        let fault = if !is_json_number(text) {
            Some(Fault::InvalidNumber)
        } else if is_out_of_range(text) {
            Some(Fault::NumberRange)
        } else {
            None
        };
        if let Some(fault) = fault {
            self.problem(fault, Span::new(start, self.at));
        }
        let flags = if fault.is_some() { DOUBTFUL } else { 0 };
        self.push(Kind::Number, start, self.at, flags);
    }
}

/// Whether two of the keys have one number.
fn may_repeat(keys: &mut [(u64, u32)]) -> bool {
    if keys.len() <= 12 {
        // Fewer steps than sorting them.
        let mut rest = &*keys;
        while let [first, others @ ..] = rest {
            if others.iter().any(|other| other.0 == first.0) {
                return true;
            }
            rest = others;
        }
        return false;
    }
    keys.sort_unstable();
    let mut pairs = keys.iter().zip(keys.iter().skip(1));
    pairs.any(|(a, b)| a.0 == b.0)
}

/// A number that equal texts share, and others hardly ever.
#[inline]
pub(super) fn number(bytes: &[u8]) -> u64 {
    const ODD: u64 = 0x9E37_79B9_7F4A_7C15;
    let mix =
        |sum: u64, word: u64| (sum.rotate_left(23) ^ word).wrapping_mul(ODD);
    let (chunks, rest) = bytes.as_chunks();
    let words = chunks.iter().map(|chunk| u64::from_le_bytes(*chunk));
    let sum = words.fold(bytes.len() as u64, mix);
    let rest = rest.iter().fold(0, |word, &b| word << 8 | u64::from(b));
    mix(sum, rest)
}
