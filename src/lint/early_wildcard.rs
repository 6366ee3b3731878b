use super::Role;
use super::scan::{takes_apart, words};
use super::{Context, Lint};
use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::dialect::Version;

/// The first runner that says so itself, at every start.
const SINCE: Version = Version(2, 1, 246);

/// An allow rule with a star where the first argument stands.
pub(super) struct EarlyWildcard;

impl Lint for EarlyWildcard {
    fn code(&self) -> Code {
        Code::EARLY_WILDCARD
    }

    fn check(&self, cx: &Context<'_>, out: &mut Vec<Diagnostic>) {
        let warned = cx.dialect.version.is_none_or(|v| v >= SINCE);
        for (site, content) in cx.commands() {
            let text = content.value.as_str();
            if site.role != Role::Allow || takes_apart(text) {
                continue;
            }
            let words = words(text, content.span.start);
            let Some((first, rest)) = words.split_first() else { continue };
            let mut rest =
                rest.iter().skip_while(|word| word.text.starts_with('-'));
            let (Some(star), Some(next)) = (rest.next(), rest.next()) else {
                continue;
            };
            let plain = !next.text.starts_with('-')
                && !next.text.contains('*')
                && !first.text.contains('*');
            if star.text != "*" || !plain {
                continue;
            }
            let message = format!(
                "the star takes any words, so every subcommand and option of \
                 `{}` may stand before `{}`",
                first.text, next.text
            );
            let found = site.found(self.code(), message, star.span);
            let found = match warned {
                true => found,
                false => found.severity(Severity::Info),
            };
            out.push(found.help(
                "write the words in place of the star, one rule for each",
            ));
        }
    }
}
