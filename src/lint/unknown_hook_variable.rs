use super::{Context, HookSite, Lint};
use crate::diagnostic::{Code, Diagnostic};
use crate::event::EventKind;
use crate::load::{Action, Family, Scope};
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
            if let Some((span, message, help)) = elsewhere(site, text) {
                let place = command.place(span);
                out.push(site.found(self.code(), message, place).help(help));
            }
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
            out.push(found.help(format!(
                "read the event from standard input, for example with `{}`",
                reader(name)
            )));
        }
    }
}

/// What reads the field of the event that a variable is named after.
fn reader(name: &str) -> &'static str {
    const READERS: &[(&str, &str)] = &[
        ("FILE_PATH", "jq -r .tool_input.file_path"),
        ("COMMAND", "jq -r .tool_input.command"),
        ("TOOL_NAME", "jq -r .tool_name"),
        ("SESSION_ID", "jq -r .session_id"),
        ("PROMPT", "jq -r .prompt"),
        ("TOOL_OUTPUT", "jq .tool_response"),
        ("TOOL_RESPONSE", "jq .tool_response"),
        ("TOOL_RESULT", "jq .tool_response"),
        ("TOOL_INPUT", "jq .tool_input"),
    ];
    let name = name.to_ascii_uppercase();
    let row = READERS.iter().find(|row| name.contains(row.0));
    row.map_or("jq", |row| row.1)
}

/// The events on which a hook may say what the shells to come are given.
const WITH_FILE: &[EventKind] = &[
    EventKind::SESSION_START,
    EventKind::SETUP,
    EventKind::CWD_CHANGED,
    EventKind::FILE_CHANGED,
];

/// A variable that is set for other hooks, used without a look whether it is
/// set here.
fn elsewhere(
    site: HookSite<'_>,
    text: &str,
) -> Option<(Span, &'static str, &'static str)> {
    let of_claude = site.document.family == Family::Claude;
    let file = site.group.kind.filter(|kind| !WITH_FILE.contains(kind));
    let own = [Scope::User, Scope::Project, Scope::Local];
    if of_claude && file.is_some() {
        let span = written_to(text, "CLAUDE_ENV_FILE");
        let message = "`CLAUDE_ENV_FILE` is not set on this event, so nothing \
                       is written";
        let help = "it is set on `SessionStart`, `Setup`, `CwdChanged` and \
                    `FileChanged`";
        if let Some(span) = span {
            return Some((span, message, help));
        }
    }
    if site.document.family == Family::Agent
        && let Some(at) = text.find("CLAUDE_PROJECT_DIR")
        && !sets(text, "CLAUDE_PROJECT_DIR")
    {
        let message = "`CLAUDE_PROJECT_DIR` is not set for these hooks; this \
                       path is none";
        let help = "write `AGENT_PROJECT_DIR`";
        let span = Span::new(at, at + "CLAUDE_PROJECT_DIR".len());
        return Some((span, message, help));
    }
    if !of_claude || !own.contains(&site.document.scope) {
        return None;
    }
    let name = "CLAUDE_PLUGIN_ROOT";
    let start = ["\"${", "\"$", "${", "$"].iter().find_map(|sign| {
        let rest = text.strip_prefix(sign)?.strip_prefix(name)?;
        let behind = rest.trim_start_matches(['}', '"']);
        behind.starts_with('/').then_some(sign.len())
    })?;
    let message = "`CLAUDE_PLUGIN_ROOT` is set only for hooks of plugins; \
                   this program is not found";
    let help = "write a path below `$CLAUDE_PROJECT_DIR`";
    Some((Span::new(start, start + name.len()), message, help))
}

/// Where a command line writes to the file that a variable names, if it looks
/// nowhere whether that is set.
fn written_to(text: &str, name: &str) -> Option<Span> {
    let places = text.match_indices(name);
    let mut found = None;
    for (at, _) in places {
        let before = text.get(..at)?.trim_end_matches(['"', '{', '$']);
        match before.trim_end().ends_with('>') {
            true => found = found.or(Some(Span::new(at, at + name.len()))),
            false => return None,
        }
    }
    found.filter(|_| !sets(text, name))
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
    "CLAUDE_HOOK_EVENT",
    "CLAUDE_NOTIFICATION",
    "CLAUDE_PROJECT_ROOT",
    "CLAUDE_ROOT",
    "CLAUDE_SESSION_ID",
    "CLAUDE_WORKSPACE",
    "CLAUDE_WORKSPACE_DIR",
    "HOOK_EVENT",
    "HOOK_EVENT_NAME",
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
