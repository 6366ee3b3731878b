//! Hooks of Codex, in `hooks.json` or `config.toml`. They look like ours;
//! where they mean something else, that is said.

use super::matcher::as_here;
use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::event::EventKind;
use crate::event::table::MatcherField;
use crate::json::{Host, Kind, Limits, Tape, Value, diagnose};
use crate::load::hooks;
#[cfg(feature = "toml")]
use crate::load::toml;
use crate::load::wrong::{Notes, may_guard};
use crate::load::{
    Action, Document, Family, Group, Handler, List, RuleEntry, Scope,
};
use crate::source::{Decoded, SourceId, Span};

const LIMITS: Limits = Limits { size: 8 << 20, depth: 128, problems: 200 };

/// Keys of `config.toml` that decide what may run, in another way than
/// rules do.
const DECIDING: &[&str] = &[
    "approval_policy",
    "default_permissions",
    "permissions",
    "sandbox_mode",
    "sandbox_workspace_write",
];

/// Events whose matcher is not looked at there.
const MATCHER_IGNORED: &[EventKind] = &[EventKind::PRE_COMPACT];

/// How the file is written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// `hooks.json`
    Json,
    /// `config.toml`
    #[cfg(feature = "toml")]
    Toml,
}

pub(super) fn read(
    source: SourceId,
    text: &str,
    scope: Scope,
    form: Form,
) -> (Document, Vec<Diagnostic>) {
    let mut tape = Tape::new();
    let mut document = Document::new(source, scope, Family::Codex);
    let mut notes = Notes::new(source, Vec::new());
    match form {
        Form::Json => {
            tape.read(text, &LIMITS);
            notes.found = diagnose(&tape, text, source, Host::Strict);
            document.refused = !notes.found.is_empty();
        }
        #[cfg(feature = "toml")]
        Form::Toml => {
            if let Err(toml::Broken(span)) = toml::read(text, &mut tape) {
                let message = "the file is not TOML from here on";
                let code = Code::INVALID_TOML;
                let found = Diagnostic::new(code, message, source, span);
                notes.push(found.help("mend the file first"));
                document.refused = true;
            }
        }
    }
    if let Some(root) = tape.root(text) {
        let (notes, document) = (&mut notes, &mut document);
        Import { notes, document, form }.file(root);
    }
    document.text = text.into();
    document.tape = tape;
    (document, notes.found)
}

/// Whether hooks are switched off among the features, under one of the names
/// that they had.
fn switches_off(features: Value<'_>) -> bool {
    ["hooks", "codex_hooks"].iter().any(|name| {
        let value = features.get(name);
        value.is_some_and(|value| value.kind() == Kind::False)
    })
}

struct Import<'n> {
    notes: &'n mut Notes,
    document: &'n mut Document,
    form: Form,
}

impl Import<'_> {
    fn file(&mut self, root: Value<'_>) {
        if !root.is_object() {
            if root.kind() != Kind::Broken {
                let help = "write `{\"hooks\": {…}}`";
                self.notes.wrong_type(root, "the file", "an object", help);
            }
            self.document.degraded = true;
            return;
        }
        for entry in root.entries() {
            let key = entry.name();
            let place = entry.key.span();
            if key == "hooks" {
                hooks::read(self.notes, self.document, entry.value, false);
                self.trust(place);
            } else if key == "notify" {
                let message = "a program that is told of the end of a turn \
                               has no counterpart; it is left out";
                let help = "write a hook on `Stop`";
                self.lost(Severity::Warning, message, place, help);
            } else if may_guard(entry) {
                self.notes.stray(self.document, entry);
            } else if DECIDING.contains(&key) {
                let message = format!(
                    "`{key}` decides there what may run and has no \
                     counterpart; it is left out"
                );
                let help = "write rules for what it must stop";
                self.lost(Severity::Warning, message, place, help);
            } else if self.form == Form::Json {
                // `config.toml` holds all kinds of settings.
                self.notes.unknown_key(entry, &["hooks"]);
            }
        }
        if self.form != Form::Json {
            self.taken_away(root);
        }
        for mut group in std::mem::take(&mut self.document.groups) {
            self.group(&group);
            let field = group.kind.map(|kind| kind.row().matcher);
            if field == Some(MatcherField::Field("tool_name")) {
                group.matcher = group.matcher.map(as_here);
            }
            self.document.groups.push(group);
        }
    }

    /// Hooks that are switched off, and what is said of the tools of servers:
    /// those that are taken away, and those about which a person is asked.
    fn taken_away(&mut self, root: Value<'_>) {
        let features = root.get("features");
        if let Some(off) = features.filter(|value| switches_off(*value)) {
            let message = "there no hook of this file runs; here they do";
            let help = "remove the hooks, or the switch";
            self.lost(Severity::Warning, message, off.span(), help);
        }
        let servers = root.get("mcp_servers");
        for entry in servers.into_iter().flat_map(Value::entries) {
            let (server, all) =
                (entry.value, format!("mcp__{}", entry.name()));
            let off = server.get("enabled");
            if let Some(off) = off.filter(|v| v.kind() == Kind::False) {
                self.rule(List::Deny, all.clone(), off.span());
            }
            let without = server.get("disabled_tools");
            for tool in without.into_iter().flat_map(Value::items) {
                let name = tool.str().unwrap_or("*");
                self.rule(List::Deny, format!("{all}__{name}"), tool.span());
            }
            if let Some(only) = server.get("enabled_tools") {
                let message = "there the server has no other tools; here it \
                               has all";
                let help = "deny the others by their names";
                self.lost(Severity::Warning, message, only.span(), help);
            }
            let asks = |mode: &Value<'_>| mode.str() == Some("prompt");
            let mode = server.get("default_tools_approval_mode");
            if let Some(mode) = mode.filter(asks) {
                self.rule(List::Ask, all.clone(), mode.span());
            }
            let tools = server.get("tools");
            for tool in tools.into_iter().flat_map(Value::entries) {
                let mode = tool.value.get("approval_mode");
                if let Some(mode) = mode.filter(asks) {
                    let text = format!("{all}__{}", tool.name());
                    self.rule(List::Ask, text, mode.span());
                }
            }
        }
    }

    fn rule(&mut self, list: List, text: String, span: Span) {
        let text = Decoded::made(text, span);
        self.document.rules.push(RuleEntry { list, text, span });
    }

    fn lost(
        &mut self,
        severity: Severity,
        message: impl Into<String>,
        span: Span,
        help: &str,
    ) {
        let code = Code::LOSSY_CONVERSION;
        let source = self.notes.source;
        let found = Diagnostic::new(code, message, source, span);
        self.notes.push(found.severity(severity).help(help));
    }

    /// Hooks run there after a person has seen them.
    fn trust(&mut self, place: Span) {
        if self.document.groups.is_empty() {
            return;
        }
        let message = "there, a hook runs once a person has approved it; \
                       here it runs at once";
        let help = "look at the hooks before you take them over";
        self.lost(Severity::Info, message, place, help);
    }

    fn group(&mut self, group: &Group) {
        if let Some(matcher) = &group.matcher {
            self.matcher(matcher.as_str(), matcher.span(), group.kind);
        }
        for handler in &group.hooks {
            self.handler(handler);
        }
    }

    /// Letters, digits, `_` and `|` are a list of names in both; all else
    /// is an expression there.
    fn matcher(&mut self, text: &str, span: Span, kind: Option<EventKind>) {
        if kind.is_some_and(|kind| MATCHER_IGNORED.contains(&kind)) {
            let message = "this matcher is not looked at there; here the \
                           hook runs only where it matches";
            let help = "remove the matcher to keep what it does there";
            return self.lost(Severity::Warning, message, span, help);
        }
        let list_here = |c: char| {
            c.is_ascii_alphanumeric()
                || matches!(c, '_' | '|' | '-' | ',' | ' ')
        };
        let list_there =
            |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '|');
        if !text.is_empty() && text.trim().is_empty() {
            let message = "no name holds a blank: neither there nor here the \
                           hook ever runs";
            let help = "remove the matcher to run it on every call";
            self.lost(Severity::Warning, message, span, help);
        } else if text.chars().all(list_here) && !text.chars().all(list_there)
        {
            let message = format!(
                "`{text}` is an expression there, which matches names that \
                 hold it; here it is a list of whole names"
            );
            let help = "write `^…$` around it, or the names one by one";
            self.lost(Severity::Warning, message, span, help);
        }
    }

    fn handler(&mut self, handler: &Handler) {
        let kind = handler.kind().as_str();
        if !matches!(handler.action, Action::Command { .. }) {
            let message = format!(
                "only commands run there; here this `{kind}` handler runs"
            );
            let help = "remove it, or keep it as something new";
            self.lost(Severity::Warning, message, handler.span, help);
        } else if handler.is_async() {
            let message = "there, a handler with `async` never runs; here \
                           it does";
            let help = "remove it, or keep it as something new";
            self.lost(Severity::Warning, message, handler.span, help);
        }
        if let Some(condition) = &handler.condition {
            let message = "there, nothing looks at an `if` and the hook \
                           always runs; here it runs only where it holds";
            let help = "remove the `if` to keep what it does there";
            self.lost(Severity::Warning, message, condition.span(), help);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lost(text: &str, form: Form) -> Vec<String> {
        let scope = Scope::Project;
        let (document, found) = read(SourceId(0), text, scope, form);
        assert!(!document.groups.is_empty(), "{found:?}");
        let show = |one: &Diagnostic| {
            let span = one.primary().unwrap().span;
            format!("{} {}", one.code.name(), span.of(text))
        };
        found.iter().map(show).collect()
    }

    #[test]
    fn what_means_the_same_is_taken_over() {
        let text = r#"{"hooks": {"PreToolUse": [{"matcher": "Bash|apply_patch",
            "hooks": [{"type": "command", "command": "x", "timeout": 5}]}]}}"#;
        assert_eq!(lost(text, Form::Json), ["lossy-conversion \"hooks\""]);
    }

    #[test]
    fn the_tool_that_writes_files_has_the_names_of_here() {
        for (written, wanted) in [
            ("apply_patch", "Edit|Write"),
            ("Bash|apply_patch", "Bash|Edit|Write"),
            ("^apply_patch$", "^(?:Edit|Write)$"),
            ("my_apply_patch", "my_apply_patch"),
        ] {
            // A mark before the JSON does not make it rules.
            for mark in ["", "\u{feff}"] {
                let text = format!(
                    "{mark}{{\"hooks\":{{\"PreToolUse\":[{{\"matcher\":\
                     \"{written}\",\"hooks\":[{{\"type\":\"command\",\
                     \"command\":\"x\"}}]}}]}}}}"
                );
                let (source, scope) = (SourceId(0), Scope::Project);
                let (document, _) =
                    super::super::read(source, "hooks.json", &text, scope);
                let matcher = document.groups[0].matcher.as_ref().unwrap();
                assert_eq!(matcher.as_str(), wanted);
            }
        }
    }

    #[cfg(feature = "toml")]
    #[test]
    fn tools_that_are_taken_away_are_denied() {
        let text = "[mcp_servers.a]\ndisabled_tools = [\"x\"]\n\
                    default_tools_approval_mode = \"prompt\"\n\
                    [mcp_servers.a.tools.y]\napproval_mode = \"prompt\"\n\
                    [mcp_servers.b]\nenabled = false\n\
                    enabled_tools = [\"z\"]\n[features]\nhooks = false\n";
        let (source, scope) = (SourceId(0), Scope::Project);
        let (document, found) = read(source, text, scope, Form::Toml);
        let show = |rule: &RuleEntry| {
            format!("{} {}", rule.list.as_str(), rule.text.as_str())
        };
        let rules: Vec<_> = document.rules.iter().map(show).collect();
        assert_eq!(
            rules,
            ["deny mcp__a__x", "ask mcp__a", "ask mcp__a__y", "deny mcp__b"]
        );
        assert_eq!(found.len(), 2, "{found:?}");
        // A key that is read hides nothing else in it.
        let text = "[mcp_servers.a.permissions]\ndeny = [\"Bash\"]\n";
        let (document, found) = read(source, text, scope, Form::Toml);
        assert!(document.degraded && !found.is_empty(), "{found:?}");
    }

    #[test]
    fn every_difference_is_said() {
        let text = r#"{"hooks": {"PreToolUse": [{"matcher": "a-b", "hooks": [
            {"type": "prompt", "prompt": "x"},
            {"type": "command", "command": "x", "async": true},
            {"type": "command", "command": "x", "if": "Bash(ls)"}]}],
            "PreCompact": [{"matcher": "auto", "hooks": [
            {"type": "command", "command": "x"}]}]}}"#;
        let found = lost(text, Form::Json);
        let at = |number: usize| {
            let line = &found[number];
            line.strip_prefix("lossy-conversion ").unwrap().to_owned()
        };
        assert_eq!(found.len(), 6, "{found:#?}");
        assert_eq!(at(1), "a-b");
        assert!(at(2).contains("prompt") && at(3).contains("async"));
        assert_eq!((at(4).as_str(), at(5).as_str()), ("Bash(ls)", "auto"));
    }

    #[cfg(feature = "toml")]
    #[test]
    fn tables_are_read_as_well() {
        let text = "sandbox_mode = \"x\"\nnotify = []\n[[hooks.Stop]]\n\
                    [[hooks.Stop.hooks]]\ntype = \"command\"\n\
                    command = \"a \\\"b\\\"\"\n";
        let wanted = ["sandbox_mode", "notify", "hooks"];
        let wanted = wanted.map(|key| format!("lossy-conversion {key}"));
        assert_eq!(lost(text, Form::Toml), wanted);
    }
}
