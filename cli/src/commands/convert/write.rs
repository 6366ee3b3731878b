//! A policy as text of another form, and what gets lost.

mod yaml;

use hookset::diagnostic::{Code, Diagnostic, Severity};
use hookset::event::table::SEP_2282;
use hookset::load::{Action, Declared, Document, Group, Handler, List};
use hookset::policy::Policy;
use hookset::source::{Decoded, Span};
use serde_json::{Map, Value, json};

/// What was written.
pub(super) struct Written {
    pub(super) text: String,
    /// What was lost.
    pub(super) found: Vec<Diagnostic>,
    /// For each hook of the text, the hook it was made from.
    pub(super) hooks: Vec<usize>,
}

/// A hook of the new text.
struct Entry {
    event: &'static str,
    matcher: Option<String>,
    handler: Value,
    origin: usize,
}

struct Writer<'p> {
    target: &'static str,
    document: &'p Document,
    found: Vec<Diagnostic>,
    entries: Vec<Entry>,
}

pub(super) fn write(policy: &Policy, target: &'static str) -> Written {
    let Some(document) = policy.documents().first() else {
        let text = "{}\n".to_owned();
        return Written { text, found: Vec::new(), hooks: Vec::new() };
    };
    let (found, entries) = (Vec::new(), Vec::new());
    let mut writer = Writer { target, document, found, entries };
    let rules = writer.rules();
    for (number, hook) in policy.hooks().iter().enumerate() {
        let group = document.groups.get(hook.place.group);
        if let Some(group) = group {
            writer.hook(group, &hook.handler, number);
        }
    }
    let (root, hooks) = match target {
        "sep2282" => writer.declarations(),
        _ => writer.settings(rules),
    };
    let mut text = match target {
        "pattern" => yaml::yaml(&root, 0),
        _ => serde_json::to_string_pretty(&root).unwrap_or_default(),
    };
    if !text.ends_with('\n') {
        text.push('\n');
    }
    Written { text, found: writer.found, hooks }
}

impl Writer<'_> {
    fn lost(&mut self, severity: Severity, message: String, span: Span) {
        let source = self.document.source;
        let code = Code::LOSSY_CONVERSION;
        let found = Diagnostic::new(code, message, source, span);
        let help = "write by hand what it must do";
        self.found.push(found.severity(severity).help(help));
    }

    /// The permission rules, as far as the form has any.
    fn rules(&mut self) -> Map<String, Value> {
        let document = self.document;
        let mut lists = Map::new();
        let has_rules = !matches!(self.target, "pattern" | "sep2282");
        if let Some((_, span)) = &document.available {
            let message = "the tools of an agent have no counterpart; every \
                           tool can be called after";
            self.lost(Severity::Error, message.to_owned(), *span);
        }
        for rule in &document.rules {
            let guard = rule.list != List::Allow;
            let (text, list) = (rule.text.as_str(), rule.list.as_str());
            if !has_rules {
                let severity = match guard {
                    true => Severity::Error,
                    false => Severity::Warning,
                };
                let message =
                    format!("there are no {list} rules; `{text}` is left out");
                self.lost(severity, message, rule.span);
                continue;
            }
            if document.within.is_some() && !guard {
                let message = format!(
                    "`{text}` would allow at all times; it is left out"
                );
                self.lost(Severity::Warning, message, rule.span);
                continue;
            }
            if document.within.is_some() {
                let message = format!("`{text}` stops at all times after");
                self.lost(Severity::Warning, message, rule.span);
            }
            let entry = lists.entry(list).or_insert_with(|| json!([]));
            if let Some(list) = entry.as_array_mut() {
                list.push(text.into());
            }
        }
        lists
    }

    fn hook(&mut self, group: &Group, handler: &Handler, origin: usize) {
        let Some(kind) = group.kind else {
            let message = format!(
                "`{}` is no event; its hooks are left out",
                group.event.value
            );
            self.lost(Severity::Warning, message, group.event.span);
            return;
        };
        if self.document.within.is_some() {
            let message = "this hook runs at all times after".to_owned();
            self.lost(Severity::Warning, message, handler.span);
        }
        let raw = self.document.raw(handler.span);
        let text = handler.text.as_deref().unwrap_or(raw);
        let mut json = serde_json::from_str(text).unwrap_or(Value::Null);
        let mut matcher =
            group.matcher.as_ref().map(|text| text.as_str().to_owned());
        if let Some(declared) = &group.declared
            && self.target != "sep2282"
        {
            matcher = self.declared(declared, handler.span, &mut json);
        }
        let event = kind.name();
        if !matches!(self.target, "hookset" | "sep2282") {
            let Some(plain) = self.plain(handler, event, json) else { return };
            json = plain;
        }
        if self.target == "sep2282" {
            let Some(said) = self.said(group, handler) else { return };
            json = said;
        }
        self.entries.push(Entry { event, matcher, handler: json, origin });
    }

    /// The matcher of a declaration as a matcher and an `if`.
    fn declared(
        &mut self,
        declared: &Declared,
        span: Span,
        handler: &mut Value,
    ) -> Option<String> {
        let regex = |glob: &str| {
            let special = |c: char| !c.is_alphanumeric() && c != '_';
            let mut out = String::from("^");
            for c in glob.chars() {
                match c {
                    '*' => out.push_str(".*"),
                    c if special(c) => out.extend(['\\', c]),
                    c => out.push(c),
                }
            }
            out + "$"
        };
        let tool = declared.tool.as_ref().map(Decoded::as_str);
        let server = declared.server.as_ref().map(Decoded::as_str);
        if let Some(input) = &declared.input {
            let needle = input.as_str();
            let fits = tool == Some("Bash") && !needle.contains(['*', ')']);
            if let (true, Some(map)) = (fits, handler.as_object_mut()) {
                map.insert("if".into(), format!("Bash(*{needle}*)").into());
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
            (Some(tool), _) if tool.contains('*') => Some(regex(tool)),
            (Some(tool), _) => Some(tool.to_owned()),
            (None, Some(server)) => Some(regex(&format!("mcp__{server}__*"))),
            (None, None) => None,
        }
    }

    /// A handler of ours as one that every runner has.
    fn plain(
        &mut self,
        handler: &Handler,
        event: &str,
        json: Value,
    ) -> Option<Value> {
        let mut output = Map::new();
        output.insert("hookEventName".into(), event.into());
        match &handler.action {
            Action::Inject { text: Some(text), .. } => {
                let message = "the text is printed by a command; variables \
                               in it are not filled in";
                self.lost(Severity::Warning, message.into(), text.span());
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
                let mut set = |key: &str, text: Option<&str>| {
                    if let Some(text) = text {
                        output.insert(key.into(), text.into());
                    }
                };
                let word = decision.as_ref().map(|each| each.value.as_str());
                set("permissionDecision", word);
                let reason = reason.as_ref().map(Decoded::as_str);
                set("permissionDecisionReason", reason);
                set(
                    "additionalContext",
                    context.as_ref().map(Decoded::as_str),
                );
            }
            _ => return Some(json),
        }
        let said = json!({"hookSpecificOutput": output}).to_string();
        let quoted = said.replace('\'', r"'\''");
        let command = format!("printf '%s' '{quoted}'");
        let mut made = json!({"type": "command", "command": command});
        keep_condition(&json, &mut made);
        Some(made)
    }

    /// A declaration of a server; only what tells the model something can
    /// be one.
    fn said(&mut self, group: &Group, handler: &Handler) -> Option<Value> {
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

    fn declarations(&self) -> (Value, Vec<usize>) {
        let all = self.entries.iter().map(|entry| entry.handler.clone());
        let all: Vec<_> = all.collect();
        let root = json!({"hooks": {"declarations": all}});
        (root, self.entries.iter().map(|entry| entry.origin).collect())
    }

    fn settings(&self, rules: Map<String, Value>) -> (Value, Vec<usize>) {
        let mut events: Vec<&str> = Vec::new();
        for entry in &self.entries {
            if !events.contains(&entry.event) {
                events.push(entry.event);
            }
        }
        let mut order = Vec::new();
        let mut hooks = Map::new();
        for event in events {
            let mut groups: Vec<Value> = Vec::new();
            for entry in self.entries.iter().filter(|e| e.event == event) {
                let mut group = Map::new();
                if let Some(matcher) = &entry.matcher {
                    group.insert("matcher".into(), matcher.as_str().into());
                }
                group.insert("hooks".into(), json!([entry.handler]));
                groups.push(Value::Object(group));
                order.push(entry.origin);
            }
            hooks.insert(event.to_owned(), Value::Array(groups));
        }
        let mut root = Map::new();
        if !rules.is_empty() {
            root.insert("permissions".into(), Value::Object(rules));
        }
        let key = match self.target {
            "pattern" => "hooks_config",
            _ => "hooks",
        };
        if !hooks.is_empty() {
            root.insert(key.into(), Value::Object(hooks));
        }
        (Value::Object(root), order)
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
