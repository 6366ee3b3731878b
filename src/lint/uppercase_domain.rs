use super::{Context, Lint};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;

/// Capitals in a host.
pub(super) struct UppercaseDomain;

impl Lint for UppercaseDomain {
    fn code(&self) -> Code {
        Code::UPPERCASE_DOMAIN
    }

    fn check(&self, cx: &Context<'_>, out: &mut Vec<Diagnostic>) {
        for (site, host) in cx.hosts() {
            let mut start = host.span.start as usize;
            for label in host.value.split('.') {
                let span = Span::new(start, start + label.len());
                start += label.len() + 1;
                if !label.contains(|c: char| c.is_ascii_uppercase()) {
                    continue;
                }
                let lower = host.value.to_ascii_lowercase();
                let message = "hosts have no capitals; the rule is read as if \
                               they were small";
                let found = site.found(self.code(), message, span);
                out.push(
                    found
                        .help(format!("write `{lower}`"))
                        .fix(site.replace(host.span, &lower, true)),
                );
                break;
            }
        }
    }
}
