use super::Role;
use super::{Context, Lint};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;

/// An allow rule for any program.
pub(super) struct LeadingWildcard;

impl Lint for LeadingWildcard {
    fn code(&self) -> Code {
        Code::LEADING_WILDCARD
    }

    fn check(&self, cx: &Context<'_>, out: &mut Vec<Diagnostic>) {
        for (site, content) in cx.commands() {
            let text = content.value.as_str();
            let letters = text.contains(|c: char| c.is_alphanumeric());
            let first = text.starts_with('*');
            if site.role != Role::Allow || !first || !letters {
                continue;
            }
            if super::scan::takes_apart(text) {
                continue;
            }
            let start = content.span.start as usize;
            let span = Span::new(start, start + 1);
            let message = "the star stands where the program stands, so any \
                           program may run";
            let found = site.found(self.code(), message, span);
            out.push(found.help("name the programs that may run"));
        }
    }
}
