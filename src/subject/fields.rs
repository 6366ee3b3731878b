//! The fields of an event, each under the names that lead to it.

use std::fmt::Write;

use super::{Needs, Subjects};
use crate::event::{Context, Event, field_name};
use crate::ir::MAX_FIELD_DEPTH;
use crate::json::{Kind, Value};
use crate::shell::Reason;
use crate::source::Span;

/// How many fields of the event are listed.
const MAX_FIELDS: usize = 4096;
/// How many bytes the paths of all fields may take together: each has the
/// names of all objects around it once more.
const MAX_PATHS: usize = 1 << 20;

/// The field that says which skill is used.
const SKILL: &str = "active_skill";

impl Subjects {
    pub(super) fn all_fields(
        &mut self,
        event: &Event<'_>,
        context: &Context,
        needs: Needs<'_>,
    ) {
        if needs.input_json
            && let Some(input) = event.tool_input
        {
            let start = self.text.len();
            crate::json::plain(input, &mut self.text);
            self.input_json = Some(Span::new(start, self.text.len()));
        }
        if needs.fields
            && let Some(root) = event.root
        {
            self.fields_below(root);
        }
        if needs.fields {
            for name in &context.active_skills {
                let field = (self.keep(SKILL), Some(self.keep(name)));
                self.fields.push(field);
            }
        }
        if u32::try_from(self.text.len()).is_err() {
            // No span reaches what stands behind.
            self.event_doubt(Reason::Size);
        }
    }

    /// Lists the fields of an object with their paths, without recursion:
    /// those of an object before all that lies deeper, so that nothing in it
    /// can take their place.
    fn fields_below(&mut self, root: Value<'_>) {
        let Subjects { text, fields, .. } = self;
        let (mut room, mut is_all) = (MAX_PATHS, true);
        let mut objects = vec![(root, Span::default(), 1)];
        let mut at = 0;
        while let Some(&(object, prefix, depth)) = objects.get(at) {
            at += 1;
            for entry in object.entries() {
                if fields.len() >= MAX_FIELDS {
                    // What a rule looks for may stand behind.
                    return self.event_doubt(Reason::Size);
                }
                let name = match depth {
                    1 => field_name(entry.name()),
                    _ => entry.name(),
                };
                let length = prefix.len() + ".".len() + name.len();
                let Some(rest) = room.checked_sub(length) else {
                    is_all = false;
                    continue;
                };
                room = rest;
                let start = text.len();
                if depth > 1 {
                    text.extend_from_within(prefix.range());
                    text.push('.');
                }
                text.push_str(name);
                let path = Span::new(start, text.len());
                let start = text.len();
                let is_told = match entry.value.kind() {
                    Kind::String => {
                        text.push_str(entry.value.str().unwrap_or(""));
                        entry.value.str().is_some()
                    }
                    Kind::Object => {
                        if depth < MAX_FIELD_DEPTH {
                            objects.push((entry.value, path, depth + 1));
                        }
                        false
                    }
                    Kind::Array | Kind::Null => false,
                    Kind::Number => {
                        number(entry.value.raw(), text);
                        true
                    }
                    Kind::True | Kind::False | Kind::Broken => {
                        text.push_str(entry.value.raw());
                        true
                    }
                };
                let value = Span::new(start, text.len());
                fields.push((path, is_told.then_some(value)));
            }
        }
        if !is_all {
            self.event_doubt(Reason::Size);
        }
    }
}

/// A number as runners write it, however it stands in the event: `600000` of
/// `6e5` and `600000.0` (spec 1.6). One that they write with an exponent, or
/// not exactly, stands as it is.
fn number(raw: &str, text: &mut String) {
    const DIGITS: usize = 15;
    let is_plain = raw.len() <= DIGITS && !raw.contains(['.', 'e', 'E', '-']);
    let value = raw.parse::<f64>().ok().filter(|value| {
        (!is_plain && (1e-6..1e15).contains(&value.abs())) || *value == 0.0
    });
    match value {
        // There are no signs on what is nothing.
        Some(0.0) => text.push('0'),
        Some(value) => {
            // To write to a text cannot fail.
            let _ = write!(text, "{value}");
        }
        None => text.push_str(raw),
    }
}

#[cfg(test)]
mod tests {
    use super::number;

    #[test]
    fn numbers_have_one_spelling() {
        for (raw, written) in [
            ("600000", "600000"),
            ("600000.0", "600000"),
            ("6e5", "600000"),
            ("6E+5", "600000"),
            ("-1.50", "-1.5"),
            ("0.10", "0.1"),
            ("-0", "0"),
            ("0.0", "0"),
            ("0", "0"),
            ("1e-6", "0.000001"),
            ("1e400", "1e400"),
            ("1e21", "1e21"),
            ("123456789012345678", "123456789012345678"),
        ] {
            let mut text = String::new();
            number(raw, &mut text);
            assert_eq!(text, written, "{raw}");
        }
    }
}
