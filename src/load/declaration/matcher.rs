//! The matcher of a declaration.

use super::check::Checker;
use crate::diagnostic::{Code, Diagnostic};
use crate::json::Value;
use crate::load::Declared;
use crate::load::declaration::Moment;
use crate::source::{Decoded, Span};
use crate::syntax::MAX_RULE_BYTES;
use crate::syntax::regex::MAX_REGEX_BYTES;

const MATCHER_KEYS: &[&str] = &["tool_name", "input_contains", "tool_server"];

impl Checker<'_> {
    /// A matcher on an event without a tool says nothing.
    pub(super) fn on_tools(
        &mut self,
        declaration: Value<'_>,
        moment: Option<Moment>,
    ) {
        let moment = moment.filter(|moment| !moment.is_of_tools());
        let Some(name) = moment.map(Moment::as_str) else { return };
        let message = format!(
            "`{name}` has no tool to match; the matcher is ignored and \
             every `{name}` fires"
        );
        let entries = declaration.entries();
        let key = entries.filter(|e| e.name() == "matcher").last();
        let key = key.map_or(declaration, |entry| entry.key);
        let code = Code::MATCHER_ON_EVENT_WITHOUT_MATCHER;
        let found = self.notes.at(code, message, key);
        self.notes.push(found.help("remove the matcher"));
    }

    pub(super) fn matcher(&mut self, value: Value<'_>) -> Option<Declared> {
        if !value.is_object() {
            let help = "write `{\"tool_name\": …}`";
            self.notes.wrong_type(value, "matcher", "an object", help);
            return None;
        }
        self.known(value, MATCHER_KEYS);
        let mut field = |key: &'static str| {
            value.get(key).and_then(|value| self.notes.text(value, key))
        };
        let declared = Declared {
            tool: field("tool_name"),
            input: field("input_contains"),
            server: field("tool_server"),
        };
        if value.entries().next().is_none() {
            let message = "this matcher says nothing; every call fires";
            let found = self.notes.at(Code::ALWAYS_MATCHES, message, value);
            self.notes.push(found.help("name a tool, or remove it"));
        }
        if let Some(tool) = &declared.tool {
            self.tool(tool, declared.server.as_ref());
        }
        if let Some(input) = &declared.input {
            self.needle(input);
        }
        if let Some(server) = &declared.server {
            self.server(server);
        }
        Some(declared)
    }

    /// A server's name is compared as it stands.
    fn server(&mut self, server: &Decoded) {
        let text = server.as_str();
        if self.is_too_long(server, text.len(), MAX_REGEX_BYTES) {
            return;
        }
        let message = match text.find(['*', '?', '|', '{']) {
            Some(_) => format!(
                "a server's name is compared as a whole, and none is called \
                 `{text}`; this never fires"
            ),
            None if text.is_empty() => {
                "no server is called so; this never fires".to_owned()
            }
            None if text.starts_with("mcp__") => {
                "a server stands here as it is configured, without `mcp__`; \
                 this never fires"
                    .to_owned()
            }
            None => return,
        };
        let (code, source) = (Code::NEVER_MATCHES, self.notes.source);
        let found = Diagnostic::new(code, message, source, server.span());
        self.notes.push(found.help("name one server, or leave it out"));
    }

    /// A text to look for that stands in JSON in another way.
    fn needle(&mut self, input: &Decoded) {
        let length = input.as_str().len();
        if self.is_too_long(input, length, MAX_RULE_BYTES) {
            return;
        }
        if input.as_str().is_empty() {
            let message = "every input holds the empty text; every call fires";
            let (code, source) = (Code::ALWAYS_MATCHES, self.notes.source);
            let found = Diagnostic::new(code, message, source, input.span());
            return self.notes.push(found.help("write a text, or remove it"));
        }
        let Some(at) = unescaped(input.as_str()) else { return };
        let message = "the input is compared as JSON, where this character \
                       has a backslash in front; the hook may never fire";
        let span = input.place(Span::new(at, at + 1));
        let code = Code::ESCAPED_NEEDLE;
        let source = self.notes.source;
        let found = Diagnostic::new(code, message, source, span);
        self.notes
            .push(found.help("leave it out, or write the backslash too"));
    }
}

/// The first character that JSON writes with a backslash and that stands
/// here without one.
fn unescaped(text: &str) -> Option<usize> {
    let mut chars = text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        let next = chars.peek().map(|next| next.1);
        if c == '\\' && matches!(next, Some('"' | '\\')) {
            chars.next();
        } else if c < ' ' || matches!(c, '"' | '\\') {
            return Some(at);
        }
    }
    None
}
