//! Lists of tools in front matter.

use super::Reader;
use crate::diagnostic::{Code, Diagnostic};
use crate::event::tools;
use crate::json::{Kind, Value};
use crate::source::{Decoded, Span};

impl Reader<'_> {
    /// What stands in brackets in a list of the tools that an agent has: it
    /// counts only for the agents that it may start.
    pub(super) fn whole(&mut self, tool: &Decoded) {
        let text = tool.as_str();
        let Some((name, content)) = text.split_once('(') else { return };
        let starts = matches!(name, "Agent" | "Task");
        if starts || tools::find(name).is_none() || !content.ends_with(')') {
            return;
        }
        let message = format!(
            "a list of tools holds names alone: this gives the agent all of \
             `{name}`"
        );
        let span = tool.place(Span::new(name.len(), text.len()));
        let (code, source) = (Code::IGNORED_SPECIFIER, self.notes.source);
        let found = Diagnostic::new(code, message, source, span);
        self.notes.push(found.help(format!(
            "write `{name}`, and what it may do into rules of the settings"
        )));
    }

    /// The tools that a value names: a list, or one text of them.
    pub(super) fn names(
        &mut self,
        value: Value<'_>,
        key: &str,
        denies: bool,
    ) -> Option<Vec<Decoded>> {
        if let Some(text) = value.decoded() {
            return Some(split(&text));
        }
        if value.kind() == Kind::Null {
            return None;
        }
        if !value.is_array() {
            self.document.loses(denies, value.span());
            let help = "write `Read, Grep`, or a list of them";
            self.notes.wrong_type(value, key, "a list of tools", help);
            return None;
        }
        let name = format!("{key}[…]");
        let mut all = Vec::new();
        for item in value.items() {
            let text = self.notes.text(item, &name);
            self.document.loses(denies && text.is_none(), item.span());
            all.extend(text);
        }
        Some(all)
    }
}

/// The tools of a text, at commas and blanks outside of brackets.
fn split(text: &Decoded) -> Vec<Decoded> {
    let mut all = Vec::new();
    let (mut start, mut level) = (0, 0usize);
    let mut part = |start: usize, end: usize| {
        if end > start {
            all.push(text.part(Span::new(start, end)));
        }
    };
    for (at, c) in text.as_str().char_indices() {
        match c {
            '(' => level += 1,
            ')' => level = level.saturating_sub(1),
            c if level == 0 && (c == ',' || c.is_whitespace()) => {
                part(start, at);
                start = at + c.len_utf8();
            }
            _ => {}
        }
    }
    part(start, text.as_str().len());
    all
}
