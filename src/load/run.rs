//! Handlers that run something here: programs and tools of MCP servers.

use super::handler::Reader;
use super::placeholders::{self, Form};
use super::{Action, Family};
use crate::diagnostic::suggest::nearest;
use crate::diagnostic::{Code, Severity};
use crate::event::table::COMMON_FIELDS;
use crate::event::{EventKind, Shell};
use crate::json::Value;
use crate::source::{Decoded, Span};

impl<'a> Reader<'_, 'a> {
    pub(super) fn command(&mut self) -> Option<Action> {
        let args = self.value.get("args");
        let args = args.and_then(|value| self.notes.texts(value, "args"));
        let is_async = self.flag("async");
        let rewake = self.flag("asyncRewake");
        let shell = self.shell();
        if args.is_some()
            && let Some(entry) =
                self.value.entries().find(|entry| entry.name() == "shell")
        {
            let message = "`shell` has no effect beside `args`: no shell is \
                           started";
            let code = Code::MISPLACED_FIELD;
            let found = self.notes.at(code, message, entry.key);
            let found = found.severity(Severity::Warning);
            self.notes.push(found.help("remove one of the two"));
        }
        let command = self.must("command")?;
        let text = command.as_str();
        let value = self.value.get("command").unwrap_or(self.value);
        if args.is_some()
            && text.contains(char::is_whitespace)
            && !is_path_with_blanks(text)
        {
            let message = format!(
                "with `args`, `{text}` is the name of one program; none has \
                 such a name"
            );
            let found = self.notes.at(Code::COMMAND_WITH_ARGS, message, value);
            let help = "put the words after the first into `args`, or \
                        remove `args`";
            self.notes.push(found.help(help));
        }
        if let (None, Some(at)) = (&args, text.find("${user_config.")) {
            let len = text.get(at..).and_then(|rest| rest.find('}'));
            let part = Span::new(at, at + len.map_or(14, |len| len + 1));
            let place = command.place(part);
            let message = "`${user_config.…}` cannot be used in a shell \
                           command; the handler fails";
            let code = Code::USER_CONFIG_IN_SHELL;
            let mut found = self.notes.at(code, message, value);
            if let Some(label) = found.labels.first_mut() {
                label.span = place;
            }
            self.notes.push(found.help("write the arguments as `args`"));
        }
        let is_async = is_async || rewake;
        Some(Action::Command { command, args, shell, is_async, rewake })
    }

    fn shell(&mut self) -> Option<Shell> {
        let value = self.value.get("shell")?;
        let words = ["bash", "powershell"];
        let text = self.notes.word(value, "shell", words)?;
        match text.as_str() {
            "bash" => Some(Shell::Bash),
            "powershell" => Some(Shell::PowerShell),
            other => {
                let message = format!("`{other}` is no shell hooks can use");
                let found = self.notes.at(Code::INVALID_VALUE, message, value);
                let help = "write `bash` or `powershell`, or remove it";
                self.notes.push(found.help(help));
                None
            }
        }
    }

    pub(super) fn mcp_tool(&mut self) -> Option<Action> {
        let server = self.must("server");
        let tool = self.must("tool");
        let input = self.value.get("input");
        if let Some(tool) = &tool {
            self.full_name(tool);
        }
        if let Some(input) = input {
            if input.is_object() {
                self.placeholders(input);
            } else {
                let help = "write `{\"path\": \"${tool_input.file_path}\"}`";
                self.notes.wrong_type(input, "input", "an object", help);
            }
        }
        let server = server?;
        let plain = !server.as_str().starts_with("plugin:");
        if self.place.family == Family::Plugin && plain {
            let message = format!(
                "a plugin's own server is not called `{0}` but \
                 `plugin:<plugin>:{0}`",
                server.as_str()
            );
            let value = self.value.get("server").unwrap_or(self.value);
            let found = self.notes.at(Code::PLUGIN_SERVER, message, value);
            let help = "write the full name, unless the server is one of the \
                        user's";
            self.notes.push(found.help(help));
        }
        let input = input.filter(|input| input.is_object());
        let input = input.map(Value::span);
        Some(Action::McpTool { server, tool: tool?, input })
    }

    /// A tool under the name that rules and matchers know it by, which its
    /// server does not.
    fn full_name(&mut self, tool: &Decoded) {
        let Some(rest) = tool.as_str().strip_prefix("mcp__") else { return };
        let own = rest.split_once("__").map(|(_, own)| own);
        let message = format!(
            "a server knows its tools by their own names; none is called \
             `{}`, and the handler fails",
            tool.as_str()
        );
        let value = self.value.get("tool").unwrap_or(self.value);
        let found = self.notes.at(Code::UNKNOWN_TOOL, message, value);
        let found = found.severity(Severity::Warning);
        self.notes.push(match own.filter(|own| !own.is_empty()) {
            Some(own) => found.help(format!("write `{own}`")),
            None => found.help("write the name that the server gives it"),
        });
    }

    /// A last `${` without its `}`.
    fn unclosed(&mut self, value: Value<'_>, text: &Decoded) {
        let all = text.as_str();
        let Some(at) = all.rfind("${") else { return };
        if all.get(at..).is_some_and(|rest| rest.contains('}')) {
            return;
        }
        let message = "this placeholder is never closed; it stays as it is";
        let code = Code::UNKNOWN_PLACEHOLDER;
        let mut found = self.notes.at(code, message, value);
        if let Some(label) = found.labels.first_mut() {
            label.span = text.place(Span::new(at, all.len()));
        }
        self.notes.push(found.help("write `}` after the field's name"));
    }

    /// Placeholders in the input must start with a field of the event.
    fn placeholders(&mut self, input: Value<'a>) {
        let Some(kind) = self.place.kind else { return };
        let mut rest = vec![input];
        while let Some(value) = rest.pop() {
            rest.extend(value.entries().map(|entry| entry.value));
            rest.extend(value.items());
            let Some(text) = value.decoded() else { continue };
            self.unclosed(value, &text);
            let form = Form::Fields;
            placeholders::otherwise(self.notes, value, &text, form, kind);
            let mut at = 0;
            while let Some((name, start)) = placeholder(text.as_str(), at) {
                at = start + name.len();
                let fields = kind.row().fields;
                let known = || fields.iter().chain(COMMON_FIELDS).copied();
                if known().any(|field| field == name) {
                    continue;
                }
                let place = text.place(Span::new(start, at));
                let message = format!(
                    "`{name}` is no field of `{}`; the placeholder becomes \
                     empty",
                    kind.name()
                );
                let code = Code::UNKNOWN_PLACEHOLDER;
                let mut found = self.notes.at(code, message, value);
                if let Some(label) = found.labels.first_mut() {
                    label.span = place;
                }
                // A field of other events is no slip of the pen: what is to
                // be filled in can never be there.
                if EventKind::all()
                    .any(|kind| kind.row().fields.contains(&name))
                {
                    found = found.severity(Severity::Error);
                }
                self.notes.push(match nearest(name, known()) {
                    Some(near) => {
                        found.help(format!("did you mean `{near}`?"))
                    }
                    None => found.help("write a field of the event"),
                });
            }
        }
    }
}

/// The first name of the next `${name…}` in `text` from `at` on.
fn placeholder(text: &str, at: usize) -> Option<(&str, usize)> {
    let mut at = at;
    loop {
        let rest = text.get(at..)?;
        let start = at + rest.find("${")? + 2;
        let inner = text.get(start..)?;
        let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let len = inner.find(|c| !is_name(c)).unwrap_or(inner.len());
        if len > 0 && inner.get(len..)?.starts_with(['.', '}', '[']) {
            return Some((inner.get(..len)?, start));
        }
        at = start;
    }
}

/// Whether a text with blanks is the path of one program: `/opt/my tool/x`,
/// and not a program with its words.
fn is_path_with_blanks(text: &str) -> bool {
    let separator = ['/', '\\'];
    let mut words = text.split_whitespace();
    let first = words.next().unwrap_or("");
    let word = |word: &str| {
        word.starts_with(['-', '.', '/', '~', '$', '"', '\''])
            || word.starts_with(|c: char| c.is_ascii_lowercase())
                && word.contains('.')
                && !word.contains(separator)
    };
    let behind: Vec<_> = words.collect();
    first.contains(separator)
        && behind.iter().any(|word| word.contains(separator))
        && !behind.into_iter().any(word)
}
