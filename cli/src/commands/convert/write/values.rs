//! What stands in a file as values to be written.

use hookset::diagnostic::Severity;
use hookset::json::{Kind, Tape, Value as Node};
use hookset::load::{Family, Handler};
use hookset::source::Span;
use serde_json::{Number, Value};

use super::Writer;

/// Longer ones may not be what they were.
const DIGITS: usize = 15;

impl Writer<'_> {
    /// A handler as it stands in the file.
    pub(super) fn handler(&mut self, handler: &Handler) -> Value {
        let raw = self.document.raw(handler.span);
        let text = handler.text.as_deref().unwrap_or(raw);
        let tape = Tape::of(text);
        let at = Some(handler.span);
        let Some(node) = tape.root(text) else { return Value::Null };
        if self.document.family != Family::Sep2282 || !node.is_object() {
            return self.value(node, at);
        }
        // What an approval is pinned to is no key of a handler.
        let entries = node.entries().filter(|e| e.name() != "declaration");
        let entries = entries.map(|entry| {
            (entry.name().to_owned(), self.value(entry.value, at))
        });
        Value::Object(entries.collect())
    }

    /// A value of the file; where it was copied from another text, `at` is
    /// its place in the file.
    pub(super) fn value(&mut self, node: Node<'_>, at: Option<Span>) -> Value {
        match node.kind() {
            Kind::Object => {
                let entries = node.entries().map(|entry| {
                    let key = entry.name().to_owned();
                    (key, self.value(entry.value, at))
                });
                Value::Object(entries.collect())
            }
            Kind::Array => {
                node.items().map(|item| self.value(item, at)).collect()
            }
            Kind::True => true.into(),
            Kind::False => false.into(),
            Kind::Number => self.number(node.raw(), at.unwrap_or(node.span())),
            _ => node.str().map_or(Value::Null, Value::from),
        }
    }

    fn number(&mut self, raw: &str, at: Span) -> Value {
        let number = raw.parse::<Number>().ok();
        let now = number.as_ref().map(Number::to_string);
        let digits = raw.bytes().filter(u8::is_ascii_digit).count();
        let is_same = now.as_deref() == Some(raw);
        if now.is_none() || digits > DIGITS && !is_same {
            let now = now.as_deref().unwrap_or("null");
            let message = format!("`{raw}` is written as `{now}`");
            self.lost(Severity::Warning, message, at);
        }
        number.map_or(Value::Null, Value::Number)
    }
}
