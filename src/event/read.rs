//! A runner's payload as a borrowed view, with everything about it that two
//! readers could read differently.

use std::cmp::Ordering;

use super::kinds::same_word;
use super::table::{Facets, MatcherField};
use super::{Event, EventKind, Trouble, What, quick};
use crate::json::{
    Fault, Kind, Limits, Problem, Search, Tape, Value, is_below_del,
    may_hold_control,
};
use crate::source::Span;

/// The fields that decide what an event is about, with the camel-case names
/// that some runners use.
pub(super) const FIELDS: &[(&str, &[&str])] = &[
    ("agent_id", &["agentId"]),
    ("agent_type", &["agentType"]),
    ("cwd", &[]),
    ("hook_event_name", &["hookEventName"]),
    ("permission_mode", &["permissionMode"]),
    ("session_id", &["sessionId"]),
    ("tool_input", &["toolInput", "toolArgs"]),
    ("tool_name", &["toolName"]),
];

/// The name of the event, among them.
const NAME: usize = 3;
/// The name of the tool.
const TOOL_NAME: usize = 7;

/// How much a name of an event says that a call is about to happen, or else
/// something that can be stopped: of two, one reader may know the one and
/// another the other, and what guards must not hang on which.
fn says_of_a_call(name: Value<'_>) -> u8 {
    match name.str().map(EventKind::known_as) {
        Some(Some(EventKind::PRE_TOOL_USE)) => 4,
        Some(Some(kind)) if kind.is_decided() => 3,
        // Nobody knows what it is about.
        None | Some(None) => 2,
        Some(Some(kind)) => u8::from(kind.row().facets.has(Facets::VETO)),
    }
}

/// The name that a field of the payload has in policies.
pub fn field_name(name: &str) -> &str {
    let row = field_of(name).and_then(|row| FIELDS.get(row));
    row.map_or(name, |(own, _)| own)
}

impl<'a> Event<'a> {
    /// Reads the payload in `text`, with `tape` as memory. What is wrong is
    /// in [`Event::troubles`]; the rest is there all the same.
    pub fn read(text: &'a str, tape: &'a mut Tape) -> Event<'a> {
        let mut search = quick::search();
        if quick::read(text, tape, &mut search) {
            return Event::found(&search, text, tape);
        }
        Event::read_carefully(text, tape)
    }

    /// The same, whatever the payload is like.
    #[inline(never)]
    pub(super) fn read_carefully(
        text: &'a str,
        tape: &'a mut Tape,
    ) -> Event<'a> {
        tape.read(text, &Limits::default());
        let tape: &'a Tape = tape;
        let mut event = Event::of(tape.root(text));
        for problem in tape.problems() {
            event.fault(text, *problem);
        }
        event
    }

    /// The event of a payload that is plain JSON.
    #[inline]
    fn found(search: &Search<'_>, text: &'a str, tape: &'a Tape) -> Event<'a> {
        let root = tape.value(text, 0);
        let mut event = Event { root: Some(root), ..Event::default() };
        let at = |number: usize| {
            let node = search.root.node(number);
            (node != 0).then(|| tape.value(text, node))
        };
        let server = at(quick::SERVER).and_then(|value| value.get("name"));
        event.mcp_server = server.and_then(Value::str);
        event.take(at, is_below_del(text));
        event.settle(at(3).is_some(), root, |tool| {
            let value = |node| tape.value(text, node);
            quick::is_fine(tool, &search.inner, value)
        });
        event
    }

    /// Takes a payload that is on a tape already. Problems of the tape are
    /// the caller's, except for those that lie in the values used: a payload
    /// that is cut short has none there. [`Event::read`] looks at all.
    pub fn of(root: Option<Value<'a>>) -> Event<'a> {
        let mut event = Event { root, ..Event::default() };
        let Some(root) = root.filter(|root| root.is_object()) else {
            let span = root.map_or(Span::default(), Value::span);
            event.trouble(What::NotAnObject, span, "");
            return event;
        };
        let found = event.fields(root);
        event.take(|field| found.get(field).copied().flatten(), false);
        event.settle(found[3].is_some(), root, |_| false);
        event
    }

    /// Takes the values of [`FIELDS`]. `is_low` says that no text that stands
    /// there just as it is can hold a control character.
    #[inline]
    fn take(
        &mut self,
        value: impl Fn(usize) -> Option<Value<'a>>,
        is_low: bool,
    ) {
        let text = |event: &mut Event<'a>, field: usize| {
            let value = value(field)?;
            match value.plain() {
                Some(text) if is_low && !text.is_empty() => Some(text),
                _ => event.odd_text(value, field),
            }
        };
        self.agent_id = text(self, 0);
        self.agent_type = text(self, 1);
        self.cwd = text(self, 2);
        self.name = text(self, 3);
        self.permission_mode = text(self, 4);
        self.session_id = text(self, 5);
        self.tool_input = self.input_object(value(6));
        self.tool_name = text(self, 7);
    }

    /// Takes a payload that is part of a larger text: what is wrong within
    /// its bytes counts.
    pub fn within(tape: &'a Tape, payload: Value<'a>) -> Event<'a> {
        let mut event = Event::of(Some(payload));
        let part = payload.span();
        for problem in tape.problems() {
            let at = problem.span;
            // What was left out may lie within.
            let is_more = problem.fault.is_more();
            if is_more || part.start <= at.start && at.end <= part.end {
                event.fault(payload.whole(), *problem);
            }
        }
        event
    }

    /// Notes what is wrong with the JSON in `text`, and with which field
    /// where that is there twice.
    fn fault(&mut self, text: &str, problem: Problem) {
        let key = problem.span.of(text);
        let again = problem.fault == Fault::DuplicateKey;
        // With escapes it may be any.
        let row = match key.contains('\\') {
            true => Some(TOOL_NAME),
            false => field_of(key.trim_matches(['"', '\''])),
        };
        let field = row.filter(|_| again).and_then(|row| FIELDS.get(row));
        let name = field.map_or("", |(name, _)| name);
        self.trouble(What::Json(problem.fault), problem.span, name);
    }

    pub(super) fn trouble(
        &mut self,
        what: What,
        span: Span,
        field: &'static str,
    ) {
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
            let weighed = slot.filter(|_| row == NAME).map(|other| {
                says_of_a_call(entry.value).cmp(&says_of_a_call(other))
            });
            let counts = match weighed {
                None | Some(Ordering::Equal) => same || slot.is_none(),
                Some(weighs) => weighs.is_gt(),
            };
            if counts {
                *slot = Some(entry.value);
            }
            *is_exact |= same;
        }
        let [server, named] = servers.map(|value| value.and_then(Value::str));
        self.mcp_server = server.or(named);
        found
    }

    /// A field of [`FIELDS`] that may be no text, or an odd one.
    #[inline(never)]
    fn odd_text(&mut self, value: Value<'a>, field: usize) -> Option<&'a str> {
        let &(name, _) = FIELDS.get(field)?;
        match name {
            "hook_event_name" | "tool_name" => self.text(value, name),
            _ => self.optional(value, name),
        }
    }

    /// A field that must be a text when it is there.
    fn text(
        &mut self,
        value: Value<'a>,
        field: &'static str,
    ) -> Option<&'a str> {
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
    pub(super) fn optional(
        &mut self,
        value: Value<'a>,
        field: &'static str,
    ) -> Option<&'a str> {
        match value.kind() {
            Kind::Null => None,
            _ if value.str() == Some("") => None,
            _ => self.text(value, field),
        }
    }

    fn input_object(&mut self, value: Option<Value<'a>>) -> Option<Value<'a>> {
        let value = value?;
        if !value.is_object() {
            self.trouble(What::NotAnObject, value.span(), "tool_input");
            return None;
        }
        Some(value)
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

    /// Whether two readers of an event that is no call could find different
    /// values in it, or one that no matcher can be compared with.
    pub fn value_is_open(&self) -> bool {
        let Some(kind) = self.kind.filter(|kind| !kind.is_tool()) else {
            return false;
        };
        let is_odd = |name| {
            let value: Option<Value<'_>> = self.field(name);
            value.is_some_and(|value| {
                value.str().is_none() && value.kind() != Kind::Null
            })
        };
        let faulty = |trouble: &Trouble| matches!(trouble.what, What::Json(_));
        let matched = match kind.row().matcher {
            MatcherField::Field(name) | MatcherField::BaseName(name) => {
                is_odd(name)
            }
            MatcherField::None => false,
        };
        matched || self.troubles.iter().any(faulty)
    }

    /// Whether two readers of a call could find different tools in it.
    pub fn tool_is_open(&self) -> bool {
        let named = |trouble: &Trouble| trouble.field == "tool_name";
        self.kind.is_some_and(EventKind::is_tool)
            && (self.troubles.iter().any(named)
                || self.tool_name.is_none() && self.is_doubtful())
    }
}

/// The number of the field of [`FIELDS`] that a key stands for, however it is
/// spelled.
pub(super) fn field_of(key: &str) -> Option<usize> {
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
pub(super) fn may_be_field(key: &str) -> bool {
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

fn step_into<'a>(value: Value<'a>, path: &str) -> Option<Value<'a>> {
    path.split('.').try_fold(value, |value, key| match value.kind() {
        Kind::Array => value.items().nth(key.parse().ok()?),
        _ => value.get(key),
    })
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
