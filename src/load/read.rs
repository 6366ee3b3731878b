//! A file of any kind.

use super::{
    Document, Family, Scope, codex, declaration, frontmatter, gemini, settings,
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
        Family::Gemini => gemini::read(source, text, scope),
        Family::Codex => codex::read(source, text, scope),
        Family::Toolkit => settings::toolkit(source, text, scope),
        Family::Pattern => settings::yaml(source, text, scope, family),
        _ => settings::settings(source, text, scope, family),
    }
}
