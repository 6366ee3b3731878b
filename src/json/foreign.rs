//! Nodes of other formats on a tape, so that the readers of JSON serve for
//! them as well.

use super::number::is_json_number;
use super::{BARE, Kind, MAPPED, Node, Tape, Value};
use crate::source::Span;

/// A text whose places do not follow the escapes of JSON.
#[derive(Clone, Debug, Default)]
pub(crate) struct Mapped {
    /// The text.
    pub(crate) text: String,
    /// As in [`crate::source::Decoded::with_steps`].
    pub(crate) steps: Vec<(u32, u32)>,
}

#[cfg_attr(
    not(feature = "yaml"),
    allow(dead_code, reason = "YAML is what is put on a tape node by node")
)]
impl Tape {
    /// The number of nodes so far, which is that of the next one.
    pub(crate) fn len(&self) -> u32 {
        u32::try_from(self.nodes.len()).unwrap_or(u32::MAX)
    }

    /// Forgets the nodes from `len` on.
    pub(crate) fn truncate(&mut self, len: u32) {
        self.nodes.truncate(len as usize);
    }

    /// Adds a node without parts: no list, object or text.
    pub(crate) fn add(&mut self, kind: Kind, span: Span) -> u32 {
        self.add_node(Node { span, next: 0, kind, flags: 0 })
    }

    /// Adds a text. With `quoted`, `span` has a quote on either side. What
    /// stands in the file itself needs no `mapped`.
    pub(crate) fn add_text(
        &mut self,
        span: Span,
        quoted: bool,
        mapped: Option<Mapped>,
    ) -> u32 {
        let mut flags = if quoted { 0 } else { BARE };
        let mut next = 0;
        if let Some(mapped) = mapped {
            flags |= MAPPED;
            next = u32::try_from(self.mapped.len()).unwrap_or(u32::MAX);
            self.mapped.push(mapped);
        }
        self.add_node(Node { span, next, kind: Kind::String, flags })
    }

    /// Begins a list or object; what is added until [`Tape::finish`] lies in
    /// it. The nodes of an object are keys and values in turn.
    pub(crate) fn begin(&mut self, kind: Kind, span: Span) -> u32 {
        let next = self.len().saturating_add(1);
        self.add_node(Node { span, next, kind, flags: 0 })
    }

    /// Ends the list or object `at`, which reaches to `end`.
    pub(crate) fn finish(&mut self, at: u32, end: u32) {
        let next = self.len();
        if let Some(node) = self.nodes.get_mut(at as usize) {
            node.next = next;
            node.span.end = end.max(node.span.start);
        }
    }

    /// Takes the object `at`, with nothing behind it, off its entries.
    pub(crate) fn unwrap(&mut self, at: u32) {
        if (at as usize) < self.nodes.len() {
            self.nodes.remove(at as usize);
        }
        for node in self.nodes.iter_mut().skip(at as usize) {
            if matches!(node.kind, Kind::Array | Kind::Object) {
                node.next = node.next.saturating_sub(1);
            }
        }
    }

    /// The end of the last node's place.
    pub(crate) fn last_end(&self) -> u32 {
        self.nodes.last().map_or(0, |node| node.span.end)
    }

    /// Turns a node into a text as it is written.
    pub(crate) fn make_text(&mut self, at: u32) {
        if let Some(node) = self.nodes.get_mut(at as usize) {
            node.kind = Kind::String;
            node.flags = BARE;
        }
    }

    /// Adds the node `at` and all it holds once more.
    pub(crate) fn repeat(&mut self, at: u32, end: u32) {
        let by = self.len().saturating_sub(at);
        for number in at..end {
            let Some(mut node) = self.nodes.get(number as usize).copied()
            else {
                return;
            };
            if matches!(node.kind, Kind::Array | Kind::Object) {
                node.next = node.next.saturating_add(by);
            }
            self.nodes.push(node);
        }
    }

    /// The value of a node.
    pub(crate) fn value<'a>(&'a self, text: &'a str, at: u32) -> Value<'a> {
        Value::at(self, text, at)
    }

    fn add_node(&mut self, node: Node) -> u32 {
        let at = self.len();
        self.nodes.push(node);
        at
    }
}

/// Appends a value as JSON, whatever it was written in. What lies deeper
/// than any reader goes is `null`.
pub(crate) fn write_json(value: Value<'_>, out: &mut String) {
    write_within(value, out, 128);
}

fn write_within(value: Value<'_>, out: &mut String, depth: usize) {
    let Some(below) = depth.checked_sub(1) else {
        out.push_str("null");
        return;
    };
    match value.kind() {
        Kind::Object => {
            out.push('{');
            for (at, entry) in value.entries().enumerate() {
                out.push_str(if at > 0 { "," } else { "" });
                write_text(entry.name(), out);
                out.push(':');
                write_within(entry.value, out, below);
            }
            out.push('}');
        }
        Kind::Array => {
            out.push('[');
            for (at, item) in value.items().enumerate() {
                out.push_str(if at > 0 { "," } else { "" });
                write_within(item, out, below);
            }
            out.push(']');
        }
        Kind::String => write_text(value.str().unwrap_or(""), out),
        Kind::True => out.push_str("true"),
        Kind::False => out.push_str("false"),
        Kind::Null | Kind::Broken => out.push_str("null"),
        Kind::Number if is_json_number(value.raw().as_bytes()) => {
            out.push_str(value.raw());
        }
        Kind::Number => match value.float() {
            Some(number) => out.push_str(&number.to_string()),
            None => write_text(value.raw(), out),
        },
    }
}

/// Appends a text in double quotes.
pub(crate) fn write_text(text: &str, out: &mut String) {
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            c if c < ' ' => {
                out.push_str(&format!("\\u{:04x}", u32::from(c)));
            }
            c => out.push(c),
        }
    }
    out.push('"');
}
