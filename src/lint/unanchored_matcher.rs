use super::permission_rule_as_matcher::parsed;
use super::{Context, Lint};
use crate::diagnostic::{Code, Diagnostic};
use crate::event::tools;
use crate::source::{Span, Spanned};
use crate::syntax::matcher::is_anchored;

/// A regular expression that also matches longer names.
pub(super) struct UnanchoredMatcher;

impl Lint for UnanchoredMatcher {
    fn code(&self) -> Code {
        Code::UNANCHORED_MATCHER
    }

    fn check(&self, cx: &Context<'_>, out: &mut Vec<Diagnostic>) {
        for (document, group, matcher) in cx.matchers() {
            let text = matcher.as_str();
            let parsed = parsed(cx, group, text);
            let loose = parsed.regex.as_ref().is_some_and(|r| !is_anchored(r));
            if !loose || !parsed.problems.is_empty() {
                continue;
            }
            let Some((name, longer)) = hit(text) else { continue };
            let place = matcher.place(name.span);
            let name = name.value;
            let message = format!(
                "as a regular expression `{name}` matches anywhere, so \
                 `{longer}` matches as well"
            );
            let found =
                Diagnostic::new(self.code(), message, document.source, place);
            let Parts { name: own, open, .. } = parts(name);
            let help = match open {
                true => format!("write `^{own}.*`"),
                false => format!("write `^{own}$`"),
            };
            out.push(found.help(help));
        }
    }
}

/// An alternative that names a tool, with or without more behind it, and
/// another tool whose name holds that.
fn hit(text: &str) -> Option<(Spanned<&str>, &'static str)> {
    let items = items(text);
    items.iter().find_map(|item| {
        let Parts { name, from, to, open } = parts(item.value);
        tools::find_canonical(name)?;
        let named = |other: &str| items.iter().any(|it| it.value == other);
        let longer = tools::names().find(|other| {
            let holds = match (from, to) {
                (true, _) => other.starts_with(name),
                (_, true) => other.ends_with(name),
                _ => other.contains(name),
            };
            *other != name
                && holds
                && !(from && to)
                && !named(other)
                && !(open && other.starts_with(name))
        });
        longer.map(|other| (item.clone(), other))
    })
}

/// The alternatives of an expression, also where they stand in one pair of
/// brackets.
fn items(text: &str) -> Vec<Spanned<&str>> {
    let inner = text.strip_suffix(')').and_then(|text| {
        text.strip_prefix("(?:").or_else(|| text.strip_prefix('('))
    });
    let inner = inner.filter(|inner| !inner.contains(['(', ')']));
    let (inner, mut start) = match inner {
        Some(inner) => (inner, text.len() - 1 - inner.len()),
        None => (text, 0),
    };
    let items = inner.split('|').map(|value| {
        let span = Span::new(start, start + value.len());
        start += value.len() + 1;
        Spanned { value, span }
    });
    items.collect()
}

/// An alternative taken apart.
struct Parts<'a> {
    name: &'a str,
    /// Whether it holds for the start of a name alone, or for its end.
    from: bool,
    to: bool,
    /// Whether anything may stand behind it.
    open: bool,
}

/// An alternative without anchors and what stands for anything behind it. In
/// `Edit*` the star is meant so.
fn parts(item: &str) -> Parts<'_> {
    let inner = item.strip_prefix('^').unwrap_or(item);
    let from = inner.len() < item.len();
    let whole = inner.strip_suffix('$').unwrap_or(inner);
    let to = whole.len() < inner.len();
    let short = whole.strip_suffix(".*").or_else(|| whole.strip_suffix(".+"));
    let name = short.or_else(|| whole.strip_suffix('*')).unwrap_or(whole);
    Parts { name, from, to, open: name.len() < whole.len() }
}
