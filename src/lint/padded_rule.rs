use super::{Context, Lint};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;

/// Blanks around a rule.
pub(super) struct PaddedRule;

impl Lint for PaddedRule {
    fn code(&self) -> Code {
        Code::PADDED_RULE
    }

    fn check(&self, cx: &Context<'_>, out: &mut Vec<Diagnostic>) {
        for site in &cx.sites {
            let text = site.text.as_str();
            let trimmed = text.trim_matches([' ', '\t']);
            if trimmed.is_empty() || trimmed.len() == text.len() {
                continue;
            }
            let lead = text.len() - text.trim_start_matches([' ', '\t']).len();
            let span = match lead {
                0 => Span::new(trimmed.len(), text.len()),
                _ => Span::new(0, lead),
            };
            let message = "blanks stand around the rule; not every runner \
                           leaves them out";
            let found = site.found(self.code(), message, span);
            out.push(
                found.help("remove them").fix(site.rewrite(trimmed, true)),
            );
        }
    }
}
