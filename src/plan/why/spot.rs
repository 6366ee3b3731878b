//! Where in the event's own text something stands that an evaluator saw in
//! a form of its own.

use std::sync::Arc;

use super::Spot;
use crate::event::Event;
use crate::source::Span;

/// A field of the event as text; `None` where it is no text.
pub(super) fn field(event: &Event<'_>, path: &str) -> Option<Spot> {
    let value = event.field(path)?;
    let text = value.str().unwrap_or_else(|| value.raw());
    Some(Spot::of(path.to_owned(), text))
}

/// A field of the event under one of the names that runners give it.
pub(super) fn tool_name(event: &Event<'_>) -> Option<Spot> {
    let text = event.tool_name?;
    let known = ["tool_name", "toolName"];
    let found = known.iter().find_map(|name| field(event, name));
    found.or_else(|| Some(Spot::of("tool_name".to_owned(), text)))
}

/// A parameter of the call.
pub(super) fn input(event: &Event<'_>, name: &str) -> Option<Spot> {
    let value = event.input(name)?;
    let text = value.str().unwrap_or_else(|| value.raw());
    Some(Spot::of(format!("tool_input.{name}"), text))
}

impl Spot {
    fn of(field: String, text: &str) -> Spot {
        let (span, text) = (Span::new(0, text.len()), Arc::from(text));
        Spot { field, is_made: false, text, span }
    }

    /// The same field, narrowed.
    pub(super) fn narrowed(&self, span: Span) -> Spot {
        Spot { span, ..self.clone() }
    }
}

/// Where `part` of `view` (the words of a command in a form of their own)
/// stands in the bytes `within` of `text`. Where that cannot be told, all of
/// `within`.
pub(super) fn part_of_view(
    text: &str,
    within: Span,
    view: &str,
    part: Span,
) -> Span {
    let unit = within.of(text);
    if let Some(at) = find(unit, view) {
        return part.shifted(within.start as usize + at);
    }
    let Some(at) = word_of_view(unit, view, part) else { return within };
    at.shifted(within.start as usize)
}

/// The words of the view looked for one behind the other.
fn word_of_view(unit: &str, view: &str, part: Span) -> Option<Span> {
    let (mut from, mut at) = (0, 0);
    let mut first: Option<Span> = None;
    for word in view.split(' ') {
        let here = Span::new(at, at + word.len());
        at += word.len() + 1;
        if word.is_empty() {
            continue;
        }
        let found = find_word(unit, from, word)?;
        from = found.end as usize;
        if here.end > part.start && here.start < part.end.max(part.start + 1) {
            first = Some(first.map_or(found, |first| first.to(found)));
        }
    }
    // Behind the last word.
    first.or_else(|| Some(Span::new(from, from)))
}

/// A whole word of a text, from an offset on.
fn find_word(text: &str, from: usize, word: &str) -> Option<Span> {
    let part_of_word = |c: char| c.is_alphanumeric() || "-_./".contains(c);
    let mut start = from;
    loop {
        let at = start + find(text.get(start..)?, word)?;
        let end = at + word.len();
        let before = text.get(..at)?.chars().next_back();
        let after = text.get(end..)?.chars().next();
        if !before.is_some_and(part_of_word)
            && !after.is_some_and(part_of_word)
        {
            return Some(Span::new(at, end));
        }
        start = at + text.get(at..)?.chars().next()?.len_utf8();
    }
}

/// The first place of a text in another, letter case of ASCII aside.
pub(super) fn find(text: &str, part: &str) -> Option<usize> {
    if let Some(at) = text.find(part) {
        return Some(at);
    }
    let (text, part) = (text.as_bytes(), part.as_bytes());
    if part.is_empty() || part.len() > text.len() {
        return None;
    }
    // A long text is looked through once for each byte of the part.
    const LONGEST: usize = 256;
    if part.len() > LONGEST {
        return None;
    }
    text.windows(part.len()).position(|w| w.eq_ignore_ascii_case(part))
}
