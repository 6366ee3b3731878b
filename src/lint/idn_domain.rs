use super::{Context, Lint};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;

/// A host with letters beyond ASCII.
pub(super) struct IdnDomain;

impl Lint for IdnDomain {
    fn code(&self) -> Code {
        Code::IDN_DOMAIN
    }

    fn check(&self, cx: &Context<'_>, out: &mut Vec<Diagnostic>) {
        for (site, host) in cx.hosts() {
            let mut start = host.span.start as usize;
            for label in host.value.split('.') {
                let span = Span::new(start, start + label.len());
                start += label.len() + 1;
                let known = super::lookalike_character::first(label);
                if label.is_ascii() || known.is_some() {
                    continue;
                }
                let message = format!(
                    "`{label}` is compared in its ASCII form, as browsers do"
                );
                let found = site.found(self.code(), message, span);
                out.push(found.help("write the `xn--` form to be clear"));
                break;
            }
        }
    }
}
