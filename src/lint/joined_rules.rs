use super::Role;
use super::{Context, Lint};
use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::ir::lower::joint;
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
        out.extend(cx.paths().filter_map(|(site, content)| {
            let blank = between_paths(&content.value)?;
            let blank = blank.shifted(content.span.start as usize);
            let message = "a blank is part of a path; two in one rule are \
                           read as one file, which is hardly meant";
            let found = site.found(self.code(), message, blank);
            let found = found.severity(Severity::Warning);
            (site.role != Role::If)
                .then(|| found.help("write an entry for each path"))
        }));
    }
}

/// The blank between two paths, where each word starts as only a path does:
/// a name with blanks in it has others.
fn between_paths(text: &str) -> Option<Span> {
    let starts = ["./", "../", "~/", "/"];
    let is_path = |word: &str| {
        let is_hidden = word.strip_prefix('.').is_some_and(|name| {
            name.starts_with(|c: char| c.is_ascii_alphanumeric())
        });
        is_hidden || starts.iter().any(|start| word.starts_with(start))
    };
    let at = text.find(' ').filter(|_| !text.contains('\\'))?;
    let all = text.split(' ').all(is_path);
    all.then(|| Span::new(at, at + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_with_blanks_is_one_path() {
        let one = ["./My Files/a b", "~/.x y", "a b", ".a\\ .b", ". .", "/"];
        for text in one {
            assert_eq!(between_paths(text), None, "{text}");
        }
        for text in [".env .env.local", "~/a /b", "./a ../b .c"] {
            assert!(between_paths(text).is_some(), "{text}");
        }
    }
}
