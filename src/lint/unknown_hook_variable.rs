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
            let span = NAMES.iter().find_map(|name| used(text, name));
            let Some(span) = span else {
                let Some(span) = placeholder(text) else { continue };
                let message = format!(
                    "`{}` is not filled in: a command line is never changed",
                    span.of(text)
                );
                let place = command.place(span);
                let found = site.found(self.code(), message, place);
                out.push(found.help(
                    "read the event from standard input, for example with \
                     `jq`",
                ));
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

/// A placeholder as MCP handlers and other tools have them.
fn placeholder(text: &str) -> Option<Span> {
    let opened = OPENINGS.iter().find_map(|opening| {
        let start = text.find(opening)?;
        let end = start + text.get(start..)?.find('}')? + 1;
        let more = text.get(end..)?.starts_with('}');
        Some(Span::new(start, end + usize::from(more)))
    });
    opened.or_else(|| {
        WHOLE.iter().find_map(|whole| {
            let start = text.find(whole)?;
            let end = start + whole.len();
            let alone = |c: Option<char>| {
                c.is_none_or(|c| matches!(c, ' ' | '"' | ';'))
            };
            let before = text.get(..start)?.chars().next_back();
            let after = text.get(end..)?.chars().next();
            (alone(before) && alone(after)).then(|| Span::new(start, end))
        })
    })
}

/// How placeholders start that no shell understands.
const OPENINGS: &[&str] = &[
    "${tool_input.",
    "${tool_response.",
    "{tool_input.",
    "{{tool_input",
    "{{ tool_input",
    "{{file",
    "{{ file",
    "{{tool_name",
];

/// Placeholders that stand alone as a word.
const WHOLE: &[&str] =
    &["{file_path}", "{file}", "{tool_name}", "{path}", "{filename}"];

/// Variables that people expect and that no runner sets.
const NAMES: &[&str] = &[
    "CLAUDE_FILE_PATHS",
    "CLAUDE_FILE_PATH",
    "CLAUDE_TOOL_INPUT",
    "CLAUDE_TOOL_NAME",
    "CLAUDE_TOOL_OUTPUT",
    "CLAUDE_TOOL_RESULT",
];
