use super::scan::words;
use super::{Context, Lint};
use crate::diagnostic::{Code, Diagnostic};
use crate::dialect::Version;

/// `:*` behind a word that is not complete.
pub(super) struct UnfinishedWord;

impl Lint for UnfinishedWord {
    fn code(&self) -> Code {
        Code::UNFINISHED_WORD
    }

    fn check(&self, cx: &Context<'_>, out: &mut Vec<Diagnostic>) {
        for (site, content) in cx.commands() {
            let text = content.value.as_str();
            let Some(prefix) = text.strip_suffix(":*") else { continue };
            let cut = prefix.ends_with(['-', '/', '.', '_', '=', '@', ':']);
            let words = words(text, content.span.start);
            let Some(word) = words.last() else { continue };
            let short = word.text.trim_end_matches(":*");
            let dots = matches!(short, "." | "/" | "-" | ".." | "--");
            if !cut || (dots && words.len() <= 2) {
                continue;
            }
            let message = format!(
                "`:*` ends the word, so `{short}` is not continued: only \
                 `{short}` itself matches"
            );
            let found = site.found(self.code(), message, word.span);
            if cx.dialect.is_before(Version::STARS) {
                out.push(found.help("write the whole word"));
                continue;
            }
            let fixed = format!("{short}*");
            out.push(
                found
                    .help(format!("write `{prefix}*`"))
                    .fix(site.replace(word.span, &fixed, false)),
            );
        }
    }
}
