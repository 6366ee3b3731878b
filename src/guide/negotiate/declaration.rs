//! Declarations as they come over the wire: they are read by the same
//! validation as files.

use super::{Declaration, HERE};
use crate::diagnostic::Code;
use crate::guide::check::Fault;
use crate::guide::text::one_line;
use crate::json::Value;
use crate::source::Decoded;

/// The declaration in `value`; `Err` with the first reason why it cannot be
/// used.
pub(super) fn read(value: Value<'_>) -> Result<Declaration<'_>, Fault> {
    let (read, found) = Declaration::read(value, HERE);
    let Some(declaration) = read else {
        let all = found.into_iter().map(|one| Fault::of("declarations", one));
        let mut all: Vec<Fault> = all.collect();
        // What refuses it comes before what its server should know.
        all.sort_by_key(|fault| !fault.refuses);
        let unreadable = || {
            let message = "this declaration cannot be read";
            Fault::new(Code::INVALID_VALUE, "declarations", message, "")
        };
        return Err(all.into_iter().next().unwrap_or_else(unreadable));
    };
    Ok(declaration)
}

/// Everything that is wrong with a declaration: what refuses it, and what
/// its server should know.
pub fn faults(value: Value<'_>) -> Vec<Fault> {
    let (_, found) = Declaration::read(value, HERE);
    found.into_iter().map(|one| Fault::of("declarations", one)).collect()
}

/// What a declaration does, for a person who is asked whether it may.
pub(super) fn in_words(declaration: &Declaration<'_>) -> String {
    let mut out = format!("on `{}`", declaration.moment.as_str());
    if let Some(matcher) = &declaration.matcher {
        if let Some(name) = matcher.tool.as_ref().map(Decoded::as_str) {
            out.push_str(&format!(", for tool `{name}`"));
        }
        if let Some(server) = matcher.server.as_ref().map(Decoded::as_str) {
            out.push_str(&format!(", of server `{server}`"));
        }
        if let Some(part) = matcher.input.as_ref().map(Decoded::as_str) {
            out.push_str(&format!(", when its input has `{part}`"));
        }
    }
    match (&declaration.tool, &declaration.context) {
        (Some(tool), _) => {
            let tool = tool.as_str();
            out.push_str(&format!(": gives what its tool `{tool}` says"));
        }
        (None, text) => {
            let text = text.as_ref().map_or("", Decoded::as_str);
            out.push_str(&format!(": says `{text}`"));
        }
    }
    out.push_str(&format!(" ({})", declaration.priority.as_str()));
    one_line(&out)
}
