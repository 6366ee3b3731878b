use super::{Context, Lint, Role, Site};
use crate::diagnostic::{Code, Diagnostic};
use crate::event::tools::Governs;
use crate::load::Family;

/// A deny rule on one tool alone, of several that do the same with files.
pub(super) struct GuardOnOneTool;

/// A bare tool, those that do the same, and what a guard on all of them is.
const ROWS: &[(&str, &[&str], &str)] = &[
    (
        "Edit",
        &["Write", "NotebookEdit"],
        "`Edit(//**)` is about every change of a file",
    ),
    (
        "Write",
        &["Edit", "NotebookEdit"],
        "`Edit(//**)` is about every change of a file",
    ),
    ("Read", &["Grep"], "`Read(//**)` is about everything that is read"),
];

impl Lint for GuardOnOneTool {
    fn code(&self) -> Code {
        Code::GUARD_ON_ONE_TOOL
    }

    fn check(&self, cx: &Context<'_>, out: &mut Vec<Diagnostic>) {
        let denied = cx.open().filter(|site| site.role == Role::Deny);
        for site in denied.filter(|site| is_of_settings(site)) {
            let Some(pattern) = &site.pattern else { continue };
            let name = pattern.name.value.as_str();
            let row = ROWS.iter().find(|row| row.0 == name);
            let row = row.filter(|_| pattern.content.is_none());
            let Some((_, others, help)) = row else { continue };
            if cx.sites.iter().any(|other| is_beside(other, site)) {
                continue;
            }
            let others = others.join("`, `");
            let verb = match site.tool.map(|tool| tool.governs) {
                Some(Governs::Read) => "read",
                _ => "change",
            };
            let message = format!(
                "this is about the tool `{name}` alone; `{others}` and \
                 commands {verb} files all the same"
            );
            let found = site.found(self.code(), message, pattern.name.span);
            out.push(found.help(*help));
        }
    }
}

/// Whether a rule stands in settings: who takes one tool from an agent, or
/// writes rules for another runner, names tools.
fn is_of_settings(site: &Site<'_>) -> bool {
    let families = [Family::Claude, Family::Agent, Family::Hookset];
    site.document.within.is_none() && families.contains(&site.document.family)
}

/// Whether a guard is about other tools of the kind, or about all of them.
fn is_beside(other: &Site<'_>, site: &Site<'_>) -> bool {
    let family = |site: &Site<'_>| site.tool.map(|tool| tool.governs);
    let (own, it) = (site.text.as_str().trim(), other.text.as_str().trim());
    let same = family(other) == family(site)
        || family(site) == Some(Governs::Read) && it == "Grep";
    other.role.guards() && (same && it != own || it.starts_with('*'))
}
