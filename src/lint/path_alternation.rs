use super::{Context, Lint};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;
use crate::syntax::split_alternatives;

/// `|` between paths where it is literal.
pub(super) struct PathAlternation;

impl Lint for PathAlternation {
    fn code(&self) -> Code {
        Code::PATH_ALTERNATION
    }

    fn check(&self, cx: &Context<'_>, out: &mut Vec<Diagnostic>) {
        if cx.dialect.path_alternation {
            return;
        }
        for (site, content) in cx.paths() {
            let parts = split_alternatives(&content.value);
            let (Some(first), true) = (parts.first(), parts.len() > 1) else {
                continue;
            };
            let text = content.value.as_str();
            let rest = text.get(first.end as usize..).unwrap_or("");
            let at = first.end as usize + rest.find('|').unwrap_or(0);
            let span =
                Span::new(at, at + 1).shifted(content.span.start as usize);
            let name = site.tool.map_or("Edit", |tool| tool.name);
            let rules: Vec<_> = parts
                .iter()
                .map(|part| format!("`{name}({})`", part.of(text)))
                .collect();
            // `(a|b)`, as in a regular expression.
            let inner =
                text.strip_prefix('(').and_then(|t| t.strip_suffix(')'));
            let rules = match inner.filter(|t| !t.contains(['(', ')'])) {
                Some(inner) => {
                    let parts = inner.split('|');
                    parts.map(|part| format!("`{name}({part})`")).collect()
                }
                None => rules,
            };
            let extended = ["!(", "?(", "+(", "*(", "@("];
            let help = match extended.iter().any(|sign| text.contains(sign)) {
                // Its parts are no patterns of their own.
                true => "write a rule for each path".to_owned(),
                false => format!("write {}", rules.join(" and ")),
            };
            let message = "`|` is an ordinary character in paths here; this \
                           never matches";
            let found = site.found(self.code(), message, span);
            out.push(found.help(help));
        }
    }
}
