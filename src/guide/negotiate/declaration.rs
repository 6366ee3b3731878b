//! One declaration: what its schema asks for, and what only its prose does.

use super::{Moment, Priority, unknown_event};
use crate::diagnostic::Code;
use crate::guide::check::Fault;
use crate::guide::text::{meant, one_line};
use crate::json::{Kind, Value};

const KEYS: &[&str] = &[
    "event",
    "matcher",
    "context",
    "context_tool",
    "context_tool_args",
    "priority",
];
const MATCHER: &[&str] = &["tool_name", "input_contains", "tool_server"];

/// A declaration that can be used.
#[derive(Clone, Copy, Debug)]
pub struct Declaration<'a> {
    /// When its text is given.
    pub moment: Moment,
    /// How much weight it asks for.
    pub priority: Priority,
    /// The text, where it has one.
    pub context: Option<&'a str>,
    /// The tool that gives the text, where one does.
    pub tool: Option<&'a str>,
    /// All of it.
    pub value: Value<'a>,
}

impl<'a> Declaration<'a> {
    /// The declaration in `value`; `Err` with the first reason why it cannot
    /// be used.
    pub fn read(value: Value<'a>) -> Result<Declaration<'a>, Fault> {
        let text = |key| value.get(key).and_then(Value::str);
        let fault = faults(value).into_iter().find(|fault| fault.refuses);
        let read = || {
            Some(Declaration {
                moment: Moment::named(text("event")?)?,
                priority: Priority::named(text("priority")?)?,
                context: text("context"),
                tool: text("context_tool"),
                value,
            })
        };
        match fault {
            Some(fault) => Err(fault),
            None => read().ok_or_else(|| {
                fault_of("event", "this declaration cannot be read", "")
            }),
        }
    }

    /// What it does, for a person who is asked whether it may.
    pub fn in_words(&self) -> String {
        let mut out = format!("on `{}`", self.moment.as_str());
        if let Some(matcher) = self.value.get("matcher") {
            let text = |key| matcher.get(key).and_then(Value::str);
            if let Some(name) = text("tool_name") {
                out.push_str(&format!(", for tool `{name}`"));
            }
            if let Some(server) = text("tool_server") {
                out.push_str(&format!(", of server `{server}`"));
            }
            if let Some(part) = text("input_contains") {
                out.push_str(&format!(", when its input has `{part}`"));
            }
        }
        match (self.tool, self.context) {
            (Some(tool), _) => {
                out.push_str(&format!(": gives what its tool `{tool}` says"));
            }
            (None, text) => {
                let text = text.unwrap_or("");
                out.push_str(&format!(": says `{text}`"));
            }
        }
        out.push_str(&format!(" ({})", self.priority.as_str()));
        one_line(&out)
    }
}

fn fault_of(
    field: &'static str,
    message: impl Into<String>,
    help: impl Into<String>,
) -> Fault {
    Fault::new(Code::INVALID_VALUE, field, message, help)
}

/// Everything that is wrong with a declaration: what refuses it, and what
/// its server should know.
pub fn faults(value: Value<'_>) -> Vec<Fault> {
    let mut found = Vec::new();
    if !value.is_object() {
        let message = "a declaration must be an object";
        found.push(fault_of("event", message, "write `{\"event\": …}`"));
        return found;
    }
    for entry in value.entries() {
        if !KEYS.contains(&entry.name()) {
            found.push(unknown("declaration", entry.name(), KEYS));
        }
    }
    let moment = moment(value, &mut found);
    priority(value, &mut found);
    matcher(value, moment, &mut found);
    body(value, &mut found);
    found
}

fn unknown(place: &str, key: &str, known: &[&str]) -> Fault {
    let message = format!("there is no `{key}` in a {place}");
    let help = match meant(key, known) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("there are: {}", known.join(", ")),
    };
    Fault::new(Code::UNKNOWN_KEY, "event", message, help)
}

fn moment(value: Value<'_>, found: &mut Vec<Fault>) -> Option<Moment> {
    let Some(event) = value.get("event") else {
        let help = "name the event, such as `post_tool_use`";
        found.push(fault_of("event", "`event` is missing", help));
        return None;
    };
    let word = event.str().unwrap_or(event.kind().words());
    let moment = event.str().and_then(Moment::named);
    if moment.is_none() {
        found.push(unknown_event(word));
    }
    moment
}

fn priority(value: Value<'_>, found: &mut Vec<Fault>) {
    let help = "write `suggestion`, `important` or `required`";
    let Some(priority) = value.get("priority") else {
        found.push(fault_of("priority", "`priority` is missing", help));
        return;
    };
    if priority.str().and_then(Priority::named).is_none() {
        let word = priority.str().unwrap_or(priority.kind().words());
        let message = format!("`{word}` is no priority");
        found.push(fault_of("priority", message, help));
    }
}

fn matcher(value: Value<'_>, moment: Option<Moment>, found: &mut Vec<Fault>) {
    let Some(matcher) = value.get("matcher") else { return };
    let help = "write `{\"tool_name\": \"Bash\"}`";
    if !matcher.is_object() {
        let message = "`matcher` must be an object";
        found.push(fault_of("matcher", message, help));
    }
    for entry in matcher.entries() {
        let name = entry.name();
        if !MATCHER.contains(&name) {
            found.push(unknown("matcher", name, MATCHER));
        } else if entry.value.str().is_none() {
            let message = format!("`{name}` must be a text");
            found.push(fault_of("matcher", message, help));
        }
    }
    if moment.is_some_and(|moment| !moment.is_of_tools()) {
        let message = "`matcher` means nothing on an event without a tool; \
                       the text is given every time";
        let mut fault = fault_of("matcher", message, "leave it out");
        fault.refuses = false;
        found.push(fault);
    }
}

fn body(value: Value<'_>, found: &mut Vec<Fault>) {
    let (context, tool) = (value.get("context"), value.get("context_tool"));
    for (key, part) in [("context", context), ("context_tool", tool)] {
        if part.is_some_and(|part| part.kind() != Kind::String) {
            let message = format!("`{key}` must be a text");
            found.push(fault_of("context", message, "write it in quotes"));
        }
    }
    let help = "keep the text or the tool that gives it";
    match (context, tool) {
        (Some(_), Some(_)) => {
            let message = "`context` and `context_tool` are both there";
            found.push(fault_of("context", message, help));
        }
        (None, None) => {
            let message = "neither `context` nor `context_tool` is there";
            found.push(fault_of("context", message, "say what is given"));
        }
        _ => {}
    }
    let Some(args) = value.get("context_tool_args") else { return };
    if !args.is_object() {
        let message = "`context_tool_args` must be an object";
        found.push(fault_of("context_tool_args", message, "write `{}`"));
    }
    // The schema lets this pass, the prose does not.
    if tool.is_none() {
        let message = "`context_tool_args` without `context_tool`";
        let help = "name the tool, or leave the arguments out";
        found.push(fault_of("context_tool_args", message, help));
    }
}
