//! Placeholders that are written as they are somewhere else, and so stay as
//! they are written.

use super::handler::Reader;
use super::wrong::Notes;
use crate::diagnostic::Code;
use crate::event::EventKind;
use crate::event::table::COMMON_FIELDS;
use crate::json::Value;
use crate::source::{Decoded, Span};

/// How placeholders are written in a text.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// `${tool_input.file_path}`
    Fields,
    /// `$ARGUMENTS` alone.
    Arguments,
}

/// The longest that is quoted.
const LONGEST: usize = 64;

/// What is written for the whole event, in capitals.
const WHOLE: &str = "ARGUMENTS";

impl Reader<'_, '_> {
    /// What a model is asked.
    pub(super) fn prompt(&mut self) -> Option<Decoded> {
        let text = self.must("prompt")?;
        let value = self.value.get("prompt").unwrap_or(self.value);
        if let Some(kind) = self.place.kind {
            otherwise(self.notes, value, &text, Form::Arguments, kind);
        }
        Some(text)
    }
}

/// Says which placeholders of a text are none where it stands. Linear.
pub(super) fn otherwise(
    notes: &mut Notes,
    value: Value<'_>,
    text: &Decoded,
    form: Form,
    kind: EventKind,
) {
    let all = text.as_str();
    let signs = all.match_indices(['$', '{']);
    let mut end = 0;
    for (at, _) in signs {
        if at < end || all.get(..at).is_some_and(|b| b.ends_with('\\')) {
            continue;
        }
        let Some(slip) = slip(all, at, kind) else { continue };
        end = slip.span.end as usize;
        if slip.is_right(form) {
            continue;
        }
        let (message, help) = match form {
            Form::Fields => (
                format!("`{}` is not filled in", slip.span.of(all)),
                match slip.name {
                    WHOLE => {
                        "write a field, such as `${tool_input}`".to_owned()
                    }
                    _ => format!("write `${{{}}}`", slip.field()),
                },
            ),
            Form::Arguments => (
                format!(
                    "`{}` is not filled in; the model reads it as it is \
                     written",
                    slip.span.of(all)
                ),
                "write `$ARGUMENTS`, which is the whole event, or leave it \
                 out: then the event stands after the text"
                    .to_owned(),
            ),
        };
        let mut found = notes.at(Code::UNKNOWN_PLACEHOLDER, message, value);
        if let Some(label) = found.labels.first_mut() {
            label.span = text.place(slip.span);
        }
        notes.push(found.help(help));
    }
}

/// Something that looks like a placeholder.
struct Slip<'a> {
    span: Span,
    /// The name of a field of the event.
    name: &'a str,
    /// The path that begins with it.
    path: &'a str,
    /// What stands before that.
    opening: &'a str,
    /// Whether blanks stand around it in the braces.
    loose: bool,
}

impl Slip<'_> {
    fn is_right(&self, form: Form) -> bool {
        match form {
            Form::Fields => self.opening == "${" && !self.loose,
            Form::Arguments => self.opening == "$" && self.name == WHOLE,
        }
    }

    /// The path as the event has it.
    fn field(&self) -> String {
        let rest = self.path.get(self.name.len()..).unwrap_or("");
        format!("{}{rest}", self.name.to_ascii_lowercase())
    }
}

/// A field of the event behind `$`, `${`, `{` or `{{`, in its own letters or
/// in capitals.
fn slip(all: &str, at: usize, kind: EventKind) -> Option<Slip<'_>> {
    let rest = all.get(at..)?;
    let opening = ["${{", "${", "$", "{{", "{"];
    let opening = opening.into_iter().find(|sign| rest.starts_with(sign))?;
    let inner = rest.get(opening.len()..)?;
    let blanks = inner.len() - inner.trim_start_matches(' ').len();
    let inner = inner.get(blanks..)?;
    let part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let name = inner.get(..inner.find(|c| !part(c)).unwrap_or(inner.len()))?;
    if name.len() > LONGEST || !is_meant(name, opening, kind) {
        return None;
    }
    let is_path = |c: char| part(c) || matches!(c, '.' | '[' | ']');
    let len = inner.find(|c| !is_path(c)).unwrap_or(inner.len());
    // The end of a sentence is no part of a path.
    let path = inner.get(..len)?.trim_end_matches('.');
    let mut len = opening.len() + blanks + path.len();
    let mut loose = blanks > 0;
    if opening != "$" {
        let behind = rest.get(len..)?;
        let close = behind.trim_start_matches(' ');
        let braces = close.len() - close.trim_start_matches('}').len();
        // Braces that are not closed stand for something else.
        let own = opening.matches('{').count();
        if braces < own {
            return None;
        }
        loose |= close.len() < behind.len();
        len += behind.len() - close.len() + own;
    }
    let span = Span::new(at, at + len);
    let slip = Slip { span, name, path, opening, loose };
    (len <= 2 * LONGEST).then_some(slip)
}

/// Whether a name is meant for something of the event. In braces alone only
/// a name that is no plain word.
fn is_meant(name: &str, opening: &str, kind: EventKind) -> bool {
    let dollar = opening.starts_with('$');
    let has = |name: &str| {
        let fields = kind.row().fields.iter().chain(COMMON_FIELDS);
        fields.into_iter().any(|field| *field == name)
    };
    let capitals = !name.contains(|c: char| c.is_ascii_lowercase());
    let is_word = !name.contains('_');
    match capitals {
        true if matches!(name, WHOLE | "ARGUMENT") => {
            dollar || opening == "{{"
        }
        true => dollar && !is_word && has(&name.to_ascii_lowercase()),
        false => has(name) && (dollar || !is_word),
    }
}
