//! From the events of the parser to nodes.

use std::collections::HashMap;

use saphyr_parser::{Event, Marker, Parser, ScalarStyle, Span as Place};

use super::{Part, Yaml, align, fault};
use crate::diagnostic::Diagnostic;
use crate::json::{Kind, Mapped, Tape};
use crate::load::wrong::MERGE;
use crate::source::Span;

/// Lists and mappings within each other; what lies deeper is left out.
const MAX_DEPTH: usize = 64;
/// Nodes that are kept of one text.
const MAX_NODES: u32 = 1 << 20;
/// Nodes that aliases may add: a few that stand for many are no policy.
const MAX_REPEATED: u32 = 10_000;

/// From numbers of characters, which is what the parser counts, to bytes.
pub(super) struct Chars<'a> {
    text: &'a str,
    start: usize,
    /// The byte of each character; empty where the two are the same.
    bytes: Vec<u32>,
}

impl<'a> Chars<'a> {
    pub(super) fn new(part: Part<'a>) -> Chars<'a> {
        let text = part.span.of(part.text);
        let start = part.span.start as usize;
        let bytes = match text.is_ascii() {
            true => Vec::new(),
            false => text
                .char_indices()
                .map(|(at, _)| u32::try_from(at).unwrap_or(u32::MAX))
                .collect(),
        };
        Chars { text, start, bytes }
    }

    /// The byte of the file at character `at` behind byte `from` of it.
    fn byte(&self, from: usize, at: usize) -> usize {
        let from = from.saturating_sub(self.start);
        if self.bytes.is_empty() {
            return self.start + (from + at).min(self.text.len());
        }
        let first = self.bytes.partition_point(|&b| (b as usize) < from);
        let byte = self.bytes.get(first + at).map(|&byte| byte as usize);
        self.start + byte.unwrap_or(self.text.len())
    }
}

/// A list or mapping that is open.
struct Open {
    node: u32,
    kind: Kind,
    /// Nodes that stand right in it so far.
    parts: usize,
    anchor: usize,
}

pub(super) struct Builder<'a, 't> {
    tape: &'t mut Tape,
    chars: &'t Chars<'a>,
    part: Part<'a>,
    yaml: &'t mut Yaml,
    open: Vec<Open>,
    /// Where what has an anchor lies on the tape.
    anchors: HashMap<usize, (u32, u32)>,
    repeated: u32,
    /// Lists and mappings that are too deep and left out.
    skipped: usize,
    /// The byte at which the text begins that is read now.
    from: usize,
}

impl<'a, 't> Builder<'a, 't> {
    pub(super) fn new(
        tape: &'t mut Tape,
        chars: &'t Chars<'a>,
        part: Part<'a>,
        yaml: &'t mut Yaml,
    ) -> Builder<'a, 't> {
        Builder {
            tape,
            chars,
            part,
            yaml,
            open: Vec::new(),
            anchors: HashMap::new(),
            repeated: 0,
            skipped: 0,
            from: 0,
        }
    }

    /// Reads `text`, which starts at byte `from` of the file. What was read
    /// before an error stays.
    pub(super) fn run(
        &mut self,
        text: &str,
        from: usize,
    ) -> Result<(), Box<Diagnostic>> {
        self.from = from;
        for event in Parser::new_from_str(text) {
            let result = match event {
                Ok((event, place)) => self.event(event, place),
                Err(error) => {
                    let at = self.byte(*error.marker());
                    Err(Box::new(fault::syntax(self.part, error.info(), at)))
                }
            };
            if let Err(found) = result {
                self.close_all();
                return Err(found);
            }
        }
        self.close_all();
        Ok(())
    }

    fn byte(&self, marker: Marker) -> usize {
        self.chars.byte(self.from, marker.index())
    }

    fn span(&self, place: Place) -> Span {
        Span::new(self.byte(place.start), self.byte(place.end))
    }

    fn event(
        &mut self,
        event: Event<'_>,
        place: Place,
    ) -> Result<(), Box<Diagnostic>> {
        let span = self.span(place);
        if self.tape.len() > MAX_NODES {
            return Err(Box::new(fault::too_many(self.part, span)));
        }
        match event {
            Event::SequenceStart(anchor, _) => {
                self.begin(Kind::Array, span, anchor)
            }
            Event::MappingStart(anchor, _) => {
                self.begin(Kind::Object, span, anchor)
            }
            Event::SequenceEnd | Event::MappingEnd => {
                self.end(span);
                Ok(())
            }
            Event::Scalar(value, style, anchor, tag) => {
                let tag = tag.as_deref().map(|tag| tag.suffix.as_str());
                self.scalar(&value, style, span, (anchor, tag));
                Ok(())
            }
            Event::Alias(anchor) => self.alias(anchor, span),
            _ => Ok(()),
        }
    }

    /// Notes that a node begins: a root, or a part of what is open.
    fn enter(&mut self) {
        match self.open.last_mut() {
            Some(open) => open.parts += 1,
            None => self.yaml.roots.push(self.tape.len()),
        }
    }

    fn is_key(&self) -> bool {
        let open = self.open.last();
        open.is_some_and(|o| o.kind == Kind::Object && o.parts % 2 == 1)
    }

    fn begin(
        &mut self,
        kind: Kind,
        span: Span,
        anchor: usize,
    ) -> Result<(), Box<Diagnostic>> {
        if self.skipped > 0 {
            self.skipped += 1;
            return Ok(());
        }
        self.enter();
        if self.open.len() >= MAX_DEPTH {
            self.skipped = 1;
            self.tape.add(Kind::Broken, span);
            self.yaml.broken = true;
            let said = self.yaml.found.iter().any(fault::is_too_deep);
            if !said {
                self.yaml.found.push(fault::too_deep(self.part, span));
            }
            return Ok(());
        }
        let node = self.tape.begin(kind, span);
        self.open.push(Open { node, kind, parts: 0, anchor });
        Ok(())
    }

    fn end(&mut self, span: Span) {
        if self.skipped > 0 {
            self.skipped -= 1;
            return;
        }
        let Some(open) = self.open.pop() else { return };
        // In blocks the parser says where the next token starts.
        let last = match open.parts {
            0 => span.end,
            _ => self.tape.last_end(),
        };
        self.close(&open, if span.is_empty() { last } else { span.end });
    }

    fn close(&mut self, open: &Open, end: u32) {
        if open.kind == Kind::Object && open.parts % 2 == 1 {
            let span = Span { start: end, end };
            self.tape.add(Kind::Broken, span);
        }
        self.tape.finish(open.node, end);
        self.anchor(open.anchor, open.node);
        if open.kind == Kind::Object {
            self.duplicates(open.node);
        }
    }

    /// Closes what an error left open.
    fn close_all(&mut self) {
        while let Some(open) = self.open.pop() {
            let end = self.tape.last_end();
            self.close(&open, end);
        }
    }

    fn anchor(&mut self, anchor: usize, node: u32) {
        if anchor != 0 {
            self.anchors.insert(anchor, (node, self.tape.len()));
        }
    }

    fn scalar(
        &mut self,
        value: &str,
        style: ScalarStyle,
        span: Span,
        (anchor, tag): (usize, Option<&str>),
    ) {
        if self.skipped > 0 {
            return;
        }
        self.enter();
        let node = if style == ScalarStyle::Plain
            && tag != Some("str")
            && !self.is_key()
            && let Some(kind) = plain(value)
        {
            self.tape.add(kind, span)
        } else {
            self.text(value, style, span)
        };
        self.anchor(anchor, node);
    }

    fn text(&mut self, value: &str, style: ScalarStyle, span: Span) -> u32 {
        let file = self.part.text;
        let quote = match style {
            ScalarStyle::SingleQuoted => Some('\''),
            ScalarStyle::DoubleQuoted => Some('"'),
            _ => None,
        };
        let mut span = span;
        if quote.is_none() {
            let raw = span.of(file);
            let end = raw.trim_end_matches([' ', '\n', '\r', '\t']).len();
            span = Span::new(
                span.start as usize,
                span.start as usize + end.min(raw.len()),
            );
        } else if let Some(quote) = quote {
            // A tag or an anchor may stand in front.
            let raw = span.of(file);
            let at = raw.find(quote).unwrap_or(0);
            span.start += u32::try_from(at).unwrap_or(0);
            // Behind it, what the parser has looked at: blanks, a comment.
            let length = quoted(span.of(file), quote);
            span.end = span.start + u32::try_from(length).unwrap_or(0);
        }
        let raw = span.of(file);
        let is_quoted = quote.is_some_and(|quote| {
            raw.len() > 1 && raw.starts_with(quote) && raw.ends_with(quote)
        });
        let inner = match is_quoted {
            true => raw.get(1..raw.len() - 1).unwrap_or(""),
            false => raw,
        };
        if inner == value {
            return self.tape.add_text(span, is_quoted, None);
        }
        let start = span.start as usize + usize::from(is_quoted);
        let steps = align::steps(inner, value, start, style);
        let steps = steps.unwrap_or_else(|| {
            // Every part stands for the whole, as in `Decoded::made`.
            vec![(u32::MAX, span.start)]
        });
        let text = value.to_owned();
        self.tape.add_text(span, is_quoted, Some(Mapped { text, steps }))
    }

    fn alias(
        &mut self,
        anchor: usize,
        span: Span,
    ) -> Result<(), Box<Diagnostic>> {
        if self.skipped > 0 {
            return Ok(());
        }
        self.enter();
        let Some(&(node, end)) = self.anchors.get(&anchor) else {
            self.tape.add(Kind::Broken, span);
            return Err(Box::new(fault::endless(self.part, span)));
        };
        self.repeated = self.repeated.saturating_add(end - node);
        if self.repeated > MAX_REPEATED {
            self.tape.add(Kind::Broken, span);
            return Err(Box::new(fault::bomb(self.part, span)));
        }
        let at = self.tape.len();
        self.tape.repeat(node, end);
        if self.is_key() {
            self.tape.make_text(at);
        }
        Ok(())
    }

    fn duplicates(&mut self, node: u32) {
        let object = self.tape.value(self.part.text, node);
        let mut seen: HashMap<&str, Span> = HashMap::new();
        for entry in object.entries() {
            let span = entry.key.span();
            if entry.key.raw() == MERGE {
                self.yaml.merges = true;
                self.yaml.found.push(fault::merge(self.part, span));
                continue;
            }
            if let Some(&first) = seen.get(entry.name()) {
                let found =
                    fault::duplicate(self.part, entry.name(), span, first);
                self.yaml.found.push(found);
            } else {
                seen.insert(entry.name(), span);
            }
        }
    }
}

/// The bytes of the text in quotes that `raw` starts with.
fn quoted(raw: &str, quote: char) -> usize {
    let mut rest = raw.char_indices().skip(1).peekable();
    while let Some((at, c)) = rest.next() {
        if quote == '"' && c == '\\' {
            rest.next();
        } else if c == quote {
            match rest.peek() {
                Some((_, '\'')) if quote == '\'' => drop(rest.next()),
                _ => return at + 1,
            }
        }
    }
    raw.len()
}

/// What a text without quotes is besides a text.
fn plain(value: &str) -> Option<Kind> {
    match value {
        "" | "~" | "null" | "Null" | "NULL" => Some(Kind::Null),
        "true" | "True" | "TRUE" => Some(Kind::True),
        "false" | "False" | "FALSE" => Some(Kind::False),
        _ => {
            let first = value.trim_start_matches(['+', '-']).chars().next();
            let digit = first.is_some_and(|c| c.is_ascii_digit() || c == '.');
            let number = digit && value.parse::<f64>().is_ok();
            number.then_some(Kind::Number)
        }
    }
}
