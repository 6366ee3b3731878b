use super::{Context, Lint};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;

/// Nothing between two separators of a matcher.
pub(super) struct EmptyMatcherItem;

impl Lint for EmptyMatcherItem {
    fn code(&self) -> Code {
        Code::EMPTY_MATCHER_ITEM
    }

    fn check(&self, cx: &Context<'_>, out: &mut Vec<Diagnostic>) {
        for (document, _, matcher) in cx.matchers() {
            let text = matcher.as_str();
            let list = |c: char| {
                c.is_ascii_alphanumeric()
                    || matches!(c, '_' | '-' | ',' | ' ' | '|')
            };
            let bars = |c| matches!(c, '|' | ',');
            if !text.contains(bars) || !text.chars().all(list) {
                continue;
            }
            let Some((start, end)) = empty_item(text) else { continue };
            let message = "an item between separators is empty; in a regular \
                           expression it would match everything";
            let span = matcher.place(Span::new(start, end));
            let found =
                Diagnostic::new(self.code(), message, document.source, span);
            out.push(found.help("remove the separator"));
        }
    }
}

/// The separators around the first empty item.
fn empty_item(text: &str) -> Option<(usize, usize)> {
    let bars = ['|', ','];
    if text.starts_with(bars) {
        return Some((0, 1));
    }
    let doubled = ["||", ",,", "|,", ",|"];
    let first = doubled.iter().filter_map(|pair| text.find(pair)).min();
    if let Some(at) = first {
        return Some((at, at + 2));
    }
    text.ends_with(bars).then(|| (text.len() - 1, text.len()))
}
