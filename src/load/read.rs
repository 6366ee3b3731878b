//! A file of any kind.

#[cfg(not(feature = "toml"))]
use super::foreign;
#[cfg(feature = "toml")]
use super::gemini;
use super::{
    Document, Family, Scope, codex, declaration, frontmatter, settings,
    toolkit,
};
use crate::diagnostic::Diagnostic;
use crate::source::SourceId;

/// Reads a file called `name`, usually its path.
pub fn read(
    source: SourceId,
    name: &str,
    text: &str,
    scope: Scope,
    family: Family,
) -> (Document, Vec<Diagnostic>) {
    match family {
        Family::Definition => frontmatter::read(source, name, text, scope),
        Family::Sep2282 => declaration::read(source, name, text),
        #[cfg(feature = "toml")]
        Family::Gemini => gemini::read(source, text, scope),
        #[cfg(not(feature = "toml"))]
        Family::Gemini => foreign::no_toml(source, text, scope, family),
        Family::Codex => codex::read(source, name, text, scope),
        Family::Toolkit => toolkit::read(source, name, text, scope),
        Family::Pattern => settings::yaml(source, text, scope, family),
        _ => settings::settings(source, text, scope, family),
    }
}
