//! Handlers that tell the model something.

use super::handler::Reader;
use super::{Action, Level};
use crate::diagnostic::suggest::nearest;
use crate::diagnostic::{Code, Severity};
use crate::json::Value;

impl Reader<'_, '_> {
    pub(super) fn inject(&mut self) -> Option<Action> {
        let server = self.must("server");
        let level = self.level();
        let (context, tool) = ("context", "context_tool");
        let both = self.value.get(context).zip(self.value.get(tool));
        if let Some((_, other)) = both {
            let message = "`context` and `context_tool` exclude each other; \
                           nothing is said";
            let found = self.notes.at(Code::MISPLACED_FIELD, message, other);
            self.notes.push(found.help("remove one of them"));
            return None;
        }
        let args = self.value.get("context_tool_args");
        let has_tool = self.value.get(tool).is_some();
        if let Some(args) = args.filter(|_| !has_tool) {
            let message = "`context_tool_args` has no `context_tool` to be \
                           given to";
            let found = self.notes.at(Code::MISPLACED_FIELD, message, args);
            let found = found.severity(Severity::Error);
            self.notes.push(found.help("add `context_tool`, or remove it"));
        }
        let args = args.filter(|value| value.is_object()).map(Value::span);
        let text = if has_tool { None } else { Some(self.must(context)?) };
        let tool =
            if has_tool { Some((self.must(tool)?, args)) } else { None };
        Some(Action::Inject { server: server?, level: level?, text, tool })
    }

    fn level(&mut self) -> Option<Level> {
        let text = self.must("level")?;
        let level = Level::named(text.as_str());
        if level.is_none() {
            let value = self.value.get("level").unwrap_or(self.value);
            let names = || Level::ALL.iter().map(|row| row.1);
            let message =
                format!("`{}` is no level; nothing is said", text.as_str());
            let found = self.notes.at(Code::INVALID_VALUE, message, value);
            let all: Vec<_> = names().collect();
            self.notes.push(match nearest(text.as_str(), names()) {
                Some(near) => found.help(format!("did you mean `{near}`?")),
                None => found.help(format!("write one of {}", all.join(", "))),
            });
        }
        level
    }
}
