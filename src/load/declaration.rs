//! Hooks that a server declares (SEP-2282), and the events a client takes.
//!
//! A declaration can say a text or call a tool of the server that made it,
//! nothing else: [`Action::Inject`] is the only action made here.

mod carrier;

pub use carrier::is_declaration;

use std::collections::BTreeSet;

use carrier::{carrier, server};

use super::wrong::Notes;
use super::{
    Action, Declared, Document, Family, Group, Handler, Level, Scope,
};
use crate::diagnostic::suggest::nearest;
use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::event::EventKind;
use crate::event::table::SEP_2282;
use crate::json::{Host, Kind, Limits, Tape, Value, diagnose, write_text};
use crate::source::{Decoded, SourceId, Span, Spanned};

const LIMITS: Limits = Limits { size: 8 << 20, depth: 128, problems: 200 };

const KEYS: &[&str] = &[
    "event",
    "matcher",
    "context",
    "context_tool",
    "context_tool_args",
    "priority",
];
const MATCHER_KEYS: &[&str] = &["tool_name", "input_contains", "tool_server"];

/// Reads a capability: alone, among others, or in the answer to an
/// `initialize` request. `name` is the path of the file, after which the
/// server is called where it does not say who it is.
pub(super) fn read(
    source: SourceId,
    name: &str,
    text: &str,
    scope: Scope,
) -> (Document, Vec<Diagnostic>) {
    let mut tape = Tape::new();
    tape.read(text, &LIMITS);
    let found = diagnose(&tape, text, source, Host::Strict);
    let mut document = Document::new(source, scope, Family::Sep2282);
    document.refused = !found.is_empty();
    let mut notes = Notes { source, found };
    if let Some(root) = tape.root(text) {
        let server = server(root, name);
        let mut reader =
            Reader { notes: &mut notes, document: &mut document, server };
        match carrier(root) {
            Some(capability) => reader.capability(capability),
            None => reader.nothing(root),
        }
    }
    document.text = text.into();
    document.tape = tape;
    (document, notes.found)
}

struct Reader<'n> {
    notes: &'n mut Notes,
    document: &'n mut Document,
    server: Decoded,
}

impl Reader<'_> {
    fn nothing(&mut self, root: Value<'_>) {
        if root.kind() == Kind::Broken {
            return;
        }
        let message = "here are no declarations";
        let found = self.notes.at(Code::MISSING_FIELD, message, root);
        let help = "write `{\"declarations\": […]}`, for a client \
                    `{\"supported_events\": […]}`";
        self.notes.push(found.help(help));
    }

    fn capability(&mut self, value: Value<'_>) {
        let (key, is_client) = match value.get("declarations") {
            Some(_) => ("declarations", false),
            None => ("supported_events", true),
        };
        self.known(value, &[key]);
        let Some(list) = value.get(key) else { return };
        if !list.is_array() {
            let help = format!("write `\"{key}\": […]`");
            self.notes.wrong_type(list, key, "a list", &help);
            return;
        }
        for item in list.items() {
            if is_client {
                self.event(item);
            } else {
                self.declaration(item);
            }
        }
    }

    /// Whether an object has no other keys than these.
    fn known(&mut self, value: Value<'_>, keys: &[&str]) -> bool {
        let mut fine = true;
        for entry in value.entries() {
            let name = entry.name();
            if keys.contains(&name) {
                continue;
            }
            fine = false;
            let message = format!(
                "the key `{name}` means nothing here; a client may refuse \
                 all of it"
            );
            let found = self.notes.at(Code::UNKNOWN_KEY, message, entry.key);
            let found = found.severity(Severity::Error);
            let near = match name {
                "tool" | "toolName" => Some("tool_name"),
                "server" => Some("tool_server"),
                _ => nearest(name, keys.iter().copied()),
            };
            self.notes.push(match near.filter(|near| keys.contains(near)) {
                Some(near) => found.help(format!("did you mean `{near}`?")),
                None => found.help(format!("known keys: {}", keys.join(", "))),
            });
        }
        fine
    }

    fn event(&mut self, value: Value<'_>) -> Option<EventKind> {
        let text = self.notes.text(value, "event")?;
        let name = text.as_str();
        let row = SEP_2282.iter().find(|row| row.0 == name);
        if let Some(row) = row {
            return Some(row.1);
        }
        let names = || SEP_2282.iter().map(|row| row.0);
        let meant = EventKind::known_as(name);
        let meant = SEP_2282.iter().find(|row| Some(row.1) == meant);
        let near = meant.map(|row| row.0).or_else(|| nearest(name, names()));
        let message = format!("`{name}` is no event that a server can name");
        let found = self.notes.at(Code::UNKNOWN_EVENT, message, value);
        let all: Vec<_> = names().collect();
        self.notes.push(match near {
            Some(near) => found.help(format!("did you mean `{near}`?")),
            None => found.help(format!("write one of {}", all.join(", "))),
        });
        None
    }

    fn declaration(&mut self, value: Value<'_>) {
        if !value.is_object() {
            let help =
                "write `{\"event\": …, \"context\": …, \"priority\": …}`";
            let name = "declarations[…]";
            self.notes.wrong_type(value, name, "an object", help);
            return;
        }
        let known = self.known(value, KEYS);
        let event = self.must(value, "event");
        let kind = event.and_then(|event| self.event(event));
        let level = self.level(value);
        let said = self.said(value);
        let matcher = value.get("matcher").map(|matcher| {
            let kind = kind.filter(|_| event.is_some());
            self.matcher(value, matcher, kind)
        });
        let declared = match matcher {
            None => Some(None),
            Some(read) => read.map(Some),
        };
        let (Some(event), Some(kind), Some(level), Some(said), Some(declared)) =
            (event, kind, level, said, declared)
        else {
            return;
        };
        if known {
            let handler = self.handler(value, level, said);
            self.document.groups.push(Group {
                event: Spanned {
                    value: event.str().unwrap_or("").to_owned(),
                    span: event.span(),
                },
                kind: Some(kind),
                matcher: None,
                declared: declared.filter(|_| kind.is_tool()),
                hooks: vec![handler],
                span: value.span(),
            });
        }
    }

    fn must<'a>(&mut self, value: Value<'a>, key: &str) -> Option<Value<'a>> {
        let found = value.get(key);
        if found.is_none() {
            let message = format!("this declaration has no `{key}`");
            let found = self.notes.at(Code::MISSING_FIELD, message, value);
            self.notes.push(found.help(format!("add `\"{key}\": …`")));
        }
        found
    }

    fn level(&mut self, value: Value<'_>) -> Option<Level> {
        let value = self.must(value, "priority")?;
        let text = self.notes.text(value, "priority")?;
        let level = Level::named(text.as_str());
        if level.is_none() {
            let message = format!("`{}` is no priority", text.as_str());
            let found = self.notes.at(Code::INVALID_VALUE, message, value);
            let names: Vec<_> = Level::ALL.iter().map(|row| row.1).collect();
            let help = format!("write one of {}", names.join(", "));
            self.notes.push(found.help(help));
        }
        level
    }

    /// The text, or the tool and what it is called with.
    fn said(&mut self, value: Value<'_>) -> Option<Said> {
        let context = value.get("context");
        let tool = value.get("context_tool");
        let args = value.get("context_tool_args");
        let mut fine = true;
        if let (Some(context), Some(tool)) = (context, tool) {
            let message = "`context` and `context_tool` exclude each other";
            let code = Code::MISPLACED_FIELD;
            let source = self.notes.source;
            let found = self.notes.at(code, message, tool);
            let found = found.severity(Severity::Error);
            let found = found.also(source, context.span(), "the other one");
            self.notes.push(found.help("remove one of them"));
            fine = false;
        } else if context.is_none() && tool.is_none() {
            let message = "this declaration says nothing: it has neither \
                           `context` nor `context_tool`";
            let found = self.notes.at(Code::MISSING_FIELD, message, value);
            self.notes.push(found.help("add one of them"));
            fine = false;
        }
        if let Some(args) = args.filter(|args| !args.is_object()) {
            let help = "write `{\"name\": …}`";
            let name = "context_tool_args";
            self.notes.wrong_type(args, name, "an object", help);
            fine = false;
        } else if let (Some(args), None) = (args, tool) {
            let message = "`context_tool_args` has no `context_tool` to be \
                           given to";
            let found = self.notes.at(Code::MISPLACED_FIELD, message, args);
            let found = found.severity(Severity::Error);
            self.notes.push(found.help("add `context_tool`, or remove it"));
            fine = false;
        }
        let text = context.map(|value| self.notes.text(value, "context"));
        let name = tool.map(|value| self.notes.text(value, "context_tool"));
        fine.then_some(())?;
        let said = text.as_ref().or(name.as_ref()).and_then(Option::as_ref);
        if said.is_some_and(|said| said.as_str().trim().is_empty()) {
            let message = "this declaration says nothing; it is left out";
            let found = self.notes.at(Code::MISSING_FIELD, message, value);
            let found = found.severity(Severity::Warning);
            self.notes.push(found.help("write what the model must know"));
            return None;
        }
        match (text, name) {
            (Some(text), _) => Some(Said::Text(text?)),
            (None, name) => Some(Said::Tool(name??, args.map(Value::span))),
        }
    }

    fn matcher(
        &mut self,
        declaration: Value<'_>,
        value: Value<'_>,
        kind: Option<EventKind>,
    ) -> Option<Declared> {
        if !value.is_object() {
            let help = "write `{\"tool_name\": …}`";
            self.notes.wrong_type(value, "matcher", "an object", help);
            return None;
        }
        if let Some(kind) = kind.filter(|kind| !kind.is_tool()) {
            let name = SEP_2282.iter().find(|row| row.1 == kind);
            let name = name.map_or("", |row| row.0);
            let message = format!(
                "`{name}` has no tool to match; the matcher is ignored and \
                 every `{name}` fires"
            );
            let entries = declaration.entries();
            let key = entries.filter(|e| e.name() == "matcher").last();
            let key = key.map_or(value, |entry| entry.key);
            let code = Code::MATCHER_ON_EVENT_WITHOUT_MATCHER;
            let found = self.notes.at(code, message, key);
            self.notes.push(found.help("remove the matcher"));
        }
        let known = self.known(value, MATCHER_KEYS);
        let mut wrong = BTreeSet::new();
        let mut field = |notes: &mut Notes, key: &'static str| {
            let read = value.get(key).map(|value| notes.text(value, key));
            if read == Some(None) {
                wrong.insert(key);
            }
            read.flatten()
        };
        let declared = Declared {
            tool: field(self.notes, "tool_name"),
            input: field(self.notes, "input_contains"),
            server: field(self.notes, "tool_server"),
        };
        if let Some(input) = &declared.input {
            self.needle(input);
        }
        (known && wrong.is_empty()).then_some(declared)
    }

    /// A text to look for that stands in JSON in another way.
    fn needle(&mut self, input: &Decoded) {
        let special = |c: char| c < ' ' || c == '"' || c == '\\';
        let Some(at) = input.as_str().find(special) else { return };
        let message = "the input is compared as JSON, where this character \
                       has a backslash in front; the hook may never fire";
        let span = input.place(Span::new(at, at + 1));
        let code = Code::ESCAPED_NEEDLE;
        let source = self.notes.source;
        let found = Diagnostic::new(code, message, source, span);
        self.notes
            .push(found.help("leave it out, or write the backslash too"));
    }

    fn handler(&self, value: Value<'_>, level: Level, said: Said) -> Handler {
        let mut json = String::from("{\"type\":\"inject\",\"server\":");
        write_text(self.server.as_str(), &mut json);
        json.push_str(",\"level\":");
        write_text(level.as_str(), &mut json);
        let (text, tool) = match said {
            Said::Text(text) => {
                json.push_str(",\"context\":");
                write_text(text.as_str(), &mut json);
                (Some(text), None)
            }
            Said::Tool(name, args) => {
                json.push_str(",\"context_tool\":");
                write_text(name.as_str(), &mut json);
                if let Some(args) = value.get("context_tool_args") {
                    json.push_str(",\"context_tool_args\":");
                    json.push_str(args.raw());
                }
                (None, Some((name, args)))
            }
        };
        json.push('}');
        let server = self.server.clone();
        Handler {
            action: Action::Inject { server, level, text, tool },
            condition: None,
            timeout: None,
            status_message: None,
            once: false,
            failure_blocks: false,
            span: value.span(),
            text: Some(json.into()),
        }
    }
}

/// What a declaration has to say.
enum Said {
    Text(Decoded),
    Tool(Decoded, Option<Span>),
}
