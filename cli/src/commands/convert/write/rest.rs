//! What settings hold besides rules and hooks.

use hookset::diagnostic::Severity;
use hookset::json::Entry;
use hookset::load::Family;
use serde_json::{Map, Value};

use super::Writer;

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

impl Writer<'_> {
    /// Every other key, with its value: those of `permissions`, and those
    /// beside it. In a form that has no settings they are lost.
    pub(super) fn rest(&mut self) -> (Map<String, Value>, Map<String, Value>) {
        let (mut within, mut beside) = (Map::new(), Map::new());
        let document = self.document;
        let family = document.family;
        let is_settings =
            matches!(family, Family::Claude | Family::Agent | Family::Hookset);
        let root = document.root().filter(|_| is_settings);
        let entries = root.into_iter().flat_map(|root| root.entries());
        for entry in entries {
            if entry.name() == "permissions" {
                for entry in entry.value.entries() {
                    self.keep(entry, &mut within);
                }
            }
            self.keep(entry, &mut beside);
        }
        (within, beside)
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
