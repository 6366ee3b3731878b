//! Calls as a person writes them down: `Bash(rm -rf x)`, `Read(/etc/passwd)`,
//! `mcp__tickets__close`.

use std::error::Error;
use std::fmt;

use super::tools;

/// What stands in the brackets where the table of tools names no main field.
const MORE: &[(&str, &str)] =
    &[("Agent", "subagent_type"), ("WebSearch", "query")];

/// Why a text is not read as a call.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CallError {
    /// Its bracket is never closed; the text.
    Unclosed(String),
    /// It does not start with the name of a tool; the text.
    NoCall(String),
    /// Nothing says which field of this tool stands in the brackets.
    NoField(String),
}

impl Error for CallError {}

impl fmt::Display for CallError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CallError::Unclosed(call) => {
                write!(out, "`{call}` lacks its closing `)`")
            }
            CallError::NoCall(call) => write!(
                out,
                "`{call}` is no call; write it as `Bash(ls)` or `Read(/a/b)`"
            ),
            CallError::NoField(tool) => write!(
                out,
                "what stands in the brackets of `{tool}` has no name; write \
                 the whole event"
            ),
        }
    }
}

/// The payload of a call before it runs, as JSON. Linear in the text.
///
/// # Errors
///
/// Says what cannot be written in this form.
pub fn payload(call: &str) -> Result<String, CallError> {
    let call = call.trim();
    let (name, text) = match call.split_once('(') {
        None => (call, None),
        Some((name, rest)) => match rest.strip_suffix(')') {
            Some(text) => (name, Some(text)),
            None => return Err(CallError::Unclosed(call.to_owned())),
        },
    };
    let plain = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-');
    if name.is_empty() || !name.chars().all(plain) {
        return Err(CallError::NoCall(call.to_owned()));
    }
    let Some(text) = text else { return Ok(of(name, None)) };
    match field(name) {
        Some(field) => Ok(of(name, Some((field, text)))),
        None => Err(CallError::NoField(name.to_owned())),
    }
}

/// The payload of a call of `tool` on `text`, for a tool with a main field.
pub fn call(tool: &str, text: &str) -> Option<String> {
    Some(of(tool, Some((field(tool)?, text))))
}

/// The field of the input that holds what a tool works on.
fn field(name: &str) -> Option<&'static str> {
    let canonical = tools::find(name).map_or(name, |tool| tool.name);
    let more = MORE.iter().find(|(tool, _)| *tool == canonical);
    let primary = || tools::find(name)?.primary;
    more.map(|(_, field)| *field).or_else(primary)
}

fn of(tool: &str, input: Option<(&str, &str)>) -> String {
    let mut out = String::from("{\"hook_event_name\":\"PreToolUse\",");
    out.push_str("\"tool_name\":\"");
    escape(tool, &mut out);
    out.push_str("\",\"tool_input\":{");
    if let Some((field, text)) = input {
        out.push_str(&format!("\"{field}\":\""));
        escape(text, &mut out);
        out.push('"');
    }
    out.push_str("}}");
    out
}

fn escape(text: &str, out: &mut String) {
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            c if c < ' ' => out.push_str(&format!("\\u{:04x}", u32::from(c))),
            c => out.push(c),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::Event;
    use crate::json::Tape;

    #[test]
    fn a_call_becomes_a_payload() {
        let text = payload("Bash(echo \"a(b)\n\\c\")").unwrap();
        let mut tape = Tape::new();
        let event = Event::read(&text, &mut tape);
        assert!(event.troubles.is_empty(), "{text}");
        let command = event.input("command").and_then(|value| value.str());
        assert_eq!(command, Some("echo \"a(b)\n\\c\""));
        assert!(payload("mcp__a__b").unwrap().contains("mcp__a__b"));
        assert!(payload("WebFetch(https://a.b/)").unwrap().contains("url"));
        assert!(payload("Agent(x)").unwrap().contains("subagent_type"));
    }

    #[test]
    fn what_has_no_short_form_is_said() {
        let wrong = |call: &str| payload(call).unwrap_err();
        assert_eq!(wrong("Bash(ls"), CallError::Unclosed("Bash(ls".into()));
        assert_eq!(wrong("rm -rf x"), CallError::NoCall("rm -rf x".into()));
        let tool = "mcp__a__b";
        assert_eq!(wrong("mcp__a__b(x)"), CallError::NoField(tool.into()));
        assert!(wrong("x y").to_string().contains("write it as `Bash(ls)`"));
        assert!(payload("").is_err());
    }
}
