//! Keys of settings that hold no rules. A value of another type than theirs
//! takes the rules of the file away all the same (spec 1.7).

use super::Reader;
use crate::diagnostic::Code;
use crate::json::{Entry, Kind};
use crate::load::{Family, Scope};

/// The type of some keys, what that is called, and what to write.
const TYPES: &[(&str, Kind, &str, &str)] = &[
    ("cleanupPeriodDays", Kind::Number, "a number", "write a number of days"),
    ("env", Kind::Object, "an object", "write `{\"NAME\": \"value\"}`"),
    ("model", Kind::String, "a text", "write the name of a model in quotes"),
    ("sandbox", Kind::Object, "an object", "write `{\"enabled\": true}`"),
    (
        "statusLine",
        Kind::Object,
        "an object",
        "write `{\"type\": \"command\", \"command\": …}`",
    ),
];

/// Switches that count only in managed settings and are not read here.
const MANAGED: &[&str] =
    &["allowManagedMcpServersOnly", "disableCommandPluginSources"];

/// Whether the schema of settings has a type for a key.
pub(super) fn has_type(key: &str) -> bool {
    TYPES.iter().any(|row| row.0 == key)
}

impl Reader {
    /// A key of which only the type matters here, or the place; false when it
    /// is another one.
    pub(super) fn elsewhere(&mut self, entry: Entry<'_>) -> bool {
        let (key, value) = (entry.name(), entry.value);
        if MANAGED.contains(&key) && self.document.scope != Scope::Managed {
            let message = format!("`{key}` counts only in managed settings");
            let found = self.notes.at(Code::MANAGED_ONLY, message, value);
            self.notes.push(found.help("move it to the managed settings"));
            return true;
        }
        let row = TYPES.iter().find(|row| row.0 == key);
        let ours = self.document.family == Family::Claude;
        let Some(row) = row.filter(|_| ours) else { return false };
        if value.kind() != row.1 {
            self.notes.wrong_type(value, key, row.2, row.3);
        } else if key == "env" {
            for one in value.entries() {
                let name = format!("env.{}", one.name());
                self.notes.text(one.value, &name);
            }
        }
        true
    }
}
