use super::Role;
use super::scan::{program, words};
use super::{Context, Lint};
use crate::diagnostic::{Code, Diagnostic};

/// An allow rule that pins the address of a download.
pub(super) struct PinnedUrl;

impl Lint for PinnedUrl {
    fn code(&self) -> Code {
        Code::PINNED_URL
    }

    fn check(&self, cx: &Context<'_>, out: &mut Vec<Diagnostic>) {
        for (site, content) in cx.commands() {
            let text = content.value.as_str();
            let fetches = matches!(program(text), "curl" | "wget");
            if site.role != Role::Allow || !fetches || !text.contains('*') {
                continue;
            }
            let words = words(text, content.span.start);
            let url = words.iter().find(|word| word.text.contains("://"));
            let Some(word) = url else { continue };
            let message = "the address does not hold the command to that \
                           host: options, redirects and a second address \
                           pass as well";
            let found = site.found(self.code(), message, word.span);
            out.push(found.help("write `WebFetch(domain:…)` instead"));
        }
    }
}
