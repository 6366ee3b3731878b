use super::{Context, Lint};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;

/// `:*` at the end of a path pattern.
pub(super) struct ColonStarInPath;

impl Lint for ColonStarInPath {
    fn code(&self) -> Code {
        Code::COLON_STAR_IN_PATH
    }

    fn check(&self, cx: &Context<'_>, out: &mut Vec<Diagnostic>) {
        for (site, content) in cx.paths() {
            let Some(stem) = content.value.strip_suffix(":*") else {
                continue;
            };
            let end = content.span.end as usize;
            let span = Span::new(end - ":*".len(), end);
            let message = "`:*` is for commands; here it is part of the file's \
                           name and the rule never matches";
            let found = site.found(self.code(), message, span);
            // The tool alone is another rule, which nobody wrote.
            out.push(match stem.trim() {
                "" => found.help("name the files, or the tool alone for all"),
                _ => found
                    .help(format!("write `{stem}`"))
                    .fix(site.replace(span, "", false)),
            });
        }
    }
}
