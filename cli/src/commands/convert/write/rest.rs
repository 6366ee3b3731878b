//! What settings hold besides rules and hooks.

use hookset::diagnostic::Severity;
use hookset::json::{Entry, Kind, Value as Node};
use hookset::load::Family;
use serde_json::{Map, Value};

use super::Writer;

/// What agents, skills and commands say of themselves and no form has a place
/// for: whether less may happen where it is lost.
const OF_DEFINITION: &[(&str, Severity)] = &[
    ("background", Severity::Warning),
    ("disable-model-invocation", Severity::Warning),
    ("effort", Severity::Warning),
    ("isolation", Severity::Warning),
    ("maxTurns", Severity::Warning),
    ("mcpServers", Severity::Warning),
    ("memory", Severity::Warning),
    ("model", Severity::Warning),
    ("permissionMode", Severity::Error),
    ("skills", Severity::Warning),
];

/// The lists of rules, and the hooks: they are written for themselves.
const OWN: &[&str] = &["allow", "ask", "deny", "hooks", "permissions"];

/// The keys that say what may happen or which hooks run.
const STOPPING: &[&str] = &[
    "allowManagedHooksOnly",
    "allowManagedPermissionRulesOnly",
    "allowedHttpHookUrls",
    "blockReadsOutsideWorkingDirectories",
    "blockWritesOutsideWorkingDirectories",
    "defaultMode",
    "denyInsteadOfPrompting",
    "disableAllHooks",
    "disableAutoMode",
    "disableBypassPermissionsMode",
    "httpHookAllowedEnvVars",
    "sandbox",
];

impl<'p> Writer<'p> {
    /// Every other key, with its value: those of `permissions`, and those
    /// beside it. In a form that has no settings they are lost.
    pub(super) fn rest(&mut self) -> (Map<String, Value>, Map<String, Value>) {
        let (mut within, mut beside) = (Map::new(), Map::new());
        self.of_definition();
        for entry in self.root().into_iter().flat_map(Node::entries) {
            if entry.name() == "permissions" {
                for entry in entry.value.entries() {
                    self.keep(entry, &mut within);
                }
            }
            self.keep(entry, &mut beside);
        }
        (within, beside)
    }

    /// The settings that the policy is, if it is such.
    fn root(&self) -> Option<Node<'p>> {
        let document = self.document;
        let family = document.family;
        let is_settings =
            matches!(family, Family::Claude | Family::Agent | Family::Hookset);
        document.root().filter(|_| is_settings)
    }

    /// Says what of the front matter is lost besides rules and hooks.
    fn of_definition(&mut self) {
        let document = self.document;
        let is_one = document.family == Family::Definition;
        let root = document.root().filter(|_| is_one);
        for entry in root.into_iter().flat_map(Node::entries) {
            let key = entry.name();
            let mut rows = OF_DEFINITION.iter();
            let row = rows.find(|row| row.0 == key);
            if entry.value.kind() == Kind::Null {
                continue;
            }
            if let Some(&(_, severity)) = row {
                let message = format!("`{key}` has no counterpart");
                self.lost(severity, message, entry.key.span());
            }
        }
    }

    /// Says what stays behind where only hooks are written: keys that stop
    /// something or say which hooks run.
    pub(super) fn left_behind(&mut self) {
        let root = self.root();
        let permissions = root.and_then(|root| root.get("permissions"));
        let entries = permissions.into_iter().chain(root);
        for entry in entries.flat_map(Node::entries) {
            let key = entry.name();
            if !STOPPING.contains(&key) || entry.value.bool() == Some(false) {
                continue;
            }
            let message = match key {
                "disableAllHooks" => "`disableAllHooks` is not installed: \
                                      hooks that it keeps from running run \
                                      after"
                    .to_owned(),
                _ => format!("only hooks are installed, `{key}` is not"),
            };
            self.lost(Severity::Error, message, entry.key.span());
        }
    }

    fn keep(&mut self, entry: Entry<'_>, into: &mut Map<String, Value>) {
        let key = entry.name();
        if OWN.contains(&key) {
            return;
        }
        if !matches!(self.target, "pattern" | "sep2282") {
            let value = self.value(entry.value, None);
            into.insert(key.to_owned(), value);
            return;
        }
        let severity = match STOPPING.contains(&key) {
            true => Severity::Error,
            false => Severity::Info,
        };
        let message = format!("`{key}` cannot be written; it is left out");
        self.lost(severity, message, entry.key.span());
    }
}
