use super::string::{Pieces, Text};
use super::{
    BARE, DOUBTFUL, ESCAPED, Kind, LONE, MAPPED, Node, Tape, UNCLOSED,
};
use crate::source::{Decoded, Span};

/// One value on a tape.
#[derive(Clone, Copy)]
pub struct Value<'a> {
    tape: &'a Tape,
    text: &'a str,
    at: u32,
}

impl std::fmt::Debug for Value<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.raw())
    }
}

/// One key of an object with its value.
#[derive(Clone, Copy, Debug)]
pub struct Entry<'a> {
    /// The key, a string.
    pub key: Value<'a>,
    /// What it leads to.
    pub value: Value<'a>,
}

impl<'a> Entry<'a> {
    /// The key's text.
    #[inline]
    pub fn name(&self) -> &'a str {
        self.key.str().unwrap_or("")
    }
}

impl<'a> Value<'a> {
    #[inline]
    pub(super) fn at(tape: &'a Tape, text: &'a str, at: u32) -> Value<'a> {
        Value { tape, text, at }
    }

    #[inline]
    fn node(self) -> Node {
        let missing = Node {
            span: Span::default(),
            next: u32::MAX,
            kind: Kind::Broken,
            flags: 0,
        };
        self.tape.nodes.get(self.at as usize).copied().unwrap_or(missing)
    }

    /// The text that it stands in.
    pub(crate) fn whole(self) -> &'a str {
        self.text
    }

    /// What it is.
    #[inline]
    pub fn kind(self) -> Kind {
        self.node().kind
    }

    /// Where it stands, with its quotes or brackets.
    #[inline]
    pub fn span(self) -> Span {
        self.node().span
    }

    /// Its bytes in the text.
    pub fn raw(self) -> &'a str {
        self.span().of(self.text)
    }

    /// Whether it is an object.
    #[inline]
    pub fn is_object(self) -> bool {
        self.kind() == Kind::Object
    }

    /// Whether it is a list.
    pub fn is_array(self) -> bool {
        self.kind() == Kind::Array
    }

    /// Whether it is a string that holds half a surrogate pair, which
    /// [`Value::str`] shows as U+FFFD.
    pub fn has_lone_surrogate(self) -> bool {
        self.node().flags & LONE != 0
    }

    /// Whether two readers could take its own text differently: an invalid
    /// escape, a missing quote, a number out of range. Says nothing about
    /// what a list or object holds.
    pub fn is_doubtful(self) -> bool {
        let node = self.node();
        node.kind == Kind::Broken || node.flags & (DOUBTFUL | LONE) != 0
    }

    /// The place of a string's content, without quotes.
    #[inline]
    pub fn content(self) -> Span {
        let node = self.node();
        if node.kind != Kind::String || node.flags & BARE != 0 {
            return node.span;
        }
        let quote = u32::from(node.flags & UNCLOSED == 0);
        let start = node.span.start.saturating_add(1);
        let end = node.span.end.saturating_sub(quote);
        Span { start, end: end.max(start) }
    }

    /// The text of a string, without its escapes.
    #[inline]
    pub fn str(self) -> Option<&'a str> {
        let node = self.node();
        if node.kind != Kind::String {
            return None;
        }
        if node.flags == 0 {
            return Some(self.plain().unwrap_or(""));
        }
        if node.flags & MAPPED != 0 {
            return Some(&self.tape.mapped.get(node.next as usize)?.text);
        }
        if node.flags & ESCAPED == 0 {
            return Some(self.content().of(self.text));
        }
        let range = self.tape.ranges.get(node.next as usize)?;
        Some(range.of(&self.tape.decoded))
    }

    /// The text of a string that stands in quotes just as it is.
    #[inline]
    pub(crate) fn plain(self) -> Option<&'a str> {
        let node = self.node();
        if node.kind != Kind::String || node.flags != 0 {
            return None;
        }
        let end = (node.span.end as usize).saturating_sub(1);
        self.text.get(node.span.start as usize + 1..end)
    }

    /// The text of a string, with the way back to its places.
    pub fn decoded(self) -> Option<Decoded> {
        let text = self.str()?;
        let span = self.content();
        let node = self.node();
        if node.flags & MAPPED != 0 {
            let mapped = self.tape.mapped.get(node.next as usize)?;
            let steps = mapped.steps.clone();
            return Some(Decoded::with_steps(text.to_owned(), span, steps));
        }
        if node.flags & ESCAPED == 0 {
            return Some(Decoded::plain(text, span));
        }
        let mut steps = Vec::new();
        let mut at = 0;
        for piece in Pieces::of(span.of(self.text)) {
            let start = at;
            match piece.text {
                Text::Plain(plain) => {
                    at += plain.len();
                    continue;
                }
                Text::Escape(c) => at += c.len_utf8(),
            }
            let raw = |at: usize| span.start + Span::new(at, at).start;
            let place = |at: usize| Span::new(at, at).start;
            let first = (place(start), raw(piece.start));
            if steps.last() != Some(&first) {
                steps.push(first);
            }
            steps.push((place(at), raw(piece.end)));
        }
        Some(Decoded::with_steps(text.to_owned(), span, steps))
    }

    /// A number as it is written.
    pub fn number(self) -> Option<&'a str> {
        (self.kind() == Kind::Number).then(|| self.raw())
    }

    /// A number as far as a float can hold it.
    pub fn float(self) -> Option<f64> {
        self.number()?.parse().ok().filter(|n: &f64| n.is_finite())
    }

    /// A boolean.
    pub fn bool(self) -> Option<bool> {
        match self.kind() {
            Kind::True => Some(true),
            Kind::False => Some(false),
            _ => None,
        }
    }

    /// The value behind `key`; of several equal keys the last, as most
    /// readers have it. None when this is no object.
    pub fn get(self, key: &str) -> Option<Value<'a>> {
        let found = self.entries().filter(|entry| entry.name() == key);
        found.last().map(|entry| entry.value)
    }

    /// The keys and values of an object; nothing for other kinds.
    #[inline]
    pub fn entries(self) -> Entries<'a> {
        Entries { rest: self.inner(Kind::Object) }
    }

    /// The values of a list; nothing for other kinds.
    pub fn items(self) -> Items<'a> {
        Items { rest: self.inner(Kind::Array) }
    }

    #[inline]
    fn inner(self, kind: Kind) -> Nodes<'a> {
        let node = self.node();
        let end = if node.kind == kind { node.next } else { self.at + 1 };
        Nodes { next: Value { at: self.at + 1, ..self }, end }
    }

    #[inline]
    pub(super) fn after(self) -> u32 {
        let node = self.node();
        match node.kind {
            Kind::Array | Kind::Object => node.next.max(self.at + 1),
            _ => self.at.saturating_add(1),
        }
    }
}

#[derive(Clone, Debug)]
struct Nodes<'a> {
    next: Value<'a>,
    end: u32,
}

impl<'a> Nodes<'a> {
    #[inline]
    fn take(&mut self) -> Option<Value<'a>> {
        let value = self.next;
        if value.at >= self.end {
            return None;
        }
        self.next.at = value.after();
        Some(value)
    }
}

/// The entries of an object.
#[derive(Clone, Debug)]
pub struct Entries<'a> {
    rest: Nodes<'a>,
}

impl<'a> Iterator for Entries<'a> {
    type Item = Entry<'a>;

    #[inline]
    fn next(&mut self) -> Option<Entry<'a>> {
        let key = self.rest.take()?;
        let value = self.rest.take()?;
        Some(Entry { key, value })
    }
}

/// The values of a list.
#[derive(Clone, Debug)]
pub struct Items<'a> {
    rest: Nodes<'a>,
}

impl<'a> Iterator for Items<'a> {
    type Item = Value<'a>;

    fn next(&mut self) -> Option<Value<'a>> {
        self.rest.take()
    }
}
