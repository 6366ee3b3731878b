//! Settings files and the hooks of plugins.

mod examples;
mod others;
mod refusals;
mod unknown;

use super::wrong::Notes;
use super::{Document, Family, List, RuleEntry, Scope, hooks, yaml};
use crate::diagnostic::{Code, Diagnostic};
use crate::event::EventKind;
use crate::json::{Host, Kind, Limits, Tape, Value, diagnose};
use crate::source::{SourceId, Span, Spanned};

/// Policies are small; a file beyond this is not one.
const LIMITS: Limits = Limits { size: 8 << 20, depth: 128, problems: 200 };

/// The keys of a settings file that are read here; it may hold many others.
pub(super) const KEYS: &[&str] = &[
    "allowManagedHooksOnly",
    "allowManagedPermissionRulesOnly",
    "allowedHttpHookUrls",
    "disableAllHooks",
    "disableAutoMode",
    "hooks",
    "httpHookAllowedEnvVars",
    "permissions",
];

/// Those within `permissions` that may permit something.
const PERMITS: &[&str] = &["additionalDirectories", "allow", "defaultMode"];

/// The keys within `permissions`.
const PERMISSION_KEYS: &[&str] = &[
    "additionalDirectories",
    "allow",
    "ask",
    "blockReadsOutsideWorkingDirectories",
    "blockWritesOutsideWorkingDirectories",
    "defaultMode",
    "deny",
    "denyInsteadOfPrompting",
    "disableAutoMode",
    "disableBypassPermissionsMode",
];

/// Those of them that mean nothing at the top of a file.
const BELOW_ONLY: &[&str] = &[
    "additionalDirectories",
    "blockReadsOutsideWorkingDirectories",
    "blockWritesOutsideWorkingDirectories",
    "defaultMode",
    "denyInsteadOfPrompting",
    "disableBypassPermissionsMode",
];

/// Those of these that restrict: somebody wanted that, wherever it stands.
const RESTRICTS: &[&str] =
    &["denyInsteadOfPrompting", "disableBypassPermissionsMode"];

/// What hooks are read of: a plugin may have several objects in a list, with
/// files between them that are read on their own.
fn parts<'a>(
    notes: &mut Notes,
    document: &Document,
    value: Value<'a>,
) -> Vec<Value<'a>> {
    if document.family == Family::Plugin {
        hooks::elsewhere(notes, value);
    }
    let is_list = document.family == Family::Plugin && value.is_array();
    let events = |item: &Value<'_>| {
        item.entries().any(|entry| EventKind::named(entry.name()).is_some())
    };
    let objects = value.items().filter(|item| is_list && item.is_object());
    // Hooks that other programs have stand in lists, too.
    let objects: Vec<_> = objects.filter(events).collect();
    if objects.is_empty() { vec![value] } else { objects }
}

/// Reads a settings file or a plugin's hooks.
pub fn settings(
    source: SourceId,
    text: &str,
    scope: Scope,
    family: Family,
) -> (Document, Vec<Diagnostic>) {
    let mut tape = Tape::new();
    tape.read(text, &LIMITS);
    let host = match family {
        Family::Hookset => Host::Lenient,
        _ => Host::Strict,
    };
    let found = diagnose(&tape, text, source, host);
    let mut document = Document::new(source, scope, family);
    document.refused = found.iter().any(refusals::is_refusal);
    // A text that is cut short may have lost the rules at its end.
    document.degraded = document.refused;
    let notes = Notes::new(source, found);
    let mut reader = Reader { notes, document };
    if let Some(root) = tape.root(text) {
        reader.file(root);
    }
    reader.done(text, tape)
}

/// Reads settings or `hooks_config` in YAML; what several documents of a
/// file say adds up.
pub(super) fn yaml(
    source: SourceId,
    text: &str,
    scope: Scope,
    family: Family,
) -> (Document, Vec<Diagnostic>) {
    let mut tape = Tape::new();
    let start = text.strip_prefix('\u{feff}').map_or(0, |_| 3);
    let span = Span::new(start, text.len());
    let read = yaml::read(yaml::Part { source, text, span }, &mut tape);
    let mut document = Document::new(source, scope, family);
    document.refused = read.broken;
    document.degraded = read.broken || read.merges;
    let notes = Notes::new(source, read.found);
    let mut reader = Reader { notes, document };
    let several = read.roots.len() > 1;
    for root in read.roots {
        let root = tape.value(text, root);
        // A document of remarks alone adds nothing to the others.
        if !several || root.kind() != Kind::Null {
            reader.file(root);
        }
    }
    reader.done(text, tape)
}

struct Reader {
    notes: Notes,
    document: Document,
}

impl Reader {
    fn done(self, text: &str, tape: Tape) -> (Document, Vec<Diagnostic>) {
        let Reader { notes, mut document } = self;
        document.text = text.into();
        document.tape = tape;
        (document, notes.found)
    }

    fn file(&mut self, root: Value<'_>) {
        if !root.is_object() {
            let found = self.notes.at(
                Code::WRONG_TYPE,
                "the file must hold an object; nothing in it is used",
                root,
            );
            if root.kind() != Kind::Broken {
                self.notes.push(
                    found.help(
                        "write `{\"permissions\": {…}, \"hooks\": {…}}`",
                    ),
                );
            }
            self.document.refused = true;
            self.document.degraded = true;
            return;
        }
        let last = root.get("permissions").map(Value::span);
        for entry in root.entries() {
            let value = entry.value;
            let key = entry.name();
            self.notes.refusal = self.refusal(key);
            self.notes.refuses = false;
            match key {
                key if self.is_for_settings(key) => self.of_plugin(entry),
                "permissions" => {
                    // Of two, the guarding rules of both count, and what
                    // permits only in the last.
                    let is_last = last == Some(value.span());
                    self.permissions(value, is_last);
                }
                "hooks_config" if self.document.family != Family::Pattern => {
                    self.other(entry);
                }
                "hooks" | "hooks_config" => {
                    let document = &mut self.document;
                    let versioned = root.get("version").is_some();
                    let notes = &mut self.notes;
                    for part in parts(notes, document, value) {
                        hooks::read(notes, document, part, versioned);
                    }
                }
                key if BELOW_ONLY.contains(&key) => {
                    if RESTRICTS.contains(&key) {
                        self.switch(key, value);
                    }
                    self.other(entry);
                }
                key if self.switch(key, value) => {}
                _ if self.elsewhere(entry) => {}
                _ => self.other(entry),
            }
            self.refuse(key);
        }
        self.notes.refusal = None;
        if self.document.switches.disable_all_hooks == Some(true) {
            self.switched_off(root);
        }
    }

    /// Hooks of a file that says itself that none shall run.
    fn switched_off(&mut self, root: Value<'_>) {
        let count: usize =
            self.document.groups.iter().map(|g| g.hooks.len()).sum();
        let Some(switch) = root.get("disableAllHooks") else { return };
        let hooks = match count {
            0 => return,
            1 => "the hook of this file does not run".to_owned(),
            _ => format!("the {count} hooks of this file do not run"),
        };
        let message = format!("with `disableAllHooks`, {hooks}");
        let found = self.notes.at(Code::HOOKS_SWITCHED_OFF, message, switch);
        self.notes.push(found.help("remove the key"));
    }

    /// One of the switches; false when the key is none.
    fn switch(&mut self, key: &str, value: Value<'_>) -> bool {
        let managed = self.document.scope == Scope::Managed;
        let notes = &mut self.notes;
        let switches = &mut self.document.switches;
        // Who writes one of these that restrict wants it, whatever the value
        // was meant to be.
        // No other place of the same key takes it away again.
        let on = |notes: &mut Notes, before: Option<bool>| {
            let on = notes.bool(value, key) != Some(false);
            Some(on || before == Some(true))
        };
        match key {
            "disableAllHooks" => {
                switches.disable_all_hooks = notes.bool(value, key);
            }
            "allowManagedHooksOnly" | "allowManagedPermissionRulesOnly" => {
                // A wrong value in managed settings fails closed.
                if managed {
                    notes.refusal = Some("it counts as `true`");
                }
                let on = notes.bool(value, key).or(managed.then_some(true));
                if key == "allowManagedHooksOnly" {
                    switches.managed_hooks_only = on;
                } else {
                    switches.managed_rules_only = on;
                }
                if !managed {
                    let message =
                        format!("`{key}` counts only in managed settings");
                    let found = notes.at(Code::MANAGED_ONLY, message, value);
                    notes.push(found.help("move it to the managed settings"));
                }
            }
            "allowedHttpHookUrls" => {
                // A wrong value lets nothing through.
                let urls = notes.texts(value, key);
                switches.http_urls = Some(urls.unwrap_or_default());
            }
            "httpHookAllowedEnvVars" => {
                let names = notes.texts(value, key);
                switches.http_env = Some(names.unwrap_or_default());
            }
            "denyInsteadOfPrompting" => {
                let before = switches.deny_instead_of_prompting;
                switches.deny_instead_of_prompting = on(notes, before);
            }
            "blockReadsOutsideWorkingDirectories" => {
                let before = switches.block_reads_outside;
                switches.block_reads_outside = on(notes, before);
            }
            "blockWritesOutsideWorkingDirectories" => {
                let before = switches.block_writes_outside;
                switches.block_writes_outside = on(notes, before);
            }
            "disableBypassPermissionsMode" => {
                switches.disable_bypass |= disabled(notes, value, key);
            }
            "disableAutoMode" => {
                switches.disable_auto |= disabled(notes, value, key);
            }
            _ => return false,
        }
        true
    }

    fn permissions(&mut self, permissions: Value<'_>, is_last: bool) {
        if !permissions.is_object() {
            self.document.loses(true, permissions.span());
            self.notes.wrong_type(
                permissions,
                "permissions",
                "an object",
                "write `{\"allow\": […], \"ask\": […], \"deny\": […]}`",
            );
            return;
        }
        let is_dropped = |key: &str, value: Value<'_>| {
            let last = permissions.get(key).map(Value::span);
            !is_last || last != Some(value.span())
        };
        for entry in permissions.entries() {
            let value = entry.value;
            match entry.name() {
                // The duplicate key was reported.
                key if PERMITS.contains(&key) && is_dropped(key, value) => {}
                "allow" => self.list(List::Allow, value),
                "ask" => self.list(List::Ask, value),
                "deny" => self.list(List::Deny, value),
                "defaultMode" => self.mode(value),
                "additionalDirectories" => {
                    let name = "additionalDirectories";
                    let read = self.notes.texts(value, name);
                    self.document.directories.extend(read.unwrap_or_default());
                }
                key if PERMISSION_KEYS.contains(&key) => {
                    self.switch(key, value);
                }
                _ => self.no_list(entry),
            }
        }
    }

    fn list(&mut self, list: List, value: Value<'_>) {
        let guards = list != List::Allow;
        let name = list.as_str();
        if !value.is_array() {
            self.document.loses(guards, value.span());
            let help = match value.kind() {
                Kind::String => format!("write `[{}]`", value.raw()),
                _ => "write `[\"Tool(pattern)\", …]`".to_owned(),
            };
            self.notes.wrong_type(value, name, "a list", &help);
            return;
        }
        for item in value.items() {
            self.document.degraded |= guards && item.is_doubtful();
            // What stands for half a character here would cover another one.
            if !guards && item.has_lone_surrogate() {
                continue;
            }
            if let Some(text) = item.decoded() {
                let span = item.span();
                self.document.rules.push(RuleEntry { list, text, span });
                continue;
            }
            let ours = self.document.family == Family::Hookset;
            if ours && item.is_object() && item.get("rule").is_some() {
                self.with_examples(list, item);
                continue;
            }
            self.document.loses(guards, item.span());
            if item.kind() != Kind::Broken {
                let message = format!(
                    "a rule must be a text; this entry of `{name}` is skipped"
                );
                let found = self.notes.at(Code::WRONG_TYPE, message, item);
                self.notes.push(found.help(match item.get("rule") {
                    Some(_) => {
                        "write the rule in quotes; rules with examples \
                                are read with `--dialect hookset`"
                    }
                    None => "write the rule in quotes, or remove it",
                }));
            }
        }
    }

    fn mode(&mut self, value: Value<'_>) {
        let Some(mode) = self.notes.mode(value, "defaultMode") else {
            return;
        };
        let span = value.span();
        self.document.default_mode = Some(Spanned { value: mode, span });
    }
}

/// `"disable"`, the one value of two switches.
fn disabled(notes: &mut Notes, value: Value<'_>, key: &str) -> bool {
    let read = value.str().map(str::to_owned);
    if read.as_deref() == Some("disable") {
        return true;
    }
    let message = format!("`{key}` takes only `\"disable\"`; it is ignored");
    let found = notes.at(Code::INVALID_VALUE, message, value);
    notes.push(found.help("write `\"disable\"`, or remove the key"));
    false
}
