//! One handler entry.

mod values;

use super::wrong::{Notes, is_remark, is_understood};
use super::{Action, Family, Handler, HandlerKind, List, hooks, http};
use crate::diagnostic::suggest::nearest;
use crate::diagnostic::{Code, Severity};
use crate::event::EventKind;
use crate::json::{Entry, Kind, Value, write_json};
use crate::source::{Decoded, Spanned};

/// Where a handler stands.
#[derive(Clone, Copy)]
pub(super) struct Place {
    pub(super) kind: Option<EventKind>,
    pub(super) family: Family,
}

/// The keys every handler may have.
const COMMON: &[&str] = &["if", "once", "statusMessage", "timeout", "type"];

/// The keys of each type; the first ones it must have.
const KEYS: &[(HandlerKind, &[&str], &[&str])] = &[
    (
        HandlerKind::Command,
        &["command"],
        &["args", "async", "asyncRewake", "onFailure", "shell"],
    ),
    (HandlerKind::Http, &["url"], &["allowedEnvVars", "headers", "onFailure"]),
    (HandlerKind::McpTool, &["server", "tool"], &["input", "onFailure"]),
    (HandlerKind::Prompt, &["prompt"], &["continueOnBlock", "model"]),
    (HandlerKind::Agent, &["prompt"], &["model"]),
    (
        HandlerKind::Decision,
        &[],
        &[
            "additionalContext",
            "permissionDecision",
            "permissionDecisionReason",
            "reason",
        ],
    ),
    (
        HandlerKind::Inject,
        &["server", "level"],
        &["context", "context_tool", "context_tool_args"],
    ),
];

/// The types that Codex knows, and what commands have there besides.
const OF_CODEX: &[&str] = &["command", "mcp_tool", "prompt", "agent"];
const KEYS_OF_CODEX: &[&str] = &[
    "additionalContextLimit",
    "commandWindows",
    "command_windows",
    "timeoutSec",
];

/// Reads one entry; none when it can never run, which is then reported.
pub(super) fn read(
    notes: &mut Notes,
    value: Value<'_>,
    place: Place,
) -> Option<Handler> {
    if !value.is_object() {
        let help = match value.kind() {
            Kind::String => format!(
                "write `{{\"type\": \"command\", \"command\": {}}}`",
                value.raw()
            ),
            _ => "write `{\"type\": \"command\", \"command\": …}`".to_owned(),
        };
        notes.wrong_type(value, "hooks[…]", "an object", &help);
        return None;
    }
    let kind = handler_kind(notes, value, place)?;
    let mut reader = Reader { notes, value, place, kind };
    reader.keys();
    let action = reader.action();
    let condition = reader.condition();
    let handler = Handler {
        condition,
        timeout: reader.timeout(),
        status_message: reader.text("statusMessage"),
        once: reader.once(),
        failure_blocks: reader.failure_blocks(),
        span: value.span(),
        text: place.family.is_foreign().then(|| text(value).into()),
        action: action?,
    };
    if handler.allows() && !reader.is_understood() {
        unsure(notes, value);
        return None;
    }
    Some(handler)
}

/// Says of a decision that lets calls run that it does not count, because
/// what may narrow it is not understood.
pub(super) fn unsure(notes: &mut Notes, value: Value<'_>) {
    let message = "what may narrow this `allow` is not understood, so it \
                   allows nothing";
    let at = value.get("permissionDecision").unwrap_or(value);
    let found = notes.at(Code::INVALID_VALUE, message, at);
    notes.push(found.help("mend what is said about it and its group"));
}

/// A value of another format as JSON.
fn text(value: Value<'_>) -> String {
    let mut text = String::new();
    write_json(value, &mut text);
    text
}

fn handler_kind(
    notes: &mut Notes,
    value: Value<'_>,
    place: Place,
) -> Option<HandlerKind> {
    // Declarations are read again as handlers of ours.
    let ours = matches!(place.family, Family::Hookset | Family::Sep2282);
    let names = HandlerKind::ALL.iter().map(|row| row.1);
    let is_codex = place.family == Family::Codex;
    let is_known = |name: &&str| match is_codex {
        true => OF_CODEX.contains(name),
        false => ours || !is_ours(name),
    };
    let names: Vec<_> = names.filter(is_known).collect();
    let Some(written) = value.get("type") else {
        let what = notes.refused().unwrap_or("it never runs");
        let message = format!("this handler has no `type`; {what}");
        let found = notes.at(Code::MISSING_FIELD, message, value);
        let guess =
            [("command", "command"), ("url", "http"), ("prompt", "prompt")];
        let guess = guess.iter().find(|(key, _)| value.get(key).is_some());
        let guess = guess.map_or("command", |(_, kind)| kind);
        notes.push(found.help(format!("add `\"type\": \"{guess}\"`")));
        return None;
    };
    let Some(name) = written.str() else {
        notes.wrong_type(written, "type", "a text", "write `\"command\"`");
        return None;
    };
    // Of hooks in YAML the dialect says whether it runs what is ours.
    let may_be_ours = place.family == Family::Pattern && is_ours(name);
    if names.contains(&name) || may_be_ours {
        return HandlerKind::named(name);
    }
    let what = notes.refused().unwrap_or("it never runs");
    let message = format!("`{name}` is no type of handler; {what}");
    let found = notes.at(Code::UNKNOWN_HANDLER_TYPE, message, written);
    // Others have it, and whoever wrote it means it to run.
    let meant = HandlerKind::named(name).filter(|_| is_codex);
    let near = match name {
        "webhook" | "url" | "https" => Some("http"),
        "mcp" | "tool" | "mcp-tool" => Some("mcp_tool"),
        "shell" | "bash" | "script" | "cmd" => Some("command"),
        "llm" | "model" => Some("prompt"),
        _ => nearest(name, names.iter().copied()),
    };
    notes.push(match near {
        _ if is_ours(name) => found.help(match place.family {
            Family::Codex | Family::Definition => {
                "it is one in a policy of its own, in JSON or YAML, that is \
                 read with `--dialect hookset`"
            }
            _ => "it is one with `--dialect hookset`",
        }),
        _ if ours && hooks::is_no_type(name) => found
            .help("write `\"type\": \"decision\", \"permissionDecision\": …`"),
        Some(near) => found.help(format!("did you mean `{near}`?")),
        None => found.help(format!("write one of {}", names.join(", "))),
    });
    meant
}

/// Whether a type of handler is one that only our own files have.
fn is_ours(name: &str) -> bool {
    HandlerKind::OURS.iter().any(|kind| kind.as_str() == name)
}

pub(super) struct Reader<'n, 'a> {
    pub(super) notes: &'n mut Notes,
    pub(super) value: Value<'a>,
    pub(super) place: Place,
    kind: HandlerKind,
}

impl<'a> Reader<'_, 'a> {
    fn keys(&mut self) {
        let known = self.known_keys();
        // Requests that nobody waits for are in one document only.
        let pattern = self.place.family == Family::Pattern;
        let detached = pattern && self.kind == HandlerKind::Http;
        for entry in self.value.entries() {
            let key = entry.name();
            if known.contains(&key) || detached && key == "async" {
                continue;
            }
            let others: Vec<_> = KEYS
                .iter()
                .filter(|row| !HandlerKind::OURS.contains(&row.0))
                .filter(|row| row.1.contains(&key) || row.2.contains(&key))
                .map(|row| format!("`{}`", row.0.as_str()))
                .collect();
            if !others.is_empty() {
                self.foreign_key(entry, &others.join(", "));
            } else if key == "matcher" {
                let message = "`matcher` has no effect on a handler";
                let code = Code::MISPLACED_FIELD;
                let found = self.notes.at(code, message, entry.key);
                let help = "move it to the group, beside `hooks`";
                self.notes.push(found.severity(Severity::Warning).help(help));
            } else if !is_remark(key) {
                self.no_key(entry, &known);
            }
        }
    }

    /// A key that no handler has: what people think it does is not done.
    fn no_key(&mut self, entry: Entry<'_>, known: &[&str]) {
        let key = entry.name();
        let off = ["active", "disable", "disabled", "enable", "enabled"];
        let narrows =
            ["condition", "filter", "glob", "only", "unless", "when"];
        let (what, help) = match key {
            _ if off.contains(&key) => {
                let help = "remove the handler where it is not to run";
                ("it runs whatever that says", help.to_owned())
            }
            _ if narrows.contains(&key) => {
                ("it runs every time", "did you mean `if`?".to_owned())
            }
            "failClosed" | "failOpen" | "required" => (
                "a failure of it stops nothing",
                "did you mean `onFailure`?".to_owned(),
            ),
            "env" => (
                "no variable is set",
                "set it in the command, as in `A=b command`".to_owned(),
            ),
            _ => return self.notes.unknown_handler_key(entry, known),
        };
        if self.notes.is_full() {
            return;
        }
        let message = format!("no handler has a key `{key}`; {what}");
        let found = self.notes.at(Code::UNKNOWN_KEY, message, entry.key);
        self.notes.push(found.help(help));
    }

    /// A key that only other types of handler have.
    fn foreign_key(&mut self, entry: Entry<'_>, others: &str) {
        let key = entry.name();
        let message = format!(
            "`{key}` has no effect on a handler of type `{}`",
            self.kind.as_str()
        );
        let found = self.notes.at(Code::MISPLACED_FIELD, message, entry.key);
        let help =
            format!("only handlers of type {others} have `{key}`; remove it");
        self.notes.push(found.help(help));
    }

    fn text(&mut self, key: &str) -> Option<Decoded> {
        let value = self.value.get(key)?;
        let is_none = value.kind() == Kind::Null;
        if is_none && self.place.family == Family::Codex {
            return None;
        }
        self.notes.text(value, key)
    }

    /// A field without which the handler can do nothing.
    pub(super) fn must(&mut self, key: &str) -> Option<Decoded> {
        let kind = self.kind.as_str();
        if let Some(value) = self.value.get(key) {
            let text = self.notes.text(value, key)?;
            if !text.as_str().trim().is_empty() {
                return Some(text);
            }
            let message =
                format!("`{key}` is empty; this handler does nothing");
            let found = self.notes.at(Code::MISSING_FIELD, message, value);
            self.notes.push(found.help("write what it must do"));
            return None;
        }
        let what = match self.kind {
            HandlerKind::Command | HandlerKind::McpTool => {
                self.notes.refused()
            }
            _ => None,
        };
        let what = what.unwrap_or("it never runs");
        let message = format!("this `{kind}` handler has no `{key}`; {what}");
        let found = self.notes.at(Code::MISSING_FIELD, message, self.value);
        self.notes.push(found.help(format!("add `\"{key}\": …`")));
        None
    }

    pub(super) fn flag(&mut self, key: &str) -> bool {
        let value = self.value.get(key);
        value.is_some_and(|v| self.notes.bool(v, key).unwrap_or(false))
    }

    fn action(&mut self) -> Option<Action> {
        Some(match self.kind {
            HandlerKind::Command => self.command()?,
            HandlerKind::Http => {
                let url = self.must("url")?;
                let pattern = self.place.family == Family::Pattern;
                let is_async = pattern && self.flag("async");
                http::read(self.notes, self.value, url, is_async)?
            }
            HandlerKind::McpTool => self.mcp_tool()?,
            HandlerKind::Prompt => Action::Prompt {
                prompt: self.prompt()?,
                model: self.text("model"),
                continue_on_block: self.flag("continueOnBlock"),
            },
            HandlerKind::Agent => Action::Agent {
                prompt: self.prompt()?,
                model: self.text("model"),
            },
            HandlerKind::Decision => self.decision()?,
            HandlerKind::Inject => self.inject()?,
        })
    }

    fn decision(&mut self) -> Option<Action> {
        let mut decision = None;
        if let Some(value) = self.value.get("permissionDecision") {
            let lists = [List::Allow, List::Ask, List::Deny];
            let words = lists.iter().map(|list| list.as_str());
            let text = self.notes.word(value, "permissionDecision", words)?;
            let list = lists.iter().find(|l| l.as_str() == text.as_str());
            let Some(&list) = list else {
                let message = format!("`{}` is no decision", text.as_str());
                let found = self.notes.at(Code::INVALID_VALUE, message, value);
                self.notes.push(found.help("write `allow`, `ask` or `deny`"));
                return None;
            };
            decision = Some(Spanned { value: list, span: value.span() });
        }
        let reason = self.text("permissionDecisionReason");
        let reason = reason.or_else(|| self.text("reason"));
        let context = self.text("additionalContext");
        if decision.is_none() && context.is_none() {
            let message = "this handler decides nothing and says nothing";
            let found =
                self.notes.at(Code::MISSING_FIELD, message, self.value);
            let help = "add `\"permissionDecision\": \"deny\"` or \
                        `\"additionalContext\": …`";
            self.notes.push(found.help(help));
            return None;
        }
        Some(Action::Decision { decision, reason, context })
    }

    /// The keys that it may have.
    fn known_keys(&self) -> Vec<&'static str> {
        let row = KEYS.iter().find(|row| row.0 == self.kind);
        let (must, may) = row.map_or((&[][..], &[][..]), |r| (r.1, r.2));
        let more = match self.place.family {
            Family::Codex => KEYS_OF_CODEX,
            _ => &[],
        };
        [COMMON, must, may, more].concat()
    }

    /// Whether every key means something, and an `if` is a text.
    fn is_understood(&self) -> bool {
        let text = self.value.get("if").map(|value| value.str());
        let is_text = text.is_none_or(|text| {
            text.is_some_and(|text| !text.trim().is_empty())
        });
        is_text && is_understood(self.value, &self.known_keys())
    }
}
