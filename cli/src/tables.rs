//! TOML with the place of everything, and findings about it.

use hookset::diagnostic::{Code, Diagnostic, Severity, suggest};
use hookset::source::{Source, SourceId, Span};
use serde_json::{Map, Value};
use toml::de::{DeTable, DeValue};

use crate::fault::Fault;

/// A value and its place.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub(crate) span: Span,
    pub(crate) value: Toml,
}

/// What a value is.
#[derive(Clone, Debug)]
pub(crate) enum Toml {
    Text(String),
    Bool(bool),
    /// Numbers and dates, as they are written.
    Other(String),
    List(Vec<Node>),
    Table(Vec<Field>),
}

/// A key with its value.
#[derive(Clone, Debug)]
pub(crate) struct Field {
    pub(crate) key: String,
    pub(crate) at: Span,
    pub(crate) value: Node,
}

/// A file of TOML while it is read.
#[derive(Debug)]
pub(crate) struct Reader {
    source: Source,
    pub(crate) faults: Vec<Fault>,
}

impl Reader {
    /// Parses the text of the file `name`.
    pub(crate) fn open(name: &str, text: &str) -> (Reader, Option<Node>) {
        let source = Source::new(name, text);
        let mut reader = Reader { source, faults: Vec::new() };
        let (root, errors) = DeTable::parse_recoverable(text);
        if let Some(error) = errors.first() {
            let at = error.span().unwrap_or_default();
            let message = format!("not TOML: {}", error.message());
            let span = Span::new(at.start, at.end);
            reader.found(Code::INVALID_TOML, message, span, "");
            return (reader, None);
        }
        let span = Span::new(0, text.len());
        let value = table(root.get_ref());
        (reader, Some(Node { span, value }))
    }

    /// `file:line:column` of a place.
    pub(crate) fn place(&self, span: Span) -> String {
        self.source.place(span)
    }

    /// Says what is wrong at a place.
    pub(crate) fn found(
        &mut self,
        code: Code,
        message: impl Into<String>,
        span: Span,
        help: &str,
    ) {
        // Here a slip is no warning: nothing else would tell of it.
        let found = Diagnostic::new(code, message, SourceId(0), span)
            .severity(Severity::Error);
        let found = match help {
            "" => found,
            help => found.help(help),
        };
        self.faults.push(Fault::of(self.source.clone(), found));
    }

    /// A key that is none of `known`.
    pub(crate) fn unknown(&mut self, field: &Field, known: &[&str]) {
        let key = &field.key;
        let message = format!("`{key}` is no key here");
        let all = format!("keys are `{}`", known.join("`, `"));
        let near = suggest::nearest(key, known.iter().copied());
        let help = match near {
            Some(near) => format!("did you mean `{near}`? {all}"),
            None => all,
        };
        self.found(Code::UNKNOWN_KEY, message, field.at, &help);
    }

    /// A value of another type than it must be.
    pub(crate) fn wrong(&mut self, field: &Field, must: &str) {
        let message = format!("`{}` must be {must}", field.key);
        let span = field.value.span;
        self.found(Code::WRONG_TYPE, message, span, "");
    }

    /// A text; anything else is said to be wrong.
    pub(crate) fn text(&mut self, field: &Field) -> Option<String> {
        match &field.value.value {
            Toml::Text(text) => Some(text.clone()),
            _ => {
                self.wrong(field, "a text");
                None
            }
        }
    }

    /// A text or a list of texts.
    pub(crate) fn texts(&mut self, field: &Field) -> Vec<String> {
        let texts = match &field.value.value {
            Toml::Text(text) => Some(vec![text.clone()]),
            Toml::List(items) => items.iter().map(Node::text).collect(),
            _ => None,
        };
        if texts.is_none() {
            self.wrong(field, "a text or a list of texts");
        }
        texts.unwrap_or_default()
    }

    /// The fields of a table.
    pub(crate) fn fields<'a>(&mut self, field: &'a Field) -> &'a [Field] {
        match &field.value.value {
            Toml::Table(fields) => fields,
            _ => {
                self.wrong(field, "a table");
                &[]
            }
        }
    }
}

impl Node {
    pub(crate) fn text(&self) -> Option<String> {
        match &self.value {
            Toml::Text(text) => Some(text.clone()),
            _ => None,
        }
    }

    /// The fields, where it is a table.
    pub(crate) fn table(&self) -> &[Field] {
        match &self.value {
            Toml::Table(fields) => fields,
            _ => &[],
        }
    }

    /// The same as JSON.
    pub(crate) fn json(&self) -> Value {
        match &self.value {
            Toml::Text(text) => Value::from(text.as_str()),
            Toml::Bool(is) => Value::from(*is),
            Toml::Other(raw) => serde_json::from_str(raw)
                .unwrap_or_else(|_| Value::from(raw.as_str())),
            Toml::List(items) => items.iter().map(Node::json).collect(),
            Toml::Table(fields) => {
                let pairs = fields.iter();
                let pairs = pairs.map(|f| (f.key.clone(), f.value.json()));
                Value::Object(pairs.collect::<Map<_, _>>())
            }
        }
    }
}

fn table(table: &DeTable<'_>) -> Toml {
    let fields = table.iter().map(|(key, value)| {
        let at = key.span();
        Field {
            key: key.get_ref().to_string(),
            at: Span::new(at.start, at.end),
            value: node(value.span(), value.get_ref()),
        }
    });
    let mut fields: Vec<_> = fields.collect();
    // As they are written, not by name.
    fields.sort_by_key(|field| field.at);
    Toml::Table(fields)
}

fn node(span: std::ops::Range<usize>, value: &DeValue<'_>) -> Node {
    let value = match value {
        DeValue::String(text) => Toml::Text(text.to_string()),
        DeValue::Boolean(is) => Toml::Bool(*is),
        DeValue::Integer(number) => Toml::Other(number.to_string()),
        DeValue::Float(number) => Toml::Other(number.as_str().to_owned()),
        DeValue::Datetime(time) => Toml::Other(time.to_string()),
        DeValue::Array(items) => {
            let items = items.iter();
            let nodes = items.map(|item| node(item.span(), item.get_ref()));
            Toml::List(nodes.collect())
        }
        DeValue::Table(inner) => table(inner),
    };
    Node { span: Span::new(span.start, span.end), value }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_and_slips_are_told() {
        let text = "b = 1\na = [\"x\"]\n[c]\nd = true\n";
        let (mut reader, root) = Reader::open("f.toml", text);
        let root = root.unwrap();
        assert_eq!(
            root.json().to_string(),
            r#"{"b":1,"a":["x"],"c":{"d":true}}"#
        );
        let field = &root.table()[1];
        assert_eq!(reader.place(field.at), "f.toml:2:1");
        assert_eq!(reader.texts(field), ["x"]);
        reader.unknown(field, &["b"]);
        assert!(reader.text(&root.table()[0]).is_none());
        assert_eq!(reader.faults.len(), 2);
        let (reader, root) = Reader::open("f", "a = b\n");
        assert!(root.is_none());
        assert_eq!(reader.faults[0].code, Code::INVALID_TOML);
    }
}
