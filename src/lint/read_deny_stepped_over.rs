use super::programs::runs;
use super::scan::{program, stem};
use super::{Context, Lint, Role, Site};
use crate::diagnostic::{Code, Diagnostic};
use crate::event::tools::Governs;

/// A path that may not be read, where any program may run.
pub(super) struct ReadDenySteppedOver;

impl Lint for ReadDenySteppedOver {
    fn code(&self) -> Code {
        Code::READ_DENY_STEPPED_OVER
    }

    fn check(&self, cx: &Context<'_>, out: &mut Vec<Diagnostic>) {
        let mut sites = cx.sites.iter();
        let Some(anything) = sites.find(|site| allows(site, &[])) else {
            return;
        };
        let reads = cx.paths().find(|(site, _)| {
            let read = site.tool.is_some_and(|t| t.governs == Governs::Read);
            site.role == Role::Deny && read
        });
        let Some((site, content)) = reads else { return };
        let by = anything.text.as_str();
        let message = format!(
            "`{by}` is allowed, and a program that it starts can read `{}` \
             all the same",
            content.value
        );
        let found = site.found(self.code(), message, content.span);
        let source = anything.document.source;
        out.push(found.also(source, anything.whole, "this one").help(
            "use a sandbox for files that must stay hidden, or allow less",
        ));
    }
}

/// Whether a rule allows commands that can do what they like: any, those
/// that run code they are given, or one of these programs with any words.
pub(super) fn allows(site: &Site<'_>, programs: &[&str]) -> bool {
    let shell = site.tool.is_some_and(|tool| tool.governs == Governs::Bash);
    let broad = match site.content() {
        None => true,
        Some(content) => {
            let name = program(&content.value);
            let whole = stem(&content.value) == name;
            let code = runs(name).is_some_and(|what| what == "code");
            whole && (code || programs.contains(&name))
        }
    };
    site.role == Role::Allow && shell && broad
}
