//! Answers that are no JSON by the time they are written, and keys that are
//! written otherwise.

use super::{DECISION, Fault, OUTPUT, keys};
use crate::json::{Limits, Tape};
use crate::source::Span;

/// The keys of answers that decide something, or tell it.
const KEYS: &[&str] = &[
    "additionalContext",
    "continue",
    "decision",
    "hookEventName",
    OUTPUT,
    DECISION,
    "permissionDecisionReason",
    "stopReason",
    "systemMessage",
    "updatedInput",
];

/// A key of an answer in other letters: `permissiondecision`.
pub(super) fn misspelt(text: &str) -> Option<Fault> {
    // What is sent elsewhere has keys of its own.
    let sends = ["curl", "wget"].iter().any(|it| text.contains(it));
    if sends || !text.contains('{') {
        return None;
    }
    let part = |c: char| c.is_ascii_alphabetic() || c == '_';
    let mut start = 0;
    text.split(|c| !part(c)).find_map(|name| {
        let at = start;
        start += name.len() + 1;
        let rest = text.get(at + name.len()..)?;
        let rest = rest.trim_start_matches(['\\', '"', '\'']);
        let opened = text.get(..at)?.ends_with(['"', '\'']);
        if !opened || !rest.trim_start().starts_with(':') {
            return None;
        }
        let word = name.replace('_', "");
        let same = |key: &&&str| key.eq_ignore_ascii_case(&word);
        let key = KEYS.iter().find(same).filter(|key| **key != name)?;
        let message = format!(
            "an answer has no key `{name}`; what stands there does not count"
        );
        let span = Span::new(at, at + name.len());
        Some((message, span, format!("write `{key}`")))
    })
}

/// What `echo` writes in the place of an answer, where that is no JSON.
pub(super) fn no_json(text: &str) -> Option<Fault> {
    let lead = text.len() - text.trim_start().len();
    let words = text.trim_start().strip_prefix("echo ")?;
    let start = lead + "echo ".len();
    let (written, length) = said(words)?;
    let is_object = written.trim_start().starts_with('{');
    let decides = [OUTPUT, "decision", DECISION, "continue", "updatedInput"];
    // In what is no JSON a key may stand without quotes.
    let decides =
        decides.iter().any(|key| keys(&written, key).next().is_some());
    if !is_object || !decides || is_json(&written) {
        return None;
    }
    let quoted = words.starts_with(['\'', '"']);
    let help = match quoted && !written.contains('\'') {
        true => {
            "write JSON: keys and texts in double quotes, no comma at \
                 the end, each bracket closed"
        }
        false => {
            "write the JSON in single quotes and its texts in double \
                  quotes: `echo '{\"decision\": \"block\"}'`"
        }
    };
    let message = "what is written here is no JSON, so all of it is plain \
                   text; nothing of the answer counts";
    let end = start + words.get(..length)?.trim_end().len();
    Some((message.to_owned(), Span::new(start, end), help.to_owned()))
}

fn is_json(text: &str) -> bool {
    let mut tape = Tape::new();
    tape.read(text.trim(), &Limits::default());
    tape.problems().is_empty()
}

/// The words behind `echo` as the shell hands them on, up to the end of the
/// command, and their length in the text; nothing where that hangs on more
/// than quotes.
fn said(words: &str) -> Option<(String, usize)> {
    let mut out = String::new();
    let mut quote = None;
    let mut signs = words.char_indices().peekable();
    while let Some((at, c)) = signs.next() {
        match (quote, c) {
            (None, ';' | '&' | '|' | '\n' | '>' | '<') => {
                return Some((out, at));
            }
            (None | Some('"'), '$' | '`') => return None,
            (None, '\'' | '"') => quote = Some(c),
            (Some(open), c) if open == c => quote = None,
            (None, '\\') => out.extend(signs.next().map(|(_, c)| c)),
            (Some('"'), '\\') => match signs.peek() {
                Some(&(_, next @ ('"' | '\\'))) => {
                    out.push(next);
                    signs.next();
                }
                _ => out.push('\\'),
            },
            _ => out.push(c),
        }
    }
    quote.is_none().then_some((out, words.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_in_other_letters() {
        let rows = [
            (r#"echo '{"permissiondecision": "deny"}'"#, true),
            (r#"echo '{"additional_context": "x"}'"#, true),
            (r#"echo '{"permissionDecision": "deny"}'"#, false),
            (r#"curl -d '{"Decision": "x"}' h"#, false),
        ];
        for (text, wanted) in rows {
            assert_eq!(misspelt(text).is_some(), wanted, "{text}");
        }
    }

    #[test]
    fn what_the_shell_hands_on_is_what_counts() {
        let rows = [
            (r#"echo {"decision":"block"}"#, true),
            (r#"echo "{'decision':'block'}""#, true),
            (r#"echo '{"decision":"block",}'"#, true),
            (r#"echo '{"decision":"block"' ; exit 0"#, true),
            (r#"echo '{"decision":"block"}'; exit 0"#, false),
            (r#"echo "{\"decision\": \"block\"}""#, false),
            (r#"echo "{\"decision\": \"$X\"}""#, false),
            ("echo '{no answer}'", false),
        ];
        for (text, wanted) in rows {
            assert_eq!(no_json(text).is_some(), wanted, "{text}");
        }
    }
}
