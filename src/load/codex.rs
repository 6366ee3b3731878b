//! Rules of Codex: calls such as
//! `prefix_rule(pattern=["git", "log"], decision="allow")`; and its hooks.

mod examples;
mod flavor;
mod hooks;
mod matcher;
#[cfg(feature = "toml")]
mod requirements;
mod rules;
mod starlark;

use super::foreign::Import;
use super::{Document, Family, Scope};
use crate::diagnostic::Diagnostic;
use crate::source::SourceId;

/// Reads a file called `name`: rules, `hooks.json` or `config.toml`.
pub(super) fn read(
    source: SourceId,
    name: &str,
    text: &str,
    scope: Scope,
) -> (Document, Vec<Diagnostic>) {
    let end = name.rsplit('.').next().unwrap_or("");
    if end == "toml" {
        return config(source, text, scope);
    }
    let start = text.trim_start_matches('\u{feff}').trim_start();
    // No rule begins so.
    if end != "rules" && start.starts_with(['{', '"']) {
        return hooks::read(source, text, scope, hooks::Form::Json);
    }
    if end != "rules" && start.starts_with('[') {
        return config(source, text, scope);
    }
    let mut import = Import::new(source, scope, Family::Codex);
    rules::read(&mut import, text);
    import.done(text)
}

/// Reads `config.toml`.
fn config(
    source: SourceId,
    text: &str,
    scope: Scope,
) -> (Document, Vec<Diagnostic>) {
    #[cfg(feature = "toml")]
    return hooks::read(source, text, scope, hooks::Form::Toml);
    #[cfg(not(feature = "toml"))]
    super::foreign::no_toml(source, text, scope, Family::Codex)
}

#[cfg(test)]
mod tests;
