//! What follows from the fields of a payload, and what they lack.

use super::kinds::same_word;
use super::table::MatcherField;
use super::tools::Tool;
use super::{Event, EventKind, What, tools};
use crate::json::{Kind, Value};
use crate::source::Span;

/// Fields without which a tool has nothing to work on.
const REQUIRED: &[&str] = &["command", "file_path", "notebook_path", "url"];

impl<'a> Event<'a> {
    /// Says what follows from the fields. `is_fine` tells of a tool that
    /// nothing is wrong with its input, if that is known.
    #[inline]
    pub(super) fn settle(
        &mut self,
        is_named: bool,
        root: Value<'a>,
        is_fine: impl Fn(&Tool) -> bool,
    ) {
        self.settle_kind(is_named, root.span());
        if self.kind.is_none_or(EventKind::is_tool) {
            let tool = self.tool_name.and_then(tools::find);
            if !tool.is_some_and(is_fine) {
                self.check_tool(tool, root.span());
            }
        }
        self.settle_matcher();
    }

    fn settle_kind(&mut self, is_named: bool, span: Span) {
        self.kind = match self.name {
            Some(name) => EventKind::known_as(name),
            None if !is_named && self.tool_name.is_some() => {
                Some(EventKind::PRE_TOOL_USE)
            }
            None => None,
        };
        if self.kind.is_none() {
            let what =
                if is_named { What::UnknownEvent } else { What::Missing };
            self.trouble(what, span, "hook_event_name");
        }
    }

    /// What a tool call must have: a name, an object as input, and in it
    /// the field that says what the tool works on.
    fn check_tool(&mut self, tool: Option<&Tool>, span: Span) {
        let has = |event: &Event<'_>, field| {
            event.troubles.iter().any(|t| t.field == field)
        };
        if self.tool_name.is_none() {
            if self.kind.is_some() && !has(self, "tool_name") {
                self.trouble(What::Missing, span, "tool_name");
            }
            return;
        }
        let Some(input) = self.tool_input else {
            if !has(self, "tool_input") {
                self.trouble(What::Missing, span, "tool_input");
            }
            return;
        };
        let Some(tool) = tool else { return };
        let mut primary = None;
        for entry in input.entries() {
            let key = entry.name();
            // No two names of a tool are one word.
            if Some(key) == tool.primary {
                primary = Some(entry.value);
                continue;
            }
            if tool.params.contains(&key) {
                continue;
            }
            let mut known = tool.primary.iter().chain(tool.params).copied();
            if let Some(name) = known.find(|name| same_word(key, name)) {
                self.trouble(What::OtherSpelling, entry.key.span(), name);
            }
        }
        let Some(field) = tool.primary else { return };
        match primary {
            // Some hosts write what is left out: a search starts here.
            Some(value) if value.kind() == Kind::Null && field == "path" => {}
            Some(value) => match value.str() {
                None => self.trouble(What::NotAText, value.span(), field),
                Some(text) if text.contains('\0') => {
                    self.trouble(What::ControlCharacter, value.span(), field);
                }
                // An empty line runs nothing, and says so.
                Some("") if tool.governs.is_shell() => {}
                Some("") if REQUIRED.contains(&field) => {
                    self.trouble(What::EmptyText, value.span(), field);
                }
                Some(_) => {}
            },
            None if REQUIRED.contains(&field) && tool.name != "Monitor" => {
                self.trouble(What::Missing, input.span(), field);
            }
            None => {}
        }
    }

    fn settle_matcher(&mut self) {
        let matcher = self.kind.map(|kind| kind.row().matcher);
        let mut value = |name| {
            let value = self.root.and_then(|root| root.get(name))?;
            self.optional(value, name)
        };
        self.matcher_value = match matcher {
            None | Some(MatcherField::None) => None,
            Some(MatcherField::Field("tool_name")) => self.tool_name,
            Some(MatcherField::Field("agent_type")) => self.agent_type,
            Some(MatcherField::Field(name)) => value(name),
            Some(MatcherField::BaseName(name)) => {
                value(name).and_then(|path| path.rsplit(['/', '\\']).next())
            }
        };
    }
}
