//! Keys that mean nothing, and what they are meant for.

use super::{KEYS, Reader, Use};
use crate::diagnostic::Code;
use crate::diagnostic::suggest::nearest;
use crate::event::EventKind;
use crate::json::{Entry, Kind, Value};
use crate::load::wrong::{list_meant, may_guard};
use crate::load::{Scope, hooks};

/// Whether what stands under a key never runs.
pub(super) fn denies(key: &str) -> bool {
    key.starts_with("disallowed")
}

/// Whether more may happen where a key is lost: an agent has all tools but
/// for its list.
pub(super) fn restricts(key: &str, scope: Scope) -> bool {
    let lists = key == "tools" && scope == Scope::Agent;
    denies(key) || lists || key == "hooks"
}

impl Reader<'_> {
    /// A key that is not read: fine, unless it looks like one that is.
    pub(super) fn other(&mut self, entry: Entry<'_>) {
        let (key, value) = (entry.name(), entry.value);
        if value.kind() == Kind::Null {
            return;
        }
        let is_agent = self.document.scope == Scope::Agent;
        let Some(meant) = meant(key, value, is_agent) else {
            if may_guard(entry) {
                self.notes.stray(self.document, entry);
            }
            return;
        };
        let narrows = meant == "tools" || denies(meant);
        let guards = narrows || hooks::guards_in(value) > 0;
        self.document.loses(guards, entry.key.span());
        let message = format!("`{key}` means nothing here; it is ignored");
        let found = self.notes.at(Code::UNKNOWN_KEY, message, entry.key);
        let help = match EventKind::named(key) {
            Some(_) => "move it into `hooks`".to_owned(),
            None => format!("write `{meant}`"),
        };
        self.notes.push(found.help(help));
    }
}

/// The key that another one is meant for.
fn meant(key: &str, value: Value<'_>, agent: bool) -> Option<&'static str> {
    let (allowed, denied) = match agent {
        true => ("tools", "disallowedTools"),
        false => ("allowed-tools", "disallowed-tools"),
    };
    let word = key.to_ascii_lowercase();
    let about_tools = ["den", "disallow"].iter().any(|s| word.starts_with(s))
        || word.contains("tool");
    let is_list = value.is_array() || value.str().is_some();
    match list_meant(key).filter(|_| about_tools && is_list) {
        Some("allow") => return Some(allowed),
        Some(_) => return Some(denied),
        None => {}
    }
    if key == "permissions" && value.is_object() {
        let lists = ["deny", "ask"].iter().any(|key| value.get(key).is_some());
        return lists.then_some(denied);
    }
    if EventKind::named(key).is_some() && value.is_array() {
        return Some("hooks");
    }
    let mode = agent.then_some("permissionMode");
    let others = mode.into_iter().chain(["hooks"]);
    let near = nearest(key, KEYS.iter().map(|row| row.0).chain(others))?;
    let row = KEYS.iter().find(|row| row.0 == near);
    let used = row.map(|row| if agent { row.1 } else { row.2 });
    Some(match used {
        Some(Use::Nothing(right) | Use::DenyAs(right)) => right,
        Some(Use::Available | Use::Allow) => allowed,
        Some(Use::Deny) => denied,
        None if near == "hooks" && !value.is_object() => return None,
        None => near,
    })
}
