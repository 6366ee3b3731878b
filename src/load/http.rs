//! Handlers that post to an address.

use super::Action;
use super::wrong::Notes;
use crate::diagnostic::Code;
use crate::json::Value;
use crate::source::{Decoded, Span};

/// Reads the rest of an `http` handler; none when it can never work.
pub(super) fn read(
    notes: &mut Notes,
    value: Value<'_>,
    url: Decoded,
    is_async: bool,
) -> Option<Action> {
    let is_good = is_called(notes, value, &url);
    for (part, name) in variables_of(url.as_str()) {
        of_headers(notes, value, &url, (part, name));
    }
    let env = value.get("allowedEnvVars");
    let env = env.and_then(|list| notes.texts(list, "allowedEnvVars"));
    let env = env.unwrap_or_default();
    let mut headers = Vec::new();
    if let Some(object) = value.get("headers") {
        if !object.is_object() {
            let help = "write `{\"Name\": \"value\"}`";
            notes.wrong_type(object, "headers", "an object", help);
        }
        for entry in object.entries() {
            let name = format!("headers.{}", entry.name());
            let Some(text) = notes.text(entry.value, &name) else {
                continue;
            };
            header(notes, entry.key);
            header(notes, entry.value);
            header_name(notes, entry.key);
            variables(notes, entry.value, &text, &env);
            if let Some(name) = entry.key.decoded() {
                headers.push((name, text));
            }
        }
    }
    is_good.then_some(Action::Http { url, headers, env, is_async })
}

/// A variable of the environment in an address, where none is filled in.
/// What plugins are given is, before the file is looked at.
fn of_headers(
    notes: &mut Notes,
    value: Value<'_>,
    url: &Decoded,
    (part, name): (Span, &str),
) {
    let is_plain = |c: char| c.is_ascii_uppercase() || c == '_';
    let is_of_runner = name.starts_with("CLAUDE_");
    if is_of_runner || !name.starts_with(is_plain) {
        return;
    }
    let message = format!(
        "variables are filled in within headers alone; the address holds \
         `{}` as it stands",
        part.of(url.as_str())
    );
    let at = value.get("url").unwrap_or(value);
    let mut found = notes.at(Code::UNKNOWN_PLACEHOLDER, message, at);
    if let Some(label) = found.labels.first_mut() {
        label.span = url.place(part);
    }
    let help = format!("write the address out, and send `{name}` in a header");
    notes.push(found.help(help));
}

fn header(notes: &mut Notes, part: Value<'_>) {
    let text = part.str().unwrap_or("");
    if !text.chars().any(char::is_control) {
        return;
    }
    let message = "a header cannot hold a control character; it is not sent";
    let mut found = notes.at(Code::INVALID_HEADER, message, part);
    if let Some(label) = found.labels.first_mut() {
        label.span = part.content();
    }
    notes.push(found.help("remove the control character"));
}

/// A header's name is one word (RFC 9110, 5.6.2).
fn header_name(notes: &mut Notes, key: Value<'_>) {
    let text = key.str().unwrap_or("");
    let fits =
        |c: char| c.is_ascii_alphanumeric() || "!#$%&'*+-.^_`|~".contains(c);
    let odd = text.chars().find(|&c| !fits(c) && !c.is_control());
    let message = match odd {
        _ if text.is_empty() => "a header needs a name".to_owned(),
        Some(odd) => format!("no header's name holds `{odd}`; it is not sent"),
        None => return,
    };
    let found = notes.at(Code::INVALID_HEADER, message, key);
    notes.push(found.help("write a name such as `Authorization`"));
}

/// Variables in a header that it may not use.
fn variables(
    notes: &mut Notes,
    value: Value<'_>,
    text: &Decoded,
    env: &[Decoded],
) {
    for (part, name) in variables_of(text.as_str()) {
        if env.iter().any(|allowed| allowed.as_str() == name) {
            continue;
        }
        let message =
            format!("`{name}` is not in `allowedEnvVars`; it becomes empty");
        let code = Code::UNLISTED_VARIABLE;
        let mut found = notes.at(code, message, value);
        if let Some(label) = found.labels.first_mut() {
            label.span = text.place(part);
        }
        let help = format!("add `\"allowedEnvVars\": [\"{name}\"]`");
        notes.push(found.help(help));
    }
}

/// The variables of a header's value, each with its place.
pub(crate) fn variables_of(text: &str) -> Vec<(Span, &str)> {
    let (mut found, mut at) = (Vec::new(), 0);
    while let Some((part, name)) = variable(text, at) {
        at = part.end as usize;
        found.push((part, name));
    }
    found
}

/// The next `$NAME` or `${NAME}` from `at` on.
fn variable(text: &str, at: usize) -> Option<(Span, &str)> {
    let mut at = at;
    loop {
        let start = at + text.get(at..)?.find('$')?;
        let braced = text.get(start + 1..)?.starts_with('{');
        let name_at = start + 1 + usize::from(braced);
        let inner = text.get(name_at..)?;
        let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let len = inner.find(|c| !is_name(c)).unwrap_or(inner.len());
        if len > 0 {
            let end = name_at + len + usize::from(braced);
            let end = end.min(text.len());
            return Some((Span::new(start, end), inner.get(..len)?));
        }
        at = start + 1;
    }
}

/// Whether something can be posted to the address.
fn is_called(notes: &mut Notes, handler: Value<'_>, url: &Decoded) -> bool {
    let value = handler.get("url").unwrap_or(handler);
    let text = url.as_str();
    if text.contains('$') {
        // Filled in later.
        return true;
    }
    let Ok(parsed) = url::Url::parse(text) else {
        let message = format!("`{text}` is no address; it is never called");
        let found = notes.at(Code::INVALID_VALUE, message, value);
        notes.push(found.help("write `https://host/path`"));
        return false;
    };
    if !matches!(parsed.scheme(), "http" | "https") {
        let message =
            format!("`{}:` is no address hooks can call", parsed.scheme());
        let found = notes.at(Code::INVALID_VALUE, message, value);
        notes.push(found.help("write `https://host/path`"));
        return false;
    }
    true
}
