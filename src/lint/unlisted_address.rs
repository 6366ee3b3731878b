use super::{Context, Lint};
use crate::diagnostic::{Code, Diagnostic};
use crate::load::Action;
use crate::policy::covers_url;

/// A hook whose address the same file keeps hooks from calling.
pub(super) struct UnlistedAddress;

impl Lint for UnlistedAddress {
    fn code(&self) -> Code {
        Code::UNLISTED_ADDRESS
    }

    fn check(&self, cx: &Context<'_>, out: &mut Vec<Diagnostic>) {
        for site in cx.hooks() {
            let Some(allowed) = &site.document.switches.http_urls else {
                continue;
            };
            let Action::Http { url, .. } = &site.hook.action else { continue };
            let text = url.as_str();
            let covers = |pattern: &str| covers_url(pattern, text);
            if text.contains('$')
                || allowed.iter().any(|pattern| covers(pattern.as_str()))
            {
                continue;
            }
            let message = match allowed.is_empty() {
                true => {
                    "`allowedHttpHookUrls` is empty, so no hook calls any \
                         address; this one never runs"
                        .to_owned()
                }
                false => format!(
                    "no pattern of `allowedHttpHookUrls` covers `{text}`; \
                     this hook never runs"
                ),
            };
            let found = site.found(self.code(), message, url.span());
            out.push(found.help(format!(
                "add `\"{text}\"` to `allowedHttpHookUrls`, or remove the hook"
            )));
        }
    }
}
