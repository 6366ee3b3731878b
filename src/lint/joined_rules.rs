use super::Role;
use super::{Context, Lint};
use crate::diagnostic::{Code, Diagnostic};
use crate::event::tools;
use crate::source::Span;

/// Two rules in one text.
pub(super) struct JoinedRules;

impl Lint for JoinedRules {
    fn code(&self) -> Code {
        Code::JOINED_RULES
    }

    fn check(&self, cx: &Context<'_>, out: &mut Vec<Diagnostic>) {
        for site in cx.open().filter(|site| site.role != Role::If) {
            let text = site.text.as_str();
            let Some(span) = joint(text) else { continue };
            let message = match span.of(text).trim() {
                "" | ")" => {
                    "one entry holds one rule; two are read as a single \
                       pattern and never match"
                        .to_owned()
                }
                operator => format!(
                    "one entry holds one rule; with `{operator}` this is read \
                     as a single pattern and never matches"
                ),
            };
            let found = site.found(self.code(), message, span);
            out.push(found.help("write an entry for each rule"));
        }
    }
}

/// The operator between `)` and the name of another tool with a bracket.
pub(super) fn joint(text: &str) -> Option<Span> {
    for (at, _) in text.match_indices(')') {
        let rest = text.get(at + 1..)?;
        let blank = rest.len() - rest.trim_start().len();
        let after = rest.trim_start();
        let signs: &[_] = &['|', '&', ',', ';'];
        let next = after.trim_start_matches(signs);
        let words = ["or ", "and ", "OR ", "AND "];
        let word = words.iter().find_map(|word| next.strip_prefix(word));
        let next = word.unwrap_or(next);
        let length = after.len() - next.len();
        let name = next.trim_start().split('(').next().unwrap_or("");
        let known = tools::find(name).is_some() || name.starts_with("mcp__");
        let known = known && name.len() < next.trim_start().len();
        if length > 0 && known {
            let start = at + 1 + blank;
            let length = after.get(..length)?.trim_end().len();
            return Some(Span::new(start, start + length));
        }
        if blank > 0 && known {
            return Some(Span::new(at + 1, at + 1 + blank));
        }
        if known && length == 0 {
            return Some(Span::new(at, at + 1));
        }
    }
    None
}
