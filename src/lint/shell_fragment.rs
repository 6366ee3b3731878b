use super::programs::{KEYWORDS, OPENERS};
use super::scan::stem;
use super::{Context, Lint};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::{Span, Spanned};

/// A piece of a loop or condition of the shell.
pub(super) struct ShellFragment;

impl Lint for ShellFragment {
    fn code(&self) -> Code {
        Code::SHELL_FRAGMENT
    }

    fn check(&self, cx: &Context<'_>, out: &mut Vec<Diagnostic>) {
        for (site, content) in cx.commands() {
            let Some(span) = place(content) else { continue };
            let message = match content.value.trim_start().starts_with('#') {
                true => {
                    "this is a remark of the shell; no command looks like it"
                }
                false => {
                    "this is a piece of a loop or condition, saved by an \
                     approval; no command looks like it"
                }
            };
            let found = site.found(self.code(), message, span);
            out.push(found.help("remove it, or allow the program in it"));
        }
    }
}

/// The part of a pattern that shows that it is such a piece.
pub(super) fn place(content: &Spanned<String>) -> Option<Span> {
    let text = stem(&content.value);
    let word = text.split_whitespace().next()?;
    if OPENERS.contains(&word) {
        return Some(content.span);
    }
    let start = content.span.start as usize;
    let span = Span::new(start, start + word.len());
    (KEYWORDS.contains(&word) || word.starts_with('#')).then_some(span)
}
