//! TOML on a tape of nodes, so that the readers of JSON serve for it as
//! well.

use toml_edit::{Item, TableLike, Value as Scalar};

use crate::json::{Kind, Mapped, Tape, is_json_number};
use crate::source::Span;

/// Tables and lists within each other; what lies deeper is left out.
const MAX_DEPTH: usize = 64;

/// Why a text is no TOML: the place from which it cannot be read.
pub(super) struct Broken(pub(super) Span);

/// Reads a text onto a fresh tape, whose root is the whole file.
pub(super) fn read(text: &str, tape: &mut Tape) -> Result<(), Broken> {
    *tape = Tape::new();
    let file = match toml_edit::Document::parse(text) {
        Ok(file) => file,
        Err(error) => {
            let at = error.span().unwrap_or(0..0);
            return Err(Broken(on_characters(text, at)));
        }
    };
    let whole = Span::new(0, text.len());
    Writer { text, tape }.table(file.as_table(), whole, 0);
    Ok(())
}

/// A range of bytes, widened to whole characters.
pub(super) fn on_characters(
    text: &str,
    range: std::ops::Range<usize>,
) -> Span {
    let mut start = range.start.min(text.len());
    let mut end = range.end.clamp(start, text.len());
    while !text.is_char_boundary(start) {
        start -= 1;
    }
    while !text.is_char_boundary(end) {
        end += 1;
    }
    Span::new(start, end)
}

struct Writer<'t> {
    text: &'t str,
    tape: &'t mut Tape,
}

impl Writer<'_> {
    fn span(&self, range: Option<std::ops::Range<usize>>, or: Span) -> Span {
        range.map_or(or, |range| on_characters(self.text, range))
    }

    fn table(&mut self, table: &dyn TableLike, span: Span, depth: usize) {
        let at = self.tape.begin(Kind::Object, span);
        for (name, item) in table.iter() {
            let key = table.key(name).and_then(toml_edit::Key::span);
            let place = self.span(key, span);
            self.string(name, place);
            let place = self.span(item.span(), place);
            self.item(item, place, depth + 1);
        }
        self.tape.finish(at, span.end);
    }

    fn item(&mut self, item: &Item, span: Span, depth: usize) {
        if depth > MAX_DEPTH {
            self.tape.add(Kind::Null, span);
            return;
        }
        if let Some(table) = item.as_table_like() {
            return self.table(table, span, depth);
        }
        if let Some(tables) = item.as_array_of_tables() {
            let at = self.tape.begin(Kind::Array, span);
            for table in tables {
                let place = self.span(table.span(), span);
                self.table(table, place, depth + 1);
            }
            self.tape.finish(at, span.end);
            return;
        }
        match item.as_value() {
            Some(value) => self.value(value, span, depth),
            None => {
                self.tape.add(Kind::Null, span);
            }
        }
    }

    fn value(&mut self, value: &Scalar, span: Span, depth: usize) {
        match value {
            Scalar::String(text) => self.string(text.value(), span),
            Scalar::Boolean(on) => {
                let kind = if *on.value() { Kind::True } else { Kind::False };
                self.tape.add(kind, span);
            }
            Scalar::Array(items) if depth < MAX_DEPTH => {
                let at = self.tape.begin(Kind::Array, span);
                for item in items {
                    let place = self.span(item.span(), span);
                    self.value(item, place, depth + 1);
                }
                self.tape.finish(at, span.end);
            }
            Scalar::InlineTable(table) if depth < MAX_DEPTH => {
                self.table(table, span, depth);
            }
            _ if is_json_number(span.of(self.text).as_bytes()) => {
                self.tape.add(Kind::Number, span);
            }
            // Dates, and numbers that JSON writes in another way.
            _ => self.string(span.of(self.text), span),
        }
    }

    /// A text; one with escapes stands as a whole for its place.
    fn string(&mut self, value: &str, span: Span) {
        let raw = span.of(self.text);
        let inner = raw.get(1..raw.len().saturating_sub(1));
        let quoted = raw.starts_with(['"', '\'']) && raw.len() > 1;
        if quoted && inner == Some(value) {
            self.tape.add_text(span, true, None);
        } else if !quoted && raw == value {
            self.tape.add_text(span, false, None);
        } else {
            let steps = vec![(u32::MAX, span.start)];
            let mapped = Mapped { text: value.to_owned(), steps };
            self.tape.add_text(span, false, Some(mapped));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_objects() {
        let text = "a.b = 'é'\n[[x.y]]\nn = 10\n[[x.y]]\nt = \"\\u0041b\"\n\
                    l = [true, {z = 1_0}, 1979-05-27]\n";
        let mut tape = Tape::new();
        assert!(read(text, &mut tape).is_ok());
        let root = tape.root(text).unwrap();
        let mut out = String::new();
        crate::json::write_json(root, &mut out);
        let wanted = r#"{"a":{"b":"é"},"x":{"y":[{"n":10},{"t":"Ab","l":[true,{"z":"1_0"},"1979-05-27"]}]}}"#;
        assert_eq!(out, wanted);
        let y = root.get("x").and_then(|x| x.get("y")).unwrap();
        let second = y.items().nth(1).unwrap().get("t").unwrap();
        assert_eq!(second.span().of(text), "\"\\u0041b\"");
    }
}
