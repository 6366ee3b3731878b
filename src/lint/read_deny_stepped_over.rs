use super::Role;
use super::programs::runs;
use super::scan::{program, stem};
use super::{Context, Lint};
use crate::diagnostic::{Code, Diagnostic};
use crate::event::tools::Governs;

/// A path that may not be read, where any program may run.
pub(super) struct ReadDenySteppedOver;

impl Lint for ReadDenySteppedOver {
    fn code(&self) -> Code {
        Code::READ_DENY_STEPPED_OVER
    }

    fn check(&self, cx: &Context<'_>, out: &mut Vec<Diagnostic>) {
        let anything = cx.sites.iter().find(|site| {
            let shell = site.tool.is_some_and(|t| t.governs == Governs::Bash);
            let broad = match site.content() {
                None => true,
                Some(content) => {
                    let name = program(&content.value);
                    let whole = stem(&content.value) == name;
                    whole && runs(name).is_some_and(|what| what == "code")
                }
            };
            site.role == Role::Allow && shell && broad
        });
        let Some(anything) = anything else { return };
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
