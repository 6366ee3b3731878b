use super::Role;
use super::programs::POWERSHELL;
use super::scan::program;
use super::{Context, Lint};
use crate::diagnostic::{Code, Diagnostic};
use crate::event::tools::Governs;

/// A guard for bash where PowerShell is in use.
pub(super) struct MissingPowershellTwin;

impl Lint for MissingPowershellTwin {
    fn code(&self) -> Code {
        Code::MISSING_POWERSHELL_TWIN
    }

    fn check(&self, cx: &Context<'_>, out: &mut Vec<Diagnostic>) {
        let shell = |site: &super::Site<'_>| {
            site.tool.is_some_and(|tool| tool.governs == Governs::PowerShell)
        };
        let windows = cx.documents.iter().any(|document| {
            let root = document.root();
            let text = |key| root.and_then(|root| root.get(key)?.str());
            text("platform") == Some("windows")
                || text("defaultShell") == Some("powershell")
        });
        let twins = cx.sites.iter().any(|s| shell(s) && s.role.guards());
        let allows = cx.sites.iter().any(shell);
        if twins || !(windows || allows) {
            return;
        }
        for (site, content) in cx.commands() {
            if site.role != Role::Deny || shell(site) {
                continue;
            }
            let name = program(&content.value);
            let twin = POWERSHELL.iter().find(|row| row.0 == name);
            let Some((_, twin)) = twin else { continue };
            let message = format!(
                "this stops `{name}` in bash; in PowerShell the same still runs"
            );
            let found = site.found_whole(self.code(), message);
            out.push(found.help(format!("add `PowerShell({twin} *)`")));
        }
    }
}
