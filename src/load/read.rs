//! A file of any kind.

#[cfg(not(feature = "toml"))]
use super::foreign;
#[cfg(feature = "toml")]
use super::gemini;
use super::{
    Document, Family, Scope, codex, declaration, frontmatter, settings,
    toolkit,
};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::{SourceId, Span};

/// No file of a policy is longer; every place in one that is read fits in a
/// [`Span`].
const MAX_BYTES: usize = 32 << 20;

/// Reads a file called `name`, usually its path.
pub fn read(
    source: SourceId,
    name: &str,
    text: &str,
    scope: Scope,
    family: Family,
) -> (Document, Vec<Diagnostic>) {
    if text.len() > MAX_BYTES {
        return too_large(source, scope, family);
    }
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

/// A file that is not read may hold a rule that denies.
fn too_large(
    source: SourceId,
    scope: Scope,
    family: Family,
) -> (Document, Vec<Diagnostic>) {
    let mut document = Document::new(source, scope, family);
    document.degraded = true;
    document.refused = true;
    let message = "the file is larger than any policy; nothing in it counts";
    let place = Span::default();
    let found = Diagnostic::new(Code::FILE_TOO_LARGE, message, source, place);
    (document, vec![found.help("take out what are no rules")])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_too_large_for_places_is_not_read() {
        let text = "#".repeat(MAX_BYTES + 1);
        for family in [Family::Gemini, Family::Definition, Family::Claude] {
            let (document, found) =
                read(SourceId(0), "a", &text, Scope::Project, family);
            assert!(document.degraded && document.refused);
            assert_eq!(found[0].code, Code::FILE_TOO_LARGE);
        }
    }
}
