//! A policy as text of another form, and what gets lost.

mod comments;
mod decided;
mod handler;
mod lost;
mod rest;
mod running;
mod values;
mod yaml;

use std::collections::HashSet;

use hookset::diagnostic::{Code, Diagnostic, Severity};
use hookset::dialect::Dialect;
use hookset::load::{Document, Group, Handler, List};
use hookset::policy::Policy;
use hookset::source::{Source, Span};
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
    /// The group that it stood in.
    group: usize,
}

struct Writer<'p> {
    target: &'static str,
    /// How it was read, and how it will be.
    before: &'p Dialect,
    after: Dialect,
    document: &'p Document,
    found: Vec<Diagnostic>,
    entries: Vec<Entry>,
}

pub(super) fn write(policy: &Policy, target: &'static str) -> Written {
    let Some(mut writer) = Writer::of(policy, target) else {
        let text = "{}\n".to_owned();
        return Written { text, found: Vec::new(), hooks: Vec::new() };
    };
    let mut rules = writer.rules(policy);
    let (within, beside) = writer.rest();
    rules.extend(within);
    writer.all(policy);
    let (mut root, hooks) = match target {
        "sep2282" => writer.declarations(),
        _ => writer.settings(rules),
    };
    if let Value::Object(root) = &mut root {
        root.extend(beside);
    }
    let sources = policy.sources();
    let source = sources.get(writer.document.source.0 as usize);
    writer.besides(source.map_or("", Source::text));
    let mut text = match target == "pattern" {
        true => yaml::yaml(&root, 0),
        false => serde_json::to_string_pretty(&root).unwrap_or_default(),
    };
    if !text.ends_with('\n') {
        text.push('\n');
    }
    Written { text, found: writer.found, hooks }
}

/// The hooks of a policy alone.
#[derive(Default)]
pub(in crate::commands) struct Hooks {
    /// By event, the groups.
    pub(in crate::commands) events: Map<String, Value>,
    /// What was lost.
    pub(in crate::commands) found: Vec<Diagnostic>,
    /// For each of them, the hook it was made from.
    pub(super) origins: Vec<usize>,
}

pub(super) fn hooks(policy: &Policy, target: &'static str) -> Hooks {
    let Some(mut writer) = Writer::of(policy, target) else {
        return Hooks::default();
    };
    writer.all(policy);
    writer.left_behind();
    let (mut root, origins) = writer.settings(Map::new());
    let hooks = root.get_mut("hooks").map(Value::take);
    let events = match hooks {
        Some(Value::Object(hooks)) => hooks,
        _ => Map::new(),
    };
    Hooks { events, found: writer.found, origins }
}

impl<'p> Writer<'p> {
    fn of(policy: &'p Policy, target: &'static str) -> Option<Writer<'p>> {
        let document = policy.documents().first()?;
        let (before, after) = (policy.dialect(), Dialect::named(target)?);
        let (found, entries) = (Vec::new(), Vec::new());
        Some(Writer { target, before, after, document, found, entries })
    }

    /// Every hook of the policy.
    fn all(&mut self, policy: &Policy) {
        for (number, hook) in policy.hooks().iter().enumerate() {
            let group = self.document.groups.get(hook.place.group);
            if let Some(group) = group {
                let at = hook.place.group;
                self.hook((group, at), &hook.handler, number);
            }
        }
        self.of_groups();
    }

    fn lost(&mut self, severity: Severity, message: String, span: Span) {
        let source = self.document.source;
        let code = Code::LOSSY_CONVERSION;
        let found = Diagnostic::new(code, message, source, span);
        let help = "write by hand what it must do";
        self.found.push(found.severity(severity).help(help));
    }

    /// The permission rules, as far as the form has any.
    fn rules(&mut self, policy: &Policy) -> Map<String, Value> {
        let document = self.document;
        let rules = policy.rules().rules.iter();
        let active: HashSet<Span> = rules.map(|r| r.origin.span).collect();
        let mut lists = Map::new();
        let has_rules = !matches!(self.target, "pattern" | "sep2282");
        if let Some((_, span)) = &document.available {
            let message = "the tools of an agent have no counterpart; every \
                           tool can be called after";
            self.lost(Severity::Error, message.to_owned(), *span);
        }
        for (number, rule) in document.rules.iter().enumerate() {
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
            if !guard && !active.contains(&rule.span) {
                let message = format!(
                    "`{text}` allows nothing before, and may allow something \
                     after; it is left out"
                );
                self.lost(Severity::Warning, message, rule.span);
                continue;
            }
            let entry = lists.entry(list).or_insert_with(|| json!([]));
            if let Some(list) = entry.as_array_mut() {
                list.push(self.with_examples(number, text));
            }
        }
        lists
    }

    fn hook(
        &mut self,
        (group, at): (&Group, usize),
        handler: &Handler,
        origin: usize,
    ) {
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
        let mut json = self.handler(handler);
        if self.target != "sep2282" {
            self.often(handler, &mut json);
            self.given(handler);
        }
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
            self.often(handler, &mut json);
        }
        let handler = json;
        let entry = Entry { event, matcher, handler, origin, group: at };
        self.entries.push(entry);
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
            let own: Vec<_> =
                self.entries.iter().filter(|e| e.event == event).collect();
            order.extend(own.iter().map(|entry| entry.origin));
            // What stood in one group and is still asked about the same.
            let groups = own.chunk_by(|one, next| {
                one.group == next.group && one.matcher == next.matcher
            });
            let groups = groups.map(|entries| {
                let mut group = Map::new();
                let first = entries.first();
                let matcher = first.and_then(|e| e.matcher.as_deref());
                if let Some(matcher) = matcher {
                    group.insert("matcher".into(), matcher.into());
                }
                let all = entries.iter().map(|entry| entry.handler.clone());
                group.insert("hooks".into(), all.collect());
                Value::Object(group)
            });
            hooks.insert(event.to_owned(), groups.collect());
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
