//! Where declarations stand, and who made them.

use super::LIMITS;
use crate::json::{Tape, Value};
use crate::source::{Decoded, Span};

/// Whether a text is a capability with hooks rather than settings.
pub fn is_declaration(text: &str) -> bool {
    let named = ["\"declarations\"", "\"supported_events\""];
    if !named.iter().any(|key| text.contains(key)) {
        return false;
    }
    let mut tape = Tape::new();
    tape.read(text, &LIMITS);
    tape.root(text).and_then(carrier).is_some()
}

/// The object with the capabilities.
fn capabilities(root: Value<'_>) -> Value<'_> {
    let result = root.get("result").or_else(|| root.get("params"));
    let root = result.unwrap_or(root);
    root.get("capabilities").unwrap_or(root)
}

/// The capability, from the first place that has one.
pub(super) fn carrier(root: Value<'_>) -> Option<Value<'_>> {
    let all = capabilities(root);
    let is_capability = |value: &Value<'_>| {
        ["declarations", "supported_events"]
            .iter()
            .any(|key| value.get(key).is_some())
    };
    let experimental =
        all.get("experimental").and_then(|value| value.get("hooks"));
    let extensions = all.get("extensions");
    let extensions = extensions.into_iter().flat_map(Value::entries);
    let vendor = extensions
        .filter(|entry| entry.name().ends_with("/hooks"))
        .map(|entry| entry.value);
    let places = all.get("hooks").into_iter().chain(experimental);
    places.chain(vendor).chain([all]).find(is_capability)
}

/// Who declares: as it says itself, or as the file is called.
pub(super) fn server(root: Value<'_>, name: &str) -> Decoded {
    let result = root.get("result").or_else(|| root.get("params"));
    let info = result.unwrap_or(root).get("serverInfo");
    let said = info.and_then(|info| info.get("name")?.decoded());
    let said = said.filter(|name| !name.as_str().trim().is_empty());
    said.unwrap_or_else(|| {
        let file = name.rsplit(['/', '\\']).next().unwrap_or(name);
        let stem = file.split('.').next().unwrap_or(file);
        let stem = if stem.is_empty() { "server" } else { stem };
        Decoded::plain(stem, Span::default())
    })
}
