use super::{Context, Lint, Site};
use crate::diagnostic::{Code, Diagnostic};
use crate::event::tools::Governs;
use crate::source::Span;

/// Blanks around a rule, or around the pattern in its brackets.
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
        for site in cx.open() {
            out.extend(self.within(site));
        }
    }
}

impl PaddedRule {
    /// Blanks at the edge of what is compared with a command or a name.
    fn within(&self, site: &Site<'_>) -> Option<Diagnostic> {
        use Governs::{Agent, Bash, PowerShell, Skill};
        let governs = site.tool?.governs;
        let content = site.content()?;
        let text = content.value.as_str();
        let trimmed = text.trim_matches([' ', '\t']);
        // Without the blank, a backslash would stand before the bracket.
        let padded = !trimmed.is_empty()
            && trimmed.len() != text.len()
            && !trimmed.ends_with('\\');
        if !padded || !matches!(governs, Agent | Bash | PowerShell | Skill) {
            return None;
        }
        let lead = text.len() - text.trim_start_matches([' ', '\t']).len();
        let span = match lead {
            0 => Span::new(trimmed.len(), text.len()),
            _ => Span::new(0, lead),
        };
        let span = span.shifted(content.span.start as usize);
        let message = "blanks stand at the edge of the pattern; no call \
                       fits it where a runner compares them";
        let found = site.found(self.code(), message, span);
        let fix = site.replace(content.span, trimmed, false);
        Some(found.help("remove them").fix(fix))
    }
}
