//! One handler in the words of another runner.

use hookset::diagnostic::Severity;
use hookset::event::EventKind;
use hookset::event::elsewhere::Runner;
use hookset::event::table::{Facets, SEP_2282};
use hookset::load::{Action, Declared, Group, Handler, Level, Moment};
use hookset::plan::expand::SERVER_VARIABLES;
use hookset::source::{Decoded, Span};
use hookset::subject::server_in_tools;
use hookset::syntax::glob_regex;
use serde_json::{Map, Value, json};

use super::{Writer, decided};

impl Writer<'_> {
    /// What a text loses that a command prints.
    fn printed(&mut self, text: &Decoded, level: Level) {
        let filled =
            |name: &str| text.as_str().contains(&format!("{{{name}}}"));
        if SERVER_VARIABLES.iter().any(|row| filled(row.0)) {
            let message = "the text is printed by a command; variables in \
                           it are not filled in";
            self.lost(Severity::Error, message.into(), text.span());
        }
        let level = level.as_str();
        let message = format!(
            "the text is printed by a command, which cannot say that it is \
             of weight `{level}`"
        );
        self.lost(Severity::Info, message, text.span());
    }

    /// Says where the text of a server is heard in another way than its
    /// event promises.
    pub(super) fn heard(&mut self, event: &str, span: Span) {
        let Some(kind) = EventKind::named(event) else { return };
        if !kind.row().facets.has(Facets::FEEDBACK) {
            let message = format!(
                "`{event}` passes no text on: the model never sees it"
            );
            self.lost(Severity::Error, message, span);
        }
        let Some(moment) = Moment::of(kind).map(Moment::as_str) else {
            return;
        };
        let listed = Runner::Claude.event(moment);
        if listed != Some(event) {
            let listed = match listed {
                Some(name) => format!("names `{name}`"),
                None => "names nothing".to_owned(),
            };
            let message = format!(
                "for `{moment}` the proposal's table {listed} there, its \
                 text means `{event}`, which is written"
            );
            self.lost(Severity::Info, message, span);
        }
    }

    /// The matcher of a declaration as a matcher and an `if`.
    pub(super) fn declared(
        &mut self,
        declared: &Declared,
        span: Span,
        handler: &mut Value,
    ) -> Option<String> {
        let tool = declared.tool.as_ref().map(Decoded::as_str);
        let server = declared.server.as_ref().map(Decoded::as_str);
        if let Some(input) = &declared.input {
            let needle = input.as_str();
            // Behind a colon no star is one that runners know.
            let fits = tool == Some("Bash")
                && !needle.contains(['*', ')'])
                && !needle.ends_with(':');
            if let (true, Some(map)) = (fits, handler.as_object_mut()) {
                // Behind a blank one star is a word boundary, which also
                // matches where nothing follows; two are none.
                let end = match needle.ends_with([' ', '\t']) {
                    true => "**",
                    false => "*",
                };
                let condition = format!("Bash(*{needle}{end})");
                map.insert("if".into(), condition.into());
                let message = format!(
                    "not exact: `{needle}` is looked for in each command, \
                     not in the whole input"
                );
                self.lost(Severity::Warning, message, input.span());
            } else {
                let message = format!(
                    "`input_contains` has no counterpart; the hook fires \
                     without `{needle}`, too"
                );
                self.lost(Severity::Warning, message, input.span());
            }
        }
        if tool.is_some() && server.is_some() {
            let message = "of tool and server only the tool is kept";
            self.lost(Severity::Warning, message.to_owned(), span);
        }
        match (tool, server) {
            (Some(tool), _) if tool.contains(['*', '?', '[', '{']) => {
                Some(glob_regex(tool))
            }
            (Some(tool), _) => Some(tool.to_owned()),
            (None, Some(server)) => {
                let server: String = server_in_tools(server).collect();
                Some(format!("^mcp__{server}__.*$"))
            }
            (None, None) => None,
        }
    }

    /// A handler of ours as one that every runner has.
    pub(super) fn plain(
        &mut self,
        handler: &Handler,
        event: &str,
        json: Value,
    ) -> Option<Value> {
        let mut output = Map::new();
        output.insert("hookEventName".into(), event.into());
        match &handler.action {
            Action::Inject { text: Some(text), level, .. } => {
                self.printed(text, *level);
                self.heard(event, text.span());
                let text = text.as_str();
                output.insert("additionalContext".into(), text.into());
            }
            Action::Inject { server, tool: Some((tool, args)), .. } => {
                let message = "variables are written in another way there";
                self.lost(Severity::Warning, message.into(), tool.span());
                let mut call = json!({
                    "type": "mcp_tool",
                    "server": server.as_str(),
                    "tool": tool.as_str(),
                });
                let input = args.map(|span| self.document.raw(span));
                let input =
                    input.and_then(|raw| serde_json::from_str(raw).ok());
                if let Some(input) = input {
                    put(&mut call, "input", input);
                }
                keep_condition(&json, &mut call);
                return Some(call);
            }
            Action::Inject { .. } => return None,
            Action::Decision { decision, reason, context } => {
                let message = "the decision is printed by a command";
                self.lost(Severity::Warning, message.into(), handler.span);
                if let Some(text) = context {
                    let text = text.as_str();
                    output.insert("additionalContext".into(), text.into());
                }
                let word = decision.as_ref().map(|each| each.value.as_str());
                let reason = reason.as_ref().map(Decoded::as_str);
                let command = decided::command(event, word, reason, output);
                let mut made = json!({"type": "command", "command": command});
                keep_condition(&json, &mut made);
                return Some(made);
            }
            _ => return Some(json),
        }
        let said = json!({"hookSpecificOutput": output}).to_string();
        let command = decided::printed(&said);
        let mut made = json!({"type": "command", "command": command});
        keep_condition(&json, &mut made);
        Some(made)
    }

    /// A declaration of a server; only what tells the model something can
    /// be one.
    pub(super) fn said(
        &mut self,
        group: &Group,
        handler: &Handler,
    ) -> Option<Value> {
        let name = SEP_2282.iter().find(|row| Some(row.1) == group.kind);
        let (context, level) = match &handler.action {
            Action::Inject { text, level, .. } => {
                (text.as_ref(), level.as_str())
            }
            Action::Decision { decision: None, context, .. } => {
                (context.as_ref(), "important")
            }
            _ => (None, ""),
        };
        let tool = match &handler.action {
            Action::Inject { tool: Some((tool, args)), .. } => {
                Some((tool.as_str(), args))
            }
            _ => None,
        };
        let Some(name) = name.filter(|_| context.is_some() || tool.is_some())
        else {
            let message = "a declaration can only tell the model something; \
                           this hook is left out";
            self.lost(Severity::Error, message.to_owned(), handler.span);
            return None;
        };
        let mut made = json!({"event": name.0, "priority": level});
        if let Some(context) = context {
            put(&mut made, "context", context.as_str().into());
        }
        if let Some((tool, args)) = tool {
            put(&mut made, "context_tool", tool.into());
            let args = args.map(|span| self.document.raw(span));
            let args = args.and_then(|raw| serde_json::from_str(raw).ok());
            if let Some(args) = args {
                put(&mut made, "context_tool_args", args);
            }
        }
        if let Some(condition) = &handler.condition {
            let message = "an `if` has no counterpart; it is left out";
            self.lost(Severity::Error, message.into(), condition.span());
        }
        let mut matcher = Map::new();
        let mut set = |key: &str, text: Option<&Decoded>| {
            if let Some(text) = text {
                matcher.insert(key.into(), text.as_str().into());
            }
        };
        match &group.declared {
            Some(declared) => {
                set("tool_name", declared.tool.as_ref());
                set("input_contains", declared.input.as_ref());
                set("tool_server", declared.server.as_ref());
            }
            None => set("tool_name", group.matcher.as_ref()),
        }
        if !matcher.is_empty() {
            put(&mut made, "matcher", Value::Object(matcher));
        }
        Some(made)
    }
}

/// Sets a field of an object.
fn put(object: &mut Value, key: &str, value: Value) {
    if let Some(map) = object.as_object_mut() {
        map.insert(key.to_owned(), value);
    }
}

/// What a handler that is made anew keeps of the old one.
fn keep_condition(from: &Value, to: &mut Value) {
    for key in ["if", "timeout", "statusMessage", "once"] {
        if let Some(value) = from.get(key) {
            put(to, key, value.clone());
        }
    }
}
