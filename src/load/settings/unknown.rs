//! Keys that mean nothing: fine, unless what stands there was to count.

use super::{BELOW_ONLY, KEYS, PERMISSION_KEYS, Reader};
use crate::diagnostic::suggest::nearest;
use crate::diagnostic::{Code, Severity};
use crate::event::EventKind;
use crate::json::{Entry, Value};
use crate::load::wrong::{
    MERGE, denies_rules, is_remark, list_meant, says_no,
};
use crate::load::{Family, Mode, Scope, declaration, hooks};

/// Where hooks stand in files of the pattern catalogue.
const PATTERN: &str = "hooks_config";

/// Keys at the top that people write for `permissions.defaultMode`.
const MODE_KEYS: &[&str] = &[
    "acceptEdits",
    "autoMode",
    "bypassPermissions",
    "dangerouslySkipPermissions",
    "dontAsk",
    "planMode",
];

/// Names of `defaultMode` that it does not have, at the top or within
/// `permissions`.
const MODE_NAMES: &[&str] = &[
    "defaultPermissionMode",
    "default_mode",
    "permissionMode",
    "permission_mode",
    "permissionsMode",
];

/// Keys at the top that people write for others, what they mean, and whether
/// that was to guard something.
const MEANT: &[(&str, &str, bool)] = &[
    ("allowedDirectories", "permissions.additionalDirectories", false),
    ("denyRead", "permissions.deny", true),
    ("denyWrite", "permissions.deny", true),
    ("enableHooks", "disableAllHooks", false),
    ("envVars", "env", false),
    ("environment", "env", false),
    ("hooksEnabled", "disableAllHooks", false),
    ("ignorePatterns", "permissions.deny", false),
    ("trustedDirectories", "permissions.additionalDirectories", false),
];

/// Whether an entry was to say which mode a session starts in.
fn is_mode(entry: Entry<'_>) -> bool {
    let (key, value) = (entry.name(), entry.value);
    let is_set = value.bool() == Some(true);
    let names_one = value.str().is_some_and(|t| Mode::named(t).is_some());
    MODE_NAMES.contains(&key)
        || MODE_KEYS.contains(&key) && is_set
        || matches!(key, "mode" | "default") && names_one
}

/// Whether a key holds what servers declare.
fn is_declared(entry: Entry<'_>) -> bool {
    let value = entry.value;
    match entry.name() {
        "declarations" => value.items().any(|item| item.is_object()),
        "capabilities" | "experimental" | "result" => {
            declaration::holds(value)
        }
        _ => false,
    }
}

impl Reader {
    /// A key at the top that is not ours: fine, unless it looks like one.
    pub(super) fn other(&mut self, entry: Entry<'_>) {
        let (key, value) = (entry.name(), entry.value);
        if self.notes.is_full() {
            return;
        }
        if self.document.family == Family::Pattern && is_declared(entry) {
            let message = "declarations of servers are read from JSON alone; \
                           these are not read";
            let code = Code::UNKNOWN_KEY;
            let found = self.notes.at(code, message, entry.key);
            // None of them is in force.
            let found = found.severity(Severity::Error);
            return self.notes.push(found.help("write the file as JSON"));
        }
        if self.stands_for_another(entry) {
            return;
        }
        let list = matches!(key, "allow" | "deny" | "ask");
        let meant = list_meant(key).filter(|_| value.is_array() && !list);
        if let Some(meant) = meant {
            self.document.loses(meant != "allow", entry.key.span());
            let help = format!("write the rules into `permissions.{meant}`");
            return self.ignored(entry, help);
        }
        // Such a guard stands in the wrong place.
        let guards = hooks::guards_in(value) > 0;
        let within = if EventKind::named(key).is_some() {
            "hooks"
        } else if BELOW_ONLY.contains(&key) || (list && value.is_array()) {
            "permissions"
        } else {
            let near = match key {
                PATTERN => Some("hooks"),
                _ if self.document.family == Family::Pattern => {
                    nearest(key, KEYS.iter().copied().chain([PATTERN]))
                }
                // Other agents have keys much like it.
                "hook_config" => Some("hooks"),
                _ => nearest(key, KEYS.iter().copied()),
            };
            if let Some(near) = near {
                let lost = near == "permissions" || guards;
                self.document.loses(lost, entry.key.span());
                return self.ignored(entry, format!("did you mean `{near}`?"));
            }
            let told = self.too_deep(value);
            if !told && !is_remark(key) && denies_rules(value) {
                self.document.loses(true, entry.key.span());
                let help = "write the rules into `permissions.deny` or \
                            `permissions.ask`";
                return self.ignored(entry, help.to_owned());
            }
            self.document.degraded |= guards;
            return;
        };
        let lost = guards || matches!(key, "deny" | "ask");
        self.document.loses(lost, entry.key.span());
        let message = format!("`{key}` has no effect at the top of the file");
        let found = self.notes.at(Code::MISPLACED_FIELD, message, entry.key);
        self.notes.push(found.help(format!("move it into `{within}`")));
    }

    /// A key at the top that people write for another one; whether it is.
    fn stands_for_another(&mut self, entry: Entry<'_>) -> bool {
        if self.document.family != Family::Pattern && is_mode(entry) {
            self.no_mode(entry, "permissions.defaultMode");
            return true;
        }
        let row = MEANT.iter().find(|row| row.0 == entry.name());
        let Some((key, meant, guards)) = row else { return false };
        self.document.loses(*guards, entry.key.span());
        let help = format!("did you mean `{meant}`?");
        if *meant == "permissions.deny" {
            self.ignored(entry, help);
            return true;
        }
        let message = format!("`{key}` means nothing; it is ignored");
        let found = self.notes.at(Code::UNKNOWN_KEY, message, entry.key);
        self.notes.push(found.help(help));
        true
    }

    /// A key that was to say in which mode a session starts. It is no guard:
    /// what is asked about without it is asked about.
    fn no_mode(&mut self, entry: Entry<'_>, meant: &str) {
        let key = entry.name();
        let message = format!(
            "`{key}` means nothing here; sessions start in the mode that \
             they would start in without it"
        );
        let found = self.notes.at(Code::UNKNOWN_KEY, message, entry.key);
        self.notes.push(found.help(format!("did you mean `{meant}`?")));
    }

    /// A key that means nothing: an error where rules or hooks stand in it,
    /// for none of them is in force.
    fn ignored(&mut self, entry: Entry<'_>, help: String) {
        let (what, holds) = match held(entry.value) {
            Some(what) => (what, true),
            None => ("it is ignored", false),
        };
        let message = format!("`{}` means nothing; {what}", entry.name());
        let found = self.notes.at(Code::UNKNOWN_KEY, message, entry.key);
        let found = match holds {
            true => found.severity(Severity::Error),
            false => found,
        };
        self.notes.push(found.help(help));
    }

    /// Rules and hooks within a value that nothing is read of; whether there
    /// are some.
    fn too_deep(&mut self, value: Value<'_>) -> bool {
        let (mut open, mut told) = (vec![value], false);
        while let Some(value) = open.pop() {
            for entry in value.entries() {
                let (key, below) = (entry.name(), entry.value);
                let lists = ["allow", "ask", "deny"];
                let has_list =
                    |name: &&str| below.get(name).is_some_and(Value::is_array);
                let mut events = below
                    .entries()
                    .filter(|event| EventKind::named(event.name()).is_some());
                let is_ours = match key {
                    "permissions" => lists.iter().any(has_list),
                    "hooks" => events.any(|event| event.value.is_array()),
                    _ => false,
                };
                if !is_ours {
                    open.push(below);
                    continue;
                }
                told = true;
                let lost = key == "permissions" && says_no(below);
                self.document.loses(lost, entry.key.span());
                let message = format!(
                    "`{key}` counts only at the top of the file; this one \
                     has no effect"
                );
                let code = Code::MISPLACED_FIELD;
                let found = self.notes.at(code, message, entry.key);
                self.notes.push(found.help("move it to the top"));
            }
        }
        told
    }

    /// Whether a key of a plugin's file is one that only settings have: a
    /// plugin brings hooks, and says nothing about those of others.
    pub(super) fn is_for_settings(&self, key: &str) -> bool {
        let known = KEYS.contains(&key) || BELOW_ONLY.contains(&key);
        self.document.scope == Scope::Plugin && known && key != "hooks"
    }

    /// Permission rules or a switch of a plugin, which has none.
    pub(super) fn of_plugin(&mut self, entry: Entry<'_>) {
        let (key, value) = (entry.name(), entry.value);
        self.document.loses(says_no(value), entry.key.span());
        let (message, help) = match key {
            "permissions" => (
                "permission rules are read from settings alone; these have \
                 no effect"
                    .to_owned(),
                "move them to settings".to_owned(),
            ),
            _ => (
                format!(
                    "`{key}` is read from settings alone; in a plugin it has \
                     no effect"
                ),
                "move it to settings".to_owned(),
            ),
        };
        let found = self.notes.at(Code::MISPLACED_FIELD, message, entry.key);
        self.notes.push(found.help(help));
    }

    /// A key within `permissions` that counts only at the top.
    fn too_low(&mut self, entry: Entry<'_>) {
        let (key, value) = (entry.name(), entry.value);
        let managed = self.document.scope == Scope::Managed;
        // Whoever writes such a switch wants fewer rules to count.
        let restricts = managed && key.starts_with("allowManaged");
        let guards = says_no(value) || hooks::guards_in(value) > 0;
        self.document.loses(restricts || guards, entry.key.span());
        let message =
            format!("`{key}` counts only at the top of the file, not here");
        let found = self.notes.at(Code::MISPLACED_FIELD, message, entry.key);
        self.notes.push(found.help("move it to the top"));
    }

    /// A key of `permissions` that is none of its own. What says no there
    /// was to guard something.
    pub(super) fn no_list(&mut self, entry: Entry<'_>) {
        let (key, value) = (entry.name(), entry.value);
        if KEYS.contains(&key) {
            return self.too_low(entry);
        }
        // Of a key that takes another mapping in it is said what it is.
        if key == MERGE && self.document.family.is_yaml() {
            return;
        }
        // Whoever puts a sign before a list has switched it off.
        if key.starts_with(['_', '$', '/', '#']) {
            return;
        }
        if is_mode(entry) {
            return self.no_mode(entry, "defaultMode");
        }
        let near = nearest(key, ["ask", "deny"]);
        let meant = near.or_else(|| list_meant(key));
        let is_list = meant.is_some_and(|list| list != "allow")
            && (value.is_array()
                || value.is_object()
                || value.str().is_some());
        let guards = is_list || says_no(value) || hooks::guards_in(value) > 0;
        self.document.loses(guards, entry.key.span());
        // Of a slip of one letter a warning is enough.
        let listed = list_meant(key).filter(|_| held(value).is_some());
        if let Some(list) = listed {
            return self.ignored(entry, format!("did you mean `{list}`?"));
        }
        if !guards || meant.is_some() {
            return self.notes.unknown_key(entry, PERMISSION_KEYS);
        }
        let message = format!(
            "`permissions` has no key `{key}`; what it says is ignored"
        );
        let found = self.notes.at(Code::UNKNOWN_KEY, message, entry.key);
        let help = "write rules into `permissions.deny` or \
                    `permissions.ask`, hooks into `hooks` at the top";
        self.notes.push(found.severity(Severity::Error).help(help));
    }
}

/// What becomes of the rules or hooks that stand in a value nothing is read
/// of; none where there are none.
fn held(value: Value<'_>) -> Option<&'static str> {
    let texts = |list: Value<'_>| list.items().any(|i| i.str().is_some());
    let lists = ["allow", "ask", "deny"];
    let within = lists.iter().filter_map(|list| value.get(list)).any(texts);
    if texts(value) || within {
        return Some("the rules in it are not in force");
    }
    let hooks = hooks::guards_in(value) > 0
        || value.entries().any(|entry| {
            let is_event = EventKind::named(entry.name()).is_some();
            is_event && entry.value.items().next().is_some()
        });
    hooks.then_some("the hooks in it do not run")
}
