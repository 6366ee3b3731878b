//! JSON out: objects and lists as text.

use crate::json::quote;

/// A text as a JSON string.
pub(super) fn string(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    quote(text, &mut out);
    out
}

/// A list of values that are JSON already.
pub(super) fn list(items: impl IntoIterator<Item = String>) -> String {
    let items: Vec<String> = items.into_iter().collect();
    format!("[{}]", items.join(","))
}

/// A list of texts.
pub(super) fn strings<'a>(items: impl IntoIterator<Item = &'a str>) -> String {
    list(items.into_iter().map(string))
}

/// An object that is being written.
#[derive(Default)]
pub(super) struct Object(String);

impl Object {
    /// With a member whose value is JSON already.
    pub(super) fn raw(mut self, key: &str, value: &str) -> Object {
        if !self.0.is_empty() {
            self.0.push(',');
        }
        quote(key, &mut self.0);
        self.0.push(':');
        self.0.push_str(value);
        self
    }

    /// With a text.
    pub(super) fn text(self, key: &str, value: &str) -> Object {
        self.raw(key, &string(value))
    }

    /// With a text, where there is one.
    pub(super) fn maybe(self, key: &str, value: Option<&str>) -> Object {
        match value {
            Some(value) => self.text(key, value),
            None => self,
        }
    }

    /// The object's JSON.
    pub(super) fn end(self) -> String {
        format!("{{{}}}", self.0)
    }
}
