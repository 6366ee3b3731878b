use super::Role;
use super::programs::{cmdlet_runs, head, narrow, opening, runs};
use super::scan::stem;
use super::{Context, Lint};
use crate::diagnostic::{Code, Diagnostic};
use crate::event::tools::Governs;

/// An allow rule for a program that runs anything.
pub(super) struct BroadAllow;

impl Lint for BroadAllow {
    fn code(&self) -> Code {
        Code::BROAD_ALLOW
    }

    fn check(&self, cx: &Context<'_>, out: &mut Vec<Diagnostic>) {
        let guarded = |governs| {
            cx.sites.iter().any(|site| {
                let same = site.tool.is_some_and(|t| t.governs == governs);
                site.role == Role::Deny && same && site.content().is_some()
            })
        };
        let guarded = [guarded(Governs::Bash), guarded(Governs::PowerShell)];
        for (site, content) in cx.commands() {
            let text = content.value.as_str();
            let name = head(text);
            let whole = stem(text).trim_end_matches('*').trim_end() == name
                || opening(text, name).is_some();
            if site.role != Role::Allow || !whole || text == name {
                continue;
            }
            let cmdlets =
                site.tool.is_some_and(|t| t.governs == Governs::PowerShell);
            let cmdlet = cmdlet_runs(name).filter(|_| cmdlets);
            let Some(what) = cmdlet.or_else(|| runs(name)) else { continue };
            let [bash, powershell] = guarded;
            let found = if (!cmdlets && bash) || (cmdlets && powershell) {
                let message = format!(
                    "`{name}` runs {what}, and so also what the deny rules \
                     forbid"
                );
                site.found_whole(Code::ALLOW_UNDOES_DENY, message)
            } else {
                let message = format!(
                    "`{name}` runs {what}; this rule lets everything run"
                );
                site.found(self.code(), message, content.span)
            };
            let narrow = match cmdlet {
                Some(_) => "Get-ChildItem *".to_owned(),
                None => narrow(name).unwrap_or_else(|| name.to_owned()),
            };
            let tool = site.tool.map_or("Bash", |tool| tool.name);
            out.push(found.help(format!(
                "allow the exact commands that are needed, such as \
                 `{tool}({narrow})`"
            )));
        }
    }
}
