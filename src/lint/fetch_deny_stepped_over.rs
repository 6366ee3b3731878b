use super::read_deny_stepped_over::allows;
use super::{Context, Lint, Role};
use crate::diagnostic::{Code, Diagnostic};
use crate::event::tools::Governs;

/// A host that may not be fetched from, where commands may.
pub(super) struct FetchDenySteppedOver;

/// Programs that fetch from any host they are given.
const FETCHERS: &[&str] =
    &["aria2c", "curl", "http", "https", "lynx", "nc", "wget", "xh"];

impl Lint for FetchDenySteppedOver {
    fn code(&self) -> Code {
        Code::FETCH_DENY_STEPPED_OVER
    }

    fn check(&self, cx: &Context<'_>, out: &mut Vec<Diagnostic>) {
        let mut sites = cx.sites.iter();
        let Some(by) = sites.find(|site| allows(site, FETCHERS)) else {
            return;
        };
        let host = cx.open().find_map(|site| {
            let host = site.tool.is_some_and(|t| t.governs == Governs::Host);
            let denies = site.role == Role::Deny && host;
            site.content().filter(|_| denies).map(|content| (site, content))
        });
        let Some((site, content)) = host else { return };
        let message = format!(
            "`{}` is allowed, and a command can reach what `{}` keeps \
             `WebFetch` from",
            by.text.as_str(),
            content.value
        );
        let found = site.found(self.code(), message, content.span);
        out.push(
            found.also(by.document.source, by.whole, "this one").help(
                "let a sandbox or a proxy hold back hosts, or allow less",
            ),
        );
    }
}
