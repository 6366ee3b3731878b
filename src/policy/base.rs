//! Where patterns of a document that start with `/` are anchored.

use crate::diagnostic::{Code, Diagnostic};
use crate::event::Platform;
use crate::ir::BaseId;
use crate::load::{Document, Scope};
use crate::source::Span;
use crate::subject::path;

/// The base of a document: the directory it is given, else the one of its
/// scope (spec 3.1). A directory that is not absolute is said, and leaves the
/// document in doubt: nobody knows which files its rules are about.
pub(super) fn of(
    document: &mut Document,
    directory: Option<&str>,
    found: &mut Vec<Diagnostic>,
) -> BaseId {
    let Some(directory) = directory else { return of_scope(document.scope) };
    if let Some(directory) = absolute(directory) {
        return match directory.is_empty() {
            true => BaseId::Root,
            false => BaseId::Fixed(directory),
        };
    }
    document.degraded = true;
    let message = format!(
        "the directory of this file, `{}`, is not absolute: which files its \
         rules are about is not known",
        directory.escape_debug()
    );
    let (source, none) = (document.source, Span::default());
    let said = Diagnostic::new(Code::INVALID_VALUE, message, source, none);
    found.push(said.help("give the whole path of the directory"));
    of_scope(document.scope)
}

/// A directory as files are compared with it: `/srv/x` of `/srv//x/`,
/// `/c/x` of `C:\x`.
fn absolute(directory: &str) -> Option<String> {
    let windows = directory.contains('\\') || directory.get(1..2) == Some(":");
    let platform = match windows {
        true => Platform::Windows,
        false => Platform::Linux,
    };
    let mut out = String::new();
    path::directory(directory, "", platform, false, &mut out)?;
    Some(out)
}

fn of_scope(scope: Scope) -> BaseId {
    match scope {
        Scope::User => BaseId::UserConfig,
        Scope::Local | Scope::Session | Scope::Cli => BaseId::Session,
        Scope::Project
        | Scope::Managed
        | Scope::Server
        | Scope::Plugin
        | Scope::Skill
        | Scope::Agent => BaseId::Project,
    }
}

#[cfg(test)]
mod tests {
    use super::absolute;

    #[test]
    fn a_directory_has_one_form() {
        for (given, form) in [
            ("/srv/shop", Some("/srv/shop")),
            ("/srv//./x/../shop/", Some("/srv/shop")),
            ("/", Some("")),
            ("C:\\w\\p\\", Some("/c/w/p")),
            ("c:/w", Some("/c/w")),
            ("~/.claude", None),
            ("srv", None),
            ("", None),
        ] {
            assert_eq!(absolute(given).as_deref(), form, "{given}");
        }
    }
}
