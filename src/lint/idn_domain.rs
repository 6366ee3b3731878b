use super::{Context, Lint, lookalike_character};
use crate::diagnostic::{Code, Diagnostic};

/// A host with letters beyond ASCII.
pub(super) struct IdnDomain;

impl Lint for IdnDomain {
    fn code(&self) -> Code {
        Code::IDN_DOMAIN
    }

    fn check(&self, cx: &Context<'_>, out: &mut Vec<Diagnostic>) {
        let beyond_ascii = |label: &str| {
            !label.is_ascii() && lookalike_character::first(label).is_none()
        };
        for (site, _, label) in cx.hosts_with_label(beyond_ascii) {
            let message = format!(
                "`{}` is compared in its ASCII form, as browsers do",
                label.value
            );
            let found = site.found(self.code(), message, label.span);
            out.push(found.help("write the `xn--` form to be clear"));
        }
    }
}
