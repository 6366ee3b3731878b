use super::Role;
use super::flag_spelling::anywhere;
use super::scan::{takes_apart, words};
use super::{Context, Lint, Site};
use crate::diagnostic::Severity;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Spanned;

/// A star right behind a word.
pub(super) struct NoWordBoundary;

impl Lint for NoWordBoundary {
    fn code(&self) -> Code {
        Code::NO_WORD_BOUNDARY
    }

    fn check(&self, cx: &Context<'_>, out: &mut Vec<Diagnostic>) {
        for (site, content) in cx.commands() {
            let text = content.value.as_str();
            if site.role != Role::Allow {
                out.extend(self.within_words(cx, site, content));
                continue;
            }
            let Some(body) = text.strip_suffix('*') else { continue };
            let word_end =
                body.ends_with(|c: char| c.is_alphanumeric() || c == '_');
            if !word_end || body.contains('*') {
                continue;
            }
            let words = words(text, content.span.start);
            let Some(word) = words.last() else { continue };
            if super::scan::operator(text).is_some()
                || word.text.contains(['/', '=', '$', '\'', '"', '~'])
            {
                continue;
            }
            let severity = match words.len() {
                1 => Severity::Warning,
                _ => Severity::Info,
            };
            let message = format!(
                "no blank stands before the star, so `{}` also covers every \
                 longer word, such as `{}`",
                word.text,
                word.text.replace('*', "-x")
            );
            let found = site.found(self.code(), message, word.span);
            // `npx @scope*` is about the packages of that scope.
            let fixed = match word.text.starts_with('@') {
                true => format!("{body}/*"),
                false => format!("{body} *"),
            };
            out.push(
                found
                    .severity(severity)
                    .help(format!("write `{fixed}`"))
                    .fix(site.replace(content.span, &fixed, false)),
            );
        }
    }
}

impl NoWordBoundary {
    /// A flag of one letter between stars, in a guard or a condition:
    /// `git push *-f*` is also about `git push origin my-feature`.
    fn within_words(
        &self,
        cx: &Context<'_>,
        site: &Site<'_>,
        content: &Spanned<String>,
    ) -> Option<Diagnostic> {
        let text = content.value.as_str();
        // A strict reading knows where options stand.
        if cx.dialect.shell.strict || takes_apart(text) {
            return None;
        }
        let words = words(text, content.span.start);
        let (at, word) = words.iter().enumerate().find(|(_, word)| {
            word.text.starts_with("*-") && word.text.ends_with('*')
        })?;
        let flag = word.text.trim_matches('*');
        let letter = flag.strip_prefix('-')?;
        let head = words.get(..at)?.iter().map(|word| word.text);
        let head = head.collect::<Vec<_>>().join(" ");
        let is_letter = letter.len() == 1
            && letter.starts_with(|c: char| c.is_ascii_alphabetic());
        if !is_letter || head.is_empty() || head.contains('*') {
            return None;
        }
        let does = match site.role {
            Role::If => "runs for",
            _ => site.does(),
        };
        let message = format!(
            "`*{flag}*` is also found within words: this {does} \
             `{head} x-{letter}x`, too"
        );
        let found = site.found(self.code(), message, word.span);
        let help = match site.role {
            Role::If => "one hook for each of",
            _ => "a rule for each of",
        };
        let rules = anywhere(&head, flag);
        let found = found.severity(Severity::Info);
        Some(found.help(format!("write {help} {rules}")))
    }
}
