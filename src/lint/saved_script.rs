use super::shell_fragment;
use super::{Context, Lint};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;

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
            if let Some(at) = slip(text) {
                let start = content.span.start as usize + at;
                let message = "a line break stands here; commands are \
                               compared line by line, so this never matches";
                let span = Span::new(start, start + 1);
                let found = site.found(self.code(), message, span);
                out.push(found.help("remove it"));
                continue;
            }
            let message = "this is a script that was saved whole; it matches \
                           only the very same text";
            let found = site.found(self.code(), message, content.span);
            out.push(found.help("remove it, or allow the program it runs"));
        }
    }
}

/// The only line break of a short pattern.
fn slip(text: &str) -> Option<usize> {
    const SHORT: usize = 40;
    let at = text.find('\n').filter(|_| text.len() < SHORT)?;
    (text.matches('\n').count() == 1).then_some(at)
}

/// Whether a pattern has several lines or is longer than people write.
pub(super) fn is_script(text: &str) -> bool {
    text.contains('\n') || text.len() > 300
}
