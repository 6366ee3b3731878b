//! The one validation of SEP-2282: what its two schemas ask for, and what
//! only its prose does. Files and the talk with a server go through it.
//!
//! What goes beyond the schemas: `context_tool_args` without `context_tool`
//! is refused, as the prose has it, and a declaration with an empty text is
//! valid but left out, which is said.

use super::super::wrong::Notes;
use super::super::{Declared, Level};
use super::{Moment, slots};
use crate::diagnostic::suggest::nearest;
use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::event::EventKind;
use crate::json::Value;
use crate::source::{Decoded, SourceId};

const KEYS: &[&str] = &[
    "event",
    "matcher",
    "context",
    "context_tool",
    "context_tool_args",
    "priority",
];

/// A declaration that can be used.
#[derive(Clone, Debug)]
pub struct Declaration<'a> {
    /// When its text is given.
    pub moment: Moment,
    /// How much weight it asks for.
    pub priority: Level,
    /// The text, where it has one.
    pub context: Option<Decoded>,
    /// The tool that gives the text, where one does.
    pub tool: Option<Decoded>,
    /// What that tool is called with.
    pub args: Option<Value<'a>>,
    /// The matcher, where it says anything.
    pub matcher: Option<Declared>,
    /// All of it.
    pub value: Value<'a>,
}

impl<'a> Declaration<'a> {
    /// Reads one declaration. Without an error among the findings it is
    /// valid; one that is valid and says nothing is none all the same.
    pub fn read(
        value: Value<'a>,
        source: SourceId,
    ) -> (Option<Declaration<'a>>, Vec<Diagnostic>) {
        let mut notes = Notes::new(source, Vec::new());
        let read = Checker { notes: &mut notes }.declaration(value);
        let wrong =
            notes.found.iter().any(|one| one.severity == Severity::Error);
        (read.filter(|_| !wrong), notes.found)
    }
}

/// The moments that a client supports, and what is wrong with how it says
/// so. None where it cannot be told that it supports any.
pub fn supported(
    hooks: Value<'_>,
    source: SourceId,
) -> (Option<Vec<Moment>>, Vec<Diagnostic>) {
    let mut notes = Notes::new(source, Vec::new());
    let mut checker = Checker { notes: &mut notes };
    let list = checker.list(hooks, "supported_events");
    let moments = list.map(|list| {
        let mut moments = Vec::new();
        for item in list.items() {
            let moment = checker.moment(item);
            let is_new = |moment: &Moment| !moments.contains(moment);
            moments.extend(moment.filter(is_new));
        }
        moments
    });
    (moments, notes.found)
}

/// The list of declarations of a server's capability.
pub(super) fn declarations<'a>(
    notes: &mut Notes,
    hooks: Value<'a>,
) -> Option<Value<'a>> {
    Checker { notes }.list(hooks, "declarations")
}

pub(super) struct Checker<'n> {
    pub(super) notes: &'n mut Notes,
}

impl Checker<'_> {
    /// The one list of a capability, which has no other member.
    fn list<'a>(&mut self, hooks: Value<'a>, key: &str) -> Option<Value<'a>> {
        let help = format!("write `{{\"{key}\": […]}}`");
        if !hooks.is_object() {
            self.notes.wrong_type(hooks, "hooks", "an object", &help);
            return None;
        }
        self.known(hooks, &[key]);
        let Some(list) = hooks.get(key) else {
            let message = format!("`hooks` has no `{key}`");
            let found = self.notes.at(Code::MISSING_FIELD, message, hooks);
            self.notes.push(found.help(help));
            return None;
        };
        if !list.is_array() {
            self.notes.wrong_type(list, key, "a list", &help);
            return None;
        }
        Some(list)
    }

    /// Says which keys of an object are none of these.
    pub(super) fn known(&mut self, value: Value<'_>, keys: &[&str]) {
        for entry in value.entries() {
            let name = entry.name();
            if keys.contains(&name) {
                continue;
            }
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
    }

    fn moment(&mut self, value: Value<'_>) -> Option<Moment> {
        let text = self.notes.word(value, "event", Moment::words())?;
        let name = text.as_str();
        if let Some(moment) = Moment::named(name) {
            return Some(moment);
        }
        let meant = EventKind::known_as(name).and_then(Moment::of);
        let meant = meant.map(Moment::as_str);
        let near = meant.or_else(|| nearest(name, Moment::words()));
        let message = format!("`{name}` is no event that a server can name");
        let found = self.notes.at(Code::UNKNOWN_EVENT, message, value);
        self.notes.push(match near {
            Some(near) => found.help(format!("did you mean `{near}`?")),
            None => {
                let all = Moment::words().join(", ");
                found.help(format!("write one of {all}"))
            }
        });
        None
    }

    fn declaration<'a>(
        &mut self,
        value: Value<'a>,
    ) -> Option<Declaration<'a>> {
        if !value.is_object() {
            let help =
                "write `{\"event\": …, \"context\": …, \"priority\": …}`";
            let name = "declarations[…]";
            self.notes.wrong_type(value, name, "an object", help);
            return None;
        }
        self.known(value, KEYS);
        let event = self.must(value, "event");
        let moment = event.and_then(|event| self.moment(event));
        let priority = self.level(value);
        let said = self.said(value);
        let matcher = value.get("matcher").map(|matcher| {
            self.on_tools(value, moment);
            self.matcher(matcher)
        });
        let (context, tool) = said?;
        let args = value.get("context_tool_args");
        let texts = [value.get("context"), args];
        for text in texts.into_iter().flatten() {
            slots::check(self.notes, text, moment?);
        }
        Some(Declaration {
            moment: moment?,
            priority: priority?,
            context,
            tool,
            args,
            matcher: matcher.flatten(),
            value,
        })
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
        let names = Level::ALL.iter().map(|row| row.1);
        let text = self.notes.word(value, "priority", names)?;
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

    /// The text, or the tool; none where it has neither that can be used.
    fn said(
        &mut self,
        value: Value<'_>,
    ) -> Option<(Option<Decoded>, Option<Decoded>)> {
        let context = value.get("context");
        let tool = value.get("context_tool");
        self.one_of(value, context, tool);
        self.args(value, tool);
        let text = context.map(|value| self.notes.text(value, "context"));
        let name = tool.map(|value| self.notes.text(value, "context_tool"));
        let (text, name) = (text.flatten(), name.flatten());
        let said = text.as_ref().or(name.as_ref())?;
        if said.as_str().trim().is_empty() {
            let message = "this declaration says nothing; it is left out";
            let found = self.notes.at(Code::MISSING_FIELD, message, value);
            let found = found.severity(Severity::Warning);
            self.notes.push(found.help("write what the model must know"));
            return None;
        }
        Some((text, name))
    }

    /// Of text and tool there must be one.
    fn one_of(
        &mut self,
        value: Value<'_>,
        context: Option<Value<'_>>,
        tool: Option<Value<'_>>,
    ) {
        if let (Some(context), Some(tool)) = (context, tool) {
            let message = "`context` and `context_tool` exclude each other";
            let code = Code::MISPLACED_FIELD;
            let source = self.notes.source;
            let found = self.notes.at(code, message, tool);
            let found = found.severity(Severity::Error);
            let found = found.also(source, context.span(), "the other one");
            self.notes.push(found.help("remove one of them"));
        } else if context.is_none() && tool.is_none() {
            let message = "this declaration says nothing: it has neither \
                           `context` nor `context_tool`";
            let found = self.notes.at(Code::MISSING_FIELD, message, value);
            self.notes.push(found.help("add one of them"));
        }
    }

    fn args(&mut self, value: Value<'_>, tool: Option<Value<'_>>) {
        let Some(args) = value.get("context_tool_args") else { return };
        if !args.is_object() {
            let help = "write `{\"name\": …}`";
            let name = "context_tool_args";
            self.notes.wrong_type(args, name, "an object", help);
        } else if tool.is_none() {
            // The schema lets this pass, the prose does not.
            let message = "`context_tool_args` has no `context_tool` to be \
                           given to";
            let found = self.notes.at(Code::MISPLACED_FIELD, message, args);
            let found = found.severity(Severity::Error);
            self.notes.push(found.help("add `context_tool`, or remove it"));
        }
    }
}
