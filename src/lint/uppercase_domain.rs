use super::{Context, Lint};
use crate::diagnostic::{Code, Diagnostic};

/// Capitals in a host.
pub(super) struct UppercaseDomain;

impl Lint for UppercaseDomain {
    fn code(&self) -> Code {
        Code::UPPERCASE_DOMAIN
    }

    fn check(&self, cx: &Context<'_>, out: &mut Vec<Diagnostic>) {
        // What to write for other letters `idn-domain` says.
        let has_capital = |label: &str| {
            label.is_ascii()
                && label.contains(|c: char| c.is_ascii_uppercase())
        };
        for (site, host, label) in cx.hosts_with_label(has_capital) {
            let lower = host.value.to_ascii_lowercase();
            let message = "hosts have no capitals; the rule is read as if \
                           they were small";
            let found = site.found(self.code(), message, label.span);
            out.push(
                found
                    .help(format!("write `{lower}`"))
                    .fix(site.replace(host.span, &lower, true)),
            );
        }
    }
}
