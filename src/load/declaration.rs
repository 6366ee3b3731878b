//! Hooks that a server declares (SEP-2282), and the events a client takes.
//!
//! A declaration can say a text or call a tool of the server that made it,
//! nothing else: [`Action::Inject`] is the only action made here.

mod carrier;
mod check;
mod matcher;
mod moment;
mod pin;
mod slots;
mod tool;

pub use carrier::{Carrier, carried, is_declaration};
pub use check::{Declaration, supported};
pub use moment::Moment;
pub use pin::pin;

pub(super) use carrier::holds;
use carrier::server;

use super::wrong::{Notes, may_guard};
use super::{Action, Document, Family, Group, Handler, Scope};
use crate::diagnostic::suggest::nearest;
use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::json::{Host, Kind, Limits, Tape, Value, diagnose, write_text};
use crate::source::{Decoded, SourceId, Spanned};

const LIMITS: Limits = Limits { size: 8 << 20, depth: 128, problems: 200 };

/// Reads a capability: alone, among others, or in the answer to an
/// `initialize` request. `name` is the path of the file, after which the
/// server is called where it does not say who it is. Wherever the file
/// stands, what is in it is the server's.
pub(super) fn read(
    source: SourceId,
    name: &str,
    text: &str,
) -> (Document, Vec<Diagnostic>) {
    let mut tape = Tape::new();
    tape.read(text, &LIMITS);
    let found = diagnose(&tape, text, source, Host::Strict);
    let mut document = Document::new(source, Scope::Server, Family::Sep2282);
    document.refused = !found.is_empty();
    // No telling what the text is: it may be a policy.
    document.degraded = !tape.root(text).is_some_and(Value::is_object);
    let mut notes = Notes::new(source, found);
    if let Some(root) = tape.root(text) {
        let server = server(root, name);
        let mut reader =
            Reader { notes: &mut notes, document: &mut document, server };
        let capability = carrier::found(root);
        match capability {
            Some(capability) => reader.capability(root, capability),
            None => reader.nothing(root),
        }
        reader.rest(root, capability);
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
        let message = "here are no `declarations`";
        let found = self.notes.at(Code::MISSING_FIELD, message, root);
        let help = "write `{\"declarations\": […]}`, for a client \
                    `{\"supported_events\": […]}`";
        self.notes.push(found.help(help));
    }

    /// What else a file holds: messages have many keys, but no rules, and
    /// no decisions of hooks.
    fn rest(&mut self, root: Value<'_>, capability: Option<Value<'_>>) {
        let read = capability.map(Value::span);
        for entry in root.entries() {
            let is_list = carrier::LISTS.contains(&entry.name());
            let is_read = read == Some(entry.value.span()) || is_list;
            if !is_read && may_guard(entry) {
                self.notes.stray(self.document, entry);
            } else if is_list {
                // A list that is not read was told.
            } else if read != Some(root.span())
                && !carrier::MEMBERS.contains(&entry.name())
            {
                self.notes.unknown_key(entry, carrier::MEMBERS);
            }
        }
    }

    /// What holds hooks and is not read, for hooks stand elsewhere, too.
    fn others(&mut self, root: Value<'_>, read: Value<'_>) {
        for other in carrier::others(root, read) {
            if other.is_first {
                self.slip(root, other.value);
                continue;
            }
            let carrier::Other { path, value, .. } = other;
            let message = format!(
                "hooks stand in several places, of which one is read; those \
                 in `{path}` are left out"
            );
            let found = self.notes.at(Code::MISPLACED_FIELD, message, value);
            let found = found.severity(Severity::Warning);
            let found = found.labelled("this is left out");
            let source = self.notes.source;
            let found = found.also(source, read.span(), "this is read");
            self.notes.push(found.help("write all of them into one list"));
        }
    }

    /// What is wrong with a place that has no list.
    fn slip(&mut self, root: Value<'_>, value: Value<'_>) {
        let mut keys = value.entries().map(|entry| entry.name());
        let lists = carrier::LISTS;
        let meant = keys.find_map(|key| nearest(key, lists));
        if meant == Some("supported_events")
            || meant.is_none() && carrier::is_client(root)
        {
            let (_, found) = supported(value, self.notes.source);
            found.into_iter().for_each(|one| self.notes.push(one));
        } else {
            check::declarations(self.notes, value);
        }
    }

    fn capability(&mut self, root: Value<'_>, value: Value<'_>) {
        self.others(root, value);
        if value.get("declarations").is_none() {
            if value.get("supported_events").is_none() {
                return self.slip(root, value);
            }
            let (_, found) = supported(value, self.notes.source);
            found.into_iter().for_each(|one| self.notes.push(one));
            return;
        }
        let list = check::declarations(self.notes, value);
        for item in list.into_iter().flat_map(Value::items) {
            let (read, found) = Declaration::read(item, self.notes.source);
            found.into_iter().for_each(|one| self.notes.push(one));
            if let Some(declaration) = read {
                self.group(declaration);
            }
        }
    }

    fn group(&mut self, declaration: Declaration<'_>) {
        let value = declaration.value;
        let event = value.get("event").unwrap_or(value);
        let moment = declaration.moment;
        let handler = self.handler(&declaration);
        let matcher = declaration.matcher;
        self.document.groups.push(Group {
            event: Spanned {
                value: moment.as_str().to_owned(),
                span: event.span(),
            },
            kind: moment.kind(),
            matcher: None,
            declared: matcher.filter(|_| moment.is_of_tools()),
            hooks: vec![handler],
            span: value.span(),
        });
    }

    fn handler(&self, declaration: &Declaration<'_>) -> Handler {
        let Declaration { context, tool, args, value, .. } = declaration;
        let level = declaration.priority;
        let mut json = String::from("{\"type\":\"inject\",\"server\":");
        write_text(self.server.as_str(), &mut json);
        json.push_str(",\"level\":");
        write_text(level.as_str(), &mut json);
        if let Some(text) = context {
            json.push_str(",\"context\":");
            write_text(text.as_str(), &mut json);
        }
        if let Some(tool) = tool {
            json.push_str(",\"context_tool\":");
            write_text(tool.as_str(), &mut json);
        }
        if let Some(args) = args {
            json.push_str(",\"context_tool_args\":");
            json.push_str(args.raw());
        }
        // What an approval covers, its event and matcher as well; behind
        // all else, for it may have no end.
        json.push_str(",\"declaration\":");
        json.push_str(value.raw());
        json.push('}');
        let args = args.map(Value::span);
        let tool = tool.clone().map(|tool| (tool, args));
        let (server, text) = (self.server.clone(), context.clone());
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
