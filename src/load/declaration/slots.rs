//! The variables in what a server says.

use super::super::wrong::Notes;
use super::Moment;
use crate::diagnostic::suggest::nearest;
use crate::diagnostic::{Code, Severity};
use crate::json::Value;
use crate::source::{Decoded, Span};

/// The variables that not every event has; others are there on every event,
/// or known to nobody and left as they are.
const SOME: &[&str] = &["tool_name", "tool_input", "tool_output"];

/// Variables that every event has.
const ALWAYS: &[&str] = &["project_name", "session_id"];

/// Whether an event of this moment has a variable.
fn has(moment: Moment, name: &str) -> bool {
    match name {
        "tool_output" => moment == Moment::PostToolUse,
        _ => moment.is_of_tools(),
    }
}

/// Says which variables in a value, at any depth, its moment never has.
pub(super) fn check(notes: &mut Notes, value: Value<'_>, moment: Moment) {
    let mut rest = vec![value];
    while let Some(value) = rest.pop() {
        rest.extend(value.entries().map(|entry| entry.value));
        rest.extend(value.items());
        if let Some(text) = value.decoded() {
            text_of(notes, value, &text, moment);
        }
    }
}

fn text_of(
    notes: &mut Notes,
    value: Value<'_>,
    text: &Decoded,
    moment: Moment,
) {
    let all = text.as_str();
    let opens = all.match_indices('{');
    for (at, _) in opens {
        let behind = all.get(at + 1..).unwrap_or("");
        let name = SOME.iter().copied().find(|name| {
            let rest = behind.strip_prefix(*name);
            rest.is_some_and(|rest| rest.starts_with('}'))
        });
        let Some(name) = name.filter(|name| !has(moment, name)) else {
            if name.is_none()
                || all.get(..at).is_some_and(|b| b.ends_with('$'))
            {
                written(notes, value, text, at);
            }
            continue;
        };
        let message = format!(
            "`{}` has no `{name}`; it stays as it is written",
            moment.as_str()
        );
        let code = Code::UNKNOWN_PLACEHOLDER;
        let mut found = notes.at(code, message, value);
        if let Some(label) = found.labels.first_mut() {
            let span = Span::new(at, at + name.len() + 2);
            label.span = text.place(span);
        }
        let found = found.severity(Severity::Warning);
        notes.push(found.help(match name {
            "tool_output" => "only `post_tool_use` has it",
            _ => "only `pre_tool_use` and `post_tool_use` have it",
        }));
    }
}

/// A variable that is written otherwise: `{tool_ouput}`, `{ tool_output }`,
/// `${tool_output}`. Braces around other words stand for themselves.
fn written(notes: &mut Notes, value: Value<'_>, text: &Decoded, at: usize) {
    const LONGEST: usize = 64;
    let all = text.as_str();
    let behind = all.get(at + 1..).unwrap_or("");
    let mut signs = behind.char_indices().take(LONGEST);
    let Some((len, _)) = signs.find(|(_, c)| *c == '}') else { return };
    let end = at + 1 + len;
    let inner = behind.get(..len).unwrap_or("");
    let name = inner.trim_matches([' ', '{']);
    let part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let known = SOME.iter().chain(ALWAYS).copied();
    let is_word = name.contains('_') && name.chars().all(part);
    let Some(near) = nearest(name, known).filter(|_| is_word) else { return };
    let dollar = all.get(..at).is_some_and(|before| before.ends_with('$'));
    if near == inner && !dollar {
        return;
    }
    let start = at - usize::from(dollar);
    let span = Span::new(start, end + 1);
    let message = match dollar && near == inner {
        true => "the `$` stays where it is, before what is filled in".into(),
        false => format!("`{}` is not filled in", span.of(all)),
    };
    let code = Code::UNKNOWN_PLACEHOLDER;
    let mut found = notes.at(code, message, value);
    if let Some(label) = found.labels.first_mut() {
        label.span = text.place(span);
    }
    let found = found.severity(Severity::Warning);
    notes.push(found.help(format!("write `{{{near}}}`")));
}
