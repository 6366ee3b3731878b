use super::scan::{stem, takes_apart, words};
use super::{Context, Lint};
use crate::diagnostic::{Code, Diagnostic};

/// A deny or ask rule that hangs on the spelling of a flag.
pub(super) struct FlagSpelling;

impl Lint for FlagSpelling {
    fn code(&self) -> Code {
        Code::FLAG_SPELLING
    }

    fn check(&self, cx: &Context<'_>, out: &mut Vec<Diagnostic>) {
        // A strict reading knows a flag in every spelling and place.
        if cx.dialect.shell.strict {
            return;
        }
        for (site, content) in cx.commands() {
            let text = content.value.as_str();
            if !site.role.guards() || !text.contains('*') || takes_apart(text)
            {
                continue;
            }
            let words = words(stem(text), content.span.start);
            let flag = words.iter().position(|word| {
                word.text.starts_with('-')
                    && word.text.len() > 1
                    && !word.text.contains('*')
            });
            let Some(at) = flag.filter(|&at| at > 0) else { continue };
            let Some(word) = words.get(at) else { continue };
            let head: Vec<_> =
                words.iter().take(at).map(|word| word.text).collect();
            // `git push * --force` misses `git push --force` alone.
            let last = at + 1 == words.len() && !text.ends_with('*');
            let starred = head.split_last().is_some_and(|(star, before)| {
                *star == "*" && !before.iter().any(|w| w.contains('*'))
            });
            if last && starred && at > 1 {
                let head = head.get(..at - 1).unwrap_or(&[]).join(" ");
                let message = format!(
                    "this stops `{}` only behind some other word and at the \
                     end; `{head} {}` runs",
                    word.text, word.text
                );
                let found = site.found(self.code(), message, word.span);
                out.push(
                    found.help(format!("write `{head} *{}*`", word.text)),
                );
                continue;
            }
            if head.iter().any(|word| word.contains('*')) {
                continue;
            }
            let span = if at == 1 { content.span } else { word.span };
            let head = head.join(" ");
            let message = format!(
                "this stops only the spelling `{}` right behind `{head}`; the \
                 same flag elsewhere or written otherwise is not covered",
                word.text
            );
            let found = site.found(self.code(), message, span);
            // No rule lifts a guard, so a wider one with exceptions is none.
            out.push(found.help(format!(
                "write a rule for each spelling, with a star before it, such \
                 as `{head} *{}*`",
                word.text
            )));
        }
    }
}
