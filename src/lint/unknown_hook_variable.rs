use super::{Context, Lint};
use crate::diagnostic::{Code, Diagnostic};
use crate::load::Action;
use crate::source::Span;

/// A variable that hooks are not given.
pub(super) struct UnknownHookVariable;

impl Lint for UnknownHookVariable {
    fn code(&self) -> Code {
        Code::UNKNOWN_HOOK_VARIABLE
    }

    fn check(&self, cx: &Context<'_>, out: &mut Vec<Diagnostic>) {
        for site in cx.hooks() {
            let Action::Command { command, .. } = &site.hook.action else {
                continue;
            };
            let text = command.as_str();
            let Some(span) = NAMES.iter().find_map(|name| used(text, name))
            else {
                continue;
            };
            let name = span.of(text);
            let message =
                format!("`{name}` is not set for hooks; it is an empty text");
            let found = site.found(self.code(), message, command.place(span));
            out.push(found.help(
                "read the event from standard input, for example with `jq`",
            ));
        }
    }
}

/// Where a command line uses a variable.
fn used(text: &str, name: &str) -> Option<Span> {
    let at = text.find(name)?;
    let start = text.get(..at)?.rfind('$')?;
    let between = text.get(start + 1..at)?;
    matches!(between, "" | "{").then(|| Span::new(start, at + name.len()))
}

/// Variables that people expect and that no runner sets.
const NAMES: &[&str] = &[
    "CLAUDE_FILE_PATHS",
    "CLAUDE_FILE_PATH",
    "CLAUDE_TOOL_INPUT",
    "CLAUDE_TOOL_NAME",
    "CLAUDE_TOOL_OUTPUT",
    "CLAUDE_TOOL_RESULT",
];
