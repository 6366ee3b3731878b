use super::shell_fragment;
use super::{Context, Lint};
use crate::diagnostic::{Code, Diagnostic};

/// A whole script saved as a rule.
pub(super) struct SavedScript;

impl Lint for SavedScript {
    fn code(&self) -> Code {
        Code::SAVED_SCRIPT
    }

    fn check(&self, cx: &Context<'_>, out: &mut Vec<Diagnostic>) {
        for (site, content) in cx.commands() {
            let text = content.value.as_str();
            let fragment = shell_fragment::place(content).is_some();
            if fragment || !is_script(text) {
                continue;
            }
            let message = "this is a script that was saved whole; it matches \
                           only the very same text";
            let found = site.found(self.code(), message, content.span);
            out.push(found.help("remove it, or allow the program it runs"));
        }
    }
}

/// Whether a pattern has several lines or is longer than people write.
pub(super) fn is_script(text: &str) -> bool {
    text.contains('\n') || text.len() > 300
}
