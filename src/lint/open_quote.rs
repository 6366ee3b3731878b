use super::scan::open_quote;
use super::{Context, Lint};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;

/// A quote that is never closed, in a pattern that is compared as a whole.
pub(super) struct OpenQuote;

impl Lint for OpenQuote {
    fn code(&self) -> Code {
        Code::NEVER_MATCHES
    }

    fn check(&self, cx: &Context<'_>, out: &mut Vec<Diagnostic>) {
        for (site, content) in cx.commands() {
            let Some(at) = open_quote(site, &content.value) else { continue };
            let start = content.span.start as usize;
            let span = Span::new(at, at + 1).shifted(start);
            let message = "this quote is never closed; no shell takes such a \
                           command, so the rule never matches";
            let found = site.found(self.code(), message, span);
            out.push(found.help("close it, or write `*` for what follows"));
        }
    }
}
