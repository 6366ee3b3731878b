//! A reader for JSON that is as it should be: one object, read in one pass
//! from its bytes to the tape. It gives up at the first thing that would be
//! a problem, or is just rare; the careful reader then starts anew. What it
//! leaves on the tape is what the careful reader would leave there.

use super::names::{Names, name_of, name_with_text};
use super::number::{is_json_number, is_out_of_range};
use super::parse::{is_number, is_word};
use super::string::{Pieces, Text, plain_end, plain_text};
use super::{ESCAPED, Kind, Node, Tape};
use crate::source::Span;

/// Objects and lists within each other, at most.
const DEPTH: u32 = 16;
/// Keys of one object that are not among the names, at most: each is
/// compared with those before it.
const OTHERS: usize = 64;

/// Which of the names an object has: the node of each one's value, by the
/// number of the name, 0 where it is not there.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Members {
    nodes: [u32; 64],
    /// Whether there are other keys.
    pub(crate) others: bool,
}

impl Members {
    #[inline]
    fn new() -> Members {
        Members { nodes: [0; 64], others: false }
    }

    /// The node of a name's value; 0 if the name is not there.
    #[inline]
    pub(crate) fn node(&self, number: usize) -> u32 {
        self.nodes.get(number & 63).copied().unwrap_or(0)
    }

    /// Notes the node of a name's value; whether there was none.
    #[inline]
    fn note(&mut self, number: u8, node: u32) -> bool {
        match self.nodes.get_mut(usize::from(number & 63)) {
            Some(known @ 0) => {
                *known = node;
                true
            }
            _ => false,
        }
    }
}

/// Which names to look for, and what was found.
pub(crate) struct Search<'t> {
    /// The names.
    pub(crate) names: &'t Names,
    /// What the outermost object has.
    pub(crate) root: Members,
    /// Of an object within it, the number of its name.
    pub(crate) inner_name: u8,
    /// What that object has.
    pub(crate) inner: Members,
}

impl<'t> Search<'t> {
    /// A search for these names.
    #[inline]
    pub(crate) fn of(names: &'t Names, inner_name: u8) -> Search<'t> {
        let (root, inner) = (Members::new(), Members::new());
        Search { names, root, inner_name, inner }
    }
}

/// Reads `text` onto the empty `tape`, if it is one object without problems.
#[inline]
pub(super) fn run(
    tape: &mut Tape,
    text: &str,
    search: &mut Search<'_>,
) -> bool {
    let (bytes, names) = (text.as_bytes(), search.names);
    let mut quick = Quick { text, bytes, tape, names };
    quick.document(search).is_some()
}

struct Quick<'t> {
    text: &'t str,
    bytes: &'t [u8],
    tape: &'t mut Tape,
    names: &'t Names,
}

/// Each takes where something starts and gives where it ends.
impl Quick<'_> {
    fn document(&mut self, search: &mut Search<'_>) -> Option<()> {
        let start = self.blanks(0);
        if self.byte(start) != Some(b'{') {
            return None;
        }
        self.tape.keys.clear();
        let inner = Some((search.inner_name, &mut search.inner));
        let end = self.object(start, 1, &mut search.root, inner)?;
        (self.blanks(end) == self.bytes.len()).then_some(())
    }

    #[inline]
    fn byte(&self, at: usize) -> Option<u8> {
        self.bytes.get(at).copied()
    }

    #[inline]
    fn blanks(&self, at: usize) -> usize {
        match self.byte(at) {
            Some(0..=b' ') => self.some_blanks(at),
            _ => at,
        }
    }

    fn some_blanks(&self, at: usize) -> usize {
        self.run_end(at, |b| matches!(b, b' ' | b'\t' | b'\r' | b'\n'))
    }

    #[inline]
    fn push(&mut self, kind: Kind, start: usize, end: usize) {
        let next = self.tape.nodes.len() as u32 + 1;
        let span = Span { start: start as u32, end: end as u32 };
        self.tape.nodes.push(Node { span, next, kind, flags: 0 });
    }

    /// `inner` is for the object of that name, if there is one.
    fn object(
        &mut self,
        start: usize,
        depth: u32,
        members: &mut Members,
        mut inner: Option<(u8, &mut Members)>,
    ) -> Option<usize> {
        let open = self.tape.nodes.len();
        self.push(Kind::Object, start, start);
        let others = self.tape.keys.len();
        let mut at = self.blanks(start + 1);
        if self.byte(at) == Some(b'}') {
            return self.close(open, at + 1);
        }
        loop {
            let end = match self.text_member(at, members) {
                Some((end, false)) => end,
                Some((end, true)) => {
                    at = end + 1;
                    continue;
                }
                None => {
                    let (name, value) = self.key(at, others, members)?;
                    match inner.take_if(|inner| name == Some(inner.0)) {
                        Some((_, members))
                            if self.byte(value) == Some(b'{') =>
                        {
                            self.object(value, depth + 1, members, None)?
                        }
                        _ => self.value(value, depth)?,
                    }
                }
            };
            let end = self.blanks(end);
            match self.byte(end)? {
                b',' => at = self.blanks(end + 1),
                b'}' => {
                    self.tape.keys.truncate(others);
                    return self.close(open, end + 1);
                }
                _ => return None,
            }
        }
    }

    /// A key that is one of the names with a text that stands there as it is,
    /// which is what payloads mostly consist of: where it ends, and whether a
    /// comma and the next key follow at once. None, with nothing done, if it
    /// is anything else.
    #[inline]
    fn text_member(
        &mut self,
        at: usize,
        members: &mut Members,
    ) -> Option<(usize, bool)> {
        let (number, len) = name_with_text(self.names, self.bytes, at)?;
        let value = at + len + 3;
        let (quote, more) = plain_text(self.bytes, value + 1)?;
        let key = self.tape.nodes.len() as u32;
        if !members.note(number, key + 1) {
            return None;
        }
        let node = |start: usize, end: usize, next: u32| {
            let span = Span { start: start as u32, end: end as u32 };
            Node { span, next, kind: Kind::String, flags: 0 }
        };
        let nodes =
            [node(at, value - 1, key + 1), node(value, quote + 1, key + 2)];
        self.tape.nodes.extend_from_slice(&nodes);
        Some((quote + 1, more))
    }

    /// A key and its colon: the number of its name, if it is one, and where
    /// the value starts. `others` is where the other keys of the object start
    /// in the memory for them.
    #[inline(never)]
    fn key(
        &mut self,
        at: usize,
        others: usize,
        members: &mut Members,
    ) -> Option<(Option<u8>, usize)> {
        if self.byte(at)? != b'"' {
            return None;
        }
        let value = self.tape.nodes.len() as u32 + 1;
        let name = name_of(self.names, self.bytes, at + 1);
        let quote = match name {
            Some((number, len)) => {
                members.note(number, value).then_some(at + 1 + len)?
            }
            None => {
                members.others = true;
                self.other_key(at + 1, others)?
            }
        };
        self.push(Kind::String, at, quote + 1);
        let colon = self.blanks(quote + 1);
        let is_colon = self.byte(colon)? == b':';
        let name = name.map(|(number, _)| number);
        is_colon.then(|| (name, self.blanks(colon + 1)))
    }

    /// A key that is none of the names; gives where its quote stands.
    fn other_key(&mut self, start: usize, from: usize) -> Option<usize> {
        let end = plain_end::<b'"'>(self.bytes, start);
        if self.byte(end)? != b'"' {
            return None;
        }
        let number = super::build::number(self.bytes.get(start..end)?);
        let others = self.tape.keys.get(from..)?;
        let repeats = others.iter().any(|other| other.0 == number);
        if repeats || others.len() >= OTHERS {
            return None;
        }
        self.tape.keys.push((number, 0));
        Some(end)
    }

    /// A string that stands at `at`.
    #[inline]
    fn string(&mut self, at: usize) -> Option<usize> {
        let end = plain_end::<b'"'>(self.bytes, at + 1);
        match self.byte(end)? {
            b'"' => {
                self.push(Kind::String, at, end + 1);
                Some(end + 1)
            }
            b'\\' => self.escaped(at, end),
            _ => None,
        }
    }

    #[inline(never)]
    fn value(&mut self, at: usize, depth: u32) -> Option<usize> {
        match self.byte(at)? {
            b'"' => self.string(at),
            b'{' if depth < DEPTH => {
                self.object(at, depth + 1, &mut Members::new(), None)
            }
            b'[' if depth < DEPTH => self.list(at, depth + 1),
            b'0'..=b'9' | b'-' => {
                let end = self.run_end(at, is_number);
                let text = self.bytes.get(at..end)?;
                if !is_json_number(text) || is_out_of_range(text) {
                    return None;
                }
                self.push(Kind::Number, at, end);
                Some(end)
            }
            _ => {
                let end = self.run_end(at, is_word);
                let kind = match self.bytes.get(at..end)? {
                    b"true" => Kind::True,
                    b"false" => Kind::False,
                    b"null" => Kind::Null,
                    _ => return None,
                };
                self.push(kind, at, end);
                Some(end)
            }
        }
    }

    fn list(&mut self, start: usize, depth: u32) -> Option<usize> {
        let open = self.tape.nodes.len();
        self.push(Kind::Array, start, start);
        let mut at = self.blanks(start + 1);
        if self.byte(at) == Some(b']') {
            return self.close(open, at + 1);
        }
        loop {
            let end = self.value(at, depth)?;
            let end = self.blanks(end);
            match self.byte(end)? {
                b',' => at = self.blanks(end + 1),
                b']' => return self.close(open, end + 1),
                _ => return None,
            }
        }
    }

    #[inline]
    fn close(&mut self, open: usize, end: usize) -> Option<usize> {
        let next = self.tape.nodes.len() as u32;
        let node = self.tape.nodes.get_mut(open)?;
        node.span.end = end as u32;
        node.next = next;
        Some(end)
    }

    fn run_end(&self, at: usize, is_part: impl Fn(u8) -> bool) -> usize {
        let rest = self.bytes.get(at..).unwrap_or(&[]);
        let len = rest.iter().position(|&b| !is_part(b));
        at + len.unwrap_or(rest.len())
    }

    /// A string that starts at `start` and has its first backslash at `at`.
    fn escaped(&mut self, start: usize, mut at: usize) -> Option<usize> {
        let from = self.tape.decoded.len();
        self.tape.decoded.push_str(self.text.get(start + 1..at)?);
        let end = loop {
            let (c, len) = match self.byte(at + 1)? {
                b @ (b'"' | b'\\' | b'/') => (char::from(b), 2),
                b'n' => ('\n', 2),
                b't' => ('\t', 2),
                _ => self.rare_escape(at)?,
            };
            self.tape.decoded.push(c);
            let plain = at + len;
            at = plain_end::<b'"'>(self.bytes, plain);
            self.tape.decoded.push_str(self.text.get(plain..at)?);
            match self.byte(at)? {
                b'"' => break at + 1,
                b'\\' => {}
                _ => return None,
            }
        };
        let range = self.tape.ranges.len() as u32;
        let to = self.tape.decoded.len();
        self.tape.ranges.push(Span::new(from, to));
        let span = Span { start: start as u32, end: end as u32 };
        let kind = Kind::String;
        let node = Node { span, next: range, kind, flags: ESCAPED };
        self.tape.nodes.push(node);
        Some(end)
    }

    /// The character of an escape, and its bytes; none if anything is odd.
    fn rare_escape(&self, at: usize) -> Option<(char, usize)> {
        let piece = Pieces::of(self.text.get(at..)?).next()?;
        match (piece.text, piece.fault) {
            (Text::Escape(c), None) => Some((c, piece.end)),
            _ => None,
        }
    }
}
