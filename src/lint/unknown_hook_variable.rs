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
            let span = used(text);
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

/// Where a command line first uses a variable that nobody sets. What it sets
/// itself is its own.
fn used(text: &str) -> Option<Span> {
    text.match_indices('$').find_map(|(start, _)| {
        let opened = text.get(start + 1..)?.starts_with('{');
        let from = start + 1 + usize::from(opened);
        let rest = text.get(from..)?;
        let is_in = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let name = rest.split(|c| !is_in(c)).next()?;
        let expected = NAMES.contains(&name)
            || STARTS.iter().any(|start| name.starts_with(start));
        let is_unset = expected && !sets(text, name);
        is_unset.then(|| Span::new(start, from + name.len()))
    })
}

/// Whether a command line itself gives a variable a value.
fn sets(text: &str, name: &str) -> bool {
    text.match_indices(name).any(|(at, _)| {
        let before = text.get(..at).unwrap_or("");
        let after = text.get(at + name.len()..).unwrap_or("");
        let assigned = after.starts_with('=') || after.starts_with("+=");
        let word = before.trim_end();
        let read = word.len() < before.len()
            && ["read", "-r", "-rd", "for", "mapfile", "-v"]
                .iter()
                .any(|verb| word.ends_with(verb));
        let inside = before.ends_with(|c: char| c.is_ascii_alphanumeric());
        !inside && (assigned || read)
    })
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
    "CLAUDE_FILE_PATH",
    "CLAUDE_FILE_PATHS",
    "CLAUDE_NOTIFICATION",
    "HOOK_INPUT",
    "TOOL_ARGS",
    "TOOL_INPUT",
    "TOOL_NAME",
    "TOOL_OUTPUT",
    "TOOL_RESPONSE",
    "TOOL_RESULT",
];

/// How the names of others begin.
const STARTS: &[&str] = &[
    "AGENT_TOOL_",
    "CLAUDE_TOOL_",
    "TOOL_INPUT_",
    "TOOL_OUTPUT_",
    "TOOL_RESPONSE_",
    "TOOL_RESULT_",
];
