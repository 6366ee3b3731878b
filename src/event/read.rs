//! A runner's payload as a borrowed view, with everything about it that two
//! readers could read differently.

use super::table::{MatcherField, same_word};
use super::{Event, EventKind, Trouble, What, tools};
use crate::diagnostic::{Code, Diagnostic};
use crate::json::{Fault, Kind, Limits, Tape, Value, may_hold_control};
use crate::source::{SourceId, Span};

/// The fields that decide what an event is about, with the camel-case names
/// that some runners use.
const FIELDS: &[(&str, &[&str])] = &[
    ("agent_id", &["agentId"]),
    ("agent_type", &["agentType"]),
    ("cwd", &[]),
    ("hook_event_name", &["hookEventName"]),
    ("permission_mode", &["permissionMode"]),
    ("session_id", &["sessionId"]),
    ("tool_input", &["toolInput", "toolArgs"]),
    ("tool_name", &["toolName"]),
];

impl<'a> Event<'a> {
    /// Reads the payload in `text`, with `tape` as memory. What is wrong is
    /// in [`Event::troubles`]; the rest is there all the same.
    pub fn read(text: &'a str, tape: &'a mut Tape) -> Event<'a> {
        tape.read(text, &Limits::default());
        let tape: &'a Tape = tape;
        let mut event = Event::of(tape.root(text));
        for problem in tape.problems() {
            event.trouble(What::Json(problem.fault), problem.span, "");
        }
        event
    }

    /// Takes a payload that is on a tape already. Problems of the tape are
    /// the caller's, except for those that lie in the values used.
    pub fn of(root: Option<Value<'a>>) -> Event<'a> {
        let mut event = Event { root, ..Event::default() };
        let Some(root) = root.filter(|root| root.is_object()) else {
            let span = root.map_or(Span::default(), Value::span);
            event.trouble(What::NotAnObject, span, "");
            return event;
        };
        let found = event.fields(root);
        event.agent_id = event.optional(found[0], "agent_id");
        event.agent_type = event.optional(found[1], "agent_type");
        event.cwd = event.optional(found[2], "cwd");
        event.name = event.text(found[3], "hook_event_name");
        event.permission_mode = event.optional(found[4], "permission_mode");
        event.session_id = event.optional(found[5], "session_id");
        event.tool_input = event.input_object(found[6]);
        event.tool_name = event.text(found[7], "tool_name");
        event.settle_kind(found[3].is_some(), root.span());
        if event.kind.is_none_or(EventKind::is_tool) {
            event.check_tool(root.span());
        }
        event.settle_matcher();
        event
    }

    /// Takes a payload that is part of a larger text: what is wrong within
    /// its bytes counts.
    pub fn within(tape: &'a Tape, payload: Value<'a>) -> Event<'a> {
        let mut event = Event::of(Some(payload));
        let part = payload.span();
        for problem in tape.problems() {
            let at = problem.span;
            if part.start <= at.start && at.end <= part.end {
                event.trouble(What::Json(problem.fault), at, "");
            }
        }
        event
    }

    fn trouble(&mut self, what: What, span: Span, field: &'static str) {
        self.troubles.push(Trouble { what, span, field });
    }

    /// The fields of [`FIELDS`], each in the spelling that is there; notes
    /// the server on the way.
    fn fields(&mut self, root: Value<'a>) -> [Option<Value<'a>>; 8] {
        let mut found = [None; 8];
        let mut exact = [false; 8];
        let mut servers = [None; 2];
        for entry in root.entries() {
            let key = entry.name();
            if !may_be_field(key) {
                match key {
                    "mcp_server" => servers[0] = entry.value.get("name"),
                    "mcp_server_name" => servers[1] = Some(entry.value),
                    _ => {}
                }
                continue;
            }
            // No key stands for two of the fields.
            let Some(row) = field_of(key) else { continue };
            let (Some(&(name, others)), Some(slot), Some(is_exact)) =
                (FIELDS.get(row), found.get_mut(row), exact.get_mut(row))
            else {
                continue;
            };
            let same = key == name;
            let known = same || others.contains(&key);
            let again = slot.is_some() && key != name || *is_exact;
            let span = || entry.key.span();
            if again || (slot.is_some() && same) {
                self.trouble(What::TwoSpellings, span(), name);
            } else if !known {
                self.trouble(What::OtherSpelling, span(), name);
            }
            if same || slot.is_none() {
                *slot = Some(entry.value);
            }
            *is_exact |= same;
        }
        let [server, named] = servers.map(|value| value.and_then(Value::str));
        self.mcp_server = server.or(named);
        found
    }

    /// A field that must be a text when it is there.
    fn text(
        &mut self,
        value: Option<Value<'a>>,
        field: &'static str,
    ) -> Option<&'a str> {
        let value = value?;
        let Some(text) = value.str() else {
            self.trouble(What::NotAText, value.span(), field);
            return None;
        };
        if has_control(text) {
            self.trouble(What::ControlCharacter, value.span(), field);
        }
        if text.is_empty() {
            self.trouble(What::EmptyText, value.span(), field);
        }
        Some(text)
    }

    /// The same, but `null` and an empty text mean that it is not there.
    fn optional(
        &mut self,
        value: Option<Value<'a>>,
        field: &'static str,
    ) -> Option<&'a str> {
        let value = value.filter(|value| value.kind() != Kind::Null)?;
        let value = value
            .str()
            .map_or(Some(value), |text| (!text.is_empty()).then_some(value));
        self.text(value, field)
    }

    fn input_object(&mut self, value: Option<Value<'a>>) -> Option<Value<'a>> {
        let value = value?;
        if !value.is_object() {
            self.trouble(What::NotAnObject, value.span(), "tool_input");
            return None;
        }
        Some(value)
    }

    fn settle_kind(&mut self, is_named: bool, span: Span) {
        self.kind = match self.name {
            Some(name) => EventKind::known_as(name),
            None if !is_named && self.tool_name.is_some() => {
                Some(EventKind::PRE_TOOL_USE)
            }
            None => None,
        };
        if self.kind.is_none() {
            let what =
                if is_named { What::UnknownEvent } else { What::Missing };
            self.trouble(what, span, "hook_event_name");
        }
    }

    /// What a tool call must have: a name, an object as input, and in it
    /// the field that says what the tool works on.
    fn check_tool(&mut self, span: Span) {
        let has = |event: &Event<'_>, field| {
            event.troubles.iter().any(|t| t.field == field)
        };
        if self.tool_name.is_none() {
            if self.kind.is_some() && !has(self, "tool_name") {
                self.trouble(What::Missing, span, "tool_name");
            }
            return;
        }
        let Some(input) = self.tool_input else {
            if !has(self, "tool_input") {
                self.trouble(What::Missing, span, "tool_input");
            }
            return;
        };
        let tool = self.tool_name.and_then(tools::find);
        let Some(tool) = tool else { return };
        for entry in input.entries() {
            let key = entry.name();
            let known = || tool.primary.iter().chain(tool.params).copied();
            // No two names of a tool are one word.
            if known().any(|name| key == name) {
                continue;
            }
            if let Some(name) = known().find(|name| same_word(key, name)) {
                self.trouble(What::OtherSpelling, entry.key.span(), name);
            }
        }
        let Some(field) = tool.primary else { return };
        match input.get(field) {
            Some(value) => match value.str() {
                None => self.trouble(What::NotAText, value.span(), field),
                Some(text) if text.contains('\0') => {
                    self.trouble(What::ControlCharacter, value.span(), field);
                }
                Some("") if REQUIRED.contains(&field) => {
                    self.trouble(What::EmptyText, value.span(), field);
                }
                Some(_) => {}
            },
            None if REQUIRED.contains(&field) && tool.name != "Monitor" => {
                self.trouble(What::Missing, input.span(), field);
            }
            None => {}
        }
    }

    fn settle_matcher(&mut self) {
        let Some(kind) = self.kind else { return };
        self.matcher_value = match kind.row().matcher {
            MatcherField::None => None,
            MatcherField::Field("tool_name") => self.tool_name,
            MatcherField::Field("agent_type") => self.agent_type,
            MatcherField::Field(name) => {
                let value = self.root.and_then(|root| root.get(name));
                self.optional(value, name)
            }
            MatcherField::BaseName(name) => {
                let value = self.root.and_then(|root| root.get(name));
                let path = self.optional(value, name);
                path.and_then(|path| path.rsplit(['/', '\\']).next())
            }
        };
    }

    /// The value at a path of keys joined by dots, such as
    /// `tool_input.model`; a number leads into a list.
    pub fn field(&self, path: &str) -> Option<Value<'a>> {
        let mut value = match path.split_once('.') {
            Some(("tool_input", rest)) => {
                return step_into(self.tool_input?, rest);
            }
            _ => self.root?,
        };
        if path == "tool_input" {
            return self.tool_input;
        }
        if path == "tool_name" {
            return value.get(path).or_else(|| value.get("toolName"));
        }
        value = step_into(value, path)?;
        Some(value)
    }

    /// A field of the tool's input.
    pub fn input(&self, name: &str) -> Option<Value<'a>> {
        self.tool_input?.get(name)
    }

    /// Whether two readers could read the event differently, so that no
    /// rule may allow it.
    pub fn is_doubtful(&self) -> bool {
        !self.troubles.is_empty()
    }
}

/// The number of the field of [`FIELDS`] that a key stands for, however it is
/// spelled.
fn field_of(key: &str) -> Option<usize> {
    // What almost every event has is told apart by length and a few bytes.
    Some(match key {
        "agent_id" => 0,
        "agent_type" => 1,
        "cwd" => 2,
        "hook_event_name" => 3,
        "permission_mode" => 4,
        "session_id" => 5,
        "tool_input" => 6,
        "tool_name" => 7,
        "tool_use_id" | "tool_response" => return None,
        _ => return any_field_of(key),
    })
}

fn any_field_of(key: &str) -> Option<usize> {
    FIELDS.iter().position(|(name, others)| {
        same_word(key, name) || others.contains(&key)
    })
}

/// Whether a text holds a control character.
fn has_control(text: &str) -> bool {
    may_hold_control(text) && text.chars().any(char::is_control)
}

/// Whether a key starts like one of [`FIELDS`] in any spelling; most keys do
/// not, and need no closer look.
fn may_be_field(key: &str) -> bool {
    match key.as_bytes() {
        [b'_' | b'-', ..] | [_, b'_' | b'-', ..] => true,
        // The bit that tells small letters from capitals.
        [a, b, ..] => matches!(
            &[a | 0x20, b | 0x20],
            b"ag" | b"cw" | b"ho" | b"pe" | b"se" | b"to"
        ),
        _ => false,
    }
}

/// Fields without which a tool has nothing to work on.
const REQUIRED: &[&str] = &["command", "file_path", "notebook_path", "url"];

fn step_into<'a>(value: Value<'a>, path: &str) -> Option<Value<'a>> {
    path.split('.').try_fold(value, |value, key| match value.kind() {
        Kind::Array => value.items().nth(key.parse().ok()?),
        _ => value.get(key),
    })
}

impl Trouble {
    /// The finding to show for it.
    pub fn diagnostic(&self, source: SourceId) -> Diagnostic {
        let message = self.message();
        Diagnostic::new(Code::INVALID_EVENT, message, source, self.span)
    }

    /// What is wrong, for a person.
    pub fn message(&self) -> String {
        let field = self.field;
        match self.what {
            What::Json(Fault::DuplicateKey) => {
                "the event holds a key twice; readers disagree on which one \
                 counts"
                    .to_owned()
            }
            What::Json(Fault::Empty) => "the event is empty".to_owned(),
            What::Json(Fault::TrailingText) => {
                "there is more text behind the event".to_owned()
            }
            What::Json(Fault::TooDeep) => {
                "the event is nested too deeply".to_owned()
            }
            What::Json(Fault::TooLarge) => "the event is too large".to_owned(),
            What::Json(Fault::LoneSurrogate) => {
                "the event holds half of a character".to_owned()
            }
            What::Json(_) => "the event is not plain JSON".to_owned(),
            What::NotAnObject if field.is_empty() => {
                "the event is not an object".to_owned()
            }
            What::NotAnObject => format!("`{field}` is not an object"),
            What::NotAText => format!("`{field}` is not a text"),
            What::EmptyText => format!("`{field}` is empty"),
            What::ControlCharacter => {
                format!("`{field}` holds a control character")
            }
            What::Missing => format!("`{field}` is missing"),
            What::TwoSpellings => {
                format!("`{field}` is there in two spellings")
            }
            What::OtherSpelling => {
                format!("a key is almost `{field}`, but not quite")
            }
            What::UnknownEvent => "the event is not known".to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::table::ROWS;

    #[test]
    fn no_key_stands_for_two_fields() {
        for (at, (name, others)) in FIELDS.iter().enumerate() {
            assert_eq!(field_of(name), Some(at));
            assert_eq!(any_field_of(name), Some(at));
            assert!(may_be_field(name));
            for key in others.iter().chain([name]) {
                assert!(may_be_field(key), "{key}");
                let rows = FIELDS.iter().filter(|(name, others)| {
                    same_word(key, name) || others.contains(key)
                });
                assert_eq!(rows.count(), 1, "{key}");
            }
        }
    }

    #[test]
    fn keys_that_are_no_fields_are_none() {
        for row in ROWS {
            for key in row.fields {
                assert_eq!(field_of(key), any_field_of(key), "{key}");
            }
        }
    }

    #[test]
    fn control_characters_are_found() {
        for c in ('\0'..='\u{2FF}').chain('\u{2028}'..='\u{2040}') {
            for text in [format!("a{c}b"), format!("{c}, and {c} again")] {
                assert_eq!(has_control(&text), c.is_control(), "{c:?}");
            }
        }
    }
}
