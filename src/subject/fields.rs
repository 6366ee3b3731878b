//! The fields of an event, each under the names that lead to it.

use super::{Needs, Subjects};
use crate::event::{Event, field_name};
use crate::ir::MAX_FIELD_DEPTH;
use crate::json::{Kind, Value};
use crate::shell::Reason;
use crate::source::Span;

/// How many fields of the event are listed.
const MAX_FIELDS: usize = 4096;
/// How many bytes the paths of all fields may take together: each has the
/// names of all objects around it once more.
const MAX_PATHS: usize = 1 << 20;

impl Subjects {
    pub(super) fn all_fields(&mut self, event: &Event<'_>, needs: Needs<'_>) {
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
                let value = match entry.value.kind() {
                    Kind::String => entry.value.str(),
                    Kind::Object => {
                        if depth < MAX_FIELD_DEPTH {
                            objects.push((entry.value, path, depth + 1));
                        }
                        None
                    }
                    Kind::Array | Kind::Null => None,
                    _ => Some(entry.value.raw()),
                };
                let start = text.len();
                text.push_str(value.unwrap_or(""));
                let end = text.len();
                fields.push((path, value.map(|_| Span::new(start, end))));
            }
        }
        if !is_all {
            self.event_doubt(Reason::Size);
        }
    }
}
